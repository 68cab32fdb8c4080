"""Word-level idiom accuracy (H - I) / N by hand."""

import math

import pytest
from measuring import links, marked, rows_of, totals, value_of

from litmus.alignment.links import Alignment
from litmus.corpus.segment import Segment
from litmus.metrics.base import SegmentRow

DE_EN = ("de", "en")


def everything(source: str, target: str) -> Alignment:
    """Every target word linked to the first source word."""
    empty = links(source, target, [])
    return Alignment(
        empty.source, empty.target, frozenset((0, j) for j in range(len(empty.target)))
    )


def row(
    hypothesis: str,
    *,
    spec: str = "idiom-accuracy",
    reference: str = "bite the dust",
    equivalents: tuple[str, ...] = (),
) -> SegmentRow | None:
    segment = marked("sterben", reference, idiom="sterben", equivalents=equivalents)
    rows = rows_of(
        spec,
        [segment],
        [hypothesis],
        pair=DE_EN,
        reference_links=[everything("sterben", reference)],
        hypothesis_links=[everything("sterben", hypothesis)],
    )
    return rows[0] if rows else None


def counts(hypothesis: str, **options: object) -> tuple[float, ...]:
    found = row(hypothesis, **options)  # type: ignore[arg-type]
    assert found is not None
    return found.counts


def test_idiom_accuracy_by_hand() -> None:
    # gold: bite the dust (N = 3); "bite the big dust": H = 3, I = 1
    assert counts("bite the big dust") == (3.0, 1.0, 3.0, 1.0)
    found = row("bite the big dust")
    assert found is not None
    assert value_of("idiom-accuracy", [found], DE_EN) == pytest.approx(100 * 2 / 3)


def test_idiom_accuracy_is_negative_when_extra_words_outnumber_the_right_ones() -> None:
    # "kick the old bucket": H = 1 (the), I = 3: (1 - 3) / 3
    found = row("kick the old bucket")
    assert found is not None
    assert found.counts == (1.0, 3.0, 3.0, 1.0)
    assert value_of("idiom-accuracy", [found], DE_EN) == pytest.approx(-200 / 3)


def test_idiom_accuracy_extra_words_can_be_left_out() -> None:
    assert counts("kick the old bucket", spec="idiom-accuracy:extra=ignore")[:2] == (1.0, 0.0)


def test_idiom_accuracy_sums_words_before_it_divides() -> None:
    # (3 - 0 + 0 - 1) / (3 + 3): words weigh alike, not idioms
    rows = [row("bite the dust"), row("kick")]
    assert totals(r for r in rows if r) == (3.0, 1.0, 6.0, 2.0)
    assert value_of("idiom-accuracy", [r for r in rows if r], DE_EN) == pytest.approx(100 * 2 / 6)


def test_idiom_accuracy_of_an_empty_translation_is_zero() -> None:
    assert counts("") == (0.0, 0.0, 3.0, 1.0)


def test_idiom_accuracy_counts_a_repeated_word_as_often_as_the_gold_has_it() -> None:
    assert counts("the the the") == (1.0, 2.0, 3.0, 1.0)
    assert counts("the the", reference="the more the merrier") == (2.0, 0.0, 4.0, 1.0)


def test_idiom_accuracy_leaves_punctuation_out() -> None:
    assert counts("bite, the dust!") == (3.0, 0.0, 3.0, 1.0)


def test_idiom_accuracy_folds_case_unless_told_otherwise() -> None:
    assert counts("Bite The Dust")[0] == 3.0
    assert counts("Bite The Dust", spec="idiom-accuracy:case=exact")[:2] == (0.0, 3.0)


def test_idiom_accuracy_against_the_equivalent() -> None:
    # the dictionary says "kick the bucket"
    spec, known = "idiom-accuracy:gold=equivalent", ("kick the bucket",)
    assert counts("kick the bucket", spec=spec, equivalents=known) == (3.0, 0.0, 3.0, 1.0)
    assert counts("bite the dust", spec=spec, equivalents=known) == (1.0, 2.0, 3.0, 1.0)


def test_idiom_accuracy_against_the_equivalent_needs_no_reference_links() -> None:
    segment = marked("sterben", idiom="sterben", equivalents=("kick it",))
    rows = rows_of(
        "idiom-accuracy:gold=equivalent",
        [segment],
        ["kick it"],
        pair=DE_EN,
        hypothesis_links=[everything("sterben", "kick it")],
    )
    assert totals(rows) == (2.0, 0.0, 2.0, 1.0)


def test_idiom_accuracy_best_takes_the_gold_that_suits() -> None:
    spec, known = "idiom-accuracy:gold=best", ("kick the bucket", "croak")
    assert counts("bite the dust", spec=spec, equivalents=known) == (3.0, 0.0, 3.0, 1.0)
    assert counts("kick the bucket", spec=spec, equivalents=known) == (3.0, 0.0, 3.0, 1.0)
    assert counts("croak", spec=spec, equivalents=known) == (1.0, 0.0, 1.0, 1.0)


def test_idiom_accuracy_without_gold_words_is_no_evidence() -> None:
    assert row("kick", spec="idiom-accuracy:gold=equivalent") is None
    assert row("kick", reference="...") is None
    assert math.isnan(value_of("idiom-accuracy", [], DE_EN))


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


def test_idiom_accuracy_reads_combining_marks_and_text_from_right_to_left() -> None:
    assert counts("cafe\u0301", reference="café")[0] == 1.0
    assert counts("מת הוא", reference="הוא מת")[0] == 2.0


def test_idiom_accuracy_of_nothing_is_undefined_not_zero() -> None:
    segment = Segment("1", "er starb", ("he died",))
    rows = rows_of(
        "idiom-accuracy",
        [segment],
        ["x"],
        pair=DE_EN,
        reference_links=[links("er starb", "he died", [])],
        hypothesis_links=[links("er starb", "x", [])],
    )
    assert rows == []
    assert math.isnan(value_of("idiom-accuracy", rows, DE_EN))
