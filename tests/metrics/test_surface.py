"""BLEU, chrF, chrF++ and TER: our sums of counts give sacreBLEU's corpus scores."""

import random
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from measuring import rows_of, totals
from sacrebleu.metrics import BLEU, CHRF, TER

from litmus.corpus.segment import Segment
from litmus.errors import DataError, UsageError
from litmus.metrics.base import Setup
from litmus.metrics.registry import create

ENGLISH = "the a cat sat on mat dog ran , . \"quoted\" it's 3.5 co-operate Don't café".split()  # noqa: SIM905
CHINESE = list("我你他们的了一是不在人有这个上中大来。，") + ["GPU ", "3.5"]
SCORERS: dict[str, Callable[[str], Any]] = {
    "bleu": lambda target: BLEU(tokenize="zh" if target == "zh" else "13a"),
    "bleu:lowercase=yes": lambda target: BLEU(
        tokenize="zh" if target == "zh" else "13a", lowercase=True
    ),
    "chrf": lambda target: CHRF(),
    "chrf:lowercase=yes": lambda target: CHRF(lowercase=True),
    "chrf++": lambda target: CHRF(word_order=2),
    "ter": lambda target: TER(normalized=target == "zh", asian_support=target == "zh"),
}


def texts(target: str, rng: random.Random, n: int, shortest: int) -> list[str]:
    words, blank = (CHINESE, "") if target == "zh" else (ENGLISH, " ")
    return [blank.join(rng.choices(words, k=rng.randint(shortest, 12))) for _ in range(n)]


def ours(spec: str, references: list[list[str]], hypotheses: list[str], target: str) -> float:
    """`references` is a list of reference sets, as sacreBLEU takes them."""
    segments = [
        Segment(str(i), "source", tuple(several))
        for i, several in enumerate(zip(*references, strict=True))
    ]
    rows = rows_of(spec, segments, hypotheses, pair=("de", target))
    assert [row.segment for row in rows] == list(range(len(hypotheses)))
    metric = create(spec, Setup("de", target))
    return float(metric.value(np.array(totals(rows))))


@pytest.mark.parametrize("target", ["en", "zh"])
@pytest.mark.parametrize("n_references", [1, 3])
@pytest.mark.parametrize("spec", SCORERS)
def test_surface_sums_give_the_corpus_score_of_sacrebleu(
    spec: str, n_references: int, target: str
) -> None:
    rng = random.Random(f"{spec} {n_references} {target}")
    for n in (1, 2, 20):
        hypotheses = texts(target, rng, n, 0)  # some are empty
        references = [texts(target, rng, n, 1) for _ in range(n_references)]
        expected = SCORERS[spec](target).corpus_score(hypotheses, references).score
        assert ours(spec, references, hypotheses, target) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("spec", SCORERS)
@pytest.mark.parametrize(
    ("hypotheses", "references"),
    [
        (["", ""], ["a cat", "a dog"]),
        (["x"], ["y"]),
        (["a"], ["a"]),
        (["a b"], ["a b c d e f"]),
        (["a b c d e f"], ["a b c d e f"]),
        (["a b c d x"], ["a b c d e"]),
        (["a b", "c"], ["b a", "c"]),
        (["x"], [""]),
        ([""], [""]),
    ],
)
def test_surface_edges_give_the_corpus_score_of_sacrebleu(
    spec: str, hypotheses: list[str], references: list[str]
) -> None:
    expected = SCORERS[spec]("en").corpus_score(hypotheses, [references]).score
    assert ours(spec, [references], hypotheses, "en") == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("spec", SCORERS)
def test_surface_values_of_many_sums_are_those_of_each(spec: str) -> None:
    rng = random.Random(5)
    segments = [Segment("x", "source", (text,)) for text in texts("en", rng, 9, 1)]
    rows = rows_of(spec, segments, texts("en", rng, 9, 0), pair=("de", "en"))
    several = np.array([row.counts for row in rows]).reshape(3, 3, -1)
    metric = create(spec, Setup("de", "en"))
    alone = [[float(metric.value(sums)) for sums in row] for row in several]
    assert metric.value(several).tolist() == alone


