"""The data of the page: what `-f json` has, the counts behind it, marks; small ones whole."""

import json
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.reports.browsing import MARKUP, SYSTEM, odd_suite, reported, write_suite, write_tags
from tests.reports.toy_metric import Copied

from litmus import __version__, evaluate
from litmus.alignment.links import Alignment
from litmus.corpus.formats.tags import TaggedSentence
from litmus.corpus.segment import Segment
from litmus.corpus.shipped import load_suite
from litmus.corpus.suite import read_suite
from litmus.metrics.base import SegmentRow, Setup
from litmus.metrics.registry import METRICS
from litmus.plugins.registry import Entry
from litmus.reports.bundle import numbers, segments
from litmus.reports.examine import Examined, examine
from litmus.reports.interning import Interned, Values
from litmus.reports.marks import (
    LINKED,
    REQUIRED,
    TAG,
    TRIGGER,
    Offsets,
    flat,
    occurrences,
    tagged,
)
from litmus.reports.page import write_report
from litmus.reports.raters import Raters, Said
from litmus.reports.record import MetricRecord
from litmus.scoring.options import ScoringOptions
from litmus.scoring.rows import TSV_FIELDS


def data_of(found: Examined) -> Any:
    return json.loads(numbers([found], command=["litmus"]))


def plain(rows: Any) -> list[dict[str, Any]]:
    """The rows of a bundle as `-f json` prints them."""
    names = rows.pop("names")
    return [
        {key: names[key][column[k]] if key in names else column[k] for key, column in rows.items()}
        for k in range(len(rows["n"]))
    ]


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> tuple[Examined, str]:
    """The report of the odd suite: what was examined, and its page."""
    folder = tmp_path_factory.mktemp("odd")
    found = reported(odd_suite(folder / "odd"), folder / "odd.html")
    return found, (folder / "odd.html").read_text(encoding="utf-8")


def test_rows_are_those_of_evaluate() -> None:
    suite = load_suite("demo-zh-en")
    settings: dict[str, Any] = {"test": "ar", "subsets": True, "n_trials": 300, "n_bootstrap": 50}
    options = ScoringOptions(**settings)
    found = examine(suite, suite.systems, options, interned=Interned(), links=False)
    expected = evaluate(suite, suite.systems, **settings)
    assert plain(data_of(found)["suites"][0]["rows"]) == [
        {key: getattr(row, key) for key in TSV_FIELDS if key != "suite"} for row in expected.rows
    ]


def test_counts_add_up_to_the_values(odd: tuple[Examined, str]) -> None:
    found, _ = odd
    entries = zip(found.collected.counted, found.record.metrics, strict=True)
    for entry, record in entries:
        for system, name in enumerate(found.result.systems):
            total = np.sum([*record.counts[system].values()], axis=0)
            expected = found.result.overall(name, entry.name).value
            assert entry.metric.value(total[None])[0] == pytest.approx(expected)


@pytest.mark.parametrize(("test", "count"), [("ar", 3), ("bs", 2)])
def test_every_other_baseline_has_the_p_values_evaluate_gives_it(test: str, count: int) -> None:
    suite = load_suite("demo-en-es")
    systems: dict[str, Any] = dict(suite.systems)
    if count == 3:  # the words of the first backwards
        lines = next(iter(systems.values())).read_text("utf-8").splitlines()
        systems["third"] = [" ".join(reversed(line.split())) for line in lines]
    settings: dict[str, Any] = {
        "test": test, "n_trials": 200, "n_bootstrap": 100, "metrics": ("litter", "chrf"),
    }  # fmt: skip
    found = examine(suite, systems, ScoringOptions(**settings), interned=Interned(), links=False)
    assert list(found.p_values) == list(systems)[1:]
    for baseline, p_values in found.p_values.items():
        turned = evaluate(suite, {baseline: systems[baseline], **systems}, **settings)
        assert turned.systems[0] == baseline
        expected = {(r.system, r.metric, r.tag): r.p for r in turned.rows if r.p is not None}
        assert p_values == expected
        assert min(expected.values()) < 0.05


def test_same_input_gives_the_same_page(tmp_path: Path, odd: tuple[Examined, str]) -> None:
    reported(odd_suite(tmp_path / "odd"), tmp_path / "again.html")
    assert (tmp_path / "again.html").read_text(encoding="utf-8") == odd[1]


