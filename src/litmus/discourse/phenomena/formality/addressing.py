"""A sentence pair while its words of address are being found."""

from collections.abc import Callable, Iterable

from litmus.discourse.pairs import SUBJECTS, Pair
from litmus.discourse.phenomena.formality.forms import forms_of
from litmus.discourse.phenomena.formality.rules import FormalityRules, Register
from litmus.language.analysis import Word

FINITE = frozenset(("VERB", "AUX"))
AUXILIARY = ("aux", "cop", "aux:pass")
OBJECTS = ("obj", "iobj", "obl", "expl", "nmod")


class Addressing:
    """What is known of a pair, and the registers found so far: `registers`, by target word."""

    def __init__(self, pair: Pair, rules: FormalityRules) -> None:
        self.pair = pair
        self.rules = rules
        self.words = pair.target.words
        self.forms = forms_of(rules).of(self.words)
        self.registers: dict[int, Register] = {}

    def look(
        self,
        register_of: Callable[["Addressing", int], Register | None],
        indices: Iterable[int],
        only: Register | None = None,
    ) -> None:
        """Add the registers that one way of looking sees; with `only`, no other than this."""
        for index in indices:
            if index not in self.registers:
                register = register_of(self, index)
                if register is not None and only in (None, register):
                    self.registers[index] = register

    def sources(self, index: int) -> tuple[int, ...]:
        """The source words that a target word is linked to."""
        return self.pair.sources_of.get(index, ())

    def own_subjects(self, index: int) -> list[int]:
        """Subjects of a verb; of an auxiliary, those of its verb."""
        word = self.words[index]
        if word.relation in AUXILIARY and word.head is not None:
            return self.pair.target_subjects.get(word.head, [])
        return self.pair.target_subjects.get(index, [])

    def auxiliaries(self, head: int) -> list[int]:
        """The auxiliaries of a verb."""
        return [n for n, word in enumerate(self.words) if word.head == head and is_auxiliary(word)]

    def is_enclitic(self, index: int) -> bool:
        """Whether a clitic is written as one with the finite verb before it: siéntese, cuéntame."""
        token = next(t for t in self.pair.target.tokens if t.first <= index < t.stop)
        verb = self.words[token.first]
        return token.first < index and verb.upos in FINITE and verb.feature("VerbForm") == "Fin"

    def is_impersonal(self, index: int) -> bool:
        """Whether a reflexive stands for a *you* that means anyone: si può, se puede. Where another
        word is polite, it is a person."""
        if any(self.words[n].upos not in FINITE for n in self.registers if n != index):
            return False
        words, you = self.pair.source.words, self.pair.you
        return any(i in you and words[i].relation in SUBJECTS for i in self.sources(index))


def is_auxiliary(word: Word) -> bool:
    """Whether a word helps another verb."""
    return word.relation in AUXILIARY


def is_possessive(word: Word) -> bool:
    """Whether a word says whose something is."""
    return word.feature("Poss") == "Yes" or word.lemma in ("su", "suyo", "seu", "suo")
