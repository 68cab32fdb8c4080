"""Cells: numbers as people read them, widths as terminals show them, escapes per format."""

from dataclasses import dataclass

import pytest

from litmus.tables.cells import (
    escape_latex,
    escape_markdown,
    escape_tsv,
    latex_number,
    markdown_code,
    markdown_number,
    number,
    pad,
    plain,
    text_width,
    with_interval,
)  # fmt: skip


@dataclass
class Measured:
    value: float | None
    low: float | None = None
    high: float | None = None


def test_numbers_have_no_negative_zero() -> None:
    assert [number(value, 3) for value in (-0.0001, 0.0, -0.001, None)] == [
        "0.000", "0.000", "-0.001", "n/a",
    ]  # fmt: skip


def test_intervals_are_shown_where_both_ends_are_known() -> None:
    for measured, text in (
        (Measured(50, 40, 60.55), "50.0 [40.0, 60.5]"),
        (Measured(50), "50.0"),
        (Measured(50, 40), "50.0"),
        (Measured(None), "n/a"),
    ):
        assert with_interval(measured, 1) == text


@pytest.mark.parametrize(("text", "width"), [
    ("", 0), ("abc", 3), ("雪上加霜", 8), ("カタカナ", 8), ("한국어", 6), ("ｆｕｌｌ", 8),
    ("e\u0301te\u0301", 3), ("שָׁלוֹם", 4), ("हिन्दी", 5), ("a\u200bb", 2), ("a\u00adb", 3), ("↑", 1),
])  # fmt: skip
def test_width_is_what_a_terminal_shows(text: str, width: int) -> None:
    assert text_width(text) == width


def test_padding_fills_up_to_the_width() -> None:
    assert (pad("系统", 6), pad("系统", 6, right=True)) == ("系统  ", "  系统")
    assert pad("longer", 3) == "longer"


def test_control_characters_do_not_reach_a_terminal_nor_a_field() -> None:
    assert plain("a\tb\nc\r\x1b[1md\x00\x9b\u2028e") == "a b c  [1md   e"
    assert escape_tsv("a\tb\nc\rd  e\u2028") == "a b c d  e\u2028"


@pytest.mark.parametrize(("text", "markdown", "latex"), [
    ("a|b<c>d", r"a\|b\<c>d", r"a\textbar{}b\textless{}c\textgreater{}d"),
    ("a_b*c`d", r"a\_b\*c\`d", r"a\_b*c`d"),
    (r"a\b{c}", r"a\\b{c}", r"a\textbackslash{}b\{c\}"),
    ("<b>", r"\<b>", r"\textless{}b\textgreater{}"),
    ("[text](address)", r"\[text](address)", "{[}text](address)"),
    ("*starred*", r"\*starred\*", "{*}starred*"),
    ("~~gone~~ $x$ #1", r"\~\~gone\~\~ \$x\$ #1",
     r"\textasciitilde{}\textasciitilde{}gone\textasciitilde{}\textasciitilde{} \$x\$ \#1"),
    ("R&D at 5 %", "R&D at 5 %", r"R\&D at 5 \%"),
    ("&lt; &#60;", "&amp;lt; &amp;#60;", r"\&lt; \&\#60;"),
    ("x^2", "x^2", r"x\textasciicircum{}2"),
    ("F1 ↑", "F1 ↑", r"F1 $\uparrow$"),
    ("two\nlines\tand tab", "two lines and tab", "two lines and tab"),
])  # fmt: skip
def test_text_is_shown_as_it_is(text: str, markdown: str, latex: str) -> None:
    assert (escape_markdown(text), escape_latex(text)) == (markdown, latex)


def test_only_intervals_of_numbers_keep_their_brackets() -> None:
    for cell, markdown, latex in (
        ("12.3", "12.3", "12.3"),
        ("n/a", "n/a", "n/a"),
        ("-0.1 [-0.2, 0.0]", "-0.1 [-0.2, 0.0]", r"-0.1 {\small [-0.2, 0.0]}"),
        ("1.0 [n/a, 2.0] *", r"1.0 [n/a, 2.0] \*", r"1.0 {\small [n/a, 2.0]}$^{*}$"),
        ("98 %", "98 %", r"98 \%"),
        ("639.9*", r"639.9\*", "639.9*"),
        ("5.0 [4.0, 6.0] (n = 34)", "5.0 [4.0, 6.0] (n = 34)", r"5.0 {\small [4.0, 6.0]} (n = 34)"),
        ("1 [a](b)", r"1 \[a](b)", "1 {[}a](b)"),
        ("a_b|c [1.0, 2.0]", r"a\_b\|c [1.0, 2.0]", r"a\_b\textbar{}c {\small [1.0, 2.0]}"),
    ):  # fmt: skip
        assert (markdown_number(cell), latex_number(cell)) == (markdown, latex), (cell, markdown)


def test_code_ends_where_it_should() -> None:
    assert markdown_code("LitTER|set:x") == "`LitTER|set:x`"
    assert markdown_code("a``b`c") == "```a``b`c```"
