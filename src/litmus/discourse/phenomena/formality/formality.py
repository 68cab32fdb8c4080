"""Formality: words and forms that choose between familiar and polite address."""

from collections.abc import Iterator, Mapping
from typing import Any

from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.formality.addressing import FINITE
from litmus.discourse.phenomena.formality.explained import why_none, why_shown
from litmus.discourse.phenomena.formality.forms import has_form
from litmus.discourse.phenomena.formality.register_consistency import RegisterConsistency
from litmus.discourse.phenomena.formality.registers import registers
from litmus.discourse.phenomena.formality.rules import (
    REGISTERS,
    FormalityRules,
    read_formality,
)
from litmus.discourse.phenomena.phenomenon import Asked, Phenomenon
from litmus.files.toml_tables import Place


class Formality(Phenomenon[FormalityRules]):
    """Tags a word of address whose register an earlier sentence of the document has used."""

    name = "formality"
    table = "[formality]"

    @classmethod
    def read(cls, place: Place, table: Any) -> FormalityRules:
        """Lists of words, and rules for verbs and predicates."""
        return read_formality(place, table)

    def tag(self, pair: Pair) -> set[int]:
        """Words in a register that is remembered."""
        by_word = registers(pair, self.rules)
        tagged = {index for index, register in by_word.items() if self.memory.count(register)}
        self.memory.add(by_word.values())
        return tagged

    def explain(self, pair: Pair, word: int) -> str:
        """The register of a word and whether it is remembered; or what it has none by."""
        register = registers(pair, self.rules).get(word)
        if register is None:
            return why_none(pair, self.rules, word)
        shown = f"it is {register} ({why_shown(pair, self.rules, word)})"
        if self.memory.count(register):
            return f"{shown}, as a word of an earlier sentence is"
        other = next((one for one in REGISTERS if self.memory.count(one)), None)
        found = f"one is {other}" if other else "none shows a register"
        return f"{shown}, and no word of an earlier sentence is; {found}"

    @classmethod
    def consistency(
        cls, rules: FormalityRules, languages: tuple[str, str]
    ) -> tuple[RegisterConsistency]:
        """Is the register of the word of address before kept?"""
        return (RegisterConsistency(rules, languages),)

    @classmethod
    def counts(cls, rules: FormalityRules | None) -> Mapping[str, int]:
        """Words and verb rules."""
        rules = rules or FormalityRules()
        words = {
            *rules.words, *rules.words_for_you, *rules.words_exact, *rules.datives,
            *rules.reflexives,
        }  # fmt: skip
        return {"words of address": len(words), "verb rules": len(rules.verbs)}

    @classmethod
    def problems(cls, rules: FormalityRules) -> Iterator[str]:
        """Verb rules that hold for every verb or for none, and words that are several."""
        for register in REGISTERS:
            lists = (rules.words, rules.words_for_you, rules.words_exact)
            several = {w for words in lists for w, r in words.items() if r == register and " " in w}
            for word in sorted(several):
                yield f"formality.{register} has {word!r}, which is never one word. Give its words."
        for number, rule in enumerate(rules.verbs):
            if rule.forms and not any(has_form(rule, form) for form in rule.forms):
                yield f"formality.verbs[{number}] never holds: nothing is left of its forms."
            if rule.holds_for_all:
                yield (
                    f"formality.verbs[{number}] holds for every verb. Narrow it down: "
                    "features, forms, endings or lemma_endings."
                )

    @classmethod
    def asked(cls, rules: FormalityRules) -> Iterator[Asked]:
        """Features of verbs."""
        for number, rule in enumerate(rules.verbs):
            yield Asked(f"formality.verbs[{number}]", rule.upos, rule.features)
        for register, features in rules.agreeing_verbs.items():
            yield Asked(f"formality.agreeing_verbs.{register}", FINITE, features)

    @classmethod
    def reads_analysis(cls, rules: FormalityRules) -> bool:
        """Word lists need none."""
        return bool(rules.verbs or rules.agreeing_verbs or rules.predicates)
