"""APT-Eval by hand."""

import math

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
    spec: str, hypothesis: str, pairs: list[tuple[str, str]], segment: Segment = ICE
) -> SegmentRow:
    alignment = links(segment.source, hypothesis, pairs)
    reference = links(segment.source, segment.references[0], [])
    (row,) = rows_of(
        spec,
        [segment],
        [hypothesis],
        reference_links=[REFERENCE_LINKS if segment.source == SOURCE else reference],
        hypothesis_links=[alignment],
    )
    return row


def unigram(row: SegmentRow) -> float:
    assert row.counts[5:] == (1.0, 0.0)
    return row.counts[0]


def test_apt_eval_unigram_precision_by_hand() -> None:
    # the reference's words rompu, la, glace; the hypothesis links brisé, la, glace: 2 of 3
    row = measured(
        "apt-eval",
        "nous avons brisé la glace",
        [("broke", "brisé"), ("the", "la"), ("ice", "glace")],
    )
    assert unigram(row) == pytest.approx(2 / 3)
    assert row.evidence["reference_words"] == ["rompu", "la", "glace"]
    assert row.evidence["hypothesis_words"] == ["brisé", "la", "glace"]


def test_apt_eval_words_outside_the_links_do_not_count() -> None:
    row = measured("apt-eval", "nous avons rompu la glace", [("we", "glace"), ("broke", "rompu")])
    assert unigram(row) == pytest.approx(1 / 3)


def test_apt_eval_words_need_not_be_contiguous() -> None:
    row = measured("apt-eval", "rompu avons glace la", [("broke", "rompu"), ("ice", "glace")])
    assert unigram(row) == pytest.approx(2 / 3)


def test_apt_eval_other_scores_are_those_of_sacrebleu_on_the_pieces() -> None:
    row = measured("apt-eval", "nous brisons la glace", [("broke", "brisons"), ("ice", "glace")])
    piece, reference = "brisons glace", ["rompu la glace"]
    assert row.counts[1] == pytest.approx(CHRF().sentence_score(piece, reference).score / 100)
    assert row.counts[2] == pytest.approx(TER().sentence_score(piece, reference).score / 100)


def test_apt_eval_sentence_bleu_adds_one_to_every_order_but_the_first() -> None:
    # sacreBLEU's add-k leaves unigrams alone. Pieces "brisé la glace" / "rompu la glace":
    # 2/3, (1 + 1) / (2 + 1), (0 + 1) / (1 + 1), and no 4-gram: (0 + 1) / (0 + 1)
    row = measured(
        "apt-eval",
        "nous avons brisé la glace",
        [("broke", "brisé"), ("the", "la"), ("ice", "glace")],
    )
    expected = (2 / 3 * 2 / 3 * 1 / 2 * 1) ** 0.25
    assert row.counts[3] == pytest.approx(expected)


def test_apt_eval_edit_distance_score_by_hand() -> None:
    # nearest to "rompu": "rompre", 2 edits of 5 letters; "la" and "glace" are there
    assert mwe_score(["rompre", "la", "glace"], ["rompu", "la", "glace"]) == pytest.approx(
        (3 / 5 + 1 + 1) / 3
    )


def test_apt_eval_edit_distance_score_is_never_negative() -> None:
    assert mwe_score(["anticonstitutionnellement"], ["et"]) == 0.0


def test_apt_eval_empty_hypothesis_scores_nothing() -> None:
    row = measured("apt-eval", "", [])
    unigram_, chrf, ter, bleu, mwe = row.counts[:5]
    assert (unigram_, chrf, bleu, mwe) == (0.0, 0.0, 0.0, 0.0)
    assert ter == 1.0  # every reference word is an edit


def test_apt_eval_identical_piece_is_perfect() -> None:
    hypothesis = "nous avons rompu la glace"
    row = measured("apt-eval", hypothesis, [("broke", "rompu"), ("the", "la"), ("ice", "glace")])
    assert row.counts == (1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0)  # sacreBLEU: 100.00000000000004


def test_apt_eval_without_linked_reference_words_is_no_evidence() -> None:
    segment = marked("cold feet", "la trouille", idiom="cold feet")
    row = measured("apt-eval", "les pieds", [("feet", "pieds")], segment)
    assert row.counts == (0.0,) * 6 + (1.0,)
    metric = create("apt-eval", Setup("en", "fr"))
    assert math.isnan(metric.value(np.array(row.counts)))
    assert metric.notes(np.array(row.counts)) == [
        "apt-eval: no reference word is linked to 1 idiom (100.0 %); such idioms are no evidence."
    ]


def test_apt_eval_one_token() -> None:
    segment = marked("ice", "glace", idiom="ice")
    both = links("ice", "glace", [("ice", "glace")])
    (row,) = rows_of(
        "apt-eval", [segment], ["glace"], reference_links=[both], hypothesis_links=[both]
    )
    assert unigram(row) == 1.0


