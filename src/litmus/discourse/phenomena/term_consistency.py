"""Does a translation keep the words it has chosen for the terms of the source?"""

from collections.abc import Iterator

from litmus.discourse.pairs import Pair
from litmus.language import knowledge

_TERMS = frozenset(("NOUN", "PROPN"))
_CONTENT = frozenset(("NOUN", "PROPN", "ADJ", "VERB"))


class TermConsistency:
    """Compares the translation of every repeated source noun with its earlier ones."""

    name = "terms"

    def __init__(self, languages: tuple[str, str]) -> None:
        self._source_stopwords, self._target_stopwords = (
            knowledge.load(code).stopwords for code in languages
        )
        self.start()

    def start(self) -> None:
        """A new document begins."""
        self._translations: dict[str, frozenset[str]] = {}  # of a term: lemmas used so far

    def verdicts(self, pair: Pair) -> Iterator[tuple[int, bool]]:
        """The first word of each repeated term, and whether it shares a lemma with earlier ones."""
        for i, indices in self._linked_content(pair).items():
            word = pair.source.words[i]
            if word.upos not in _TERMS or word.form.lower() in self._source_stopwords:
                continue
            term = word.lemma.lower()
            lemmas = frozenset(pair.target.words[j].lemma.lower() for j in indices)
            earlier = self._translations.get(term, frozenset())
            kept = bool(lemmas & earlier)
            if term in self._translations:
                yield indices[0], kept
            self._translations[term] = lemmas | earlier if kept else lemmas

    def _linked_content(self, pair: Pair) -> dict[int, list[int]]:
        """Source word -> the content words it is linked to."""
        linked: dict[int, list[int]] = {}
        for i, j in sorted(pair.links):
            word = pair.target.words[j]
            if word.upos in _CONTENT and word.form.lower() not in self._target_stopwords:
                linked.setdefault(i, []).append(j)
        return linked
