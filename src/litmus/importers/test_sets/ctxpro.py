"""CTXPro (Wicks & Post, WMT 2023): the word in the translation that only the context decides."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError
from litmus.files.jsonl import field, read_objects, strings
from litmus.files.text import one_line
from litmus.importers.imported import Anew, Distinct, Imported, pair_for, title
from litmus.importers.sample import Sample
from litmus.wording import count

NAME = "ctxpro"
SUMMARY = "JSON lines of CTXPro: the word that the context decides"
OPTIONS: Mapping[str, str] = {}
SAME_NUMBER = "with the document and number of another; the id got a suffix."


def recognises(sample: Sample) -> bool:
    """Its keys, whose spaces may be underscores."""
    keys = {key.replace(" ", "_") for key in sample.keys}
    return sample.form == "JSON" and {"src_segment", "ref_segment", "expected"} <= keys


def read(path: Path, *, languages: tuple[str, str] | None, name: str | None) -> Imported:
    """The suite: the expected word is the only required one."""
    source, target = pair_for(NAME, languages, path.name, path.resolve().parent.name)
    info = SuiteInfo(
        title(path, name), source, target, metrics=("autoie",),
        origin="Wicks, Post (WMT 2023), https://github.com/rewicks/ctxpro",
    )  # fmt: skip
    notes: list[str] = []
    return Imported(info, Anew(lambda: _segments(path, notes)), notes=notes)


def _segments(path: Path, notes: list[str]) -> Iterator[Segment]:
    distinct = Distinct()
    without = 0
    for number, value in read_objects(path):
        where = f"{path}:{number}"
        expected = text_of(where, value, "expected")
        document = text_of(where, value, "document_id")
        without += not value.get("src_context")
        yield Segment(
            distinct(f"{document}#{value.get('segment_id', number)}"),
            text_of(where, value, "src_segment"),
            (text_of(where, value, "ref_segment"),),
            document,
            required=((expected,),),
            context=strings(where, value, "src_context"),
            reference_context=strings(where, value, "ref_context"),
        )
    notes.clear()
    if distinct.repeated:
        notes.append(f"{count(distinct.repeated, 'segment')} {SAME_NUMBER}")
    if without:
        notes.append(f"{count(without, 'segment')} without context.")


def text_of(where: str, value: dict[str, Any], key: str) -> str:
    """A string that must be there, on one line."""
    if key not in value:
        raise DataError(f"{where}: the key {key!r} is missing. Is it the right format?")
    text = one_line(field(where, value, key, str, ""))
    if not text:
        raise DataError(f"{where}: {key!r} is empty.")
    return text
