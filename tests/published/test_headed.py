"""Tables with a header."""

import gzip
from pathlib import Path

import pytest

from litmus.errors import DataError
from litmus.published.headed import read_headed


def test_rows_by_the_names_of_the_header(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv.gz"
    path.write_bytes(gzip.compress('a\tb\n1\t"x\n\u2028\t2'.encode()))
    assert list(read_headed(path)) == [{"a": "1", "b": '"x'}, {"a": "\u2028", "b": "2"}]


def test_row_of_another_width(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_bytes(b"a\tb\n1\t2\n3\n")
    with pytest.raises(DataError, match=r"a.tsv:3 has 1 tab-separated columns, the header 2\."):
        list(read_headed(path))


def test_empty_table(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_bytes(b"")
    with pytest.raises(DataError, match="a.tsv is empty"):
        list(read_headed(path))
