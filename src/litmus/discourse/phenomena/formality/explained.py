"""Why a word shows a register or none, for whoever writes the rules."""

from collections.abc import Iterator

from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.formality.addressing import FINITE, Addressing
from litmus.discourse.phenomena.formality.registers import registers
from litmus.discourse.phenomena.formality.rules import FormalityRules, RegisterOf, VerbRule
from litmus.discourse.phenomena.formality.words import listed_word
from litmus.discourse.required_features import has_features
from litmus.discourse.worded import links_of, nearest, quoted, unmet
from litmus.language.analysis import Word
from litmus.language.words import compose


def why_shown(pair: Pair, rules: FormalityRules, index: int) -> str:
    """What in the rules gives a word its register."""
    text = Addressing(pair, rules)
    register = registers(pair, rules)[index]
    if listed_word(text, index):
        return f"{register} lists it"
    for key, words in _lists(rules):
        if _form(text, index) in words:
            return f"{register}{key} lists it"
    for number, rule in enumerate(rules.verbs):
        if rule in text.forms[index].verb_rules and rule.register == register:
            return f"formality.verbs[{number}] holds"
    subjects = [text.words[n].form for n in text.own_subjects(index)]
    return f"it agrees with {quoted(subjects)}" if subjects else "it is part of a polite form"


def why_none(pair: Pair, rules: FormalityRules, index: int) -> str:
    """What in the rules comes nearest to giving a word a register."""
    text = Addressing(pair, rules)
    return "; ".join(_obstacles(text, index)) or "[formality] does not list it"


def _obstacles(text: Addressing, index: int) -> Iterator[str]:
    rules, word = text.rules, text.words[index]
    form = _form(text, index)
    in_any_case = {listed.lower(): listed for listed in (*rules.words, *rules.words_exact)}
    if form in rules.words or compose(word.form) in rules.words_exact:
        yield f"its capital is that of a beginning, and {links_of(text.pair, index)}"
    elif form.lower() in in_any_case:
        yield f"the list has {in_any_case[form.lower()]!r}, and its case counts"
    for key, words in _lists(rules):
        if form in words:
            yield (
                f"{words[form]}{key} counts only where it translates 'you', "
                f"and {links_of(text.pair, index)}"
            )
    if rules.verbs and (word.upos in FINITE or text.forms[index].verb_rules or not word.upos):
        misses = [
            (f"formality.verbs[{number}] ({rule.register})", list(_missed(text, index, rule)))
            for number, rule in enumerate(rules.verbs)
        ]
        yield nearest(misses)
    if word.upos in FINITE and rules.agreeing_verbs:
        yield _agreement(text, index)


def _agreement(text: Addressing, index: int) -> str:
    """Why a verb does not have the register of its subject."""
    subjects = text.own_subjects(index)
    if not subjects:
        return "it has no subject to agree with"
    shown = registers(text.pair, text.rules)
    for subject in subjects:
        features = text.rules.agreeing_verbs.get(shown.get(subject, ""))
        if features is not None and not has_features(text.words[index], features):
            missed = "; and ".join(unmet(text.words[index], features))
            return f"to agree with its subject it takes {missed}"
    return f"its subject {quoted(text.words[n].form for n in subjects)} shows no register"


def _missed(text: Addressing, index: int, rule: VerbRule) -> Iterator[str]:
    """What a rule asks for and a word does not have."""
    word = text.words[index]
    if word.upos not in rule.upos:
        has = word.upos or "none: the word is not analysed"
        yield f"{' or '.join(sorted(rule.upos))}, but it has {has}"
    yield from unmet(word, rule.features)
    yield from _missed_form(rule, word)
    if rule in text.forms[index].verb_rules:
        if rule.for_you or rule.imperative:
            what = "an imperative" if rule.imperative else "an act of 'you'"
            yield f"{what} in the source, but {links_of(text.pair, index)}"
        subjects = [text.words[n].form for n in text.own_subjects(index)]
        if subjects:
            yield f"no other subject, but it has {quoted(subjects)}"


def _missed_form(rule: VerbRule, word: Word) -> Iterator[str]:
    form = compose(word.form).lower()
    if rule.forms and form not in rule.forms:
        yield f"one of its forms, which {form!r} is not"
    if rule.endings and not form.endswith(rule.endings):
        yield f"an ending in {' '.join(rule.endings)}"
    if rule.lemma_endings and not word.lemma.endswith(rule.lemma_endings):
        yield f"a lemma in {' '.join(rule.lemma_endings)}, but it has {word.lemma!r}"
    endings = tuple(item[1:] for item in rule.but if item.startswith("-"))
    if form in rule.but or (endings and form.endswith(endings)):
        yield f"another form than {form!r} (but)"


def _lists(rules: FormalityRules) -> tuple[tuple[str, RegisterOf], ...]:
    """The lists of words that need more than to be there, by what follows the register."""
    return (
        ("_for_you", rules.words_for_you),
        ("_dative", rules.datives),
        ("_reflexive", rules.reflexives),
    )


def _form(text: Addressing, index: int) -> str:
    form = compose(text.words[index].form)
    return form if text.rules.exact else form.lower()
