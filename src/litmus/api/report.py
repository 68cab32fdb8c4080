"""`litmus.report`: the same inputs as `litmus.evaluate`, one HTML file to look at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from litmus.alignment.aligners import DEFAULT
from litmus.alignment.links import Aligner
from litmus.api.inputs import (
    ByName,
    SuiteLike,
    Texts,
    open_options,
    open_outputs,
    open_suite,
)
from litmus.api.ratings import rating_files, shown_ratings
from litmus.corpus.columns import Columns
from litmus.corpus.in_memory import Marks, Text
from litmus.corpus.suite import Suite
from litmus.engine.parts import Parts as Measured
from litmus.errors import DataError, UsageError
from litmus.reports.examine import examine
from litmus.reports.extras import read_extras
from litmus.reports.interning import Interned
from litmus.reports.page import write_parts, write_report
from litmus.reports.parts import Parts
from litmus.scoring.measuring.collected import Progress, Watch
from litmus.scoring.measuring.inputs import Output, Tags
from litmus.scoring.options import ScoringOptions
from litmus.scoring.results import Result
from litmus.terms.lists import TermsLike

NAME = "litmus-report.html"


@dataclass(frozen=True)
class Report:
    """Where the page is, how large, and the numbers in it.

    Where the segments are too many for one page, `parts` names all pages, the first one included.
    """

    path: Path
    size: int
    result: Result
    parts: Sequence[Path] = ()

    def __str__(self) -> str:
        said = f"{self.path}: {self.result.heading}, {self.size / 1e6:.1f} MB"
        if not self.parts:
            return said
        return (
            f"{said}\nThe segments are too many for one page. They are in {len(self.parts)}, which "
            f"link to each other: {self.path.name}, {self.parts[1].name} to "
            f"{self.parts[-1].name}. Every page has all the numbers."
        )


def report(
    suite: SuiteLike | None = None,
    outputs: ByName | None = None,
    path: Path | str = NAME,
    *,
    languages: str | None = None,
    source: Text | None = None,
    references: Texts = (),
    spans: str | Path | Marks | None = None,
    docids: Text | None = None,
    columns: Columns | None = None,
    idioms: str | Path | Sequence[str] | None = None,
    classes: Sequence[str] = (),
    figurative: float | None = None,
    terms: TermsLike | None = None,
    resegment: bool = False,
    metrics: str | Sequence[str] = (),
    aligner: str = DEFAULT,
    aligners: Mapping[str, Aligner | str | Path] | None = None,
    tags: Mapping[str, Tags | str | Path] | None = None,
    test: str | None = "ar",
    baseline: str | None = None,
    family: str = "all",
    tested: str | Sequence[str] = (),
    unit: str | None = None,
    subsets: bool = False,
    by_column: str | Sequence[str] = (),
    n_bootstrap: int = 1000,
    n_trials: int = 10_000,
    seed: int = 12345,
    cache: bool = False,
    workers: int | None = 1,
    engine: str = "local",
    extras: Path | str | None = None,
    ratings: Path | str | Sequence[Path | str] = (),
    links: bool = True,
    command: Sequence[str] = (),
    parts: Sequence[Path | str] = (),
    progress: Progress | None = None,
) -> Report:
    """A page with every number and every segment behind it; inputs as for `litmus.evaluate`.

    With one system there is nothing to test, and `test="ar"` does nothing.

    `extras` are rows of P-CXMI and probes to show, too. `ratings` are files of what people or a
    judge say of the outputs (docs/meta-evaluation.md): their error spans are marked in the texts,
    their scores are beside those of the metrics. `links=False` leaves the words linked to
    idioms unmarked, which is quicker. `cache`, `workers`, `engine` and `parts` are as for
    `litmus.evaluate`. `command` is shown at the foot of the page.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = report("demo-is-en", path=f"{folder}/page.html", metrics="autoie", test=None)
    ...     made.path.name, made.result.systems
    ('page.html', ('apertium',))
    """
    target = Path(path)
    check_page(target)
    rows = read_extras(Path(extras)) if extras else []
    opened = open_suite(
        suite, languages=languages, source=source, references=references, spans=spans,
        docids=docids, columns=columns, idioms=idioms, classes=classes, figurative=figurative,
        terms=terms,
    )  # fmt: skip
    systems = open_outputs(outputs, opened, resegment=resegment, workers=workers)
    if len(systems) == 1 and test == "ar":
        test = None  # nobody asked for the default
    options = open_options(
        opened, systems, metrics=metrics, aligner=aligner, aligners=aligners, tags=tags,
        test=test, baseline=baseline, family=family, tested=tested, unit=unit, subsets=subsets,
        by_column=by_column, n_bootstrap=n_bootstrap, n_trials=n_trials, seed=seed, cache=cache,
        workers=workers, engine=engine,
    )  # fmt: skip
    return write_page(
        target, opened, systems, options, extras=rows, links=links, command=command,
        parts=Measured([Path(part) for part in parts]) if parts else None, progress=progress,
        ratings=rating_files(ratings),
    )  # fmt: skip


def write_page(
    path: Path,
    suite: Suite,
    systems: Mapping[str, Output],
    options: ScoringOptions,
    *,
    extras: Sequence[Mapping[str, Any]] = (),
    links: bool = True,
    segments: Path | None = None,
    ratings: Sequence[Path] = (),
    command: Sequence[str] = (),
    parts: Measured | None = None,
    progress: Progress | None = None,
    watch: Watch | None = None,
) -> Report:
    """The page of inputs that are open already; `segments` is where evidence goes, `parts` is what
    shards have measured; `watch` is shown every batch, too."""
    check_page(path)
    with TemporaryFile() as file, shown_ratings(ratings, suite, systems) as shown:
        pages = Parts(file)
        examined = examine(
            suite, systems, options, interned=Interned(), links=links, progress=progress,
            segments=segments, full=pages.full, parts=parts, ratings=shown.ratings, watch=watch,
        )  # fmt: skip
        notes = (*examined.result.notes, *shown.all_notes())
        examined = replace(examined, result=replace(examined.result, notes=notes))
        if not pages:
            size = write_report(path, [examined], command=command, extras=extras)
            return Report(path, size, examined.result)
        if examined.recorder.record is not None:
            pages.add(examined.record)
        sizes = write_parts(path, examined, pages, command=command, extras=extras)
        return Report(path, sizes[path], examined.result, tuple(sizes))


def check_page(path: Path) -> None:
    """Refuses a name under which the page could not be written or opened."""
    if path.is_dir():
        raise DataError(f"{path} is a folder; give the name of a file.")
    if path.suffix in (".gz", ".xz", ".zst"):
        raise UsageError(f"{path}: a browser does not open it. Give a name such as {NAME}")
