"""Translations as the targets of XLIFF and PO files."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from litmus.corpus.suite import Suite
from litmus.exporters.registry import Exported
from litmus.exporters.translations import REVIEW, Fill, fill_files
from litmus.localisation import po
from litmus.localisation.xliff.document import SUFFIXES as XLIFF_SUFFIXES
from litmus.localisation.xliff.writer import fill_xliff
from litmus.scoring.measuring.inputs import Output


@dataclass(frozen=True)
class Targets:
    """One of the two formats: its suffixes, and what fills a file."""

    SUMMARY: str
    suffixes: Collection[str]
    fill: Fill
    OPTIONS: Mapping[str, str] = field(default_factory=lambda: {"review": REVIEW})

    def write(
        self,
        suite: Suite,
        output: Path,
        *,
        outputs: Mapping[str, Output],
        into: Path | None,
        overwrite: bool,
        review: str = "yes",
    ) -> Exported:
        """The files with the translations as targets."""
        return fill_files(suite, output, outputs, into, self.suffixes, self.fill, review)


_IN = "translations in the {} files that the suite was imported from".format
XLIFF = Targets(_IN("XLIFF"), XLIFF_SUFFIXES, fill_xliff)
PO = Targets(_IN("PO"), po.SUFFIXES, po.fill_po)
