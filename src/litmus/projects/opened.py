"""What a project names, looked at: suites opened, outputs found. Nothing is computed yet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

from litmus.api.inputs import open_suite
from litmus.corpus.in_memory import ParallelLines
from litmus.corpus.parallel import ParallelFiles
from litmus.corpus.sacrebleu_sets import SacrebleuSet
from litmus.corpus.shipped import load_suite
from litmus.corpus.suite import Suite, SuiteFolder
from litmus.errors import DataError, UsageError
from litmus.files.toml_tables import Place
from litmus.projects.project_file import SUITE, Project, SuiteEntry, SystemEntry, at
from litmus.wording import did_you_mean, option

_LOOSE = ("source", "docids", "spans", "columns", "terms", "rules")
_SUITE_FILES = ("suite.toml", "segments.jsonl", "idioms.jsonl")


@dataclass(frozen=True)
class Output:
    """The output of a system on a suite: a file, which an engine may have to write first."""

    file: Path
    entry: SystemEntry | None = None  # None: it comes with the suite, and nobody has named it

    @property
    def is_translated(self) -> bool:
        """Whether an engine makes it."""
        return self.entry is not None and bool(self.entry.system)


@dataclass(frozen=True)
class OpenSuite:
    """A suite with all that is scored on it, by system."""

    entry: SuiteEntry
    suite: Suite
    outputs: Mapping[str, Output]
    metrics: tuple[str, ...]
    files: tuple[Path, ...]  # what it consists of

    @property
    def name(self) -> str:
        """As in tables and file names."""
        return self.suite.info.name

    @property
    def systems(self) -> dict[str, Path]:
        """System -> file."""
        return {name: output.file for name, output in self.outputs.items()}


def open_project(project: Project, translations: Path) -> list[OpenSuite]:
    """Every suite with its outputs; those of engines without a place of their own are in
    `translations`."""
    opened: dict[str, tuple[SuiteEntry, Suite, tuple[Path, ...]]] = {}
    for entry in project.suites:
        suite, files = _open(entry)
        if suite.info.name in opened:
            raise entry.place.error(f"has two suites that are called {suite.info.name!r}.")
        opened[suite.info.name] = entry, suite, files
    _check_names(project, list(opened))
    found = [
        OpenSuite(
            entry,
            suite,
            _outputs(project, suite, translations, several=len(opened) > 1),
            entry.metrics or project.metrics,
            files,
        )
        for entry, suite, files in opened.values()
    ]
    _check_baseline(project, found)
    _check_analysers(found)
    return found


def _open(entry: SuiteEntry) -> tuple[Suite, tuple[Path, ...]]:
    """The suite, and its files."""
    for name in _LOOSE:
        _check_file(entry.place.below(name), getattr(entry, name))
    for path in entry.references:
        _check_file(entry.place.below("references"), path)
    with at(entry.place):
        files = [Path(getattr(entry, name)) for name in _LOOSE if getattr(entry, name)]
        files += [Path(path) for path in entry.references]
        if not entry.source:
            files += _files(load_suite(entry.suite))
        if entry.idioms and Path(entry.idioms).is_file():
            files.append(Path(entry.idioms))
        suite = open_suite(
            entry.suite or None,
            languages=entry.language_pair or None,
            source=entry.source or None,
            references=[Path(path) for path in entry.references],
            spans=entry.spans or None,
            docids=entry.docids or None,
            columns=entry.columns or None,
            idioms=entry.idioms or None,
            classes=entry.classes,
            figurative=entry.figurative,
            terms=Path(entry.terms) if entry.terms else None,
        )
    if entry.source:
        return _named(suite, entry.name), tuple(files)
    if entry.name and suite.info.name != entry.name:
        raise entry.place.error(
            f"is a suite that calls itself {suite.info.name!r}.\n"
            f'Write: [suites."{suite.info.name}"]'
        )
    return suite, tuple(files)


def _files(suite: SuiteFolder | SacrebleuSet) -> list[Path]:
    """What a suite that has a name consists of."""
    if isinstance(suite, SacrebleuSet):
        docids = [suite.docids] if suite.docids else []
        return [suite.source, *suite.references, *docids, *suite.columns.values()]
    return [path for name in _SUITE_FILES if (path := suite.folder / name).exists()]


def _named(suite: Suite, name: str) -> Suite:
    """Loose files under the name that the project gives them, within whatever adds to them."""
    if isinstance(suite, ParallelFiles | ParallelLines):
        return replace(suite, info=replace(suite.info, name=name))
    inner: Suite = suite.suite  # type: ignore[attr-defined]
    return replace(suite, suite=_named(inner, name))  # type: ignore[type-var]


def _check_file(place: Place, path: str) -> None:
    if path and not Path(path).exists():
        raise place.error(f"names {path}, which does not exist.")


def _check_names(project: Project, suites: Sequence[str]) -> None:
    for entry in project.systems:
        by_suite = entry.output if isinstance(entry.output, Mapping) else {}
        for key, name in (
            *(("suites", n) for n in entry.suites),
            *(("output", n) for n in by_suite),
        ):
            if name not in suites:
                raise entry.place.below(key).error(
                    f"names {name!r}, which is no suite here.{did_you_mean(name, suites)}\n"
                    f"Known: {', '.join(suites)}"
                )


def _outputs(
    project: Project, suite: Suite, translations: Path, *, several: bool
) -> dict[str, Output]:
    """System -> its output on a suite."""
    name = suite.info.name
    if not project.systems:
        shipped = {system: Output(path) for system, path in suite.systems.items()}
        if not shipped:
            raise project.place.error(
                f"names no system, and no output comes with {name}. Add:\n"
                f'[systems]\nmine = "out/{SUITE if several else name}.txt"'
            )
        return shipped
    found = {
        entry.name: Output(_file(entry, suite, translations, several=several), entry)
        for entry in project.systems
        if entry.translates(name)
    }
    if not found:
        raise DataError(f"{project.file}: no system translates {name}.")
    return found


def _file(entry: SystemEntry, suite: Suite, translations: Path, *, several: bool) -> Path:
    name = suite.info.name
    output = entry.on(name)
    if not output and entry.output:
        raise entry.place.error(f"has no output on {name}.{_restrict(entry, name)}")
    if output.startswith("@"):
        if output[1:] not in suite.systems:
            known = ", ".join(f"@{own}" for own in suite.systems) or "none"
            raise entry.place.error(
                f"is {output}, but no such output comes with {name}. Known: {known}"
                f"{_restrict(entry, name) if several else ''}"
            )
        return suite.systems[output[1:]]
    pattern = output or str(translations / entry.name / f"{SUITE}.txt")
    is_common = isinstance(entry.output, str) and len(entry.suites) != 1
    if several and is_common and SUITE not in pattern:
        raise entry.place.error(
            f"names {pattern} for every suite, and there are several.\n"
            f"Say where the name of the suite goes: {with_suite(pattern)}"
        )
    path = Path(pattern.replace(SUITE, name))
    if not entry.system and not path.exists():
        restrict = _restrict(entry, name) if several else ""
        raise entry.place.error(f"names {path}, which does not exist.{restrict}")
    if path.is_dir():
        raise entry.place.error(f"names {path}, which is a folder. Name a file.")
    return path


def with_suite(name: str) -> str:
    """A file's name with a place for that of a suite."""
    path = Path(name)
    return (path.parent / path.stem / f"{SUITE}{path.suffix}").as_posix()


