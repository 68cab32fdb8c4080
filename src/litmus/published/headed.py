"""Tables of data sets: tab-separated, with a header, without quoting."""

from collections.abc import Iterator
from pathlib import Path

from litmus.errors import DataError
from litmus.files.text import decoded_lines


def read_headed(path: Path) -> Iterator[dict[str, str]]:
    """Every row by the names in the header. Only \\n ends a row; the last may lack it."""
    lines = (line.removesuffix("\n").split("\t") for line in decoded_lines(path))
    header = next(lines, None)
    if header is None:
        raise DataError(f"{path} is empty.")
    for number, cells in enumerate(lines, start=2):
        if len(cells) != len(header):
            raise DataError(
                f"{path}:{number} has {len(cells)} tab-separated columns, the header {len(header)}."
            )
        yield dict(zip(header, cells, strict=True))
