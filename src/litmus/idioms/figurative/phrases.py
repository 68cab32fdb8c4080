"""A phrase that was found, as words: its own and those around it, and how it is written."""

import re
from collections.abc import Sequence
from math import exp, log, log1p
from typing import NamedTuple

from litmus.idioms.figurative.vectors import WordVectors

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+|[^\w\s]")
_SLOTS = frozenset({"someone", "something", "one", "somebody", "one's", "someone's"})
_QUOTES = frozenset("\"'‘’“”")
_MARKS = tuple(".,;:!?-")
_AROUND = 300  # characters on each side that are looked at
_NEAR = 3.0  # words after which the weight of a neighbour has fallen to a third
MOST_OWN, MOST_AROUND = 6, 40  # words that are looked up

# Words that say nothing about what a text is about.
_EMPTY_WORDS = """
a an the this that these those my your his her its our their i you he she it we they
me him us them who which what whom whose and or but nor so if then than as at by for from in into of
off on onto out over to up with without about after against along among around before behind below
beneath beside between beyond down during inside near outside past since through throughout till
toward towards under until upon via within is am are was were be been being have has had having do
does did doing done will would shall should can could may might must not no there here when where
why how all any both each few more most other some such only own same too very just also again
further once one one's someone something somebody oneself s t d ll m re ve"""
_EMPTY = frozenset(_EMPTY_WORDS.split())
# Words whose place before, after or in a phrase is a sign.
_SMALL_WORDS = """
the a an this that his her my your their its our i you he she it we they and or but
of in on to at for with from by as is was are be been has had have do did not would could will can
may so if when which who what all no some one two up out down off over back then there just only
into about after before like than"""
_SMALL = tuple(_SMALL_WORDS.split())
_SPEAKER = frozenset({"i", "we", "me", "my"})
_ADDRESSEE = frozenset({"you", "your"})
_THIRD = frozenset({"he", "she", "his", "her"})


class Use(NamedTuple):
    """A phrase of a list in a text; `pieces` are the characters of its own words."""

    label: str
    text: str
    pieces: Sequence[tuple[int, int]]


class Phrase(NamedTuple):
    """What is known of a use before any vector is looked at."""

    form: list[float]  # in the order of `FORM`
    signs: list[int]  # places in `SIGNS` of those that it has
    own: list[int]  # rows of its content words; of all its words where it has none
    around: list[int]  # rows of the content words outside
    near: list[float]  # for each of these, 1 beside the phrase, less with every word between


FORM = (
    *("listed words", "own words", "inserted words", "forms kept", "new forms", "identical"),
    *("plural", "singular", "in -ing", "in -ed", "hyphen", "capitals", "capitals inside"),
    *("mark inside", "quote before", "quote after", "quote", "before", "after", "length"),
    *("at start", "at end", "speaker", "addressee", "third person", "numbers", "exclaimed"),
    *("names", "name before", "name after", "unknown", "content words", "own content words"),
)
SIGNS = tuple(f"{side} {form}" for side in ("before", "after") for form in (*_SMALL, *_MARKS)) + (
    *(f"own {form}" for form in _SMALL),
)
_SIGN = {name: place for place, name in enumerate(SIGNS)}
_OWN_SIGN = {form: _SIGN[f"own {form}"] for form in _SMALL}


class _Words(NamedTuple):
    """Words, numbers and marks of a text, and which of them are the phrase's own."""

    forms: list[str]  # in small letters
    upper: list[bool]
    own: list[int]


