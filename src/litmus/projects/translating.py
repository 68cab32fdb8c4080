"""Engines at work for a project: what is translated already is not translated again."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from litmus.api.translate import translate
from litmus.errors import UsageError
from litmus.projects.digests import Digests
from litmus.projects.facts import Facts, retranslated, translation_facts
from litmus.projects.kept import Kept, LastRun
from litmus.projects.opened import OpenSuite, Output
from litmus.projects.project_file import at
from litmus.systems.run import Translation
from litmus.wording import count


@dataclass(frozen=True)
class ToTranslate:
    """A suite that an engine has to translate, and why."""

    suite: OpenSuite
    system: str
    output: Output
    facts: Facts
    why: str

    @property
    def name(self) -> str:
        """As in messages."""
        return f"{self.suite.name}/{self.system}"


def to_translate(
    suites: Sequence[OpenSuite], last: LastRun, digests: Digests, *, force: bool
) -> Iterator[ToTranslate]:
    """What engines have to do. A file that this project did not write is not replaced."""
    for one in suites:
        for system, output in one.outputs.items():
            if not output.is_translated:
                continue
            facts = translation_facts(one, output, digests)
            work = ToTranslate(one, system, output, facts, "")
            before = last.translations.get(work.name)
            why = retranslated(before and before["facts"], facts) or ("forced" if force else "")
            if not why and not output.file.exists():
                why = f"{output.file} is missing"
            if not why:
                continue
            assert output.entry is not None
            ours = before is not None and before["digest"] == digests.of(output.file)
            if output.file.exists() and not ours:
                raise output.entry.place.error(
                    f"would write {output.file}, which this project did not write.\n"
                    "Remove the file; or leave out 'system' to score it as it is."
                )
            yield ToTranslate(one, system, output, facts, why)


def foresee(work: ToTranslate, kept: Kept) -> str:
    """What it would cost; options that make no sense are refused, and nothing is sent."""
    entry = work.output.entry
    assert entry is not None
    if entry.system.partition(":")[0] in ("model", "file"):
        return count(sum(1 for _ in work.suite.suite.segments()), "line")
    with at(entry.place):
        found = translate(work.suite.suite, dry_run=True, **_arguments(work, kept))
    return str(found.usage)


def run_engine(
    work: ToTranslate,
    kept: Kept,
    last: LastRun,
    digests: Digests,
    *,
    workers: int | None,
    progress: Callable[[int], Any] | None,
) -> Translation:
    """Translate; what a run that was stopped has left is used if it was of the same."""
    entry, file = work.output.entry, work.output.file
    assert entry is not None
    begun = last.begun.get(work.name)
    last.begun[work.name] = work.facts
    last.save()
    processes: dict[str, Any] = {"workers": workers} if entry.system.startswith("model:") else {}
    file.parent.mkdir(parents=True, exist_ok=True)
    resumes = begun == work.facts and not file.exists()
    with at(entry.place):
        found = translate(
            work.suite.suite, output=file, overwrite=not resumes, progress=progress,
            **processes, **_arguments(work, kept),
        )  # fmt: skip
    del last.begun[work.name]
    last.translations[work.name] = {"facts": work.facts, "digest": digests.of(file)}
    last.save()
    return found


def _arguments(work: ToTranslate, kept: Kept) -> dict[str, Any]:
    entry = work.output.entry
    assert entry is not None
    asks = entry.system.partition(":")[0] not in ("model", "file")
    answers = {"cache": kept.answers(work.system)} if asks else {}
    return {"system": entry.system, **answers, **entry.given()}


def check_names(suites: Sequence[OpenSuite]) -> None:
    """Two engines that would write one file."""
    seen: dict[Path, str] = {}
    for one in suites:
        for system, output in one.outputs.items():
            path = output.file.resolve()
            if output.is_translated and path in seen:
                raise UsageError(f"{seen[path]} and {system} would both write {output.file}.")
            if output.is_translated:
                seen[path] = system
