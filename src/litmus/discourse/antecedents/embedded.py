"""The resolver that comes with litmus: candidates by rule, scored by a small trained network."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from litmus.discourse.antecedents.features import Features, Rows
from litmus.discourse.antecedents.mentions import CLAUSE, COORDINATION, Mention, may_be_empty, scene
from litmus.discourse.antecedents.resolver import Antecedent, Place
from litmus.discourse.antecedents.scorer import scorer
from litmus.discourse.antecedents.words import word_lists
from litmus.language.analysis import Sentence, Word

# What belongs to a noun's span, below its head and further down.
_INSIDE = frozenset(
    [
        "det",
        "amod",
        "compound",
        "nummod",
        "flat",
        "flat:foreign",
        "nmod",
        "nmod:poss",
        "nmod:desc",
        "nmod:unmarked",
        "advmod",
        "fixed",
        "goeswith",
        "det:predet",
    ]
)
_FURTHER = _INSIDE | {"case", "conj", "cc", "punct"}


class EmbeddedResolver:
    """Every mention of the sentence and of the three before it has a probability."""

    @property
    def signature(self) -> str:
        """Versions of the weights and of the word lists."""
        return f"antecedents.{scorer().version}.{word_lists().version}"

    def resolve(self, document: Sequence[Sentence]) -> list[dict[int, Antecedent]]:
        """See `litmus.discourse.antecedents.resolver.Resolver`."""
        named: dict[str, int] = {}
        scenes = [scene(sentence, named) for sentence in document]
        features = Features()
        for one in scenes:
            features.add(one)
        rows = features.rows()
        scores = scorer().scores(rows)
        in_sentence = scores.pairs * rows.here
        here = np.bincount(rows.owner, in_sentence, len(rows.pronouns)).tolist()
        best = _best(rows, in_sentence)
        nothing = scores.nothing.tolist()
        mentions = [mention for one in scenes for mention in one.mentions]
        found: list[dict[int, Antecedent]] = []
        at = 0
        for one in scenes:
            answers: dict[int, Antecedent] = {}
            for index, _, _ in one.pronouns:
                inside, empty = here[at], nothing[at]
                if inside > 0.5:
                    where = span(one.sentence.words, mentions[best[at]], index)
                    answers[index] = Antecedent(Place.HERE, _share(inside), where)
                elif empty > 1 - inside - empty and may_be_empty(one.sentence, index):
                    answers[index] = Antecedent(Place.NONE, _share(empty), None)
                else:
                    # Only *it* can be empty: what speaks for it speaks here for something unknown.
                    empty = empty if may_be_empty(one.sentence, index) else 0.0
                    answers[index] = Antecedent(Place.EARLIER, _share(1 - inside - empty), None)
                at += 1
            found.append(answers)
        return found


def _share(value: float) -> float:
    return round(min(value, 1.0), 4)


def _best(rows: Rows, values: NDArray[np.float64]) -> list[int]:
    """The candidate of each pronoun's best pair; -1 where it has none."""
    best = np.full(len(rows.pronouns), -1)
    order = np.argsort(values, kind="stable")
    best[rows.owner[order]] = rows.candidate[order]  # the last one stays
    return best.tolist()


def span(words: Sequence[Word], mention: Mention, pronoun: int) -> tuple[int, int]:
    """The words of a mention around its head; it ends before the pronoun it is mentioned for."""
    head = mention.index
    first, stop = head, head + 1
    while first and _is_inside(words, first - 1, mention):
        first -= 1
    end = pronoun if head < pronoun else len(words)
    while stop < end and _is_inside(words, stop, mention):
        stop += 1
    return first, stop


def _is_inside(words: Sequence[Word], index: int, mention: Mention) -> bool:
    """Whether a word is below the head of a mention, by relations that belong to it."""
    head, kind = mention.index, mention.kind
    for _ in words:
        above, relation = words[index].head, words[index].relation
        if above is None:
            return False
        if above == head:
            return (
                kind == CLAUSE
                or relation in _INSIDE
                or (kind == COORDINATION and relation == "conj")
            )
        if kind != CLAUSE and relation not in _FURTHER:
            return False
        index = above
    return False
