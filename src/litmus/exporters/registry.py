"""What suites and translations are written as: a module or object per format, loaded when asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from litmus.corpus.suite import Suite
from litmus.plugins.registry import Entry, Registry
from litmus.scoring.measuring.inputs import Output


@dataclass(frozen=True)
class Exported:
    """What was written, in one line; `notes` say what was left out or odd, one sentence each."""

    summary: str
    notes: Sequence[str] = ()


class Exporter(Protocol):
    """A module, or an object, that writes a format. `OPTIONS` are its options with what they do."""

    SUMMARY: str
    OPTIONS: Mapping[str, str]

    def write(
        self,
        suite: Suite,
        output: Path,
        *,
        outputs: Mapping[str, Output],
        into: Path | None,
        overwrite: bool,
        **options: str,
    ) -> Exported:
        """Write a file or a folder, whole or not at all.

        `outputs` are those that the user named, perhaps none; `into` is the file that they are
        filled into, if any.
        """
        ...


def _problem(name: str, value: Any) -> str:
    return "" if callable(getattr(value, "write", None)) else "it has no function 'write'"


_FORMATS = "litmus.exporters.formats"
FORMATS: Registry[Exporter] = Registry(
    "export format",
    (
        Entry("xliff", f"{_FORMATS}.bilingual:XLIFF"),
        Entry("po", f"{_FORMATS}.bilingual:PO"),
        Entry("srt", f"{_FORMATS}.subtitles:SRT"),
        Entry("vtt", f"{_FORMATS}.subtitles:VTT"),
        Entry("lm-eval", f"{_FORMATS}.lm_eval"),
    ),
    group="litmus.exporters",
    problem=_problem,
    modules=True,
)
