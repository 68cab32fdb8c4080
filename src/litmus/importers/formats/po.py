"""PO files of gettext: a file, or a folder of them."""

from collections.abc import Mapping
from pathlib import Path

from litmus.errors import UnknownName
from litmus.importers import bilingual
from litmus.importers.imported import Imported
from litmus.importers.sample import Sample
from litmus.localisation.po import SUFFIXES, read_po

NAME = "po"
SUMMARY = "gettext catalogue; needs litmus-mt[localisation]"
OPTIONS: Mapping[str, str] = {
    **bilingual.OPTIONS,
    "fuzzy": "yes: fuzzy entries, too (default: no; with target=output: yes)",
    "documents": "files (default), or references: the first source file of each entry",
}


def recognises(sample: Sample) -> bool:
    """By its name, or a folder by its files."""
    if sample.form == "folder":
        return any(file.suffix.lower() in SUFFIXES for file in sample.path.iterdir())
    return sample.suffix in SUFFIXES


def read(
    path: Path,
    *,
    languages: tuple[str, str] | None,
    name: str | None,
    target: str = "reference",
    system: str = "output",
    fuzzy: str = "",
    documents: str = "files",
) -> Imported:
    """The suite: one segment per entry, two where it has a plural."""
    if fuzzy not in ("", "yes", "no"):
        raise UnknownName("choice of fuzzy", fuzzy, ("yes", "no"))
    if documents not in ("files", "references"):
        raise UnknownName("kind of document", documents, ("files", "references"))
    with_fuzzy = fuzzy == "yes" or (not fuzzy and target != "reference")
    by_reference = documents == "references"
    return bilingual.suite_of(
        NAME, path, SUFFIXES,
        lambda file, prefix: read_po(
            file, prefix, fuzzy=with_fuzzy, by_reference=by_reference,
            language=languages and languages[1],
        ),
        languages=languages, name=name, target=target, system=system,
    )  # fmt: skip
