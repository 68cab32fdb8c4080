"""The sentences of a CoNLL-U file, row by row: https://universaldependencies.org/format.html.

Spaces in MISC are UDPipe's: `SpaceAfter=No`, `SpacesBefore`, `SpacesAfter` and `SpacesInToken`.
"""

import re
import warnings
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, NoReturn

from litmus.errors import DataError
from litmus.files.limits import longest_line, too_long
from litmus.files.text import TextWarning, read_lines
from litmus.language.analysis import Word, sorted_features
from litmus.wording import count

COLUMNS = 10
# How MISC writes what would break a line or a column; `\uXXXX` for all the rest is ours.
ESCAPES = {" ": r"\s", "\t": r"\t", "\n": r"\n", "\r": r"\r", "|": r"\p", "\\": r"\\"}
_MEANING = {escape[1]: character for character, escape in ESCAPES.items()}
_ESCAPE = re.compile(r"\\(u[0-9a-f]{4}|.)")
_NUMBER = "[1-9][0-9]{0,8}"  # no sentence has a billion words
_ID = re.compile(rf"({_NUMBER})(?:-({_NUMBER}))?|[0-9]{{1,9}}\.{_NUMBER}")
_HEAD = re.compile("[0-9]{1,9}")
_SHARE = re.compile(r"0(\.[0-9]+)?|1(\.0+)?")
SHOWN = 30  # characters of a text in a message
_FEATURES = re.compile(r"[^\s=|]+=[^\s=|]+(\|[^\s=|]+=[^\s=|]+)*")


class Surface(NamedTuple):
    """A token as its row has it, not yet placed in a text.

    `exact` is the form with white space and control characters as they were; `before` and `after`
    are the white space around it, None where the file says nothing beyond `joined`: no space.
    """

    line: int
    form: str
    exact: str
    first: int
    stop: int
    before: str | None
    after: str | None
    joined: bool


class Block(NamedTuple):
    """A sentence of the file; its words have no place in a text yet (0, 0)."""

    path: Path
    line: int
    id: str
    text: str | None
    surfaces: tuple[Surface, ...]
    words: tuple[Word, ...]


def read_blocks(path: Path) -> Iterator[Block]:
    """Every sentence of a file, for callers that have its text."""
    n_empty, first_empty = 0, 0
    for start, lines in _blocks(path):
        reader = _BlockReader(path)
        for number, line in enumerate(lines, start):
            reader.read(number, line)
        if reader.empty:
            n_empty += len(reader.empty)
            first_empty = first_empty or reader.empty[0]
        if reader.words:
            yield reader.block()
        elif reader.surfaces or reader.empty:
            raise DataError(f"{path}:{start} begins a sentence without a word.")
    if n_empty:
        warnings.warn(
            f"{path}: {count(n_empty, 'empty node')} left out (the first at line "
            f"{first_empty}); enhanced dependencies are not read.",
            TextWarning,
            stacklevel=2,
        )


def unescape(value: str) -> str:
    """The white space that a value of MISC stands for.

    >>> unescape(r"\\s\\n\\u2028")
    ' \\n\\u2028'
    """

    def meaning(match: re.Match[str]) -> str:
        name = match[1]
        return chr(int(name[1:], 16)) if len(name) > 1 else _MEANING.get(name, match[0])

    return _ESCAPE.sub(meaning, value) if "\\" in value else value


