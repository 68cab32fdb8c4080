"""Formality: words and forms that choose between familiar and polite address."""

from collections.abc import Callable, Collection, Mapping, Sequence

from litmus.discourse.features import has
from litmus.discourse.memory import Memory
from litmus.discourse.pairs import SUBJECTS, Pair
from litmus.discourse.phenomena.predicates import predicate_registers
from litmus.discourse.rules import Formality as Rules
from litmus.discourse.verb_rule import VerbRule
from litmus.language.analysis import Word
from litmus.language.words import compose

_FINITE = frozenset(("VERB", "AUX"))
_AUXILIARY = ("aux", "cop", "aux:pass")
_CONTROLLED = ("xcomp", "advcl", "conj", "ccomp", "root")
_OBJECTS = ("obj", "iobj", "obl", "expl", "nmod")
_SELF = ("you", "yourself", "yourselves", "ya")
_ACTING = frozenset(("VERB", "AUX", "PRON"))
_ENDS = frozenset("。．.！!？?…")


class Formality:
    """Tags a word of address whose register an earlier sentence of the document has used."""

    name = "formality"

    def __init__(self, rules: Rules, reach: int | None) -> None:
        self._rules = rules
        self._reach = reach
        self.start()

    def start(self) -> None:
        """A new document."""
        self._memory = Memory(self._reach)

    def tag(self, pair: Pair) -> set[int]:
        """Target words to be tagged; the registers of the sentence are remembered."""
        found = registers(pair, self._rules)
        tagged = {place for place, register in found.items() if self._memory.count(register)}
        self._memory.add(found.values())
        return tagged


def registers(pair: Pair, rules: Rules) -> Mapping[int, str]:
    """Target word -> "informal" or "formal", for the words that show a register.

    Few sentences address people in two ways: what shows a register only because it translates
    *you* gives way to a clear sign of the other one.
    """
    found: dict[int, str] = {}
    forms = rules.forms
    words = pair.target.words
    known = [forms.of(word) for word in words]
    listed = [n for n, form in enumerate(known) if form.pieces]
    ruled = [n for n, form in enumerate(known) if form.verbs]
    for look, places in ((_word, listed), (_certain_verb, ruled), (_companion, listed)):
        _look(pair, rules, look, places, found, None)
    clear = frozenset(found.values())
    only = next(iter(clear)) if len(clear) == 1 else None
    _look(pair, rules, _word_for_you, listed, found, only)
    if found and rules.agreeing_verbs:  # with their subject
        ruled = [n for n, word in enumerate(words) if word.upos in _FINITE or known[n].verbs]
    _look(pair, rules, _verb, ruled, found, only)
    _look(pair, rules, _reflexive, listed, found, only)
    if rules.predicates is not None:
        for place, register in predicate_registers(pair.target, rules.predicates).items():
            found.setdefault(place, register)
    return _whole_tokens(pair, found)


_Look = Callable[[Pair, int, Rules, Mapping[int, str]], str | None]


def _look(
    pair: Pair, rules: Rules, look: _Look, places: Sequence[int], found: dict[int, str],
    only: str | None,
) -> None:  # fmt: skip
    """Adds the registers that one way of looking sees; those of another than `only` are dropped."""
    for place in places:
        if place not in found:
            register = look(pair, place, rules, found)
            if register is not None and only in (None, register):
                found[place] = register


def _whole_tokens(pair: Pair, found: dict[int, str]) -> dict[int, str]:
    """Verb and clitic written as one are one token: ayudarte, dirLe."""
    for token in pair.target.tokens if found else ():
        if token.stop - token.first < 2:
            continue
        words = pair.target.words[token.first : token.stop]
        inside = [found[n] for n in range(token.first, token.stop) if n in found]
        if inside and words[0].upos in _FINITE:
            found.update(dict.fromkeys(range(token.first, token.stop), inside[-1]))
    return found


def _word(pair: Pair, place: int, rules: Rules, found: Mapping[int, str]) -> str | None:
    """The register of a word that the lists name."""
    for form in rules.forms.of(pair.target.words[place]).pieces:
        register = rules.words.get(form)
        if register is not None and not (rules.exact and _is_forced_capital(pair, place)):
            return register
        if register is not None and _translates_you(pair, place):
            return register
    word = pair.target.words[place]
    register = rules.words_exact.get(compose(word.form))
    if register is None or not _is_personal(word) or _is_forced_capital(pair, place):
        return None
    return register


