"""TMX translation memories."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from litmus.corpus.bloom import Seen
from litmus.corpus.formats.tmx import Pairs, read_tmx
from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo
from litmus.importers.imported import Anew, Imported, pair_for, title
from litmus.importers.sample import Sample
from litmus.wording import count

NAME = "tmx"
SUMMARY = "translation memory, version 1.4"
OPTIONS: Mapping[str, str] = {}


def recognises(sample: Sample) -> bool:
    """By its name, or by the first tag of an XML file."""
    return sample.suffix == ".tmx" or (sample.suffix == ".xml" and b"<tmx" in sample.start.lower())


def read(path: Path, *, languages: tuple[str, str] | None, name: str | None) -> Imported:
    """The suite: one segment per unit that has both languages."""
    source, target = pair_for(NAME, languages)
    info = SuiteInfo(title(path, name), source, target)
    notes: list[str] = []
    return Imported(info, Anew(lambda: _segments(path, source, target, notes)), notes=notes)


def _segments(path: Path, source: str, target: str, notes: list[str]) -> Iterator[Segment]:
    named = _distinct_ids(path)
    pairs = Pairs(path, source, target)
    for unit, text, translation in pairs:
        key = unit.tuid if named and unit.tuid else str(unit.number)
        yield Segment(key, text, (translation,))
    notes.clear()
    if pairs.skipped:
        notes.append(
            f"{pairs.skipped:,} of {count(pairs.units, 'unit')} skipped: no text in both {source} "
            f"and {target}."
        )
    if not named:
        notes.append("Not every unit has a tuid of its own; segments are numbered instead.")


def _distinct_ids(path: Path) -> bool:
    """Whether every unit has a tuid, and no other unit the same; memory does not grow."""
    seen = Seen()
    return all(unit.tuid is not None and not seen.add(unit.tuid) for unit in read_tmx(path))
