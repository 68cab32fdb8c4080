"""What `litmus mine` wrote, as the marks of a text."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from litmus.corpus.formats.spans import Mined, is_mined
from litmus.corpus.in_memory import Lines, ParallelLines
from litmus.corpus.segment import Idiom
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError

TEXT = ["break the ice", "x", "the ice we broke", "ice"]


def row(line: int, idiom: str, *span: int, **more: Any) -> dict[str, Any]:
    return {"line": line, "idiom": idiom, "span": list(span)} | more


def mined(folder: Path, *rows: dict[str, Any]) -> Path:
    path = folder / "mined.jsonl"
    path.write_text("".join(f"{json.dumps(one)}\n" for one in rows))
    return path


def marks(path: Path) -> list[tuple[Idiom, ...]]:
    suite = ParallelLines(SuiteInfo("x", "en", "de"), Lines("source", tuple(TEXT)), spans=path)
    return [segment.idioms for segment in suite.segments()]


def test_marks_are_those_of_the_line(tmp_path: Path) -> None:
    path = mined(
        tmp_path,
        row(1, "break the ice", 0, 13, text="break the ice", flags=["quoted"]),
        row(1, "ice", 10, 13, flags=[]),
        row(3, "break the ice", 0, 16, pieces=[[0, 7], [11, 16]], text="the ice we broke"),
        row(4, "ice", 0, 3, text="ice", flags=["far"]),
    )
    assert marks(path) == [
        (Idiom("break the ice", ((0, 13),)), Idiom("ice", ((10, 13),))),
        (),
        (Idiom("break the ice", ((0, 7), (11, 16))),),
        (),
    ]


@pytest.mark.parametrize("flag", ["apart", "capitals", "far", "quantity"])
def test_what_is_likelier_chance_marks_nothing(tmp_path: Path, flag: str) -> None:
    path = mined(tmp_path, row(2, "x", 0, 1, flags=["sure", flag]))
    assert marks(path) == [()] * 4


@pytest.mark.parametrize(("rows", "message"), [
    ([row(2, "x", 0, 1), row(1, "ice", 10, 13)],
     "{f}:2: line 1 comes after line 2; sort the rows."),
    ([row(0, "x", 0, 1)], "{f}:1: line 0 comes after line 0; sort the rows."),
    ([row(2, "x", 0, 1, text="y")],
     "{f}:1: line 2 of the source has no 'y' there.\n"
     "Give the text that was mined; a line was added or lost."),
    ([row(2, "x", 0, 2)],
     "{f}:1: the span (0, 2) is outside its text of 1 characters, or empty.\n"
     "Spans are half-open character offsets [start, end) counted from 0."),
    ([row(2, "", 0, 1)], "{f}:1: an idiom needs a label."),
])  # fmt: skip
def test_rows_of_another_text(tmp_path: Path, rows: list[dict[str, Any]], message: str) -> None:
    path = mined(tmp_path, *rows)
    with pytest.raises(DataError) as caught:
        marks(path)
    assert str(caught.value) == message.replace("{f}", str(path))


@pytest.mark.parametrize(("last", "shown"), [(4, "4"), (2000, "2,000")])
def test_rows_behind_the_last_line(tmp_path: Path, last: int, shown: str) -> None:
    path = mined(tmp_path, row(3, "x", 0, 1), row(last, "x", 0, 1))
    found = Mined(path)
    assert found.of(1, "abc") == ()
    assert found.of(3, "abc") == (Idiom("x", ((0, 1),)),)
    with pytest.raises(DataError) as caught:
        found.finish(1003)
    assert str(caught.value) == (
        f"{path}:2 names line {shown}, but the source ends at line 1,003.\n"
        "Give the text that was mined."
    )
    assert found.of(last, "abc")
    found.finish(last)


def write(folder: Path, text: str) -> Path:
    (folder / "f").write_text(text)
    return folder / "f"


@pytest.mark.parametrize(("make", "is_one"), [
    (lambda folder: mined(folder, row(1, "x", 0, 1)), True),
    (lambda folder: write(folder, '  {"line": 1, "idiom": "x", "span": [0, 1]}\n'), True),
    (lambda folder: write(folder, '{"label": "x", "spans": [[0, 1]]}\n'), False),
    (lambda folder: write(folder, '{"line": 1, "idiom": "x"}\n'), False),
    (lambda folder: write(folder, "{not JSON\n"), False),
    (lambda folder: write(folder, '[{"line": 1, "idiom": "x", "span": 2}]\n'), False),
    (lambda folder: write(folder, "x\t[(0, 1)]\n"), False),
    (lambda folder: write(folder, ""), False),
    (lambda folder: folder, False),
    (lambda folder: folder / "nothing", False),
])  # fmt: skip
def test_which_files_litmus_mine_wrote(
    tmp_path: Path, make: Callable[[Path], Path], is_one: bool
) -> None:
    assert is_mined(make(tmp_path)) is is_one
