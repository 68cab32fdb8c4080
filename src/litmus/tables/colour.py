"""Colours of the terminal. They only stress: every sign is there without them."""

import re

BOLD, DIM, ACCENT = "1", "2", "1;35"
_CELL = re.compile(r"(?P<value>\S+)(?P<interval> \[.*?\])?(?P<star> \*)?")


def paint(text: str, code: str) -> str:
    """The text in a colour or weight.

    >>> paint("n", DIM)
    '\\x1b[2mn\\x1b[0m'
    """
    return f"\x1b[{code}m{text}\x1b[0m" if text else text


def paint_cell(cell: str, *, best: bool) -> str:
    """A value with its interval: the best value bold, the interval faint, the star in colour."""
    match = _CELL.fullmatch(cell)
    if match is None:
        return cell
    value, interval, star = (match[name] or "" for name in ("value", "interval", "star"))
    return (paint(value, BOLD) if best else value) + paint(interval, DIM) + paint(star, ACCENT)
