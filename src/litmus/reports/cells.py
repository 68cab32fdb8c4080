"""Cells of tables: numbers with intervals, blanks up to a width, text safe in a format."""

import re
from collections.abc import Mapping

from litmus.language.words import text_width

_LATEX: Mapping[str, str] = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "↑": r"$\uparrow$", "↓": r"$\downarrow$", "[": "{[}",
}  # fmt: skip


def number(value: float | None, decimals: int) -> str:
    """A number, or n/a.

    >>> number(1.25, 1), number(None, 1)
    ('1.2', 'n/a')
    """
    return "n/a" if value is None else f"{value:.{decimals}f}"


def with_interval(value: float | None, low: float | None, high: float | None, decimals: int) -> str:
    """A number with its interval, where it has one.

    >>> with_interval(50, 40, 60.5, 1), with_interval(50, None, None, 0)
    ('50.0 [40.0, 60.5]', '50')
    """
    shown = number(value, decimals)
    if low is not None and high is not None:
        shown += f" [{number(low, decimals)}, {number(high, decimals)}]"
    return shown


def pad(text: str, cells: int) -> str:
    """The text and blanks up to a width."""
    return text + " " * (cells - text_width(text))


def escape_markdown(text: str) -> str:
    """The text as itself in a Markdown table."""
    return re.sub(r"([\\`*_|<])", r"\\\1", text)


def escape_latex(text: str) -> str:
    """The text as itself in LaTeX."""
    return "".join(_LATEX.get(character, character) for character in text)


def latex_value(shown: str) -> str:
    """A number with its interval in LaTeX: the interval small, a star raised."""
    value = re.sub(r"(\[.*\])", r"{\\small \1}", shown)
    return value.replace(" *", "$^{*}$")
