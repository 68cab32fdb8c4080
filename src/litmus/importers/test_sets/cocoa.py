"""CoCoA-MT (Nădejde et al., NAACL 2022): each sentence in a formal and an informal version."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError, UnknownName
from litmus.files.text import one_line, read_lines
from litmus.importers.imported import Anew, Imported, pair_for, title
from litmus.importers.sample import Sample
from litmus.wording import count

NAME = "cocoa"
SUMMARY = "TSV of CoCoA-MT: each sentence formal and informal (option: register=informal)"
OPTIONS: Mapping[str, str] = {"register": "formal (default) or informal: which version is right"}
REGISTERS = ("formal", "informal")


def recognises(sample: Sample) -> bool:
    """A table whose header names both registers."""
    return sample.form == "table" and {"src", *REGISTERS} <= set(sample.cells)


def read(
    path: Path,
    *,
    languages: tuple[str, str] | None,
    name: str | None,
    register: str = "formal",
) -> Imported:
    """The suite: the version asked for is the reference, the other one its wrong variant."""
    if register not in REGISTERS:
        raise UnknownName("register", register, REGISTERS)
    source, target = pair_for(NAME, languages, path.name)
    info = SuiteInfo(
        f"{title(path, name)}-{register}", source, target, metrics=("contrast",),
        licence="CDLA-Sharing-1.0",
        origin="Nădejde et al. (NAACL 2022), https://github.com/amazon-science/contrastive-controlled-mt",
    )  # fmt: skip
    notes: list[str] = []
    return Imported(info, Anew(lambda: _segments(path, register, notes)), notes=notes)


def _segments(path: Path, register: str, notes: list[str]) -> Iterator[Segment]:
    other = REGISTERS[1 - REGISTERS.index(register)]
    # Nothing is quoted, and a cell may be longer than the 131,072 characters that csv takes.
    rows = (line.split("\t") for line in read_lines(path, any_line_end=True))
    header = next(rows, [])
    missing = {"src", "formal", "informal"} - set(header)
    if missing:
        raise DataError(f"{path}:1 lacks the columns {', '.join(sorted(missing))}.")
    same = 0
    for number, cells in enumerate(rows, start=2):
        if len(cells) != len(header):
            raise DataError(f"{path}:{number} has {len(cells)} columns; expected {len(header)}.")
        row = dict(zip(header, map(one_line, cells), strict=True))
        if row[register] == row[other]:
            same += 1
            continue
        yield Segment(str(number - 1), row["src"], (row[register],), contrastive=(row[other],))
    notes.clear()
    if same:
        notes.append(f"{count(same, 'row')} left out: both versions are the same.")
