"""Lexical cohesion: a content word that has been translated the same way before."""

from litmus.discourse.memory import Memory
from litmus.discourse.pairs import Pair
from litmus.language import knowledge
from litmus.language.analysis import Word

OFTEN = 3  # times that a pair must have occurred before the current sentence
_CONTENT = frozenset(("NOUN", "PROPN", "VERB", "ADJ", "ADV"))


class LexicalCohesion:
    """Tags a content word whose pair of lemmas occurred at least three times before."""

    name = "lexical_cohesion"

    def __init__(self, languages: tuple[str, str], reach: int | None) -> None:
        self._stopwords = [knowledge.load(code).stopwords for code in languages]
        self._reach = reach
        self.start()

    def start(self) -> None:
        """A new document."""
        self._memory = Memory(self._reach)

    def tag(self, pair: Pair) -> set[int]:
        """Target words to be tagged; the sentence is remembered."""
        found: dict[tuple[str, str], set[int]] = {}
        for i, j in pair.links:
            one = _lemma(pair.source.words[i], self._stopwords[0])
            two = _lemma(pair.target.words[j], self._stopwords[1])
            if one and two:
                found.setdefault((one, two), set()).add(j)
        tagged = {
            j for key, places in found.items() if self._memory.count(key) >= OFTEN for j in places
        }
        self._memory.add(key for key, places in found.items() for _ in places)
        return tagged


def _lemma(word: Word, stopwords: frozenset[str]) -> str | None:
    """The lemma of a content word; None for others."""
    if word.upos not in _CONTENT or word.form.lower() in stopwords:
        return None
    lemma = (word.lemma or word.form).lower()
    return lemma if any(letter.isalnum() for letter in lemma) else None
