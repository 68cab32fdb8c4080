"""Rows and columns of a Parquet file, a few rows at a time."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from litmus.errors import DataError, MissingExtra

_GROUP = 1000  # rows that are held at a time


def parquet_columns(path: Path) -> dict[str, Any]:
    """The names of columns, and of what is in those that hold several values."""
    with _opened(path) as file:
        return {
            column.name: {
                column.type.field(k).name: None
                for k in range(getattr(column.type, "num_fields", 0))
            }
            for column in file.schema_arrow
        }


def read_parquet(path: Path, columns: Sequence[str] | None = None) -> Iterator[dict[str, Any]]:
    """Every row in order, as an object of the columns asked for."""
    with _opened(path) as file:
        for batch in file.iter_batches(batch_size=_GROUP, columns=columns):
            yield from batch.to_pylist()


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ImportError as error:
        raise MissingExtra("Parquet", "parquet") from error
    try:
        with parquet.ParquetFile(path) as file:
            yield file
    except FileNotFoundError as error:
        raise DataError(f"{path} does not exist.") from error
    except (arrow.ArrowException, OSError) as error:
        raise DataError(f"{path} is not a whole Parquet file: {str(error).strip()}") from error
