"""What a command is doing: a bar where somebody watches, else a line now and then.

`main` listens to the stages of every command (`litmus.stages`); a command has nothing to do for it.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from litmus import stages
from litmus.stages import Stage

if TYPE_CHECKING:
    from litmus.idioms.mining.mine import Progress, Summary

FIRST_S = 10.0  # a command that is quicker says nothing
NEXT_S = 30.0  # from the first line to the second; then twice as long each time
LONGEST_S = 600.0
OFF = "LITMUS_PROGRESS"  # a variable; "off" says nothing, as --quiet does of progress


@contextmanager
def shown(*, quiet: bool) -> Iterator["Bars | Lines | None"]:
    """Stages of the block are shown on stderr, unless somebody asked for quiet."""
    if quiet or os.environ.get(OFF, "").lower() in ("off", "0"):
        yield None
        return
    listener = Bars() if _is_watched() else Lines()
    with stages.told_to(listener):
        try:
            yield listener
        finally:
            listener.close()


def _is_watched() -> bool:
    """On a terminal that knows its width: on one of no columns, tqdm draws nothing."""
    if not sys.stderr.isatty():
        return False
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns > 0
    except (OSError, ValueError):  # no descriptor, or not one of a terminal
        return True


class Bars:
    """A bar for the stage that began last, with rate and time left; wiped when it ends."""

    def __init__(self) -> None:
        self._open: list[Stage] = []
        self._bar: Any = None
        self._hushed = False
        _showing.append(self)

    def begun(self, stage: Stage) -> None:
        """The bar is of this stage from now on."""
        self._wipe()
        self._open.append(stage)
        self._draw()

    def moved(self, stage: Stage) -> None:
        """The bar moves, if it is of this stage."""
        if self._bar is None or stage is not self._open[-1]:
            return
        if self._bar.total != _total(stage):
            self._bar.total, self._bar.bar_format = _total(stage), _bar_format(stage)
        if stage.before and not self._bar.initial:
            self._bar.initial = stage.before
        if stage.note:
            self._bar.set_postfix_str(stage.note, refresh=False)
        self._bar.update(stage.done - self._bar.n)

    def ended(self, stage: Stage) -> None:
        """The bar is of the stage before, if there is one."""
        if stage not in self._open:
            return
        if stage is self._open[-1]:
            self._wipe(kept=stage.kept)
            self._open.remove(stage)
            if self._open:
                self._draw()
        else:
            self._open.remove(stage)

    def hush(self) -> None:
        """From now on the terminal belongs to the result."""
        self._wipe()
        self._hushed = True

    def clear(self) -> None:
        """Takes the bar off the line, so that something else can be written there."""
        if self._bar is not None:
            self._bar.clear()

    def refresh(self) -> None:
        """Draws it again."""
        if self._bar is not None:
            self._bar.refresh()

    def close(self) -> None:
        """Nothing more is shown."""
        self._wipe()
        _showing.remove(self)

    def _draw(self) -> None:
        if self._hushed:
            return
        from tqdm import tqdm

        stage = self._open[-1]
        self._bar = tqdm(
            desc=" › ".join([*map(_titled, self._open[:-1]), stage.name]),
            initial=stage.done,
            total=_total(stage),
            unit="",
            dynamic_ncols=True,
            bar_format=_bar_format(stage),
        )

    def _wipe(self, *, kept: bool = False) -> None:
        if self._bar is not None:
            self._bar.leave = kept
            self._bar.close()
        self._bar = None


def _total(stage: Stage) -> int | None:
    """How many there will be; a number that proved too small says nothing."""
    return stage.total if stage.total and stage.done <= stage.total else None


def _bar_format(stage: Stage) -> str:
    if not stage.unit:
        return "{desc} ..."
    if _total(stage) is None:
        return f"{{desc}} {{n:,}} {stage.unit}, {{rate_noinv_fmt}}, {{elapsed}}{{postfix}}"
    return (
        f"{{desc}} {{percentage:3.0f}}% |{{bar}}| {{n:,}}/{{total:,}} {stage.unit}, "
        "{rate_noinv_fmt}, {remaining} left{postfix}"
    )


def _titled(stage: Stage) -> str:
    """An outer stage: its name, and how far it is."""
    return f"{stage.name} {stage.done:,}/{stage.total:,}" if stage.total else stage.name


class Mark(NamedTuple):
    """How far a stage was at a moment."""

    done: int
    time: float


class Lines:
    """A line after ten seconds, then ever more seldom: for logs and files.

    The speed is measured from a stage's first report on: until then, a model wakes up.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._open: dict[Stage, Mark | None] = {}
        self._pause, self._due = NEXT_S, clock() + FIRST_S

    def begun(self, stage: Stage) -> None:
        """A line, if it is time for one."""
        self._open[stage] = None
        if not stage.unit:
            self.moved(stage)

    def moved(self, stage: Stage) -> None:
        """A line, if it is time for one and no other stage is within this one."""
        now = self._clock()
        if stage not in self._open:
            return
        first = self._open[stage]
        if first is None:
            first = self._open[stage] = Mark(stage.done, now)
        *outer, innermost = self._open
        if now < self._due or stage is not innermost:
            return
        words = told(stage, stage.done - first.done, now - first.time)
        _write(f"litmus: {' › '.join([*map(_titled, outer), words])}\n")
        self._due, self._pause = now + self._pause, min(2 * self._pause, LONGEST_S)

    def ended(self, stage: Stage) -> None:
        """It is no longer told of."""
        self._open.pop(stage, None)

    def hush(self) -> None:
        """Lines on stderr do not disturb what is on stdout."""

    def close(self) -> None:
        """There is nothing to wipe."""