def _blocks(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The lines between blank lines, with the number of the first."""
    lines: list[str] = []
    number, held, longest = 0, 0, longest_line()
    for number, line in enumerate(read_lines(path, any_line_end=True), start=1):
        if line:
            lines.append(line)
            held += len(line)
            if held > longest:
                raise too_long(f"{path}:{number - len(lines) + 1}", "sentence")
        elif lines:
            yield number - len(lines), lines
            lines, held = [], 0
    if lines:
        yield number - len(lines) + 1, lines


class _BlockReader:
    """Takes the lines of one sentence; `empty` has the lines of its empty nodes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._id = ""
        self._text: str | None = None
        self._rows: list[int] = []  # the line of each word
        self._heads: list[int | None] = []
        self._covered = 0  # words that a multiword token has taken already
        self.empty: list[int] = []
        self.surfaces: list[Surface] = []
        self.words: list[Word] = []

    def read(self, line: int, text: str) -> None:
        """One line, comment or row."""
        if text.startswith("#"):
            if self.surfaces:
                self._fail(line, "is a comment inside a sentence", "End sentences by a blank line.")
            name, _, value = text[1:].partition("=")
            if name.strip() == "sent_id":
                self._id = value.strip()
            elif name.strip() == "text":
                self._text = value.strip()
            return
        columns = text.split("\t")
        if len(columns) != COLUMNS:
            hint = " Are they spaces?" if len(columns) == 1 else ""
            self._fail(
                line, f"has {len(columns)} columns", f"CoNLL-U has 10, separated by tabs.{hint}"
            )
        number = _ID.fullmatch(columns[0])
        if number is None:
            self._fail(line, f"has the ID {columns[0][:SHOWN]!r}", "Expected: 3, 3-4 or 3.1.")
        elif number[1] is None:
            self.empty.append(line)
        elif number[2] is None:
            self._word(line, int(number[1]), columns)
        else:
            self._range(line, int(number[1]), int(number[2]), columns)

    def block(self) -> Block:
        """What was read; all that can only be seen at the end is checked here."""
        if self._covered > len(self.words):
            self._fail(
                self.surfaces[-1].line,
                f"is a multiword token of words up to {self._covered}",
                f"The sentence has {len(self.words)}.",
            )
        self._check_tree()
        line = self.surfaces[0].line
        surfaces, words = tuple(self.surfaces), tuple(self.words)
        return Block(self._path, line, self._id, self._text, surfaces, words)

    def _range(self, line: int, first: int, last: int, columns: list[str]) -> None:
        found = f"has the ID {columns[0]}"
        if first <= self._covered:
            self._fail(line, found, f"Word {first} is part of a multiword token already.")
        expected = len(self.words) + 1
        if first != expected or last <= first:
            way_out = f"A multiword token here begins at {expected} and has two words or more."
            self._fail(line, found, way_out)
        self._surface(line, first - 1, last, columns)
        self._covered = last

    def _word(self, line: int, number: int, columns: list[str]) -> None:
        if number != len(self.words) + 1:
            self._fail(line, f"has the ID {number}", f"Expected: {len(self.words) + 1}.")
        _, form, lemma, upos, _, feats, head, relation, _, misc = columns
        if not form:
            self._fail(line, "has no form", "Every word needs one; _ is the underscore itself.")
        features = _features(feats)
        if features is None:
            self._fail(line, f"has the features {feats!r}", "Write Name=Value|Name=Value, or _.")
        if head != "_" and not _HEAD.fullmatch(head):
            self._fail(
                line, f"has the head {head[:SHOWN]!r}", "Expected a number, or _ if not parsed."
            )
        if number > self._covered:
            self._surface(line, number - 1, number, columns)
        self._rows.append(line)
        governor = None if head == "_" else int(head)
        self._heads.append(governor)
        if relation == "_":
            relation = "root" if governor == 0 else "dep"
        self.words.append(
            Word(
                form=self.surfaces[-1].exact if number > self._covered else form,
                lemma="" if lemma == "_" and form != "_" else lemma,
                upos="" if upos == "_" else upos,
                feats=features,
                head=governor - 1 if governor else None,
                relation="" if governor is None else relation,
                confidence=_confidence(misc),
                start=0,
                end=0,
            )
        )

    def _surface(self, line: int, first: int, stop: int, columns: list[str]) -> None:
        form, misc = columns[1], _misc(columns[9])
        exact = unescape(misc["SpacesInToken"]) if "SpacesInToken" in misc else form
        if not exact.strip():
            self._fail(line, "has no form", "Every token needs one; _ is the underscore itself.")
        spaces = [
            unescape(misc[key]) if key in misc else None for key in ("SpacesBefore", "SpacesAfter")
        ]
        for value in spaces:
            if value and not value.isspace():
                self._fail(
                    line, f"has {value!r} between two tokens", "Only white space can be there."
                )
        joined = misc.get("SpaceAfter") == "No"
        before, after = spaces
        self.surfaces.append(Surface(line, form, exact, first, stop, before, after, joined))

    def _check_tree(self) -> None:
        """Either no word has a head, or the heads make a tree."""
        if all(head is None for head in self._heads):
            return
        size = len(self._heads)
        for line, head in zip(self._rows, self._heads, strict=True):
            if head is None:
                self._fail(line, "has no head", "Give every word of a sentence one, or none.")
            if head > size:
                self._fail(line, f"has the head {head}", f"The sentence has {size} words.")
        roots = [line for line, head in zip(self._rows, self._heads, strict=True) if head == 0]
        if len(roots) != 1:
            line = roots[1] if roots else self._rows[0]
            self._fail(line, f"is in a sentence with {len(roots)} roots", "It needs exactly one.")
        reached = {0}
        for number in range(1, size + 1):
            chain: set[int] = set()
            while number not in reached:
                if number in chain:
                    line = self._rows[number - 1]
                    self._fail(line, "is above itself in the tree", "Its heads go in a circle.")
                chain.add(number)
                number = self._heads[number - 1] or 0
            reached |= chain

    def _fail(self, line: int, found: str, way_out: str) -> NoReturn:
        raise DataError(f"{self._path}:{line} {found}.\n{way_out}")


@lru_cache(maxsize=1 << 14)
def _features(column: str) -> str | None:
    """The features in order; None if they are no features."""
    if column == "_":
        return ""
    return sorted_features(column.split("|")) if _FEATURES.fullmatch(column) else None


def _misc(column: str) -> Mapping[str, str]:
    if column == "_":
        return {}
    return dict(item.split("=", 1) for item in column.split("|") if "=" in item)


def _confidence(misc: str) -> float:
    """Ours; what another program means by the name is no concern of ours unless it is 0-1."""
    if "Confidence=" not in misc:
        return 1.0
    value = _misc(misc).get("Confidence", "")
    return float(value) if _SHARE.fullmatch(value) else 1.0
