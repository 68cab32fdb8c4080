"""English words as pronouns see them: whether a noun can be a he, a she, an it or a they."""

import tomllib
from collections.abc import Iterable, Mapping, Set
from functools import cache, lru_cache
from importlib import resources
from typing import NamedTuple, TypeVar

from litmus.discourse.antecedents.scoring.codes import Case, Number, PronounKind, Referent

Code = TypeVar("Code", bound=int)
_HE, _SHE, _IT, _THEY, _THAT = PronounKind
_NOMINATIVE, _ACCUSATIVE, _POSSESSIVE, _REFLEXIVE = Case
PRONOUNS: Mapping[str, tuple[PronounKind, Case]] = {
    "he": (_HE, _NOMINATIVE), "him": (_HE, _ACCUSATIVE),
    "his": (_HE, _POSSESSIVE), "himself": (_HE, _REFLEXIVE),
    "she": (_SHE, _NOMINATIVE), "her": (_SHE, _ACCUSATIVE),
    "hers": (_SHE, _POSSESSIVE), "herself": (_SHE, _REFLEXIVE),
    "it": (_IT, _NOMINATIVE), "its": (_IT, _POSSESSIVE), "itself": (_IT, _REFLEXIVE),
    "they": (_THEY, _NOMINATIVE), "them": (_THEY, _ACCUSATIVE), "'em": (_THEY, _ACCUSATIVE),
    "their": (_THEY, _POSSESSIVE), "theirs": (_THEY, _POSSESSIVE),
    "themselves": (_THEY, _REFLEXIVE), "themself": (_THEY, _REFLEXIVE),
    "this": (_THAT, _NOMINATIVE), "that": (_THAT, _NOMINATIVE),
    "these": (_THAT, _NOMINATIVE), "those": (_THAT, _NOMINATIVE),
}  # fmt: skip
# What a pronoun may mean at all, in the singular and in the plural.
_SINGULARS: Mapping[PronounKind, Set[Referent]] = {
    _HE: {Referent.MALE, Referent.PERSON, Referent.ANIMAL, Referent.NAME},
    _SHE: {Referent.FEMALE, Referent.PERSON, Referent.ANIMAL, Referent.NAME},
    _IT: {*Referent} - {Referent.MALE, Referent.FEMALE, Referent.PERSON, Referent.THEMSELVES},
    _THEY: {Referent.PERSON, Referent.GROUP, Referent.THEMSELVES},
    _THAT: {
        Referent.GROUP, Referent.PLACE, Referent.VAGUE, Referent.THING, Referent.NAME,
        Referent.ITSELF, Referent.DEICTIC, Referent.EVENT,
    },
}  # fmt: skip
_PLURALS: Mapping[PronounKind, Set[Referent]] = {
    _HE: set(),
    _SHE: set(),
    _IT: set(),
    _THEY: {*Referent} - {Referent.TIME, Referent.EVENT, Referent.ITSELF},
    _THAT: {Referent.VAGUE, Referent.THING, Referent.THEMSELVES},
}


def agrees(pronoun: PronounKind, referent: Referent, number: Number) -> bool:
    """Whether a pronoun may mean such a thing in this number.

    >>> agrees(PronounKind.HE, Referent.MALE, Number.SINGULAR)
    True
    >>> agrees(PronounKind.HE, Referent.MALE, Number.PLURAL)
    False
    """
    singular = number is not Number.PLURAL and referent in _SINGULARS[pronoun]
    return singular or (number is not Number.SINGULAR and referent in _PLURALS[pronoun])


class WordLists(NamedTuple):
    """`nouns` by lemma and `names` by lower-cased form to a referent; `titles` precede names.

    `markers` are numbered from 1; the others are the lists of the file.
    """

    version: int
    nouns: Mapping[str, Referent]
    names: Mapping[str, Referent]
    titles: Mapping[str, Referent]
    markers: Mapping[str, int]
    weather: frozenset[str]
    rains: frozenset[str]
    seems: frozenset[str]
    said: frozenset[str]
    makes: frozenset[str]
    adjectives: frozenset[str]
    definite: frozenset[str]
    somebody: frozenset[str]
    says: frozenset[str]
    light: frozenset[str]
    names_too: frozenset[str]


@cache
def word_lists() -> WordLists:
    """The lists that ship, read once."""
    file = resources.files("litmus.discourse") / "models" / "antecedents.toml"
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    nouns, names, others = table["nouns"], table["names"], table["pleonastic"] | table["words"]
    # The first of the lists that has a word decides.
    noun_lists = ("male", "female", "person", "animal", "time", "vague", "group", "place")
    name_lists = ("male", "female", "place", "group")
    titles = ("male", "female", "person")
    return WordLists(
        table["version"],
        _by_word((nouns[name], Referent[name.upper()]) for name in noun_lists),
        _by_word((names[name], Referent[name.upper()]) for name in name_lists),
        _by_word((names[f"before_{name}"], Referent[name.upper()]) for name in titles),
        _by_word((words, code) for code, words in enumerate(others["markers"], start=1)),
        *(frozenset(others[name].split()) for name in WordLists._fields[5:]),
    )


def _by_word(lists: Iterable[tuple[str, Code]]) -> dict[str, Code]:
    codes: dict[str, Code] = {}
    for words, code in lists:
        for word in words.split():
            codes.setdefault(word, code)
    return codes


@lru_cache(maxsize=1 << 14)
def referent_of_noun(lemma: str) -> Referent:
    """What a common noun stands for, by the lists and by endings that are sure.

    >>> referent_of_noun("guitarist").name, referent_of_noun("table").name
    ('PERSON', 'THING')
    """
    lemma = lemma.lower()
    listed = word_lists().nouns.get(lemma)
    if listed is not None:
        return listed
    last = lemma.rpartition("-")[2]
    if last != lemma:
        return referent_of_noun(last)
    if lemma.endswith("woman"):
        return Referent.FEMALE
    if lemma.endswith("man") and len(lemma) > 5:
        return Referent.MALE
    if lemma.endswith(("ologist", "ician", "person", "ist")) and len(lemma) > 5:
        return Referent.PERSON
    return Referent.THING
