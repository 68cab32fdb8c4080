"""Ellipsis: what English leaves out and the target must say, known from earlier sentences."""

from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.phenomenon import Need, Phenomenon
from litmus.discourse.worded import links_of
from litmus.language import knowledge

_FILLERS = frozenset(("VERB", "NOUN", "PROPN", "PRON"))
_NEGATIONS = frozenset(("not", "n't", "n’t"))


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
            and not _is_said(pair, index)
            and self.memory.count(lemmas[index])
            and not (word.upos == "VERB" and word.form.lower() in self._stopwords)
        }
        self.memory.add(lemmas)
        return tagged

    def explain(self, pair: Pair, word: int) -> str:
        """The first thing that keeps a word from filling a gap."""
        target = pair.target.words[word]
        lemma = (target.lemma or target.form).lower()
        if not pair.gaps:
            return "nothing is found left out of the source sentence"
        if target.upos not in _FILLERS:
            return "it is no verb, noun, name or pronoun by its analysis"
        if _is_said(pair, word):
            return links_of(pair, word)
        if target.upos == "VERB" and target.form.lower() in self._stopwords:
            return "it is a stop word"
        said = "and an" if self.memory.count(lemma) else "but no"
        return f"{links_of(pair, word)}, {said} earlier sentence has {lemma!r}"


def _is_said(pair: Pair, word: int) -> bool:
    """Whether the source says a target word. A verb linked with the *don't* before a gap, and with
    nothing else, has the negation in it, and is what English leaves out: Turkish bilmiyorum. One
    linked with *do* alone mostly translates it: wir tun das."""
    sources = pair.sources_of.get(word, ())
    if pair.target.words[word].upos != "VERB" or len(sources) != 2:
        return bool(sources)
    do, negation = (pair.source.words[n] for n in sources)
    licenses = any(gap.licensor == sources[0] and gap.kind == "verb phrase" for gap in pair.gaps)
    return not (licenses and do.lemma == "do" and negation.form.lower() in _NEGATIONS)
