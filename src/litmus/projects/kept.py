"""What a project keeps beside its file: counts, translations, and how the last run went."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from litmus.errors import DataError
from litmus.failures import not_written
from litmus.files.cache import Cache
from litmus.files.text import write_text
from litmus.projects import requirements
from litmus.scoring.results import Result
from litmus.scoring.rows import Column, Correlation, ResultRow
from litmus.wording import Message, option

FOLDER = ".litmus"
_FORMAT = 1
_PLAIN = ("heading", "test", "n_trials", "seed", "family", "baseline")


@dataclass(frozen=True)
class Kept:
    """The folder of a project. Projects in one folder of files have it in common: counts and
    answers are found by their content; how a run went, and translations, go by `project`, the name
    of the file."""

    folder: Path
    project: str

    def make(self) -> None:
        """The folder, which no version control should see."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            ignore = self.folder / ".gitignore"
            if not ignore.exists():
                ignore.write_text("*\n", encoding="utf-8")
        except OSError as error:
            raise DataError(
                f"{self.folder} cannot be written: {not_written(error)}.\n"
                "A run keeps there what it has measured, for the next one. Name another folder: "
                f"{option('keep', 'DIR')}"
            ) from error

    @property
    def cache(self) -> Cache:
        """Counts, links and tags."""
        return Cache(self.folder / "cache")

    @property
    def translations(self) -> Path:
        """Where engines write that have no place of their own."""
        return self.folder / "translations" / self.project

    @property
    def last_run(self) -> Path:
        """How the last run went."""
        return self.folder / "last-run" / f"{self.project}.json"

    def answers(self, system: str) -> Path:
        """What a service or command has answered."""
        return self.folder / "answers" / f"{system}.jsonl"

    @property
    def digests(self) -> Path:
        """Digests of files that were read."""
        return self.folder / "digests.json"


@dataclass
class LastRun:
    """How the last run went: facts and scores by suite, facts of translations that are there and
    of those that were `begun`, files written, and verdicts on requirements.

    It is plain data in a file; one that is damaged, or of another version, is as none.
    """

    path: Path
    suites: dict[str, dict[str, Any]] = field(default_factory=dict)
    translations: dict[str, dict[str, Any]] = field(default_factory=dict)
    begun: dict[str, dict[str, Any]] = field(default_factory=dict)
    written: dict[str, str] = field(default_factory=dict)
    judged: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def load(cls, path: Path) -> "LastRun":
        """What was saved."""
        with suppress(OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            value = json.loads(path.read_text("utf-8"))
            if value.pop("format") == _FORMAT:
                run = cls(path, **value)
                for name in run.suites:
                    run.result(name)
                requirements.from_json(run.judged.get("verdicts", ()), {})
                return run
        return cls(path)

    def save(self) -> None:
        """For the next run, whole or not at all."""
        value = {name: item for name, item in vars(self).items() if name != "path"}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with write_text(self.path) as out:
            json.dump({"format": _FORMAT, **value}, out)

    def result(self, suite: str) -> Result:
        """The scores on a suite."""
        return from_json(self.suites[suite]["result"])


def to_json(result: Result) -> dict[str, Any]:
    """Scores as plain data."""
    return {
        **{name: getattr(result, name) for name in _PLAIN},
        "systems": list(result.systems),
        "tested": list(result.tested),
        "columns": [asdict(one) for one in result.columns],
        "rows": [asdict(one) for one in result.rows],
        "correlations": [asdict(one) for one in result.correlations],
        "notes": [getattr(note, "template", note) for note in result.notes],
        "buckets": {name: dict(own) for name, own in result.buckets.items()},
    }


def from_json(value: Mapping[str, Any]) -> Result:
    """What `to_json` made data of."""
    return Result(
        **{name: value[name] for name in _PLAIN},
        systems=tuple(value["systems"]),
        tested=tuple(value["tested"]),
        columns=tuple(Column(**one) for one in value["columns"]),
        rows=tuple(ResultRow(**one) for one in value["rows"]),
        correlations=tuple(Correlation(**one) for one in value["correlations"]),
        notes=tuple(Message(note) for note in value["notes"]),
        buckets=value["buckets"],
    )
