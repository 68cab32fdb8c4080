"""Lexical cohesion: a content word that has been translated the same way before."""

from typing import ClassVar

from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.phenomenon import Consistency, Phenomenon
from litmus.discourse.phenomena.wording.names import NameConsistency
from litmus.discourse.phenomena.wording.terms import TermConsistency
from litmus.discourse.phenomena.wording.translations import Wording
from litmus.discourse.worded import links_of
from litmus.language import knowledge
from litmus.wording import count

MIN_EARLIER = 3  # times that a pair must have occurred before the current sentence
_MOST_WORDS = 1 << 16  # whose lemma is remembered
_CONTENT = frozenset(("NOUN", "PROPN", "VERB", "ADJ", "ADV"))


class LexicalCohesion(Phenomenon[None]):
    """Tags a content word whose pair of lemmas occurred at least three times before."""

    name = "lexical_cohesion"
    min_earlier: ClassVar[int] = MIN_EARLIER

    def __init__(self, rules: None, languages: tuple[str, str], reach: int | None = None) -> None:
        super().__init__(rules, languages, reach)
        self._lemmas = [_Lemmas(knowledge.load(code).stopwords) for code in languages]

    def tag(self, pair: Pair) -> set[int]:
        """Words whose pair of lemmas is remembered often enough."""
        occurrences: dict[tuple[str, str], set[int]] = {}
        sources, targets = pair.source.words, pair.target.words
        source_lemmas, target_lemmas = self._lemmas
        for i, j in pair.links:
            source = source_lemmas[sources[i][:3]]
            target = target_lemmas[targets[j][:3]] if source else None
            if source and target:
                occurrences.setdefault((source, target), set()).add(j)
        tagged = {
            index
            for lemmas, indices in occurrences.items()
            if self.memory.count(lemmas) >= self.min_earlier
            for index in indices
        }
        self.memory.add(lemmas for lemmas, indices in occurrences.items() for _ in indices)
        return tagged

    def explain(self, pair: Pair, word: int) -> str:
        """How often the word and its source were paired before, or why they do not count."""
        source_lemmas, target_lemmas = self._lemmas
        target = target_lemmas[pair.target.words[word][:3]]
        if target is None:
            return "it is no content word by its analysis, or a stop word"
        sources = [source_lemmas[pair.source.words[i][:3]] for i in pair.sources_of.get(word, ())]
        lemmas = [source for source in sources if source]
        if not lemmas:
            return links_of(pair, word) + (", and that is no content word" if sources else "")
        times = {source: self.memory.count((source, target)) for source in lemmas}
        source = max(lemmas, key=times.__getitem__)
        return (
            f"earlier sentences link {source!r} and {target!r} {count(times[source], 'time')}; "
            f"it takes {self.min_earlier}"
        )

    @classmethod
    def consistency(cls, rules: None, languages: tuple[str, str]) -> tuple[Consistency, ...]:
        """Is a repeated noun, or name, translated as before?"""
        wording = Wording(languages)
        return TermConsistency(wording), NameConsistency(wording)


class _Lemmas(dict[tuple[str, str, str], str | None]):
    """Form, lemma and part of speech -> the lemma of a content word; None for others."""

    def __init__(self, stopwords: frozenset[str]) -> None:
        self._stopwords = stopwords

    def __missing__(self, key: tuple[str, str, str]) -> str | None:
        if len(self) >= _MOST_WORDS:
            self.clear()
        self[key] = lemma = self._lemma(*key)
        return lemma

    def _lemma(self, form: str, lemma: str, upos: str) -> str | None:
        if upos not in _CONTENT or form.lower() in self._stopwords:
            return None
        lemma = (lemma or form).lower()
        return lemma if any(letter.isalnum() for letter in lemma) else None
