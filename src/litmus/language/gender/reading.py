"""The gender of a person in a translation, from the words that translate them."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from litmus.language.analysis import Sentence, Word
from litmus.language.gender.rules import GenderRules
from litmus.language.words import compose, lowered

FOUND = ("male", "female", "neutral", "unknown")
FEATURES = {"Masc": "male", "Fem": "female", "Neut": "neutral", "Com": "neutral"}
_NO_NOUNS = frozenset({"DET", "ADP", "PUNCT", "CCONJ", "SCONJ", "PART", "AUX", "ADV", "SYM"})
_INSIDE = frozenset({"ADJ", "ADV", "NUM", "DET", "PROPN"})  # between a determiner and its noun
_REACH = 3  # words before a noun among which its determiner is
_PARTS = ("compound", "flat", "nmod", "fixed", "appos")  # of a name of several words


class Finding(NamedTuple):
    """A gender (one of `FOUND`), the words that were read, and why, in words.

    "neutral": the person is named, and nothing shows a gender. "unknown": no word names them.
    """

    gender: str
    words: tuple[str, ...]
    because: str


class GenderReader:
    """Reads the gender of the person that some words of a sentence name.

    In order: words that decide alone; the determiner of the noun; its ending; adjectives, the
    predicate and the verb that agree with it; what the analyser says. Only words that hang together
    with the noun count, so that nobody else in the sentence lends their gender.
    """

    def __init__(self, rules: GenderRules) -> None:
        self._rules = rules

    def read(
        self, sentence: Sentence | None, linked: Sequence[int], taken: Collection[int]
    ) -> Finding:
        """`linked` are positions of words that translate the person, `taken` of those that
        translate something else."""
        words = sentence.words if sentence else ()
        head = _head(words, linked, taken)
        if head is None:
            return Finding("unknown", (), "no word is linked to it")
        noun = words[head]
        if listed := self._rules.listed(_key(noun.form), _key(noun.lemma)):
            return Finding(listed, (noun.form,), f"word list: {noun.form}")
        found = self._by_agreement(words, head, first=True) or self._by_form(words, head)
        return found or Finding("neutral", (noun.form,), "nothing shows a gender")

    def _by_form(self, words: Sequence[Word], head: int) -> Finding | None:
        noun = words[head]
        determiner = self._determiner(words, head)
        article = _key(determiner.form) if determiner else ""
        shown = self._rules.determiners.of(article)
        ended, ending = self._rules.ending(_key(noun.form), article)
        before = (determiner.form, noun.form) if determiner else (noun.form,)
        is_plural = article in self._rules.determiners.plural and ended == {"male"}
        if len(shown) == 1 and not is_plural:
            return Finding(min(shown), before, f"article {article}")
        both = ended & shown if shown and not is_plural else ended
        if len(both) == 1 and both != {"neutral"}:
            return Finding(min(both), before, f"ending -{ending}")
        agreed = self._by_agreement(words, head, first=False)
        if agreed and (not shown or agreed.gender in shown):
            return agreed
        analysed = FEATURES.get(noun.feature("Gender") or "")
        if analysed and ended != {"neutral"} and (not shown or analysed in shown):
            return Finding(analysed, before, "gender of the noun")
        if shown:
            return Finding("male" if "male" in shown else min(shown), before, f"article {article}")
        return None

    def _determiner(self, words: Sequence[Word], head: int) -> Word | None:
        """The nearest listed word before the noun, over adjectives only."""
        for place in range(head - 1, max(head - 1 - _REACH, -1), -1):
            if self._rules.determiners.holds(_key(words[place].form)):
                return words[place]
            if words[place].upos not in _INSIDE:
                return None
        return None

    def _by_agreement(self, words: Sequence[Word], head: int, *, first: bool) -> Finding | None:
        """Words that agree with the noun; `first`, only a feminine verb of a noun for men."""
        if first and self._rules.agreement != "first":
            return None
        noun = words[head]
        if first and FEATURES.get(noun.feature("Gender") or "") == "female":
            return None
        for kind, word in _agreeing(words, head):
            gender = FEATURES.get(word.feature("Gender") or "", "neutral")
            if gender == "neutral" or word.feature("Number") == "Plur":
                continue
            if not first or (gender == "female" and kind == "verb"):
                return Finding(gender, (noun.form, word.form), f"{kind} {word.form}")
        return None


def _agreeing(words: Sequence[Word], head: int) -> Iterator[tuple[str, Word]]:
    """Adjectives of a noun, and the predicate or verb that it is the subject of."""
    for word in words:
        if word.head == head and word.relation.startswith(("amod", "acl")):
            yield "adjective", word
    noun = words[head]
    if not noun.relation.startswith("nsubj") or noun.head is None:
        return
    verb = words[noun.head]
    yield ("verb" if verb.upos == "VERB" else "adjective"), verb
    for word in words:
        if word.head == noun.head and word.relation.startswith(("aux", "cop")):
            yield "verb", word


def _head(words: Sequence[Word], linked: Sequence[int], taken: Collection[int]) -> int | None:
    """The noun among the linked words, or the one that they are a part of."""
    named = [at for at in linked if words[at].upos not in _NO_NOUNS]
    if not named:
        return None
    tops = [at for at in named if words[at].head not in named] or named
    nouns = [at for at in tops if words[at].upos in ("NOUN", "PROPN", "PRON")] or tops
    head = nouns[0]
    above = words[head].head
    while (
        above is not None
        and above not in taken
        and words[above].upos == "NOUN"
        and words[head].relation.startswith(_PARTS)
    ):
        head, above = above, words[above].head
    return head


def _key(form: str) -> str:
    return lowered(compose(form)).replace("’", "'").removesuffix("'")
