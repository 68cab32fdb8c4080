"""One table in five formats, compared whole."""

import json
import re
from textwrap import dedent

import pytest

from litmus.errors import UnknownName
from litmus.tables import FORMATS
from litmus.tables.formats import Column, Sheet, Table, columns, records, render

TABLE = Table(
    "Systems_1",
    columns("text", "name") + columns("number", "n") + columns("score", "F1 ↑"),
    [
        ["系统|a", "1,200", "50.0 [40.0, 60.5] *"],
        ["R&D_5%\tb", "7", "n/a"],
    ],
)


def sheet(*tables: Table, **more: object) -> Sheet:
    rows = [
        {"name": "系统|a", "n": 1200, "value": 50.0},
        {"name": "R&D_5%\tb", "n": 7, "value": None},
    ]
    return Sheet("Heading_1", tables or (TABLE,), ("name", "n", "value"), rows, **more)  # type: ignore[arg-type]


def test_text_lines_up_by_display_width() -> None:
    assert render(sheet(notes=["A note."], signatures=["F1|v:1"]), "text") == dedent("""\
        Heading_1

        Systems_1
        name          n  F1 ↑
        系统|a    1,200  50.0 [40.0, 60.5] *
        R&D_5% b      7  n/a

        A note.
        F1|v:1
        """)


def test_markdown_escapes_cells_but_not_signatures() -> None:
    shown = render(sheet(about=["On *what*."], notes=["A_note."], signatures=["F1|v:1"]), "md")
    assert shown.replace("  \n", "<br>\n") == dedent(r"""
        **Heading\_1**

        On \*what\*.

        **Systems\_1**

        | name | n | F1 ↑ |
        |---|---:|---:|
        | 系统\|a | 1,200 | 50.0 [40.0, 60.5] \* |
        | R&D\_5% b | 7 | n/a |

        A\_note.<br>

        `F1|v:1`<br>
        """).lstrip("\n")


def test_latex_is_a_booktabs_table_with_the_rest_as_comments() -> None:
    shown = render(sheet(notes=["A note,\n\\evil."], signatures=["F1|v:1"]), "latex")
    assert shown == dedent(r"""
        % needs \usepackage{booktabs}
        % Systems_1
        \begin{tabular}{lrr}
        \toprule
        name & n & F1 $\uparrow$ \\
        \midrule
        系统\textbar{}a & 1,200 & 50.0 {\small [40.0, 60.5]}$^{*}$ \\
        R\&D\_5\% b & 7 & n/a \\
        \bottomrule
        \end{tabular}
        % Heading_1
        % A note, \evil.
        % F1|v:1
        """).lstrip("\n")


def test_json_keeps_every_character_and_numbers_as_numbers_and_tsv_empty_fields() -> None:
    assert render(sheet(), "json") == (
        "[\n"
        ' {"name": "系统|a", "n": 1200, "value": 50.0},\n'
        ' {"name": "R&D_5%\\tb", "n": 7, "value": null}\n'
        "]\n"
    )
    assert render(sheet(), "tsv") == "name\tn\tvalue\n系统|a\t1200\t50.0\nR&D_5% b\t7\t\n"


def test_without_records_programs_still_find_the_fields() -> None:
    empty = Sheet("Nothing", (), ("a", "b"), ())
    assert json.loads(render(empty, "json")) == []
    assert render(empty, "tsv") == "a\tb\n"


def test_unknown_formats_are_refused() -> None:
    with pytest.raises(UnknownName) as error:
        render(sheet(), "markdwn")
    assert str(error.value) == ("No format is called 'markdwn'.\nKnown: json, latex, md, text, tsv")


def test_formats_read_only_what_they_show() -> None:
    def unread() -> object:
        raise AssertionError("read")
        yield

    for format in FORMATS:
        parts = (unread(), [{"a": 1}]) if format in ("json", "tsv") else ([TABLE], unread())
        render(Sheet("h", parts[0], ("a",), parts[1]), format)  # type: ignore[arg-type]


def test_a_foot_is_ruled_off() -> None:
    table = Table("", columns("text", "") + columns("score", "x"), [["a", "1"]], foot=[["n", "9"]])
    assert "a & 1 \\\\\n\\midrule\n$n$ & 9 \\\\\n\\bottomrule" in render(sheet(table), "latex")
    assert "\n   x\na  1\nn  9\n" in render(sheet(table), "text")
    assert render(sheet(table), "md").endswith("| a | 1 |\n| n | 9 |\n")


def test_notes_of_a_table_are_for_terminals() -> None:
    table = Table("", columns("text", "x"), [["a"]], notes=["███"])
    shown = {format: render(sheet(table), format) for format in FORMATS}
    assert [format for format in FORMATS if "███" in shown[format]] == ["text"]


def test_tables_can_be_set_in_and_columns_be_wide() -> None:
    table = Table("T", [Column("x", "text", 4), Column("n", "number", 6)], [["a", "1"]])
    assert "\nT\n  x          n\n  a          1\n" in render(sheet(table, indent=2), "text")


def test_wide_tables_fold_and_repeat_their_first_column() -> None:
    heads = [f"metric {k} " + "x" * 30 for k in range(5)]
    table = Table(
        "", columns("text", "") + columns("score", *heads), [["sys", *"12345"]], fold=True
    )
    lines = render(sheet(table), "text").split("\n")
    assert max(map(len, lines)) <= 100
    assert [line.split() for line in lines if line.startswith("sys")] == [
        ["sys", "1", "2"], ["sys", "3", "4"], ["sys", "5"],
    ]  # fmt: skip
    wide = Table("", table.columns, table.rows)
    assert "sys  1" in render(sheet(wide), "text").split("\n")[3]
    # one column wider than a terminal stays whole
    table = Table("", columns("text", "") + columns("score", "x" * 120), [["a", "1"]], fold=True)
    assert "x" * 120 in render(sheet(table), "text")


def test_colours_change_no_character() -> None:
    foot = [["n", "1", ""]]
    table = Table("", TABLE.columns, TABLE.rows, foot=foot, strong={(0, 2)}, notes=["below"])
    shown = sheet(table, notes=["A note."])
    coloured = render(shown, "text", colour=True)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render(shown, "text")
    assert "\x1b[1m50.0\x1b[0m\x1b[2m [40.0, 60.5]\x1b[0m\x1b[1;35m *\x1b[0m" in coloured


def test_records_take_fields_from_rows() -> None:
    column = Column("x", "text", 3)
    assert list(records([column], ("head", "min_width"), signature="s")) == [
        {"head": "x", "min_width": 3, "signature": "s"}
    ]
