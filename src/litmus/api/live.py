"""Systems that are asked while their outputs are scored."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

from litmus.api.translate import translate
from litmus.corpus.in_memory import Held, Lines
from litmus.corpus.suite import Suite
from litmus.errors import UsageError
from litmus.scoring.measuring.inputs import Asked
from litmus.systems.run import Translation
from litmus.wording import option

# By name: the system as for `litmus.translate`, or its arguments, `system` among them.
Systems = Mapping[str, str | Mapping[str, Any]]
_KEPT = ("http", "https", "cmd")  # kinds whose answers are kept


class LiveSystem:
    """One system, and what it has translated so far."""

    def __init__(self, name: str, suite: Held, settings: Mapping[str, Any]) -> None:
        self._name, self._suite, self._settings = name, suite, settings
        self._places: list[int] = []
        self._made: list[Translation] = []

    def translate(self, places: Sequence[int]) -> Sequence[str]:
        """The translations of some segments, by their places in the suite."""
        made = translate(self._suite, only=places, **self._settings)
        self._places += places
        self._made.append(made)
        return made.texts

    def output(self, *, whole: bool) -> Lines:
        """Its translations: the `whole`, or what is asked for later."""
        name = f"{self._name} ({self._settings['system']})"
        if whole:
            return Lines(name, tuple(self.translate(range(len(self._suite.held)))))
        return Asked(name, (), self.translate, self._settings.get("level") == "document")

    def notes(self) -> list[str]:
        """What was asked, and what a reader of the translations should know."""
        made = self._made[-1:]
        if len(self._made) > 1 and self._settings.get("cache"):
            # Every answer is kept already: nothing is asked again, and notes are on all of them.
            made = [translate(self._suite, only=self._places, **self._settings)]
        usages = [one.usage for one in self._made if one.usage is not None]
        notes = [f"{self._name}: {note}" for one in made for note in one.notes]
        if not self._settings["system"].startswith("cmd:") and usages:
            notes.append(f"{self._name}: {reduce(add, usages)}.")
        return notes + [f"{self._name} is {one.signature}" for one in made]


@contextmanager
def live_systems(
    systems: Systems | None, outputs: Mapping[str, object], suite: Suite, answers: Path | str | None
) -> Iterator[dict[str, LiveSystem]]:
    """Systems by name, ready to be asked; `answers` is the file where what they say is kept, for
    this run and others. Without it they are kept as long as this lasts."""
    if not systems:
        yield {}
        return
    held = Held(suite.info, list(suite.segments()))
    with tempfile.TemporaryDirectory(prefix="litmus-") as scratch:
        keep = Path(answers or Path(scratch) / "answers")
        yield {
            name: LiveSystem(name, held, _settings(name, system, outputs, keep))
            for name, system in systems.items()
        }


def _settings(
    name: str, system: str | Mapping[str, Any], outputs: Mapping[str, object], keep: Path
) -> dict[str, Any]:
    """Arguments of `translate`."""
    if name in outputs:
        raise UsageError(f"An output and a system are both called {name!r}. Rename one of them.")
    settings = {"system": system} if isinstance(system, str) else dict(system)
    if "system" not in settings:
        raise UsageError(
            f"systems[{name!r}] does not say what translates. "
            'Such as {"system": "http:openai", "model": "NAME"}'
        )
    kind = str(settings["system"]).partition(":")[0]
    if kind == "file":
        raise UsageError(
            f"{settings['system']} has its translations already. Give it as an output: "
            + option("outputs", f"{name}=FILE", f'{{"{name}": FILE}}')
        )
    for unfit in ("output", "shard", "dry_run", "only", "suite", "source", "languages"):
        if settings.get(unfit):
            raise UsageError(f"systems[{name!r}] takes no {unfit!r}: its translations are scored.")
    return settings | ({"cache": keep} if kind in _KEPT else {})
