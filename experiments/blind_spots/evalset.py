"""The WMT23 EvalSet: documents, texts, MQM ratings and scores of metrics."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from litmus.arrays import Floats
from litmus.errors import DataError
from litmus.files.text import read_lines

PAIRS = ("en-de", "zh-en")
REFERENCE = "refA"


@dataclass(frozen=True)
class Error:
    """A marked error: where it is and what it is called; half-open, in characters."""

    start: int
    end: int
    category: str
    severity: str
    weight: float
    in_source: bool


@dataclass(frozen=True)
class Rating:
    """What one rater marked in one output; no errors: it was read and found right."""

    rater: str
    system: str
    segment: int
    errors: tuple[Error, ...]


class EvalSet:
    """One language pair in the layout of mt-metrics-eval."""

    def __init__(self, folder: Path, pair: str) -> None:
        self.folder, self.pair = folder, pair
        rows = [line.split("\t") for line in self._lines(f"documents/{pair}.docs")]
        self.domains = [domain for domain, _ in rows]
        self.documents = [document for _, document in rows]
        self.sources = self._lines(f"sources/{pair}.txt")
        self.reference = self._lines(f"references/{pair}.{REFERENCE}.txt")

    @cached_property
    def outputs(self) -> dict[str, list[str]]:
        """The output of every system but the reference."""
        names = self._names(f"system-outputs/{self.pair}", ".txt")
        return {
            name: self._lines(f"system-outputs/{self.pair}/{name}.txt")
            for name in names
            if name != REFERENCE
        }

    @cached_property
    def ratings(self) -> list[Rating]:
        """All ratings of all raters, without those of the reference."""
        start = f"{self.pair}.mqm."
        names = self._names("human-scores", ".seg.rating")
        found: list[Rating] = []
        for name in names:
            if name.startswith(start):
                found += self._ratings(name, name.removeprefix(start))
        if not found:
            raise DataError(f"{self.folder / 'human-scores'} has no ratings of {self.pair}.")
        return found

    @cached_property
    def scores(self) -> dict[str, Floats]:
        """(systems, segments) for every metric, in the order of `outputs`; nan where it has none.

        A file that is another's under a second name is left out: the last name stays.
        """
        folder = f"metric-scores/{self.pair}"
        found = {name: self._scores(name) for name in self._names(folder, ".seg.score")}
        names = list(found)
        for place, name in enumerate(names):
            later = names[place + 1 :]
            if any(np.array_equal(found[name], found[other], equal_nan=True) for other in later):
                del found[name]
        return found

    def _ratings(self, name: str, rater: str) -> Iterator[Rating]:
        for system, segment, value in self._rows(f"human-scores/{name}.seg.rating"):
            if value != "None" and system != REFERENCE:
                errors = tuple(
                    Error(
                        found["start"], found["end"], found["category"], found["severity"],
                        float(found["score"]), found["is_source_error"],
                    )
                    for found in json.loads(value)["errors"]
                )  # fmt: skip
                yield Rating(rater, system, segment, errors)

    def _scores(self, name: str) -> Floats:
        places = {system: row for row, system in enumerate(self.outputs)}
        values = np.full((len(places), len(self.sources)), np.nan)
        for system, segment, value in self._rows(f"metric-scores/{self.pair}/{name}.seg.score"):
            if system in places and value != "None":
                values[places[system], segment] = float(value)
        return values

    def _rows(self, name: str) -> Iterator[tuple[str, int, str]]:
        """System, segment and value: the lines of a system are its segments in order."""
        seen: dict[str, int] = {}
        for line in self._lines(name):
            system, value = line.split("\t")
            segment = seen[system] = seen.get(system, -1) + 1
            yield system, segment, value
        for system, last in seen.items():
            if last + 1 != len(self.sources):
                raise DataError(
                    f"{self.folder / name} has {last + 1} lines for {system}, but {self.pair} has "
                    f"{len(self.sources)} segments.\nFetch the file again; nothing was compared."
                )

    def _names(self, folder: str, suffix: str) -> list[str]:
        plain = {path.name.removesuffix(".gz") for path in (self.folder / folder).glob("*")}
        return sorted(name.removesuffix(suffix) for name in plain if name.endswith(suffix))

    def _lines(self, name: str) -> list[str]:
        plain = self.folder / name
        path = plain if plain.exists() else plain.with_name(plain.name + ".gz")
        return list(read_lines(path, drop_bom=True))
