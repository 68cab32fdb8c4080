"""Translations as the targets of XLIFF files."""

from collections.abc import Mapping
from pathlib import Path

from litmus.corpus.suite import Suite
from litmus.exporters.registry import Exported
from litmus.exporters.translations import REVIEW, fill_files
from litmus.localisation.xliff.document import SUFFIXES
from litmus.localisation.xliff.writer import fill_xliff
from litmus.scoring.measuring.inputs import Output

SUMMARY = "translations in the XLIFF files that the suite was imported from"
OPTIONS: Mapping[str, str] = {"review": REVIEW}


def write(
    suite: Suite,
    output: Path,
    *,
    outputs: Mapping[str, Output],
    into: Path | None,
    overwrite: bool,
    review: str = "yes",
) -> Exported:
    """The files with the translations as targets."""
    return fill_files(suite, output, outputs, into, SUFFIXES, fill_xliff, review)
