"""Pronouns: a choice among translations that only an earlier sentence can decide."""

from collections.abc import Iterator, Mapping
from typing import Any

from litmus.discourse.antecedents.resolver import Location
from litmus.discourse.pairs import SUBJECTS, Pair
from litmus.discourse.phenomena.phenomenon import Need, Phenomenon
from litmus.discourse.rule_fields import read_word_set
from litmus.discourse.worded import links_of, quoted, shown_word
from litmus.files.toml_tables import Place, check_mapping
from litmus.language.analysis import Word
from litmus.language.words import compose

_SOURCES = frozenset(("PRON", "DET"))
_PRONOUNS = frozenset(("PRON", "DET", "X", "ADV", ""))  # "": no one knows
_LINKED = _PRONOUNS | {"VERB"}  # analysers take the Arabic أنت for one; a link is proof enough
_OBJECTS = frozenset(("obj", "iobj", "obl", "obl:arg"))
Translations = Mapping[str, frozenset[str]]  # English pronoun, in lower case -> what it may become


class Pronouns(Phenomenon[Translations]):
    """Tags a pronoun that translates an English one whose antecedent is not in the sentence."""

    name = "pronouns"
    table = "[pronouns]"
    needs = frozenset((Need.ANTECEDENTS,))

    @classmethod
    def read(cls, place: Place, table: Any) -> Translations | None:
        """English pronouns, each with all words it may become."""
        return {
            source.lower(): read_word_set(place.below(source), words)
            for source, words in check_mapping(place, table).items()
        } or None

    def tag(self, pair: Pair) -> set[int]:
        """Possible translations of pronouns that point to an earlier sentence."""
        sources = range(len(pair.source.words))
        return {j for i in sources for j in self._tagged_for(pair, i)}

    def explain(self, pair: Pair, word: int) -> str:
        """The first step that a translation of a pronoun does not take, or that it takes all."""
        form = compose(pair.target.words[word].form).lower()
        sources = [source for source, words in self.rules.items() if form in words]
        if not sources:
            return f"[pronouns] has {form!r} for no English pronoun"
        there = [i for i, w in enumerate(pair.source.words) if w.form.lower() in sources]
        if not there:
            return f"it may translate {quoted(sources)}, and the source has no such word"
        tagged = [i for i in there if word in self._tagged_for(pair, i)]
        return "; ".join(self._step(pair, i, word) for i in tagged or there)

    def _step(self, pair: Pair, i: int, j: int) -> str:
        """What becomes of a source word and one of its possible translations."""
        source, target = pair.source.words[i], pair.target.words[j]
        if source.upos not in _SOURCES:
            return f"{shown_word(source)} of the source is no pronoun by its analysis"
        antecedent = pair.antecedents.get(i)
        if antecedent is not None and antecedent.location is Location.NONE:
            return f"{source.form!r} stands for nothing here, as in 'it rains'"
        if antecedent is not None and antecedent.location is Location.HERE:
            start, end = antecedent.span or (i, i)
            here = " ".join(word.form for word in pair.source.words[start:end])
            return f"the antecedent of {source.form!r} is in its own sentence: {here!r}"
        if j in self._tagged_for(pair, i):
            link = "it is linked to" if (i, j) in pair.links else "it has the place of"
            return f"{link} {source.form!r}, which points to an earlier sentence"
        if target.upos not in _LINKED:
            return f"it is no pronoun by its analysis, though it may translate {source.form!r}"
        own = [pair.target.words[n].form for n in pair.targets_of.get(i, ())]
        return (
            f"no alignment link to {source.form!r}, which is linked to {quoted(own) or 'nothing'}; "
            + links_of(pair, j)
        )

    def _tagged_for(self, pair: Pair, i: int) -> set[int]:
        """The target words that are tagged because of a source word."""
        word = pair.source.words[i]
        possible = self.rules.get(word.form.lower())
        if possible is None or word.upos not in _SOURCES:
            return set()
        antecedent = pair.antecedents.get(i)
        # Pronouns that no one resolves (I, we, this) point out of the sentence by nature.
        if antecedent is None or antecedent.location is Location.EARLIER:
            return _translations(pair, i, possible)
        return set()

    @classmethod
    def counts(cls, rules: Translations | None) -> Mapping[str, int]:
        """Pronouns of the source."""
        return {"English pronouns": len(rules or ())}

    @classmethod
    def problems(cls, rules: Translations) -> Iterator[str]:
        """Pronouns that can become nothing."""
        for source, words in rules.items():
            if not words:
                yield f"pronouns.{source} has no translations."
            for word in sorted(word for word in words if len(word.split()) > 1):
                yield f"pronouns.{source} has {word!r}, which is never one word. Give its words."


def _translations(pair: Pair, i: int, possible: frozenset[str]) -> set[int]:
    """The possible translations linked to a source word, or else those that no link claims.

    Aligners leave out many clitics: the la of "no la veo" has no word order in common with *it*.
    """
    words = pair.target.words
    candidates = [j for j, word in enumerate(words) if compose(word.form).lower() in possible]
    linked = {j for j in candidates if (i, j) in pair.links and words[j].upos in _LINKED}
    if linked:
        return linked
    unlinked = (j for j in candidates if j not in pair.sources_of and words[j].upos in _PRONOUNS)
    return {j for j in unlinked if _is_between_links(pair, i, j) or _is_same_argument(pair, i, j)}


def _is_between_links(pair: Pair, i: int, j: int) -> bool:
    """Whether both words are between the same linked neighbours."""
    has_neighbours = min(pair.sources_of, default=j) < j < max(pair.sources_of, default=j)
    return has_neighbours and i in pair.source_range(j)


def _is_same_argument(pair: Pair, i: int, j: int) -> bool:
    """Whether both words have the same role under heads that are linked."""
    source, target = pair.source.words[i], pair.target.words[j]
    return (source.head, target.head) in pair.links and _role(source) == _role(target)


def _role(word: Word) -> str:
    """The relation of a word, without the differences that languages make among objects."""
    if word.relation in SUBJECTS:
        return "subject"
    return "object" if word.relation in _OBJECTS else word.relation
