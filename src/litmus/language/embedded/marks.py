"""Heads of punctuation, from the tree of the other words.

A parser learns them one by one, and from few sentences; but a mark stands between two parts of a
tree, and where it hangs is nearly decided by which part hangs on the other, and as what. A table
says which of a few places is usual for a mark there. It is counted in treebanks, and each treebank
has its own habit, so a language has its table, in `model/marks.json`
(`experiments/analyser/choose_marks.py`).
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from litmus.language.embedded.lexicon import FOLDER

FILE = "marks.json"
_CLOSING = {
    "(": ")", "[": "]", "{": "}", "«": "»", "»": "«", "“": "”", "„": "“", "‘": "’", "‚": "‘",
    "「": "」", "『": "』", "《": "》", "（": "）", "【": "】",
    "``": "''", '"': '"', "'": "'", "–": "–",
}  # fmt: skip
_WITHIN = "within"  # between the marks of a pair
# Where a mark can hang; see `Place`.
PLACES = ("own", "over", "under", "before", "after", "root", _WITHIN)


class Table(NamedTuple):
    """Key of a mark's surroundings -> usual place and its share; `least`: the share that is enough
    for the parser not to be believed."""

    places: Mapping[str, tuple[str, float]]
    least: float

    def head(self, keys: Sequence[str], heads: Mapping[str, int]) -> int | None:
        """Where the table puts a mark: by the first, the closest, of its keys that is known."""
        for key in keys:
            if found := self.places.get(key):
                place, share = found
                return heads.get(place) if share >= self.least else None
        return None


class Place(NamedTuple):
    """A mark (from 1), keys of its surroundings, the closest first, and the heads it could take.

    The mark parts the words: one side hangs on the other. `own`: what hangs there on top of that
    side; `over`: what it hangs on; `under`: the part of the other side next to the mark, below
    `over`. `before`, `after`: the next words. `within`: on top of what a pair encloses.
    """

    at: int
    keys: tuple[str, ...]
    heads: Mapping[str, int]


def rehang(
    forms: Sequence[str],
    heads: list[int],
    relations: Sequence[str],
    marks: Sequence[bool],
    table: Table,
) -> None:
    """Gives marks (`marks`: which words are) the head that the table knows; others keep theirs.

    Heads count from 1, 0 is the root. Nothing may hang on a mark that moves, nor is it the root.
    """
    moved = [
        (at, head)
        for at, keys, found in places(forms, heads, relations, marks)
        if (head := table.head(keys, found)) is not None
    ]
    for at, head in moved:
        heads[at - 1] = head


def places(
    forms: Sequence[str], heads: Sequence[int], relations: Sequence[str], marks: Sequence[bool]
) -> Iterator[Place]:
    """All marks that could hang elsewhere, with the places for them."""
    holding = set(heads)
    free = [
        mark and head and at not in holding
        for at, (mark, head) in enumerate(zip(marks, heads, strict=True), 1)
    ]
    pairs = _pairs(forms, free)
    size = len(forms)
    for at in range(1, size + 1):
        if not free[at - 1]:
            continue
        left, right = at - 1, at + 1
        while left and free[left - 1]:
            left -= 1
        while right <= size and free[right - 1]:
            right += 1
        if left or right <= size:
            around = (left, right if right <= size else 0)
            tops = _tops(at, pairs[at], heads, free) if at in pairs else []
            yield _place(at, around, forms, heads, relations, tops, at < pairs.get(at, 0))


def _place(
    at: int,
    around: tuple[int, int],
    forms: Sequence[str],
    heads: Sequence[int],
    relations: Sequence[str],
    tops: Sequence[int],
    opens: bool,
) -> Place:
    """`around`: the next words that are no marks, or 0; `tops`: of what the mark encloses."""
    left, right = around
    up_left = _way(left, heads, 1, at - 1)
    up_right = _way(right, heads, at + 1, len(heads))
    found = {"before": left or right, "after": right or left}
    if up_left and up_right:
        # One of the two tops hangs on the other side, or is the root.
        back = 0 < heads[up_right[-1] - 1] < at
        mine, other = (up_right, up_left) if back else (up_left, up_right)
        side = "<" if back else ">"
    else:
        mine = other = up_left or up_right
        side = "|" if up_left else "^"
    own = mine[-1]
    over = heads[own - 1] or own
    found |= {"own": own, "over": over, "under": other[-1]}
    if over in other and (step := other.index(over)):
        found["under"] = other[step - 1]
    found["root"] = heads.index(0) + 1
    form, relation = forms[at - 1], relations[own - 1].partition(":")[0]
    last = "." if right == 0 else ""
    keys: tuple[str, ...] = (
        f"{form} {side}{last} {relation}",
        f"{form} {side}{last}",
        f"{side}{last}",
    )
    if tops:
        found[_WITHIN] = tops[0]
        inside = relations[tops[0] - 1].partition(":")[0]
        end = ("(" if opens else ")") + ("+" if len(tops) > 1 else "")
        keys = (f"{form} {end} {inside}", f"{form} {end}", end, *keys)
    return Place(at, keys, found)


def _way(start: int, heads: Sequence[int], first: int, last: int) -> list[int]:
    """From a word up to the top of its side; empty without a word."""
    way: list[int] = []
    at = start
    while at and first <= at <= last and len(way) < len(heads):
        way.append(at)
        at = heads[at - 1]
    return way


def _tops(one: int, other: int, heads: Sequence[int], free: Sequence[object]) -> list[int]:
    """The words between two marks that hang on something outside."""
    first, last = min(one, other), max(one, other)
    between = range(first + 1, last)
    return [at for at in between if not free[at - 1] and heads[at - 1] not in between]


def _pairs(forms: Sequence[str], free: Sequence[object]) -> dict[int, int]:
    """Marks that open or close something -> the other mark of the pair, counting from 1."""
    found: dict[int, int] = {}
    waiting: list[tuple[str, int]] = []
    for at, form in enumerate(forms, 1):
        if not free[at - 1]:
            continue
        closes = next((n for n in range(len(waiting) - 1, -1, -1) if waiting[n][0] == form), None)
        if closes is not None:
            other = waiting[closes][1]
            del waiting[closes:]
            found[at], found[other] = other, at
        elif form in _CLOSING:
            waiting.append((_CLOSING[form], at))
    return found


def load(language: str, folder: Path = FOLDER) -> Table | None:
    """The table of a language, if the model has one."""
    about = _shipped(folder).get(language)
    if about is None:
        return None
    return Table({key: tuple(found) for key, found in about["places"].items()}, about["least"])


@cache
def _shipped(folder: Path) -> dict[str, Any]:
    path = folder / FILE
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
