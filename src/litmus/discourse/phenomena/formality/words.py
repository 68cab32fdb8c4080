"""Words of address: those that the lists name, some of them only where they translate *you*."""

from litmus.discourse.phenomena.formality.addressing import (
    FINITE,
    OBJECTS,
    Addressing,
    is_possessive,
)
from litmus.discourse.phenomena.formality.rules import Register
from litmus.language.words import compose

_CONTROLLED = ("xcomp", "advcl", "conj", "ccomp", "root")
_YOU_AS_OBJECT = ("you", "yourself", "yourselves", "ya")
_BEFORE_CAPITAL = "。．.！!？?…:"
_AROUND_QUOTATION = " \u00a0\"'»«„“”‚‘’-–—([¿¡"


def listed_word(text: Addressing, index: int) -> Register | None:
    """The register of a word that the lists name."""
    rules = text.rules
    for part in text.forms[index].parts:
        register = rules.words.get(part)
        if register == "formal" and _is_set_phrase(text, index):
            continue
        if register is not None and not (rules.exact and _is_forced_capital(text, index)):
            return register
        if register is not None and _translates_you(text, index):
            return register
    word = text.words[index]
    register = rules.words_exact.get(compose(word.form))
    if register is None or not _is_personal(text, index) or _is_forced_capital(text, index):
        return None
    return register


def _is_set_phrase(text: Addressing, index: int) -> bool:
    """Whether a word stands in a phrase that both registers have: ご存知の通り."""
    word, target = text.words[index], text.pair.target.text
    return any(
        phrase in target[max(0, word.end - len(phrase)) : word.start + len(phrase)]
        for phrase in text.rules.formal_but
    )


def companion(text: Addressing, index: int) -> Register | None:
    """The register of a word that the other register joins to the word of address behind it."""
    register = text.rules.companions.get(compose(text.words[index].form).lower())
    return register if register and text.registers.get(index + 1) == register else None


def word_for_you(text: Addressing, index: int) -> Register | None:
    """The register of a word that shows one where it translates *you*."""
    if not _is_personal(text, index):
        return None
    for part in text.forms[index].parts:
        register = text.rules.words_for_you.get(part)
        if register is not None and (_translates_you(text, index) or _is_object_you(text, index)):
            return register
        register = text.rules.datives.get(part)
        if register is not None and _is_dative_you(text, index):
            return register
    return None


def reflexive(text: Addressing, index: int) -> Register | None:
    """The register of a reflexive pronoun whose verb has it, or is an act of *you*."""
    word = text.words[index]
    register = text.rules.reflexives.get(compose(word.form).lower())
    if register is None or word.upos == "SCONJ" or word.head is None:
        return None
    if text.rules.enclitic_imperatives and text.is_enclitic(index):
        return register
    source = text.pair.source.words
    if text.is_impersonal(index) or any(
        source[i].lemma in ("if", "whether") for i in text.sources(index)
    ):
        return None
    verbs = (word.head, *text.auxiliaries(word.head))
    if any(text.registers.get(n) == register for n in verbs):
        return register
    if text.words[word.head].feature("VerbForm") == "Fin" or text.own_subjects(word.head):
        return None
    controlled = _controller(text, word.head) == register
    acts = any(i in text.pair.verbs_of_you for i in text.sources(word.head))
    return register if controlled or acts or _is_object_you(text, index) else None


def _is_personal(text: Addressing, index: int) -> bool:
    """No article, preposition or conjunction: Italian la, Portuguese o and a, Spanish si."""
    word = text.words[index]
    if word.upos in ("ADP", "SCONJ", "CCONJ", "PUNCT"):
        return False
    return word.upos != "DET" or is_possessive(word) or _precedes_verb(text, index)


def _precedes_verb(text: Addressing, index: int) -> bool:
    """Whether what was taken for an article is a clitic: before a finite verb, or before a verb
    that was taken for a noun, with which it does not agree: La chiamo, La spaventi."""
    if index + 1 == len(text.words):
        return False
    word, after = text.words[index], text.words[index + 1]
    if after.upos in FINITE:
        return after.feature("VerbForm") == "Fin"
    return after.upos == "NOUN" and any(
        None not in (own := (word.feature(name), after.feature(name))) and own[0] != own[1]
        for name in ("Gender", "Number")
    )


def _is_forced_capital(text: Addressing, index: int) -> bool:
    """Whether a capital says nothing: at the start of a sentence or a quotation."""
    word = text.words[index]
    if not word.form[:1].isupper():
        return False
    target, at = text.pair.target.text, word.start
    while at and target[at - 1] in _AROUND_QUOTATION:
        at -= 1
    return not at or target[at - 1] in _BEFORE_CAPITAL


def _translates_you(text: Addressing, index: int) -> bool:
    """Whether a word is linked to a word of address, or, if it is a possessive, to no pronoun
    where nobody else is meant."""
    pair, sources = text.pair, text.sources(index)
    if any(i in pair.you for i in sources):
        return True
    if text.words[index].feature("Poss") != "Yes":
        return False
    others = any(pair.source.words[i].upos in ("PRON", "DET") for i in sources)
    return bool(pair.you) and not pair.third_persons and not others


def _is_object_you(text: Addressing, index: int) -> bool:
    """Whether a clitic stands for the *you* that is object of its verb, or of a preposition, and
    that no other word translates: ayudarlo, consigo."""
    pair = text.pair
    words = pair.source.words
    sources = text.sources(index)
    if not sources and any(
        n in pair.source_range(index)
        and words[n].relation.startswith(OBJECTS)
        and n not in pair.targets_of
        for n in pair.you
    ):
        return True
    translated = {i for n in text.registers for i in text.sources(n)}
    head = text.words[index].head
    near = {*sources, *(text.sources(head) if head is not None else ())}
    return any(
        (words[n].head in near or any(words[i].head == n for i in near))
        for n in pair.you - translated
        if words[n].relation.startswith(OBJECTS) and words[n].form.lower() in _YOU_AS_OBJECT
    )


def _is_dative_you(text: Addressing, index: int) -> bool:
    """Whether a clitic is the *you* that is subject of the English verb: le gusta."""
    head = text.words[index].head
    if head is None:
        return False
    pair = text.pair
    near = text.sources(head) or text.sources(index)
    if not near:
        return pair.only_you_acts_near(index)
    return any(pair.is_act_of_you(i) and not pair.has_other_object(i) for i in near)


def _controller(text: Addressing, index: int) -> Register | None:
    """The register of the verb that an infinitive depends on: está dispuesto a levantarse."""
    words = text.words
    for _ in words:
        head = words[index].head
        if head is None or not words[index].relation.startswith(_CONTROLLED):
            return None
        verbs = (head, *text.auxiliaries(head))
        register = next((text.registers[n] for n in verbs if n in text.registers), None)
        if register is not None or words[head].feature("VerbForm") == "Fin":
            return register
        index = head
    return None
