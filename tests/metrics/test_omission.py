"""Omission by hand."""

import math

import pytest
from measuring import links, marked, rows_of, totals, value_of

from litmus.corpus.segment import Segment

BUCKET = marked("he kicked the bucket", "il est mort", idiom="kicked the bucket")


def omitted(hypothesis: str, pairs: list[tuple[str, str]]) -> float:
    alignment = links(BUCKET.source, hypothesis, pairs)
    (row,) = rows_of("omission", [BUCKET], [hypothesis], hypothesis_links=[alignment])
    assert row.counts[1] == 1.0
    return row.counts[0]


def test_omission_is_an_idiom_without_a_linked_word() -> None:
    assert omitted("il mourut", [("he", "il")]) == 1.0
    assert omitted("il mourut", [("he", "il"), ("bucket", "mourut")]) == 0.0


def test_omission_punctuation_translates_nothing() -> None:
    assert omitted("il !", [("bucket", "!")]) == 1.0


def test_omission_of_everything() -> None:
    assert omitted("", []) == 1.0


def test_omission_by_hand() -> None:
    # 3 idioms, 1 of them left out
    hypotheses = ["il mourut", "il mourut", "il"]
    pairs = [[("bucket", "mourut")], [("kicked", "mourut")], [("he", "il")]]
    rows = rows_of(
        "omission",
        [BUCKET] * 3,
        hypotheses,
        hypothesis_links=[
            links(BUCKET.source, h, p) for h, p in zip(hypotheses, pairs, strict=True)
        ],
    )
    assert totals(rows) == (1.0, 3.0)
    assert value_of("omission", rows) == pytest.approx(100 / 3)


def test_omission_needs_no_reference() -> None:
    segment = marked("the bucket", idiom="bucket")
    alignment = links("the bucket", "un seau", [("bucket", "seau")])
    (row,) = rows_of("omission", [segment], ["un seau"], hypothesis_links=[alignment])
    assert (row.counts, row.evidence["hypothesis_words"]) == ((0.0, 1.0), ["seau"])


def test_omission_without_idioms_is_undefined_not_zero() -> None:
    segment = Segment("1", "the bucket", ("un seau",))
    rows = rows_of("omission", [segment], ["x"], hypothesis_links=[links("the bucket", "x", [])])
    assert rows == []
    assert math.isnan(value_of("omission", rows))


def test_omission_a_word_of_arabic_letters_is_a_translation() -> None:
    assert omitted("مات", [("bucket", "مات")]) == 0.0
