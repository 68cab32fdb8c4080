"""`litmus.run_project`: a project's suites translated, scored and judged; only what changed."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import chdir, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from litmus.alignment.aligners import DEFAULT, load_aligner
from litmus.api.evaluate_suites import of_suite
from litmus.api.inputs import open_options, open_outputs
from litmus.api.report import write_page
from litmus.files.locks import locked
from litmus.files.text import write_text
from litmus.gating.gate import Gate
from litmus.gating.verdicts import Verdicts
from litmus.projects.digests import Digests
from litmus.projects.facts import changed, made_by, suite_facts
from litmus.projects.kept import FOLDER, Kept, LastRun, to_json
from litmus.projects.opened import OpenSuite, open_project, selected
from litmus.projects.outcome import ProjectRun
from litmus.projects.project_file import NAME, Project, at, read_project
from litmus.projects.requirements import facts, judged, open_gate, required
from litmus.projects.requirements import from_json as verdicts_from_json
from litmus.projects.requirements import to_json as verdicts_to_json
from litmus.projects.translating import ToTranslate, check_names, foresee, run_engine, to_translate
from litmus.projects.written import check_files, common_texts, suite_files
from litmus.scoring.evaluate import score
from litmus.scoring.measuring.buckets import part
from litmus.scoring.measuring.collected import Progress, Watch
from litmus.scoring.measuring.inputs import Inputs
from litmus.scoring.naming import settings_of
from litmus.scoring.options import ScoringOptions
from litmus.scoring.plan import Plan, Wishes, check_tested, chosen_metrics, make_plan
from litmus.scoring.results import Result
from litmus.scoring.suites import Results, put_together
from litmus.wording import count, option

Tell = Callable[[str], None]
Why = list[tuple[str, str]]  # suite or suite/system, and the reason


def run_project(
    project: Path | str = ".",
    *,
    only: str | Sequence[str] = (),
    force: bool = False,
    dry_run: bool = False,
    keep: Path | str | None = None,
    workers: int | None = 1,
    tell: Tell | None = None,
    progress: Progress | None = None,
) -> ProjectRun:
    """Runs a project file, or the `litmus.toml` of a folder: docs/project.md.

    Only what has changed since the last run is translated and measured; a file that was touched
    but holds the same has not. What was measured is kept in `keep`, the folder `.litmus` beside the
    file if you name none. While it runs, the working directory is that of the file, so that all
    paths in it are relative to it.

    `only` names suites, or SUITE/SYSTEM, also as patterns (`*/new`): these alone are scored, no
    file is written, and requirements are not judged, for they are about the whole. `force` does
    all again; answers of services are still used. A `dry_run` computes and writes nothing: its
    `changes` say what would be done, its `notes` what engines would be asked.

    `workers` are processes, where the file does not say. `tell` is given a line for each step,
    `progress` the number of segments that are done.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> folder = TemporaryDirectory()
    >>> file = Path(folder.name, "litmus.toml")
    >>> _ = file.write_text('suites = "demo-is-en"\\nmetrics = "chrf"\\ntests.bootstrap = 30\\n')
    >>> first, again = run_project(file), run_project(file)
    >>> first.measured, again.measured
    ({('demo-is-en', 'chrf', 'apertium'): 103}, {})
    >>> first.changes, again.changes
    ((('demo-is-en', 'not scored yet'),), ())
    >>> again.results["demo-is-en"].overall("apertium", "chrf").n
    103
    >>> folder.cleanup()
    """
    path = Path(project)
    file = path / NAME if path.is_dir() else path
    read = read_project(file)
    folder = file.parent
    kept = Kept(Path(keep).absolute() if keep is not None else Path(FOLDER), file.name)
    wanted = (only,) if isinstance(only, str) else tuple(only)
    with chdir(folder), _alone(kept, dry_run=dry_run):
        run = _Run(read, kept, wanted, read.workers or workers, tell or (lambda line: None))
        if dry_run:
            return run.foreseen(force=force)
        done = run.done(force=force, progress=progress or (lambda done: None))
    return replace(done, written=tuple(folder / path for path in done.written))


@contextmanager
def _alone(kept: Kept, *, dry_run: bool) -> Iterator[None]:
    """One run at a time; a dry one changes nothing."""
    if dry_run:
        yield
        return
    kept.make()
    other = f"keep what this one measures elsewhere: {option('keep', 'DIR')}"
    with locked(kept.folder, kept.folder / "lock", way_out=other):
        yield


class _Run:
    """One run of a project, in its folder."""

    def __init__(
        self, project: Project, kept: Kept, only: Sequence[str], workers: int | None, tell: Tell
    ) -> None:
        self._project, self._kept, self._workers, self._tell = project, kept, workers, tell
        self._only = only
        self._digests = Digests(kept.digests)
        every = open_project(project, kept.translations)
        check_names(every)
        check_files(project, every)
        self._suites = selected(every, only)
        self._last = LastRun.load(kept.last_run)
        self._made_by = made_by(self._digests)
        self._by_name = {one.name: one for one in self._suites}
        self._required = [] if only else required(project, every)
        self._changes: Why = []
        self._measured: dict[tuple[str, str, str], int] = {}

    def foreseen(self, *, force: bool) -> ProjectRun:
        """What would be done."""
        work = self._to_translate(force=force)
        for one in work:
            self._say(one.name, f"to translate: {one.why}")
        notes = [f"{one.name}: to ask: {foresee(one, self._kept)}" for one in work]
        redone = self._redone(work, force=force)
        with self._gate(redone, {one.name for one in work}):
            for why in redone.values():
                for what, reason in why:
                    self._say(what, reason)
        return ProjectRun(None, tuple(self._changes), notes=tuple(notes))

    def done(self, *, force: bool, progress: Progress) -> ProjectRun:
        """All that has to be done."""
        work = self._to_translate(force=force)
        for one in work:  # what would fail after the first translation fails before it
            foresee(one, self._kept)
        redone = self._redone(work, force=force)
        with self._gate(redone, {one.name for one in work}) as gate:
            if force:
                self._kept.cache.clear()
            notes = [note for one in work for note in self._translated(one)]
            redone = {name: self._why(self._by_name[name], force=force) for name in redone}
            results = self._results(redone, gate, progress)
            verdicts = self._verdicts(gate, results)
        self._digests.save()
        if not self._only:
            self._last.save()  # before files are written: that may fail, and verdicts must not go
        written = [] if self._only else self._written(results, verdicts, redone)
        notes += results.notes if self._changes else ()
        return ProjectRun(
            results, tuple(self._changes), self._measured, tuple(written), tuple(notes), verdicts
        )

    def _to_translate(self, *, force: bool) -> list[ToTranslate]:
        return list(to_translate(self._suites, self._last, self._digests, force=force))

    def _redone(self, work: Sequence[ToTranslate], *, force: bool) -> dict[str, Why]:
        """The suites that have to be scored, and why."""
        return {
            one.name: why
            for one in self._suites
            if (why := self._why(one, force=force)) or any(each.suite is one for each in work)
        }

    @contextmanager
    def _gate(self, redone: Mapping[str, Why], pending: Collection[str]) -> Iterator[Gate | None]:
        """Checks all that has to be done, and opens the gate if something has to be judged."""
        asked, before = self._to_judge(), self._last.judged.get("facts", {})
        new = before != asked
        to_judge = bool(self._required) and (bool(redone) or new)
        plans = {
            one.name: self._check(one, pending)
            for one in self._suites
            if one.name in redone or to_judge
        }
        if not to_judge:
            yield None
            return
        with closing(open_gate(self._project, self._suites, plans, self._required)) as gate:
            if new and not redone:
                same = {**asked, "scores": 0} == {**before, "scores": 0}
                self._say("require", "not judged on these scores yet" if same else "changed")
            yield gate

    def _results(self, redone: Mapping[str, Why], gate: Gate | None, progress: Progress) -> Results:
        """The scores of all suites: new, those of the last run, or counted again to be judged."""
        results, before = [], 0
        for one in self._suites:
            watch = gate.watchers[one.name] if gate else None
            told = _further(progress, before)
            if one.name in redone:
                for what, reason in redone[one.name]:
                    self._say(what, reason)
                result = self._scored(one, told, watch)
                self._tell(f"{one.name}: {_done(result)}")
                for (metric, system), n in result.measured.items():
                    self._measured[one.name, metric, system] = n
            elif watch is not None:
                outputs = open_outputs(one.systems, one.suite)
                result = score(one.suite, outputs, self._options(one), progress=told, watch=watch)
            else:
                result = self._last.result(one.name)
            before += max((row.n for row in result.rows), default=0)
            results.append(result)
        return self._together(results)

    def _to_judge(self) -> dict[str, Any]:
        """What decides the verdicts: requirements, and the scores that are on disk."""
        scored = {one.name: self._last.suites.get(one.name, {}) for one in self._suites}
        return facts(self._project, self._required, scored)

    def _verdicts(self, gate: Gate | None, results: Results) -> Verdicts | None:
        """What became of the requirements, now or in the last run."""
        by_suite = dict(zip(results.names, results.results, strict=True))
        if gate is not None:
            found = judged(self._project, gate, by_suite)
            self._last.judged = {
                "facts": self._to_judge(),
                "verdicts": verdicts_to_json(found),
            }
            return found
        if not self._required:
            return None
        return verdicts_from_json(self._last.judged["verdicts"], by_suite)

    def _say(self, what: str, why: str) -> None:
        if (what, why) not in self._changes:
            self._changes.append((what, why))
            self._tell(f"{what}: {why}")

    def _why(self, one: OpenSuite, *, force: bool) -> Why:
        """Why a suite has to be scored; nothing if it has not."""
        if self._only:
            return [(f"{one.name}/{system}", "asked for") for system in one.outputs]
        if force:
            return [(one.name, "forced")]
        before = self._last.suites.get(one.name)
        now = suite_facts(self._project, one, self._digests)
        if before and before["made_by"] != self._made_by:
            return [(one.name, "litmus, a package it uses or your own data changed")]
        why = changed(one.name, before and before["facts"], now)
        if not why:
            why = [
                (one.name, f"{path} {reason}")
                for path in suite_files(self._project, one.name)
                if (reason := self._unwritten(path))
            ]
        return why

    def _unwritten(self, path: Path) -> str:
        """Why a file has to be written; nothing if it is as we wrote it."""
        if not path.exists():
            return "is not there"
        ours = self._last.written.get(path.as_posix())
        return "" if ours == self._digests.of(path) else "is not as it was written"

    def _options(self, one: OpenSuite) -> ScoringOptions:
        tests = self._project.tests
        first = tests.baseline or next(iter(self._suites[0].outputs))
        alone = bool(self._only) and len(one.outputs) == 1  # with nothing to be tested against
        test = tests.paired if first in one.outputs and not alone else None
        options = open_options(
            one.suite, dict(one.systems), metrics=one.metrics, aligner=self._project.aligner,
            aligners=None, tags=None, rules=one.entry.rules or None,
            source_analyser=one.entry.source_analyser,
            target_analyser={
                name: analyser for name, analyser in one.entry.target_analysers.items()
                if not name or name in one.outputs
            },
            test=test, baseline=first if test else None,
            family=tests.family, tested=tests.tested, unit=tests.by, subsets=tests.subsets,
            by_column=tests.by_column, n_bootstrap=tests.bootstrap, n_trials=tests.trials,
            seed=tests.seed, cache=False, workers=self._workers,
        )  # fmt: skip
        return replace(options, cache=self._kept.cache, counts=self._kept.cache)

    def _check(self, one: OpenSuite, pending: Collection[str]) -> Plan:
        """What would fail in the middle of the work fails before it; outputs that are `pending`
        are not there yet."""
        place, tests = self._project.place, self._project.place.below("tests")
        own = one.entry.place.below("metrics") if one.entry.metrics else place.below("metrics")
        with at(own):
            metrics = chosen_metrics(one.suite, one.metrics, len(one.outputs))
        with at(tests.below("by-column")):
            part(one.suite, self._project.tests.by_column)
        with at(one.entry.place.below("rules")):
            options = self._options(one)
        with at(tests.below("tested")):
            check_tested(options, metrics)
        if self._project.aligner != DEFAULT:
            with at(place.below("aligner")):
                load_aligner(self._project.aligner, (one.suite.info.source, one.suite.info.target))
        with at(one.entry.place if one.entry.analyses else own):
            outputs = open_outputs(one.systems, one.suite)
            plan = make_plan(one.suite, outputs, options, Wishes(), learned=False)
        there = {name: out for name, out in outputs.items() if f"{one.name}/{name}" not in pending}
        for _ in Inputs(one.suite, there).batches(whole_documents=plan.whole_documents):
            pass
        return plan

    def _translated(self, work: ToTranslate) -> list[str]:
        self._say(work.name, f"translating: {work.why}")
        found = run_engine(
            work, self._kept, self._last, self._digests, workers=self._workers, progress=None
        )
        kept = f", {found.kept:,} of them from an earlier run" if found.kept else ""
        self._tell(f"{work.name}: {count(len(found.texts), 'line')}{kept}")
        return [f"{work.name}: {note}" for note in found.notes]

    def _scored(self, one: OpenSuite, progress: Progress, watch: Watch | None) -> Result:
        """The scores of a suite, on disk before they count."""
        files = suite_files(self._project, one.name)
        segments, page = (None, None) if self._only else (files.segments, files.report)
        outputs, options = open_outputs(one.systems, one.suite), self._options(one)
        for path in (segments, page):
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
        if page is None:
            result = score(
                one.suite, outputs, options, segments=segments, progress=progress, watch=watch
            )
        else:
            command = ["litmus", "run", self._project.file.name]
            result = write_page(
                page, one.suite, outputs, options, segments=segments, command=command,
                progress=progress, watch=watch,
            ).result  # fmt: skip
        if not self._only:
            self._last.suites[one.name] = {
                "facts": suite_facts(self._project, one, self._digests),
                "made_by": self._made_by,
                "result": to_json(result),
            }
            for path in files:
                self._last.written[path.as_posix()] = self._digests.of(path)
            self._last.save()
        return result

    def _together(self, results: Sequence[Result]) -> Results:
        settings = settings_of(self._options(self._suites[0]), "segment")
        names = [one.name for one in self._suites]
        if len(results) == 1:
            return Results(tuple(results), tuple(names))
        told = [
            replace(result, notes=tuple(of_suite(name, note) for note in result.notes))
            for name, result in zip(names, results, strict=True)
        ]
        return put_together(told, names, settings)

    def _written(
        self, results: Results, verdicts: Verdicts | None, redone: Mapping[str, Why]
    ) -> list[Path]:
        """The files that were written."""
        written = [path for name in redone for path in suite_files(self._project, name)]
        for path, text in common_texts(self._project, results, verdicts):
            if path.exists() and path.read_bytes() == text.encode():
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            with write_text(path) as out:
                out.write(text)
            written.append(path)
        return written


def _done(result: Result) -> str:
    """What was measured: `measured old, new (bleu, chrf)`."""
    by_system: dict[str, list[str]] = {}
    for metric, system in result.measured:
        by_system.setdefault(system, []).append(metric)
    together: dict[str, list[str]] = {}
    for system, metrics in by_system.items():
        together.setdefault(", ".join(metrics), []).append(system)
    told = [f"{', '.join(systems)} ({metrics})" for metrics, systems in together.items()]
    return f"measured {'; '.join(told)}" if told else "all counts were kept"


def _further(progress: Progress, before: int) -> Progress:
    return lambda done: progress(before + done)