def told(stage: Stage, new: int, seconds: float) -> str:
    """A stage that has done so many new units in so many seconds, in words.

    >>> stage = Stage("learning links", "pairs")
    >>> stage.done, stage.total = 1234, 5000
    >>> told(stage, 1234, 6)
    'learning links 1,234/5,000 pairs, 206/s, 0:18 left'
    """
    if not stage.unit:
        return stage.name
    total = _total(stage)
    rate = new / seconds if seconds > 0 else 0.0
    parts = [f"{stage.name} {stage.done:,}{f'/{total:,}' if total else ''} {stage.unit}"]
    if rate:
        parts.append(f"{rate:,.0f}/s" if rate >= 10 else f"{rate:.2g}/s")
    if rate and total:
        parts.append(f"{duration((total - stage.done) / rate)} left")
    return ", ".join([*parts, *([stage.note] if stage.note else [])])


def duration(seconds: float) -> str:
    """Minutes and seconds, and hours if need be.

    >>> duration(12.3), duration(754), duration(100_000)
    ('0:12', '12:34', '27:46:40')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


_showing: list[Bars] = []  # at most one


@contextmanager
def aside() -> Iterator[None]:
    """What the block writes to stderr stands on a line of its own; the bar goes on below it."""
    for bars in _showing:
        bars.clear()
    yield
    for bars in _showing:
        bars.refresh()


def _write(text: str) -> None:
    with suppress(OSError):  # where nobody can read it, the work goes on
        sys.stderr.write(text)
        sys.stderr.flush()


def lines_done(name: str, unit: str = "lines") -> Callable[[int], Callable[[int], None]]:
    """Given how many there are, what is told how many more are done."""

    def begin(total: int) -> Callable[[int], None]:
        stage = Stage(name, unit, total, kept=True)

        def show(more: int) -> None:
            stage.advance(more)
            if stage.done >= total:
                stage.end()

        return show

    return begin


def mining() -> "Progress":
    """Lines and occurrences of `litmus mine`."""
    stage = Stage("mining", "lines", kept=True)

    def show(summary: "Summary") -> None:
        if not stage.done:
            stage.before = summary.lines - summary.newest
        known = 0 < summary.fraction <= 1
        stage.reach(
            summary.lines,
            round(summary.lines / summary.fraction) if known else None,
            f"{summary.occurrences:,} occurrences",
        )
        if summary.fraction >= 1:
            stage.end()

    return show


def pairs_done() -> Callable[[str, int], None]:
    """What `litmus build` is doing, and how far it is; the second pass knows where it ends."""
    stage: Stage | None = None

    def show(what: str, number: int) -> None:
        nonlocal stage
        if stage is None or stage.name != what:
            total = stage.done if stage is not None else None
            if stage is not None:
                stage.end()
            stage = Stage(what, "pairs", total)
        stage.reach(number)

    return show
