"""An idiom found in a text."""

from dataclasses import dataclass
from typing import Any

from litmus.corpus.formats.spans import DOUBTFUL

__all__ = ["DOUBTFUL", "FLAGS", "Occurrence", "Span"]
Span = tuple[int, int]

# Why a match may not be the idiom, or not as the list has it; the keys appear in the output.
FLAGS = {
    "apart": "its words do not depend on each other in the parse, or only one is a content word",
    "capitals": "written like a name inside the sentence",
    "far": "more than four foreign words between two of its words",
    "determiner": "another article or possessive than in the list, or none",
    "inserted": "other words between its own",
    "number": "singular where the list has the plural, or the other way round",
    "punctuation": "a comma or dash between its words",
    "quantity": "a slot is filled by a number",
    "reordered": "the words in another order",
}


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Where an idiom is: `span` is the envelope, `pieces` its own words.

    `flags` name what makes this match less certain (see `FLAGS`); nothing was dropped for them.
    `figurative` is the probability that it is not meant literally, None where no model says.
    """

    idiom: str
    span: Span
    pieces: tuple[Span, ...]
    flags: tuple[str, ...] = ()
    figurative: float | None = None

    def row(self, line: int, text: str) -> dict[str, Any]:
        """One row of `litmus mine`; lines count from 1."""
        start, end = self.span
        row: dict[str, Any] = {
            "line": line,
            "idiom": self.idiom,
            "span": [start, end],
            "pieces": [list(piece) for piece in self.pieces],
            "text": text[start:end],
            "flags": list(self.flags),
        }
        if self.figurative is not None:
            row["figurative"] = self.figurative
        return row
