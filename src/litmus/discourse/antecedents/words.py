"""English words as pronouns see them: whether a noun can be a he, a she, an it or a they."""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import NamedTuple

# What a pronoun asks for. THAT stands for the demonstratives.
HE, SHE, IT, THEY, THAT = range(5)
NOMINATIVE, ACCUSATIVE, POSSESSIVE, REFLEXIVE = range(4)
PRONOUNS: Mapping[str, tuple[int, int]] = {
    "he": (HE, NOMINATIVE), "him": (HE, ACCUSATIVE),
    "his": (HE, POSSESSIVE), "himself": (HE, REFLEXIVE),
    "she": (SHE, NOMINATIVE), "her": (SHE, ACCUSATIVE),
    "hers": (SHE, POSSESSIVE), "herself": (SHE, REFLEXIVE),
    "it": (IT, NOMINATIVE), "its": (IT, POSSESSIVE), "itself": (IT, REFLEXIVE),
    "they": (THEY, NOMINATIVE), "them": (THEY, ACCUSATIVE), "'em": (THEY, ACCUSATIVE),
    "their": (THEY, POSSESSIVE), "theirs": (THEY, POSSESSIVE),
    "themselves": (THEY, REFLEXIVE), "themself": (THEY, REFLEXIVE),
    "this": (THAT, NOMINATIVE), "that": (THAT, NOMINATIVE),
    "these": (THAT, NOMINATIVE), "those": (THAT, NOMINATIVE),
}  # fmt: skip

# What a mention is. ITSELF and THEMSELVES are earlier pronouns; THING is any other common noun,
# NAME any other name, EVENT a clause.
(MALE, FEMALE, PERSON, ANIMAL, GROUP, PLACE, TIME, VAGUE, THING, NAME, ITSELF, THEMSELVES,
 DEICTIC, EVENT) = range(14)  # fmt: skip
N_CLASSES = 14
SINGULAR, PLURAL, UNKNOWN = range(3)

# Whether a pronoun may mean a class at all, in the singular and in the plural.
_SINGULAR_OF = {
    HE: {MALE, PERSON, ANIMAL, NAME},
    SHE: {FEMALE, PERSON, ANIMAL, NAME},
    IT: {ANIMAL, GROUP, PLACE, TIME, VAGUE, THING, NAME, ITSELF, DEICTIC, EVENT},
    THEY: {PERSON, GROUP, THEMSELVES},
    THAT: {GROUP, PLACE, VAGUE, THING, NAME, ITSELF, DEICTIC, EVENT},
}
_PLURAL_OF = {THEY: set(range(N_CLASSES)) - {TIME, EVENT, ITSELF}, THAT: {VAGUE, THING, THEMSELVES}}


class WordLists(NamedTuple):
    """`nouns` by lemma and `names` by lower-cased form to a class; `titles` stand before names.

    `markers` are numbered from 1; the others are the lists of the file.
    """

    version: int
    nouns: Mapping[str, int]
    names: Mapping[str, int]
    titles: Mapping[str, int]
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
    kinds = {
        "male": MALE, "female": FEMALE, "person": PERSON, "animal": ANIMAL, "time": TIME,
        "vague": VAGUE, "group": GROUP, "place": PLACE,
    }  # fmt: skip
    titles = {"before_male": MALE, "before_female": FEMALE, "before_person": PERSON}
    return WordLists(
        table["version"],
        _by_word((nouns[name], kind) for name, kind in kinds.items()),
        _by_word((names[name], kinds[name]) for name in ("male", "female", "place", "group")),
        _by_word((names[name], kind) for name, kind in titles.items()),
        _by_word((words, code) for code, words in enumerate(others["markers"], start=1)),
        *(frozenset(others[name].split()) for name in WordLists._fields[5:]),
    )


def _by_word(lists: Iterable[tuple[str, int]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for words, kind in lists:
        for word in words.split():
            found.setdefault(word, kind)
    return found


@lru_cache(maxsize=1 << 14)
def noun_class(lemma: str) -> int:
    """The class of a common noun, by the lists and by endings that are sure.

    >>> noun_class("guitarist") == PERSON, noun_class("table") == THING
    (True, True)
    """
    lemma = lemma.lower()
    found = word_lists().nouns.get(lemma)
    if found is not None:
        return found
    last = lemma.rpartition("-")[2]
    if last != lemma:
        return noun_class(last)
    if lemma.endswith("woman"):
        return FEMALE
    if lemma.endswith("man") and len(lemma) > 5:
        return MALE
    if lemma.endswith(("ologist", "ician", "person", "ist")) and len(lemma) > 5:
        return PERSON
    return THING


def agreement() -> list[bool]:
    """Whether pronoun, class and number go together, at `(pronoun * 14 + class) * 3 + number`."""
    table = []
    for pronoun in range(5):
        for kind in range(N_CLASSES):
            one = kind in _SINGULAR_OF[pronoun]
            many = kind in _PLURAL_OF.get(pronoun, ())
            table += [one, many, one or many]
    return table
