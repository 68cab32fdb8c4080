"""Tiers of tests by what they cost, and the budget that keeps them.

    fast       no case takes 0.05 CPU seconds
    (default)  and what is dearer, up to a few seconds: the README's command
    slow       torch, browsers, training, kills, workers: `.ci/run`
    release    shipped data by language, reference data, long attacks: `.ci/release`

`slow` and `release` are marks, set by hand, by folder or by what a test asks for. Which of the
others are fast is measured: `tests/durations.tsv` lists every function with a case that is not.
A test that has outgrown its tier is refused, by the list before it runs and by the clock after.
"""

import json
import os
import re
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any

import pytest

LIST = Path(__file__).with_name("durations.tsv")
RENEW = "python -m benchmarks.durations"
FAST = 0.05  # CPU seconds a case
LIMITS = {"fast": FAST, "default": 4.0, "slow": 60.0}  # CPU seconds a case
BUDGETS = {"fast": 90, "default": 520}  # CPU seconds a tier, the cheaper ones included
SLACK = {"fast": 4, "default": 3, "slow": 4}  # machines differ, and are busy
SLEEP = {"fast": 0.2, "default": 2.0}  # seconds a case
OTHERS = "(all others)"


@dataclass(frozen=True)
class Cost:
    """What a function of tests costs, all its cases together."""

    tier: str
    seconds: float
    dearest: float  # case
    cases: int


def read(path: Path = LIST) -> dict[str, Cost]:
    """Function -> cost; what is not listed is fast."""
    costs = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            tier, seconds, dearest, cases, function = line.split("\t")
            costs[function] = Cost(tier, float(seconds), float(dearest), int(cases))
    return costs


def written(costs: dict[str, Cost]) -> str:
    """The list as it is kept."""
    rows = sorted(costs.items(), key=lambda row: (row[0] == OTHERS, row[0]))
    return f"# tier, CPU seconds, dearest case, cases, function; renewed by {RENEW}\n" + "".join(
        f"{cost.tier}\t{cost.seconds:.2f}\t{cost.dearest:.2f}\t{cost.cases}\t{name}\n"
        for name, cost in rows
    )


def gone(costs: Iterable[str], root: Path) -> list[str]:
    """Listed functions that no file has any more."""
    texts: dict[Path, str] = {}
    missing = []
    for function in costs:
        file, _, name = function.partition("::")
        path = root / file
        if function != OTHERS and path not in texts:
            texts[path] = path.read_text(encoding="utf-8") if path.is_file() else ""
        short = re.split(r"::|\.", name)[-1]
        if function != OTHERS and not re.search(rf"\b(def|class) {short}\b", texts[path]):
            missing.append(function)
    return missing


def over_budget(costs: dict[str, Cost]) -> list[str]:
    """Tiers that cost more than they may, with what is dearest in them."""
    problems, spent, seen = [], 0.0, []
    for tier, budget in BUDGETS.items():
        rows = [(cost.seconds, name) for name, cost in costs.items() if cost.tier == tier]
        spent, seen = spent + sum(seconds for seconds, _ in rows), [*seen, *rows]
        if spent > budget:
            dear = ", ".join(f"{name} {seconds:.0f}" for seconds, name in sorted(seen)[:-6:-1])
            problems.append(f"{tier}: {spent:.0f} CPU seconds of {budget}; {dear}")
    return problems


def function(item: pytest.Item) -> str:
    """A test without its parameters, as the list names it."""
    return item.nodeid.partition("[")[0]


def tier(item: pytest.Item) -> str:
    """The tier that a test is in."""
    marks = ("release", "slow", "fast")
    return next((mark for mark in marks if item.get_closest_marker(mark)), "default")


