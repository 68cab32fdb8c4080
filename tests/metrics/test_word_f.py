"""Word F-measure by hand."""

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


def test_word_f_counts() -> None:
    for spec, reference, hypothesis, expected in (
        # matched, reference, hypothesis: du is tagged twice; the hypothesis has it once and more
        # untagged words
        ("word-f", "du/T und du/T", "du und Sie", {"T": (1, 2, 1)}),
        # more of the same words are wrong
        ("word-f", "du/T gehst", "du und du", {"T": (1, 1, 2)}),
        # but not where the reference has the word without the tag too, as in a paragraph, where a
        # word is tagged from its second sentence on
        ("word-f", "Hund und Hund/T", "Hund und Hund", {"T": (1, 1, 1)}),
        ("word-f", "Hund und Hund/T", "Hund Hund Hund", {"T": (1, 1, 2)}),
        # which of two is missing nobody knows: the one with the tag counts as said
        ("word-f", "Hund und Hund/T", "Hund", {"T": (1, 1, 1)}),
        ("word-f", "du/T gehst", "", {"T": (0, 1, 0)}),
        ("word-f", "wir gehen", "wir gehen", {}),
        ("word-f", "du/T+SUBJ gehst", "du", {"SUBJ": (1, 1, 1), "T": (1, 1, 1)}),
        ("word-f", "du/T", "Du", {"T": (0, 1, 0)}),
        ("word-f:case=fold", "du/T", "Du", {"T": (1, 1, 1)}),
        ("word-f", "אתה/T הולך", "אתה הולך", {"T": (1, 1, 1)}),
        ("word-f", "t\u00fa/T", "tu\u0301", {"T": (1, 1, 1)}),
        # tags of the hypothesis are ignored
        ("word-f", "du/T gehst", "ihr/T geht", {"T": (0, 1, 0)}),
        # du: in the reference, which tags it T; the second du and Sie take their own tags
        ("word-f:tags=both", "du/T gehst", "du/V du/T Sie/V", {"T": (1, 1, 2), "V": (0, 0, 1)}),
        # sie stands twice in the reference with different tags; one sie matches the first
        ("word-f:tags=both", "sie/A sie/B", "sie/B", {"A": (1, 1, 1), "B": (0, 1, 0)}),
        # du: T on both sides; gehst: T in the reference only; heim: T in the hypothesis only
        ("word-f:compat=muda", "du/T gehst/T heim", "du/T gehst heim/T", {"T": (1, 2, 2)}),
        # neither case nor punctuation around words
        ("word-f:compat=muda", "«Du»/T", "du/T", {"T": (1, 1, 1)}),
    ):
        assert counts(spec, reference, hypothesis, tags="/" in hypothesis) == expected, (
            spec,
            reference,
            hypothesis,
        )


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
    assert create("word-f:compat=compare-mt", setup).signature_parts()["tags"] == "both"


def test_word_f_shows_the_words_that_are_missing() -> None:
    (row,) = rows("word-f", "du/T und dein/T Hund", "du und ein Hund", tags=False)
    assert row.evidence == {"tag": "T", "missing": ["dein"]}
    found = rows("word-f:tags=both", "sie/A sie/B geht/C", "sie/B")
    missing = {row.label: row.evidence["missing"] for row in found}
    assert missing == {"A": [], "B": ["sie"], "C": ["geht"]}


def test_word_f_values_by_hand() -> None:
    # matched 1, reference 2, hypothesis 4: recall 1/2, precision 1/4, F = 2 / 6
    metric = create("word-f", Setup("en", "de"))
    sums = np.array([1.0, 2.0, 4.0])
    shown = {r.suffix: float(r.value(sums)) for r in metric.readings}
    assert sums.tolist() == [1.0, 2.0, 4.0]
    assert shown == pytest.approx({"": 100 / 3, "precision": 25.0, "recall": 50.0})


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
