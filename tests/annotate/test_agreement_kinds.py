"""Verdicts of several kinds held against people, from ten items counted by hand."""

from dataclasses import replace

import pytest
from tests.annotate.test_agreement_tables import IDIOM, THREE, compared, row

from litmus.annotate.agree.compare import Agreement
from litmus.annotate.agree.tables import Style, tables
from litmus.annotate.judgements import Judgement
from litmus.annotate.verdicts import Said, Verdict
from litmus.tables.formats import Table

KINDS = ("right", "literal", "omitted", "other")
ITEMS = [  # what the metric says, how sure it is, what people say
    ("right", 0.95, "correct"),
    ("right", 0.92, "understandable"),
    ("right", 0.75, "correct"),
    ("right", 0.55, "literal"),
    ("literal", 0.85, "literal"),
    ("literal", 0.85, "literal"),
    ("literal", 0.45, "correct"),
    ("omitted", 1.0, "omitted"),
    ("other", 0.65, "incorrect"),
    ("other", 0.52, "literal"),
]


def verdict(kind: str, confidence: float) -> Verdict:
    return Verdict(kind != "right", True, {}, {"x": Said(kind, confidence, "why")}, KINDS)


TEN = [Judgement(f"s{k}", label, "nmt", "ana", mark="x") for k, (*_, label) in enumerate(ITEMS)]
VERDICTS = {
    "judge": {(f"s{k}", "nmt"): verdict(kind, sure) for k, (kind, sure, _) in enumerate(ITEMS)}
}


def table_of(found: Agreement, title: str) -> Table:
    (table,) = [t for t in tables(found, Style()) if t.title.startswith(title)]
    return table


def test_every_pair_of_verdicts_is_counted_and_kappa_is_over_all() -> None:
    found = compared(TEN, verdicts=VERDICTS)
    table = table_of(found, "What judge says (rows), and people (columns)")
    assert table.heads == (
        "judge says", "right", "literal", "omitted", "other", "total", "precision", "recall", "F1",
    )  # fmt: skip
    assert [cells[:6] for cells in table.rows] == [
        ("right", "3", "1", "0", "0", "4"),
        ("literal", "1", "2", "0", "0", "3"),
        ("omitted", "0", "0", "1", "0", "1"),
        ("other", "0", "1", "0", "1", "2"),
        ("total", "4", "4", "1", "1", "10"),
    ]
    measures = {m: row(found, "kinds", m, verdict="literal") for m in ("precision", "recall", "f1")}
    assert [one.value for one in measures.values()] == pytest.approx([200 / 3, 50, 400 / 7])
    assert all(one.low < one.value < one.high for one in measures.values())

    same, kappa = (row(found, "kinds", name, verdict=None) for name in ("same", "kappa"))
    assert (same.value, same.n) == (70.0, 10)
    # by chance 4*4 + 3*4 + 1*1 + 2*1 of 100
    assert kappa.value == pytest.approx((0.70 - 0.31) / (1 - 0.31))
    assert kappa.low < kappa.value < kappa.high


def test_agreement_goes_by_confidence() -> None:
    found = compared(TEN, verdicts=VERDICTS)
    about = {
        name: tuple(
            round(row(found, "confidence", measure, verdict=name).value, 1)
            for measure in ("confidence", "same", "same_side")
        )
        for name in dict.fromkeys(r.verdict for r in found.rows if r.table == "confidence")
    }
    assert about == {
        "surer half": (91.4, 100.0, 100.0),
        "other half": (58.4, 40.0, 60.0),
        "0-50 %": (45.0, 0.0, 0.0),
        "50-60 %": (53.5, 0.0, 50.0),  # of two wrong verdicts one is of the right side
        "60-70 %": (65.0, 100.0, 100.0),
        "70-80 %": (75.0, 100.0, 100.0),
        "80-90 %": (85.0, 100.0, 100.0),
        "90-100 %": (95.7, 100.0, 100.0),
    }
    table = table_of(found, "How sure judge is")
    assert [cells[-1] for cells in table.rows] == ["5", "5", "1", "2", "1", "1", "2", "3"]


def test_annotators_who_differ_count_half() -> None:
    other = replace(TEN[0], annotator="ben", label="literal")
    found = compared([*TEN, other], verdicts=VERDICTS)
    assert row(found, "confusion", "right", verdict="right").value == 2.5
    assert row(found, "confusion", "literal", verdict="right").value == 1.5
    assert row(found, "kinds", "same", verdict=None).value == pytest.approx(65.0)


def test_a_sample_stands_for_the_whole_set() -> None:
    found = compared(
        [*(replace(one, stratum="rest", size=15) for one in TEN[:5]), *TEN[5:]], verdicts=VERDICTS
    )
    # each of the first five stands for three
    assert row(found, "confusion", "right", verdict="right").value == pytest.approx(9)
    table = table_of(found, "What judge says")
    assert table.rows[0][:6] == ("right", "9*", "3*", "0*", "0*", "12")
    assert row(found, "kinds", "same", verdict=None).value == pytest.approx(100 * (4 * 3 + 3) / 20)


def test_labels_that_do_not_tell_kinds_apart_are_compared_as_right_and_wrong() -> None:
    three = [one if one.label in THREE.keys else replace(one, label="incorrect") for one in TEN]
    plain = {key: Verdict(one.flagged, True) for key, one in VERDICTS["judge"].items()}
    without = compared(TEN, verdicts={"plain": plain})
    assert without.notes == ()
    found = compared(three, THREE, VERDICTS)
    for one in (found, without):
        assert not {row.table for row in one.rows} & {"confusion", "kinds", "confidence"}
    assert found.notes == (
        "judge: only right and wrong are compared; the labels of 'understanding' do not tell "
        "right, literal, omitted, other apart (verdicts = [...]).",
    )


def test_kept_suggestions_are_counted() -> None:
    offered = [
        replace(one, suggested=IDIOM.label_for(kind) or "")
        for one, (kind, *_) in zip(TEN, ITEMS, strict=True)
    ]
    blind = [replace(one, annotator="ben") for one in TEN]
    found = compared([*offered, *blind])
    kept = {r.verdict: (r.value, r.n) for r in found.rows if r.table == "suggestions"}
    # "understandable" is not what was suggested, though the metric was right
    assert kept == {
        None: (60.0, 10), "correct": (50.0, 4), "literal": (pytest.approx(200 / 3), 3),
        "omitted": (100.0, 1), "incorrect": (50.0, 2),
    }  # fmt: skip
    table = table_of(found, "Suggestions that people kept (%)")
    assert [(cells[0], cells[-1]) for cells in table.rows] == [
        ("all", "10"), ("Correct", "4"), ("Literal error", "3"), ("Omitted", "1"),
        ("Incorrect", "2"),
    ]  # fmt: skip
    assert found.notes == (
        "10 answers were given beside a metric's suggestion; they speak for that metric more than "
        "blind ones would.",
    )
