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


@pytest.mark.parametrize(("content", "message"), [
    ("a\tb\n1\t2\n3\n", r"a.tsv:3 has 1 tab-separated columns, the header 2\."),
    ("", "a.tsv is empty"),
])  # fmt: skip
def test_refused(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "a.tsv").write_text(content)
    with pytest.raises(DataError, match=message):
        list(read_headed(tmp_path / "a.tsv"))
