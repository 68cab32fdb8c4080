"""Lemmas of words that are made of others: compounds, and verbs with their particle.

A network that chooses edit scripts would have to know at which letter a part begins, and for rare
words it guesses: Dutch *wedstrijdleiding* became `weds_trijdleiding` where the treebank has
`wedstrijd_leiding`. A model may bring what the words it learned from are made of
(`joined-nl.json.xz`, from `experiments/analyser/joined.py`): a word of such parts gets their
lemmas. Where the treebank does not mark parts, as in German, a word that no list knows gets the
lemma of its longest end that one knows.
"""

import json
import lzma
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from litmus.language.embedded.edits import lowered
from litmus.language.embedded.lexicon import FOLDER

JOINT, HYPHEN = "_", "-"
ASKED = frozenset({"NOUN", "VERB"})  # parts of speech that a file may be about
SHORTEST = 3  # letters of a last part, and of a first one that only a list knows
GE = "ge"  # stands between a particle and a participle

_KEPT = 1 << 12  # ends of words

Look = Callable[[str], str | None]  # word -> its lemma in a list


class Compound(NamedTuple):
    """What compounds are made of; forms in small letters.

    `first`: a part that others follow, as it is written there -> its lemma. `last`: a form of the
    last part -> its lemma. `rare_first`, `rare_last`: parts too, but most words that begin or end
    with them are not made of them. `kept`: words with another lemma than their parts make.
    """

    first: Mapping[str, str]
    last: Mapping[str, str]
    rare_first: Mapping[str, str] = {}
    rare_last: Mapping[str, str] = {}
    kept: Mapping[str, str] = {}


class Separable(NamedTuple):
    """What verbs with a particle are made of; forms in small letters.

    `together`: particles that do not belong to the verb when they are written before it.
    `between`: the same for those before *ge* of a participle (*overgestoken*, but *overwogen*).
    `particles`: all of them. `verbs`: a form without its particle -> its lemma. `kept`: as above.
    """

    together: tuple[str, ...]
    between: tuple[str, ...]
    particles: tuple[str, ...]
    verbs: Mapping[str, str]
    kept: Mapping[str, str] = {}


class Joined(ABC):
    """Words that are made of others."""

    def __init__(self, kept: Mapping[str, str], lemmas: Iterable[str], look: Look) -> None:
        self._kept, self._look = kept, look
        self._lemmas = {lowered(part) for lemma in lemmas for part in lemma.split(JOINT)}

    @abstractmethod
    def parts(self, form: str, *, sure: bool = True) -> str | None:
        """The lemmas of the parts of a form, joined; None if it is not made of known ones."""

    def lemma(self, form: str, guess: str) -> str:
        """The lemma of the parts; the guess if there are none and it is not made of scraps."""
        if JOINT in form:
            return guess
        sound = JOINT not in guess or self._is_sound(form, guess)
        name = guess[:1].isupper() and HYPHEN not in form
        if sound and (name or lowered(form) in self._kept):
            return guess
        made = self._kept.get(lowered(form)) or self.parts(form)
        if made or sound:
            return made or guess
        return self.parts(form, sure=False) or guess.replace(JOINT, "") or form

    def _is_sound(self, form: str, guess: str) -> bool:
        """Whether a guess is made of words, or of what hyphens divide."""
        written = lowered(form).split(HYPHEN)
        return all(
            part and (lowered(part) in self._lemmas or lowered(part) in written or self._look(part))
            for part in guess.split(JOINT)
        )


