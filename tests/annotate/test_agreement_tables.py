"""Metrics held against people: the published tables from counts entered by hand."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from litmus.annotate.agree.compare import Agreement, Settings, compare, meanings_of
from litmus.annotate.agree.panel import make_panel
from litmus.annotate.agree.rows import Row
from litmus.annotate.agree.tables import Style, render, short, tables
from litmus.annotate.judgements import Judgement
from litmus.annotate.label_sets import find_label_set, load_label_set
from litmus.annotate.verdicts import Verdict
from litmus.errors import DataError, UsageError
from litmus.tables import FORMATS

IDIOM = load_label_set(find_label_set("idiom"))
THREE = load_label_set(find_label_set("understanding"))
TAG = load_label_set(find_label_set("tag"))
YES, NO = Verdict(True, True), Verdict(False, True)


def compared(
    judgements: list[Judgement],
    labels=IDIOM,
    verdicts=None,
    draws: int = 200,
    **meanings: list[str],
) -> Agreement:
    panel = make_panel(judgements, labels)
    return compare(panel, verdicts or {}, Settings(meanings_of(panel, **meanings), draws))


def row(found: Agreement, table: str, measure: str, **about: str | None) -> Row:
    (one,) = [
        r
        for r in found.rows
        if (r.table, r.measure) == (table, measure)
        and all(getattr(r, key) == value for key, value in about.items())
    ]
    return one


def cibb() -> tuple[list[Judgement], dict[str, dict[tuple[str, str], Verdict]]]:
    """145 triggered translations, all judged; 100 judged of the 1,049 others."""
    judgements, verdicts = [], {}
    strata = (
        ("triggered", 145, YES, {"literal": 142, "correct": 3}),
        ("rest", 1049, NO, {"correct": 61, "omitted": 39}),
    )
    for stratum, size, verdict, counts in strata:
        for label, n in counts.items():
            for k in range(n):
                name = f"{stratum}-{label}-{k}"
                judgements.append(Judgement(name, label, "nmt", "x", stratum=stratum, size=size))
                verdicts[name, "nmt"] = verdict
    return judgements, {"blacklist": verdicts}


def test_the_arithmetic_of_the_blacklist_paper() -> None:
    judgements, verdicts = cibb()
    found = compared(judgements, verdicts=verdicts)
    for kind, recall in (("literal error", 100), ("error", 25.8)):
        about = {"system": None, "verdict": kind}
        assert row(found, "metrics", "precision", **about).value == pytest.approx(14200 / 145)
        assert row(found, "metrics", "recall", **about).value == pytest.approx(recall, abs=0.05)
    (shares,) = [
        t for t in tables(found, Style()) if t.title == "What people say of what blacklist flags"
    ]
    assert shares.heads == ("", "no error", "error", "literal error", "total")
    assert shares.rows == [
        ("not flagged", "639.9*", "409.1*", "0*", "1,049"),  # 61 and 39 of 100 stand for 1,049
        ("flagged", "3", "142", "142", "145"),
        ("total", "642.9", "551.1", "142", "1,194"),
    ]


def test_a_census_is_no_estimate() -> None:
    judgements, verdicts = cibb()
    found = compared([replace(j, size=None, stratum="") for j in judgements], verdicts=verdicts)
    (shares,) = [t for t in tables(found, Style()) if "flags" in t.title]
    assert shares.rows[2] == ("total", "64", "181", "142", "245")


def test_the_three_way_table() -> None:
    # Google Translate: 37.4 % correct, 11.3 % understandable, 51.3 % incorrect of about 1,000
    counts = {"correct": 374, "understandable": 113, "incorrect": 513}
    judgements = [
        Judgement(f"{label}-{k}", label, "google", "translator")
        for label, n in counts.items()
        for k in range(n)
    ]
    found = compared(judgements, THREE)
    (table,) = tables(found, Style())
    assert table.heads == ("system", "Correct", "Understandable", "Incorrect", "n")
    ((system, *cells, n),) = table.rows
    assert (system, n) == ("google", "1,000")
    assert [cell.split()[0] for cell in cells] == ["37.4", "11.3", "51.3"]
    correct = row(found, "labels", "share", verdict="correct")
    # the standard error of 37.4 % of 1,000 is 1.53 points
    assert correct.low == pytest.approx(37.4 - 1.96 * 1.53, abs=0.6)
    assert correct.high == pytest.approx(37.4 + 1.96 * 1.53, abs=0.6)


def test_precision_of_tags() -> None:
    # es: formality 0.92 and ellipsis 0.53 (here of 50 and of 34); what cannot be told is left out
    counts = {("formality", "right"): 46, ("formality", "wrong"): 4, ("ellipsis", "right"): 18,
              ("ellipsis", "wrong"): 16, ("ellipsis", "unsure"): 5}  # fmt: skip
    judgements = [
        Judgement(f"{tag}-{label}-{k}", label, "es", "speaker", mark=tag, stratum=tag)
        for (tag, label), n in counts.items()
        for k in range(n)
    ]
    found = compared(judgements, TAG)
    assert row(found, "tags", "precision", verdict="formality").value == pytest.approx(92.0)
    ellipsis = row(found, "tags", "precision", verdict="ellipsis")
    assert (ellipsis.value, ellipsis.n) == (pytest.approx(100 * 18 / 34), 34)
    table = next(t for t in tables(found, Style()) if t.title == "Precision of tags (%)")
    assert table.heads == ("", "ellipsis", "formality")
    assert table.rows[0][1].startswith("52.9 [") and table.rows[0][1].endswith("(n = 34)")
    assert found.notes == ("5 items have no verdict (cannot tell) and are left out.",)


def of_three(*labels: str, id: str = "s", system: str = "a") -> list[Judgement]:
    return [Judgement(id, label, system, f"p{k}") for k, label in enumerate(labels)]


def by_item(*labels: tuple[str, ...]) -> list[Judgement]:
    return [one for k, own in enumerate(labels) for one in of_three(*own, id=f"s{k}")]


def test_the_majority_decides_and_a_tie_is_half() -> None:
    judgements = by_item(
        ("literal", "literal", "correct"), ("literal", "correct"), ("correct", "omitted", "correct")
    )
    panel = make_panel(judgements, IDIOM)
    assert panel.truth(["literal"]).tolist() == [1.0, 0.5, 0.0]
    assert panel.truth(IDIOM.meaning("error")).tolist() == [1.0, 0.5, 0.0]
    assert panel.shares[0].tolist() == pytest.approx([1 / 3, 0, 2 / 3, 0, 0])
    verdicts = {"blacklist": {(name, "a"): NO for name in ("s0", "s1", "s2")}}
    (shares,) = [
        t for t in tables(compared(judgements, verdicts=verdicts), Style()) if "flags" in t.title
    ]
    assert [cells[1:] for cells in shares.rows] == [
        ("1.5", "1.5", "1.5", "3"), ("0", "0", "0", "0"), ("1.5", "1.5", "1.5", "3"),
    ]  # fmt: skip


def test_agreement_between_annotators() -> None:
    found = compared(by_item(("correct",) * 3, ("literal", "literal", "omitted"),
                             ("correct", "literal"), ("omitted",) * 3))  # fmt: skip
    same = row(found, "annotators", "agreement", verdict="p0 - p1")
    assert (same.value, same.n) == (75.0, 4)
    # p0 and p1: observed 3/4; by chance (2 x 1 + 1 x 2 + 1 x 1) / 16 = 5/16: (12 - 5) / (16 - 5)
    assert row(found, "annotators", "kappa", verdict="p0 - p1").value == pytest.approx(7 / 11)
    assert row(found, "annotators", "kappa", verdict="p0 - p2").n == 3
    assert row(found, "annotators", "alpha", verdict="all").n == 4
    assert row(found, "annotators", "alpha (error)", verdict="all").value is not None


def test_ordered_labels_have_an_ordinal_alpha() -> None:
    found = compared(
        by_item(("correct", "understandable"), ("incorrect",) * 2, ("correct",) * 2), THREE
    )
    nominal = row(found, "annotators", "alpha").value
    ordinal = row(found, "annotators", "alpha_ordinal").value
    assert nominal is not None and ordinal is not None and ordinal > nominal  # a near miss


def two_systems() -> tuple[list[Judgement], dict[str, dict[tuple[str, str], Verdict]]]:
    rng = np.random.default_rng(3)
    judgements, good, bad = [], {}, {}
    for system, rate in (("a", 0.2), ("b", 0.5), ("c", 0.8)):
        for k in range(60):
            wrong = bool(rng.random() < rate)
            judgements.append(Judgement(f"s{k}", "literal" if wrong else "correct", system, "x"))
            good[f"s{k}", system] = YES if wrong != (rng.random() < 0.1) else NO
            bad[f"s{k}", system] = YES if rng.random() < 0.5 else NO
    return judgements, {"litter:match=lemma": good, "litter": bad}


def test_the_variant_that_agrees_best_is_found() -> None:
    judgements, verdicts = two_systems()
    found = compared(judgements, verdicts=verdicts)
    about = {"system": None, "verdict": "literal error"}
    assert row(found, "metrics", "best", metric="litter:match=lemma", **about).value == 100.0
    assert row(found, "metrics", "best", metric="litter", **about).value == 0.0
    kappa = row(found, "metrics", "kappa", metric="litter:match=lemma", **about).value
    assert kappa is not None and 0.6 < kappa < 0.95


def test_systems_by_people_and_by_metrics() -> None:
    judgements, verdicts = two_systems()
    found = compared(judgements, verdicts=verdicts)
    people = [row(found, "systems", "error", system=s).value for s in "abc"]
    wrong = [sum(j.label == "literal" for j in judgements if j.system == s) for s in "abc"]
    assert people == pytest.approx([100 * n / 60 for n in wrong])
    good = {"metric": "litter:match=lemma"}
    assert row(found, "systems", "pearson", **good).value > 0.9  # type: ignore[operator]
    assert row(found, "systems", "spearman", **good).value == pytest.approx(1.0)
    # one at a time if asked
    (plain, *_), (by_system, *_) = (list(tables(found, Style(systems=s))) for s in (False, True))
    assert [cells[0] for cells in plain.rows] == ["litter:match=lemma", "litter"]
    assert [cells[0] for cells in by_system.rows][2:4] == ["litter:match=lemma · a", "litter · a"]
    assert by_system.rows[2][-1] == "60"


def test_every_format_has_the_numbers() -> None:
    judgements, verdicts = cibb()
    found = compared(judgements, verdicts=verdicts)
    for format in FORMATS:
        text = render(found, format, Style())
        assert text.endswith("\n") and "97.9" in text and "blacklist" in text, format
        assert "agree|task:idiom.v2|judgements:#" in text.replace("\\", ""), format


def test_files_are_shown_by_name_alone() -> None:
    assert short("litter:dictionary=/a/b/en-zh.tsv+c/d.tsv,case=fold") == (
        "litter:dictionary=en-zh.tsv+d.tsv,case=fold"
    )


def test_no_evidence_is_not_flagged_and_said() -> None:
    judgements, verdicts = cibb()
    silent = {key: Verdict(False, False) for key in verdicts["blacklist"]}
    found = compared(judgements, verdicts={"litter": silent})
    assert found.notes == ("litter: no evidence for 245 items; they count as not flagged.",)
    assert row(found, "metrics", "precision", system=None, verdict="error").value is None
    assert "n/a" in render(found, "text", Style())


def test_a_verdict_must_be_there() -> None:
    judgements, verdicts = cibb()
    del verdicts["blacklist"]["triggered-literal-0", "nmt"]
    with pytest.raises(DataError) as error:
        compared(judgements, verdicts=verdicts)
    assert str(error.value) == (
        "blacklist has no verdict on segment 'triggered-literal-0' of system 'nmt', which people "
        "judged.\nGive the suite and the outputs that were judged, under the same names: "
        "suite=SUITE outputs=NAME=OUT"
    )


@pytest.mark.parametrize(("judgements", "message"), [
    ([], "There is no judgement in the input."),
    ([Judgement("s", "good", where="f:1")], "f:1: the label 'good' is not in the label set 'idiom': correct, understandable"),
    ([Judgement("s", "literal", "a", "x"), Judgement("s", "correct", "a", "x", where="f:2")], "f:2: x has judged 's' of a before."),
    ([Judgement("s", "literal", size=3), Judgement("t", "literal", size=4, where="f:2")],
     "f:2: the stratum '' has the size 4 here, and 3 before. A stratum has one size."),
    ([Judgement("s", "literal", size=1), Judgement("t", "literal", size=1)], "The stratum '' of  has 2 judged items, but its size is 1."),
])  # fmt: skip
def test_judgements_that_do_not_fit(judgements: list[Judgement], message: str) -> None:
    with pytest.raises(DataError) as error:
        make_panel(judgements, IDIOM)
    assert str(error.value).startswith(message)


def test_labels_can_be_given_another_meaning() -> None:
    judgements, verdicts = cibb()
    found = compared(judgements, verdicts=verdicts, error=["literal"])
    assert row(found, "metrics", "recall", system=None, verdict="error").value == 100.0
    with pytest.raises(UsageError, match="'bad' is not a label of 'idiom': correct,"):
        compared(judgements, error=["bad"])


def test_a_label_set_without_errors_says_so(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        '[[labels]]\nkey="a"\nhotkey="1"\nsign="+"\n[[labels]]\nkey="b"\nhotkey="2"\nsign="-"\n'
    )
    judgements = [Judgement("s", "a", "x"), Judgement("t", "b", "x")]
    verdicts = {"litter": {("s", "x"): YES, ("t", "x"): NO}}
    with pytest.raises(UsageError, match="No label of 'own' means an error"):
        compared(judgements, load_label_set(own), verdicts)
    found = compared(judgements, load_label_set(own), verdicts, error=["b"])
    assert row(found, "metrics", "recall", verdict="error").value == 0.0
