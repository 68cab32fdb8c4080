"""A judge at work: every item asked so many times, every answer checked, nothing asked twice."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from litmus import __version__
from litmus.corpus.ratings import UNJUDGED
from litmus.judging.items import Item
from litmus.judging.rows import to_json
from litmus.judging.task import Task
from litmus.judging.verdicts import NoVerdict, Verdict, of_empty, read_verdict
from litmus.systems.answers import Answers
from litmus.systems.asking import Asker, Chain
from litmus.systems.engine import Engine, Query, Turn
from litmus.wording import Message, count, option

Progress = Callable[[int], None]
EMPTY = "the translation is empty"
_MOST = 4000  # characters of an answer that does not fit are enough to say what is wrong with it


@dataclass(frozen=True)
class Judge:
    """An engine with a task, and how often it is asked. `name` is what its rows are signed with."""

    engine: Engine
    task: Task
    name: str
    signature: str
    repeats: int = 1
    repairs: int = 1


@dataclass(frozen=True, slots=True)
class SystemVerdict:
    """What a judge says of a system: the mean over its items of the mean over draws.

    `spread` is the mean over items of the standard deviation between draws, `drift` the standard
    deviation between draws of the system's mean; None with one draw.
    """

    system: str
    n: int
    value: float | None
    spread: float | None
    drift: float | None
    unjudged: int


@dataclass(frozen=True)
class Verdicts:
    """All rows in order, and what came about on the way."""

    rows: tuple[dict[str, Any], ...]
    systems: tuple[SystemVerdict, ...]
    kept: int  # answers of an earlier run
    repaired: int
    unplaced: int  # errors whose words are in no text
    unjudged: Counter[str]  # why -> rows
    empty: int  # rows of empty translations

    @property
    def spreads(self) -> list[float]:
        """Those of systems; none with one draw."""
        return [one.spread for one in self.systems if one.spread is not None]

    @property
    def notes(self) -> list[str]:
        """What a reader of the verdicts should know."""
        found: list[str] = []
        if self.repaired:
            found.append(f"{count(self.repaired, 'answer')} could be used after a second request.")
        if failed := self.unjudged.total():
            why = "; ".join(f"{n:,}: it {reason}" for reason, n in self.unjudged.most_common(5))
            found.append(
                f"{count(failed, 'answer')} of {len(self.rows):,} could not be used, and "
                f"{'is a row' if failed == 1 else 'are rows'} without a verdict ({why})."
            )
        if self.unplaced:
            found.append(
                f"{count(self.unplaced, 'error')} quoted words that are neither in the translation "
                "nor in the source; the cost counts, the place is unknown."
            )
        if self.spreads and not any(self.spreads):
            vary = option("settings", "temperature=0.7", '{"temperature": 0.7}')
            found.append(
                Message(
                    "Every draw says the same. A judge at temperature 0 has no spread to show; let "
                    f"it vary ({vary}), or ask once."
                )
            )
        if self.empty:
            found.append(f"{count(self.empty, 'verdict')} on empty translations, without asking.")
        return found


def signature(engine: Engine, task: Task, settings: dict[str, str]) -> str:
    """All that can change a verdict."""
    parts = {"by": f"({engine.signature})", "task": f"{task.mark}#{task.digest}", **settings}
    return "|".join(
        ("judge", *(f"{key}:{value}" for key, value in parts.items()), f"v:{__version__}")
    )


class _Run:
    """Collects what comes back, in whatever order."""

    def __init__(self, judge: Judge, answers: Answers, progress: Progress | None) -> None:
        self._judge, self._answers, self._progress = judge, answers, progress
        self._identity = judge.engine.identity
        self.found: dict[tuple[int, int], tuple[Item, Verdict | str]] = {}
        self.kept = self.repaired = self.empty = 0

    def chains(self, items: Iterable[Item]) -> Iterator[Chain]:
        """One conversation for every draw of every item that is not empty."""
        for number, item in enumerate(items):
            for draw in range(self._judge.repeats):
                if item.translation.strip():
                    yield self._chain((number, draw), item)
                else:
                    self._note_empty((number, draw), item)

    def _note_empty(self, place: tuple[int, int], item: Item) -> None:
        self.empty += 1
        try:
            self._keep(place, item, of_empty(self._judge.task, item))
        except NoVerdict:
            self._keep(place, item, EMPTY)

    def _chain(self, place: tuple[int, int], item: Item) -> Chain:
        judge = self._judge
        turns = judge.task.turns(item.values)
        verdict: Verdict | str = ""
        for attempt in range(judge.repairs + 1):
            query = Query(turns[-1].text, turns=turns, draw=place[1])
            answer = yield query
            self.kept += self._answers.is_old(self._identity, query.key)
            try:
                verdict = read_verdict(judge.task, item, answer, judge.engine)
                self.repaired += attempt > 0
                break
            except NoVerdict as problem:
                verdict = str(problem)
                said = Turn("assistant", answer.text.strip()[:_MOST] or "(nothing)")
                turns = (*turns, said, judge.task.again(verdict))
        self._keep(place, item, verdict)

    def _keep(self, place: tuple[int, int], item: Item, verdict: Verdict | str) -> None:
        self.found[place] = item, verdict
        if self._progress is not None:
            self._progress(1)


def run_judge(
    judge: Judge,
    items: Iterable[Item],
    answers: Answers,
    *,
    asker: Asker | None = None,
    progress: Progress | None = None,
) -> Verdicts:
    """Every item judged so many times. Each answer is in `answers` before it counts."""
    run = _Run(judge, answers, progress)
    (asker or Asker(judge.engine, answers)).run(run.chains(items))
    rows, unjudged, unplaced = list[dict[str, Any]](), Counter[str](), 0
    for (_, draw), (item, verdict) in sorted(run.found.items()):
        if isinstance(verdict, str):
            unjudged[verdict] += verdict != EMPTY
        else:
            unplaced += len(verdict.unplaced)
        rows.append(
            to_json(judge.task, item, draw + 1, verdict, name=judge.name, signature=judge.signature)
        )
    unjudged += Counter()  # drops what counts nothing
    return Verdicts(
        tuple(rows),
        tuple(_by_system(rows, judge.repeats)),
        run.kept,
        run.repaired,
        unplaced,
        unjudged,
        run.empty,
    )


def _by_system(rows: Iterable[dict[str, Any]], repeats: int) -> Iterator[SystemVerdict]:
    values: dict[str, dict[tuple[str, str | None], dict[int, float]]] = {}
    silent: Counter[str] = Counter()
    for row in rows:
        own = values.setdefault(row["system"], {})
        silent[row["system"]] += UNJUDGED in row
        if row["value"] is not None:
            own.setdefault((row["id"], row.get("mark")), {})[row["draw"]] = row["value"]
    for system, items in values.items():
        means = [fmean(draws.values()) for draws in items.values()]
        spreads = [stdev(draws.values()) for draws in items.values() if len(draws) > 1]
        yield SystemVerdict(
            system,
            len(means),
            fmean(means) if means else None,
            fmean(spreads) if spreads else None,
            _drift([draws for draws in items.values() if len(draws) == repeats]),
            silent[system],
        )


def _drift(items: Iterable[dict[int, float]]) -> float | None:
    """How far the system's mean moves from draw to draw, of items that have all draws.

    Means of different items would differ even if the judge never does.
    """
    by_draw: dict[int, list[float]] = {}
    for draws in items:
        for draw, value in draws.items():
            by_draw.setdefault(draw, []).append(value)
    return stdev(map(fmean, by_draw.values())) if len(by_draw) > 1 else None
