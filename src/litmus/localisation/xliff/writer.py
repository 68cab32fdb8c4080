"""Translations into the targets of an XLIFF file."""

from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

from litmus.localisation.bilingual import Filled
from litmus.localisation.xliff.codes import fill, local_name
from litmus.localisation.xliff.document import Document, Part
from litmus.localisation.xliff.reader import prefix_of

_BEFORE_TARGET = ("source", "seg-source")


def fill_xliff(
    path: Path, texts: Mapping[str, str], prefix: str = "", review: bool = True
) -> Filled:
    """The file with the texts of the ids that it has as targets; its other targets stay."""
    document = Document(path)
    filled, without_codes, blank = [], [], []
    for file in document.files:
        start = prefix_of(document, file, prefix)
        for part in list(document.parts(file)):
            text = texts.get(start + part.key)
            if text is None or not part.is_translatable:
                continue
            if not text.strip():
                blank.append(start + part.key)
                continue
            if not fill(_target_of(part), text, part.source):
                without_codes.append(start + part.key)
            _mark(part, document.is_version_2, review)
            filled.append(start + part.key)
    return Filled(document.serialised(), tuple(filled), tuple(without_codes), tuple(blank))


def _target_of(part: Part) -> Any:
    """The element that holds the translation; made where there is none."""
    if part.target is not None:
        return part.target
    holder = part.holder
    whole = next((one for one in holder if local_name(one) == "target"), None)
    if whole is None:
        namespace, brace, _ = holder.tag.rpartition("}")
        whole = holder.makeelement(f"{namespace}{brace}target")
        before = [one for one in holder if local_name(one) in _BEFORE_TARGET][-1]
        before.addnext(whole)
        whole.tail = before.tail
    if not part.mid:
        return whole
    marks = _marked(whole)
    if part.mid not in marks:  # cut as the source is, with what stands between the segments
        cut = next(one for one in holder if local_name(one) == "seg-source")
        copied = deepcopy(cut)
        for mid, mark in _marked(copied).items():
            old = marks.get(mid)
            _replace_content(mark, old)
        whole.text = copied.text
        for child in list(whole):
            whole.remove(child)
        whole.extend(list(copied))
        marks = _marked(whole)
    return marks[part.mid]


def _marked(element: Any) -> dict[str, Any]:
    return {
        mark.get("mid"): mark
        for mark in element.iter()
        if local_name(mark) == "mrk" and mark.get("mtype") == "seg"
    }


def _replace_content(mark: Any, other: Any) -> None:
    """Give a mark the content of another, or none."""
    for child in list(mark):
        mark.remove(child)
    mark.text = None if other is None else other.text
    if other is not None:
        mark.extend([deepcopy(child) for child in other])


def _mark(part: Part, is_version_2: bool, review: bool) -> None:
    """Say how far the translation is: translated, and in 1.x that somebody should look at it."""
    if is_version_2:
        part.holder.set("state", "translated")
        return
    target = next(one for one in part.holder if local_name(one) == "target")
    target.set("state", "needs-review-translation" if review else "translated")
    if part.unit.get("approved") == "yes":
        part.unit.set("approved", "no")
    for definition in part.unit.iter():  # of Trados, which looks at nothing else
        if local_name(definition) == "seg" and definition.get("id") == part.mid:
            definition.set("conf", "Draft" if review else "Translated")
    for name in part.unit.attrib:  # of memoQ, likewise
        if name.endswith("}status"):
            part.unit.set(name, "PartiallyEdited" if review else "ManuallyConfirmed")
