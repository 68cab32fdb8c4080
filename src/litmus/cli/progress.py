"""Signs of life on a terminal; nothing where nobody watches."""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from litmus.cli.output import write_note

if TYPE_CHECKING:
    from litmus.idioms.mining.mine import Progress, Summary

_PAUSE = 0.2  # seconds between two lines


def watched(args: argparse.Namespace) -> bool:
    """Whether somebody looks at stderr and did not ask for quiet."""
    return not args.quiet and sys.stderr.isatty()


@contextmanager
def counting(args: argparse.Namespace) -> Iterator[Callable[[int], None] | None]:
    """A counter of segments; it is wiped when the work is done."""
    if not watched(args):
        yield None
        return

    def show(done: int) -> None:
        write_note(f"{done:,} segments\r")  # whatever comes next overwrites it

    yield show
    write_note(f"{'':30}\r")


def lines_done(total: int) -> Callable[[int], None]:
    """Lines translated, with rate and time left; each call adds some."""
    start, done, resumed, shown = monotonic(), 0, 0, 0.0

    def show(more: int) -> None:
        nonlocal done, resumed, shown
        if not done and more > 1 and monotonic() - start < 0.01:
            resumed = more  # from an earlier run: says nothing of our speed
        done += more
        now = monotonic()
        if now - shown < _PAUSE and done < total:
            return
        shown = now
        rate = (done - resumed) / max(now - start, 1e-9)
        left = f", {(total - done) / rate:,.0f} s left" if rate else ""
        write_note(f"\r{done:,} of {total:,} lines, {rate:,.1f} lines/s{left}   ")
        if done >= total:
            write_note("\n")

    return show


def mining() -> "Progress":
    """Lines and occurrences, with rate and time left."""
    start = monotonic()
    shown = 0.0
    resumed: int | None = None

    def show(summary: "Summary") -> None:
        nonlocal shown, resumed
        now = monotonic()
        if resumed is None:
            resumed = summary.lines
        if now - shown < _PAUSE and summary.fraction < 1:
            return
        shown = now
        rate = (summary.lines - resumed) / max(now - start, 1e-9)
        left = ""
        if 0 < summary.fraction <= 1:
            total = summary.lines / summary.fraction
            left = f", {max(0, total - summary.lines) / max(rate, 1):,.0f} s left"
        write_note(
            f"\r{summary.lines:,} lines, {summary.occurrences:,} occurrences, "
            f"{rate:,.0f} lines/s{left}   "
        )
        if summary.fraction >= 1:
            write_note("\n")

    return show


def pairs_done(what: str, number: int) -> None:
    """What `litmus build` is doing, and how far it is."""
    write_note(f"\r{what}: {number:,} pairs   ")
