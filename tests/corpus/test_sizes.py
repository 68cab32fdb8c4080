"""How many segments a suite has, for those who say how far they are."""

import gzip
from pathlib import Path

from litmus.corpus.columns import with_columns
from litmus.corpus.in_memory import Lines, ParallelLines
from litmus.corpus.parallel import ParallelFiles
from litmus.corpus.segment import Segment
from litmus.corpus.sizes import size_of
from litmus.corpus.suite import SuiteInfo, read_suite, write_suite
from litmus.files.text import line_count

INFO = SuiteInfo("three", "en", "fr")


def test_size_of_a_folder(tmp_path: Path) -> None:
    segments = [Segment(str(n), "a", ("b",)) for n in range(3)]
    write_suite(tmp_path / "suite", INFO, segments)
    assert size_of(read_suite(tmp_path / "suite")) == 3


def test_size_of_loose_files_and_of_what_is_added_to_them(tmp_path: Path) -> None:
    (tmp_path / "source").write_text("a\nb\nc\n", encoding="utf-8")
    loose = ParallelFiles(INFO, tmp_path / "source")
    assert size_of(loose) == 3
    assert size_of(with_columns(loose, {"genre": ["x", "y", "z"]})) == 3


def test_size_of_lines_in_memory() -> None:
    assert size_of(ParallelLines(INFO, Lines("source", ("a", "b")))) == 2


def test_lines_of_a_compressed_file_are_counted_and_of_a_pipe_are_not(tmp_path: Path) -> None:
    (tmp_path / "text.gz").write_bytes(gzip.compress(b"a\nb\n"))
    assert line_count(tmp_path / "text.gz") == 2
    assert line_count(tmp_path / "nothing") is None
