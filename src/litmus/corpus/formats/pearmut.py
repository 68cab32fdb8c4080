"""Pearmut (Zouhar and Kocmi 2026): what its annotators said, and campaigns for it.

Annotations are JSON lines (`data/annotations/CAMPAIGN.jsonl`), or what the dashboard downloads, one
object of lists by campaign. An entry is a document as one person saw it: `item`, its segments with
`item_id`, `src` and `tgt` (texts by system), and `annotation`, for each of them by system `score`
and `error_spans`. A later entry takes the place of an earlier one.

Its page shows a text as UTF-16 units without line ends, and spans count these, the last one
included. The first unit behind the text stands for what is missing.
"""

import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from litmus.corpus.formats.appraise import OMISSION
from litmus.corpus.formats.mqm import NO_SPANS, PLACES, joined, needed_severity
from litmus.corpus.ratings import ErrorSpan, Rated, Rating, finite
from litmus.corpus.segment import Segment
from litmus.errors import DataError
from litmus.files.jsonl import line, parse, read_objects
from litmus.files.text import Complain, read_lines, refuse

PROTOCOLS = ("ESA", "MQM", "DA")
NOT_FIRST = "ratings beyond the first of a translation"  # what `lost` counts
_RESET = "__RESET__"
_NO_ITEMS = ("welcome_", "random_", "goodbye_")  # tutorials, checks of attention, thanks


def is_pearmut(first_line: str) -> bool:
    """Whether the first line of a JSON file is an entry, or holds some."""
    return '"annotation"' in first_line and '"user_id"' in first_line


def read_pearmut(path: Path, complain: Complain = refuse) -> Iterator[Rating]:
    """The last word of every person on every translation.

    Where nobody has marked an error in the whole file, errors were not asked for, nor where
    `error_spans` is not there. Tutorials, checks of attention and what was skipped are left out.
    """
    said: dict[tuple[str, str], list[Rating]] = {}
    for where, entry in _entries(path, complain):
        try:
            key = str(entry["user_id"]), str(entry["item_i"])
            if key[1].startswith(_NO_ITEMS):
                continue
            said.pop(key, None)
            if entry["annotation"] != _RESET:
                said[key] = list(_ratings(where, entry))
        except DataError as error:
            complain(error)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            complain(
                DataError(
                    f"{where} is no entry of Pearmut, which has user_id, item_i, item and "
                    f"annotation ({error!r})."
                )
            )
    asked = any(rating.spans for ratings in said.values() for rating in ratings)
    for ratings in said.values():
        for rating in ratings:
            spans = rating.spans if asked else None
            if spans is not None or rating.score is not None:
                yield replace(rating, spans=spans)


def _entries(path: Path, complain: Complain) -> Iterator[tuple[str, dict[str, Any]]]:
    first = next(read_lines(path, any_line_end=True, drop_bom=True), "")
    value = parse(f"{path}:1", first)
    if isinstance(value, dict) and "annotation" not in value:
        for campaign, entries in value.items():
            for number, entry in enumerate(entries, start=1):
                yield f"{path}: entry {number} of {campaign!r}", entry
    else:
        del first, value
        for number, entry in read_objects(path, complain):
            yield f"{path}:{number}", entry


def _ratings(where: str, entry: dict[str, Any]) -> Iterator[Rating]:
    skipped = any(action.get("action") == "submit_skip" for action in entry.get("actions") or ())
    items, answers = entry["item"], entry["annotation"]
    if len(items) != len(answers):
        raise DataError(f"{where} has {len(items)} items, but {len(answers)} annotations.")
    for item, by_system in zip(items, answers, strict=True):
        for system, said in (by_system or {}).items():
            score = finite(where, said, "score")
            spans = said.get("error_spans")
            if score is None and not spans and skipped:
                continue
            if "item_id" not in item:
                raise DataError(
                    f"{where}: an item has no item_id, so nobody knows its segment.\n"
                    "Add the suite's ids to the campaign's items."
                )
            yield Rating(
                str(item["item_id"]),
                system,
                str(entry["user_id"]),
                score,
                None
                if spans is None
                else tuple(_read_span(where, span, item["tgt"][system]) for span in spans),
                document=item.get("doc"),
                where=where,
            )


