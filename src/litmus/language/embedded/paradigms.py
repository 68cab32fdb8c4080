"""Word lists as paradigms: how words inflect, and which words inflect that way.

Millions of forms fit in a small file: a paradigm is written once, each of its words once. A word
whose end is a word of the same paradigm is left out, since a form that is not known is looked up by
its end: compounds inflect as their last part does.
"""

import lzma
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from litmus.language.embedded.edits import lowered
from litmus.language.embedded.lexicon import FOLDER

SHORTEST = 4  # letters of an end to go by
_BECOMES = ">"
_KIN = (("AUX", "VERB"), ("PROPN", "NOUN"))


class Paradigm(NamedTuple):
    upos: str
    endings: tuple[tuple[str, str], ...]  # of a form, and of the dictionary word in its place
    words: tuple[str, ...]  # dictionary words


def pack(paradigms: Iterable[Paradigm]) -> bytes:
    """A file of paradigms: a line with the endings, then a line for each word."""
    lines: list[str] = []
    for upos, endings, words in sorted(paradigms):
        lines.append(" ".join([upos, *(_BECOMES.join(pair) for pair in endings)]))
        lines += sorted(words, key=lambda word: word[::-1])  # neighbours that pack well
    return lzma.compress("\n".join(lines).encode(), preset=9 | lzma.PRESET_EXTREME)


def unpack(content: bytes) -> Iterable[Paradigm]:
    upos, endings, words = "", (), []  # type: tuple[str, tuple[tuple[str, str], ...], list[str]]
    for line in lzma.decompress(content).decode("utf-8").split("\n"):
        if _BECOMES not in line:
            words.append(line)
            continue
        if words:
            yield Paradigm(upos, endings, tuple(words))
        upos, *pairs = line.split(" ")
        endings = tuple((form, word) for form, _, word in (p.partition(_BECOMES) for p in pairs))
        words = []
    yield Paradigm(upos, endings, tuple(words))


class Paradigms:
    """
    >>> table = Paradigms([Paradigm("NOUN", (("", ""), ("s", "")), ("house",))])
    >>> table.lemmas("Houses", "NOUN"), table.lemmas_by_end("lighthouses", "NOUN")
    (('house',), ('lighthouse',))
    """

    def __init__(self, paradigms: Iterable[Paradigm]) -> None:
        self._paradigms: list[tuple[str, frozenset[tuple[str, str]]]] = []
        self._endings: set[str] = set()  # of forms
        self._stems: dict[str, tuple[tuple[str, int], ...]] = {}  # what form and word share
        self._irregular: dict[str, list[tuple[str, str]]] = {}  # forms that share nothing
        for number, (upos, endings, words) in enumerate(paradigms):
            self._paradigms.append((upos, frozenset(endings)))
            self._endings.update(ending for ending, _ in endings)
            for ending in dict.fromkeys(ending for _, ending in endings):
                one = ((ending, number),)  # most stems have but one, and hold the same object
                for word in words:
                    if stem := word[: len(word) - len(ending)]:
                        others = self._stems.get(stem)
                        self._stems[stem] = others + one if others else one
            for form, ending in endings:
                if ending in words:
                    self._irregular.setdefault(form, []).append((ending, upos))
        # What a table has no words of goes with the next of kin: but a surname is not to become a
        # common word where names are known.
        self.parts = frozenset(upos for upos, _ in self._paradigms)  # of speech
        self._same = {part: kin for part, kin in _KIN if part not in self.parts}

    def lemmas(self, form: str, upos: str) -> tuple[str, ...]:
        """Dictionary words that have this form: those of the part of speech if there are any, and
        all others if not, but none for a name."""
        text = lowered(form)
        known = self._known(text, self._cuts(text))
        found = self._of(upos, known)
        if not found and self._same.get(upos, upos) != "PROPN":
            found = known
        return _cased(form, upos, found)

    def lemmas_by_end(self, form: str, upos: str) -> tuple[str, ...]:
        """The same by the longest end of the form that is known as one of that part of speech."""
        text = lowered(form)
        cuts = self._cuts(text)  # the same for every end
        for start in range(1, len(text) - SHORTEST + 1):
            if found := self._of(upos, self._known(text, cuts, start)):
                return _cased(form, upos, [(text[:start] + word, of) for word, of in found])
        return ()

    def _of(self, upos: str, known: list[tuple[str, str]]) -> list[tuple[str, str]]:
        wanted = self._same.get(upos, upos)
        return [(word, of) for word, of in known if of == wanted]

    def _cuts(self, form: str) -> list[int]:
        """Where an ending can start, the last first."""
        return [at for at in range(len(form), 0, -1) if form[at:] in self._endings]

    def _known(self, text: str, cuts: list[int], start: int = 0) -> list[tuple[str, str]]:
        """Words that have the form that starts there, each with its part of speech."""
        found: list[tuple[str, str]] = []
        for at in cuts:
            if at <= start:
                break
            for ending, number in self._stems.get(text[start:at], ()):
                upos, endings = self._paradigms[number]
                if (text[at:], ending) in endings:
                    found.append((text[start:at] + ending, upos))
        return found + self._irregular.get(text[start:], [])


@cache
def load(language: str, folder: Path = FOLDER) -> Paradigms | None:
    """The table that ships for a language, if any."""
    path = folder / f"paradigms-{language}.txt.xz"
    return Paradigms(unpack(path.read_bytes())) if path.is_file() else None


def _cased(form: str, upos: str, known: list[tuple[str, str]]) -> tuple[str, ...]:
    """Names with capital letters, if the form has one."""
    if not form[:1].isupper():
        return tuple(word for word, _ in known)
    return tuple(_titled(word) if "PROPN" in (upos, of) else word for word, of in known)


def _titled(word: str) -> str:
    return "-".join(part[:1].upper() + part[1:] for part in word.split("-"))
