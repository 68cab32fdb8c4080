"""Translations as SRT subtitles."""

from collections.abc import Mapping
from pathlib import Path

from litmus.corpus.suite import Suite
from litmus.exporters.registry import Exported
from litmus.exporters.subtitles import write_subtitles
from litmus.scoring.measuring.inputs import Output

SUMMARY = "translations in the cues that the suite was imported from, as SRT"
OPTIONS: Mapping[str, str] = {}


def write(
    suite: Suite,
    output: Path,
    *,
    outputs: Mapping[str, Output],
    into: Path | None,
    overwrite: bool,
) -> Exported:
    """A file, or a folder with a file for each document."""
    return write_subtitles(suite, output, outputs, into, "srt")
