"""What encoder and decoder read, held against each family's own tokenizer and label shift."""

from pathlib import Path
from types import SimpleNamespace
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


@pytest.fixture
def model(request: pytest.FixtureRequest) -> Model:
    return loaded(request.getfixturevalue(request.param))


for_all = pytest.mark.parametrize("model", ["ours", *FOREIGN], indirect=True)
for_foreign = pytest.mark.parametrize("model", FOREIGN, indirect=True)


@for_foreign
def test_both_sides_are_what_the_tokenizer_gives(model: Model) -> None:
    codec, network = model.codec, model.network
    assert codec is not None
    for text in (*TEXT[::4], "a", "𝄞", ""):
        given = model.tokenizer(text, text_target=text)
        assert codec.source(codec.pieces(text, "source").ids) == given["input_ids"]
        labels = given["labels"]
        if hasattr(network, "prepare_decoder_input_ids_from_labels"):
            moved = network.prepare_decoder_input_ids_from_labels(torch.tensor([labels]))[
                0
            ].tolist()
        else:
            moved = [network.config.decoder_start_token_id, *labels[:-1]]
        pieces = codec.pieces(text, "target").ids
        assert [*codec.start, *pieces] == moved
        assert [*pieces, codec.end] == labels[len(labels) - len(pieces) - 1 :]


@for_all
def test_decoding_gives_the_text_back_and_a_batch_is_one_by_one(model: Model) -> None:
    codec = model.codec
    assert codec is not None
    for text in TEXT:
        pieces = codec.pieces(text, "target")
        assert codec.decode([*pieces.ids, codec.end]) == text
        assert len(pieces.spans) == len(pieces.ids)
        assert "".join(text[start:end] for start, end in dict.fromkeys(pieces.spans)) != ""
    for side in ("source", "target"):
        assert codec.batch(TEXT, side) == [codec.pieces(text, side) for text in TEXT]
        assert codec.batch([], side) == []


def test_unknown_letters_that_read_like_a_mark_are_unknown() -> None:
    # None of the letters is known, so that the piece is "<>" as a whole.
    codec = Vocabulary(trained_pieces(marks=("<brk>", "<mask>", "<>")))
    text = "The cat <> the dog"
    pieces = codec.pieces(text, "target")
    assert [pieces.ids] == [tuple(ids) for ids in codec.many([text], "target")]
    (place,) = (i for i, found in enumerate(pieces.ids) if found == codec.unknown)
    assert pieces.spans[place] == (8, 10)


@for_foreign
def test_no_span_begins_or_ends_with_a_space(model: Model) -> None:
    text = "Le chat  était\u2028là ; 猫 坐 "
    spans = model.codec.pieces(text, "target").spans  # type: ignore[union-attr]
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
    unknown = codec.pieces("Le 𝄞", "target")
    assert (unknown.ids[-1], unknown.spans[-1]) == (3, (3, 4))
    ids = codec.pieces("Le chat", "target").ids
    assert codec.decode([2, *ids[:2], 4, *ids[2:], 5, 2, 0, 0]) == "Le chat"
    assert joined([[10, 11], [12]], [13], codec) == [10, 11, 4, 12, 4, 13]
    assert joined([], [13], codec) == [13]


def test_a_break_is_the_tokenizers_or_the_users(
    marian: Path, t5: Path, mbart50: Path, bart: Path
) -> None:
    for folder, token in ((t5, "<brk>"), (mbart50, "</s>"), (bart, "</s>")):
        model = loaded(folder)
        assert model.codec is not None
        assert model.codec.break_ids() == (model.tokenizer.convert_tokens_to_ids(token),)
    model = loaded(marian, between=" ; ")
    assert model.codec is not None
    own = model.tokenizer(" ; ", add_special_tokens=False)["input_ids"]
    assert list(model.codec.break_ids()) == own
    with pytest.raises(UsageError) as caught:
        loaded(marian).codec.break_ids()  # type: ignore[union-attr]
    assert str(caught.value) == (
        "The tokenizer of this model has no token that separates sentences.\n"
        "Name the text between them: between=TEXT (such as ' || ')."
    )


def test_mbart_takes_the_languages_it_is_given(mbart50: Path) -> None:
    model = load_model(str(mbart50), ("de", "ja"), device="cpu")
    codes = model.tokenizer.convert_tokens_to_ids(["de_DE", "ja_XX"])
    assert isinstance(model.codec, TokenizerCodec)
    assert model.codec.source([7])[0] == codes[0]
    assert model.codec.start == (2, codes[1])
    with pytest.raises(UnknownName, match="No language of this model is called 'is'"):
        load_model(str(mbart50), ("is", "en"), device="cpu")


def test_a_language_in_the_tokenizers_own_words() -> None:
    for listed, language, code in (
        (("en_XX", "fr_XX"), "fr", "fr_XX"),
        (CODES, "fr", "fr"),  # M2M-100
        (("eng_Latn", "fra_Latn", "zho_Hans"), "zh", "zho_Hans"),  # NLLB
        ((), "fr", "fr"),
    ):
        asked = SimpleNamespace(additional_special_tokens=listed)
        assert tokenizer_code(asked, language) == code
