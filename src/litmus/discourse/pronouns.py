"""Pronouns: a choice among translations that only an earlier sentence can decide."""

from collections.abc import Mapping

from litmus.discourse.antecedents import Antecedent, Place
from litmus.discourse.pairs import Pair
from litmus.language.words import compose

_PRONOUNS = frozenset(("PRON", "DET", "X", "ADV", ""))  # "": no one knows


class Pronouns:
    """Tags a pronoun linked to an English one whose antecedent is not in the sentence."""

    name = "pronouns"

    def __init__(self, table: Mapping[str, frozenset[str]]) -> None:
        self._table = table

    def tag(self, pair: Pair, antecedents: Mapping[int, Antecedent]) -> set[int]:
        """Target words to be tagged."""
        tagged: set[int] = set()
        for i, j in pair.links:
            word, target = pair.source.words[i], pair.target.words[j]
            possible = self._table.get(word.form.lower())
            if possible is None or not _is_pronoun(word.upos, target.upos):
                continue
            if compose(target.form).lower() not in possible:
                continue
            known = antecedents.get(i)
            # Pronouns that no one resolves (I, we, this) point out of the sentence by nature.
            if known is None or known.place is Place.EARLIER:
                tagged.add(j)
        return tagged


def _is_pronoun(source: str, target: str) -> bool:
    return source in ("PRON", "DET") and target in _PRONOUNS
