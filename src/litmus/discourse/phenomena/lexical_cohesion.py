"""Lexical cohesion: a content word that has been translated the same way before."""

from litmus.discourse.memory import Memory
from litmus.discourse.pairs import Pair
from litmus.language import knowledge

OFTEN = 3  # times that a pair must have occurred before the current sentence
_ROOM = 1 << 16  # words whose lemma is remembered
_CONTENT = frozenset(("NOUN", "PROPN", "VERB", "ADJ", "ADV"))


class LexicalCohesion:
    """Tags a content word whose pair of lemmas occurred at least three times before."""

    name = "lexical_cohesion"

    def __init__(self, languages: tuple[str, str], reach: int | None) -> None:
        self._lemmas = [_Lemmas(knowledge.load(code).stopwords) for code in languages]
        self._reach = reach
        self.start()

    def start(self) -> None:
        """A new document."""
        self._memory = Memory(self._reach)

    def tag(self, pair: Pair) -> set[int]:
        """Target words to be tagged; the sentence is remembered."""
        found: dict[tuple[str, str], set[int]] = {}
        sources, targets = pair.source.words, pair.target.words
        first, second = self._lemmas
        for i, j in pair.links:
            one = first[sources[i][:3]]
            two = second[targets[j][:3]] if one else None
            if one and two:
                found.setdefault((one, two), set()).add(j)
        tagged = {
            j for key, places in found.items() if self._memory.count(key) >= OFTEN for j in places
        }
        self._memory.add(key for key, places in found.items() for _ in places)
        return tagged


class _Lemmas(dict[tuple[str, str, str], str | None]):
    """Form, lemma and part of speech -> the lemma of a content word; None for others."""

    def __init__(self, stopwords: frozenset[str]) -> None:
        self._stopwords = stopwords

    def __missing__(self, key: tuple[str, str, str]) -> str | None:
        if len(self) >= _ROOM:
            self.clear()
        self[key] = found = self._lemma(*key)
        return found

    def _lemma(self, form: str, lemma: str, upos: str) -> str | None:
        if upos not in _CONTENT or form.lower() in self._stopwords:
            return None
        lemma = (lemma or form).lower()
        return lemma if any(letter.isalnum() for letter in lemma) else None
