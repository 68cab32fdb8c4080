"""Subtitles in SRT and VTT files: a file, or a folder of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from litmus.importers import subtitles
from litmus.importers.imported import Imported
from litmus.importers.sample import Sample


@dataclass(frozen=True)
class Subtitles:
    """One of the two formats, whose name is its suffix."""

    NAME: str
    SUMMARY: str = "subtitles; needs litmus-mt[localisation]"
    OPTIONS: Mapping[str, str] = field(default_factory=lambda: subtitles.OPTIONS)

    def recognises(self, sample: Sample) -> bool:
        """By its name, or a folder by its files."""
        if sample.form == "folder":
            return any(file.suffix.lower() == f".{self.NAME}" for file in sample.path.iterdir())
        return sample.suffix == f".{self.NAME}"

    def read(
        self,
        path: Path,
        *,
        languages: tuple[str, str] | None,
        name: str | None,
        target: str | None = None,
    ) -> Imported:
        """The suite: one segment per sentence."""
        return subtitles.read_subtitles(path, languages=languages, name=name, target=target)


SRT = Subtitles("srt")
VTT = Subtitles("vtt")
