"""Consistency: does a translation go on as it began, whatever the reference says?"""

from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.formality import registers
from litmus.discourse.rules import Rules
from litmus.language import knowledge

_TERMS = frozenset(("NOUN", "PROPN"))
_CONTENT = frozenset(("NOUN", "PROPN", "ADJ", "VERB"))
KEPT, BROKEN = "kept", "broken"


class Consistency:
    """Tags `register=kept` or `register=broken` on words of address after the first of a document,
    and `terms=kept` or `terms=broken` on translations of source nouns that came before."""

    def __init__(self, rules: Rules, languages: tuple[str, str]) -> None:
        self._rules = rules
        self._stopwords = [knowledge.load(code).stopwords for code in languages]
        self.start()

    def start(self) -> None:
        """A new document."""
        self._register: str | None = None
        self._terms: dict[str, frozenset[str]] = {}

    def tag(self, pair: Pair) -> dict[str, set[int]]:
        """Tag -> target words; what the sentence did is remembered."""
        found: dict[str, set[int]] = {}
        self._tag_registers(pair, found)
        self._tag_terms(pair, found)
        return found

    def _tag_registers(self, pair: Pair, found: dict[str, set[int]]) -> None:
        if self._rules.formality is None:
            return
        for place, register in sorted(registers(pair, self._rules.formality).items()):
            if self._register is not None:
                verdict = KEPT if register == self._register else BROKEN
                found.setdefault(f"register={verdict}", set()).add(place)
            self._register = register

    def _tag_terms(self, pair: Pair, found: dict[str, set[int]]) -> None:
        links: dict[int, list[int]] = {}
        for i, j in sorted(pair.links):
            word = pair.target.words[j]
            if word.upos in _CONTENT and word.form.lower() not in self._stopwords[1]:
                links.setdefault(i, []).append(j)
        for i, places in links.items():
            word = pair.source.words[i]
            if word.upos not in _TERMS or word.form.lower() in self._stopwords[0]:
                continue
            term = word.lemma.lower()
            said = frozenset(pair.target.words[j].lemma.lower() for j in places)
            before = self._terms.get(term)
            if before is not None:
                verdict = KEPT if said & before else BROKEN
                found.setdefault(f"terms={verdict}", set()).update(places[:1])
            self._terms[term] = said | (before or frozenset()) if before and said & before else said
