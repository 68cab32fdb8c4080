"""Formality: words and forms that choose between familiar and polite address."""

from collections.abc import Mapping

from litmus.discourse.memory import Memory
from litmus.discourse.pairs import Pair, has, subjects
from litmus.discourse.rules import Formality as Rules
from litmus.discourse.rules import Predicates, VerbRule
from litmus.language.analysis import Word
from litmus.language.words import compose

_FINITE = frozenset(("VERB", "AUX"))
_ENDS = frozenset("。．.！!？?…")
_TAILS = frozenset(("PUNCT", "SYM", "PART"))
_LINKING = ("AUX", "SCONJ", "PART")


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
    """Target word -> "informal" or "formal", for the words that show a register."""
    found: dict[int, str] = {}
    for place in range(len(pair.target.words)):
        register = _word(pair, place, rules)
        if register is not None:
            found[place] = register
    for place in range(len(pair.target.words)):
        if place not in found:
            register = _verb(pair, place, rules, found)
            if register is not None:
                found[place] = register
    if rules.predicates is not None:
        for place, register in _predicates(pair, rules.predicates).items():
            found.setdefault(place, register)
    return found


def _word(pair: Pair, place: int, rules: Rules) -> str | None:
    """The register of a word that the lists name."""
    word = pair.target.words[place]
    written = compose(word.form) if rules.exact else compose(word.form).lower()
    # as-tu, -vous: what a hyphen joins is looked at piece by piece too
    for form in dict.fromkeys((written, *written.replace("’", "'").split("-"))):
        register = rules.words.get(form)
        if register is not None and not (rules.exact and _is_forced_capital(pair, place)):
            return register
        if register is None and _is_personal(word):
            register = rules.words_for_you.get(form)
        if register is not None and _translates_you(pair, place):
            return register
    return None


def _is_personal(word: Word) -> bool:
    """No article: Italian la, Portuguese o."""
    return word.upos == "PRON" or word.feature("Poss") == "Yes" or word.lemma in ("su", "seu", "suo")


def _is_forced_capital(pair: Pair, place: int) -> bool:
    """Whether a capital says nothing: at the start of a sentence or a quotation."""
    word = pair.target.words[place]
    if not word.form[:1].isupper():
        return False
    before = pair.target.text[: word.start].rstrip(" \u00a0\"'»«„“”‚‘’-–—([")
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


def _verb(pair: Pair, place: int, rules: Rules, found: Mapping[int, str]) -> str | None:
    """The register of a finite verb: by its own form, or by agreement with its subject."""
    word = pair.target.words[place]
    if word.upos not in _FINITE:
        return None
    own = _own_subjects(pair, place)
    for subject in own:
        features = rules.agreeing_verbs.get(found.get(subject, ""))
        if features is None or not _is_finite(word) or not has(word, features):
            continue
        if not rules.inverted or place == subject - 1:
            return found[subject]
    for rule in rules.verbs:
        if _applies(pair, place, word, rule) and all(subject in found for subject in own):
            return rule.register
    return None


def _is_finite(word: Word) -> bool:
    return word.feature("VerbForm") in ("Fin", None) and word.feature("Mood") != "Inf"


def _own_subjects(pair: Pair, place: int) -> list[int]:
    """Subjects of a verb; those of the verb it is an auxiliary of, for an auxiliary."""
    word = pair.target.words[place]
    if word.relation in ("aux", "cop", "aux:pass") and word.head is not None:
        return subjects(pair.target, word.head)
    return subjects(pair.target, place)


def _applies(pair: Pair, place: int, word: Word, rule: VerbRule) -> bool:
    form = compose(word.form).lower()
    if rule.forms and form not in rule.forms:
        return False
    if rule.endings and not form.endswith(rule.endings):
        return False
    if not has(word, rule.features):
        return False
    linked = pair.sources_of.get(place, ())
    if rule.imperative:
        return any(i in pair.imperatives for i in linked)
    if rule.for_you:
        if any(i in pair.verbs_of_you or i in pair.you for i in linked):
            return True
        return not linked and bool(pair.you) and not pair.third_persons
    return True


def _predicates(pair: Pair, rules: Predicates) -> dict[int, str]:
    """Registers at the ends of predicates, given to all words of the predicate."""
    words = pair.target.words
    found: dict[int, str] = {}
    for place, word in enumerate(words):
        polite = word.lemma in rules.polite_lemmas or (
            bool(rules.polite_endings)
            and word.upos not in ("PUNCT", "SYM")
            and word.form.endswith(rules.polite_endings)
        )
        if polite:
            found.update(dict.fromkeys(_chain(words, place), "formal"))
    if rules.plain:
        for place in _sentence_ends(words):
            chain = _chain(words, place)
            plain = not rules.plain_endings or words[place].form.endswith(rules.plain_endings)
            if plain and chain and not any(n in found for n in chain):
                found.update(dict.fromkeys(chain, "informal"))
    return found


def _chain(words: tuple[Word, ...], place: int) -> list[int]:
    """The predicate around a word: its auxiliaries, and the verb or adjective they are on."""
    first = last = place
    while first > 0 and (
        words[first].upos in _LINKING or words[first - 1].upos == "SCONJ"
    ) and words[first - 1].upos in ("VERB", "ADJ", *_LINKING):  # fmt: skip
        first -= 1
    while last + 1 < len(words) and words[last + 1].upos == "AUX":
        last += 1
    chain = list(range(first, last + 1))
    return chain if any(words[n].upos in ("VERB", "ADJ", "AUX") for n in chain) else []


def _sentence_ends(words: tuple[Word, ...]) -> list[int]:
    """The last word of the predicate before each full stop, and of the text."""
    found = []
    for place in range(len(words)):
        after = words[place + 1] if place + 1 < len(words) else None
        if after is None or (after.upos == "PUNCT" and after.form[:1] in _ENDS):
            while place > 0 and words[place].upos in _TAILS:
                place -= 1
            if words[place].upos not in _TAILS:
                found.append(place)
    return list(dict.fromkeys(found))
