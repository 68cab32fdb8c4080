"""From scores to verdicts: directions, bounds, and tags that nothing carries."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import litmus
from litmus.arrays import Floats
from litmus.corpus.in_memory import Held
from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo
from litmus.errors import LitmusError
from litmus.gating.gate import Gate
from litmus.gating.judging import Trials, check_tag, goodness
from litmus.gating.parsing import Names, parse
from litmus.gating.resolving import Question, Scored, scored
from litmus.gating.verdicts import Verdicts
from litmus.metrics.base import Reading


def own(totals: Floats) -> Floats:
    return totals


def test_of_what_is_good_there_is_more() -> None:
    for reading, good in (
        (Reading("", own), [90, 100, 120]),
        (Reading("", own, higher_is_better=False), [-90, -100, -120]),
        (Reading("", own, ideal=100.0), [-10, 0, -20]),
        (Reading("", own, higher_is_better=False, ideal=0.0), [-90, -100, -120]),
    ):
        assert goodness(reading)(own)(np.array([90.0, 100.0, 120.0])).tolist() == good
    assert Trials() == Trials("ar", 10_000, 1000, 12345)  # as scores are tested


NAMES = Names(["old", "new"], ["idiom-kept", "gender.acc"], ["made"])


def row(tag: str | None, column: str | None = None, bucket: str | None = None) -> SimpleNamespace:
    return SimpleNamespace(metric="idiom-kept", tag=tag, column=column, bucket=bucket)


def judged(*rows: SimpleNamespace, needs_tags: bool = False) -> Any:
    """A suite with a column that was asked for, and a metric that was counted."""
    metric = SimpleNamespace(needs_tags=needs_tags)
    return {
        "made": SimpleNamespace(
            result=SimpleNamespace(rows=rows, buckets={"domain": ("news",)}),
            collected=SimpleNamespace(counted=[SimpleNamespace(name="idiom", metric=metric)]),
        )
    }


LABELS = (row(None), row("kick"), row("length:1-10", "length", "1-10"),
          SimpleNamespace(metric="bleu", tag="other", column=None, bucket=None))  # fmt: skip


def test_a_tag_that_there_may_be_is_taken() -> None:
    for tag, found in (
        ("", judged()),
        ("[domain:gone]", judged()),  # the gate has checked it
        ("[kick]", judged(*LABELS)),
        ("[pronouns]", judged(*LABELS, needs_tags=True)),  # that nobody was tagged is no mistake
        ("[length:1-10]", judged(*LABELS)),
    ):
        requirement = parse(f"idiom-kept{tag}>=1", NAMES)
        check_tag(Question(requirement, "made", "new", "idiom-kept"), found)


def test_a_tag_that_nothing_carries_is_refused() -> None:
    none = "The requirement 'idiom-kept[kick]>=1': idiom-kept has no tags here.\n"
    none += "Leave out the brackets."
    known = "\nKnown: kick, length:1-10"
    for tag, found, message in (
        ("kick", judged(row(None)), none),
        ("kick", judged(LABELS[3], needs_tags=True), none),
        ("kik", judged(*LABELS),
         f"No tag of idiom-kept is called 'kik'. Did you mean 'kick'?{known}"),
        ("pronouns", judged(*LABELS), f"No tag of idiom-kept is called 'pronouns'.{known}"),
        ("prenouns", judged(*LABELS, needs_tags=True),
         f"No tag of idiom-kept is called 'prenouns'.{known}"),
        ("length:2-9", judged(*LABELS), "No length of idiom-kept is called '2-9'.\nKnown: 1-10"),
        ("width:2-9", judged(*LABELS), f"No tag of idiom-kept is called 'width:2-9'.{known}"),
    ):  # fmt: skip
        question = Question(parse(f"idiom-kept[{tag}]>=1", NAMES), "made", "new", "idiom-kept")
        with pytest.raises(LitmusError) as refused:
            check_tag(question, found)
        assert str(refused.value) == message


def guard(tag: str, *, by_column: tuple[str, ...] = (), subsets: bool = False) -> Gate:
    segments = [Segment(str(n), "s", ("r",), columns={"domain": "fun" if n else "news"})
                for n in range(3)]  # fmt: skip
    suite = Held(SuiteInfo("made", "de", "en"), segments)
    return Gate(
        [f"chrf{tag}>=1"], {"made": suite}, {"made": Scored(["new"], ["chrf"], ["chrf"])},
        by_column=by_column, subsets=subsets,
    )  # fmt: skip


def test_a_column_that_is_not_asked_for_is_refused_before_any_work() -> None:
    for tag, given, message in (
        ("[domain:news]", (), "The tag 'domain:news' is of a column. Add by_column=domain."),
        ("[length:1-10]", (), "The tag 'length:1-10' is of a column. Add by_column=length."),
        ("[subset:random]", (), "The tag 'subset:random' is of a subset. Add subsets=True."),
        ("[domain:chat]", ("domain",), "No domain of chrf is called 'chat'.\nKnown: fun, news"),
    ):  # fmt: skip
        with pytest.raises(LitmusError) as refused:
            guard(tag, by_column=given)
        assert str(refused.value) == message
    for tag, options in (  # the others are looked for when all is scored
        ("", {}), ("[kick]", {}), ("[a:b]", {}), ("[subset:random]", {"subsets": True}),
        ("[domain:news]", {"by_column": ("domain",)}),
    ):  # fmt: skip
        assert len(guard(tag, **options).asked) == 1, tag  # type: ignore[arg-type]


def test_what_is_scored_has_names_of_readings_and_what_was_typed() -> None:
    metric: Any = SimpleNamespace(readings=(Reading("", own), Reading("share", own)))
    found = scored(["a"], [("m", metric), ("n", metric)], ["m:x=1", "n", "m:x=1"])
    assert found == Scored(
        ["a"], ["m", "m.share", "n", "n.share"], ["m", "n"], {"m:x=1": "m", "n": "n"}
    )
    assert scored(["a"], [("m", metric)]) == Scored(["a"], ["m", "m.share"], ["m"], {})


def in_documents(bad: int, *require: str, **options: object) -> Verdicts:
    """Forty segments in documents of eight, of which the new system gets so many wrong."""
    right = [f"the sentence with number {k}" for k in range(40)]
    outputs = {"old": right, "new": ["wrong"] * bad + right[bad:]}
    return litmus.gate(
        languages="de-en", source=[f"Satz {k}" for k in range(40)], references=right,
        docids=[f"d{k // 8}" for k in range(40)], outputs=outputs, metrics="chrf", unit="document",
        require=require, n_bootstrap=20, n_trials=50, **options,  # type: ignore[arg-type]
    )  # fmt: skip


def test_units_that_are_too_few_for_a_test_are_no_evidence() -> None:
    alarm, margin, bound = in_documents(
        9, "chrf not worse than old", "chrf not worse than old by 1", "new:chrf>=old-1"
    )
    assert [one.outcome for one in (alarm, margin, bound)] == [
        "no evidence", "no evidence", "broken",
    ]  # fmt: skip
    assert alarm.why == margin.why == "only 5 documents, too few for this test"
    assert bound.bound == 99.0 and margin.bound == 99.0 and alarm.bound == 100.0


def test_rounding_breaks_no_bound() -> None:
    (verdict,) = in_documents(9, "new:chrf>=1")
    assert verdict.value is not None
    found = [
        in_documents(9, f"new:chrf{sign}{verdict.value + off!r}").verdicts[0].outcome
        for sign, off in ((">=", 1e-8), (">=", -1e-8), ("<=", 1e-8), ("<", 1e-8), (">", -1e-8))
    ]
    assert found == ["held", "held", "held", "broken", "broken"]
    (beyond,) = in_documents(9, f"new:chrf>={verdict.value + 1e-5!r}")
    assert beyond.outcome == "broken" and beyond.missed == pytest.approx(1e-5, rel=1e-3)
