"""Pronouns: a choice among translations that only an earlier sentence can decide."""

from collections.abc import Mapping

from litmus.discourse.antecedents.resolver import Antecedent, Place
from litmus.discourse.pairs import SUBJECTS, Pair
from litmus.language.analysis import Word
from litmus.language.words import compose

_PRONOUNS = frozenset(("PRON", "DET", "X", "ADV", ""))  # "": no one knows
_LINKED = _PRONOUNS | {"VERB"}  # analysers take the Arabic أنت for one; a link is proof enough
_OBJECTS = frozenset(("obj", "iobj", "obl", "obl:arg"))


class Pronouns:
    """Tags a pronoun that translates an English one whose antecedent is not in the sentence."""

    name = "pronouns"

    def __init__(self, table: Mapping[str, frozenset[str]]) -> None:
        self._table = table

    def tag(self, pair: Pair, antecedents: Mapping[int, Antecedent]) -> set[int]:
        """Target words to be tagged."""
        tagged: set[int] = set()
        for i, word in enumerate(pair.source.words):
            possible = self._table.get(word.form.lower())
            if possible is None or word.upos not in ("PRON", "DET"):
                continue
            known = antecedents.get(i)
            # Pronouns that no one resolves (I, we, this) point out of the sentence by nature.
            if known is None or known.place is Place.EARLIER:
                tagged |= _translations(pair, i, possible)
        return tagged


def _translations(pair: Pair, i: int, possible: frozenset[str]) -> set[int]:
    """The possible translations linked to a source word, or else those that no link claims.

    Aligners leave out many clitics: the la of "no la veo" has no word order in common with *it*.
    """
    words = pair.target.words
    named = [n for n, word in enumerate(words) if compose(word.form).lower() in possible]
    linked = {j for j in named if (i, j) in pair.links and words[j].upos in _LINKED}
    if linked:
        return linked
    free = (j for j in named if j not in pair.sources_of and words[j].upos in _PRONOUNS)
    return {j for j in free if _is_between_links(pair, i, j) or _is_same_argument(pair, i, j)}


def _is_between_links(pair: Pair, i: int, j: int) -> bool:
    """Whether both words stand between the same linked neighbours."""
    return min(pair.sources_of, default=j) < j < max(pair.sources_of, default=j) and i in pair.gap(
        j
    )


def _is_same_argument(pair: Pair, i: int, j: int) -> bool:
    """Whether both words have the same role under heads that are linked."""
    source, target = pair.source.words[i], pair.target.words[j]
    return (source.head, target.head) in pair.links and _role(source) == _role(target)


def _role(word: Word) -> str:
    """The relation of a word, without the differences that languages make among objects."""
    if word.relation in SUBJECTS:
        return "subject"
    return "object" if word.relation in _OBJECTS else word.relation
