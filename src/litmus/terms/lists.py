"""Lists of terms: a source term, what it may be translated by, and a note, tab-separated."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from litmus.corpus.segment import Term
from litmus.errors import DataError
from litmus.files.text import Complain, read_lines, refuse
from litmus.language.words import compose
from litmus.terms.words import has_word

COLUMNS = ("source", "target", "note")
_NAMES = {"source": "source", "target": "target", "targets": "target", "note": "note"}
BETWEEN = "|"  # alternatives of a cell
TermsLike = str | Path | Mapping[str, str | Sequence[str]]


@dataclass(frozen=True)
class TermList:
    """Terms in the order of their list, each source once."""

    terms: tuple[Term, ...]
    signature: str


class _Row(NamedTuple):
    line: int
    source: str
    targets: tuple[str, ...]
    note: str


def load_terms(terms: TermsLike, complain: Complain = refuse) -> TermList:
    """The list in a file; or a mapping from source terms to a target term or several."""
    if isinstance(terms, Mapping):
        return _signed("terms", _made(terms))
    path = Path(terms)
    if not path.exists():
        raise DataError(f"{path} does not exist. A term list has lines of: source TAB target")
    return _signed(path.name, _joined(path, _rows(path, complain), complain))


def _made(terms: Mapping[str, str | Sequence[str]]) -> Iterator[Term]:
    for source, targets in terms.items():
        several = (targets,) if isinstance(targets, str) else tuple(targets)
        if not has_word(source) or not several or not all(map(has_word, several)):
            raise DataError(
                f"The term {source!r} and its translations, of which it needs one, must have a "
                "letter or a digit each."
            )
        yield Term(source, several)


def _rows(path: Path, complain: Complain) -> Iterator[_Row]:
    """The rows that can be used; a header may name the columns, in any order."""
    columns: dict[str, int] | None = None
    for number, line in enumerate(read_lines(path, any_line_end=True, drop_bom=True), start=1):
        if not line.strip() or line.startswith("# "):
            continue
        cells = [compose(cell.strip()) for cell in line.split("\t")]
        if columns is None:
            columns = _header(cells)
            if columns:
                continue
        try:
            yield _row(f"{path}:{number}", number, cells, columns)
        except DataError as error:
            complain(error)


def _header(cells: Sequence[str]) -> dict[str, int]:
    """Column -> its place, if the first line names a source and a target; empty if it does not."""
    names = [_NAMES.get(cell.lower(), "") for cell in cells]
    if not {"source", "target"} <= set(names):
        return {}
    return {name: place for place, name in reversed([*enumerate(names)]) if name}


def _row(where: str, number: int, cells: Sequence[str], columns: Mapping[str, int]) -> _Row:
    if not columns and not 2 <= len(cells) <= len(COLUMNS):
        raise DataError(
            f"{where} has {len(cells)} columns; expected source, target and perhaps a note, "
            "separated by tabs.\nIf there are others, name them in a first line: source, target"
        )
    named = columns or dict(zip(COLUMNS, range(len(cells)), strict=False))
    if len(cells) <= max(named["source"], named["target"]):
        raise DataError(f"{where} has {len(cells)} columns, fewer than the first line names.")
    values = {name: cells[place] for name, place in named.items() if place < len(cells)}
    source = values["source"]
    if not has_word(source):
        raise DataError(f"{where} has no source term: {source!r} holds no letter or digit.")
    targets = tuple(target.strip() for target in values["target"].split(BETWEEN))
    if not all(map(has_word, targets)):
        raise DataError(
            f"{where}: the term {source!r} has an empty translation: {values['target']!r}.\n"
            f"Write one, or several with {BETWEEN} between them."
        )
    return _Row(number, source, targets, values.get("note", ""))


def _joined(path: Path, rows: Iterable[_Row], complain: Complain) -> Iterator[Term]:
    """Rows of one source, in any case, are alternatives; a translation twice is an error."""
    terms: dict[str, Term] = {}
    lines: dict[tuple[str, str], int] = {}
    for row in rows:
        for target in row.targets:
            before = lines.setdefault((row.source.casefold(), target), row.line)
            if before != row.line or row.targets.count(target) > 1:
                complain(
                    DataError(
                        f"{path}:{row.line} repeats line {before}: {row.source!r} is "
                        f"{target!r}. Remove one."
                    )
                )
        # The source is searched in any case: two terms of one word would hide each other.
        key = row.source.casefold()
        old = terms.get(key, Term(row.source, ()))
        notes = dict.fromkeys(filter(None, (old.note, row.note)))
        targets = tuple(dict.fromkeys((*old.targets, *row.targets)))
        terms[key] = replace(old, targets=targets, note="; ".join(notes))
    if not terms:
        complain(DataError(f"{path} holds no terms; lines of source TAB target were expected."))
    yield from terms.values()


def _signed(name: str, terms: Iterable[Term]) -> TermList:
    listed = tuple(terms)
    if not listed:
        raise DataError("The list of terms is empty.")
    rows = "\n".join("\t".join((term.source, *term.targets)) for term in listed)
    digest = blake2b(rows.encode(), digest_size=4).hexdigest()
    return TermList(listed, f"{name}.{digest}")
