"""Verbs that show register: by a form that the rules name, or by agreement with their subject."""

from collections.abc import Collection

from litmus.discourse.pairs import SUBJECTS
from litmus.discourse.phenomena.formality.addressing import (
    FINITE,
    OBJECTS,
    Addressing,
    is_auxiliary,
    is_possessive,
)
from litmus.discourse.phenomena.formality.rules import FormalityRules, Register, VerbRule
from litmus.discourse.required_features import has_features
from litmus.language.analysis import Word
from litmus.language.words import compose

_ACTING = frozenset(("VERB", "AUX", "PRON"))


def certain_verb(text: Addressing, index: int) -> Register | None:
    """The register of a verb in a form that no other person has."""
    for rule in text.forms[index].verb_rules:
        if rule.certain and _allows(text, index, rule):
            return rule.register
    return None


def finite_verb(text: Addressing, index: int) -> Register | None:
    """The register of a finite verb: by agreement with its subject, or by its own form."""
    word, rules = text.words[index], text.rules
    subjects = text.own_subjects(index) if word.upos in FINITE else []
    for subject in subjects:
        if is_possessive(text.words[subject]):
            if not any(i in text.pair.verbs_of_you for i in _sources(text, index)):
                return None  # yours is
            continue
        register = text.registers.get(subject)
        features = rules.agreeing_verbs.get(register) if register else None
        if features is None or _is_shared(word, rules) or not has_features(word, features):
            continue
        agrees = not rules.inverted or index == subject - 1
        if agrees and not _has_other_subject(text, word, subjects):
            return register
    for rule in text.forms[index].verb_rules:
        if rule.certain or not _allows(text, index, rule):
            continue
        imperative = rule.imperative and rules.enclitic_imperatives and _has_enclitic(text, index)
        if not (imperative or _is_free(text, index, rule, subjects)):
            continue
        if not (rule.for_you and _has_object_of_address(text, index)):
            return rule.register
    return None


def _is_free(text: Addressing, index: int, rule: VerbRule, subjects: Collection[int]) -> bool:
    """Whether a verb has no subject but words of address. Where its source is an act of *you*, that
    is believed more than the parse, unless a subject translates another."""
    pair = text.pair
    acts: Collection[int] = ()
    if rule.for_you or rule.imperative:
        acts = pair.verbs_of_you if rule.for_you else pair.imperatives
    is_act = any(i in acts for i in _sources(text, index) or pair.source_range(index))
    return all(
        text.registers.get(subject) == rule.register
        or (is_act and not _translates_subject(text, subject))
        for subject in subjects
    )


def _has_enclitic(text: Addressing, index: int) -> bool:
    return index + 1 < len(text.words) and text.is_enclitic(index + 1)


def _translates_subject(text: Addressing, subject: int) -> bool:
    """Whether what the parse takes for a subject translates one, and not *you*."""
    words, you = text.pair.source.words, text.pair.you
    return any(words[i].relation in SUBJECTS and i not in you for i in text.sources(subject))


def _has_object_of_address(text: Addressing, index: int) -> bool:
    """Whether the addressee is object of a verb, and so not its subject: le gusta; or the verb is
    impersonal: se puede."""
    word = text.words[index]
    heads = {index, word.head} if is_auxiliary(word) else {index}
    for n, clitic in enumerate(text.words):
        if clitic.head in heads and clitic.relation.startswith(OBJECTS):
            is_reflexive = compose(clitic.form).lower() in text.rules.reflexives
            if text.is_impersonal(n) if is_reflexive else n in text.registers:
                return True
    return False


def _is_shared(word: Word, rules: FormalityRules) -> bool:
    """Whether a form shows no register: not finite, or the same in both (Dutch weet je, weet u)."""
    if word.feature("VerbForm") not in ("Fin", None) or word.feature("Mood") == "Inf":
        return True
    endings = tuple(item[1:] for item in rules.agreeing_but if item.startswith("-"))
    return word.form.lower() in rules.agreeing_but or word.lemma.endswith(endings)


def _has_other_subject(text: Addressing, word: Word, subjects: Collection[int]) -> bool:
    """Whether a verb has a subject that is a pronoun of its person but not a word of address:
    ich habe es gesehen, du auch. Person alone says little: analysers take hast for the first."""
    person = word.feature("Person") or "1"  # я видел: a past without a person
    return any(
        text.words[n].feature("Person") == person for n in subjects if n not in text.registers
    )


def _allows(text: Addressing, index: int, rule: VerbRule) -> bool:
    """Whether the sentence allows a rule that fits the word."""
    pair, word = text.pair, text.words[index]
    if not (rule.imperative or rule.for_you):
        return True
    if not (pair.you or pair.imperatives):
        return rule.imperative and word.feature("Mood") == "Imp"
    sources = _sources(text, index)
    verbal = any(pair.source.words[i].upos in _ACTING for i in sources)
    if rule.imperative:
        near = sources if verbal else (*sources, *pair.source_range(index))
        return word.feature("Mood") == "Imp" or any(i in pair.imperatives for i in near)
    if word.upos not in FINITE:
        return _is_mistaken_verb(text, index)
    if any(i in pair.you or pair.is_act_of_you(i) for i in sources):
        return True
    return not verbal and word.feature("Number") != "Plur" and pair.only_you_acts_near(index)


def _sources(text: Addressing, index: int) -> tuple[int, ...]:
    """The source words of a verb; for an auxiliary, those of its verb too."""
    word, sources = text.words[index], text.sources(index)
    if word.relation in ("aux", "aux:pass") and word.head is not None:
        return (*sources, *text.sources(word.head))
    return sources


def _is_mistaken_verb(text: Addressing, index: int) -> bool:
    """Whether a word that was not taken for a verb is one: it translates a verb with *you*, and
    no determiner or preposition is before it."""
    pair, sources = text.pair, text.sources(index)
    if index and text.words[index - 1].upos in ("DET", "NUM", "ADP", "ADJ"):
        return False
    tags = {pair.source.words[i].upos for i in sources if i not in pair.you}
    return tags <= FINITE and any(i in pair.verbs_of_you for i in sources)
