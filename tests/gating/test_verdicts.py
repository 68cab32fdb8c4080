"""Verdicts on cases counted by hand: bounds, tests, directions, and the segments that cost most."""

from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest

import litmus
from litmus.errors import LitmusError
from litmus.gating.presentation.github import annotations
from litmus.gating.presentation.junit import junit
from litmus.gating.verdict import Verdict
from litmus.gating.verdicts import Broken, Verdicts

N = 60


def texts(bad: Sequence[int], n: int = N) -> list[str]:
    return ["wrong" if k in bad else f"the sentence with number {k}" for k in range(n)]


def gate(
    outputs: dict[str, Sequence[int]], *require: str, n: int = N, **options: object
) -> Verdicts:
    """A gate on systems that get some segments wrong."""
    return litmus.gate(
        languages="de-en",
        source=[f"Satz {k}" for k in range(n)],
        references=texts([], n),
        outputs={name: texts(bad, n) for name, bad in outputs.items()},
        require=require,
        **{"metrics": ["chrf"], "n_bootstrap": 200, "n_trials": 1000, **options},
    )


def test_what_costs_most_are_the_segments_that_are_wrong() -> None:
    (verdict,) = gate({"new": [7, 30]}, "chrf>=100")
    assert verdict.outcome == "broken" and verdict.value is not None
    assert verdict.missed == pytest.approx(100 - verdict.value)
    assert [segment.id for segment in verdict.worst] == ["31", "8"]  # the longer first
    assert {segment.hypothesis for segment in verdict.worst} == {"wrong"}
    # the cost is what the value would gain without the segment
    without = texts([], N), texts([7], N)
    for lines in without:
        del lines[30]
    left = litmus.evaluate(
        languages="de-en", source=[f"Satz {k}" for k in range(N - 1)], references=without[0],
        outputs={"new": without[1]}, metrics="chrf", n_bootstrap=10,
    ).overall("new", "chrf").value  # fmt: skip
    assert left is not None and verdict.worst[0].cost == pytest.approx(left - verdict.value)


def test_against_another_system_it_is_the_segments_that_lost_the_lead() -> None:
    verdicts = gate({"old": [1, 2, 3], "new": [1, 2, 3, 40, 50]}, "chrf>=old")
    (verdict,) = verdicts
    assert verdict.outcome == "broken"
    assert [segment.id for segment in verdict.worst] == ["41", "51"]
    assert verdict.worst[0].other == "the sentence with number 40"


def test_the_direction_is_that_of_the_metric() -> None:
    better, worse = [1], list(range(20))
    for metric in ("chrf", "ter"):  # more is better, less is better
        requirement = f"{metric} not worse than old"
        held = gate({"old": worse, "new": better}, requirement, metrics=metric)
        broken = gate({"old": better, "new": worse}, requirement, metrics=metric)
        assert (held.held, broken.held) == (True, False), metric


def test_a_margin_must_be_shown_and_no_margin_need_not() -> None:
    old, new = [1, 2, 3, 4], [1, 2, 3, 4, 5]  # one more: not significant, and not excluded either
    alarm = gate({"old": old, "new": new}, "chrf not worse than old")
    strict = gate({"old": old, "new": new}, "chrf not worse than old by 0.5")
    wide = gate({"old": old, "new": new}, "chrf not worse than old by 20")
    assert [v.outcome for v in (*alarm, *strict, *wide)] == ["held", "broken", "held"]
    kinds = [v.test.kind for v in (*alarm, *strict, *wide) if v.test]
    assert kinds == ["worse", "margin", "margin"]


def test_a_margin_is_missed_by_what_could_be_lost_beyond_it() -> None:
    """With that much more margin it would just be shown."""
    outputs = {"old": [1, 2, 3, 4], "new": [1, 2, 3, 4, 5]}
    (strict,) = gate(outputs, "chrf not worse than old by 0.5")
    old = gate(outputs, "chrf not worse than old").result.overall("old", "chrf").value
    assert old is not None and strict.missed is not None
    assert strict.bound == pytest.approx(old - 0.5)
    more, less = strict.missed + 0.01, strict.missed - 0.01
    (shown,) = gate(outputs, f"chrf not worse than old by {0.5 + more:.4f}")
    (short,) = gate(outputs, f"chrf not worse than old by {0.5 + less:.4f}")
    assert (shown.outcome, short.outcome) == ("held", "broken")
    lost = f"could be worse than old by up to {0.5 + strict.missed:.2f}; allowed: 0.5 (p = 0."
    assert lost in junit([strict])
    (verdict,) = gate({"old": [1], "new": [1]}, "ter not worse than old by 2", metrics="ter")
    assert verdict.bound == pytest.approx(verdict.value + 2)  # type: ignore[operator]  # less is better


def test_segments_that_are_no_worse_cost_nothing() -> None:
    """Both are perfect there; that the rest differs makes them look as if they cost."""
    (verdict,) = gate({"old": list(range(20)), "new": [1, 2, 3]}, "bleu>=old+90", metrics="bleu")
    assert (verdict.outcome, verdict.worst) == ("broken", ())
    verdicts = gate({"old": [1, 2, 3], "new": [1, 2, 3, 40]}, "bleu>=old+1", metrics="bleu")
    assert [segment.id for segment in verdicts.verdicts[0].worst] == ["41"]
    table = gate({"old": [1], "new": [1]}, "chrf>=old+1").table()
    assert "new:chrf (chrf>=old+1): no segment is worse than that of old." in table


