"""`litmus.gate(sequential=True)`: verdicts on a part, side by side with those of the whole."""

from collections.abc import Sequence
from random import Random

import pytest

import litmus
from litmus.corpus.in_memory import Held
from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo
from litmus.errors import UnknownName
from litmus.gating.gate import Gate
from litmus.gating.judging import Judged, Trials, judge
from litmus.gating.resolving import Scored
from litmus.gating.verdicts import Verdicts

SIZE = 600
RARE = 1


def lines(wrong: float, seed: int) -> list[str]:
    rng = Random(seed)
    return ["wrong" if rng.random() < wrong else f"the line {k}" for k in range(SIZE)]


def gate(*require: str, sequential: bool = True, **options: object) -> Verdicts:
    """Much worse (bad), a little worse (new), and what they are compared with (old)."""
    outputs = {"old": lines(0.1, 1), "new": lines(0.1, 2), "bad": lines(0.6, 3)}
    return litmus.gate(
        languages="de-en",
        source=[f"Satz {k}" for k in range(SIZE)],
        references=[f"the line {k}" for k in range(SIZE)],
        outputs=outputs,
        require=require,
        sequential=sequential,
        **{"metrics": "chrf", "n_bootstrap": 200, "n_trials": 500, **options},
    )


def without_idioms(n: int, *require: str, metrics: Sequence[str] = ("litter",)) -> Verdicts:
    return litmus.gate(
        languages="en-es", source=["It rains."] * n, references=["Llueve."] * n,
        outputs={"old": ["Llueve."] * n, "new": ["Llueve."] * n}, metrics=metrics,
        require=require, sequential=True, n_bootstrap=10,
    )  # fmt: skip


@pytest.mark.parametrize("n", [50, 1])
def test_no_segment_can_hold_a_case(n: int) -> None:
    """There are no idioms: nothing is drawn but one segment, which shows that."""
    for require in ("new:litter<=20", "new:litter<=old", "new:litter>=1"):
        (verdict,) = without_idioms(n, require)
        assert (verdict.outcome, verdict.fails) == ("no evidence", True)
        assert verdict.decided is not None and verdict.decided.draw.segments == 1


def test_no_case_of_one_requirement_among_others() -> None:
    verdicts = without_idioms(50, "new:litter<=20", "new:chrf>=1", metrics=["litter", "chrf"])
    assert [verdict.outcome for verdict in verdicts] == ["no evidence", "held"]
    assert (len(verdicts), repr(verdicts)) == (2, "<Verdicts: 1 held, 1 no evidence>")


COLUMNS = {"domain": ["rare" if k < RARE else "often" for k in range(SIZE)]}


def test_a_bucket_that_was_not_drawn_yet() -> None:
    verdicts = gate(
        "bad:chrf>=99", "new:chrf[domain:rare]>=1", columns=COLUMNS, by_column="domain",
        fail_fast=True, seed=1,
    )  # fmt: skip
    assert verdicts.result.overall("new", "chrf").n < SIZE / 2
    assert [verdict.outcome for verdict in verdicts] == ["broken", "undecided"]


@pytest.mark.parametrize("sequential", [True, False])
def test_a_bucket_that_there_is_not_is_refused_before_any_work(sequential: bool) -> None:
    asked: list[int] = []
    with pytest.raises(UnknownName, match="No domain of chrf is called 'rear'") as caught:
        gate(
            "new:chrf[domain:rear]>=1", columns=COLUMNS,
            by_column="domain", sequential=sequential, progress=asked.append,
        )  # fmt: skip
    assert "Known: often, rare" in str(caught.value)
    assert asked == []


def test_certain_after_is_where_it_was_certain() -> None:
    """The second one is a close call and draws all."""
    whole = litmus.evaluate(
        languages="de-en", source=[f"Satz {k}" for k in range(SIZE)],
        references=[f"the line {k}" for k in range(SIZE)], outputs={"new": lines(0.1, 2)},
        metrics="chrf", n_bootstrap=10,
    ).overall("new", "chrf").value  # fmt: skip
    early, late = gate("bad:chrf>=99", f"new:chrf>={whole:.3f}")
    assert early.decided is not None and late.decided is not None
    assert early.decided.after < SIZE and early.decided.by == "asymptotic"
    assert (late.decided.after, late.decided.by) == (SIZE, "whole")


def test_alarms_of_parts_are_corrected_as_those_of_the_whole() -> None:
    """What is certainly broken is first in Holm's order, what certainly holds last: the p of a part
    has no say."""
    segments = [Segment(str(k), "Satz", (f"the line {k}",)) for k in range(60)]
    suite = Held(SuiteInfo("made-up", "de", "en"), segments)
    wrong = {"old": 0.1, "a": 0.2, "b": 0.3, "c": 0.4}
    outputs = {name: lines(share, 4)[:60] for name, share in wrong.items()}
    guard = Gate(
        ["chrf not worse than old"], {"made-up": suite},
        {"made-up": Scored(list(outputs), ["chrf"], ["chrf"])},
    )  # fmt: skip
    watcher = guard.watchers["made-up"]
    result = litmus.evaluate(suite, outputs, metrics="chrf", n_bootstrap=10, watch=watcher)
    assert watcher.collected is not None
    judged = {"made-up": Judged(result, watcher.collected)}
    guard.close()
    one, two, three = guard.asked
    plain = judge(guard.asked, judged, Trials(n_trials=500))
    foreseen = {one: 1.0, three: 0.0}
    found = judge(guard.asked, judged, Trials(n_trials=500), foreseen=foreseen)
    assert [v.test.tests for v in found if v.test] == [3, 3, 3]
    assert not any(verdict.allowed for verdict in plain)
    assert plain[1].test is not None and found[1].test is not None
    assert found[1].test.p == pytest.approx(min(1.0, 2 * plain[1].test.p_raw))
