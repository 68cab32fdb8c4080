"""Pronouns of gold documents as rows of codes, with the right answers."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from benchmarks.discourse.antecedents_gold import GoldDocument, Mention

from litmus.arrays import Bools, Ints
from litmus.discourse.antecedents.mentions import Mention as Candidate
from litmus.discourse.antecedents.mentions import Pronoun, scene
from litmus.discourse.antecedents.scoring.codes import MentionKind, Referent
from litmus.discourse.antecedents.scoring.features import Features, Rows
from litmus.discourse.antecedents.scoring.layout import FIELDS, WINDOW
from litmus.language.analysis import Sentence, Word

HERE, EARLIER, NOTHING = range(3)
_INTENSIVE = list(FIELDS).index("intensive")
_NO_HEADS = frozenset(("PUNCT", "ADP", "CCONJ", "DET"))
_HIMSELF = frozenset(("he himself", "she herself", "it itself", "they themselves"))
Where = tuple[int, int, bool]  # sentence, head, whether it is a coordination
Pair = tuple[int, int, Candidate]  # row, sentence, mention


class Labelled(NamedTuple):
    """Rows with, per pair, whether the mention is right, and per pronoun its place."""

    rows: Rows
    right: Bools
    places: Ints


def labelled(document: GoldDocument, trees: Sequence[Sentence]) -> Labelled:
    """The pronouns of a document, seen in trees that may be the gold ones or others."""
    named: dict[str, Referent] = {}
    features = Features()
    scenes = [scene(tree, named) for tree in trees]
    for one in scenes:
        features.add(one)
    rows = features.rows()
    mentions = [(number, mention) for number, one in enumerate(scenes) for mention in one.mentions]
    pronouns = [(number, found) for number, one in enumerate(scenes) for found in one.pronouns]
    pairs: list[list[Pair]] = [[] for _ in pronouns]
    for row, (owner, candidate) in enumerate(zip(rows.owner, rows.candidate, strict=True)):
        pairs[owner].append((row, *mentions[candidate]))
    answers = _Answers(document, trees)
    right, places = np.zeros(len(rows.owner), bool), np.zeros(len(pronouns), np.int64)
    for row, (number, pronoun) in enumerate(pronouns):
        places[row], chosen = answers.of(number, pronoun, pairs[row])
        if rows.pronouns[row, _INTENSIVE] and places[row] != HERE:
            # People leave "the queen herself" without a link; it has one.
            places[row], chosen = HERE, _just_before(trees[number].words, pronoun, pairs[row])
        right[chosen] = True
    return Labelled(rows, right, places)


class _Answers:
    """What people say about the pronouns of a document."""

    def __init__(self, document: GoldDocument, trees: Sequence[Sentence]) -> None:
        self._document, self._trees = document, trees
        self._mentions = {(m.sentence, m.start, m.end): m for m in document.mentions}
        self._chains: dict[str, list[Mention]] = {}
        for mention in document.mentions:
            self._chains.setdefault(mention.chain, []).append(mention)
        self._empty = {
            (number, word.start)
            for number, tree in enumerate(document.trees)
            for word in tree.words
            if word.relation == "expl"
        }

    def of(self, number: int, pronoun: Pronoun, pairs: Sequence[Pair]) -> tuple[int, list[int]]:
        """The place, and the rows of the mentions that are right."""
        word = self._trees[number].words[pronoun.word]
        mention = self._mention(number, word)
        chain = self._chains[mention.chain] if mention else []
        here = [m for m in chain if m.sentence == number and m.end <= word.start]
        earlier = [m for m in chain if m.sentence < number]
        if here or earlier:
            near = [m for m in earlier if m.sentence >= number - WINDOW]
            return HERE if here else EARLIER, self._rows([*here, *near], pairs)
        after = [m for m in chain if m.sentence == number and m.start > word.start]
        later = [pair for pair in pairs if pair[2].head > pronoun.word]
        rows = self._rows(after, later)
        if rows:
            return HERE, rows
        is_it = word.form.lower() == "it"
        empty = (number, word.start) in self._empty or (mention and mention.chain == "none")
        return NOTHING if is_it and (empty or not mention) else EARLIER, []

    def _mention(self, number: int, word: Word) -> Mention | None:
        exact = self._mentions.get((number, word.start, word.end))
        if exact:
            return exact
        text = self._document.texts[number]
        for mention in self._document.mentions:
            if mention.sentence == number and mention.start == word.start:
                form = text[mention.start : mention.end].lower()
                # "its" may have been cut into two words.
                if form in _HIMSELF or form == f"{word.form.lower()}s":
                    return mention
        return None

    def _rows(self, mentions: Iterable[Mention], pairs: Sequence[Pair]) -> list[int]:
        """The rows of candidates that are these mentions, coordinations apart if possible."""
        wanted = {self._where(mention) for mention in mentions}
        for other in (False, True):
            found = [
                row
                for row, number, candidate in pairs
                if (number, candidate.head, _is_coordination(candidate) != other) in wanted
            ]
            if found:
                return found
        return []

    def _where(self, mention: Mention) -> Where:
        words = self._trees[mention.sentence].words
        inside = [
            index
            for index, word in enumerate(words)
            if word.start >= mention.start and word.end <= mention.end
        ]
        tops = [index for index in inside if words[index].head not in inside]
        good = [index for index in tops if words[index].upos not in _NO_HEADS]
        head = (good or tops or [-1])[0]
        joined = any(words[i].relation == "conj" and words[i].head == head for i in inside)
        return mention.sentence, head, joined


def _is_coordination(candidate: Candidate) -> bool:
    return candidate.kind is MentionKind.COORDINATION


def _just_before(words: Sequence[Word], pronoun: Pronoun, pairs: Sequence[Pair]) -> list[int]:
    """*The queen herself*: the noun before, or what the pronoun hangs from."""
    heads = (pronoun.word - 1, words[pronoun.word].head)
    return [row for row, _, candidate in pairs if candidate.head in heads]
