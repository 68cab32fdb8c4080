"""The target words linked to an idiom: what APT-Eval, idiom accuracy and omission look at."""

from collections.abc import Sequence
from dataclasses import dataclass

from litmus.alignment.links import Alignment
from litmus.corpus.segment import Segment
from litmus.language.words import compose
from litmus.metrics.base import Evidence

Span = tuple[int, int]

LINKED_EVIDENCE = (
    Evidence("reference_words", "Linked in the reference"),
    Evidence("hypothesis_words", "Linked in the translation"),
)


@dataclass(frozen=True, slots=True)
class Piece:
    """One idiom label of a segment: where it stands and what the reference makes of it."""

    label: str
    spans: tuple[Span, ...]
    reference: tuple[str, ...]
    equivalents: tuple[str, ...]


def linked_words(text: str, alignment: Alignment, spans: Sequence[Span]) -> tuple[str, ...]:
    """The words of a target text linked to source spans, in text order."""
    found = (alignment.target[j] for j in alignment.linked_targets(spans))
    return tuple(compose(text[start:end]) for start, end in found)


def pieces(segment: Segment, alignment: Alignment | None) -> list[Piece]:
    """One piece a label, occurrences of a label taken together."""
    found = []
    for label in segment.labels:
        idioms = [idiom for idiom in segment.idioms if idiom.label == label]
        spans = tuple(span for idiom in idioms for span in idiom.spans)
        equivalents = tuple(dict.fromkeys(e for idiom in idioms for e in idiom.equivalents))
        words: tuple[str, ...] = ()
        if alignment is not None and segment.references:
            words = linked_words(segment.references[0], alignment, spans)
        found.append(Piece(label, spans, words, equivalents))
    return found


def clipped_matches(hypothesis: Sequence[str], reference: Sequence[str]) -> int:
    """How many reference words the hypothesis holds, each counted as often as it has it.

    >>> clipped_matches(["a", "a", "b"], ["a", "c", "a", "a"])
    2
    """
    left = list(hypothesis)
    n = 0
    for word in reference:
        if word in left:
            left.remove(word)
            n += 1
    return n
