"""Columns of one's own beside a suite: one row for every segment, in order."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from litmus.corpus.columns import header_of, read_rows, with_columns
from litmus.corpus.in_memory import Held
from litmus.corpus.segment import IdiomFacts, Segment
from litmus.corpus.suite import SuiteFolder, SuiteInfo
from litmus.errors import DataError, LitmusError, UsageError

INFO = SuiteInfo("three", "en", "de")
THREE = Held(
    INFO, [Segment("1", "a", columns={"domain": "x", "old": "y"}), Segment("2", "b")], True
)


def table(folder: Path, text: str) -> Path:
    path = folder / "columns.tsv"
    path.write_text(text, encoding="utf-8")
    return path


def test_values_are_added_to_what_segments_have(tmp_path: Path) -> None:
    path = table(tmp_path, "domain\t year \nnews\t 1999\ntalk\t\n")
    wanted = [
        {"domain": "news", "old": "y", "year": "1999"}, {"domain": "talk", "year": ""},
    ]  # fmt: skip
    by_name = {"domain": ["news", "talk"], "year": ["1999", ""]}
    for columns in (path, str(path), by_name):
        suite = with_columns(THREE, columns)
        assert [dict(one.columns) for one in suite.segments()] == wanted
        assert [dict(one.columns) for one in suite.segments()] == wanted  # it is read anew
        assert (suite.info, suite.systems, suite.uses_crlf) == (INFO, {}, True)
    assert list(read_rows(path)) == [{"domain": "news", "year": "1999"}, {"domain": "talk", "year": ""}]  # fmt: skip


def test_what_a_suite_knows_is_still_known(tmp_path: Path) -> None:
    facts = {"a": IdiomFacts("a")}
    (tmp_path / "systems").mkdir()
    (tmp_path / "systems" / "base.txt").touch()
    suite: Any = with_columns(SuiteFolder(tmp_path, INFO, facts), {"domain": ["x"]})
    assert suite.facts == facts
    assert list(suite.systems) == ["base"]
    assert with_columns(THREE, None) is THREE
    other: Any = with_columns(THREE, {"domain": ["x"]})
    assert other.facts == {}


@pytest.mark.parametrize(("columns", "message"), [
    ({}, "columns is a file, or the values of every segment by name, such as "
     '{"domain": ["news", "speech"]}.'),
    ([["x"]], "columns is a file, or the values of every segment by name, such as "
     '{"domain": ["news", "speech"]}.'),
    ({"a": "xyz"}, "columns['a'] is not a list of strings."),
    ({"a": ["x", 3]}, "columns['a'] is not a list of strings."),
    ({"a": ["x"], "b": ["x", "y"]},
     "Columns have one value per segment, but 'a' has 1, 'b' has 2."),
])  # fmt: skip
def test_what_are_no_columns(columns: Any, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        with_columns(THREE, columns)
    assert str(caught.value) == message


@pytest.mark.parametrize(("values", "rows"), [
    (["x"], "1 row"), (["x"] * 3, "3 rows"), (["x"] * 5, "5 rows"),
])  # fmt: skip
def test_every_segment_has_a_row(values: Sequence[str], rows: str, tmp_path: Path) -> None:
    path = table(tmp_path, "".join(f"{value}\n" for value in ["domain", *values]))
    given: list[tuple[str, Path | Mapping[str, Sequence[str]]]] = [
        (str(path), path), ("columns", {"domain": values}),
    ]  # fmt: skip
    for name, columns in given:
        with pytest.raises(DataError) as caught:
            list(with_columns(THREE, columns).segments())
        assert str(caught.value) == (
            f"{name} has {rows}, but three has 2 segments.\n"
            "Every segment needs one row, in order; nothing was done."
        )


def test_every_row_has_a_segment() -> None:
    more = Held(INFO, [Segment(str(n), "a") for n in range(4)])
    with pytest.raises(DataError, match="columns has 1 row, but three has 4 segments"):
        list(with_columns(more, {"domain": ["x"]}).segments())


@pytest.mark.parametrize(("header", "message"), [
    ("a\t\tb", "FILE:1: the header has a column without a name. Name it."),
    ("a\tb\ta", "FILE:1: the header names the column 'a' 2 times."),
])  # fmt: skip
def test_a_header_names_every_column_once(tmp_path: Path, header: str, message: str) -> None:
    path = table(tmp_path, f"{header}\n")
    with pytest.raises(LitmusError) as caught:
        with_columns(THREE, path)
    assert str(caught.value).replace(str(path), "FILE") == message
    assert header_of(table(tmp_path, "a \t b\n1\t2\n")) == ["a", "b"]