class Compounds(Joined):
    """Nouns.

    >>> words = Compounds(Compound({"huis": "huis", "konings": "koning"}, {"deuren": "deur"}))
    >>> words.parts("Huisdeuren"), words.parts("huisraad"), words.lemma("huisdeuren", "hui_sdeur")
    ('huis_deur', None, 'huis_deur')
    """

    def __init__(self, about: Compound, look: Look = lambda word: None) -> None:
        self._cut = lru_cache(_KEPT)(self._cut_up)  # many cuts leave the same end
        self._sure = about.first, about.last
        self._all = {**about.rare_first, **about.first}, {**about.rare_last, **about.last}
        lemmas = (lemma for table in self._all for lemma in table.values())
        super().__init__(about.kept, lemmas, look)

    def parts(self, form: str, *, sure: bool = True) -> str | None:
        *before, end = form.split(HYPHEN)
        if before:
            last = self._last(end, sure)
            return JOINT.join([*map(self._written, before), last]) if all(before) and last else None
        return self._cut(lowered(form), sure)

    def _cut_up(self, text: str, sure: bool) -> str | None:
        for at in range(len(text) - SHORTEST, 1, -1):
            if (first := self._first(text[:at], sure)) and (last := self._last(text[at:], sure)):
                return first + JOINT + last
        return None

    def _first(self, text: str, sure: bool) -> str | None:
        found = (self._sure if sure else self._all)[0].get(text)
        if found or sure or len(text) < SHORTEST:
            return found
        return text if self._look(text) else None

    def _last(self, form: str, sure: bool) -> str | None:
        found = (self._sure if sure else self._all)[1].get(lowered(form))
        return found or self.parts(form, sure=sure)

    def _written(self, form: str) -> str:
        """A part before a hyphen, which may be anything; abbreviations stay as they are."""
        if len(form) > 1 and form.isupper():
            return form
        return self._sure[0].get(lowered(form)) or self._last(form, sure=True) or form


class Verbs(Joined):
    """Verbs with their particle.

    >>> words = Verbs(Separable(("op",), ("op",), ("op",), {"vallen": "vallen"}))
    >>> words.parts("opvallen"), words.parts("omvallen"), words.lemma("opvallen", "opva_llen")
    ('op_vallen', None, 'op_vallen')
    """

    def __init__(self, about: Separable, look: Look = lambda word: None) -> None:
        self._about = about
        self._together, self._between = frozenset(about.together), frozenset(about.between)
        super().__init__(about.kept, (*about.particles, *about.verbs.values()), look)

    def parts(self, form: str, *, sure: bool = True) -> str | None:
        text = lowered(form)
        for at in range(len(text) - SHORTEST, 1, -1):
            particles = self._between if text.startswith(GE, at) else self._together
            if text[:at] in particles and (verb := self._about.verbs.get(text[at:])):
                return text[:at] + JOINT + verb
        return None


class Ends:
    """Words that end in one that a list knows, where nouns have capital letters.

    >>> lemmas = {"Rabatte": "Rabatt"}
    >>> Ends(5, lemmas.get).lemma("Kinderrabatte", "Kinderrabat")
    'Kinderrabatt'
    """

    def __init__(self, shortest: int, look: Look) -> None:
        """`shortest`: letters of an end that is looked up."""
        self._shortest, self._look = shortest, look

    def lemma(self, form: str, guess: str) -> str:
        """What the longest end says, if neither the guess nor what is left of the end is a word."""
        # Most words, for which no list is asked:
        if form == guess or HYPHEN in form or not form[:1].isupper():
            return guess
        if self._look(form) or self._look(guess):
            return guess
        for at in range(SHORTEST, len(form) - self._shortest + 1):
            found = self._look(_titled(form[at:]))
            if found and found[:1].isupper():
                left = guess.removeprefix(form[:at])
                sound = left != guess and self._look(_titled(left))
                return guess if sound else form[:at] + lowered(found)
        return guess


def is_there(language: str, folder: Path = FOLDER) -> bool:
    """Whether a model knows what words of the language are made of; nothing is read."""
    return _path(language, folder).is_file()


def load(language: str, upos: str, look: Look, folder: Path = FOLDER) -> Joined | Ends | None:
    """What a model knows of such words, if anything. `look`: the lemma of a word in a list."""
    about = _read(language, folder).get(upos)
    if about is None:
        return None
    if "end" in about:
        return Ends(about["end"], look)
    if "verbs" in about:
        return Verbs(Separable(**about), look)
    return Compounds(Compound(**about), look)


def _path(language: str, folder: Path) -> Path:
    return folder / f"joined-{language}.json.xz"


@cache
def _read(language: str, folder: Path) -> dict[str, Any]:
    path = _path(language, folder)
    return json.loads(lzma.decompress(path.read_bytes())) if path.is_file() else {}


def _titled(word: str) -> str:
    return word[:1].upper() + word[1:]
