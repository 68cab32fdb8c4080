"""Which words are pronouns, for forms that are also articles or are written onto verbs."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from litmus.language.analysers import load_analyser
from litmus.language.analysis import Analyser
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
    found = []
    for text, sentences in zip(
        texts, analyser(language).analyse(texts, sentences="split", parse=False), strict=True
    ):
        mine = []
        for sentence in sentences:
            for token in sentence.tokens:
                parts = sentence.words[token.first : token.stop]
                whole = text[token.start : token.end] if len(parts) > 1 else ""
                mine += [
                    Pronoun(fold(word.form.lower().strip("-")), token.start, token.end, whole)
                    for word in parts
                    if word.upos == "PRON"
                ]
        found.append(mine)
    return found
