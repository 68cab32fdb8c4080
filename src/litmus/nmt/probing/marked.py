"""Where an idiom is in what a model reads: its pieces, word by word."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from litmus.errors import DataError
from litmus.nmt.codec import Codec, Pieces
from litmus.nmt.offsets import Span
from litmus.nmt.scoring.layout import Request
from litmus.nmt.words import owners

Context = Literal["full", "phrase", "word"]
CONTEXTS: tuple[Context, ...] = get_args(Context)
Phrase = tuple[Span, ...]  # the words of an idiom, wherever they stand


@dataclass(frozen=True)
class Marked(Request):
    """A request that knows where the idioms of its source are: each the spans of its words."""

    phrases: tuple[Phrase, ...] = ()


def idiom_pieces(request: Request, pieces: Pieces) -> Iterator[list[list[int]]]:
    """For each idiom the positions of its pieces, word by word; words without one are left out.

    A piece belongs to an idiom if it shares a character with it, and to the word it shares most
    with; mere space in front of a word goes with it.
    """
    for phrase in request.phrases if isinstance(request, Marked) else ():
        words = sorted(phrase)
        inside = [
            place
            for place, span in enumerate(pieces.spans)
            if any(_touches(span, word) for word in words)
        ]
        groups: list[list[int]] = [[] for _ in words]
        word_of = owners([pieces.spans[place] for place in inside], words)
        for place, word in zip(inside, word_of, strict=True):
            groups[word].append(place)
        yield [group for group in groups if group]


def check_pieces(request: Marked, codec: Codec, name: str) -> None:
    """A DataError if an idiom has no piece of its own: nothing of it would reach the model."""
    pieces = codec.pieces(request.source, "source")
    for phrase, groups in zip(request.phrases, idiom_pieces(request, pieces), strict=True):
        if not groups:
            text = " ".join(request.source[start:end] for start, end in sorted(phrase))
            raise DataError(
                f"{name}: the model's tokenizer makes no subword of the idiom {text!r}.\n"
                "Correct its span, or leave the segment out."
            )


def _touches(span: Span, word: Span) -> bool:
    if span[0] == span[1]:
        return word[0] <= span[0] < word[1]
    return span[0] < word[1] and word[0] < span[1]
