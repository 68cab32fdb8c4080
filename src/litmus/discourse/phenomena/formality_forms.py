"""Which rules of address a written word can meet: looked up once a form, since texts repeat."""

from collections.abc import Collection
from typing import NamedTuple

from litmus.discourse.features import has
from litmus.discourse.verb_rule import VerbRule
from litmus.language.analysis import Word
from litmus.language.words import compose

_ROOM = 1 << 16  # forms that are remembered


class Form(NamedTuple):
    """What a word can be: its pieces, if a list has one of them, and the verb rules it meets."""

    pieces: tuple[str, ...]
    verbs: tuple[VerbRule, ...]


class Forms:
    """The lists and verb rules that a word can meet, whatever the sentence."""

    def __init__(
        self, listed: Collection[str], exact: bool, listed_exact: Collection[str],
        verbs: tuple[VerbRule, ...],
    ) -> None:  # fmt: skip
        self._listed = frozenset(listed)
        self._exact = exact
        self._listed_exact = frozenset(listed_exact)
        kinds = {upos for rule in verbs for upos in rule.upos}
        self._verbs = {upos: [rule for rule in verbs if upos in rule.upos] for upos in kinds}
        self._known: dict[tuple[str, str, str, str], Form] = {}

    def of(self, word: Word) -> Form:
        """What a word of this form, lemma, part of speech and features can be."""
        key = word[:4]
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _ROOM:
                self._known.clear()
            found = self._known[key] = Form(self._pieces(compose(word.form)), self._rules(word))
        return found

    def _pieces(self, form: str) -> tuple[str, ...]:
        """As written, and what a hyphen joins piece by piece: as-tu, -vous."""
        written = form if self._exact else form.lower()
        pieces: tuple[str, ...] = (written,)
        if "-" in written or "’" in written:
            pieces = tuple(dict.fromkeys((written, *written.replace("’", "'").split("-"))))
        known = any(piece in self._listed or piece.lower() in self._listed for piece in pieces)
        return pieces if known or form in self._listed_exact else ()

    def _rules(self, word: Word) -> tuple[VerbRule, ...]:
        form = compose(word.form).lower()
        return tuple(
            rule
            for rule in self._verbs.get(word.upos, ())
            if _fits(form, word, rule) and has(word, rule.features)
        )


def _fits(form: str, word: Word, rule: VerbRule) -> bool:
    if rule.forms and form not in rule.forms:
        return False
    if rule.endings and not form.endswith(rule.endings):
        return False
    if rule.lemma_endings and not word.lemma.endswith(rule.lemma_endings):
        return False
    ends = tuple(item[1:] for item in rule.but if item.startswith("-"))
    return form not in rule.but and not (ends and form.endswith(ends))
