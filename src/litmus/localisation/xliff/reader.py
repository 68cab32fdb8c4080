"""XLIFF as units of source and target."""

from collections import Counter
from pathlib import Path
from typing import Any

from litmus.localisation.bilingual import NONE_YET, Bilingual, Unit, refuse_repeated
from litmus.localisation.xliff.codes import inner_texts, text_of
from litmus.localisation.xliff.document import Document, Part


def read_xliff(path: Path, prefix: str = "", codes: str = "variables") -> Bilingual:
    """The units of a file. Their ids are those of unit and segment; with the <file> before them
    where there are several."""
    document = Document(path)
    units: list[Unit] = []
    left_out: Counter[str] = Counter()
    for file in document.files:
        start = prefix_of(document, file, prefix)
        for part in document.parts(file):
            unit = _unit(part, start, prefix + document.name_of(file), codes)
            if not part.is_translatable:
                left_out["not to be translated"] += 1
            elif not unit.source:
                left_out["without text in the source"] += 1
            else:
                units.append(unit)
                left_out["inside codes (<sub>)"] += inner_texts(part.source)
    refuse_repeated(path, units)
    return Bilingual(path, tuple(units), document.languages, +left_out)


def prefix_of(document: Document, file: Any, prefix: str) -> str:
    """What the ids of a <file> begin with. Alone, it needs no name: people export the same
    document from other folders. Those of one name are numbered."""
    if len(document.files) == 1:
        return prefix
    name = "id" if document.is_version_2 else "original"
    key = file.get(name)
    if not key:
        return f"{prefix}{document.files.index(file) + 1}/"
    alike = [one for one in document.files if one.get(name) == key]
    return f"{prefix}{key}/" + (f"{alike.index(file) + 1}/" if len(alike) > 1 else "")


def _unit(part: Part, prefix: str, document: str, codes: str) -> Unit:
    target = "" if part.target is None else text_of(part.target, codes)
    columns = {"state": part.state, "note": part.note}
    return Unit(
        prefix + part.key,
        part.holder.sourceline or 0,
        text_of(part.source, codes),
        target,
        document,
        NONE_YET if part.is_untranslated else part.state,
        part.is_approved,
        {name: value for name, value in columns.items() if value},
    )
