"""A regular expression matcher that counts its steps, as `re` takes them but does not tell.

It reads the tree that `re` itself parses, tries alternatives in the same order, and gives up
where `re` gives up: what is quadratic here is quadratic there, on any machine at any load.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from re import _constants as c  # type: ignore[attr-defined]  # isort: skip
from re import _parser as parser  # type: ignore[attr-defined]  # isort: skip

_CATEGORIES = {
    c.CATEGORY_SPACE: r"\s",
    c.CATEGORY_NOT_SPACE: r"\S",
    c.CATEGORY_WORD: r"\w",
    c.CATEGORY_NOT_WORD: r"\W",
    c.CATEGORY_DIGIT: r"\d",
    c.CATEGORY_NOT_DIGIT: r"\D",
}
_ONE = (c.LITERAL, c.NOT_LITERAL, c.ANY, c.IN)
_REPEATS = (c.MAX_REPEAT, c.MIN_REPEAT, c.POSSESSIVE_REPEAT)
_FEW = 4  # times: no matter how it is tried
Items = Sequence[tuple[Any, Any]]


class Matcher:
    """One pattern; `steps` counts over all calls."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self._flags = flags
        self._tree: Items = list(parser.parse(pattern, flags))
        self._text = ""
        self._groups: dict[int, str] = {}
        self._known: dict[tuple[int, str], bool] = {}  # whether a set has a character
        self._parts = list(_below(self._tree))
        self._classes: dict[str, int] = {}
        self._looks: dict[object, int] = {}
        self.steps = 0

    @property
    def may_be_slow(self) -> bool:
        """Whether anything in it goes on for as long as the text does."""
        return any(
            kind in _REPEATS and (value[1] is c.MAXREPEAT or value[1] > _FEW)
            for kind, value in self._parts
        )

    def alike(self, text: str) -> tuple[object, ...]:
        """The text as it looks to the pattern: of two that are alike here, steps are the same.

        It asks of a character only whether its sets have it, and whether it is part of a word or
        ends a line; or compares it with an earlier one.
        """
        if any(kind is c.GROUPREF for kind, _ in self._parts):
            return (text,)
        return tuple(map(self._class, text))

    def _class(self, character: str) -> int:
        if character not in self._classes:
            sets = [pair for pair in self._parts if pair[0] in _ONE]
            looks = (
                tuple(self._takes(*pair, character) for pair in sets),
                _is_word(character),
                character == "\n",
            )
            self._classes[character] = self._looks.setdefault(looks, len(self._looks))
        return self._classes[character]

    def fullmatch(self, text: str) -> bool:
        """Whether it matches the whole text."""
        self._text = text
        return any(end == len(text) for end in self._ends(self._tree, 0))

    def match(self, text: str) -> int | None:
        """Where the match that begins the text ends."""
        self._text = text
        return next(self._ends(self._tree, 0), None)

    def spans(self, text: str) -> list[tuple[int, int]]:
        """All matches one after the other, as `finditer`, `sub` and `split` look for them."""
        self._text, start, found = text, 0, []
        while start <= len(text):
            self.steps += 1
            end = next((e for e in self._ends(self._tree, start) if e > start), None)
            if end is None:
                start += 1
            else:
                found.append((start, end))
                start = end
        return found

    def _ends(self, items: Items, at: int) -> Iterator[int]:
        if not items:
            yield at
            return
        for end in self._one(*items[0], at):
            yield from self._ends(items[1:], end)

    def _one(self, kind: Any, value: Any, at: int) -> Iterator[int]:
        self.steps += 1
        if kind in _ONE:
            if at < len(self._text) and self._takes(kind, value, self._text[at]):
                yield at + 1
        elif kind in _REPEATS:
            least, most, inside = value
            ends = self._repeat(list(inside), least, most, at, lazy=kind is c.MIN_REPEAT)
            yield from _first(ends) if kind is c.POSSESSIVE_REPEAT else ends
        elif kind is c.SUBPATTERN:
            for end in self._ends(list(value[3]), at):
                if value[0] is not None:
                    self._groups[value[0]] = self._text[at:end]
                yield end
        elif kind is c.ATOMIC_GROUP:
            yield from _first(self._ends(list(value), at))
        elif kind is c.BRANCH:
            for branch in value[1]:
                yield from self._ends(list(branch), at)
        elif kind is c.GROUPREF:
            if self._text.startswith(self._groups.get(value, "\0"), at):
                yield at + len(self._groups[value])
        elif kind in (c.ASSERT, c.ASSERT_NOT):
            direction, inside = value
            start = at - inside.getwidth()[0] if direction < 0 else at
            holds = start >= 0 and any(True for _ in _first(self._ends(list(inside), start)))
            if holds == (kind is c.ASSERT):
                yield at
        elif kind is c.AT:
            if self._stands(value, at):
                yield at
        else:
            raise NotImplementedError(kind)

    def _repeat(
        self, items: Items, least: int, most: Any, at: int, *, lazy: bool, done: int = 0
    ) -> Iterator[int]:
        if lazy and done >= least:
            yield at
        if len(items) == 1 and items[0][0] in _ONE and not lazy:
            end = at
            while end < len(self._text) and (most is c.MAXREPEAT or end - at < most):
                self.steps += 1
                if not self._takes(*items[0], self._text[end]):
                    break
                end += 1
            for stop in range(end, at + least - 1, -1):
                self.steps += 1
                yield stop
            return
        if most is c.MAXREPEAT or done < most:
            for end in self._ends(items, at):
                if end > at:
                    yield from self._repeat(items, least, most, end, lazy=lazy, done=done + 1)
        if not lazy and done >= least:
            yield at

    def _takes(self, kind: Any, value: Any, character: str) -> bool:
        if kind is c.ANY:
            return character != "\n" or bool(self._flags & re.DOTALL)
        if kind is not c.IN:
            return self._same(value, character) == (kind is c.LITERAL)
        key = id(value), character
        if key not in self._known:
            negated = value[0][0] is c.NEGATE
            self._known[key] = negated != any(self._in(*i, character) for i in value[negated:])
        return self._known[key]

    def _in(self, kind: Any, value: Any, character: str) -> bool:
        if kind is c.LITERAL:
            return self._same(value, character)
        if kind is c.RANGE:
            return bool(value[0] <= ord(character) <= value[1])
        return re.fullmatch(_CATEGORIES[value], character) is not None

    def _same(self, code: int, character: str) -> bool:
        if self._flags & re.IGNORECASE:
            return chr(code).lower() == character.lower()
        return code == ord(character)

    def _stands(self, where: Any, at: int) -> bool:
        text = self._text
        if where in (c.AT_BEGINNING, c.AT_BEGINNING_STRING):
            return at == 0 or bool(self._flags & re.MULTILINE and text[at - 1] == "\n")
        if where in (c.AT_END, c.AT_END_STRING):
            return at == len(text) or text[at:] == "\n"
        edge = _is_word(text[at - 1 : at]) != _is_word(text[at : at + 1])
        return edge == (where is c.AT_BOUNDARY)


def _below(items: Items) -> Iterator[tuple[Any, Any]]:
    """All that a pattern consists of."""
    for kind, value in items:
        yield kind, value
        if kind in _REPEATS:
            yield from _below(list(value[2]))
        elif kind is c.SUBPATTERN:
            yield from _below(list(value[3]))
        elif kind is c.ATOMIC_GROUP:
            yield from _below(list(value))
        elif kind is c.BRANCH:
            for branch in value[1]:
                yield from _below(list(branch))
        elif kind in (c.ASSERT, c.ASSERT_NOT):
            yield from _below(list(value[1]))


def _first(ends: Iterator[int]) -> Iterator[int]:
    for end in ends:
        yield end
        return


def _is_word(character: str) -> bool:
    return re.fullmatch(r"\w", character) is not None
