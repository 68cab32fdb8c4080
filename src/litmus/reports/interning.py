"""Distinct values: what recurs in a report is stored once and referred to by its number."""

import json
from dataclasses import dataclass, field
from typing import Any

from litmus.corpus.numbering import Numbering


class Values:
    """Distinct JSON values, numbered in order of appearance; 0 is null."""

    def __init__(self) -> None:
        self.listed: list[Any] = [None]
        self._numbers = Numbering({"null": 0})

    def number(self, value: Any) -> int:
        """The number of a value; that of an empty one is 0."""
        if value is None or value == [] or value == {} or value == "":
            return 0
        number = self._numbers[json.dumps(value, ensure_ascii=False)]
        if number == len(self.listed):
            self.listed.append(value)
        return number


@dataclass(frozen=True)
class Interned:
    """What the suites of one report share."""

    strings: Numbering[str] = field(default_factory=Numbering)
    values: Values = field(default_factory=Values)
