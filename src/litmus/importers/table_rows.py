"""A row of a table as a segment: what the cells of TSV, CSV, Parquet and data sets mean."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from litmus.corpus.formats.spans import parse_spans
from litmus.corpus.segment import Idiom, Segment, check_spans
from litmus.errors import DataError
from litmus.wording import count

COLUMNS = ("source", "reference", "label", "spans", "doc", "id", "blacklist", "required")


def is_blank(cells: Iterable[str]) -> bool:
    """Whether a row has nothing in its cells, as spreadsheets leave them at the end of a table."""
    return not any(cell.strip() for cell in cells)


def blank_rows(n: int) -> str:
    """The note on rows that were left out."""
    return f"Left out: {count(n, 'row')} without anything in the cells."


def segment_of(
    where: str,
    number: int,
    cells: Mapping[str, str],
    references: Sequence[str],
    columns: Mapping[str, str],
) -> Segment:
    """The segment of a row, `cells` by the names in `COLUMNS`; its number is its id if it has none.

    A label gets a span where the source holds it as it is written. `columns` are kept if filled.
    """
    source = cells["source"]
    document = cells.get("doc", "").strip() or None
    filled = [bool(text.strip()) for text in (source, *references)]
    if not all(filled) and document is None:  # a document may have empty lines
        raise DataError(f"{where}: the source or a reference is empty. Fill it in.")
    required = cells.get("required", "")
    return Segment(
        cells.get("id", "").strip() or str(number),
        source,
        tuple(references),
        document,
        _idioms(where, source, cells.get("label", "").strip(), cells.get("spans", "")),
        tuple(_words(cells.get("blacklist", ""))),
        tuple(words for part in required.split("|") if (words := tuple(_words(part)))),
        columns={name: found for name, cell in columns.items() if (found := cell.strip())},
    )


def _words(cell: str) -> Iterator[str]:
    return (word.strip() for word in cell.split(",") if word.strip())


def _idioms(where: str, source: str, label: str, spans: str) -> tuple[Idiom, ...]:
    """Marks from the spans cell; without one, where the label is in the source."""
    if spans.strip():
        as_json = spans.lstrip().startswith(("{", "[{"))
        if not as_json and not label:
            raise DataError(f"{where}: spans need a label in the column 'label'.")
        idioms = parse_spans(where, spans if as_json else f"{label}\t{spans}")
        for idiom in idioms:
            check_spans(where, source, idiom.spans)
        return idioms
    if not label:
        return ()
    pattern = rf"(?<!\w){re.escape(label)}(?!\w)" if label.isascii() else re.escape(label)
    match = re.search(pattern, source, re.IGNORECASE)
    return (Idiom(label, (match.span(),) if match else ()),)
