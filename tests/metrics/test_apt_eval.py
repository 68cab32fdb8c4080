"""APT-Eval by hand."""

import numpy as np
import pytest
from measuring import links, marked, rows_of, totals
from sacrebleu.metrics import CHRF, TER

from litmus.alignment.links import Alignment
from litmus.corpus.segment import Idiom, Segment
from litmus.errors import UsageError
from litmus.language.words import token_offsets
from litmus.metrics.base import SegmentRow, Setup
from litmus.metrics.idiom.apt_eval import mwe_score
from litmus.metrics.registry import create

SOURCE = "we broke the ice today"
ICE = marked(SOURCE, "nous avons rompu la glace", idiom="broke the ice")
REFERENCE_LINKS = links(SOURCE, ICE.references[0], [("broke", "rompu"), ("the", "la"), ("ice", "glace")])  # fmt: skip


def measured(
    spec: str, hypothesis: str, *pairs: tuple[str, str], segment: Segment = ICE
) -> SegmentRow:
    reference = links(segment.source, segment.references[0], [])
    (row,) = rows_of(
        spec,
        [segment],
        [hypothesis],
        reference_links=[REFERENCE_LINKS if segment.source == SOURCE else reference],
        hypothesis_links=[links(segment.source, hypothesis, pairs)],
    )
    return row


def unigram(row: SegmentRow) -> float:
    assert row.counts[5:] == (1.0, 0.0)
    return row.counts[0]


BROKEN = ("nous avons brisé la glace", ("broke", "brisé"), ("the", "la"), ("ice", "glace"))
SAME = ("nous avons rompu la glace", ("broke", "rompu"), ("the", "la"), ("ice", "glace"))


def test_apt_eval_by_hand() -> None:
    # the reference's words rompu, la, glace; the hypothesis links brisé, la, glace: 2 of 3
    row = measured("apt-eval", *BROKEN)
    assert unigram(row) == pytest.approx(2 / 3)
    assert row.evidence["reference_words"] == ["rompu", "la", "glace"]
    assert row.evidence["hypothesis_words"] == ["brisé", "la", "glace"]
    # BLEU: sacreBLEU's add-k leaves unigrams alone. Pieces "brisé la glace" / "rompu la glace":
    # 2/3, (1 + 1) / (2 + 1), (0 + 1) / (1 + 1), and no 4-gram: (0 + 1) / (0 + 1)
    assert row.counts[3] == pytest.approx((2 / 3 * 2 / 3 * 1 / 2 * 1) ** 0.25)


def test_apt_eval_other_scores_are_those_of_sacrebleu_on_the_pieces() -> None:
    row = measured("apt-eval", "nous brisons la glace", ("broke", "brisons"), ("ice", "glace"))
    piece, reference = "brisons glace", ["rompu la glace"]
    assert row.counts[1] == pytest.approx(CHRF().sentence_score(piece, reference).score / 100)
    assert row.counts[2] == pytest.approx(TER().sentence_score(piece, reference).score / 100)


def test_apt_eval_words_count_where_they_are_linked_in_any_place() -> None:
    outside = measured("apt-eval", SAME[0], ("we", "glace"), ("broke", "rompu"))
    assert unigram(outside) == pytest.approx(1 / 3)
    apart = measured("apt-eval", "rompu avons glace la", ("broke", "rompu"), ("ice", "glace"))
    assert unigram(apart) == pytest.approx(2 / 3)


def test_apt_eval_edit_distance_score_by_hand() -> None:
    # nearest to "rompu": "rompre", 2 edits of 5 letters; "la" and "glace" are there
    score = mwe_score(["rompre", "la", "glace"], ["rompu", "la", "glace"])
    assert score == pytest.approx((3 / 5 + 1 + 1) / 3)
    assert mwe_score(["anticonstitutionnellement"], ["et"]) == 0.0  # never negative


def test_apt_eval_of_nothing_and_of_the_reference_itself() -> None:
    # unigram, chrF, TER (every reference word is an edit), BLEU, edit distance
    assert measured("apt-eval", "").counts == (0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0)
    # sacreBLEU: 100.00000000000004
    assert measured("apt-eval", *SAME).counts == (1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0)


def test_apt_eval_without_linked_reference_words_is_no_evidence() -> None:
    segment = marked("cold feet", "la trouille", idiom="cold feet")
    row = measured("apt-eval", "les pieds", ("feet", "pieds"), segment=segment)
    assert row.counts == (0.0,) * 6 + (1.0,)
    assert create("apt-eval", Setup("en", "fr")).notes(np.array(row.counts)) == [
        "apt-eval: no reference word is linked to 1 idiom (100.0 %); such idioms are no evidence."
    ]


def every_word_linked(target: str) -> Alignment:
    """Each target word, also one that repeats, linked to the only source word."""
    empty = links("roundabout", target, [])
    everything = frozenset((0, j) for j in range(len(empty.target)))
    return Alignment(empty.source, empty.target, everything)


