"""Which words are pronouns, for forms that are also articles or are written onto verbs."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from litmus.language.analysers import load_analyser
from litmus.language.analysis import Analyser, Sentence, Word
from litmus.language.inflection import fold


class Pronoun(NamedTuple):
    """A pronoun, folded to compare, and where it or the word that it is written onto stands."""

    key: str
    start: int
    end: int
    attached: str  # the whole word, if it is written onto one


@cache
def analyser(language: str) -> Analyser:
    """The one that ships, without its trees."""
    return load_analyser("embedded", language)


def pronouns(texts: Sequence[str], language: str) -> list[list[Pronoun]]:
    """The pronouns of each text."""
    read = analyser(language).analyse(texts, sentences="split", parse=False)
    return [[pronoun for sentence in sentences for pronoun in _of(sentence)] for sentences in read]


def _of(sentence: Sentence) -> Iterator[Pronoun]:
    for token in sentence.tokens:
        whole = sentence.text[token.start : token.end] if token.stop - token.first > 1 else ""
        for place in range(token.first, token.stop):
            if _is_pronoun(sentence.words, place):
                key = fold(sentence.words[place].form.lower().strip("-"))
                yield Pronoun(key, token.start, token.end, whole)


def _is_pronoun(words: Sequence[Word], place: int) -> bool:
    """Whether it is one, or is taken for an article where a verb follows: no la compré."""
    if words[place].upos == "DET" and place + 1 < len(words):
        return words[place + 1].upos in ("VERB", "AUX")
    return words[place].upos == "PRON"
