"""The resolver that comes with litmus: candidates by rule, scored by a small trained network."""

from collections.abc import Sequence

import numpy as np

from litmus.arrays import Floats
from litmus.discourse.antecedents.mentions import Mention, may_be_empty, scene
from litmus.discourse.antecedents.resolver import Antecedent, Location
from litmus.discourse.antecedents.scoring.codes import MentionKind, Referent
from litmus.discourse.antecedents.scoring.features import Features, Rows
from litmus.discourse.antecedents.scoring.scorer import scorer
from litmus.discourse.antecedents.words import word_lists
from litmus.language.analysis import Sentence, Word

# What belongs to a noun's span, below its head and further down.
_INSIDE = frozenset((
    "det", "amod", "compound", "nummod", "flat", "flat:foreign", "nmod", "nmod:poss", "nmod:desc",
    "nmod:unmarked", "advmod", "fixed", "goeswith", "det:predet",
))  # fmt: skip
_FURTHER = _INSIDE | {"case", "conj", "cc", "punct"}


class EmbeddedResolver:
    """Every mention of the sentence and of the three before it has a probability."""

    any_order = True

    @property
    def signature(self) -> str:
        """Versions of the weights and of the word lists."""
        return f"antecedents.{scorer().version}.{word_lists().version}"

    def resolve(self, document: Sequence[Sentence]) -> list[dict[int, Antecedent]]:
        """See `litmus.discourse.antecedents.resolver.Resolver`."""
        named: dict[str, Referent] = {}
        scenes = [scene(sentence, named) for sentence in document]
        features = Features()
        for each in scenes:
            features.add(each)
        rows = features.rows()
        scores = scorer().scores(rows)
        of_sentence = scores.pairs * rows.in_sentence
        here = np.bincount(rows.owner, of_sentence, len(rows.pronouns)).tolist()
        mentions = [mention for each in scenes for mention in each.mentions]
        best = [mentions[n] if n >= 0 else None for n in _best(rows, of_sentence)]
        rows_left = zip(here, scores.nothing.tolist(), best, strict=True)  # in the text's order
        return [
            {
                pronoun.word: _antecedent(each.sentence, pronoun.word, *next(rows_left))
                for pronoun in each.pronouns
            }
            for each in scenes
        ]


def _antecedent(
    sentence: Sentence, pronoun: int, here: float, nothing: float, best: Mention | None
) -> Antecedent:
    """The likeliest location, from the probabilities of this sentence and of nothing at all."""
    if best is not None and here > 0.5:
        words = span(sentence.words, best, pronoun)
        return Antecedent(Location.HERE, _confidence(here), words)
    if may_be_empty(sentence, pronoun):
        if nothing > 1 - here - nothing:
            return Antecedent(Location.NONE, _confidence(nothing), None)
    else:
        nothing = 0.0  # what speaks for it speaks here for something unknown
    return Antecedent(Location.EARLIER, _confidence(1 - here - nothing), None)


def _confidence(probability: float) -> float:
    return round(min(probability, 1.0), 4)


def _best(rows: Rows, values: Floats) -> list[int]:
    """The candidate of each pronoun's best pair; -1 where it has none."""
    best = np.full(len(rows.pronouns), -1)
    order = np.argsort(values, kind="stable")
    best[rows.owner[order]] = rows.candidate[order]  # the last one stays
    return best.tolist()


def span(words: Sequence[Word], mention: Mention, pronoun: int) -> tuple[int, int]:
    """The words of a mention around its head; it ends before the pronoun it is mentioned for."""
    head = mention.head
    first, stop = head, head + 1
    while first and _is_inside(words, first - 1, mention):
        first -= 1
    end = pronoun if head < pronoun else len(words)
    while stop < end and _is_inside(words, stop, mention):
        stop += 1
    return first, stop


def _is_inside(words: Sequence[Word], index: int, mention: Mention) -> bool:
    """Whether a word is below the head of a mention, by relations that belong to it."""
    head, kind = mention.head, mention.kind
    for _ in words:
        above, relation = words[index].head, words[index].relation
        if above is None:
            return False
        if above == head:
            return (
                kind is MentionKind.CLAUSE
                or relation in _INSIDE
                or (kind is MentionKind.COORDINATION and relation == "conj")
            )
        if kind is not MentionKind.CLAUSE and relation not in _FURTHER:
            return False
        index = above
    return False
