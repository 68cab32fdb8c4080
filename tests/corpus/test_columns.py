"""Columns of one's own beside a suite: one row for every segment, in order."""

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
    *((given, "columns is a file, or the values of every segment by name, such as "
       '{"domain": ["news", "speech"]}.') for given in ({}, [["x"]])),
    ({"a": "xyz"}, "columns['a'] is not a list of strings."),
    ({"a": ["x", 3]}, "columns['a'] is not a list of strings."),
    ({"a": ["x"], "b": ["x", "y"]},
     "Columns have one value per segment, but 'a' has 1, 'b' has 2."),
])  # fmt: skip
def test_what_are_no_columns(columns: Any, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        with_columns(THREE, columns)
    assert str(caught.value) == message


def test_every_segment_has_a_row(tmp_path: Path) -> None:
    more = Held(INFO, [Segment(str(n), "a") for n in range(4)])
    for suite, n, rows in ((THREE, 1, "1 row"), (THREE, 3, "3 rows"), (THREE, 5, "5 rows"), (more, 1, "1 row")):  # fmt: skip
        path = table(tmp_path, "domain\n" + "x\n" * n)
        given: list[tuple[str, Any]] = [(str(path), path), ("columns", {"domain": ["x"] * n})]
        for name, columns in given:
            with pytest.raises(DataError) as caught:
                list(with_columns(suite, columns).segments())
            assert str(caught.value) == (
                f"{name} has {rows}, but three has {len([*suite.segments()])} segments.\n"
                "Every segment needs one row, in order; nothing was done."
            )


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
