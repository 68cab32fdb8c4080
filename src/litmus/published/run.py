"""Cases run: every published figure beside ours."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from litmus.engine.batches import map_batches
from litmus.errors import DataError, LitmusError
from litmus.plugins.python_file import reason as reason_of
from litmus.plugins.python_file import where
from litmus.published.case import Case, Data, Found, load_case, load_recompute
from litmus.published.files import unusable
from litmus.published.results import FigureRow, Reproduction, compare, explanation
from litmus.stages import counted

Progress = Callable[[int], None]


def reproduce(
    root: Path,
    names: Sequence[str],
    files: Mapping[str, Path],
    *,
    workers: int | None = 1,
    progress: Progress | None = None,
) -> Reproduction:
    """The figures of these cases, all if none is named; in the order of the cases."""
    if not root.is_dir():
        raise DataError(f"{root} is not a folder. Give the folder that holds the data sets.")
    cases = [load_case(name, files) for name in dict.fromkeys(names or files)]
    rows: list[FigureRow] = []
    work = partial(partial, _rows, root)
    recomputed = map_batches(work, cases, workers=workers)
    told = counted(recomputed, "recomputing", "cases", len(cases))
    for done, found in enumerate(told, start=1):
        rows += found
        if progress:
            progress(done)
    result = Reproduction(rows, cases)
    if not result.figures:
        reasons = "\n".join(f"{row.case}: {row.reason}" for row in result.skipped)
        raise DataError(f"No case could be recomputed from {root}.\n{reasons}")
    return result


def _rows(root: Path, case: Case) -> list[FigureRow]:
    try:
        reason = unusable(case, root)
        return [_skipped(case, reason)] if reason else [*_judged(case, _found(case, root))]
    except LitmusError as error:  # a part of litmus that is not installed, a file that is broken
        return [_skipped(case, " ".join(str(error).split()))]
    except Exception as error:
        if case.ships:
            raise
        return [_skipped(case, f"{reason_of(error)}{where(error)}.")]


def _found(case: Case, root: Path) -> Iterator[Found]:
    return load_recompute(case)(Data(root, case))


def _skipped(case: Case, reason: str) -> FigureRow:
    return FigureRow(
        case.name, case.paper, "", "", "", None, None, None, None, 0, None, "skipped", reason
    )


def _judged(case: Case, found: Iterable[Found]) -> Iterator[FigureRow]:
    """A row for every figure, also for one that only they have, or only we: both differ."""
    missing = {
        (figures.name, item): value
        for figures in case.figures
        for item, value in figures.published.items()
    }
    seen = set()
    for one in found:
        seen.add(one.figures)
        yield _row(case, one, missing.pop((one.figures, one.item), one.published))
    for (name, item), published in missing.items():
        yield _row(case, Found(name, item, None), published)
    for figures in case.figures:  # the data may have lost a whole table
        if figures.published_in and figures.name not in seen:
            yield _row(case, Found(figures.name, "", None), None)


def _row(case: Case, found: Found, published: float | None) -> FigureRow:
    figures = case.about(found.figures)
    difference = None
    if found.ours is not None and published is not None:
        difference = found.ours - published
    verdict = compare(figures, difference)
    return FigureRow(
        case=case.name,
        paper=case.paper,
        table=figures.table,
        what=figures.what,
        item=found.item,
        source=figures.source,
        published=published,
        ours=found.ours,
        difference=difference,
        decimals=figures.decimals,
        tolerance=figures.tolerance,
        verdict=verdict,
        reason=explanation(figures, found.item, difference) if verdict == "differs" else None,
    )
