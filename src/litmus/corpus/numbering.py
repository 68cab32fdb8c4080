"""Distinct things, numbered in order of appearance."""

from collections.abc import Hashable
from typing import TypeVar

Thing = TypeVar("Thing", bound=Hashable)


class Numbering(dict[Thing, int]):
    """Thing -> number; asking for a new thing gives it the next one.

    >>> numbers = Numbering[str]()
    >>> [numbers[word] for word in ("to", "be", "or", "not", "to", "be")], list(numbers)
    ([0, 1, 2, 3, 0, 1], ['to', 'be', 'or', 'not'])
    """

    def __missing__(self, thing: Thing) -> int:
        self[thing] = number = len(self)
        return number