def _units(text: str) -> list[int]:
    """The place of the character of every UTF-16 unit that is shown."""
    return [
        place
        for place, character in enumerate(text)
        for _ in range(0 if character == "\n" else 1 + (character > "\uffff"))
    ]


def _read_span(where: str, span: Mapping[str, Any], text: str) -> ErrorSpan:
    units = _units(text)
    first, last = int(span["start_i"]), int(span["end_i"])
    kind, severity = span.get("category") or "", span.get("severity") or ""
    if first == last >= len(units):  # one of the tokens behind the text; the first is [missing]
        token = OMISSION if first == len(units) else f"token {1 + first - len(units)}"
        return ErrorSpan(0, 0, kind or token, severity)
    if not 0 <= first <= last < len(units):
        raise DataError(
            f"{where}: the span from {first} to {last} is outside its text, of which "
            f"{len(units)} characters are shown."
        )
    return ErrorSpan(units[first], units[last] + 1, kind, severity)


def _span(rating: Rating, span: ErrorSpan, units: Sequence[int]) -> dict[str, Any]:
    first, last = bisect_left(units, span.start), bisect_left(units, span.end) - 1
    if last < first:  # nothing of it is shown
        first = last = len(units)
    kind = None if span.category == OMISSION and first == len(units) else span.category or None
    severity = needed_severity(rating, span).lower()
    return {"start_i": first, "end_i": last, "category": kind, "severity": severity}


def _spans(rating: Rating, text: str, lost: Counter[str]) -> list[dict[str, Any]]:
    found = list(joined(rating, lost))
    units = _units(text) if found else []
    written = [_span(rating, span, units) for span in found]
    lost[PLACES] += sum(
        span.end > 0 and one["start_i"] == len(units)
        for span, one in zip(found, written, strict=True)
    )
    return written


def pearmut_lines(rated: Iterable[Rated], lost: Counter[str]) -> Iterator[str]:
    """Annotations that `read_pearmut` reads back: an entry for every rating.

    `lost` counts what an entry cannot hold.
    """
    for number, one in enumerate(rated):
        rating = one.rating
        said: dict[str, Any] = {"score": rating.score}
        if rating.spans is not None:
            said["error_spans"] = _spans(rating, one.target, lost)
        item = {
            "item_id": rating.id,
            "src": one.source,
            "tgt": {rating.system: one.target},
            "doc": one.document,
        }
        entry = {
            "annotation": [{rating.system: said}],
            "item": [item],
            "user_id": rating.by,
            "item_i": number,
        }
        yield line(entry) + "\n"


def campaign_text(
    name: str,
    protocol: str,
    translations: Iterable[tuple[Segment, Mapping[str, str], Sequence[Rating]]],
    *,
    users: Sequence[str] = (),
    lost: Counter[str],
) -> Iterator[str]:
    """A campaign for `pearmut add`, in pieces: everybody draws documents from one pool.

    What is in `translations` by segment are the outputs by system, and ratings whose spans people
    see and correct; of several for one translation the first is taken.
    """
    info: dict[str, Any] = {"assignment": "single-stream", "protocol": protocol}
    info["users"] = list(users) or 1
    head = json.dumps({"campaign_id": name, "info": info}, ensure_ascii=False)
    yield f'{head[:-1]}, "data": ['
    before, opened = None, False
    for segment, outputs, ratings in translations:
        item: dict[str, Any] = {"item_id": segment.id, "src": segment.source, "tgt": {}}
        item["tgt"] = {**outputs}
        item |= {"doc": segment.document or segment.id}
        if shown := _first_spans(outputs, ratings, lost):
            item["error_spans"] = shown
        same = segment.document is not None and segment.document == before
        yield ("" if not opened else ",\n" if same else "],\n") + ("" if same else "[")
        yield json.dumps(item, ensure_ascii=False)
        before, opened = segment.document, True
    yield "]]}\n" if opened else "]}\n"


def _first_spans(
    outputs: Mapping[str, str], ratings: Sequence[Rating], lost: Counter[str]
) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for rating in ratings:
        if rating.system not in outputs:
            continue
        if rating.spans is None:
            lost[NO_SPANS] += 1
            continue
        if rating.system in found:
            lost[NOT_FIRST] += 1
            continue
        found[rating.system] = _spans(rating, outputs[rating.system], lost)
    return {system: spans for system, spans in found.items() if spans}
