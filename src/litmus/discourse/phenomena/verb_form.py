"""Verb forms: a tense or mood that English does not show, used before in the document."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.phenomenon import Asked, Phenomenon
from litmus.discourse.required_features import RequiredFeatures, has_features
from litmus.discourse.rule_fields import read_features, word_set
from litmus.discourse.worded import nearest, quoted, unmet
from litmus.files.toml_tables import Place, check_tables, key
from litmus.language.analysis import Sentence

_VERBS = frozenset(("VERB", "AUX"))
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

    def explain(self, pair: Pair, word: int) -> str:
        """The form of a verb, or the rule that it misses by least."""
        name = verb_forms(pair.target, self.rules).get(word)
        if name is not None:
            did = "as a verb" if self.memory.count(name) else "and no verb"
            return f"it has the form {name!r}, {did} of an earlier sentence did"
        if pair.target.words[word].upos not in _VERBS:
            return "it is no verb by its analysis"
        return nearest(
            [
                (f"{self.name}[{number}] ({rule.name})", _missed(pair.target, word, rule))
                for number, rule in enumerate(self.rules)
            ]
        )

    @classmethod
    def counts(cls, rules: VerbFormRules | None) -> Mapping[str, int]:
        """Forms."""
        return {"verb forms": len(rules or ())}

    @classmethod
    def asked(cls, rules: VerbFormRules) -> Iterator[Asked]:
        """Features of verbs, and of auxiliaries."""
        for number, rule in enumerate(rules):
            yield Asked(f"{cls.name}[{number}] ({rule.name})", _VERBS, rule.features)
            if rule.auxiliary is not None:
                name = f"{cls.name}[{number}].auxiliary ({rule.name})"
                yield Asked(name, frozenset(), rule.auxiliary)

    @classmethod
    def problems(cls, rules: VerbFormRules) -> Iterator[str]:
        """Forms that an earlier rule has taken already."""
        for number, rule in enumerate(rules):
            for earlier, other in enumerate(rules[:number]):
                if replace(other, name=rule.name) == rule:
                    yield (
                        f"{cls.name}[{number}] ({rule.name}) never holds: {cls.name}[{earlier}] "
                        f"({other.name}) asks for the same, and the first that holds counts."
                    )

    @classmethod
    def reads_analysis(cls, rules: VerbFormRules) -> bool:
        """Forms are features."""
        return True


def _missed(sentence: Sentence, verb: int, rule: VerbFormRule) -> list[str]:
    """What a rule asks for and a verb does not have."""
    words = sentence.words
    lemma = words[verb].lemma.lower()
    missed = unmet(words[verb], rule.features)
    if lemma in rule.but:
        missed.append(f"another lemma than {lemma!r} (but)")
    if rule.lemmas and lemma not in rule.lemmas:
        missed.append(f"one of its lemmas, but it has {lemma!r}")
    helpers = [w for w in words if w.head == verb and w.relation in _AUXILIARY]
    if rule.auxiliary is None:
        barred = [w.form for w in helpers if w.lemma.lower() in rule.without_auxiliary]
        missed += [f"no {quoted(barred)} with it"] if barred else []
    elif not helpers:
        missed.append("an auxiliary, but it has none")
    else:
        missed += [
            f"an auxiliary with {text} ({helper.form!r})"
            for helper in helpers
            for text in unmet(helper, rule.auxiliary)
        ] or [f"an auxiliary of its lemmas, but it has {quoted(w.lemma for w in helpers)}"]
    return missed


def verb_forms(sentence: Sentence, rules: Sequence[VerbFormRule]) -> Mapping[int, str]:
    """Word -> name of its form; an auxiliary that makes a form has it too."""
    words = sentence.words
    auxiliaries: dict[int, list[int]] = {}
    for index, word in enumerate(words):
        if word.head is not None and word.relation in _AUXILIARY:
            auxiliaries.setdefault(word.head, []).append(index)
    forms: dict[int, str] = {}
    for index, word in enumerate(words):
        if word.upos not in _VERBS:
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
