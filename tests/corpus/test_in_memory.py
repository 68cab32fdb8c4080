"""Parallel text in memory, and what is taken for text."""

import gzip
from pathlib import Path
from typing import Any

import pytest

from litmus.corpus.columns import with_columns
from litmus.corpus.in_memory import Held, Lines, ParallelLines, in_memory, lines_of, open_text
from litmus.corpus.parallel import ParallelFiles
from litmus.corpus.ratings import judge_of
from litmus.corpus.segment import Idiom, Segment
from litmus.corpus.shipped import load_suite, shipped_suites, suite_folders
from litmus.corpus.sizes import size_of
from litmus.corpus.suite import SuiteFolder, SuiteInfo, read_suite, write_suite
from litmus.errors import DataError, LitmusError, UnknownName, UsageError
from litmus.files.text import line_count

INFO = SuiteInfo("x", "en", "de")
LINE_END = "has a line end; a segment is one line.\nReplace line ends with spaces."
LIST = "not a path or a list of strings.\nMake it a list: list(...)"
TWO = Lines("source", ("a b", "c"))


def test_text_is_a_file_or_lines(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("one\ntwo\n")
    for given in (path, str(path)):
        assert open_text(given, "source") == path
    lines = open_text(("one", "two"), "source")
    assert isinstance(lines, Lines)
    assert (lines, str(lines), len(lines)) == (Lines("source", ("one", "two")), "source", 2)
    assert list(lines_of(path)) == list(lines_of(lines)) == list(lines) == ["one", "two"]
    assert in_memory(path) == Lines(str(path), ("one", "two"))
    assert in_memory(lines) is lines


@pytest.mark.parametrize(("text", "error", "message"), [
    (3, UsageError, f"source is int, {LIST}"),
    ({"a": 1}.keys(), UsageError, f"source is dict_keys, {LIST}"),
    (["a", 3], UsageError, "source[1] is int, not a string."),
    (["a", "b\nc"], DataError, f"source[1] {LINE_END}"),
    (["a\r"], DataError, f"source[0] {LINE_END}"),
    ("https://x.org/a", UsageError,
     "https://x.org/a is a URL, which is for collections (mine, analyse, align, tag, build).\n"
     "Copy the file here."),
])  # fmt: skip
def test_what_is_no_text(text: Any, error: type[LitmusError], message: str) -> None:
    with pytest.raises(error) as caught:
        open_text(text, "source")
    assert str(caught.value) == message


def test_segments_of_lines() -> None:
    suite = ParallelLines(
        INFO, TWO, (Lines("r1", ("A", "C")), Lines("r2", ("B", "D"))), [[(0, 1), (2, 3, "bee")], []],
        Lines("docids", ("d", "")),
    )  # fmt: skip
    assert list(suite.segments()) == [
        Segment("1", "a b", ("A", "B"), "d", (Idiom("a", ((0, 1),)), Idiom("bee", ((2, 3),)))),
        Segment("2", "c", ("C", "D")),
    ]
    assert (suite.systems, suite.uses_crlf) == ({}, False)
    held = Held(INFO, list(suite.segments()))
    assert list(held.segments()) == list(suite.segments())
    assert (held.systems, held.uses_crlf) == ({}, False)


def test_marks_of_a_file_lie_inside_their_source(tmp_path: Path) -> None:
    (tmp_path / "spans").write_text("a\t[(0, 1)]\n\n")
    suite = ParallelLines(INFO, TWO, spans=tmp_path / "spans")
    assert [len(segment.idioms) for segment in suite.segments()] == [1, 0]
    with pytest.raises(DataError, match=r"^spans\[1\]: the span \(0, 9\) is outside its text of 1"):
        list(ParallelLines(INFO, TWO, spans=[[], [(0, 9)]]).segments())


def test_every_side_has_as_many_lines() -> None:
    for name, lines in (
        ("references", (Lines("ref", ("x",)),)), ("spans", [[]]), ("docids", Lines("docids", ("x",))),
    ):  # fmt: skip
        parts: dict[str, Any] = {name: lines}
        with pytest.raises(DataError) as caught:
            ParallelLines(INFO, TWO, **parts)
        shown = "ref" if name == "references" else name
        assert str(caught.value) == (
            f"{shown} has 1 line, but source has 2. Every segment needs one; nothing was done."
        )


# --- Suites by name ---


def test_a_suite_is_found_by_its_name_or_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert {"demo-en-es", "demo-is-en"} <= shipped_suites().keys()
    monkeypatch.setenv("LITMUS_DATA", str(tmp_path))
    write_suite(tmp_path / "suites" / "mine", INFO, [Segment("1", "a")])
    (tmp_path / "suites" / "no-suite").mkdir()
    assert suite_folders().keys() == {*shipped_suites(), "mine"}
    for name in ("mine", tmp_path / "suites" / "mine"):
        suite = load_suite(name)
        assert isinstance(suite, SuiteFolder)
        assert suite.folder == tmp_path / "suites" / "mine"


@pytest.mark.parametrize(("name", "error", "message"), [
    ("demo-en-ex", UnknownName, "No suite is called 'demo-en-ex'. Did you mean 'demo-en-es'?\n"),
    ("a/b", DataError, "a/b does not exist. A suite is a folder with suite.toml in it."),
    (__file__, DataError, f"{__file__} is not a suite: there is no suite.toml in it.\n"),
])  # fmt: skip
def test_what_is_no_suite(name: str, error: type[LitmusError], message: str) -> None:
    with pytest.raises(error) as caught:
        load_suite(name)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(("row", "judge"), [
    ({"judge": "j", "annotator": "gpt#2", "draw": 2}, "gpt"),
    ({"judge": "j", "annotator": "gpt"}, "gpt"),
    ({"judge": "j", "annotator": "gpt#2", "draw": 1}, "gpt#2"),
    ({"judge": "j", "annotator": 3}, ""), ({"annotator": "ana"}, ""), ({"judge": "j"}, ""),
])  # fmt: skip
def test_whose_row_it_is(row: dict[str, Any], judge: str) -> None:
    assert judge_of(row) == judge


def test_sizes_of_suites(tmp_path: Path) -> None:
    write_suite(tmp_path / "suite", INFO, [Segment(str(n), "a", ("b",)) for n in range(3)])
    (tmp_path / "source").write_text("a\nb\nc\n", encoding="utf-8")
    loose = ParallelFiles(INFO, tmp_path / "source")
    with_genres = with_columns(loose, {"genre": ["x", "y", "z"]})
    suites = (read_suite(tmp_path / "suite"), loose, with_genres, ParallelLines(INFO, TWO))
    assert [size_of(suite) for suite in suites] == [3, 3, 3, 2]
    (tmp_path / "text.gz").write_bytes(gzip.compress(b"a\nb\n"))
    assert line_count(tmp_path / "text.gz") == 2
    assert line_count(tmp_path / "nothing") is None
