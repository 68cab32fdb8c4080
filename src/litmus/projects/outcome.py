"""What a run of a project gives back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from litmus.errors import UsageError
from litmus.gating.verdicts import Verdicts
from litmus.projects.written import shown
from litmus.scoring.presentation.shown import Style
from litmus.scoring.suites import Results


@dataclass(frozen=True)
class ProjectRun:
    """What a run has done.

    `changes` say what was done and why, by suite or suite/system; none: nothing has changed.
    `measured` counts segments by suite, metric and system: those that no earlier run had measured.
    `written` are the files, `verdicts` what became of the requirements. A dry run has no results.
    """

    results: Results | None
    changes: tuple[tuple[str, str], ...] = ()
    measured: Mapping[tuple[str, str, str], int] = field(default_factory=dict)
    written: tuple[Path, ...] = ()
    notes: tuple[str, ...] = ()
    verdicts: Verdicts | None = None

    def table(
        self, format: str = "text", *, width: int = 1, labels: bool = False, colour: bool = False
    ) -> str:
        """The table that `litmus run` prints: text, json, tsv, latex or md."""
        if self.results is None:
            raise UsageError("A dry run has no results.")
        return shown(self.results, format, Style(width, labels, colour=colour))
