"""What metrics and judges say of single segments, read from rows of a file."""

import json
from pathlib import Path
from typing import Any

import pytest

from litmus.annotate.verdicts import (
    Said,
    Verdict,
    detectors,
    holds_labels,
    read_row,
    read_verdicts,
    verdicts_by_metric,
    verdicts_of_judges,
)
from litmus.errors import DataError, UsageError

NAN = float("nan")
KINDS = ("right", "literal", "omitted", "other")


def write(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def row(metric: str, counts: dict[str, float], **evidence: Any) -> dict[str, Any]:
    return {"id": "s", "system": "@a", "metric": metric, "counts": counts, "evidence": evidence}


def test_a_row_says_whether_its_segment_is_wrong() -> None:
    labels = [{"idiom": "x", "triggered": ["w"]}, {"idiom": "y", "triggered": []}]
    passed = {"passed": 0.5, "passed_own": 0, "weight": 0.5, "segments": 1}
    for given, verdict in (
        (row("litter", {"triggered": 1, "idioms": 2, "unknown": 0}, labels=labels),
         Verdict(True, True, {"x": True, "y": False})),
        (row("blacklist:match=form", {"triggered": 0, "segments": 1}), Verdict(False, True)),
        (row("autoie", passed), Verdict(False, True)),
        (row("omission", {"omitted": 0, "idioms": 0}), Verdict(False, False)),
        (row("mine", {"flagged": 1}), Verdict(True, True)),
        (row("mine", {"flagged": 0, "known": 1}), Verdict(False, True)),
        (row("mine", {"flagged": 0.5, "known": 0}), Verdict(True, False)),
        (row("bleu", {"x": 1}), None), (row("nobody knows it", {"x": 1}), None),
    ):  # fmt: skip
        assert read_row("f:1", given) == ("s", "@a", given["metric"], verdict)


def test_a_label_has_its_own_verdict_where_there_is_one() -> None:
    found = Verdict(True, True, {"x": True, "y": False})
    assert [found.of(label) for label in ("x", "y", "z", None, "")] == [
        True, False, True, True, True,
    ]  # fmt: skip
    said = Said("right", 0.5, "why")
    one = Verdict(False, True, {}, {"": said})
    assert (one.said_of(None), one.said_of(""), one.said_of("x")) == (said, said, None)
    two = Verdict(False, True, {}, {"x": said, "y": said})
    assert (two.said_of("x"), two.said_of(None)) == (said, None)


@pytest.mark.parametrize(("given", "message"), [
    ({}, "the key 'id' is missing. A row of litmus score --segments has \"id\", \"system\", "
         '"metric", "counts" and "evidence".'),
    ({"id": "s"}, "the key 'system' is missing."),
    ({"id": "s", "system": "a"}, "the key 'metric' is missing."),
    ({"id": "s", "system": "a", "metric": "m"}, "the key 'counts' is missing."),
    ({"id": 3, "system": "a", "metric": "m", "counts": {}}, "'id' must be a string"),
    ({"id": "s", "system": "a", "metric": "m", "counts": 1}, "'counts' must be an object"),
    (row("litter", {"idioms": 1}), "its counts or its evidence are not those of litter"),
    (row("verdict", {"right": 1, "idioms": 1}, idiom="x"), "are not those of verdict ("),
])  # fmt: skip
def test_rows_that_are_none(given: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError) as refused:
        read_row("f:1", given)
    assert str(refused.value).startswith("f:1: ") and message in str(refused.value)


def test_metrics_that_call_nothing_wrong_are_skipped_and_no_detectors(tmp_path: Path) -> None:
    bleu = row("bleu", {"x": 1})
    with pytest.raises(UsageError) as refused:
        list(read_verdicts(write(tmp_path / "e.jsonl", bleu, row("chrf", {"x": 1}))))
    first, second = str(refused.value).split("\n")
    assert first == (
        "bleu calls no single segment right or wrong, so it cannot be compared with judgements."
    )
    assert second.startswith("Metrics that can: verdict, blacklist, litter, ") and second.endswith(
        '; any other through segments=FILE, with rows whose counts have "flagged" (0 or 1).'
    )
    path = write(tmp_path / "e.jsonl", bleu, row("mine", {"flagged": 1}))
    assert list(read_verdicts(path)) == [("s", "@a", "mine", Verdict(True, True))]
    assert verdicts_by_metric(path) == {"mine": {("s", "a"): Verdict(True, True)}}
    found = detectors(["litter:case=fold"])
    assert list(found) == ["litter", "litter:case=fold"]
    assert found["litter"] is found["litter:case=fold"]
    with pytest.raises(UsageError, match="^chrf calls no single segment right or wrong"):
        detectors(["litter:case=fold", "chrf:order=2"])


def verdict_row(**changed: object) -> dict[str, Any]:
    evidence = {"idiom": "x", "verdict": "literal", "right": False, "confidence": 0.8,
                "because": "words of the idiom"}  # fmt: skip
    counts = {"right": 0, "literal": 1, "omitted": 0, "other": 0, "chance": 0.1, "idioms": 1}
    return row("verdict", counts, **evidence | changed)


def test_kinds_are_read_from_the_evidence() -> None:
    *_, one = read_row("f:1", verdict_row())
    assert one is not None
    said = Said("literal", 0.8, "words of the idiom")
    assert (one.said, one.kinds, one.flagged) == ({"x": said}, KINDS, True)
    sure = [read_row("f:1", verdict_row(confidence=c))[3] for c in (0, 1)]
    assert [one.said["x"].confidence for one in sure if one] == [0, 1]
    none = row("verdict", dict.fromkeys((*KINDS, "chance", "idioms"), 0))
    assert read_row("f:1", none)[3] == Verdict(False, False, {}, {}, KINDS)
    # of two idioms each has its own
    first = verdict_row()["evidence"]
    labels = [first, {**first, "idiom": "y", "verdict": "right", "right": True}]
    counts = {"right": 1, "literal": 1, "omitted": 0, "other": 0, "chance": 1, "idioms": 2}
    *_, one = read_row("f:1", row("verdict", counts, labels=labels))
    assert one is not None and one.by_label == {"x": True, "y": False}
    assert {label: said.kind for label, said in one.said.items()} == {"x": "literal", "y": "right"}


def test_kinds_that_are_none_are_refused() -> None:
    for changed, said in (
        ({"verdict": "good"}, "'good', 0.8"), ({"confidence": 80}, "'literal', 80"),
        ({"confidence": -0.1}, "'literal', -0.1"), ({"confidence": NAN}, "'literal', nan"),
    ):  # fmt: skip
        with pytest.raises(DataError) as refused:
            read_row("f:1", verdict_row(**changed))
        assert str(refused.value) == (
            f"f:1: its counts or its evidence are not those of verdict ({said})."
        )


def judged(label: str, draw: int = 1, system: str = "@a", **more: Any) -> dict[str, Any]:
    who = "judge:m" if draw == 1 else f"judge:m#{draw}"
    return {
        "task": "idiom", "id": "s", "system": system, "mark": "x", "annotator": who,
        "label": label, "comment": f"{label} {draw}", "judge": "signature",
    } | more  # fmt: skip


def test_most_draws_of_a_judge_decide(tmp_path: Path) -> None:
    for labels, flagged, kind, share in (
        (("correct",), False, "right", 1.0),
        (("literal", "correct", "literal"), True, "literal", 2 / 3),
        (("correct", "literal"), False, "right", 0.5),  # half is not most
        (("incorrect", "omitted", "correct", "correct"), False, "right", 0.5),
        (("understandable", "incorrect", "incorrect"), True, "other", 2 / 3),
    ):
        rows = [judged(label, draw) for draw, label in enumerate(labels, start=1)]
        (by_place,) = [verdicts_of_judges(write(tmp_path / "j", *rows))["judge:m"]]
        found = by_place["s", "a"]
        assert (found.flagged, found.known, found.by_label) == (flagged, True, {"x": flagged})
        said = found.said["x"]
        assert (said.kind, said.confidence, found.kinds) == (kind, pytest.approx(share), KINDS)
        name, _, number = said.because.rpartition(" ")  # of the first draw that says so
        assert labels[int(number) - 1] == name and name not in labels[: int(number) - 1]


def test_judges_and_translations_are_told_apart(tmp_path: Path) -> None:
    assert not holds_labels(write(tmp_path / "b", {"judge": "m", "score": 3}))
    assert not holds_labels(write(tmp_path / "c", {"id": "s", "label": "correct"}))
    path = write(
        tmp_path / "j",
        judged("literal"),
        judged("correct", mark="y"),
        judged("correct", system="b", mark=None),
        judged("correct", annotator="other#2"),
    )
    assert holds_labels(path)
    found = verdicts_of_judges(path)
    assert list(found) == ["judge:m", "other"]
    both = found["judge:m"]["s", "a"]  # one of its idioms is wrong
    assert (both.flagged, both.by_label, list(both.said)) == (
        True, {"x": True, "y": False}, ["x", "y"],
    )  # fmt: skip
    whole = found["judge:m"]["s", "b"]
    assert (whole.by_label, whole.said_of(None)) == ({}, Said("right", 1.0, "correct 1"))
    rows = [judged("correct"), judged("literal", mark="y")]
    assert verdicts_of_judges(write(tmp_path / "j", *rows))["judge:m"]["s", "a"].flagged


def test_labels_without_a_verdict_say_nothing(tmp_path: Path) -> None:
    tag = {"task": "tag", "mark": "formality"}
    path = write(tmp_path / "j", judged("unsure", **tag), judged("wrong", 2, **tag))
    found = verdicts_of_judges(path)["judge:m"]["s", "a"]
    assert (found.flagged, found.known, found.kinds) == (True, True, ())
    assert found.said == {}  # these labels are of no kinds
    path = write(tmp_path / "j", judged("unsure", **tag))
    assert verdicts_of_judges(path)["judge:m"]["s", "a"] == Verdict(
        False, False, {"formality": False}
    )