def cpu() -> float:
    """CPU seconds of this process, and of those it has waited for."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


class Tiers:
    """The plug-in: marks tests, refuses those that have outgrown their tier, writes costs down."""

    def __init__(self, path: Path, *, watching: bool, record: Path | None) -> None:
        self._costs = read(path) if path.exists() else {}
        self._watching, self._record = watching, record
        self._began = self._slept = 0.0

    def pytest_collection_modifyitems(self, items: Sequence[pytest.Item]) -> None:
        """Fast is what nobody marked and the list does not name."""
        for item in items:
            if tier(item) == "default" and function(item) not in self._costs:
                item.add_marker("fast")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """The list's word, and the clock's start."""
        self._began, self._slept = cpu(), 0.0
        cost, limit = self._costs.get(function(item)), LIMITS.get(tier(item))
        if self._watching and cost and limit and cost.dearest > limit:
            pytest.fail(_outgrown(item, f"{cost.dearest:.2f} CPU seconds a case"), pytrace=False)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
        """The clock's word."""
        report = yield
        watching = call.when == "call" and report.passed and self._watching
        if watching and (excess := self._excess(item)):
            report.outcome, report.longrepr = "failed", _outgrown(item, excess)
        if call.when == "teardown" and self._record is not None:
            row = [item.nodeid, tier(item), round(cpu() - self._began, 4)]
            with (self._record / str(os.getpid())).open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
        return report

    def _excess(self, item: pytest.Item) -> str:
        """What a test took beyond its tier, in words."""
        name = tier(item)
        limit = LIMITS.get(name, inf) * SLACK.get(name, 1)
        took = cpu() - self._began
        if self._slept > SLEEP.get(name, inf):
            return f"{self._slept:.2f} s asleep"
        if took > limit and name == "fast":  # it may be the first that needs what all others share
            began = cpu()
            with suppress(BaseException):
                item.runtest()
            took = cpu() - began
        return f"{took:.2f} CPU seconds" if took > limit else ""

    def pytest_sessionstart(self) -> None:
        """Sleeping costs no CPU, but the time of whoever waits for the tests."""
        asleep = time.sleep

        def sleep(seconds: float) -> None:
            if current_thread() is main_thread():
                self._slept += seconds
            asleep(seconds)

        time.sleep = sleep


def _outgrown(item: pytest.Item, cost: str) -> str:
    name = tier(item)
    return (
        f"{item.nodeid} has outgrown its tier: {cost}, and {name} allows {LIMITS[name]:g}.\n"
        f"Make it cheaper, mark it (slow, release), or measure it again: {RENEW}"
    )


def merged(folder: Path, before: dict[str, Cost], root: Path, *, whole: bool) -> dict[str, Cost]:
    """What was recorded, each case at its cheapest; of what did not run what the list had.

    A run of whole tiers leaves nothing else of them, and renews the sum of the many not listed.
    """
    cheapest: dict[tuple[str, str], float] = {}
    for file in folder.iterdir():
        for line in file.read_text(encoding="utf-8").splitlines():
            case, own, seconds = json.loads(line)
            cheapest[case, own] = min(seconds, cheapest.get((case, own), seconds))
    cases: dict[str, tuple[str, list[float]]] = {}
    for (case, own), seconds in cheapest.items():
        name = case.partition("[")[0]
        cases.setdefault(name, (own, []))[1].append(seconds)
    ran = {"default" if own == "fast" else own for own, _ in cases.values()} if whole else set()
    costs = {n: cost for n, cost in before.items() if n not in cases and cost.tier not in ran}
    for name in gone(costs, root):
        del costs[name]
    cheap = [seconds for own, seconds in cases.values() if own in BUDGETS and max(seconds) < FAST]
    if cheap and whole:
        costs[OTHERS] = Cost("fast", sum(map(sum, cheap)), FAST, sum(map(len, cheap)))
    for name, (own, seconds) in cases.items():
        if own not in BUDGETS or max(seconds) >= FAST:
            shown = "default" if own == "fast" else own
            costs[name] = Cost(shown, sum(seconds), max(seconds), len(seconds))
    return costs
