"""Signs of life on a terminal, with rate and time left; nothing where nobody watches."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from litmus.idioms.mining.mine import Progress, Summary

T = TypeVar("T")


def watched(args: argparse.Namespace) -> bool:
    """Whether somebody looks at stderr and did not ask for quiet."""
    return not args.quiet and sys.stderr.isatty()


def new_bar(unit: str, total: int | None = None, *, kept: bool = False) -> Any:
    """A bar that counts units; it is wiped when the work is done, unless it is to be kept."""
    from tqdm import tqdm

    return tqdm(
        total=total,
        unit=f" {unit}",
        leave=kept,
        dynamic_ncols=True,
        bar_format=None if total else "{n:,}{unit}, {rate_fmt}, {elapsed}{postfix}",
    )


@contextmanager
def counting(
    args: argparse.Namespace, unit: str = "segments"
) -> Iterator[Callable[[int], None] | None]:
    """A counter that is told how many segments are done."""
    if not watched(args):
        yield None
        return
    with new_bar(unit, _total(args)) as bar:
        yield lambda done: bar.update(done - bar.n)


def counted(args: argparse.Namespace, rows: Iterable[T], unit: str = "segments") -> Iterator[T]:
    """The rows as they are, counted where somebody watches and they do not go to the terminal."""
    if not watched(args) or (args.output is None and sys.stdout.isatty()):
        yield from rows
        return
    with new_bar(unit, _total(args)) as bar:
        for row in rows:
            yield row
            bar.update()


def _total(args: argparse.Namespace) -> int | None:
    """How many segments there will be, where that is quickly found out."""
    source = getattr(args, "source", None) or getattr(args, "path", None)
    if source is None and getattr(args, "suite", None):
        source = Path(args.suite) / "segments.jsonl"
    if getattr(args, "shard", None) or not isinstance(source, Path) or not source.is_file():
        return None
    from litmus.files.text import read_chunks

    return sum(chunk.count(b"\n") for chunk in read_chunks(source, 1 << 20))


def lines_done(total: int) -> Callable[[int], None]:
    """Lines translated; each call adds some."""
    bar = new_bar("lines", total, kept=True)

    def show(more: int) -> None:
        bar.update(more)
        if bar.n >= total:
            bar.close()

    return show


def mining() -> "Progress":
    """Lines and occurrences of `litmus mine`."""
    bar = new_bar("lines", kept=True)
    resumed: int | None = None

    def show(summary: "Summary") -> None:
        nonlocal resumed
        if resumed is None:  # what an earlier run has done says nothing of our speed
            resumed = bar.initial = summary.lines - summary.newest
        if 0 < summary.fraction <= 1:
            bar.total = round(summary.lines / summary.fraction)
            bar.bar_format = None
        bar.set_postfix_str(f"{summary.occurrences:,} occurrences", refresh=False)
        bar.update(summary.lines - bar.n)
        if summary.fraction >= 1:
            bar.close()

    return show


def pairs_done() -> Callable[[str, int], None]:
    """What `litmus build` is doing, and how far it is; the second pass knows where it ends."""
    bar: Any = None

    def show(what: str, number: int) -> None:
        nonlocal bar
        if bar is None or not (bar.desc or "").startswith(what):
            total = bar.n if bar is not None else None
            if bar is not None:
                bar.close()
            bar = new_bar("pairs", total)
            bar.set_description(what)
        bar.update(number - bar.n)

    return show
