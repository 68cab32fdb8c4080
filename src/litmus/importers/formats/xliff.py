"""XLIFF 1.x and 2.x of translation projects: a file, or a folder of them."""

from collections.abc import Mapping
from pathlib import Path

from litmus.errors import UnknownName
from litmus.importers import bilingual
from litmus.importers.imported import Imported
from litmus.importers.sample import Sample
from litmus.localisation.bilingual import Unit

NAME = "xliff"
SUMMARY = "translation project, XLIFF 1.2 or 2.x; needs litmus-mt[localisation]"
OPTIONS: Mapping[str, str] = {
    **bilingual.OPTIONS,
    "approved": "yes: only targets that are approved, reviewed or final (default: no)",
    "codes": "variables (default): %s and {0} stay, markup goes; keep: markup as <1>..</1>, <2/>",
}


def recognises(sample: Sample) -> bool:
    """By its name, by the first tag of an XML file, or a folder by its files."""
    from litmus.localisation.xliff.document import SUFFIXES

    if sample.form == "folder":
        return any(file.suffix.lower() in SUFFIXES for file in sample.path.iterdir())
    return sample.suffix in SUFFIXES or (sample.suffix == ".xml" and b"<xliff" in sample.start)


def read(
    path: Path,
    *,
    languages: tuple[str, str] | None,
    name: str | None,
    target: str = "reference",
    system: str = "output",
    approved: str = "no",
    codes: str = "variables",
) -> Imported:
    """The suite: one segment per segment of a unit."""
    from litmus.localisation.xliff.codes import SHOWN
    from litmus.localisation.xliff.document import SUFFIXES
    from litmus.localisation.xliff.reader import read_xliff

    if codes not in SHOWN:
        raise UnknownName("way to show codes", codes, SHOWN)
    if approved not in ("yes", "no"):
        raise UnknownName("choice of approved", approved, ("yes", "no"))

    def refuse(unit: Unit) -> str:
        return "not approved" if approved == "yes" and not unit.approved else ""

    return bilingual.suite_of(
        NAME, path, SUFFIXES, lambda file, prefix: read_xliff(file, prefix, codes),
        languages=languages, name=name, target=target, system=system, refuse=refuse,
    )  # fmt: skip
