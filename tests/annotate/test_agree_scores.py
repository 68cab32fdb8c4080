"""Metrics compared with human scores: small sets by hand, bad ones, and WMT23's."""

import csv
import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import litmus
from litmus.annotate.agree.metric_scores import scores_of_evalset
from litmus.annotate.agree.rows import Maker, Row
from litmus.annotate.agree.score_compare import ScoreAgreement
from litmus.annotate.agree.score_rows import Draws, segment_rows, system_rows
from litmus.annotate.agree.score_tables import render_scores
from litmus.api.agree_scores import _of_evalset
from litmus.corpus.formats.evalset import open_evalset
from litmus.corpus.suite import write_suite
from litmus.errors import LitmusError
from litmus.importers import import_suite
from litmus.tables import FORMATS


def agree(judgements: Path | list[Path], **options: Any) -> ScoreAgreement:
    found = litmus.agree(judgements, draws=options.pop("draws", 50), **options)
    assert isinstance(found, ScoreAgreement)
    return found


def values(found: ScoreAgreement, table: str, metric: str | None = None) -> dict[str, Row]:
    rows = [row for row in found.rows if row.table == table and row.metric == metric]
    return {row.measure if metric else str(row.system or row.verdict): row for row in rows}


def said(judgements: Path | list[Path], **options: Any) -> str:
    with pytest.raises(LitmusError) as caught:
        agree(judgements, **options)
    return str(caught.value)