def _companion(pair: Pair, place: int, rules: Rules, found: Mapping[int, str]) -> str | None:
    """The register of a word that the other register joins to the word of address behind it."""
    register = rules.companions.get(compose(pair.target.words[place].form).lower())
    return register if register is not None and found.get(place + 1) == register else None


def _word_for_you(pair: Pair, place: int, rules: Rules, found: Mapping[int, str]) -> str | None:
    """The register of a word that shows one where it translates *you*."""
    word = pair.target.words[place]
    if not _is_personal(word):
        return None
    for form in rules.forms.of(word).pieces:
        register = rules.words_for_you.get(form)
        if register is not None and (
            _translates_you(pair, place) or _is_object_you(pair, place, found)
        ):
            return register
        register = rules.datives.get(form)
        if register is not None and _is_dative_you(pair, place):
            return register
    return None


def _is_personal(word: Word) -> bool:
    """No article, preposition or conjunction: Italian la, Portuguese o and a, Spanish si."""
    if word.upos in ("ADP", "SCONJ", "CCONJ", "PUNCT"):
        return False
    return word.upos != "DET" or _is_possessive(word)


def _is_possessive(word: Word) -> bool:
    return word.feature("Poss") == "Yes" or word.lemma in ("su", "suyo", "seu", "suo")


def _is_forced_capital(pair: Pair, place: int) -> bool:
    """Whether a capital says nothing: at the start of a sentence or a quotation."""
    word = pair.target.words[place]
    if not word.form[:1].isupper():
        return False
    before = pair.target.text[: word.start].rstrip(" \u00a0\"'»«„“”‚‘’-–—([¿¡")
    return not before or before[-1] in "".join(_ENDS) + ":"


def _translates_you(pair: Pair, place: int) -> bool:
    """Whether a word is linked to a word of address, or, if it is a possessive, to no pronoun
    where nobody else is meant."""
    linked = pair.sources_of.get(place, ())
    if any(i in pair.you for i in linked):
        return True
    if pair.target.words[place].feature("Poss") != "Yes":
        return False
    others = any(pair.source.words[i].upos in ("PRON", "DET") for i in linked)
    return bool(pair.you) and not pair.third_persons and not others


def _is_object_you(pair: Pair, place: int, found: Mapping[int, str]) -> bool:
    """Whether a clitic stands for the *you* that is object of its verb, or of a preposition, and
    that no other word translates: ayudarlo, consigo."""
    taken = {i for n in found for i in pair.sources_of.get(n, ())}
    words = pair.source.words
    near = set(pair.sources_of.get(place, ()))
    head = pair.target.words[place].head
    if head is not None:
        near |= set(pair.sources_of.get(head, ()))
    if not pair.sources_of.get(place) and any(
        n in pair.gap(place) and words[n].relation.startswith(_OBJECTS) and n not in pair.targets_of
        for n in pair.you
    ):
        return True
    return any(
        (words[n].head in near or any(words[i].head == n for i in near))
        for n in pair.you - taken
        if words[n].relation.startswith(_OBJECTS) and words[n].form.lower() in _SELF
    )


def _is_dative_you(pair: Pair, place: int) -> bool:
    """Whether a clitic is the *you* that is subject of the English verb: le gusta."""
    head = pair.target.words[place].head
    if head is None:
        return False
    near = pair.sources_of.get(head, ()) or pair.sources_of.get(place, ())
    if not near:
        return pair.is_gap_of_you(place)
    return any(pair.is_act_of_you(i) and not pair.has_other_object(i) for i in near)


