"""Occurrences read back, with what people said of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from litmus.errors import DataError
from litmus.files.text import TextWarning
from litmus.idioms.mining.occurrences import JudgedOccurrence, read_occurrences

ROW: dict[str, Any] = {
    "line": 2, "idiom": "kick the bucket", "span": [3, 20], "pieces": [[3, 9], [14, 20]],
    "text": "kicked the bucket", "flags": [],
}  # fmt: skip


def write(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def read(folder: Path, *rows: dict[str, Any]) -> dict[int, tuple[JudgedOccurrence, ...]]:
    return read_occurrences(write(folder / "found.jsonl", *rows))


def test_rows_by_line(tmp_path: Path) -> None:
    bare = {"line": 2, "idiom": "x", "span": [0, 3]}  # pieces and flags may be missing
    mine = JudgedOccurrence(
        "kick the bucket", (3, 20), ((3, 9), (14, 20)), None, False, "kicked the bucket"
    )
    assert read(tmp_path, ROW, bare, ROW | {"line": 9}) == {
        2: (mine, JudgedOccurrence("x", (0, 3), ((0, 3),), None, False)),
        9: (mine,),
    }


@pytest.mark.parametrize(
    ("flags", "doubtful"),
    [
        (("apart", "capitals", "far", "quantity"), True),
        (("determiner", "inserted", "number", "punctuation", "reordered"), False),
    ],
)
def test_flags_that_raise_doubts(tmp_path: Path, flags: tuple[str, ...], doubtful: bool) -> None:
    for flag in flags:
        [[found]] = read(tmp_path, ROW | {"flags": ["inserted", flag]}).values()
        assert found.doubtful is doubtful, flag


@pytest.mark.parametrize("verdict", ["idiom", "literal"])
def test_verdict_in_the_row_or_beside_it(tmp_path: Path, verdict: str) -> None:
    flagged = ROW | {"flags": ["far"]}
    [[inside]] = read(tmp_path, flagged | {"verdict": verdict}).values()
    judged = write(tmp_path / "v.jsonl", ROW | {"verdict": verdict})
    [[beside]] = read_occurrences(write(tmp_path / "f.jsonl", flagged), [judged]).values()
    assert inside == beside
    assert inside.verdict == verdict
    assert not inside.doubtful  # a person has looked


def test_wrong_matches_are_left_out(tmp_path: Path) -> None:
    other = ROW | {"line": 7}
    judged = write(tmp_path / "v.jsonl", ROW | {"verdict": "wrong"})
    assert list(read_occurrences(write(tmp_path / "f.jsonl", ROW, other), [judged])) == [7]
    assert list(read(tmp_path, ROW | {"verdict": "wrong"}, other)) == [7]


def test_verdict_is_about_one_match(tmp_path: Path) -> None:
    judged = write(tmp_path / "v.jsonl", ROW | {"verdict": "wrong"})
    others = [ROW | {"span": [3, 19]}, ROW | {"idiom": "y"}, ROW | {"line": 3}]
    found = read_occurrences(write(tmp_path / "f.jsonl", ROW, *others), [judged])
    assert sorted((line, len(rows)) for line, rows in found.items()) == [(2, 2), (3, 1)]


def test_later_verdict_counts(tmp_path: Path) -> None:
    one = write(tmp_path / "1", ROW | {"verdict": "wrong"})
    two = write(tmp_path / "2", ROW | {"verdict": "literal"})
    [[found]] = read_occurrences(write(tmp_path / "f.jsonl", ROW), [one, two]).values()
    assert found.verdict == "literal"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"line": 0}, "'line' must be at least 1, not 0."),
        ({"line": "2"}, "'line' must be a whole number, but is str."),
        ({"line": True}, "'line' must be a whole number, but is bool."),
        ({"idiom": 3}, "'idiom' must be a string, but is int."),
        ({"span": [3]}, "a span is [start, end], not [3]."),
        ({"span": [5, 3]}, "a span is [start, end], not [5, 3]."),
        ({"span": [3, 3]}, "a span is [start, end], not [3, 3]."),
        ({"span": [-1, 3]}, "a span is [start, end], not [-1, 3]."),
        ({"span": None}, "a span is [start, end], not None."),
        ({"span": [1.0, 2.0]}, "a span is [start, end], not [1.0, 2.0]."),
        ({"pieces": [[1, 2], [2]]}, "a span is [start, end], not [2]."),
        ({"pieces": "x"}, "'pieces' must be a list, but is str."),
        ({"flags": "far"}, "'flags' must be a list, but is str."),
        ({"flags": [["far"]]}, "'flags' must be a list of strings; found ['far']."),
        ({"verdict": "litteral"}, "the verdict is 'litteral'. Known: idiom, literal, wrong"),
    ],
)
def test_broken_rows_are_named(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError) as caught:
        read(tmp_path, ROW, ROW | change)
    assert str(caught.value) == f"{tmp_path / 'found.jsonl'}:2: {message}"


def test_unknown_verdict(tmp_path: Path) -> None:
    judged = write(tmp_path / "v.jsonl", ROW | {"verdict": "litteral"})
    with pytest.raises(DataError, match="v.jsonl:1: the verdict is 'litteral'"):
        read_occurrences(write(tmp_path / "f.jsonl", ROW), [judged])


def test_nothing_left(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        read(tmp_path, ROW | {"verdict": "wrong"})
    assert str(caught.value) == (
        f"{tmp_path / 'found.jsonl'} holds no occurrences; there is nothing to build from."
    )


def test_verdicts_on_matches_that_are_not_there_are_said_once(tmp_path: Path) -> None:
    given = [
        ROW | {"verdict": "idiom"},
        ROW | {"line": 1_234, "verdict": "wrong"},
        ROW | {"idiom": "y", "verdict": "literal"},
    ]
    judged = write(tmp_path / "v.jsonl", *given)
    path = write(tmp_path / "f.jsonl", ROW)
    with pytest.warns(TextWarning) as caught:
        found = read_occurrences(path, [judged])
    assert [str(warning.message) for warning in caught] == [
        f"2 of 3 verdicts are on matches that {path} does not hold, and change nothing. "
        "The first: line 1,234, 'kick the bucket' at [3, 20]."
    ]
    assert [one.verdict for one in found[2]] == ["idiom"]
