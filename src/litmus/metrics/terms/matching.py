"""Where the terms of a segment are in a text: each place serves one of them, the longest first."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from litmus.language.words import Span
from litmus.metrics.terms.compounds import Compounds
from litmus.terms.phrases import CASE, COMPOUND, EXACT, INFLECTED, SPELLING, Phrase, make_phrases
from litmus.terms.words import TermWords, Text

_MOST_PHRASES = 1 << 16  # that are kept


class Match(NamedTuple):
    """A term in a text: where, how it is written (see `litmus.terms.phrases`), and which of its
    translations it is. `own` is what no other term can have: of a compound, the term's part."""

    start: int
    end: int
    how: int
    target: int
    own: Span

    def meets(self, span: Span) -> bool:
        """Whether it shares letters with a span."""
        return self.start < span[1] and span[0] < self.end


class Wanted(NamedTuple):
    """The translations of a term, of which a text should hold so many."""

    phrases: Sequence[Phrase]
    needed: int


class _Candidate(NamedTuple):
    letters: int  # of the term, not of the word it is in: fewer than nothing, to come first
    how: int
    start: int
    term: int
    match: Match


class Matching:
    """Finds terms in texts of one language; `exact_case`: capitals must be those of the list."""

    def __init__(self, words: TermWords, *, exact_case: bool = False) -> None:
        self.words, self._exact_case = words, exact_case
        self._phrases: dict[str, Phrase] = {}
        self._compounds = Compounds(words) if words.known.linking else None

    def phrases(self, terms: Sequence[str]) -> list[Phrase]:
        """Terms, ready to be looked for; those asked for together are analysed together."""
        if len(self._phrases) > _MOST_PHRASES:
            self._phrases.clear()
        new = [term for term in dict.fromkeys(terms) if term not in self._phrases]
        self._phrases.update(zip(new, make_phrases(self.words, new), strict=True))
        return [self._phrases[term] for term in terms]

    def in_texts(
        self, texts: Sequence[str], wanted: Sequence[Sequence[Wanted]]
    ) -> list[list[list[Match]]]:
        """For every text and term the matches, at most as many as are needed.

        An analyser, and compounds, are only asked where forms and lists of lemmas leave a term
        unfound.
        """
        read = self.words.read(texts)
        found = [self._matches(*pair) for pair in zip(read, wanted, strict=True)]
        missing = [k for k, own in enumerate(found) if _lacks(own, wanted[k])]
        analysed = self.words.read([texts[k] for k in missing], analysed=True)
        for k, text in zip(missing, analysed, strict=True):
            found[k] = self._matches(text, wanted[k], compounds=True)
        return found

    def everywhere(
        self, texts: Sequence[str], wanted: Sequence[Sequence[Wanted]]
    ) -> list[list[list[Match] | None]]:
        """The same for terms of which every occurrence is wanted; None for one that is nowhere, not
        even in the place of another."""
        read = self.words.read(texts, analysed=self.words.known.affixes)
        return [
            [
                matches if matches or any(self._matches(text, [one])) else None
                for matches, one in zip(self._matches(text, own), own, strict=True)
            ]
            for text, own in zip(read, wanted, strict=True)
        ]

    def _matches(
        self, text: Text, wanted: Sequence[Wanted], *, compounds: bool = False
    ) -> list[list[Match]]:
        candidates = sorted(
            candidate
            for term, one in enumerate(wanted)
            for candidate in self._candidates(text, term, one.phrases, compounds=compounds)
        )
        found: list[list[Match]] = [[] for _ in wanted]
        taken: list[Span] = []
        for candidate in candidates:
            match, own = candidate.match, found[candidate.term]
            first, last = match.own
            free = all(end <= first or last <= start for start, end in taken)
            if free and len(own) < wanted[candidate.term].needed:
                own.append(match)
                taken.append(match.own)
        return [sorted(own) for own in found]

    def _candidates(
        self, text: Text, term: int, phrases: Sequence[Phrase], *, compounds: bool
    ) -> Iterator[_Candidate]:
        for target, phrase in enumerate(phrases):
            found = []
            for first, stop, how in phrase.places(text):
                if self._exact_case and not _case_fits(phrase, text, first, stop, how):
                    continue
                span = text.units[first].start, text.units[stop - 1].end
                found.append(Match(*span, how, target, span))
            if compounds and self._compounds is not None:
                plain = {match.own for match in found}
                for unit, own in self._compounds.places(phrase, text):
                    if (unit.start, unit.end) not in plain:
                        found.append(Match(unit.start, unit.end, COMPOUND, target, own))
            for match in found:
                yield _Candidate(-phrase.letters, match.how, match.start, term, match)


def _lacks(found: Sequence[Sequence[Match]], wanted: Sequence[Wanted]) -> bool:
    return any(len(own) < one.needed for own, one in zip(found, wanted, strict=True))


def _case_fits(phrase: Phrase, text: Text, first: int, stop: int, how: int) -> bool:
    """Whether the capitals are those of the term; a text may begin with one more."""
    if how in (EXACT, SPELLING):
        return True
    for place, (own, unit) in enumerate(zip(phrase.units, text.units[first:stop], strict=False)):
        listed = phrase.text[own.start : own.end]
        written = text.text[unit.start : unit.end]
        opens = first == 0 and place == 0
        capital = written if opens and written == listed[:1].upper() + listed[1:] else listed
        if how == CASE and written != capital:
            return False
        if how == INFLECTED and written[:1].isupper() != listed[:1].isupper() and not opens:
            return False
    return True
