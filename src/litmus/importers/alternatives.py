"""Alternatives written into one line, as idiom lists and Steingrímsson et al. (2024) write them.

`|` separates whole forms; `/` alternatives for one word, with or without blanks around it;
`( )` holds what may be left out: words, or a part of one. What is between `<` and `>` is a
slot and is kept as it is.
"""

import re
from itertools import product
from math import prod

from litmus.errors import DataError

LIMIT = 1_000
_TOKEN = re.compile(r"<[^<>]*>|[|/()]|\s+|[^\s|/()<]+|<")
_CLOSING = re.compile(r"(?<=\w)[.,;:!?…]+$")


def expand(text: str, *, where: str = "", limit: int = LIMIT) -> list[str]:
    """Every form of the text, each once, the one with all its parts first.

    A slash varies the last word before it; punctuation after the last alternative belongs to all.
    `where` opens error messages.

    >>> expand("packed (in) like sardines")
    ['packed in like sardines', 'packed like sardines']
    >>> expand("hit the sack / sheets / hay")
    ['hit the sack', 'hit the sheets', 'hit the hay']
    >>> expand("vera klár/tilbúinn í slaginn")
    ['vera klár í slaginn', 'vera tilbúinn í slaginn']
    >>> expand("bretta upp ermar(nar)")
    ['bretta upp ermarnar', 'bretta upp ermar']
    >>> expand("vera sjálfs sín(s) herra")
    ['vera sjálfs síns herra', 'vera sjálfs sín herra']
    >>> expand("be under the weather | not be playing with a full deck")
    ['be under the weather', 'not be playing with a full deck']
    >>> expand("<NP1-nom> rétta <NP2-dat> hjálparhönd")
    ['<NP1-nom> rétta <NP2-dat> hjálparhönd']
    >>> expand("eine ( schöne ) stange geld")
    ['eine schöne stange geld', 'eine stange geld']
    >>> expand("Sigurður var klár/tilbúinn.")
    ['Sigurður var klár.', 'Sigurður var tilbúinn.']
    """
    parser = _Parser(text, f"{where}: " if where else "", limit)
    return parser.forms()


class _Parser:
    """Reads one text from left to right; parentheses do not nest, so there is no recursion."""

    def __init__(self, text: str, where: str, limit: int) -> None:
        self._text, self._where, self._limit = text, where, limit
        self._tokens = [match[0] for match in _TOKEN.finditer(text)]
        self._next = 0

    def forms(self) -> list[str]:
        """The forms of the whole text."""
        if not self._text.strip():
            return [""]
        forms = self._alternatives()
        if self._next < len(self._tokens):  # only a closing parenthesis stops it early
            raise self._error("has a closing parenthesis without its opening one")
        return list(dict.fromkeys(forms))

    def _alternatives(self) -> list[str]:
        forms = self._sequence()
        while self._take("|"):
            forms += self._sequence()
            self._check(len(forms))
        return forms

    def _sequence(self) -> list[str]:
        words: list[list[str]] = []
        while (token := self._peek()) not in ("", "|", ")"):
            if token.isspace():
                self._next += 1
            elif token == "/":
                self._vary(words)
            else:
                words.append(self._word())
        if not words:
            raise self._error("has an empty alternative")
        self._check(prod(map(len, words)))
        return [" ".join(filter(None, choice)) for choice in product(*words)]

    def _vary(self, words: list[list[str]]) -> None:
        """Add the word after a slash to the alternatives for the one before it."""
        self._next += 1
        while self._peek().isspace():
            self._next += 1
        if not words or self._peek() in ("", "|", "/", ")"):
            raise self._error("has a slash without a word on both sides")
        after = self._word()
        closing = _CLOSING.search(after[0])
        tail = closing[0] if closing else ""
        shared = [word if word.endswith(tail) else word + tail for word in words[-1]]
        words[-1] = shared + after

    def _word(self) -> list[str]:
        parts: list[list[str]] = []
        while (token := self._peek()) not in ("", "|", "/", ")") and not token.isspace():
            self._next += 1
            parts.append([*self._optional(), ""] if token == "(" else [token])
        self._check(prod(map(len, parts)))
        return ["".join(choice) for choice in product(*parts)]

    def _optional(self) -> list[str]:
        depth = self._tokens[self._next :]
        closing = depth.index(")") if ")" in depth else len(depth)
        if "(" in depth[:closing]:
            raise self._error("has parentheses inside parentheses")
        if closing == len(depth):
            raise self._error("has an opening parenthesis without its closing one")
        forms = self._alternatives()
        self._next += 1
        return forms

    def _peek(self) -> str:
        return self._tokens[self._next] if self._next < len(self._tokens) else ""

    def _take(self, token: str) -> bool:
        found = self._peek() == token
        self._next += found
        return found

    def _check(self, count: int) -> None:
        if count > self._limit:
            raise self._error(f"has more than {self._limit:,} forms")

    def _error(self, what: str) -> DataError:
        shown = self._text if len(self._text) <= 80 else self._text[:79] + "…"
        return DataError(
            f"{self._where}{shown!r} {what}.\n"
            "| separates forms, / alternatives for one word, ( ) holds what may be left out."
        )