def test_alarms_are_corrected_and_margins_are_not() -> None:
    verdicts = gate(
        {"old": [], "new": [1, 2, 3, 4, 5]},
        "not worse than old",
        "chrf not worse than old by 30",
        metrics=["chrf", "bleu", "ter"],
    )
    tests = [verdict.test for verdict in verdicts if verdict.test]
    assert [test.tests for test in tests] == [3, 3, 3, 1]
    raw = sorted(test.p_raw for test in tests[:3])
    assert min(test.p for test in tests[:3]) == pytest.approx(min(1.0, 3 * raw[0]))
    assert tests[3].p == tests[3].p_raw


def test_few_segments_are_no_evidence() -> None:
    verdicts = gate({"old": [], "new": []}, "chrf>=1", "chrf not worse than old", n=20)
    assert [(v.outcome, v.why) for v in verdicts] == [("no evidence", "new: only 20 cases")] * 2
    assert not verdicts.held
    assert gate({"new": []}, "chrf>=1", n=20, allow_no_evidence=True).held
    verdicts = gate({"old": [], "new": []}, "new:chrf>=20", "new:chrf>=old-1", n=20)
    assert [verdict.bound for verdict in verdicts] == [20.0, 99.0]


def test_macro_averages_weigh_labels() -> None:
    """One idiom in 39 segments, another in one: macro-averaged, the one alone costs most."""

    def of_literal(*wrong: int) -> Verdict:
        spans = [[(3, 20, "rare" if k == 39 else "often")] for k in range(40)]
        outputs = ["Pateó el cubo." if k in wrong else "Murió." for k in range(40)]
        (verdict,) = litmus.gate(
            languages="en-es", source=["He kicked the bucket."] * 40, references=["Murió."] * 40,
            spans=spans, outputs={"new": outputs}, metrics="litter:average=macro",
            require="litter<=10", n_bootstrap=10,
        )  # fmt: skip
        return verdict

    verdict = of_literal(*range(40))
    assert (verdict.outcome, verdict.value) == ("broken", 100.0)
    assert [segment.id for segment in verdict.worst] == ["1", "2", "3"]  # all are as bad
    assert {segment.cost for segment in verdict.worst} == {0.0}
    verdict = of_literal(5, 39)
    assert verdict.value == pytest.approx((100 / 39 + 100) / 2)
    assert [segment.id for segment in verdict.worst] == ["40", "6"]
    costs = [segment.cost for segment in verdict.worst]
    assert costs == pytest.approx([verdict.value - 100 / 39, 100 / 39 / 2])  # type: ignore[operator]


def test_raise_if_broken() -> None:
    verdicts = gate({"new": [1]}, "chrf>=100")
    with pytest.raises(Broken) as broken:
        verdicts.raise_if_broken()
    assert isinstance(broken.value, LitmusError) and broken.value.exit_code == 3
    assert str(broken.value) == verdicts.table().rstrip("\n")
    header, row, _ = verdicts.table("tsv").split("\n")
    found = dict(zip(header.split("\t"), row.split("\t"), strict=True))
    names = ("requirement", "system", "metric", "outcome", "bound")
    assert [found[name] for name in names] == ["chrf>=100", "new", "chrf", "broken", "100.0"]
    held = gate({"new": [1]}, "chrf>=50")
    assert held.raise_if_broken() is None and held.verdicts[0].value is not None
    # what is missed by little is not shown as met
    table = gate({"new": [1]}, f"chrf>={held.verdicts[0].value + 1e-4!r}").table()
    assert "0.0001" in table and "broken" in table
    with pytest.raises(LitmusError) as refused:
        litmus.gate("demo-is-en", metrics="bleu")
    assert str(refused.value) == "Nothing is required. Say what: require='bleu>=30'"


def test_texts_cannot_break_out_of_xml_or_annotations() -> None:
    evil = "a\x00b ]]> <x> & \ud800 %0A::error::x"
    verdicts = litmus.gate(
        languages="de-en", source=["x"] * 40, references=["good text"] * 40,
        outputs={"new": [evil] * 40}, require="chrf>=90", metrics="chrf",
        n_bootstrap=10,
    )  # fmt: skip
    root = ElementTree.fromstring(junit(verdicts.verdicts).encode("utf-8"))
    assert "a\ufffdb ]]> <x> &" in "".join(root.itertext())
    (line,) = annotations(verdicts.verdicts)
    assert "\n" not in line and "\r" not in line and "%25" in line


def test_report_and_segments_go_together_with_a_gate(tmp_path: Path) -> None:
    verdicts = gate(
        {"new": [1]}, "chrf>=100", page=tmp_path / "page.html", segments=tmp_path / "s.jsonl"
    )
    assert not verdicts.held and verdicts.verdicts[0].worst
    assert (tmp_path / "page.html").exists() and (tmp_path / "s.jsonl").exists()
