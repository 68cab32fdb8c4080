"""Subtitles in VTT files: a file, or a folder of them."""

from collections.abc import Mapping
from pathlib import Path

from litmus.importers import subtitles
from litmus.importers.imported import Imported
from litmus.importers.sample import Sample

NAME = "vtt"
SUMMARY = "subtitles; needs litmus-mt[localisation]"
OPTIONS: Mapping[str, str] = subtitles.OPTIONS


def recognises(sample: Sample) -> bool:
    """By its name, or a folder by its files."""
    if sample.form == "folder":
        return any(file.suffix.lower() == ".vtt" for file in sample.path.iterdir())
    return sample.suffix == ".vtt"


def read(
    path: Path,
    *,
    languages: tuple[str, str] | None,
    name: str | None,
    target: str | None = None,
) -> Imported:
    """The suite: one segment per sentence."""
    return subtitles.read_subtitles(path, languages=languages, name=name, target=target)
