"""Colours on the terminal: stress and nothing else."""

import re

from results_by_hand import result, row

from litmus.scoring.presentation.shown import Style
from litmus.scoring.presentation.tables import best_systems, render
from litmus.tables.colour import paint, paint_cell

_CODES = re.compile(r"\x1b\[[0-9;]*m")
ROWS = (
    row("a", "good", 10.0), row("b", "good", 20.0, p=0.01),
    row("a", "bad", 10.0), row("b", "bad", 20.0, p=0.2),
)  # fmt: skip


def test_colours_change_no_character() -> None:
    found = result("a", "b", rows=ROWS, test="ar")
    plain = render(found, "text", Style())
    painted = _CODES.sub("", render(found, "text", Style(colour=True)))
    assert painted.replace("Bold: best of the systems.\n", "") == plain


def test_best_of_a_column_is_bold() -> None:
    painted = render(result("a", "b", rows=ROWS, test="ar"), "text", Style(colour=True))
    for line, best in zip(painted.split("\n")[3:5], ("10", "20"), strict=True):
        assert f"\x1b[1m{best}" in line
        assert line.count("\x1b[1m") == 1


def test_best_needs_someone_to_compare_with() -> None:
    good, bad = result("a").columns
    assert best_systems(result("a"), good, 1) == frozenset()
    found = result("a", "b", rows=ROWS)
    assert (best_systems(found, good, 1), best_systems(found, bad, 1)) == ({"b"}, {"a"})
    tied = result("a", "b", rows=tuple(row(s, m) for m in ("good", "bad") for s in "ab"))
    assert best_systems(tied, good, 1) == {"a", "b"}


def test_other_formats_know_no_colour() -> None:
    found = result("a", "b", rows=ROWS, test="ar")
    for format in ("json", "tsv", "latex", "md"):
        assert render(found, format, Style(colour=True)) == render(found, format, Style())


def test_cell_without_interval_or_value() -> None:
    assert paint_cell("n/a", best=False) == "n/a"
    assert paint_cell("1.0", best=True) == "\x1b[1m1.0\x1b[0m"
    assert paint_cell("1.0 [0.0, 2.0] *", best=False) == (
        "1.0\x1b[2m [0.0, 2.0]\x1b[0m\x1b[1;35m *\x1b[0m"
    )
    assert paint("", "1") == ""
