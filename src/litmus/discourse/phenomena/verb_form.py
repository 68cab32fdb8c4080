"""Verb forms: a tense or mood that English does not show, used before in the document."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.phenomenon import Phenomenon
from litmus.discourse.required_features import RequiredFeatures, has_features
from litmus.discourse.rule_fields import read_features, word_set
from litmus.files.toml_tables import Place, check_tables, key
from litmus.language.analysis import Sentence

_AUXILIARY = ("aux", "aux:pass", "aux:tense", "cop")


@dataclass(frozen=True, slots=True)
class VerbFormRule:
    """A form that English does not tell from others: features of the verb, and of its auxiliary
    where it is made with one."""

    name: str
    features: RequiredFeatures = key(reads=read_features)
    auxiliary: RequiredFeatures | None = key(None, reads=read_features)
    auxiliary_lemmas: frozenset[str] = word_set()
    without_auxiliary: frozenset[str] = word_set()  # lemmas that make it another form
    lemmas: frozenset[str] = word_set()  # only these verbs, if any are named
    but: frozenset[str] = word_set()  # lemmas of verbs that do not count: Dutch zou is *would*


VerbFormRules = tuple[VerbFormRule, ...]


class VerbForm(Phenomenon[VerbFormRules]):
    """Tags a verb in one of the language's ambiguous forms, if an earlier verb had the form."""

    name = "verb_form"
    table = "[[verb_form]]"

    @classmethod
    def read(cls, place: Place, table: Any) -> VerbFormRules | None:
        """The forms; the first that fits a verb is the verb's."""
        return check_tables(place, table, VerbFormRule) or None

    def tag(self, pair: Pair) -> set[int]:
        """Verbs in a form that is remembered."""
        forms = verb_forms(pair.target, self.rules)
        tagged = {index for index, name in forms.items() if self.memory.count(name)}
        self.memory.add(set(forms.values()))
        return tagged

    @classmethod
    def counts(cls, rules: VerbFormRules | None) -> Mapping[str, int]:
        """Forms."""
        return {"verb forms": len(rules or ())}

    @classmethod
    def reads_analysis(cls, rules: VerbFormRules) -> bool:
        """Forms are features."""
        return True


def verb_forms(sentence: Sentence, rules: Sequence[VerbFormRule]) -> Mapping[int, str]:
    """Word -> name of its form; an auxiliary that makes a form has it too."""
    words = sentence.words
    auxiliaries: dict[int, list[int]] = {}
    for index, word in enumerate(words):
        if word.head is not None and word.relation in _AUXILIARY:
            auxiliaries.setdefault(word.head, []).append(index)
    forms: dict[int, str] = {}
    for index, word in enumerate(words):
        if word.upos not in ("VERB", "AUX"):
            continue
        for rule in rules:
            parts = _parts(sentence, index, rule, auxiliaries.get(index, ()))
            if parts:
                forms.update(dict.fromkeys(parts, rule.name))
                break
    return forms


def _parts(
    sentence: Sentence, verb: int, rule: VerbFormRule, auxiliaries: Sequence[int]
) -> list[int]:
    """The words that make the form with this verb; none if they do not."""
    words = sentence.words
    lemma = words[verb].lemma.lower()
    if not has_features(words[verb], rule.features) or lemma in rule.but:
        return []
    if rule.lemmas and lemma not in rule.lemmas:
        return []
    if rule.auxiliary is None:
        if any(words[n].lemma.lower() in rule.without_auxiliary for n in auxiliaries):
            return []
        return [verb]
    for n in auxiliaries:
        lemma = words[n].lemma.lower()
        if has_features(words[n], rule.auxiliary) and (
            not rule.auxiliary_lemmas or lemma in rule.auxiliary_lemmas
        ):
            return [n, verb]
    return []
