"""The data of a small page, compared whole: what the page's script finds, and where."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.reports.browsing import write_suite
from tests.reports.toy_metric import Copied

from litmus import __version__
from litmus.corpus.segment import Segment
from litmus.corpus.suite import read_suite
from litmus.metrics.base import SegmentRow, Setup
from litmus.metrics.registry import METRICS
from litmus.plugins.registry import Entry
from litmus.reports.bundle import numbers, segments
from litmus.reports.examine import Examined, examine
from litmus.reports.interning import Interned, Values
from litmus.reports.page import write_report
from litmus.reports.raters import Raters, Said
from litmus.reports.record import MetricRecord
from litmus.scoring.options import ScoringOptions

SEGMENTS = [
    {"id": "a", "doc": "d", "source": "😀 He kicked the bucket .",
     "references": ["Il est mort .", "Il mourut ."],
     "idioms": [{"label": "die", "spans": [[5, 22]]}], "context": ["Oh ."]},
    {"id": "b", "doc": "d", "source": "He died .", "references": ["Il est mort ."]},
    {"id": "c", "source": "Hi .", "references": ["Salut .", ""]},
]  # fmt: skip
SYSTEMS = {
    "x": ["Il kicked le 😀 bucket .", "Il est mort .", "Salut ."],
    "y": ["Il est mort .", "Hi .", "Salut ."],
}
FACTS = [{"label": "die", "meaning": "to die", "literal": "strike a pail",
          "equivalents": ["mourir"], "training_frequency": 7}]  # fmt: skip


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Examined:
    monkeypatch.setitem(METRICS._ours, "copied", Entry("copied", "tests.reports.toy_metric:Copied"))
    folder = write_suite(
        tmp_path / "tiny", SEGMENTS, SYSTEMS, facts=FACTS, metrics=["copied"],
        description="about", licence="free", origin="here",
    )  # fmt: skip
    suite = read_suite(folder)
    options = ScoringOptions(test="ar", n_trials=50, n_bootstrap=20, subsets=True)
    return examine(suite, suite.systems, options, interned=Interned(), links=False)


def test_numbers(found: Examined) -> None:
    data = json.loads(numbers([found], command=["litmus"], extras=[{"kind": "e"}], title="T"))
    (suite,) = data.pop("suites")
    assert data == {
        "format": 4, "litmus": __version__, "title": "T", "command": ["litmus"], "part": None,
        "extras": [{"kind": "e"}],
    }  # fmt: skip
    low = pytest.approx(100 / (1 + 1.959964**2))  # Wilson's, of 1 in 1 and of 0 in 1
    high = pytest.approx(100 - 100 / (1 + 1.959964**2))
    signature = found.result.rows[0].signature
    assert suite == {
        "name": "tiny", "version": 1, "source": "en", "target": "fr",
        "languages": ["English", "French"],
        "description": "about", "licence": "free", "origin": "here",
        "heading": "tiny v1, en-fr, 3 segments, 1 label, 1 document",
        "systems": ["x", "y"], "baseline": "x", "buckets": [],
        "test": "ar", "trials": 50, "bootstrap": 20, "seed": 12345, "over": "the whole table",
        "options": "", "unit": "segment",
        "columns": [{
            "metric": "copied", "title": "copied", "tags": False, "higher": False, "ideal": None,
            "of": 0,
            "formula": {"kind": "ratio", "scale": 100.0, "over": [1, 0], "under": [0, 1]},
        }],
        "rows": {
            "system": [0, 1] * 3, "metric": [0] * 6, "tag": [0, 0, 1, 1, 2, 2], "n": [1] * 6,
            "value": [100.0, 0.0] * 3, "low": [low, 0.0] * 3, "high": [100.0, high] * 3,
            "p": [None] * 6, "signature": [0] * 6,
            "column": [0, 0, 0, 0, 1, 1], "bucket": [0, 0, 0, 0, 1, 1],
            "names": {
                "system": ["x", "y"], "metric": ["copied"],
                "tag": [None, "die", "subset:with-idiom"], "signature": [signature],
                "column": [None, "subset"], "bucket": [None, "with-idiom"],
            },
        },
        "baselines": [["y", [], []]], "correlations": [],
        "notes": ["copied: 1 segment is too few for this test, so p is left out."],
        "labels": {
            "name": ["die"], "idiom": [1], "meaning": ["to die"], "literal": ["strike a pail"],
            "equivalents": [["mourir"]], "frequency": [7],
        },
        "metrics": [{
            "name": "copied", "title": "copied", "family": "idiom",
            "verdicts": {"good": "all translated", "bad": "word left", "mixed": "one word left"},
            "kinds": None, "suits_segments": False, "columns": ["copied", "idioms"],
            "support": 1, "proportion": 1, "average": "micro", "higher": False,
        }],
        "raters": None,
    }  # fmt: skip


def test_segments(found: Examined) -> None:
    data = json.loads(segments([found.record]))
    (suite,) = data["suites"]
    # the texts of a segment have consecutive numbers
    texts = ["a", "d", "😀 He kicked the bucket .", "Il est mort .", "Il mourut .", "Oh .",
             "Il kicked le 😀 bucket .", "b", "He died .", "Hi .", "c", "Salut .", ""]  # fmt: skip
    assert data["strings"] == texts and data["values"] == [None, ["bucket", "kicked"]]
    assert suite == {
        "segments": {
            "id": [0, 7, 10], "doc": [1, 1, -1], "source": [2, 8, 9],
            "references": [[3, 4], [3], [11, 12]],
            "unit": [0, 1, 1],  # each minus the one before
            "idioms": [[[0, 6, 17]], [], []],  # label, start, length in UTF-16 units
            "context": [[[5], []], 0, 0], "marks": [0, 0, 0],
        },
        "outputs": [[6, 3, 11], [3, 9, 11]],
        # kind (1: trigger), start, length, 0
        "marks": [[[1, 3, 6, 0, 1, 16, 6, 0], 0, 0], [0, 0, 0]],
        "errors": [0, 0], "rated": [0, 0],
        "counted": [{
            "entries": {"segment": [0], "label": 0},
            "counts": [[1, 1], [0, 1]],
            "evidence": [{"key": "kept", "title": "Words left", "marks": "trigger",
                          "percent": False, "each": [1, 0]}],
        }],
    }  # fmt: skip


def test_a_page_has_its_title_and_the_numbers_as_text(found: Examined, tmp_path: Path) -> None:
    for title, shown, first in (
        ("", "tiny", "tiny v1, en-fr"),
        ("A < B", "A &lt; B", "A &lt; B\n"),
    ):
        size = write_report(tmp_path / "p.html", [found], command=["litmus"], title=title)
        content = (tmp_path / "p.html").read_bytes()
        assert size == len(content)
        assert f"<title>{shown} · litmus</title>".encode() in content
        assert f'<div id="app"><noscript><pre>{first}'.encode() in content


def test_values_are_numbered_once() -> None:
    values = Values()
    given = ["x", ["a"], {"k": 1}, ["a"], None, [], {}, "", 0, False, "x"]
    assert [values.number(one) for one in given] == [1, 2, 3, 2, 0, 0, 0, 0, 4, 5, 1]
    assert values.listed == [None, "x", ["a"], {"k": 1}, 0, False]


def test_counts_of_an_entry_add_up() -> None:
    record, values = MetricRecord(Copied(Setup("en", "fr"), {}), 2), Values()
    record.add(0, 4, 1, SegmentRow(4, "x", (1.0, 2.0), {"kept": ["w"]}), values)
    record.add(0, 4, 1, SegmentRow(4, "x", (0.5, 1.0), {}), values)
    record.add(1, 4, -1, SegmentRow(4, None, (0.0, 1.0), {"kept": []}), values)
    assert record.entries == {(4, 1): 0, (4, -1): 1} and record.order() == [1, 0]
    assert record.counts == [{0: (1.5, 3.0)}, {1: (0.0, 1.0)}]
    assert record.evidence == {"kept": [{0: 1}, {}]}


def test_metrics_that_mark_errors_are_raters() -> None:
    raters, said = Raters(["x", "y"]), Said.of(2)
    said.add_segments(2)
    outputs: Any = SimpleNamespace(system="y", hypotheses=["ab", "😀 cd"])
    span = {"start": 2, "end": 4, "severity": "major", "category": "style"}
    rows = [
        SegmentRow(1, "p", (), {"spans": [span]}),
        SegmentRow(1, "q", (), {"spans": [span | {"start": 0, "end": 1, "in": "source"}]}),
        SegmentRow(0, None, (), {}),
    ]
    given = [Segment("1", "s"), Segment("2", "source")]
    raters.hear_metric(said, 0, "judge", 1, rows, given, outputs)
    assert said.rated == [[0, 0], [0, [0, None, 1]]]
    # rater, side, start, length, kind; the emoji before is of two units
    assert said.errors == [[0, 0], [0, [0, 0, 3, 2, 0, 0, 1, 0, 1, 0]]]
    assert raters.as_data() == {
        "names": ["judge"], "files": [""], "metrics": [1], "kinds": [("major", "style")],
        "errors": [[0, 1, 0, 2]], "rated": [[0, 1, 1, 0, 0, None, 1]], "means": [],
    }  # fmt: skip
    assert Raters(["x"]).as_data() is None