def write(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def suite(folder: Path, evalset: Path) -> Path:
    imported = import_suite("evalset", evalset)
    write_suite(folder, imported.info, imported.segments, systems=imported.systems,
                beside=imported.beside)  # fmt: skip
    return folder


def test_evalset_by_hand(evalset: Path) -> None:
    found = agree(evalset)
    assert found.heading == (
        "Human scores (mqm): 3 segments of 4 segments in 2 documents, 3 systems"
    )
    systems = values(found, "score-systems", "ours-refA")
    assert systems["accuracy"].value == 1.0  # good, fair, poor by both
    segments = values(found, "score-segments", "ours-refA")
    # Segment 1: 0 0 -5 and .9 .9 .5, all right; segment 2: -1 -5 -6 and .8 .6 .7, one pair wrong;
    # segment 3: 0 -1 -5 and .9 .7 .6, all right.
    assert segments["acc_eq"].value == pytest.approx((1 + 2 / 3 + 1) / 3)
    assert (segments["acc_eq"].n, segments["pearson"].n) == (3, 9)
    assert "1 segment without a human score: left out." in found.notes
    path = evalset / "human-scores/en-de.mqm.seg.score"  # one of its files alone
    assert values(agree(path), "score-systems")["poor"].value == pytest.approx(-16 / 3)


def test_evalset_and_metrics_of_our_own(evalset: Path) -> None:
    found = agree(evalset, metrics=["chrf", "ter", "chrf"])
    assert found.metrics == ("ours-refA", "chrf", "ter")
    assert [row.metric for row in found.rows if row.measure == "acc_eq"] == list(found.metrics)
    # TER is an error rate: turned, it agrees with people like the others.
    assert values(found, "score-systems", "ter")["accuracy"].value == 1.0


def test_evalset_gold_is_chosen(evalset: Path) -> None:
    path = evalset / "human-scores/en-de.da-sqm.seg.score"
    path.write_text("good\t90\n" * 4 + "fair\t50\n" * 4 + "poor\t10\n" * 4)
    found = agree(evalset, gold="da-sqm")
    # Segment 1: the metric ties good and fair, 40 points apart: 2 of 3 pairs. Segment 2: poor is
    # above fair; segment 4: like 1. (9 right - 3 wrong) / 12.
    assert values(found, "score-segments", "ours-refA")["kendall_like"].value == 0.5
    assert "No kind of human score is called 'esa'" in said(evalset, gold="esa")
    assert "these are labels" in said(
        write(path.parent / "l.jsonl", [{"id": "1", "label": "correct"}]), gold="mqm"
    )


def test_evalset_whose_files_do_not_fit(evalset: Path) -> None:
    scores = evalset / "metric-scores/en-de/ours-refA.seg.score"
    scores.write_text("".join(scores.read_text().splitlines(keepends=True)[:8]))
    assert "ours-refA has no score of poor, which people scored." in said(evalset)
    path = evalset / "human-scores/en-de.mqm.rater1.seg.rating"
    path.write_text(path.read_text().replace('"end": 4', '"end": 40'))
    assert "the span (0, 40) is outside the target of segment '2' of 'fair'" in said(evalset)


def test_evalset_metric_without_segments(evalset: Path) -> None:
    (evalset / "metric-scores/en-de/ours-refA.seg.score").unlink()
    found = agree(evalset)
    assert not [row for row in found.rows if row.table == "score-segments"]
    systems = values(found, "score-systems", "ours-refA")
    assert (systems["accuracy"].value, systems["soft_accuracy"].value) == (1.0, None)


def test_scores_and_spans_of_several_raters(tmp_path: Path) -> None:
    minor = {"start": 0, "end": 4, "severity": "minor", "category": "Fluency/Punctuation"}
    major = {"start": 2, "end": 6, "severity": "Major", "category": "Accuracy/Addition"}
    path = write(tmp_path / "r.jsonl", [
        {"id": "1", "system": "a", "annotator": "x", "spans": [minor]},
        {"id": "1", "system": "a", "annotator": "y", "spans": [major]},
        {"id": "1", "system": "b", "annotator": "x", "spans": []},
    ])  # fmt: skip
    found = agree(path)
    people = values(found, "score-systems")
    assert people["a"].value == pytest.approx(-(0.1 + 5) / 2)  # raters who disagree: the mean
    assert people["b"].value == 0.0
    spans = [row for row in found.rows if row.table == "score-spans"]
    # two of four characters are shared, at another severity: half
    assert [(row.verdict, row.measure, row.value) for row in spans] == [
        ("x, y", "precision", 0.25), ("x, y", "recall", 0.25), ("x, y", "f1", 0.25),
    ]  # fmt: skip


def test_imported_suite_and_evidence_give_the_same_figures(evalset: Path, tmp_path: Path) -> None:
    folder = suite(tmp_path / "suite", evalset)
    people = folder / "human/mqm.jsonl"
    found = agree(people, suite=folder, segments=folder / "metrics.jsonl", metrics="chrf")
    direct = agree(evalset, metrics="chrf")
    for metric in ("ours-refA", "chrf"):
        for table in ("score-systems", "score-segments"):
            ours, theirs = values(found, table, metric), values(direct, table, metric)
            for measure in {"accuracy", "acc_eq", "pearson", "soft_accuracy"} & ours.keys():
                assert ours[measure].value == pytest.approx(theirs[measure].value), measure
    litmus.evaluate(folder, metrics="chrf", segments=tmp_path / "e.jsonl", n_bootstrap=10)
    found = agree(people, suite=folder, segments=tmp_path / "e.jsonl")
    direct = agree(people, suite=folder, metrics="chrf")
    for row, other in zip(found.rows, direct.rows, strict=True):
        assert (row.measure, row.value) == (other.measure, other.value)


def test_ties_everywhere_one_system_and_a_constant_metric(tmp_path: Path) -> None:
    def flat(*systems: str) -> ScoreAgreement:
        """Everything is rated alike by people and the metric."""
        rows = [{"id": str(n), "system": s, "score": 1.0} for n in range(3) for s in systems]
        metric = [row | {"metric": "flat", "score": 0.5} for row in rows]
        people = write(tmp_path / "h.jsonl", rows)
        return agree(people, segments=write(tmp_path / "m.jsonl", metric))

    one, two = flat("a"), flat("a", "b")
    for table in ("score-systems", "score-segments"):
        assert {row.value for row in values(one, table, "flat").values()} == {None}
    assert one.notes == (
        "There is one system: pairs of systems, and correlations over them, are n/a.",
        "flat: the same score everywhere; its correlations are n/a.",
    )
    assert values(two, "score-segments", "flat")["acc_eq"].value == 1.0  # both tie all
    assert values(two, "score-systems", "flat")["pearson"].value is None


def test_a_metric_with_spans_or_without_a_score_for_some(tmp_path: Path) -> None:
    people, given = tmp_path / "h.jsonl", tmp_path / "m.jsonl"
    span = {"start": 0, "end": 4, "severity": "major"}
    about = {"system": "a", "annotator": "x"}
    write(people, [{"id": "1", "spans": [span]} | about, {"id": "2", "spans": []} | about])
    write(given, [{"id": k, "system": "a", "metric": "judge", "spans": [span]} for k in "12"])
    found = agree(people, segments=given)
    spans = {row.measure: row.value for row in found.rows if row.metric == "judge"}
    assert (spans["precision"], spans["recall"]) == (0.5, 1.0)
    assert spans["f1"] == pytest.approx(2 / 3)
    rows = [{"id": str(n), "system": s, "score": -n * (s == "b")} for n in range(4) for s in "ab"]
    write(given, [row | {"metric": "m"} for row in rows if row["id"] != "3"])
    found = agree(write(people, rows), segments=given)
    assert values(found, "score-segments", "m")["pearson"].n == 6
    assert "m: no score for 2 of 8 rated translations; they are left out." in found.notes


@pytest.mark.parametrize(("row", "message"), [
    ({"id": "1", "score": 1}, "h.jsonl:2: the key 'system' is missing."),
    ({"id": "1", "system": "a"}, "h.jsonl:2 has neither 'score' nor 'spans'."),
    ({"id": "1", "system": "a", "score": "x"}, "h.jsonl:2: 'score' must be a number"),
    ({"id": "1", "system": "a", "score": float("nan")}, "'score' must be a finite number"),
    ({"id": "0", "system": "a", "score": 1}, "the annotator has scored '0' of 'a' before"),
    ({"id": "1", "system": "a", "spans": [{"start": 3, "end": 1}]}, "the span (3, 1) is none."),
    ({"id": "1", "system": "a", "spans": [{"start": 3}]}, "a span has no 'end'."),
    ({"id": "1", "system": "a", "spans": [{"start": 0, "end": 1, "in": "x"}]}, "'in' must be"),
    ({"id": "1", "system": "a", "spans": [{"start": 0, "end": 1, "severity": "odd"}]},
     "no weight is known for an error of severity 'odd'.\nKnown: critical, major, minor"),
])  # fmt: skip
def test_rows_refused(tmp_path: Path, row: dict[str, Any], message: str) -> None:
    path = write(tmp_path / "h.jsonl", [{"id": "0", "system": "a", "score": 1}, row])
    assert message in said(path)


def test_what_does_not_fit_the_suite_or_each_other(evalset: Path, tmp_path: Path) -> None:
    folder, path = suite(tmp_path / "suite", evalset), tmp_path / "h.jsonl"
    far = {"id": "1", "system": "good", "spans": [{"start": 0, "end": 99, "severity": "minor"}]}
    for row, options, message in (
        ({"id": "9", "system": "good", "score": 1}, {"suite": folder},
         "the suite has no segment '9'"),
        (far, {"suite": folder}, "the span (0, 99) is outside the target of segment '1'"),
        ({"id": "0", "system": "a", "score": 1}, {"metrics": "chrf"},
         "Which texts are to be scored?"),
    ):  # fmt: skip
        assert message in said(write(path, [row]), **options)
    labels = write(tmp_path / "l.jsonl", [{"id": "0", "system": "a", "label": "correct"}])
    assert "holds scores, but" in said([path, labels])


def test_intervals_surround_their_value_and_seeds_repeat(tmp_path: Path) -> None:
    def compared(n: int) -> ScoreAgreement:
        rows = [{"id": str(k), "system": s, "score": -(k % 3) - (s == "b")}
                for k in range(n) for s in "ab"]  # fmt: skip
        metric = [row | {"metric": "m", "score": row["score"] * (-1) ** (int(row["id"]) % 7 == 0)}
                  for row in rows]  # fmt: skip
        people = write(tmp_path / "h.jsonl", rows)
        given = write(tmp_path / "m.jsonl", metric)
        return agree(people, segments=given, draws=300, seed=7)

    assert compared(40).rows == compared(40).rows
    found = values(compared(40), "score-segments", "m")
    # In the 6 segments that are multiples of 7 the metric orders the systems the other way.
    assert found["acc_eq"].value == pytest.approx(34 / 40)
    for row in (found["acc_eq"], found["pearson"]):
        assert row.low < row.value < row.high  # type: ignore[operator]
    few = values(compared(9), "score-segments", "m")["acc_eq"]  # nine documents are too few
    assert (few.low, few.high) == (None, None)


def test_mqm_table_of_ted_talks(shared: Path) -> None:
    data = shared / "data" / "mqm-ted-ende"
    if not data.is_dir():
        pytest.skip("MQM of TED talks is not there")
    people = values(agree(data / "mqm_ted_ende.tsv.gz", draws=1), "score-systems")
    # as published with the data
    published = {"Facebook-AI": 1.06, "Online-W": 1.12, "HuaweiTSC": 1.50, "Nemo": 2.14}
    for system, score in published.items():
        assert people[system].value == pytest.approx(-score, abs=0.006)


def test_appraise_scores_of_whole_documents(evalset: Path, tmp_path: Path) -> None:
    rows = [f"u1,x.{system},{k},{kind},eng,deu,{score},{document},False,[],1.0,2.0"
            for system, k, kind, score, document in (
                ("good", 4, "TGT", 90, "d1#good"), ("good", 3, "TGT", 80, "d1#good"),
                ("good", 5, "BAD", 5, "d1#good#bad1"), ("fair", 6, "TGT", 70, "d2#fair"))]  # fmt: skip
    path = tmp_path / "esa.csv"
    path.write_text("\n".join(rows) + "\n")
    found = agree(path, suite=suite(tmp_path / "suite", evalset))
    people = values(found, "score-systems")
    assert (people["good"].value, people["good"].n) == (85.0, 2)
    assert "fair" not in people  # one segment of two: which one, the file does not say
    assert "these ratings name documents, not segments." in said(path)


def test_every_format_has_the_figures(evalset: Path) -> None:
    found = agree(evalset, metrics="chrf")
    texts = {format: render_scores(found, format, 1) for format in FORMATS}
    for format, text in texts.items():
        shown = "0.8888888888888888" if format in ("json", "tsv") else "0.889"
        assert shown in text and "chrf" in text, format
    for level in ("systems", "segments"):
        assert f"Metrics and human scores, {level}" in texts["text"]
    assert list(json.loads(texts["json"])[0]) == [
        "table", "system", "metric", "verdict", "measure", "n", "value", "low", "high", "signature",
    ]  # fmt: skip


@pytest.fixture
def wmt23(shared: Path) -> Path:
    folder = shared / "data" / "wmt23-evalset"
    if not folder.is_dir():
        pytest.skip("WMT23's EvalSet is not there")
    return folder


@pytest.mark.parametrize("pair", ["en-de", "zh-en"])
def test_wmt23_figures(wmt23: Path, pair: str) -> None:
    found = open_evalset(wmt23, pair)
    human, _, _ = _of_evalset(found, None)
    draws = Draws.of(human, 2, 1)
    with (wmt23 / "expected.tsv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    expected = {row["metric"]: row for row in rows if row["pair"] == pair}
    metrics = [m for m in scores_of_evalset(found, human) if m.name in expected]
    assert len(metrics) == 21
    for metric in metrics:
        systems = {row.measure: row for row in system_rows(Maker("", ""), human, metric, draws)}
        own, _ = segment_rows(Maker("", ""), human, metric, draws)
        segments = {row.measure: row for row in own}
        for row, key in (
            (systems["accuracy"], "sys_pairwise_accuracy"), (systems["pearson"], "sys_pearson"),
            (segments["pearson"], "seg_pearson_pooled"),
            (segments["acc_eq"], "seg_acc_tie_calibrated"),
        ):  # fmt: skip
            wanted = float(expected[metric.name][key])
            assert row.value == pytest.approx(wanted, abs=6e-5), (metric.name, key)


def test_span_agreement_of_two_raters_of_wmt23(wmt23: Path) -> None:
    """Character by character with plain counting, as WMT's error span tasks describe it."""
    found = open_evalset(wmt23, "zh-en")
    marked: dict[str, dict[tuple[str, str], Counter[tuple[int, str]]]] = {}
    for rater, path in found.rating_files("mqm").items():
        own = marked.setdefault(rater, {})
        for rating in found.ratings(rater, path):
            own[rating.id, rating.system] = Counter(
                (place, "major" if one.severity.lower() in ("major", "critical") else "minor")
                for one in rating.spans or ()
                if not one.in_source and one.severity.lower() in ("major", "critical", "minor")
                for place in range(one.start, one.end)
            )
    rows = [
        row for row in agree(wmt23, languages="zh-en", draws=1).rows if row.table == "score-spans"
    ]
    values = {(row.verdict, row.measure): row.value for row in rows}
    compared = 0
    systems = set(found.systems)
    for first, second in combinations(marked, 2):
        both = [key for key in marked[first] if key in marked[second] and key[1] in systems]
        if not both:
            continue
        credit = gold = guess = 0.0
        for key in both:
            left, right = marked[first][key], marked[second][key]
            same = left & right
            rest = [
                Counter(place for place, _ in (side - same).elements()) for side in (left, right)
            ]
            credit += same.total() + 0.5 * (rest[0] & rest[1]).total()
            gold, guess = gold + left.total(), guess + right.total()
        verdict = f"{first}, {second}"
        for measure, wanted in (("precision", credit / guess), ("recall", credit / gold),
                                ("f1", 2 * credit / (gold + guess))):  # fmt: skip
            assert values[verdict, measure] == pytest.approx(wanted, abs=1e-9)
        compared += len(both)
    assert compared > 250  # translations that two people rated