def test_tags_that_a_metric_counts_are_left_to_its_evidence() -> None:
    tags = (frozenset({"formality", "register=kept"}), frozenset({"terms=broken"}), frozenset())
    assert tagged("Sie da ?", TaggedSentence(("Sie", "da", "?"), tags)) == [((0, 3), ["formality"])]
    assert tagged("Sie", None) == []


def test_offsets_count_utf16_units() -> None:
    text = "😀a😀b"
    assert [Offsets(text)(k) for k in range(5)] == [0, 2, 3, 5, 6]
    assert flat([(1, 2), (3, 4), (2, 2)], text) == [2, 1, 5, 1]


def test_words_are_found_where_they_stand() -> None:
    for text, words, spans in (
        ("Le Seau, le seau-ci", ["seau"], [(3, 7), (12, 16)]),
        ("Les seaux", ["seau"], [(4, 8)]),  # not a word of it, but a part
        ("été e\u0301te\u0301", ["été"], [(0, 3), (4, 9)]),  # either normal form
        ("他用铁做", ["铁"], [(2, 3)]),
        ("a b", ["", " "], []),
        ("a.b", ["."], [(1, 2)]),  # no pattern
    ):
        assert occurrences(text, words) == spans, text


class _SecondWord:
    """Links the word "kicked" with the second word of the other side."""

    signature = "second"

    def align(self, pairs: Sequence[tuple[str, str]]) -> list[Alignment]:
        found = []
        for source, target in pairs:
            start = source.index("kicked")
            second = target.split()[1]
            place = target.index(second)
            spans = ((start, start + 6),), ((place, place + len(second)),)
            found.append(Alignment(*spans, frozenset({(0, 0)})))
        return found

    def finish(self) -> None: ...


def test_marks_of_every_kind_stand_where_they_should(tmp_path: Path) -> None:
    folder = odd_suite(tmp_path / "odd")
    tags = write_tags(tmp_path / "tags", folder)
    found = reported(
        folder, tmp_path / "odd.html", tags=tags, links=True,
        aligners=dict.fromkeys(["", SYSTEM, "mixed"], _SecondWord()),
        metrics=["blacklist", "autoie", "litter", "word-f"],
    )  # fmt: skip
    record, segments = found.record, list(read_suite(folder).segments())

    def marked(quads: list[int] | int, text: str, kind: int) -> list[str]:
        wide = text.encode("utf-16-le")
        each = (
            [quads[k : k + 4] for k in range(0, len(quads), 4)] if isinstance(quads, list) else []
        )
        return [wide[2 * s : 2 * (s + n)].decode("utf-16-le") for k, s, n, _ in each if k == kind]

    first = segments[0]
    (label, start, length), = record.segments["idioms"][0]  # fmt: skip
    assert list(found.recorder.labels)[label] == first.idioms[0].label
    shown = first.source.encode("utf-16-le")[2 * start : 2 * (start + length)]
    assert shown.decode("utf-16-le") == "kicked the bucket"
    reference = first.references[0]
    assert marked(record.segments["marks"][0], reference, TAG)[:2] == ["הוא", "מת"]
    assert marked(record.segments["marks"][0], reference, LINKED) == ["מת"]
    literal, mixed = (
        path.read_text("utf-8").split("\n")[0] for path in found.suite.systems.values()
    )
    assert marked(record.marks[0][0], literal, LINKED) == ["בעט"]
    assert marked(record.marks[0][0], literal, TRIGGER) == ["בעט", "דלי"]
    assert marked(record.marks[1][0], mixed, TRIGGER) == []
    assert marked(record.marks[1][0], mixed, REQUIRED) == ["מת"]


def test_page_holds_no_text_of_the_suite_as_markup(odd: tuple[Examined, str]) -> None:
    _, text = odd
    assert text.count("<script") == 3 and text.count("</script") == 3
    assert MARKUP not in text and "<unk>" not in text and SYSTEM not in text
    # without scripts the table of numbers is there, as text
    assert "&lt;script&gt;alert(1) &lt;unk&gt;" in text
    # the policy allows our script alone
    policy = text.partition('Policy" content="')[2].partition('"')[0]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe-eval" not in policy and "http" not in policy and "data:" not in policy


def test_suite_without_idioms_or_documents_has_a_page(tmp_path: Path) -> None:
    segments = [{"id": "a", "source": "One .", "references": ["Un ."]}]
    folder = write_suite(tmp_path / "plain", segments, {"s": ["Un ."]}, metrics=["chrf"])
    found = reported(folder, tmp_path / "plain.html", links=True)
    assert found.p_values == {} and found.record.segments["idioms"] == [[]]


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
