"""Verdicts as tables, JUnit and annotations, and in words: each made by hand."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from litmus.gating.parsing import Names, parse
from litmus.gating.presentation.github import add_summary, annotations
from litmus.gating.presentation.junit import junit
from litmus.gating.presentation.tables import (
    certain_after,
    cost,
    cut,
    missed,
    p_value,
    reason,
    record,
    render,
    summary,
    told,
)
from litmus.gating.resolving import Question
from litmus.gating.verdict import CostlySegment, Decided, Draw, Verdict
from litmus.gating.verdict import TestOfDifference as Difference
from litmus.gating.watching import _number
from litmus.gating.worst import _in_words, _said, _shown
from litmus.metrics.base import Evidence

NAMES = Names(["old", "new"], ["bleu", "ter"], ["news"])


def verdict(text: str, outcome: str = "held", suite: str = "news", **facts: object) -> Verdict:
    """What a gate says of `new` and BLEU: 31.26 [30, 33] of 400 cases."""
    question = Question(parse(text, NAMES), suite, "new", "bleu")
    found = Verdict(question, outcome, 31.26, 30.0, 33.0, 400, 30.0)
    return replace(found, **facts)  # type: ignore[arg-type]


def compared(kind: str, p: float, method: str = "ar", tests: int = 1) -> Difference:
    return Difference(kind, method, 10_000, p, p / 2, tests)


LOST = CostlySegment("s7", 0.126, "Satz 7", "line 7", "wrong", "old line", "found: nothing")
DRAW = Draw(412, 2000, 7, 0.95)
HELD = verdict("bleu>=30")
BROKEN = verdict("bleu>=35", "broken", bound=35.0, missed=3.74, worst=(LOST,))
WORSE = verdict("not worse than old", "broken", bound=33.0, missed=1.74,
                test=compared("worse", 0.0004))  # fmt: skip
EQUAL = verdict("not worse than old", bound=31.0, test=compared("worse", 0.4321))
MARGIN = verdict("not worse than old by 1.5", "broken", bound=30.5, missed=0.5,
                 test=compared("margin", 0.2, "bs"))  # fmt: skip
FEW = verdict("bleu>=30", "no evidence", n=12, why="new: only 12 cases")
NOTHING = verdict("bleu>=30", "no evidence", value=None, low=None, high=None, n=0, why="new: n/a")
OPEN = verdict("bleu>=30", "undecided", why="not needed", decided=Decided(400, "", DRAW))
EARLY = verdict("bleu>=30", decided=Decided(1412, "exact", DRAW))


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (HELD, "31.26, required >= 30.00"),
        (BROKEN, "31.26, required >= 35.00, off by 3.74"),
        (EARLY, "31.26, required >= 30.00, certain after 1,412 (exact)"),
        (WORSE, "31.26 against 33.00 of old, p < 0.001"),
        (EQUAL, "31.26 against 31.00 of old, p = 0.432"),
        (replace(EQUAL, test=None), "31.26 against 31.00 of old"),
        (replace(EQUAL, decided=Decided(40, "asymptotic", DRAW)),
         "31.26 against 31.00 of old, p = 0.432, certain after 40 (asymptotic)"),
        (MARGIN, "31.26, could be worse than old by up to 2.00; allowed: 1.5 (p = 0.200)"),
        (replace(MARGIN, missed=None),
         "31.26, not shown not to be worse than old by 1.5 (p = 0.200)"),
        (replace(MARGIN, outcome="held", missed=None, test=compared("margin", 0.01)),
         "31.26, not worse than old by 1.5 (p = 0.010)"),
        (replace(MARGIN, outcome="held", missed=None, test=None),
         "31.26, not worse than old by 1.5"),
        (FEW, "no evidence: new: only 12 cases (at least 30 are needed)"),
        (replace(FEW, allowed=True),
         "no evidence, which is allowed: new: only 12 cases (at least 30 are needed)"),
        (NOTHING, "no evidence: new: n/a"),
        (OPEN, "undecided: not needed"),
    ],
)  # fmt: skip
def test_the_reason_is_told_in_a_few_words(given: Verdict, text: str) -> None:
    assert reason(given) == text


def test_small_numbers_are_never_rounded_to_nothing() -> None:
    for by, decimals, text in (
        (None, 1, ""), (0.0, 1, ""), (3.74, 1, "3.7"), (3.74, 2, "3.74"), (0.04, 1, "0.04"),
        (0.05001, 1, "0.1"), (0.000123, 2, "0.0001"),
    ):  # fmt: skip
        assert missed(replace(BROKEN, missed=by), decimals) == text
    costs = [cost(value) for value in (2.345, 0.005, 0.0049, 0.00021, 0.0)]
    assert costs == ["2.35", "0.01", "0.005", "0.0002", "0"]
    shown = [p_value(replace(WORSE, test=compared("worse", p))) for p in (0.0009, 0.001, 0.5)]
    assert shown == ["<0.001", "0.001", "0.500"]
    assert (p_value(HELD), certain_after(HELD), certain_after(OPEN)) == ("", "", "")
    assert certain_after(EARLY) == "1,412 (exact)"


def test_a_long_text_is_cut_to_the_columns_there_are() -> None:
    for text, width, shown in (
        ("", 3, ""), ("four", 4, "four"), ("fours", 4, "fou…"),
        ("字字字", 6, "字字字"), ("字字字", 5, "字字…"), ("字字字", 4, "字…"),  # two columns each
    ):  # fmt: skip
        assert cut(text, width) == shown


def test_outcomes_are_counted_in_one_order_and_what_was_drawn_is_told() -> None:
    assert summary([OPEN, BROKEN, FEW, HELD, BROKEN]) == (
        "1 held, 2 broken, 1 no evidence, 1 undecided"
    )
    assert summary([HELD]) == "1 held"
    assert told(Draw(1500, 2000, 7, 0.95)) == (
        "Decided after 1,500 of 2,000 segments (25 % saved). Verdicts are those of the whole "
        "suite, all of them together with 95 % certainty; values are of the segments drawn "
        "(seed 7)."
    )


def test_a_record_has_every_fact() -> None:
    by_value = {
        "requirement": "bleu>=35", "outcome": "broken", "fails": True, "value": 31.26,
        "low": 30.0, "high": 33.0, "n": 400, "bound": 35.0, "missed": 3.74, "why": "",
        "suite": "news", "system": "new", "metric": "bleu", "tag": None, "p": None,
        "p_raw": None, "test": None, "decided_after": None, "decided_by": None,
    }  # fmt: skip
    assert record(BROKEN) == by_value
    by_test = {
        "requirement": "not worse than old", "bound": 33.0, "missed": 1.74, "p": 0.0004,
        "p_raw": 0.0002, "test": "worse.ar10000",
    }  # fmt: skip
    assert record(WORSE) == by_value | by_test
    early = record(EARLY)
    assert (early["decided_after"], early["decided_by"], early["fails"]) == (1412, "exact", False)
    assert record(OPEN)["decided_by"] is None


def cells(line: str) -> list[str]:
    """Of a row in Markdown, without its escapes."""
    return [cell.strip().replace("\\", "") for cell in line.strip("|").split("|")]


def test_a_table_has_the_columns_that_are_needed() -> None:
    plain = render([HELD], "md").split("\n")
    heads = ["requirement", "of", "verdict", "value", "bound", "missed by", "n"]
    assert plain[0] == "**requirements: 1 held**"
    (head,) = [line for line in plain if "requirement |" in line]
    (row,) = [line for line in plain if "new:bleu" in line]
    assert cells(head) == heads
    assert cells(row) == ["bleu>=30", "new:bleu", "held", "31.3 [30.0, 33.0]", "30.0", "", "400"]

    all_of_them = [replace(EARLY, n=1400), WORSE, replace(BROKEN, bound=None)]
    other = Question(parse("bleu>=1", NAMES), "chat", "new", "bleu")
    found = render([*all_of_them, replace(HELD, question=other)], "md", decimals=2).split("\n")
    (head,) = [line for line in found if "requirement |" in line]
    rows = [cells(line) for line in found if line.startswith("|") and "| new:bleu |" in line]
    assert cells(head) == ["requirement", "suite", *heads[1:], "p", "certain after"]
    assert rows[0] == ["bleu>=30", "news", "new:bleu", "held", "31.26 [30.00, 33.00]", "30.00",
                       "", "1,400", "", "1,412 (exact)"]  # fmt: skip
    assert rows[1][-4:] == ["1.74", "400", "<0.001", ""]
    assert rows[2][5:7] == ["", "3.74"]
    assert rows[3][:2] == ["bleu>=1", "chat"]


def lines_of(verdicts: Sequence[Verdict]) -> list[str]:
    return render(verdicts, "text").split("\n")


def test_what_cost_most_stands_below_the_table() -> None:
    found = lines_of([HELD, BROKEN])
    at = found.index("new:bleu (bleu>=35): what cost most")
    assert [line.split() for line in found[at + 1 : at + 7]] == [
        ["segment", "cost"],
        ["s7", "0.13", "source", "Satz", "7"],
        ["reference", "line", "7"],
        ["None", "old", "line"],
        ["new", "wrong"],
        ["metric", "found:", "nothing"],
    ]
    bare = replace(LOST, reference=None, other=None)
    short = lines_of([replace(BROKEN, worst=(bare,))])
    at = short.index("new:bleu (bleu>=35): what cost most")
    assert [line.split()[:1] for line in short[at + 2 : at + 5]] == [["s7"], ["new"], ["metric"]]
    assert not any("what cost most" in line for line in lines_of([replace(HELD, worst=(LOST,))]))
    long = replace(LOST, source="x" * 400)
    (line,) = [line for line in lines_of([replace(BROKEN, worst=(long,))]) if "xxx" in line]
    assert line.endswith("x…") and len(line) == 100
    wide = render([replace(BROKEN, worst=(replace(LOST, source="x" * 400),))], "md")
    assert "x" * 299 + "…" in wide and "x" * 300 not in wide
    elsewhere = replace(HELD, question=replace(HELD.question, suite="chat"))
    assert "new:bleu on news (bleu>=35): what cost most" in lines_of([BROKEN, elsewhere])


ALARM = "not worse than: broken where significantly worse (one-sided p < 0.05, "
SHOWN = "not worse than ... by a margin: held where shown (p of being worse by the margin or "


@pytest.mark.parametrize(
    ("verdicts", "notes"),
    [
        ([HELD], []),
        ([WORSE], [f"{ALARM}approximate randomisation, 10,000 trials).",
                   "new:bleu (not worse than old): no segment is worse than that of old."]),
        ([EQUAL, replace(EQUAL, test=compared("worse", 0.5))],
         [f"{ALARM}approximate randomisation, 10,000 trials, Holm-corrected over 2 such tests)."]),
        ([replace(EQUAL, test=compared("worse", 0.5, "bs"))], [f"{ALARM}bootstrap, 10,000 trials)."]),
        ([replace(MARGIN, worst=(LOST,))],
         [f"{SHOWN}more < 0.05, bootstrap, 10,000 trials, each by itself, since all must be "
          "shown)."]),
        ([FEW], ["new:bleu (bleu>=30): no evidence: new: only 12 cases (at least 30 are needed)."]),
        ([verdict("bleu[subset:random]>=old", "broken", missed=1.0)], []),
        ([verdict("bleu[x]>=old", "broken", missed=1.0)],
         ["new:bleu[x] (bleu[x]>=old): no segment is worse than that of old."]),
        ([EARLY], [told(DRAW)]),
    ],
)  # fmt: skip
def test_notes_say_how_it_was_decided(verdicts: Sequence[Verdict], notes: list[str]) -> None:
    text = " ".join(render(verdicts, "md").replace("\\", "").split())
    after = " A bound is compared with the value itself."
    assert text.count(after) == 1
    for note in notes:
        assert note in text
    for word in ("no segment is worse", "broken where", "held where", "Decided after"):
        assert text.count(word) == sum(word in note for note in notes), word


def test_junit_has_a_case_for_every_verdict() -> None:
    other = verdict("bleu>=1", "no evidence", "chat", why="new: n/a", allowed=True)
    text = junit([BROKEN, HELD, FEW, other])
    assert text.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites')
    assert text.endswith("</testsuites>\n")
    root = ElementTree.fromstring(text.encode("utf-8"))
    assert root.attrib == {"name": "litmus", "tests": "4", "failures": "2", "errors": "0"}
    assert [suite.attrib for suite in root] == [
        {"name": "news", "skipped": "0", "tests": "3", "failures": "2", "errors": "0"},
        {"name": "chat", "skipped": "1", "tests": "1", "failures": "0", "errors": "0"},
    ]
    broken, held, few = root[0]
    assert broken.attrib == {
        "name": "bleu>=35 (new:bleu)", "classname": "litmus.news.new", "time": "0",
    }  # fmt: skip
    assert broken[0].attrib == {
        "message": "31.26, required >= 35.00, off by 3.74", "type": "broken",
    }  # fmt: skip
    assert broken[0].text == (
        "31.26, required >= 35.00, off by 3.74\n\nsegment s7, costs 0.13: found: nothing\n"
        "  source: Satz 7\n  reference: line 7\n  None: old line\n  new: wrong"
    )
    assert (held[0].tag, held[0].text) == ("system-out", "31.26, required >= 30.00")
    assert (few[0].tag, few[0].attrib["type"]) == ("failure", "no evidence")
    assert (root[1][0][0].tag, root[1][0][0].attrib) == (
        "skipped", {"message": "no evidence, which is allowed: new: n/a"},
    )  # fmt: skip


def test_annotations_are_errors_and_warnings() -> None:
    allowed = replace(FEW, allowed=True)
    assert list(annotations([HELD, replace(BROKEN, worst=()), allowed])) == [
        "::error title=bleu>=35 (news%2C new%3Ableu)::31.26, required >= 35.00, off by 3.74",
        "::warning title=bleu>=30 (news%2C new%3Ableu)::no evidence, which is allowed: new: only "
        "12 cases (at least 30 are needed)",
    ]
    (line,) = annotations([replace(BROKEN, worst=(replace(LOST, source="5 %\r"),))])
    assert "%0A%0Asegment s7, costs 0.13: found: nothing%0A  source: 5 %25%0D%0A" in line


def test_a_summary_is_added_to_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "summary.md"
    path.write_text("before\n", encoding="utf-8")
    add_summary(path, [verdict("bleu>=30", why="\ud800")])
    table = render([HELD], "md")
    assert path.read_text(encoding="utf-8") == f"before\n{table}\n"


def test_evidence_is_told_in_words() -> None:
    for value, percent, words in (
        (0.256, True, "26 %"), (1, True, "100 %"), (0.256, False, "0.256"), ("text", True, "text"),
        (["a", 0.5], True, "a, 50 %"), (["a", 0.5], False, "a, 0.5"),
        ({"a": 0.5, "b": ["c", "d"]}, True, "a = 50 %, b = c, d"), ({"a": 0.5}, False, "a = 0.5"),
    ):  # fmt: skip
        assert _in_words(value, percent=percent) == words
    # a value of one segment may be none, and numbers of NumPy are kept as numbers
    assert (_shown(float("nan")), _shown(33.333)) == ("n/a", "33.3")
    assert json.dumps([np.int64(3), np.float32(0.5)], default=_number) == "[3, 0.5]"


def test_what_sets_a_metric_off_is_told_first_and_nothing_is_not_told() -> None:
    metric: Any = SimpleNamespace(
        evidence=(
            Evidence("share", "share", percent=True), Evidence("found", "found", marks="required"),
            Evidence("cause", "cause", marks="trigger"), Evidence("plain", ""),
        )
    )  # fmt: skip
    seen = {"share": 0.5, "found": ["x"], "cause": "c", "plain": "p", "other": 1}
    assert _said(metric, seen) == ["cause: c", "share: 50 %", "found: x"]
    for nothing in (None, "", [], {}):
        assert _said(metric, {"share": nothing}) == []
    assert _said(metric, {"share": 0}) == ["share: 0 %"]