def _restrict(entry: SystemEntry, suite: str) -> str:
    return (
        f"\nIf {entry.name} does not translate {suite}, say what it does translate: "
        f'systems.{entry.name}.suites = ["NAME"]'
    )


def _check_baseline(project: Project, suites: Sequence[OpenSuite]) -> None:
    """Tests are against a system that every suite has."""
    place = project.place.below("tests").below("baseline")
    baseline = project.tests.baseline
    known = dict.fromkeys(name for one in suites for name in one.outputs)
    if baseline and baseline not in known:
        raise place.error(
            f"is {baseline!r}, which is no system here.{did_you_mean(baseline, known)}\n"
            f"Known: {', '.join(known)}"
        )
    first = baseline or next(iter(suites[0].outputs))
    for one in suites:
        if (baseline or project.tests.paired) and first not in one.outputs:
            raise place.error(
                f"is {first!r}, which has no output on {one.name}. Name a system that every suite "
                "has."
            )


def _check_analysers(suites: Sequence[OpenSuite]) -> None:
    """Those of single systems are of systems that there are."""
    for one in suites:
        for name in one.entry.target_analysers:
            if name and name not in one.outputs:
                raise one.entry.place.below("target-analyser").error(
                    f"names {name!r}, which is no system of {one.name}."
                    f"{did_you_mean(name, one.outputs)}\nKnown: {', '.join(one.outputs)}"
                )


def selected(suites: Sequence[OpenSuite], only: Sequence[str]) -> list[OpenSuite]:
    """The suites and systems that are asked for; all if none is named."""
    if not only:
        return list(suites)
    wanted = [pattern.partition("/")[::2] for pattern in only]
    found, used = [], set()
    for one in suites:
        outputs = {}
        for system, output in one.outputs.items():
            for suite, name in wanted:
                if fnmatchcase(one.name, suite) and (not name or fnmatchcase(system, name)):
                    outputs[system] = output
                    used.add((suite, name))
        if outputs:
            found.append(replace(one, outputs=outputs))
    for pattern, pair in zip(only, wanted, strict=True):
        if pair not in used:
            known = ", ".join(f"{one.name}/{name}" for one in suites for name in one.outputs)
            raise UsageError(
                f"Nothing here is {pattern!r}, which {option('only')} names.\nKnown: {known}"
            )
    return found
