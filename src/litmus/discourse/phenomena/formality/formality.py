"""Formality: words and forms that choose between familiar and polite address."""

from collections.abc import Iterator, Mapping
from typing import Any

from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.formality.register_consistency import RegisterConsistency
from litmus.discourse.phenomena.formality.registers import registers
from litmus.discourse.phenomena.formality.rules import FormalityRules, read_formality
from litmus.discourse.phenomena.phenomenon import Phenomenon
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
        """Verb rules that hold for every verb."""
        for number, rule in enumerate(rules.verbs):
            if rule.holds_for_all:
                yield (
                    f"formality.verbs[{number}] holds for every verb. Narrow it down: "
                    "features, forms, endings or lemma_endings."
                )

    @classmethod
    def reads_analysis(cls, rules: FormalityRules) -> bool:
        """Word lists need none."""
        return bool(rules.verbs or rules.agreeing_verbs or rules.predicates)
