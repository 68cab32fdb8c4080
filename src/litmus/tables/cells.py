"""Cells of tables: numbers with intervals, blanks up to a width, text safe in every format."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Protocol

_LATEX: Mapping[str, str] = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "|": r"\textbar{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "↑": r"$\uparrow$", "↓": r"$\downarrow$", "[": "{[}",
}  # fmt: skip
_CONTROLS = dict.fromkeys((*range(32), *range(127, 160), 8232, 8233), " ")
_INTERVAL = re.compile(r"\[(?:-?[\d.]+|n/a), (?:-?[\d.]+|n/a)\]")
_TESTED = re.compile(r" \((p [<=] [\d.]+)\)$")
_SIGNS: Mapping[str, str] = {" *": "$^{*}$", " °": r"$^{\circ}$"}
_ZERO_WIDTH = frozenset({"Mn", "Me", "Cf"})
_SOFT_HYPHEN = "\u00ad"  # a format character that terminals show


class Bounded(Protocol):
    """A number with its 95 % interval; None where there is no evidence."""

    @property
    def value(self) -> float | None:
        """The number."""

    @property
    def low(self) -> float | None:
        """Where the interval begins."""

    @property
    def high(self) -> float | None:
        """Where the interval ends."""


def number(value: float | None, decimals: int) -> str:
    """A number, or n/a; zero has no sign.

    >>> number(1.25, 1), number(None, 1), number(-0.04, 1)
    ('1.2', 'n/a', '0.0')
    """
    return "n/a" if value is None else f"{round(value, decimals) + 0.0:.{decimals}f}"


def with_interval(row: Bounded, decimals: int) -> str:
    """A number with its interval, if it has one: `50.0 [40.0, 60.5]`."""
    text = number(row.value, decimals)
    if row.low is not None and row.high is not None:
        text += f" [{number(row.low, decimals)}, {number(row.high, decimals)}]"
    return text


def text_width(text: str) -> int:
    """Columns on a terminal: Chinese, Japanese and Korean characters take two, marks none.

    >>> text_width("ab"), text_width("雪上"), text_width("e\u0301"), text_width("หนังสือ")
    (2, 4, 1, 5)
    """
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.category(character) in _ZERO_WIDTH and character != _SOFT_HYPHEN:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def pad(text: str, width: int, *, right: bool = False) -> str:
    """The text with blanks up to a width, before it if it is aligned to the right."""
    blanks = " " * (width - text_width(text))
    return blanks + text if right else text + blanks


def plain(text: str) -> str:
    r"""The text on one line, without control characters.

    >>> plain("two\nlines,\x1b[31m red")
    'two lines, [31m red'
    """
    return text.translate(_CONTROLS)


def escape_tsv(text: str) -> str:
    """The text as one field: tabs and line ends become blanks."""
    return re.sub(r"[\t\n\r]", " ", text)


def escape_markdown(text: str) -> str:
    r"""The text as itself in Markdown and in its tables.

    >>> print(escape_markdown("a|b_c & [d](e) &lt;"))
    a\|b\_c & \[d](e) &amp;lt;
    """
    escaped = re.sub(r"([\\`*_|<~$\[])", r"\\\1", plain(text))
    return re.sub(r"&(?=#?[A-Za-z0-9]+;)", "&amp;", escaped)


def markdown_number(text: str, *, best: bool = False) -> str:
    r"""A number in Markdown: only its interval is left as it is; the best one is bold.

    >>> print(markdown_number("12.3 [11.3, 14.3] *", best=True))
    **12.3** [11.3, 14.3] \*
    """
    value, rest = _value_and_rest(text) if best else ("", text)
    bold = f"**{escape_markdown(value)}**" if value else ""
    return bold + _except_interval(rest, escape_markdown, "{}")


def markdown_code(text: str) -> str:
    """The text as code, fenced by more backticks than it has in a row.

    >>> markdown_code("a"), markdown_code("a`b")
    ('`a`', '``a`b``')
    """
    fence = "`" * (max(map(len, re.findall("`+", text)), default=0) + 1)
    return f"{fence}{plain(text)}{fence}"


def escape_latex(text: str) -> str:
    r"""The text as itself in LaTeX, also behind the `\\` of another row.

    >>> print(escape_latex("R&D_100% *"), escape_latex("*"))
    R\&D\_100\% * {*}
    """
    escaped = "".join(_LATEX.get(character, character) for character in plain(text))
    return "{*}" + escaped[1:] if escaped.startswith("*") else escaped


def latex_number(text: str, *, best: bool = False) -> str:
    r"""A number in LaTeX: its interval and p small, a sign raised; the best one is bold.

    >>> print(latex_number("12.3 [11.3, 14.3] *"))
    12.3 {\small [11.3, 14.3]}$^{*}$
    >>> print(latex_number("12.3 ° (p < 0.001)", best=True))
    \textbf{12.3}$^{\circ}$ {\small ($p < 0.001$)}
    """
    tested = _TESTED.search(text)
    p = f" {{\\small (${tested[1]}$)}}" if tested else ""
    body = text[: tested.start()] if tested else text
    sign = next((raised for end, raised in _SIGNS.items() if body.endswith(end)), "")
    body = body[:-2] if sign else body
    value, rest = _value_and_rest(body) if best else ("", body)
    bold = f"\\textbf{{{escape_latex(value)}}}" if value else ""
    return bold + _except_interval(rest, escape_latex, r"{{\small {}}}") + sign + p


def _value_and_rest(text: str) -> tuple[str, str]:
    value, blank, rest = text.partition(" ")
    return value, blank + rest


def _except_interval(text: str, escape: Callable[[str], str], interval: str) -> str:
    match = _INTERVAL.search(text)
    if match is None:
        return escape(text)
    before, after = text[: match.start()], text[match.end() :]
    return escape(before) + interval.format(match[0]) + escape(after)
