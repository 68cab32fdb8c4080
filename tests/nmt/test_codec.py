"""What encoder and decoder read, held against each family's own tokenizer and label shift."""

from pathlib import Path
from typing import Any

import pytest
import sentencepiece
import torch
from tests.nmt.tiny import LANGUAGES, TEXT, trained_pieces

from litmus.errors import UnknownName, UsageError
from litmus.nmt.codec import Codec, TokenizerCodec, Vocabulary, joined
from litmus.nmt.language_codes import tokenizer_code
from litmus.nmt.model import Model, load_model

FOREIGN = ("marian", "mbart50", "t5", "bart")
CODES = ("__fr__", "__en__")


def loaded(folder: Path, between: str | None = None) -> Model:
    return load_model(str(folder), LANGUAGES, device="cpu", between=between)


@pytest.mark.parametrize("name", FOREIGN)
@pytest.mark.parametrize("text", [*TEXT[::4], "a", "𝄞", ""])
def test_both_sides_are_what_the_tokenizer_gives(
    name: str, text: str, request: pytest.FixtureRequest
) -> None:
    model = loaded(request.getfixturevalue(name))
    codec, given = model.codec, model.tokenizer(text, text_target=text)
    assert codec is not None
    assert codec.source(codec.pieces(text, "source").ids) == given["input_ids"]
    labels = given["labels"]
    if hasattr(model.network, "prepare_decoder_input_ids_from_labels"):
        moved = model.network.prepare_decoder_input_ids_from_labels(torch.tensor([labels]))[
            0
        ].tolist()
    else:
        moved = [model.network.config.decoder_start_token_id, *labels[:-1]]
    pieces = codec.pieces(text, "target").ids
    assert [*codec.start, *pieces] == moved
    assert [*pieces, codec.end] == labels[len(labels) - len(pieces) - 1 :]


@pytest.mark.parametrize("name", ["ours", *FOREIGN])
def test_decoding_gives_the_text_back(name: str, request: pytest.FixtureRequest) -> None:
    codec = loaded(request.getfixturevalue(name)).codec
    assert codec is not None
    for text in TEXT:
        pieces = codec.pieces(text, "target")
        assert codec.decode([*pieces.ids, codec.end]) == text
        assert len(pieces.spans) == len(pieces.ids)
        assert "".join(text[start:end] for start, end in dict.fromkeys(pieces.spans)) != ""


def test_unknown_letters_that_read_like_a_mark_are_unknown() -> None:
    # None of the letters is known, so that the piece is "<>" as a whole.
    codec = Vocabulary(trained_pieces(marks=("<brk>", "<mask>", "<>")))
    text = "The cat <> the dog"
    pieces = codec.pieces(text, "target")
    assert [pieces.ids] == [tuple(ids) for ids in codec.many([text], "target")]
    (place,) = (i for i, found in enumerate(pieces.ids) if found == codec.unknown)
    assert pieces.spans[place] == (8, 10)


@pytest.mark.parametrize("name", ["ours", *FOREIGN])
def test_a_batch_is_one_by_one(name: str, request: pytest.FixtureRequest) -> None:
    codec = loaded(request.getfixturevalue(name)).codec
    assert codec is not None
    for side in ("source", "target"):
        assert codec.batch(TEXT, side) == [codec.pieces(text, side) for text in TEXT]
        assert codec.batch([], side) == []


@pytest.mark.parametrize("name", FOREIGN)
def test_no_span_begins_or_ends_with_a_space(name: str, request: pytest.FixtureRequest) -> None:
    codec = loaded(request.getfixturevalue(name)).codec
    assert codec is not None
    text = "Le chat  était\u2028là ; 猫 坐 "
    spans = codec.pieces(text, "target").spans
    assert all(text[start:end] == text[start:end].strip() for start, end in spans)
    assert [start for start, _ in spans] == sorted(start for start, _ in spans)


