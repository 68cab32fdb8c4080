"""Parallel text in memory, and what is taken for text."""

from pathlib import Path
from typing import Any

import pytest

from litmus.corpus.in_memory import Held, Lines, ParallelLines, in_memory, lines_of, open_text
from litmus.corpus.ratings import judge_of
from litmus.corpus.segment import Idiom, Segment
from litmus.corpus.shipped import load_suite, shipped_suites, suite_folders
from litmus.corpus.suite import SuiteFolder, SuiteInfo, write_suite
from litmus.errors import DataError, LitmusError, UnknownName, UsageError

INFO = SuiteInfo("x", "en", "de")
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
    (3, UsageError, "source is int, not a path or a list of strings.\nMake it a list: list(...)"),
    ({"a": 1}.keys(), UsageError,
     "source is dict_keys, not a path or a list of strings.\nMake it a list: list(...)"),
    (["a", 3], UsageError, "source[1] is int, not a string."),
    (["a", "b\nc"], DataError,
     "source[1] has a line end; a segment is one line.\nReplace line ends with spaces."),
    (["a\r"], DataError,
     "source[0] has a line end; a segment is one line.\nReplace line ends with spaces."),
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


@pytest.mark.parametrize(("parts", "name"), [
    ({"references": (Lines("ref", ("x",)),)}, "ref"), ({"spans": [[]]}, "spans"),
    ({"docids": Lines("docids", ("x",))}, "docids"),
])  # fmt: skip
def test_every_side_has_as_many_lines(parts: dict[str, Any], name: str) -> None:
    with pytest.raises(DataError) as caught:
        ParallelLines(INFO, TWO, **parts)
    assert str(caught.value) == (
        f"{name} has 1 line, but source has 2. Every segment needs one; nothing was done."
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