def _reflexive(pair: Pair, place: int, rules: Rules, found: Mapping[int, str]) -> str | None:
    """The register of a reflexive pronoun whose verb has it, or is an act of *you*."""
    word = pair.target.words[place]
    register = rules.reflexives.get(compose(word.form).lower())
    if register is None or word.upos == "SCONJ" or word.head is None:
        return None
    words = pair.target.words
    if rules.enclitic_imperatives and _is_enclitic(pair, place):
        return register
    if _is_impersonal(pair, place, found) or any(
        pair.source.words[i].lemma in ("if", "whether") for i in pair.sources_of.get(place, ())
    ):
        return None
    verb = words[word.head]
    around = [n for n, w in enumerate(words) if w.head == word.head and w.relation in _AUXILIARY]
    if any(found.get(n) == register for n in (word.head, *around)):
        return register
    if verb.feature("VerbForm") == "Fin" or _own_subjects(pair, word.head):
        return None
    above = _controller(pair, word.head, found) == register
    linked = pair.sources_of.get(word.head, ())
    acts = any(i in pair.verbs_of_you for i in linked)
    return register if above or acts or _is_object_you(pair, place, found) else None


def _is_enclitic(pair: Pair, place: int) -> bool:
    """Whether a clitic is written as one with the finite verb before it: siéntese, cuéntame."""
    token = next(t for t in pair.target.tokens if t.first <= place < t.stop)
    verb = pair.target.words[token.first]
    return token.first < place and verb.upos in _FINITE and verb.feature("VerbForm") == "Fin"


def _controller(pair: Pair, place: int, found: Mapping[int, str]) -> str | None:
    """The register of the verb that an infinitive hangs on: está dispuesto a levantarse."""
    words = pair.target.words
    for _ in words:
        head = words[place].head
        if head is None or not words[place].relation.startswith(_CONTROLLED):
            return None
        around = [n for n, w in enumerate(words) if w.head == head and w.relation in _AUXILIARY]
        register = next((found[n] for n in (head, *around) if n in found), None)
        if register is not None or words[head].feature("VerbForm") == "Fin":
            return register
        place = head
    return None


def _is_impersonal(pair: Pair, place: int, found: Mapping[int, str]) -> bool:
    """Whether a reflexive stands for a *you* that means anyone: si può, se puede. Where another
    word is polite, it is a person."""
    words = pair.source.words
    if any(pair.target.words[n].upos not in _FINITE for n in found if n != place):
        return False
    linked = pair.sources_of.get(place, ())
    return any(i in pair.you and words[i].relation in SUBJECTS for i in linked)


def _certain_verb(pair: Pair, place: int, rules: Rules, found: Mapping[int, str]) -> str | None:
    """The register of a verb in a form that no other person has."""
    for rule in rules.forms.of(pair.target.words[place]).verbs:
        if rule.certain and _applies(pair, place, rule):
            return rule.register
    return None


def _verb(pair: Pair, place: int, rules: Rules, found: Mapping[int, str]) -> str | None:
    """The register of a finite verb: by its own form, or by agreement with its subject."""
    word = pair.target.words[place]
    own = _own_subjects(pair, place) if word.upos in _FINITE else []
    for subject in own:
        if _is_possessive(pair.target.words[subject]):
            if not any(i in pair.verbs_of_you for i in _linked(pair, place)):
                return None  # yours is
            continue
        features = rules.agreeing_verbs.get(found.get(subject, ""))
        if features is None or _is_shared(word, rules) or not has(word, features):
            continue
        agrees = not rules.inverted or place == subject - 1
        if agrees and not _has_other_subject(pair, word, own, found):
            return found[subject]
    return next(
        (
            rule.register
            for rule in rules.forms.of(word).verbs
            if not rule.certain
            and _applies(pair, place, rule)
            and (
                (rule.imperative and rules.enclitic_imperatives and _has_enclitic(pair, place))
                or _is_free(pair, place, rule, own, found)
            )
            and not (rule.for_you and _has_object_of_address(pair, place, rules, found))
        ),
        None,
    )


def _is_free(
    pair: Pair, place: int, rule: VerbRule, own: list[int], found: Mapping[int, str]
) -> bool:
    """Whether a verb has no subject but words of address. Where its source is an act of *you*, that
    is believed more than the parse, unless a subject translates another."""
    known: Collection[int] = ()
    if rule.for_you or rule.imperative:
        known = pair.verbs_of_you if rule.for_you else pair.imperatives
    acts = any(i in known for i in _linked(pair, place) or pair.gap(place))
    return all(
        found.get(subject) == rule.register or (acts and not _is_subject_in_source(pair, subject))
        for subject in own
    )