@pytest.mark.parametrize("target", ["en", "zh"])
@pytest.mark.parametrize("spec", SCORERS)
def test_surface_signature_has_the_fields_of_sacrebleu(spec: str, target: str) -> None:
    scorer = SCORERS[spec](target)
    scorer.corpus_score(["a"], [["a"]])
    theirs = dict(part.split(":") for part in str(scorer.get_signature()).split("|"))
    theirs["sacrebleu"] = theirs.pop("version")
    del theirs["nrefs"]  # the suite says it
    assert create(spec, Setup("de", target)).signature_parts() == theirs
    assert create("bleu:tokenize=char", Setup("en", "zh")).signature_parts()["tok"] == "char"


def test_surface_bleu_refuses_an_unknown_tokeniser() -> None:
    with pytest.raises(UsageError) as caught:
        create("bleu:tokenize=moses", Setup("en", "de"))
    known = "13a, char, flores101, flores200, intl, ja-mecab, ko-mecab, none, spBLEU-1K, spm, zh"
    assert str(caught.value) == f"bleu: sacreBLEU has no tokeniser 'moses'. Known: {known}"


def test_surface_bleu_tokeniser_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "MeCab", None)
    monkeypatch.delitem(sys.modules, "sacrebleu.tokenizers.tokenizer_ja_mecab", raising=False)
    with pytest.raises(UsageError) as caught:
        create("bleu:tokenize=ja-mecab", Setup("en", "ja"))
    assert str(caught.value).startswith("bleu: the tokeniser 'ja-mecab' is not installed: ")


def test_surface_needs_a_reference() -> None:
    with pytest.raises(DataError):
        rows_of("chrf", [Segment("9", "x")], ["y"])


def test_surface_segments_may_differ_in_their_number_of_references() -> None:
    # TER: 1 edit of 2 words by the first reference, none of 3 by the second's segment
    segments = [Segment("1", "s", ("a b", "a c")), Segment("2", "s", ("x y z",))]
    rows = rows_of("ter", segments, ["a d", "x y z"], pair=("de", "en"))
    assert [row.counts for row in rows] == [(1.0, 2.0, 1.0), (0.0, 3.0, 1.0)]


def test_surface_ter_of_chinese_counts_characters_not_lines() -> None:
    # one of four characters is wrong; as a word between spaces the whole line would be
    (row,) = rows_of("ter", [Segment("1", "s", ("他打破冰",))], ["他打破水"], pair=("en", "zh"))
    assert row.counts == (1.0, 4.0, 1.0)


@pytest.mark.parametrize("spec", ["chrf", "chrf:lowercase=yes", "chrf++"])
def test_surface_chrf_counts_of_every_segment_are_those_of_sacrebleu(spec: str) -> None:
    rng = random.Random(7)
    # So many different characters that their 6-grams have no numbers of 64 bits.
    many = ["".join(chr(rng.randrange(0x4E00, 0x9FFF)) for _ in range(900)) for _ in range(20)]
    references = [*texts("en", rng, 40, 0), *many, "aaaaaaa", "", "\U0001f600\U0001f600", "x"]
    hypotheses = [*texts("en", rng, 40, 0), *(text[450:] + text[:400] for text in many),
                  "aaa aaaaaaaaaa", "abc", " \U0001f600", "(Hi)!"]  # fmt: skip
    segments = [Segment(str(n), "source", (text,)) for n, text in enumerate(references)]
    scorer = SCORERS[spec]("en")
    expected = [
        scorer._extract_corpus_statistics([hypothesis], [[reference]])[0]
        for hypothesis, reference in zip(hypotheses, references, strict=True)
    ]
    found = [[*row.counts[:-1]] for row in rows_of(spec, segments, hypotheses, pair=("de", "en"))]
    assert found == expected