def test_a_long_text_is_no_warning(marian: Path, caplog: Any, capfd: Any) -> None:
    codec = loaded(marian).codec
    assert codec is not None
    assert len(codec.pieces("Le chat. " * 400, "source").ids) > 1000
    assert capfd.readouterr().err == ""


def test_our_layout() -> None:
    codec: Codec = Vocabulary(trained_pieces())
    model = sentencepiece.SentencePieceProcessor(model_proto=trained_pieces())
    ids = model.encode(TEXT[0])
    assert codec.source(ids) == [*ids, 2]
    assert (codec.start, codec.end, codec.pad, codec.break_ids()) == ((2,), 2, 0, (4,))
    assert list(codec.pieces(TEXT[0], "source").ids) == ids


def test_unknown_letters_have_our_unknown_id_and_their_place() -> None:
    pieces = Vocabulary(trained_pieces()).pieces("Le 𝄞", "target")
    assert pieces.ids[-1] == 3
    assert pieces.spans[-1] == (3, 4)


def test_special_tokens_leave_no_trace() -> None:
    codec = Vocabulary(trained_pieces())
    ids = codec.pieces("Le chat", "target").ids
    assert codec.decode([2, *ids[:2], 4, *ids[2:], 5, 2, 0, 0]) == "Le chat"


def test_breaks_stand_after_each_sentence_before() -> None:
    codec = Vocabulary(trained_pieces())
    assert joined([[10, 11], [12]], [13], codec) == [10, 11, 4, 12, 4, 13]
    assert joined([], [13], codec) == [13]


def test_a_break_of_the_users(marian: Path) -> None:
    model = loaded(marian, between=" ; ")
    assert model.codec is not None
    assert (
        list(model.codec.break_ids())
        == model.tokenizer(" ; ", add_special_tokens=False)["input_ids"]
    )


def test_a_tokenizer_without_a_break_says_what_to_do(marian: Path) -> None:
    codec = loaded(marian).codec
    assert codec is not None
    with pytest.raises(UsageError) as caught:
        codec.break_ids()
    assert str(caught.value) == (
        "The tokenizer of this model has no token that separates sentences.\n"
        "Name the text between them: between=TEXT (such as ' || ')."
    )


@pytest.mark.parametrize(
    ("name", "token"), [("t5", "<brk>"), ("mbart50", "</s>"), ("bart", "</s>")]
)
def test_a_break_the_tokenizer_has(name: str, token: str, request: pytest.FixtureRequest) -> None:
    model = loaded(request.getfixturevalue(name))
    assert model.codec is not None
    assert model.codec.break_ids() == (model.tokenizer.convert_tokens_to_ids(token),)


def test_mbart_takes_the_languages_it_is_given(mbart50: Path) -> None:
    model = load_model(str(mbart50), ("de", "ja"), device="cpu")
    codes = model.tokenizer.convert_tokens_to_ids(["de_DE", "ja_XX"])
    assert isinstance(model.codec, TokenizerCodec)
    assert model.codec.source([7])[0] == codes[0]
    assert model.codec.start == (2, codes[1])


def test_a_language_mbart_does_not_have(mbart50: Path) -> None:
    with pytest.raises(UnknownName, match="No language of this model is called 'is'"):
        load_model(str(mbart50), ("is", "en"), device="cpu")


class Asked:
    """A tokenizer that lists its languages, as far as we ask."""

    def __init__(self, *listed: str) -> None:
        self.additional_special_tokens = listed


@pytest.mark.parametrize(
    ("listed", "language", "code"),
    [
        (("en_XX", "fr_XX"), "fr", "fr_XX"),
        (CODES, "fr", "fr"),  # M2M-100
        (("eng_Latn", "fra_Latn", "zho_Hans"), "zh", "zho_Hans"),  # NLLB
        ((), "fr", "fr"),
    ],
)
def test_a_language_in_the_tokenizers_own_words(
    listed: tuple[str, ...], language: str, code: str
) -> None:
    assert tokenizer_code(Asked(*listed), language) == code
