"""The data of the page: what `-f json` has, the counts behind it, and marks in the right places."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from browsing import MARKUP, SYSTEM, odd_suite, reported, write_suite, write_tags

from litmus import evaluate
from litmus.alignment.links import Alignment
from litmus.corpus.formats.tags import TaggedSentence
from litmus.corpus.shipped import load_suite
from litmus.corpus.suite import read_suite
from litmus.reports.bundle import numbers
from litmus.reports.examine import Examined, examine
from litmus.reports.interning import Interned
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
