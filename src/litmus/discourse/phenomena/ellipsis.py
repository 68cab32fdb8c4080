"""Ellipsis: what English leaves out and the target must say, known from earlier sentences."""

from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.phenomenon import Need, Phenomenon
from litmus.language import knowledge

_FILLERS = frozenset(("VERB", "NOUN", "PROPN", "PRON"))


class Ellipsis(Phenomenon[None]):
    """Tags an unlinked word that occurred before, where the source sentence has a gap."""

    name = "ellipsis"
    needs = frozenset((Need.GAPS,))

    def __init__(self, rules: None, languages: tuple[str, str], reach: int | None = None) -> None:
        super().__init__(rules, languages, reach)
        self._stopwords = knowledge.load(languages[1]).stopwords

    def tag(self, pair: Pair) -> set[int]:
        """Words that nothing in the source says, but an earlier sentence did."""
        words = pair.target.words
        lemmas = [(word.lemma or word.form).lower() for word in words]
        tagged = {
            index
            for index, word in enumerate(words)
            if pair.gaps
            and word.upos in _FILLERS
            and index not in pair.sources_of
            and self.memory.count(lemmas[index])
            and not (word.upos == "VERB" and word.form.lower() in self._stopwords)
        }
        self.memory.add(lemmas)
        return tagged
