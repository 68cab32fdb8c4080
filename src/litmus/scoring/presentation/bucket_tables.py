"""Tables of buckets: every metric by the values of a column."""

from collections.abc import Iterator, Mapping

from litmus.scoring.presentation.shown import FEW, Style, arrow, best, is_few, score
from litmus.scoring.rows import SUBSET, Scores
from litmus.stats.paired import FEWEST_CASES
from litmus.tables.formats import Table, columns


def bucket_table(
    result: Scores, column: str, sizes: Mapping[str, int], format: str, style: Style
) -> Table:
    """Buckets and systems down, metrics across; `sizes` are segments by bucket."""
    found = {
        (row.bucket, row.system, row.metric): row for row in result.rows if row.column == column
    }
    several = len(result.systems) > 1
    front = columns("text", column) + columns("number", "segments")
    front += columns("text", "system") if several else ()
    rows: list[list[str]] = []
    strong: set[tuple[int, int]] = set()
    for bucket, size in sizes.items():
        top = [
            best([found.get((bucket, s, c.metric)) for s in result.systems], c, style.decimals)
            for c in result.columns
        ]
        for number, system in enumerate(result.systems):
            head = ["", ""] if number else [bucket, f"{size:,}"]
            cells = [
                score(found.get((bucket, system, c.metric)), format, style, marks_few=True)
                for c in result.columns
            ]
            strong.update(
                (len(rows), k) for k, names in enumerate(top, start=len(front)) if system in names
            )
            rows.append([*head, *([system] if several else []), *cells])
    heads = front + columns("score", *map(arrow, result.columns))
    return Table("", heads, rows, strong=strong, fold=len(front))


def bucket_notes(result: Scores) -> Iterator[str]:
    """What the signs in tables of buckets mean."""
    if any(row.column not in (None, SUBSET) and is_few(row) for row in result.rows):
        yield f"{FEW} fewer than {FEWEST_CASES} cases."
