"""Tables of distinct values: what recurs in a report is stored once and named by its number."""

import json
from typing import Any


class Strings:
    """Distinct texts, numbered in order of appearance."""

    def __init__(self) -> None:
        self.listed: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """The number of a text."""
        found = self._numbers.get(text)
        if found is None:
            found = self._numbers[text] = len(self.listed)
            self.listed.append(text)
        return found


class Values:
    """Distinct JSON values, numbered in order of appearance; 0 is null."""

    def __init__(self) -> None:
        self.listed: list[Any] = [None]
        self._numbers: dict[str, int] = {}

    def number(self, value: Any) -> int:
        """The number of a value; empty ones are nothing."""
        if value is None or value == [] or value == {} or value == "":
            return 0
        text = json.dumps(value, ensure_ascii=False)
        found = self._numbers.get(text)
        if found is None:
            found = self._numbers[text] = len(self.listed)
            self.listed.append(value)
        return found
