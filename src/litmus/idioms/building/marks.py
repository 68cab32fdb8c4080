"""Idioms marked in the source, for models that are told where they are (Fadaee et al. 2018)."""

from collections.abc import Sequence

from litmus.errors import UnknownName
from litmus.idioms.matching.occurrence import Span

MARKS = ("none", "sentence", "span")
OPENING, CLOSING = "<idm>", "</idm>"


def mark(source: str, spans: Sequence[Span], how: str) -> str:
    """A token in front of the sentence, or around each span; spans that overlap share one pair.

    >>> mark("He spilled the beans.", [(3, 20)], "span")
    'He <idm> spilled the beans </idm>.'
    >>> mark("He spilled the beans.", [(3, 20)], "sentence")
    '<idm> He spilled the beans.'
    """
    if how not in MARKS:
        raise UnknownName("mark", how, MARKS)
    if how == "none" or not spans:
        return source
    if how == "sentence":
        return f"{OPENING} {source}"
    for start, end in reversed(_merged(spans)):
        source = f"{source[:start]}{OPENING} {source[start:end]} {CLOSING}{source[end:]}"
    return source


def _merged(spans: Sequence[Span]) -> list[Span]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], end)
        else:
            merged.append((start, end))
    return merged
