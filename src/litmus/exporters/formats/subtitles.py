"""Translations as SRT and VTT subtitles."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from litmus.corpus.suite import Suite
from litmus.exporters.registry import Exported
from litmus.exporters.subtitles import write_subtitles
from litmus.scoring.measuring.inputs import Output

_AS = "translations in the cues that the suite was imported from, as {}".format


@dataclass(frozen=True)
class Subtitles:
    """One of the two formats."""

    format: str
    SUMMARY: str
    OPTIONS: Mapping[str, str] = field(default_factory=dict)

    def write(
        self,
        suite: Suite,
        output: Path,
        *,
        outputs: Mapping[str, Output],
        into: Path | None,
        overwrite: bool,
    ) -> Exported:
        """A file, or a folder with a file for each document."""
        return write_subtitles(suite, output, outputs, into, self.format)


SRT = Subtitles("srt", _AS("SRT"))
VTT = Subtitles("vtt", _AS("VTT"))
