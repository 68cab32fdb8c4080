"""Word F-measure by hand."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from measuring import tagged

from litmus.corpus.segment import Segment
from litmus.errors import UsageError
from litmus.metrics.base import Batch, Outputs, SegmentRow, Setup
from litmus.metrics.registry import create


def rows(spec: str, reference: str, hypothesis: str, *, tags: bool = True) -> list[SegmentRow]:
    metric = create(spec, Setup("en", "de"))
    truth, found = tagged(reference), tagged(hypothesis)
    batch = Batch([Segment("1", "x", (" ".join(truth.tokens),))], reference_tags=[truth])
    outputs = Outputs("sys", [" ".join(found.tokens)], tags=[found] if tags else None)
    return metric.measure(metric.prepare(batch), outputs)


def counts(spec: str, reference: str, hypothesis: str, **options: bool) -> dict[str | None, object]:
    return {row.label: row.counts for row in rows(spec, reference, hypothesis, **options)}


def test_word_f_of_reference_tags_by_hand() -> None:
    # du is tagged twice; the hypothesis has it once and once more untagged words
    found = counts("word-f", "du/T und du/T", "du und Sie", tags=False)
    assert found == {"T": (1.0, 2.0, 1.0)}  # matched, reference, hypothesis


def test_word_f_of_reference_tags_counts_more_of_the_same_words_as_wrong() -> None:
    assert counts("word-f", "du/T gehst", "du und du", tags=False) == {"T": (1.0, 1.0, 2.0)}


def test_word_f_a_word_that_the_reference_has_without_the_tag_too_is_no_surplus() -> None:
    # as in a paragraph, where a word is tagged from its second sentence on
    assert counts("word-f", "Hund und Hund/T", "Hund und Hund", tags=False) == {
        "T": (1.0, 1.0, 1.0)
    }
    assert counts("word-f", "Hund und Hund/T", "Hund Hund Hund", tags=False) == {
        "T": (1.0, 1.0, 2.0)
    }
    # which of two is missing nobody knows: the one with the tag counts as said
    assert counts("word-f", "Hund und Hund/T", "Hund", tags=False) == {"T": (1.0, 1.0, 1.0)}


@given(st.lists(st.tuples(st.sampled_from("abc"), st.booleans()), min_size=1, max_size=9))
def test_word_f_of_the_reference_itself_is_perfect(words: list[tuple[str, bool]]) -> None:
    reference = " ".join(f"{word}/T" if with_tag else word for word, with_tag in words)
    itself = " ".join(word for word, _ in words)
    total = float(sum(with_tag for _, with_tag in words))
    expected = {"T": (total, total, total)} if total else {}
    assert counts("word-f", reference, itself, tags=False) == expected


def test_word_f_says_how_it_counts_where_only_the_reference_is_tagged() -> None:
    setup = Setup("en", "de")
    assert create("word-f", setup).signature_parts()["counts"] == "v2"
    assert "counts" not in create("word-f:tags=both", setup).signature_parts()


def test_word_f_of_reference_tags_ignores_the_tags_of_the_hypothesis() -> None:
    assert counts("word-f", "du/T gehst", "ihr/T geht") == {"T": (0.0, 1.0, 0.0)}


def test_word_f_values_by_hand() -> None:
    # matched 1, reference 2, hypothesis 4: recall 1/2, precision 1/4, F = 2 / 6
    metric = create("word-f", Setup("en", "de"))
    shown = {r.suffix: float(r.value(np.array([1.0, 2.0, 4.0]))) for r in metric.readings}
    assert shown == pytest.approx({"": 100 / 3, "precision": 25.0, "recall": 50.0})


def test_word_f_does_not_change_its_argument() -> None:
    sums = np.array([1.0, 2.0, 4.0])
    create("word-f", Setup("en", "de")).value(sums)
    assert sums.tolist() == [1.0, 2.0, 4.0]


def test_word_f_without_tagged_words_is_undefined_not_zero() -> None:
    assert rows("word-f", "wir gehen", "wir gehen", tags=False) == []
    assert math.isnan(create("word-f", Setup("en", "de")).value(np.zeros(3)))


def test_word_f_of_an_empty_translation_is_zero() -> None:
    assert counts("word-f", "du/T gehst", "", tags=False) == {"T": (0.0, 1.0, 0.0)}


def test_word_f_a_word_with_two_tags_counts_for_both() -> None:
    assert counts("word-f", "du/T+SUBJ gehst", "du", tags=False) == {
        "SUBJ": (1.0, 1.0, 1.0),
        "T": (1.0, 1.0, 1.0),
    }


def test_word_f_shows_the_words_that_are_missing() -> None:
    (row,) = rows("word-f", "du/T und dein/T Hund", "du und ein Hund", tags=False)
    assert row.evidence == {"tag": "T", "missing": ["dein"]}


def test_word_f_case_is_kept_unless_folded() -> None:
    assert counts("word-f", "du/T", "Du", tags=False) == {"T": (0.0, 1.0, 0.0)}
    assert counts("word-f:case=fold", "du/T", "Du", tags=False) == {"T": (1.0, 1.0, 1.0)}


def test_word_f_of_both_sides_by_hand() -> None:
    # du: in the reference, which tags it T; the second du and Sie take their own tags
    found = counts("word-f:tags=both", "du/T gehst", "du/V du/T Sie/V")
    assert found == {"T": (1.0, 1.0, 2.0), "V": (0.0, 0.0, 1.0)}


def test_word_f_of_both_sides_takes_words_in_order() -> None:
    # sie stands twice in the reference with different tags; one sie matches the first
    found = counts("word-f:tags=both", "sie/A sie/B", "sie/B")
    assert found == {"A": (1.0, 1.0, 1.0), "B": (0.0, 1.0, 0.0)}


def test_word_f_of_both_sides_shows_the_words_that_are_missing() -> None:
    shown = {
        row.label: row.evidence["missing"]
        for row in rows("word-f:tags=both", "sie/A sie/B geht/C", "sie/B")
    }
    assert shown == {"A": [], "B": ["sie"], "C": ["geht"]}


def test_word_f_as_compare_mt_tags_both_sides_and_says_so() -> None:
    metric = create("word-f:compat=compare-mt", Setup("en", "de"))
    assert metric.signature_parts()["tags"] == "both"


def test_word_f_reads_text_from_right_to_left_and_combining_marks() -> None:
    assert counts("word-f", "אתה/T הולך", "אתה הולך", tags=False) == {"T": (1.0, 1.0, 1.0)}
    assert counts("word-f", "t\u00fa/T", "tu\u0301", tags=False) == {"T": (1.0, 1.0, 1.0)}


def test_word_f_needs_tags_of_the_reference() -> None:
    metric = create("word-f", Setup("en", "de"))
    with pytest.raises(UsageError) as caught:
        metric.prepare(Batch([Segment("1", "x", ("y",))]))
    assert str(caught.value) == ("word-f needs tags for the reference.\nGive a file: tags=REF.tags")


def test_word_f_of_both_sides_needs_tags_of_the_system() -> None:
    with pytest.raises(UsageError) as caught:
        rows("word-f:tags=both", "du/T", "du", tags=False)
    assert str(caught.value) == (
        "word-f with tags=both needs tags for sys.\nGive a file: tags=sys=HYP.tags"
    )


def test_word_f_as_muda_needs_the_tag_on_both_sides() -> None:
    # du: T on both sides; gehst: T in the reference only; heim: T in the hypothesis only
    found = counts("word-f:compat=muda", "du/T gehst/T heim", "du/T gehst heim/T")
    assert found == {"T": (1.0, 2.0, 2.0)}


def test_word_f_as_muda_knows_no_case_and_no_punctuation_around_words() -> None:
    assert counts("word-f:compat=muda", "«Du»/T", "du/T") == {"T": (1.0, 1.0, 1.0)}
