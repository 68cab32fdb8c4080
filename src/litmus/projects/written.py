"""The files that a run writes: where they go, and what is refused before any work."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from litmus.api.report import check_page
from litmus.gating.presentation.junit import junit
from litmus.gating.verdicts import Verdicts
from litmus.projects.opened import OpenSuite, with_suite
from litmus.projects.project_file import SUITE, Project, at
from litmus.scoring.presentation import suite_tables, tables
from litmus.scoring.presentation.shown import Style
from litmus.scoring.suites import Results

_FOR_PEOPLE = ("text", "md", "latex")
_FORMATS = {".txt": "text", ".md": "md", ".tex": "latex", ".tsv": "tsv", ".json": "json"}


@dataclass(frozen=True)
class SuiteFiles:
    """What is written of one suite."""

    segments: Path | None = None
    report: Path | None = None

    def __iter__(self) -> Iterator[Path]:
        return (path for path in (self.segments, self.report) if path is not None)


def suite_files(project: Project, suite: str) -> SuiteFiles:
    """The files of a suite."""
    named = (project.outputs.segments, project.outputs.report)
    return SuiteFiles(*(Path(name.replace(SUITE, suite)) if name else None for name in named))


def common_files(project: Project) -> list[Path]:
    """The files of all suites together."""
    names = [*project.outputs.table, *([project.outputs.junit] if project.outputs.junit else [])]
    return [Path(name) for name in names]


def check_files(project: Project, suites: Sequence[OpenSuite]) -> None:
    """Refuses names that say too little, twice the same, or what is read."""
    outputs, place = project.outputs, project.place.below("outputs")
    for name in outputs.table:
        if Path(name).suffix not in _FORMATS:
            raise place.below("table").error(
                f"names {name}, whose suffix is none of a table. Known: {', '.join(_FORMATS)}"
            )
    for key in ("segments", "report"):
        pattern = getattr(outputs, key)
        if pattern and len(suites) > 1 and SUITE not in pattern:
            raise place.below(key).error(
                f"names {pattern} for every suite, and there are several.\n"
                f"Say where the name of the suite goes: {with_suite(pattern)}"
            )
    read = {path.resolve() for one in suites for path in (*one.files, *one.systems.values())}
    read.add(project.file.resolve())
    seen: set[Path] = set()
    for path in (
        *common_files(project),
        *(p for o in suites for p in suite_files(project, o.name)),
    ):
        if path.resolve() in read:
            raise place.error(f"has {path}, which is an input and would be overwritten.")
        if path.resolve() in seen:
            raise place.error(f"has {path} twice. Give two names.")
        if path.is_dir():
            raise place.error(f"has {path}, which is a folder. Name a file.")
        seen.add(path.resolve())
    if outputs.junit and not (project.require or any(one.entry.require for one in suites)):
        raise place.below("junit").error('is for requirements. Add some: require = ["bleu >= 30"]')
    if outputs.report:
        with at(place.below("report")):
            check_page(Path(outputs.report))


def shown(results: Results, format: str, style: Style) -> str:
    """The table: that of the suite if there is one, otherwise that of all."""
    if len(results.results) == 1:
        return tables.render(results.results[0], format, style)
    return suite_tables.render(results.results, results.names, format, style)


def common_texts(
    project: Project, results: Results, verdicts: Verdicts | None
) -> Iterator[tuple[Path, str]]:
    """The files of all suites together, and what goes into them; below a table for people are the
    verdicts."""
    style = Style(project.outputs.width, project.outputs.labels)
    for name in project.outputs.table:
        path = Path(name)
        format = _FORMATS[path.suffix]
        text = shown(results, format, style)
        if verdicts is not None and format in _FOR_PEOPLE:
            text += "\n" + verdicts.table(format, width=project.outputs.width)
        yield path, text
    if project.outputs.junit and verdicts is not None:
        yield Path(project.outputs.junit), junit(verdicts.verdicts)
