"""Ellipsis: what English leaves out and the target must say, known from earlier sentences."""

from collections.abc import Sequence

from litmus.discourse.gaps.detector import Gap
from litmus.discourse.memory import Memory
from litmus.discourse.pairs import Pair
from litmus.language import knowledge

_SAID = frozenset(("VERB", "NOUN", "PROPN", "PRON"))


class Ellipsis:
    """Tags an unlinked word that occurred before, where the source sentence has a gap."""

    name = "ellipsis"

    def __init__(self, target: str, reach: int | None) -> None:
        self._stopwords = knowledge.load(target).stopwords
        self._reach = reach
        self.start()

    def start(self) -> None:
        """A new document."""
        self._memory = Memory(self._reach)

    def tag(self, pair: Pair, gaps: Sequence[Gap]) -> set[int]:
        """Target words to be tagged; the words of the sentence are remembered."""
        words = pair.target.words
        lemmas = [(word.lemma or word.form).lower() for word in words]
        tagged = {
            place
            for place, word in enumerate(words)
            if gaps
            and word.upos in _SAID
            and place not in pair.sources_of
            and self._memory.count(lemmas[place])
            and not (word.upos == "VERB" and word.form.lower() in self._stopwords)
        }
        self._memory.add(lemmas)
        return tagged
