"""Occurrences of terms: which of them a match translates, what stands in the place of the others,
and whether a document goes on as it began."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from litmus.alignment.links import Alignment
from litmus.corpus.segment import Span, Term
from litmus.language.words import compose
from litmus.metrics.terms.matching import Match
from litmus.terms.phrases import HOW
from litmus.terms.words import Keys, TermWords

_APART = " … "  # between words in the place of a term that do not stand together


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A term in a source, and what became of it.

    `written` is the form found or, without a match, what stands in its place ("" if nothing is
    linked). `kept`: whether it is translated as the time `before`; None for the first of a
    document.
    """

    span: Span
    match: Match | None
    target: str
    written: str
    kept: bool | None = None
    before: str = ""

    def as_data(self, source: str) -> dict[str, Any]:
        """For evidence."""
        value: dict[str, Any] = {"span": list(self.span), "source": source[slice(*self.span)]}
        if self.match is not None:
            value |= {"found": self.written, "how": HOW[self.match.how], "target": self.target}
            value["at"] = [self.match.start, self.match.end]
        else:
            value["instead"] = self.written
        if self.kept is not None:
            value |= {"kept": self.kept, "before": self.before}
        return value


def attributed(
    term: Term,
    matches: Sequence[Match],
    text: str,
    alignment: Alignment,
    taken: Sequence[Match],
) -> list[Occurrence]:
    """The occurrences of a term: each has the match that is linked to it, or one that is left over;
    where there is none, the words linked to it that serve no other term."""
    linked = [
        [alignment.target[j] for j in alignment.linked_targets([span])] for span in term.spans
    ]
    chosen: list[Match | None] = [None] * len(term.spans)
    left = list(matches)
    for place, places in enumerate(linked):
        own = next((match for match in left if any(map(match.meets, places))), None)
        if own is not None:
            chosen[place] = own
            left.remove(own)
    for place, own in enumerate(chosen):
        if own is None and left:
            chosen[place] = left.pop(0)
    found = []
    for span, match, places in zip(term.spans, chosen, linked, strict=True):
        if match is not None:
            written = compose(text[match.start : match.end])
            found.append(Occurrence(span, match, term.targets[match.target], written))
        else:
            free = [place for place in places if not any(one.meets(place) for one in taken)]
            found.append(Occurrence(span, None, "", _joined(text, free)))
    return found


def _joined(text: str, places: Sequence[Span]) -> str:
    """The words at these places, as they are written; those apart are shown so."""
    words = [
        place for place in places if any(character.isalnum() for character in text[slice(*place)])
    ]
    joined = ""
    for number, (start, end) in enumerate(words):
        if number:
            between = text[words[number - 1][1] : start]
            near = not any(character.isalnum() for character in between)
            joined += between if near else _APART
        joined += text[start:end]
    return compose(joined)


class Chains:
    """The translations of the terms of the document at hand, of one system."""

    def __init__(self, words: TermWords) -> None:
        self._words = words
        self._document: str | None = None
        self._last: dict[str, tuple[str, Keys, str]] = {}

    def next(self, document: str | None, term: str, occurrence: Occurrence) -> Occurrence:
        """The next occurrence in a document, compared with the one before of the same term.

        Where nothing is linked it is not known how the term is translated: it is passed over.
        """
        if document is None or not occurrence.written:
            return occurrence
        if document != self._document:
            self._document = document
            self._last.clear()
        now = (occurrence.target, self._content(occurrence), occurrence.written)
        before = self._last.get(term)
        self._last[term] = now
        if before is None:
            return occurrence
        if now[0] or before[0]:
            kept = now[0] == before[0]
        else:
            kept = not now[1].isdisjoint(before[1])
        return replace(occurrence, kept=kept, before=before[2])

    def _content(self, occurrence: Occurrence) -> Keys:
        """Keys of the words in the place of a term, small words left out if there are others."""
        text = occurrence.written
        forms = [self._words.form(text[start:end]) for start, end in self._words.units(text)]
        content = [form for form in forms if form not in self._words.known.stopwords] or forms
        return frozenset[str]().union(*map(self._words.keys, content))
