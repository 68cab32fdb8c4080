"""Tag files: the tags of every target token, as label lines or as the rows of `litmus tag`.

Label lines have one label per token between spaces, `+` between several, `0` or `_` for none.
JSON rows hold their tokens: `{"id", "doc", "tokens": [...], "tags": [[...], ...]}`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from litmus.corpus.segment import Segment
from litmus.errors import DataError
from litmus.files.jsonl import field, parse, strings
from litmus.files.text import Complain, read_lines, refuse
from litmus.wording import count

NO_TAG = ("0", "_")


class Break(NamedTuple):
    """Where a document does not go on as it began, and how the two translations differ."""

    tag: str  # what was broken: register, terms, names
    source: str  # the word of the source; "" where it has none
    here: str
    before: str
    segment: str  # in which `before` stands
    kind: str
    why: str


@dataclass(frozen=True, slots=True)
class TaggedSentence:
    """Tokens and the tags of each; and what those that end in `=broken` have broken with."""

    tokens: tuple[str, ...]
    tags: tuple[frozenset[str], ...]
    breaks: tuple[Break, ...] = ()


class TagFile:
    """Reads tags in step with their texts."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lines: Iterator[str] = read_lines(path, any_line_end=True)
        self._number = 0
        self._digest = blake2b(digest_size=4)

    @property
    def signature(self) -> str:
        """A digest of the tags read so far."""
        return f"file#{self._digest.hexdigest()}"

    @property
    def has_tokens(self) -> bool:
        """Whether the rows bring their own tokens. To be asked before the first `read`."""
        first = list(islice(self._lines, 1))
        self._lines = chain(first, self._lines)
        return any(line.startswith("{") for line in first)

    def read(
        self, texts: list[str], segments: Sequence[Segment] = (), links: object = None
    ) -> list[TaggedSentence]:
        """The tags of the next texts; what else is known of their segments is not needed."""
        lines = list(islice(self._lines, len(texts)))
        if len(lines) < len(texts):
            raise DataError(
                f"{self.path} has {count(self._number + len(lines), 'line')}, but there are more "
                "segments.\n"
                "Every segment needs one line of tags."
            )
        return [self._parse(text, line) for text, line in zip(texts, lines, strict=True)]

    def skip(self, n: int) -> None:
        """The tags of the next so many texts are known already: their lines are left out."""
        for line in islice(self._lines, n):
            self._number += 1
            self._digest.update(f"{line}\n".encode())

    def finish(self) -> None:
        """Lines left over mean that the file belongs to another text."""
        extra = sum(1 for _ in self._lines)
        if extra:
            raise DataError(
                f"{self.path} has {count(self._number + extra, 'line')} for "
                f"{count(self._number, 'segment')}."
            )

    def _parse(self, text: str, line: str) -> TaggedSentence:
        self._number += 1
        self._digest.update(f"{line}\n".encode())
        where = f"{self.path}:{self._number}"
        if line.startswith("{"):
            return _from_json(where, line)
        tokens, labels = text.split(), line.split()
        if len(tokens) != len(labels):
            raise DataError(
                f"{where} has {len(labels)} labels, but its text has {len(tokens)} tokens "
                "between spaces.\nGive one label per token, or JSON rows as litmus tag writes them."
            )
        tags = tuple(
            frozenset() if label in NO_TAG else frozenset(label.split("+")) for label in labels
        )
        return TaggedSentence(tuple(tokens), tags)


def read_rows(path: Path, complain: Complain = refuse) -> Iterator[TaggedSentence]:
    """The rows of a file that brings its own tokens, as `TagFile` reads them, without texts."""
    lines = read_lines(path, any_line_end=True, complain=complain)
    for number, line in enumerate(lines, start=1):
        try:
            yield _from_json(f"{path}:{number}", line)
        except DataError as error:
            complain(error)


def _from_json(where: str, line: str) -> TaggedSentence:
    value = parse(where, line)
    if not isinstance(value, dict):
        raise DataError(f"{where} holds {type(value).__name__}, not a JSON object.")
    for key in ("tokens", "tags"):
        if key not in value:
            raise DataError(f"{where} is not a row of tags: the key {key!r} is missing.")
    tokens = strings(where, value, "tokens")
    tags = tuple(
        frozenset(strings(where, {"tags": found}, "tags"))
        for found in field(where, value, "tags", list, [])
    )
    if len(tokens) != len(tags):
        raise DataError(f"{where} has {len(tokens)} tokens, but {len(tags)} lists of tags.")
    return TaggedSentence(tokens, tags)
