"""The target words linked to an idiom: what APT-Eval, idiom accuracy and omission look at."""

from collections import Counter
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
class LinkedIdiom:
    """One idiom label of a segment: its spans, and the reference words linked to them."""

    label: str
    spans: tuple[Span, ...]
    reference: tuple[str, ...]
    equivalents: tuple[str, ...]


def linked_words(text: str, alignment: Alignment, spans: Sequence[Span]) -> tuple[str, ...]:
    """The words of a target text linked to source spans, in text order."""
    linked = (alignment.target[j] for j in alignment.linked_targets(spans))
    return tuple(compose(text[start:end]) for start, end in linked)


def linked_idioms(segment: Segment, alignment: Alignment | None) -> list[LinkedIdiom]:
    """One idiom per label, all occurrences of a label together."""
    linked = []
    for label in segment.labels:
        idioms = [idiom for idiom in segment.idioms if idiom.label == label]
        spans = tuple(span for idiom in idioms for span in idiom.spans)
        equivalents = tuple(dict.fromkeys(e for idiom in idioms for e in idiom.equivalents))
        words: tuple[str, ...] = ()
        if alignment is not None and segment.references:
            words = linked_words(segment.references[0], alignment, spans)
        linked.append(LinkedIdiom(label, spans, words, equivalents))
    return linked


def clipped_matches(hypothesis: Sequence[str], reference: Sequence[str]) -> int:
    """How many reference words the hypothesis contains, each at most as often as it does.

    >>> clipped_matches(["a", "a", "b"], ["a", "c", "a", "a"])
    2
    """
    return (Counter(hypothesis) & Counter(reference)).total()
