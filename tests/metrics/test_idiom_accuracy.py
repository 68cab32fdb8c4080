"""Word-level idiom accuracy (H - I) / N by hand."""

import pytest
from measuring import links, marked, rows_of, totals, value_of

from litmus.alignment.links import Alignment
from litmus.corpus.segment import Segment
from litmus.metrics.base import SegmentRow

DE_EN = ("de", "en")


def everything(target: str) -> Alignment:
    """Every target word linked to the only source word."""
    empty = links("sterben", target, [])
    return Alignment(
        empty.source, empty.target, frozenset((0, j) for j in range(len(empty.target)))
    )


def rows(
    options: str, hypothesis: str, reference: str, equivalents: tuple[str, ...]
) -> list[SegmentRow]:
    return rows_of(
        f"idiom-accuracy{options}",
        [marked("sterben", reference, idiom="sterben", equivalents=equivalents)],
        [hypothesis],
        pair=DE_EN,
        reference_links=[everything(reference)],
        hypothesis_links=[everything(hypothesis)],
    )


DUST, BUCKET = "bite the dust", ("kick the bucket", "croak")


def test_idiom_accuracy_counts() -> None:
    for options, reference, hypothesis, expected in (
        # right words H, extra words I, words of the gold N
        ("", DUST, "bite the big dust", (3, 1, 3)),
        ("", DUST, "kick the old bucket", (1, 3, 3)),
        (":extra=ignore", DUST, "kick the old bucket", (1, 0, 3)),
        ("", DUST, "", (0, 0, 3)),
        # a repeated word counts as often as the gold has it
        ("", DUST, "the the the", (1, 2, 3)),
        ("", "the more the merrier", "the the", (2, 0, 4)),
        # punctuation, capitals, combining marks, text from right to left
        ("", DUST, "bite, the dust!", (3, 0, 3)),
        ("", DUST, "Bite The Dust", (3, 0, 3)),
        (":case=exact", DUST, "Bite The Dust", (0, 3, 3)),
        ("", "café", "cafe\u0301", (1, 0, 1)),
        ("", "הוא מת", "מת הוא", (2, 0, 2)),
        # the gold of the dictionary, or the one that suits
        (":gold=equivalent", DUST, "kick the bucket", (3, 0, 3)),
        (":gold=equivalent", DUST, "bite the dust", (1, 2, 3)),
        (":gold=best", DUST, "bite the dust", (3, 0, 3)),
        (":gold=best", DUST, "kick the bucket", (3, 0, 3)),
        (":gold=best", DUST, "croak", (1, 0, 1)),
        # no gold words, no evidence
        (":gold=equivalent", "", "kick", None),
        ("", "...", "kick", None),
    ):
        known = () if not reference else BUCKET[:1] if "equivalent" in options else BUCKET
        found = [row.counts for row in rows(options, hypothesis, reference or DUST, known)]
        assert found == ([(*expected, 1)] if expected else []), (options, reference, hypothesis)


def test_idiom_accuracy_sums_words_before_it_divides() -> None:
    # (3 - 0 + 0 - 1) / (3 + 3): words weigh alike, not idioms
    both = [*rows("", DUST, DUST, ()), *rows("", "kick", DUST, ())]
    assert value_of("idiom-accuracy", both, DE_EN) == pytest.approx(100 * 2 / 6)
    extra = rows("", "kick the old bucket", DUST, ())
    assert value_of("idiom-accuracy", extra, DE_EN) == pytest.approx(-200 / 3)


def test_idiom_accuracy_against_the_equivalent_needs_no_reference_links() -> None:
    segment = marked("sterben", idiom="sterben", equivalents=("kick it",))
    rows = rows_of(
        "idiom-accuracy:gold=equivalent",
        [segment],
        ["kick it"],
        pair=DE_EN,
        hypothesis_links=[everything("kick it")],
    )
    assert totals(rows) == (2.0, 0.0, 2.0, 1.0)


def test_idiom_accuracy_counts_linked_words_only() -> None:
    segment = marked("er starb gestern", "he died yesterday", idiom="starb")
    source, target = segment.source, "he kicked it yesterday"
    rows = rows_of(
        "idiom-accuracy",
        [segment],
        [target],
        pair=DE_EN,
        reference_links=[links(source, segment.references[0], [("starb", "died")])],
        hypothesis_links=[links(source, target, [("starb", "kicked"), ("starb", "it")])],
    )
    assert totals(rows) == (0.0, 2.0, 1.0, 1.0)
    assert rows[0].evidence["hypothesis_words"] == ["kicked", "it"]


def test_idiom_accuracy_without_idioms_is_no_evidence() -> None:
    segment = Segment("1", "er starb", ("he died",))
    none = [links("er starb", "he died", [])]
    rows = rows_of("idiom-accuracy", [segment], ["he died"], pair=DE_EN, reference_links=none,
                   hypothesis_links=none)  # fmt: skip
    assert rows == []
