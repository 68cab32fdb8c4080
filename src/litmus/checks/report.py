"""What a check finds, and what a checker is."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from litmus.errors import DataError

_ALWAYS = ("segments", "lines", "units", "objects")  # counts shown even if they are zero
SHOWN = 20  # problems kept in a report; the others are counted
Languages = tuple[str, ...]  # source and target, one language, or none


@dataclass(frozen=True)
class Report:
    """What a file was taken for, what is in it, and what is wrong with it.

    `problems` holds at most `SHOWN` of the `n_problems`; each is a whole message, most of them
    starting with "file:line".
    """

    path: Path
    kind: str
    counts: Mapping[str, int]
    problems: tuple[str, ...] = ()
    n_problems: int = 0
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.n_problems


@dataclass
class Findings:
    """A report while it is made."""

    counts: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    n_problems: int = 0
    notes: list[str] = field(default_factory=list)

    def complain(self, error: DataError) -> None:
        """Keep a problem and go on."""
        self.n_problems += 1
        if len(self.problems) < SHOWN:
            self.problems.append(str(error))

    def report(self, path: Path, kind: str, always: Collection[str] | None = None) -> Report:
        """The report; `always` are the counts shown even if they are zero (None: all)."""
        counts = {
            n: count for n, count in self.counts.items() if count or always is None or n in always
        }
        return Report(path, kind, counts, tuple(self.problems), self.n_problems, tuple(self.notes))


@dataclass(frozen=True)
class Checker:
    """One kind of file: what it is, whether a file is one, and whether it is right.

    A checker without `recognises` is for the kinds that `importers.recognise` tells apart.
    `explains`: its notes are the result, not remarks on it.
    """

    kind: str
    summary: str
    check: Callable[[Path, Languages], Report]
    recognises: Callable[[Path, Languages], bool] = lambda path, languages: False
    explains: bool = False


def reader(kind: str, summary: str, read: Callable[[Path, Findings, Languages], None]) -> Checker:
    """A checker that reads a file to its end, or to a problem it cannot go on after."""

    def check(path: Path, languages: Languages) -> Report:
        findings = Findings()
        try:
            read(path, findings, languages)
        except DataError as error:
            findings.complain(error)
        return findings.report(path, kind, _ALWAYS)

    return Checker(kind, summary, check)