def phrase_of(use: Use, vectors: WordVectors) -> Phrase:
    """The phrase, from up to 300 characters on each side."""
    words = _words(use)
    forms, own = words.forms, words.own
    first, last = own[0], own[-1]
    outside = [(p, f) for p, f in enumerate(forms) if p < first or p > last]
    near = [
        (place, vectors.row(form))
        for place, form in outside
        if form[0].isalpha() and form not in _EMPTY
    ]
    around = [(place, row) for place, row in near if row != vectors.none]
    closest = sorted(around, key=lambda item: _distance(item[0], first, last))[:MOST_AROUND]
    known = [(forms[p], row) for p in own if (row := vectors.row(forms[p])) != vectors.none]
    content = [row for form, row in known if form not in _EMPTY]
    form = _form(use, words) + _sentence(words, outside)
    form += [(len(near) - len(around)) / (len(near) + 1), log1p(len(near)), float(len(content))]
    return Phrase(
        form,
        _signs(forms, own),
        (content or [row for _, row in known])[:MOST_OWN],
        [row for _, row in closest],
        [exp(-_distance(place, first, last) / _NEAR) for place, _ in closest],
    )


def _distance(place: int, first: int, last: int) -> int:
    return first - place if place < first else place - last


def _words(use: Use) -> _Words:
    start = max(use.pieces[0][0] - _AROUND, 0)
    end = max(last for _, last in use.pieces) + _AROUND
    forms, upper, own = [], [], []
    text = use.text[start:end].replace("’", "'")
    pieces = [(first - start, last - start) for first, last in use.pieces]
    for place, match in enumerate(_WORD.finditer(text)):
        form = match.group()
        forms.append(form.lower())
        upper.append(form[0].isupper())
        if form[0].isalnum():
            begins, ends = match.span()
            if any(begins < last and first < ends for first, last in pieces):
                own.append(place)
    return _Words(forms or ["."], upper or [False], own or [0])


def _form(use: Use, words: _Words) -> list[float]:
    """How the phrase is written, against the form in the list."""
    listed = [
        word
        for word in _WORD.findall(use.label.lower().replace("’", "'"))
        if word[0].isalpha() and word not in _SLOTS
    ]
    forms, own = words.forms, words.own
    inside = forms[own[0] : own[-1] + 1]
    found = [forms[place] for place in own]
    kept = set(listed)
    return [
        len(listed),
        len(own),
        len(inside) - len(own),
        sum(word in found for word in listed) / max(len(listed), 1),
        sum(word not in kept for word in inside) / len(inside),
        float(inside == listed),
        sum(f"{word}s" in found for word in listed),
        sum(word[-1] == "s" and word not in found and word[:-1] in found for word in listed),
        sum(word.endswith("ing") and word not in kept for word in found),
        sum(word.endswith("ed") and word not in kept for word in found),
        float("-" in inside),
        sum(words.upper[place] for place in own) / len(own),
        sum(words.upper[place] for place in own if place) / len(own),
        float(not all(word[0].isalnum() for word in inside)),
    ]


def _sentence(words: _Words, outside: list[tuple[int, str]]) -> list[float]:
    """Where in the sentence it is, and what else is there."""
    forms, upper, n = words.forms, words.upper, len(words.forms)
    first, last = words.own[0], words.own[-1]
    before = forms[first - 1] if first else ""
    after = forms[last + 1] if last + 1 < n else ""
    others = {form for _, form in outside}
    return [
        float(before in _QUOTES),
        float(after in _QUOTES),
        float(not _QUOTES.isdisjoint(forms)),
        first / n,
        (n - 1 - last) / n,
        log(n),
        float(first <= 1),
        float(not any(form[0].isalnum() for form in forms[last + 1 :])),
        float(not _SPEAKER.isdisjoint(others)),
        float(not _ADDRESSEE.isdisjoint(others)),
        float(not _THIRD.isdisjoint(others)),
        sum(form.isdigit() for _, form in outside),
        float("!" in others or "?" in others),
        sum(upper[place] for place, _ in outside if place) / (len(outside) + 1),
        float(first > 1 and upper[first - 1]),
        float(last + 1 < n and upper[last + 1]),
    ]


def _signs(forms: list[str], own: list[int]) -> list[int]:
    first, last = own[0], own[-1]
    found = {_OWN_SIGN[forms[place]] for place in own if forms[place] in _OWN_SIGN}
    if first:
        found.add(_SIGN.get(f"before {forms[first - 1]}", -1))
    if last + 1 < len(forms):
        found.add(_SIGN.get(f"after {forms[last + 1]}", -1))
    return sorted(found - {-1})
