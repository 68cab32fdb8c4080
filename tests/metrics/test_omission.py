"""Omission by hand."""

import pytest
from measuring import links, marked, rows_of, totals, value_of

from litmus.alignment.aligners import load_aligner
from litmus.metrics.base import Setup
from litmus.metrics.registry import create

BUCKET = marked("he kicked the bucket", "il est mort", idiom="kicked the bucket")


@pytest.mark.parametrize(
    ("hypothesis", "pairs", "expected"),
    [
        ("il mourut", [("he", "il")], 1.0),
        ("il mourut", [("he", "il"), ("bucket", "mourut")], 0.0),
        ("il !", [("bucket", "!")], 1.0),  # punctuation translates nothing
        ("", [], 1.0),
        ("مات", [("bucket", "مات")], 0.0),
    ],
)
def test_omission_is_an_idiom_without_a_linked_word(
    hypothesis: str, pairs: list[tuple[str, str]], expected: float
) -> None:
    linked = [links(BUCKET.source, hypothesis, pairs)]
    rows = rows_of("omission:evidence=links", [BUCKET], [hypothesis], hypothesis_links=linked)
    assert [row.counts for row in rows] == [(expected, 1.0)]


def test_omission_by_hand() -> None:
    # 3 idioms, 1 of them left out
    hypotheses = ["il mourut", "il mourut", "il"]
    pairs = [[("bucket", "mourut")], [("kicked", "mourut")], [("he", "il")]]
    rows = rows_of(
        "omission:evidence=links",
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


# --- all evidence ----------------------------------------------------------------------------

SOURCE = "When the news came , the old man kicked the bucket in his garden behind the house ."
WHOLE = "Quand la nouvelle arriva , le vieil homme mourut dans son jardin derrière la maison ."
CUT = "Quand la nouvelle arriva , dans son jardin derrière la maison ."


def chance(hypothesis: str, label: str = "kick the bucket") -> float:
    segment = marked(SOURCE, idiom="kicked the bucket", label=label)
    alignment = load_aligner("embedded", ("en", "fr")).align([(SOURCE, hypothesis)])
    (row,) = rows_of("omission", [segment], [hypothesis], hypothesis_links=alignment)
    assert row.evidence["omitted"] is (row.counts[0] == 1.0)
    return float(row.evidence["chance"])


def test_what_makes_an_omission_likely() -> None:
    assert chance(CUT, "unlisted") > chance(WHOLE, "unlisted")
    assert chance(WHOLE) == 0.0  # an equivalent is there
    assert chance("") == 1.0


def test_a_pair_without_a_dictionary_goes_by_links() -> None:
    metric = create("omission", Setup("de", "fr"))
    assert metric.signature_parts()["evidence"] == "links"
    assert create("omission", Setup("en", "fr")).signature_parts()["evidence"] == "all"
