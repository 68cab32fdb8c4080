"""Translations as the targets of PO files."""

from collections.abc import Mapping
from pathlib import Path

from litmus.corpus.suite import Suite
from litmus.exporters.registry import Exported
from litmus.exporters.translations import REVIEW, fill_files
from litmus.localisation.po import SUFFIXES, fill_po
from litmus.scoring.measuring.inputs import Output

SUMMARY = "translations in the PO files that the suite was imported from"
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
    return fill_files(suite, output, outputs, into, SUFFIXES, fill_po, review)
