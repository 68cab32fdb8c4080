"""WMT's JSONL: WMT24++ (one segment a row), and WMT25 (documents, or segments with outputs)."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from litmus.corpus.formats.wmt_rows import BLIND_KEYS, PLUS_KEYS, WmtRow, read_wmt_rows
from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError, UnknownName, UsageError
from litmus.importers.imported import Anew, Imported, choose, title
from litmus.importers.sample import Sample
from litmus.wording import Message, count, option

NAME = "wmt-jsonl"
SUMMARY = "JSONL of WMT24++ (lp, domain, source, target) or WMT25 (doc_id, src_text, refs)"
OPTIONS: Mapping[str, str] = {
    "lp": "the pair with its region, such as en-pt_BR, where a file holds several",
    "ref": "references to keep: A+B, none (default: target of WMT24++, all of WMT25)",
    "sys": "systems to keep: X+Y, none (default: all that have an output for every segment)",
    "bad": "keep: also segments that WMT24++ marks as bad sources",
}


def recognises(sample: Sample) -> bool:
    """Rows that have the keys of one of them."""
    return sample.form == "JSON" and (sample.keys >= PLUS_KEYS or sample.keys >= BLIND_KEYS)


@dataclass
class _Survey:
    """What a file holds of one pair, by counting."""

    rows: int = 0
    bad: int = 0
    references: Counter[str] = field(default_factory=Counter)
    systems: Counter[str] = field(default_factory=Counter)

    def add(self, row: WmtRow) -> None:
        self.rows += 1
        self.bad += row.bad
        self.references.update(list(row.references))
        self.systems.update(list(row.outputs))


def read(
    path: Path,
    *,
    languages: tuple[str, str] | None,
    name: str | None,
    lp: str | None = None,
    ref: str | None = None,
    sys: str | None = None,
    bad: str | None = None,
) -> Imported:
    """The suite of one pair; what is marked as a bad source is left out and counted."""
    if bad not in (None, "keep"):
        raise UsageError(f"{option('bad')} is keep, or left out, not {bad!r}.")
    pair, found = _survey(path, languages, lp)
    references = _chosen("reference", ref, found.references, found.rows, default="target")
    systems = _chosen("system", sys, found.systems, found.rows)
    notes = _notes(found, references, systems, bad, chosen=sys is not None)

    def rows() -> Iterator[WmtRow]:
        wanted = (row for row in read_wmt_rows(path) if row.pair == pair)
        return (row for row in wanted if bad == "keep" or not row.bad)

    def segments() -> Iterator[Segment]:
        joined = 0
        for row in rows():
            joined += row.joined
            texts = tuple(row.references.get(one, "") for one in references)
            if not all(text.strip() for text in texts):
                raise DataError(f"{row.where}: a reference is empty or missing.")
            yield replace(row.segment, references=texts)
        if joined:
            notes.append(f"Line ends inside {count(joined, 'text')} became spaces.")

    def outputs(system: str) -> Anew[str]:
        return Anew(lambda: (row.outputs.get(system, "") for row in rows()))

    source, target = (code.partition("_")[0] for code in pair.split("-", 1))
    return Imported(
        SuiteInfo(title(path, name), source, target),
        Anew(segments),
        systems={system: outputs(system) for system in systems},
        notes=notes,
    )


def _survey(path: Path, languages: tuple[str, str] | None, lp: str | None) -> tuple[str, _Survey]:
    """The pair that is wanted, such as en-de_DE, and what there is of it."""
    by_pair: dict[str, _Survey] = {}
    for row in read_wmt_rows(path):
        by_pair.setdefault(row.pair, _Survey()).add(row)
    pairs = list(by_pair)
    if languages is not None:
        pairs = [one for one in pairs if _plain(one) == "-".join(languages)]
        if not pairs:
            raise UsageError(f"{path} holds {', '.join(by_pair)}, but not {'-'.join(languages)}.")
    pair = choose("lp", pairs, lp, path)
    return pair, by_pair[pair]


def _plain(pair: str) -> str:
    """A pair without regions: en-de_DE is en-de."""
    return "-".join(code.partition("_")[0] for code in pair.split("-", 1))


def _chosen(
    kind: str, wanted: str | None, known: Counter[str], rows: int, default: str = ""
) -> list[str]:
    """Those asked for; otherwise the default, or all that every segment has."""
    if wanted is not None:
        names = [] if wanted == "none" else wanted.split("+")
        for name in names:
            if name not in known:
                raise UnknownName(kind, name, list(known))
        return names
    if default in known:
        return [default]
    return sorted(name for name, times in known.items() if times == rows)


def _notes(
    found: _Survey,
    references: Collection[str],
    systems: Collection[str],
    bad: str | None,
    *,
    chosen: bool,
) -> list[str]:
    notes = [] if references else ["There is no reference."]
    if len(references) > 1:
        notes.append(f"References: {', '.join(references)}.")
    if found.bad:
        what = count(found.bad, "segment") + " marked as a bad source"
        way = f"Left out: {what} (to keep: {option('bad', 'keep')})."
        notes.append(Message(f"Kept: {what}." if bad else way))
    missing = {name for name, times in found.systems.items() if times < found.rows}
    if left := sorted(missing.difference(systems)) if not chosen else []:
        notes.append(f"Left out, as they lack outputs of some segments: {', '.join(left)}.")
    if short := sorted(missing.intersection(systems)):
        notes.append(
            f"These lack outputs of some segments, which are empty lines: {', '.join(short)}."
        )
    return notes
