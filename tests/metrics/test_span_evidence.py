"""Error spans in a metric's evidence: checked, written, and compared with people's."""

import json
from pathlib import Path
from typing import Any

import pytest

from litmus import agree, evaluate
from litmus.errors import LitmusError

# A metric of somebody else's, as `-m file.py:Class` reads it: it marks every word it is told to.
MARKER = '''
from litmus.metrics.base import Metric, Reading, SegmentRow
from litmus.metrics.formulas import Ratio


class Marker(Metric):
    """Errors by translation."""

    name = "marker"
    title = "marker"
    summary = "errors"
    family = "overall"
    columns = ("errors", "segments")
    readings = (Reading("", Ratio("errors", "segments"), higher_is_better=False),)
    suits_segments = True

    def prepare(self, batch):
        return batch

    def measure(self, batch, outputs):
        rows = []
        for k, text in enumerate(outputs.hypotheses):
            spans = SPANS
            rows.append(SegmentRow(k, None, (float(len(spans)), 1.0), {"spans": spans}))
        return rows
'''
WORD = (
    '[{"start": 0, "end": text.index(" "), "severity": "minor", "category": "Style", '
    '"why": "first"}] if " " in text else []'
)
TEXTS: dict[str, Any] = {
    "languages": "en-de",
    "source": ["One dog", "Two", "Three"],
    "references": ["Ein Hund", "Zwei", "Drei"],
    "outputs": {"mine": ["Ein Hund 🙂", "Zwei", "Drei Dinge"], "yours": ["Hund", "2", "3"]},
}


def marker(folder: Path, spans: str = WORD) -> str:
    (folder / "marker.py").write_text(MARKER.replace("SPANS", spans))
    return f"{folder}/marker.py:Marker"


def test_spans_of_a_plug_in_are_written(tmp_path: Path) -> None:
    out = tmp_path / "evidence.jsonl"
    evaluate(**TEXTS, metrics=marker(tmp_path), segments=out)
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    first = {"start": 0, "end": 3, "severity": "minor", "category": "Style", "why": "first"}
    assert rows[0]["evidence"] == {"spans": [first]}
    assert rows[1]["evidence"] == {"spans": []}


# The rest of the messages: tests/corpus/test_rating_formats.py.
WRONG = [
    (
        '[{"start": 0, "end": 99}]',
        "the span (0, 99) is outside the target of segment '1' of 'mine'",
    ),
    ('[{"start": 0, "end": 8, "in": "source"}]', "the span (0, 8) is outside the source of "),
    ('[{"start": 3, "end": 2}]', "the span (3, 2) is none.\n"),
    ("[[0, 3]]", "a span must be an object with 'start' and 'end'."),
    ('"none"', "spans must be a list, but are str."),
]


@pytest.mark.parametrize(("spans", "message"), WRONG)
def test_spans_that_are_none_are_refused(spans: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(LitmusError) as caught:
        evaluate(**TEXTS, metrics=marker(tmp_path, spans))
    assert str(caught.value).startswith(f"The metric marker: {message}")


def test_agree_compares_the_spans_of_evidence_with_people(tmp_path: Path) -> None:
    """By hand: people mark 0-8 of "Ein Hund 🙂" as major; the metric 0-3 there and 0-4 of
    "Drei Dinge", minor. Credit 3 / 2 of 7 marked by the metric and 8 by people."""
    people = tmp_path / "people.jsonl"
    rows = [
        {"id": str(n), "system": system, "annotator": "ana", "spans": spans}
        for n in (1, 2, 3)
        for system, spans in (
            ("mine", [{"start": 0, "end": 8, "severity": "major"}] if n == 1 else []),
            ("yours", []),
        )
    ]
    people.write_text("".join(json.dumps(row) + "\n" for row in rows))
    out = tmp_path / "evidence.jsonl"
    metric = marker(tmp_path)
    found = agree(people, metrics=metric, draws=10, **TEXTS)
    spans = {row.measure: row.value for row in found.rows if row.table == "score-spans"}
    assert spans == pytest.approx({"precision": 1.5 / 7, "recall": 1.5 / 8, "f1": 3 / 15})
    # the same from a file; a metric that is no part of litmus is not made from its name
    evaluate(**TEXTS, metrics=metric, segments=out)
    out.write_text(out.read_text("utf-8").replace('"marker"', '"chrf"'), "utf-8")
    found = agree(people, segments=out, draws=10, **TEXTS)
    again = {row.measure: row.value for row in found.rows if row.table == "score-spans"}
    assert again == spans
