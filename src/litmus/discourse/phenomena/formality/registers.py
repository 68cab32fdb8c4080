"""Which words of a translation show a register, and which one."""

from collections.abc import Mapping
from functools import lru_cache

from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.formality.addressing import FINITE, Addressing
from litmus.discourse.phenomena.formality.predicates import predicate_registers
from litmus.discourse.phenomena.formality.rules import FormalityRules, Register
from litmus.discourse.phenomena.formality.verbs import certain_verb, finite_verb
from litmus.discourse.phenomena.formality.words import (
    companion,
    listed_word,
    reflexive,
    word_for_you,
)

_ASKS_NOTHING = frozenset(("thank",))  # but looks like an imperative
_THANKS = frozenset(("thank", "thanks"))


@lru_cache(maxsize=1)  # tags and consistency ask for the same pair
def registers(pair: Pair, rules: FormalityRules) -> Mapping[int, Register]:
    """Target word -> "informal" or "formal", for the words that show a register.

    Few sentences address people in two ways: what shows a register only because it translates
    *you* gives way to a clear sign of the other one, and the form of a verb to any such word.
    """
    text = Addressing(pair, rules)
    listed = [n for n, form in enumerate(text.forms) if form.parts]
    ruled = [n for n, form in enumerate(text.forms) if form.verb_rules]
    text.look(listed_word, listed)
    text.look(certain_verb, ruled)
    text.look(companion, listed)
    only = _only(text)
    text.look(word_for_you, listed, only)
    only = only or _only(text)
    if text.registers and rules.agreeing_verbs:  # with their subject
        ruled = [
            n
            for n, word in enumerate(text.words)
            if word.upos in FINITE or text.forms[n].verb_rules
        ]
    text.look(finite_verb, ruled, only)
    text.look(reflexive, listed, only)
    if rules.predicates is not None:
        shown = predicate_registers(
            pair.target, rules.predicates, asked=_asked(pair), addressed=_addresses(pair)
        )
        for index, register in shown.items():
            text.registers.setdefault(index, register)
    _spread_over_tokens(text)
    return text.registers


def _only(text: Addressing) -> Register | None:
    """The register of all words found so far, if it is one."""
    found = set(text.registers.values())
    return found.pop() if len(found) == 1 else None


def _asked(pair: Pair) -> frozenset[int]:
    """Target words that translate an imperative: those linked to one; all where the source says
    nothing else, since many a link is not sure enough to be made."""
    words = pair.source.words
    asks = {n for n in pair.imperatives if words[n].lemma not in _ASKS_NOTHING}
    others = any(word.upos == "VERB" and n not in asks for n, word in enumerate(words))
    if asks and not others and not pair.source_subjects:
        return frozenset(range(len(pair.target.words)))
    return frozenset(target for n in asks for target in pair.targets_of.get(n, ()))


def _addresses(pair: Pair) -> bool:
    """Whether the source speaks to someone: says *you*, or thanks."""
    return bool(pair.you) or any(word.form.lower() in _THANKS for word in pair.source.words)


def _spread_over_tokens(text: Addressing) -> None:
    """Verb and clitic written as one are one token: ayudarte, dirLe."""
    for token in text.pair.target.tokens if text.registers else ():
        if token.stop - token.first > 1 and text.words[token.first].upos in FINITE:
            indices = range(token.first, token.stop)
            inside = [text.registers[n] for n in indices if n in text.registers]
            if inside:
                text.registers.update(dict.fromkeys(indices, inside[-1]))
