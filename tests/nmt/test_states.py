"""Idiom states from sentence, phrase and word, put in place of one another."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from tests.nmt.tiny import LANGUAGES, TEXT, separator

from litmus.errors import DataError, UsageError
from litmus.nmt.codec import Codec, Pieces
from litmus.nmt.decoding.translator import Translator
from litmus.nmt.model import Model, load_model
from litmus.nmt.probing.marked import Context, Marked, check_pieces, idiom_pieces
from litmus.nmt.probing.states import IdiomStates
from litmus.nmt.scoring.scorer import Request, Scorer
from litmus.nmt.windows import Window

FAMILIES = ("ours", "marian", "mbart50", "t5", "bart")
SENTENCE = TEXT[2]  # He kicked the bucket before the harvest was brought in.
WORDS = ((3, 9), (10, 13), (14, 20))
APART = ((3, 9), (14, 20), (40, 47))  # kicked ... bucket ... brought
MARKED = Marked(SENTENCE, "Il a cassé sa pipe.", phrases=(WORDS,))
PLAIN = Marked(TEXT[0], "Le chat était assis.")


@pytest.fixture(params=FAMILIES)
def model(request: pytest.FixtureRequest) -> Model:
    return _loaded(request.getfixturevalue(request.param))


@pytest.fixture
def own(ours: Path) -> Model:
    return _loaded(ours)


def _loaded(folder: Path) -> Model:
    model = load_model(str(folder), LANGUAGES, device="cpu", between=separator(folder, " / "))
    model.network.double()
    return model


def _codec(model: Model) -> Codec:
    assert model.codec is not None
    return model.codec


def _states(model: Model, ids: list[int]) -> Any:
    """One sequence alone through the plain encoder."""
    with torch.inference_mode():
        return model.network.get_encoder()(input_ids=torch.tensor([ids])).last_hidden_state[0]


def _sharing(pieces: Pieces, start: int, end: int) -> list[int]:
    """By hand: what shares a character with a word is the word's."""
    return [i for i, (a, b) in enumerate(pieces.spans) if a < end and b > start]


def _read(model: Model, context: Context, *requests: Request) -> Any:
    """Padded, as Scorer and Translator do it."""
    codec = _codec(model)
    rows = [codec.source(codec.pieces(request.source, "source").ids) for request in requests]
    width = max(map(len, rows))
    ids = torch.tensor([[*row, *[codec.pad] * (width - len(row))] for row in rows])
    mask = torch.tensor([[1] * len(row) + [0] * (width - len(row)) for row in rows])
    with torch.inference_mode():
        return IdiomStates(model, context)(requests, ids, mask)


def test_full_reproduces_translation_and_scores_exactly(model: Model) -> None:
    encoder = IdiomStates(model, "full")
    plain = Translator(model, beam=2, max_ratio=0.3, max_extra=5)
    probed = Translator(model, beam=2, max_ratio=0.3, max_extra=5, encoder=encoder)
    sources = [SENTENCE, TEXT[0]]
    assert probed.answer([MARKED, PLAIN]) == plain.translate(sources)
    scored = [Scorer(model, encoder=e).score([MARKED, PLAIN]) for e in (encoder, None)]
    for one, two in zip(*scored, strict=True):
        assert one.total == two.total and (one.entropies == two.entropies).all()


@pytest.mark.parametrize("phrase", [WORDS, APART], ids=["together", "apart"])
def test_phrase_and_word_are_encoded_by_themselves(model: Model, phrase: Any) -> None:
    codec = _codec(model)
    pieces = codec.pieces(SENTENCE, "source")
    ahead = codec.source((-1,)).index(-1)
    request = Marked(SENTENCE, "", phrases=(phrase,))
    sentence = _states(model, codec.source(pieces.ids))
    groups = [_sharing(pieces, start, end) for start, end in phrase]
    together = [i for group in groups for i in group]
    cases: tuple[tuple[Context, list[list[int]]], ...] = (("phrase", [together]), ("word", groups))
    for context, wanted in cases:
        found = _read(model, context, PLAIN, request)[1]
        expected = sentence.clone()
        for group in wanted:
            alone = _states(model, codec.source([pieces.ids[i] for i in group]))
            for place, i in enumerate(group):
                expected[ahead + i] = alone[ahead + place]
        rows = len(codec.source(pieces.ids))
        torch.testing.assert_close(found[:rows], expected, rtol=1e-9, atol=1e-9)
        assert not torch.allclose(expected, sentence)