def _has_enclitic(pair: Pair, place: int) -> bool:
    return place + 1 < len(pair.target.words) and _is_enclitic(pair, place + 1)


def _is_subject_in_source(pair: Pair, subject: int) -> bool:
    """Whether what the parse takes for a subject translates one, and not *you*."""
    words = pair.source.words
    linked = pair.sources_of.get(subject, ())
    return any(words[i].relation in SUBJECTS and i not in pair.you for i in linked)


def _has_object_of_address(pair: Pair, place: int, rules: Rules, found: Mapping[int, str]) -> bool:
    """Whether the addressee is object of a verb, and so not its subject: le gusta; or the verb is
    impersonal: se puede."""
    word = pair.target.words[place]
    heads = {place, word.head} if word.relation in _AUXILIARY else {place}
    clitics = [
        n
        for n, w in enumerate(pair.target.words)
        if w.head in heads and w.relation.startswith(_OBJECTS)
    ]
    reflexive = {
        n for n in clitics if compose(pair.target.words[n].form).lower() in rules.reflexives
    }
    return any(_is_impersonal(pair, n, found) if n in reflexive else n in found for n in clitics)


def _is_shared(word: Word, rules: Rules) -> bool:
    """Whether a form shows no register: not finite, or the same in both (Dutch weet je, weet u)."""
    if word.feature("VerbForm") not in ("Fin", None) or word.feature("Mood") == "Inf":
        return True
    ends = tuple(item[1:] for item in rules.agreeing_but if item.startswith("-"))
    return word.form.lower() in rules.agreeing_but or bool(ends and word.lemma.endswith(ends))


def _has_other_subject(pair: Pair, word: Word, own: list[int], found: Mapping[int, str]) -> bool:
    """Whether a verb has a pronoun of its person for a subject that is no word of address: ich habe
    es gesehen, du auch. Its person alone says little: analysers take hast for the first one."""
    person = word.feature("Person") or "1"  # я видел: a past without a person
    words = pair.target.words
    return any(words[n].feature("Person") == person for n in own if n not in found)


def _own_subjects(pair: Pair, place: int) -> list[int]:
    """Subjects of a verb; those of the verb it is an auxiliary of, for an auxiliary."""
    word = pair.target.words[place]
    if word.relation in _AUXILIARY and word.head is not None:
        return pair.target_subjects.get(word.head, [])
    return pair.target_subjects.get(place, [])


def _applies(pair: Pair, place: int, rule: VerbRule) -> bool:
    """Whether the sentence allows a rule that fits the word."""
    word = pair.target.words[place]
    if not (rule.imperative or rule.for_you):
        return True
    if not (pair.you or pair.imperatives):
        return rule.imperative and word.feature("Mood") == "Imp"
    linked = _linked(pair, place)
    verbal = any(pair.source.words[i].upos in _ACTING for i in linked)
    if rule.imperative:
        near = linked if verbal else (*linked, *pair.gap(place))
        return word.feature("Mood") == "Imp" or any(i in pair.imperatives for i in near)
    if word.upos not in _FINITE:
        return _is_verb_of_you(pair, place)
    if any(i in pair.you or pair.is_act_of_you(i) for i in linked):
        return True
    return not verbal and word.feature("Number") != "Plur" and pair.is_gap_of_you(place)


def _linked(pair: Pair, place: int) -> tuple[int, ...]:
    """The source words of a verb; for an auxiliary, those of its verb too."""
    word = pair.target.words[place]
    found = pair.sources_of.get(place, ())
    if word.relation in ("aux", "aux:pass") and word.head is not None:
        return (*found, *pair.sources_of.get(word.head, ()))
    return found


def _is_verb_of_you(pair: Pair, place: int) -> bool:
    """Whether a word that was not taken for a verb is one: it translates a verb with *you*, and
    no determiner or preposition stands before it."""
    linked = pair.sources_of.get(place, ())
    if place and pair.target.words[place - 1].upos in ("DET", "NUM", "ADP", "ADJ"):
        return False
    kinds = {pair.source.words[i].upos for i in linked if i not in pair.you}
    return kinds <= _FINITE and any(i in pair.verbs_of_you for i in linked)
