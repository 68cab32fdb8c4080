"""Rows of WMT's JSONL files: those of WMT24++, and of the general task of WMT25.

A row of WMT25 is a document whose paragraphs are separated by a blank line, or one paragraph with
the outputs of all systems. Where the source, the references and the outputs of a document have
equally many paragraphs, each is a segment; otherwise the document stays one.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from litmus.corpus.segment import Segment
from litmus.errors import DataError
from litmus.files.jsonl import read_objects
from litmus.files.text import one_line

PLUS_KEYS = frozenset({"lp", "source", "target", "segment_id"})  # WMT24++
BLIND_KEYS = frozenset({"doc_id", "src_text"})  # WMT25, whatever else a file has
_BETWEEN = "_#_"  # languages, domain, document and segment in the doc_id of WMT25
_REFERENCE = re.compile(r"ref[A-Z]?")
_COLUMNS = ("domain", "dataset_id", "collection_id")


@dataclass(frozen=True)
class WmtRow:
    """A segment with all its references and outputs; the segment itself has none yet."""

    where: str
    pair: str  # with regions: en-de_DE
    segment: Segment
    references: Mapping[str, str]
    outputs: Mapping[str, str]
    joined: int  # how many texts had line ends
    bad: bool = False


def read_wmt_rows(path: Path) -> Iterator[WmtRow]:
    """Every segment of a file, in order."""
    numbers: dict[str, int] = {}  # of the document that is being read
    for number, value in read_objects(path):
        where = f"{path}:{number}"
        if value.keys() >= PLUS_KEYS:
            yield _plus(where, value)
        elif value.keys() >= BLIND_KEYS:
            yield from _task(where, value, numbers)
        else:
            raise DataError(
                f"{where} is no row of WMT24++ (lp, source, target, segment_id, ...) or WMT25 "
                f"(doc_id, src_text, ...); it has {', '.join(value) or 'nothing'}."
            )


def _plus(where: str, value: Mapping[str, Any]) -> WmtRow:
    pair, source = _text(where, value, "lp"), _text(where, value, "source")
    document = str(value.get("document_id") or "") or None
    key = f"{document}#{value['segment_id']}" if document else str(value["segment_id"])
    named = {name: value.get(name) for name in ("target", "original_target")}
    texts = {name: text for name, text in named.items() if isinstance(text, str)}
    return _row(
        where, _checked(where, pair), key, document, source, texts, {}, _columns(value),
        bad=value.get("is_bad_source") is True,
    )  # fmt: skip


def _task(where: str, value: Mapping[str, Any], numbers: dict[str, int]) -> Iterator[WmtRow]:
    name, source = _text(where, value, "doc_id"), _text(where, value, "src_text")
    parts = name.split(_BETWEEN)
    pair = parts[0] if len(parts) > 1 else f"{value.get('src_lang')}-{value.get('tgt_lang')}"
    document = _BETWEEN.join(parts[:3])
    columns = ({"domain": parts[1]} if len(parts) > 2 else {}) | _columns(value)
    outputs = _texts(where, value, "tgt_text")
    references = _texts(where, value, "refs")
    references |= {one: outputs.pop(one) for one in list(outputs) if _REFERENCE.fullmatch(one)}
    if document not in numbers:
        numbers.clear()
    for pieces in _paragraphs(source, references, outputs):
        numbers[document] = numbers.get(document, 0) + 1
        yield _row(
            where, _checked(where, pair), f"{document}#{numbers[document]}", document, *pieces,
            columns,
        )  # fmt: skip


def _paragraphs(
    source: str, references: Mapping[str, str], outputs: Mapping[str, str]
) -> Iterator[tuple[str, dict[str, str], dict[str, str]]]:
    """Source, references and outputs of each paragraph, or of the whole where they differ."""
    cut = {
        side: {name: text.split("\n\n") for name, text in texts.items()}
        for side, texts in (("refs", references), ("outputs", outputs))
    }
    sources = source.split("\n\n")
    every = [sources, *chain(*(texts.values() for texts in cut.values()))]
    if len(set(map(len, every))) > 1 or not all(one.strip() for one in sources):
        yield source, dict(references), dict(outputs)
        return
    for k, one in enumerate(sources):
        refs, outs = ({name: text[k] for name, text in texts.items()} for texts in cut.values())
        yield one, refs, outs


def _row(
    where: str,
    pair: str,
    key: str,
    document: str | None,
    source: str,
    references: Mapping[str, str],
    outputs: Mapping[str, str],
    columns: Mapping[str, str],
    *,
    bad: bool = False,
) -> WmtRow:
    every = [source, *references.values(), *outputs.values()]
    if not source.strip() and not bad:
        raise DataError(f"{where}: the source is empty.")
    return WmtRow(
        where,
        pair,
        Segment(key, one_line(source), (), document, columns=columns),
        {name: one_line(text) for name, text in references.items()},
        {name: one_line(text) for name, text in outputs.items()},
        sum(one_line(text) != text.strip() for text in every),
        bad,
    )


def _checked(where: str, pair: str) -> str:
    if pair.count("-") != 1 or "None" in pair:
        raise DataError(
            f"{where} does not say its languages, such as en-de_DE: found {pair!r}.\n"
            "WMT25 has them before the first _#_ of doc_id, or as src_lang and tgt_lang."
        )
    return pair


def _columns(value: Mapping[str, Any]) -> dict[str, str]:
    return {name: str(value[name]) for name in _COLUMNS if value.get(name) not in (None, "")}


def _text(where: str, value: Mapping[str, Any], key: str) -> str:
    found = value.get(key)
    if not isinstance(found, str):
        raise DataError(f"{where}: the key {key!r} is missing, or no text.")
    return found


def _texts(where: str, value: Mapping[str, Any], key: str) -> dict[str, str]:
    """Texts by name; those of WMT25's references lie in an object of their own."""
    found = value.get(key) or {}
    if not isinstance(found, dict):
        raise DataError(f"{where}: {key!r} must be an object, name to text.")
    texts: dict[str, str] = {}
    for name, value_of in found.items():
        text = value_of.get("ref") if isinstance(value_of, dict) else value_of
        if not isinstance(text, str):
            raise DataError(f"{where}: {name!r} in {key!r} is no text.")
        texts[name] = text
    return texts
