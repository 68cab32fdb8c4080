"""What the page marks in a text: idioms, linked words, triggers, tags.

Offsets count UTF-16 units, as the page's strings do.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable

from litmus.alignment.links import Alignment
from litmus.corpus.formats.tags import TaggedSentence
from litmus.corpus.segment import Segment, Span
from litmus.language.words import WORD, compose, locate

LINKED, TRIGGER, REQUIRED, TAG = range(4)  # the kinds of marks in a target text


class Offsets:
    """Turns character offsets of a text into UTF-16 offsets."""

    def __init__(self, text: str) -> None:
        self._wide = (
            []
            if text.isascii() or max(text) <= "\uffff"
            else [index for index, character in enumerate(text) if character > "\uffff"]
        )

    def __call__(self, offset: int) -> int:
        return offset + bisect_left(self._wide, offset) if self._wide else offset


def flat(spans: Iterable[Span], text: str) -> list[int]:
    """start, length, start, length, ... in UTF-16 units; empty spans left out."""
    offsets = Offsets(text)
    numbers: list[int] = []
    for start, end in spans:
        if end > start:
            numbers += [offsets(start), offsets(end) - offsets(start)]
    return numbers


def linked(alignment: Alignment | None, segment: Segment) -> list[Span]:
    """The target words linked to any of the idioms and terms."""
    spans = [span for idiom in segment.idioms for span in idiom.spans]
    spans += [span for term in segment.terms for span in term.spans]
    if alignment is None or not spans:
        return []
    return [alignment.target[j] for j in alignment.linked_targets(spans)]


def occurrences(text: str, words: Iterable[str], *, substrings: bool = False) -> list[Span]:
    """Where words or phrases are in a text, in any case and Unicode normal form.

    With `substrings`, or for what is not one of the text's words, parts of words count, too.

    >>> occurrences("Le Seau, le seau-ci", ["seau"])
    [(3, 7), (12, 16)]
    """
    spans: set[Span] = set()
    keys = {compose(word).lower() for word in words if word.strip()}
    if not substrings and keys:
        for match in WORD.finditer(text):
            key = compose(match[0]).lower()
            if key in keys:
                spans.add(match.span())
        keys -= {compose(text[start:end]).lower() for start, end in spans}
    for key in keys:
        forms = {re.escape(form) for form in (key, unicodedata.normalize("NFD", key))}
        pattern = re.compile("|".join(sorted(forms)), re.IGNORECASE)
        spans.update(match.span() for match in pattern.finditer(text))
    return sorted(spans)


def tagged(text: str, sentence: TaggedSentence | None) -> list[tuple[Span, list[str]]]:
    """The tagged tokens, with their tags in order.

    Tags such as `register=kept` are left out: a metric counts them, and its evidence has the words.
    """
    if sentence is None or not any(sentence.tags):
        return []
    spans = locate(text, list(sentence.tokens))
    by_token = [sorted(tag for tag in tags if "=" not in tag) for tags in sentence.tags]
    return [
        (span, tags)
        for span, tags in zip(spans, by_token, strict=True)
        if tags and span[1] > span[0]
    ]