def test_apt_eval_unigram_precision() -> None:
    for options, reference, hypothesis, expected in (
        ("", "glace", "glace", 1),
        # repeated words are clipped; as published, a piece against itself falls below 1
        ("", "tour et tour", "tour et tour", 1),
        ("", "tour et tour", "tour", 1 / 3),
        ("", "tour et", "tour tour tour", 1 / 2),
        (":compat=idiom-mt", "tour et tour", "tour et tour", 2 / 3),
        # capitals, accents that were typed apart, text from right to left
        ("", "La glace", "la Glace", 0),
        (":case=fold", "La glace", "la Glace", 1),
        ("", "forêt", "fore\u0302t", 1),
        ("", "הוא מת", "מת הוא", 1),
    ):
        (row,) = rows_of(
            f"apt-eval{options}",
            [marked("roundabout", reference, idiom="roundabout")],
            [hypothesis],
            reference_links=[every_word_linked(reference)],
            hypothesis_links=[every_word_linked(hypothesis)],
        )
        assert unigram(row) == pytest.approx(expected), (options, reference, hypothesis)


EQUIVALENT = marked(
    SOURCE, "nous avons rompu la glace", idiom="broke the ice",
    equivalents=("détendre l'atmosphère", "briser la glace"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("references", "hypothesis", "expected"),
    [
        ("aligned", "briser glace", 1 / 3),  # rompu la glace
        ("equivalent", "briser glace", 2 / 3),  # briser la glace
        ("both", "briser glace", 2 / 3),
        ("both", "rompu glace", 2 / 3),
        ("equivalent", "rompu glace", 1 / 3),
        ("equivalent", "détendre atmosphère", 2 / 3),  # détendre l atmosphère
    ],
)
def test_apt_eval_takes_the_references_it_is_told_to(
    references: str, hypothesis: str, expected: float
) -> None:
    first, second = hypothesis.split()
    pairs = ("broke", first), ("ice", second)
    spec = f"apt-eval:references={references}"
    row = measured(spec, hypothesis, *pairs, segment=EQUIVALENT)
    assert unigram(row) == pytest.approx(expected)


def test_apt_eval_equivalents_are_evidence_where_no_reference_word_is_linked() -> None:
    segment = marked("cold feet", "la trouille", idiom="cold feet", equivalents=("le trac",))
    row = measured("apt-eval:references=both", "le trac", ("feet", "trac"), segment=segment)
    assert unigram(row) == pytest.approx(1 / 2)


def test_apt_eval_takes_the_words_of_the_span() -> None:
    for options, span, expected in (
        # "ice" stands twice; the published code looks the span up as text and finds the first
        (":compat=idiom-mt", (4, 10), ["y", "z"]),
        (":compat=idiom-mt", (0, 3), ["x"]),
        (":compat=idiom-mt", (7, 10), ["x"]),
        ("", (7, 10), ["z"]),
    ):
        assert reference_words(options, "ice on ice", span, "x y z") == expected, (options, span)


def test_apt_eval_as_published_takes_a_word_that_the_span_only_opens() -> None:
    source = "they have future-proof jobs"
    assert reference_words(":compat=idiom-mt", source, (5, 16), "a b c d") == ["b", "c"]


def reference_words(options: str, source: str, span: tuple[int, int], target: str) -> list[str]:
    """Where word n is linked to word n."""
    sides = [token_offsets(text, "moses", "en") for text in (source, target)]
    diagonal = Alignment(sides[0], sides[1], frozenset((i, i) for i in range(len(sides[1]))))
    segment = Segment("1", source, (target,), idioms=(Idiom("x", (span,)),))
    (row,) = rows_of(
        f"apt-eval{options}",
        [segment],
        [target],
        reference_links=[diagonal],
        hypothesis_links=[diagonal],
    )
    found: list[str] = row.evidence["reference_words"]
    return found


def test_apt_eval_needs_links_of_the_reference() -> None:
    with pytest.raises(UsageError) as caught:
        rows_of("apt-eval", [ICE], ["x"])
    assert str(caught.value) == (
        "apt-eval needs word alignments for the reference.\n"
        "Give a Pharaoh file: aligners=REF.align\n"
        "Or leave out aligners: then one aligner links the reference and all systems."
    )


def test_apt_eval_means_are_over_idioms() -> None:
    # 1 and 1/3: the mean is 2/3, whatever the lengths
    rows = [measured("apt-eval", *SAME), measured("apt-eval", SAME[0], ("ice", "glace"))]
    metric = create("apt-eval", Setup("en", "fr"))
    assert float(metric.value(np.array(totals(rows)))) == pytest.approx(200 / 3)
    assert {reading.suffix: reading.higher_is_better for reading in metric.readings} == {
        "": True, "chrf": True, "ter": False, "bleu": True, "mwe": True,
    }  # fmt: skip
