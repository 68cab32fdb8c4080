"""Alignments as lines of text: Pharaoh's, or JSON with tokens, offsets and confidence."""

from typing import Any

from litmus.alignment.links import Alignment
from litmus.files.jsonl import line

FORMATS = ("pharaoh", "jsonl")


def pharaoh_line(alignment: Alignment, *, guesses: bool) -> str:
    """`0-0 1-2`: source and target token of each link; `guesses` are the likeliest partners of
    source words that have no link."""
    links = alignment.links | alignment.guesses if guesses else alignment.links
    return " ".join(f"{i}-{j}" for i, j in sorted(links)) + "\n"


def json_line(number: int, pair: tuple[str, str], alignment: Alignment) -> str:
    """Everything that is known of the pair with this number."""
    sides: dict[str, list[Any]] = {}
    for name, text, spans in zip(
        ("source", "target"), pair, (alignment.source, alignment.target), strict=True
    ):
        sides[f"{name}_tokens"] = [text[start:end] for start, end in spans]
        sides[f"{name}_spans"] = [list(span) for span in spans]
    links = [[i, j, alignment.confidence.get((i, j), 1.0)] for i, j in sorted(alignment.links)]
    guesses = [list(link) for link in sorted(alignment.guesses)]
    return line({"line": number, **sides, "links": links, "guesses": guesses}) + "\n"


def written(
    number: int, pair: tuple[str, str], alignment: Alignment, form: str, *, guesses: bool
) -> str:
    """One pair, in one of the `FORMATS`."""
    if form == "jsonl":
        return json_line(number, pair, alignment)
    return pharaoh_line(alignment, guesses=guesses)