def test_the_pieces_are_those_of_the_sentence(bart: Path) -> None:
    # BART writes the space into the piece: "cat" alone is another piece than " cat".
    model = _loaded(bart)
    codec = _codec(model)
    text = "The cat sat."
    inside = codec.pieces(text, "source")
    places = _sharing(inside, 4, 7)
    mine = [inside.ids[i] for i in places]
    assert list(codec.pieces("cat", "source").ids) != mine
    ahead = codec.source((-1,)).index(-1)
    found = _read(model, "phrase", Marked(text, "", phrases=(((4, 7),),)))[0]
    alone = _states(model, codec.source(mine))
    torch.testing.assert_close(
        found[[ahead + i for i in places]], alone[ahead : ahead + len(mine)], rtol=1e-9, atol=1e-9
    )


def test_a_sentence_without_idiom_stays_as_it_is(own: Model) -> None:
    assert torch.equal(_read(own, "phrase", PLAIN, MARKED)[0], _read(own, "full", PLAIN, MARKED)[0])
    assert torch.equal(_read(own, "word", Request(SENTENCE, "")), _read(own, "full", MARKED))


def test_context_before_the_sentence_moves_the_places(own: Model) -> None:
    codec = _codec(own)
    before, pieces = codec.pieces(TEXT[0], "source"), codec.pieces(SENTENCE, "source")
    row = codec.source([*before.ids, *codec.break_ids(), *pieces.ids])
    request = Marked(SENTENCE, "", Window(source=(TEXT[0],)), (WORDS,))
    ids, mask = torch.tensor([row]), torch.ones(1, len(row), dtype=torch.long)
    with torch.inference_mode():
        plain, found = (
            IdiomStates(own, context)([request], ids, mask)[0] for context in ("full", "phrase")
        )
    changed = [i for i in range(len(row)) if not torch.equal(plain[i], found[i])]
    shift = len(before.ids) + len(codec.break_ids())
    assert changed == [shift + i for i in _sharing(pieces, 3, 20)]


def test_two_idioms_that_share_a_piece_give_it_to_the_later(own: Model) -> None:
    shared = Marked(SENTENCE, "", phrases=(WORDS, (WORDS[2],)))
    alone = Marked(SENTENCE, "", phrases=((WORDS[2],),))
    places = [i for group in next(idiom_pieces(alone, _codec(own).pieces(SENTENCE, "source"))) for i in group]  # fmt: skip
    both, one = _read(own, "phrase", shared)[0], _read(own, "phrase", alone)[0]
    torch.testing.assert_close(both[places], one[places], rtol=1e-9, atol=1e-9)


def test_distances_are_means_over_the_pieces_of_an_idiom(own: Model) -> None:
    assert all(
        (one.cosine, one.euclidean) == (pytest.approx(0, abs=1e-12), 0.0)
        for found in IdiomStates(own, "full").distances([MARKED, PLAIN])
        for one in found
    )
    found = IdiomStates(own, "word").distances([PLAIN, MARKED])
    assert found[0] == []
    pieces = _codec(own).pieces(SENTENCE, "source")
    places = _sharing(pieces, 3, 20)
    before, after = _read(own, "full", MARKED)[0], _read(own, "word", MARKED)[0]
    gaps, cosines = [], []
    for i in places:
        one, two = before[i].tolist(), after[i].tolist()
        gaps.append(sum((a - b) ** 2 for a, b in zip(one, two, strict=True)) ** 0.5)
        norm = (sum(a * a for a in one) * sum(b * b for b in two)) ** 0.5
        cosines.append(1 - sum(a * b for a, b in zip(one, two, strict=True)) / norm)
    assert found[1][0].euclidean == pytest.approx(sum(gaps) / len(gaps))
    assert found[1][0].cosine == pytest.approx(sum(cosines) / len(cosines))


def test_mere_space_before_a_word_goes_with_it() -> None:
    pieces = Pieces((5, 6, 7, 8), ((0, 2), (3, 3), (3, 9), (10, 13)))
    request = Marked("He kicked the", "", phrases=(((3, 9), (10, 13)),))
    assert list(idiom_pieces(request, pieces)) == [[[1, 2], [3]]]


def test_an_idiom_without_a_piece_or_a_model_without_encoder_is_refused(
    own: Model, gpt2: Path
) -> None:
    check_pieces(MARKED, _codec(own), "Segment 7")
    deaf: Any = SimpleNamespace(pieces=lambda text, side: Pieces((5,), ((0, 2),)))
    message = r"Segment 7: .* no subword of the idiom 'kicked the bucket'"
    with pytest.raises(DataError, match=message):
        check_pieces(MARKED, deaf, "Segment 7")
    with pytest.raises(UsageError, match="has no encoder"):
        IdiomStates(load_model(str(gpt2), LANGUAGES, device="cpu"), "phrase")
