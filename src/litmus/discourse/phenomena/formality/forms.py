"""Which rules of address a written word can meet: looked up once per form, since texts repeat."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from litmus.discourse.phenomena.formality.rules import FormalityRules, VerbRule
from litmus.discourse.required_features import has_features
from litmus.language.analysis import Word
from litmus.language.words import compose

_MOST_FORMS = 1 << 16  # that are remembered


class Form(NamedTuple):
    """What a word can be: its parts, if a list has one of them, and the verb rules it meets."""

    parts: tuple[str, ...]
    verb_rules: tuple[VerbRule, ...]


class Forms:
    """The lists and verb rules that a word can meet, whatever the sentence."""

    def __init__(self, rules: FormalityRules) -> None:
        self._exact = rules.exact
        self._listed_exact = rules.words_exact.keys()
        self._listed = frozenset(
            (*rules.words, *rules.words_for_you, *rules.datives, *rules.reflexives,
             *rules.companions)
        )  # fmt: skip
        tags = {upos for rule in rules.verbs for upos in rule.upos}
        self._verb_rules = {
            upos: [rule for rule in rules.verbs if upos in rule.upos] for upos in tags
        }
        self._forms: dict[tuple[str, str, str, str], Form] = {}

    def of(self, words: Iterable[Word]) -> list[Form]:
        """What words of such form, lemma, part of speech and features can be."""
        known = self._forms.get
        return [known(word[:4]) or self._new(word) for word in words]

    def _new(self, word: Word) -> Form:
        if len(self._forms) >= _MOST_FORMS:
            self._forms.clear()
        form = Form(self._parts(compose(word.form)), self._rules_met(word))
        self._forms[word[:4]] = form
        return form

    def _parts(self, form: str) -> tuple[str, ...]:
        """The form, and what a hyphen joins part by part: as-tu, -vous; nothing if not listed."""
        written = form if self._exact else form.lower()
        parts: tuple[str, ...] = (written,)
        if "-" in written or "’" in written:
            parts = tuple(dict.fromkeys((written, *written.replace("’", "'").split("-"))))
        listed = any(part in self._listed or part.lower() in self._listed for part in parts)
        return parts if listed or form in self._listed_exact else ()

    def _rules_met(self, word: Word) -> tuple[VerbRule, ...]:
        form = compose(word.form).lower()
        return tuple(
            rule
            for rule in self._verb_rules.get(word.upos, ())
            if has_form(rule, form)
            and (not rule.lemma_endings or word.lemma.endswith(rule.lemma_endings))
            and has_features(word, rule.features)
        )


@lru_cache(maxsize=32)
def forms_of(rules: FormalityRules) -> Forms:
    """The forms of a language, shared by all who read its rules."""
    return Forms(rules)


def has_form(rule: VerbRule, form: str) -> bool:
    """Whether a written form is one that a rule allows."""
    if rule.forms and form not in rule.forms:
        return False
    if rule.endings and not form.endswith(rule.endings):
        return False
    endings = tuple(item[1:] for item in rule.but if item.startswith("-"))
    return form not in rule.but and not (endings and form.endswith(endings))