def every_word_linked(source: str, target: str) -> Alignment:
    """Each target word, also one that repeats, linked to the first source word."""
    empty = links(source, target, [])
    everything = frozenset((0, j) for j in range(len(empty.target)))
    return Alignment(empty.source, empty.target, everything)


def repeated(spec: str, reference: str, hypothesis: str) -> float:
    """Unigram precision where every target word is linked to the idiom."""
    segment = marked("roundabout", reference, idiom="roundabout")
    (row,) = rows_of(
        spec,
        [segment],
        [hypothesis],
        reference_links=[every_word_linked("roundabout", reference)],
        hypothesis_links=[every_word_linked("roundabout", hypothesis)],
    )
    return unigram(row)


def test_apt_eval_clips_repeated_words() -> None:
    assert repeated("apt-eval", "tour et tour", "tour et tour") == 1.0
    assert repeated("apt-eval", "tour et tour", "tour") == pytest.approx(1 / 3)
    assert repeated("apt-eval", "tour et", "tour tour tour") == pytest.approx(1 / 2)


def test_apt_eval_as_published_counts_a_repeated_word_once() -> None:
    # set intersection over list length: a piece against itself falls below 1
    assert repeated("apt-eval:compat=idiom-mt", "tour et tour", "tour et tour") == pytest.approx(
        2 / 3
    )


def test_apt_eval_case_is_kept_unless_folded() -> None:
    assert repeated("apt-eval", "La glace", "la Glace") == 0.0
    assert repeated("apt-eval:case=fold", "La glace", "la Glace") == 1.0


def test_apt_eval_joins_accents_that_were_typed_apart() -> None:
    assert repeated("apt-eval", "forêt", "fore\u0302t") == 1.0


def test_apt_eval_reads_text_from_right_to_left() -> None:
    assert repeated("apt-eval", "הוא מת", "מת הוא") == 1.0


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
    row = measured(
        f"apt-eval:references={references}",
        hypothesis,
        [("broke", first), ("ice", second)],
        EQUIVALENT,
    )
    assert unigram(row) == pytest.approx(expected)


def test_apt_eval_equivalents_are_evidence_where_no_reference_word_is_linked() -> None:
    segment = marked("cold feet", "la trouille", idiom="cold feet", equivalents=("le trac",))
    row = measured("apt-eval:references=both", "le trac", [("feet", "trac")], segment)
    assert unigram(row) == pytest.approx(1 / 2)


def published_words(source: str, span: tuple[int, int], target: str) -> list[str]:
    """The reference words of the published mode where word n is linked to word n."""
    sides = [token_offsets(text, "moses", "en") for text in (source, target)]
    assert len(sides[0]) == len(sides[1])
    diagonal = Alignment(sides[0], sides[1], frozenset((i, i) for i in range(len(sides[0]))))
    segment = Segment("1", source, (target,), idioms=(Idiom("x", (span,)),))
    (row,) = rows_of(
        "apt-eval:compat=idiom-mt",
        [segment],
        [target],
        reference_links=[diagonal],
        hypothesis_links=[diagonal],
    )
    found: list[str] = row.evidence["reference_words"]
    return found


@pytest.mark.parametrize(
    ("span", "expected"), [((4, 10), ["y", "z"]), ((0, 3), ["x"]), ((7, 10), ["x"])]
)
def test_apt_eval_as_published_takes_the_first_text_that_matches(
    span: tuple[int, int], expected: list[str]
) -> None:
    # "ice" stands twice; the published code looks the span up as text and finds the first
    assert published_words("ice on ice", span, "x y z") == expected


def test_apt_eval_as_published_takes_a_word_that_the_span_only_opens() -> None:
    assert published_words("they have future-proof jobs", (5, 16), "a b c d") == ["b", "c"]


def test_apt_eval_of_ours_takes_the_span_where_it_stands() -> None:
    alignment = links("ice on ice", "x y z", [("on", "y")])
    diagonal = Alignment(alignment.source, alignment.target, frozenset({(0, 0), (1, 1), (2, 2)}))
    segment = Segment("1", "ice on ice", ("x y z",), idioms=(Idiom("x", ((7, 10),)),))
    (row,) = rows_of(
        "apt-eval",
        [segment],
        ["x y z"],
        reference_links=[diagonal],
        hypothesis_links=[diagonal],
    )
    assert row.evidence["reference_words"] == ["z"]


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
    rows = [
        measured("apt-eval", "nous avons rompu la glace", pairs)
        for pairs in (
            [("broke", "rompu"), ("the", "la"), ("ice", "glace")],
            [("ice", "glace")],
        )
    ]
    metric = create("apt-eval", Setup("en", "fr"))
    assert float(metric.value(np.array(totals(rows)))) == pytest.approx(200 / 3)
    assert [reading.suffix for reading in metric.readings] == ["", "chrf", "ter", "bleu", "mwe"]
    assert [reading.higher_is_better for reading in metric.readings] == [
        True, True, False, True, True,
    ]  # fmt: skip
