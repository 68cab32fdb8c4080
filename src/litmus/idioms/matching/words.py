"""A text as the words that idioms are made of: contractions opened, small words told apart."""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from litmus.language import knowledge
from litmus.language.words import WORD, lowered
from litmus.plugins.data_folder import per_data_folder

_BREAK = re.compile(r"[.!?;:…。！？；：]|[(){}\[\]（）]")
_COMMA = re.compile("[,،、，–—]")
# Python counts this apostrophe among the letters.
_LETTER_APOSTROPHE = "\u02bc"
# A word may have soft hyphens in it, which are not visible.
RUN = rf"{WORD.pattern}(?:\xad+{WORD.pattern})*"


class Unit(NamedTuple):
    """One word at `text[start:end]`; `readings` are lower-cased forms it may stand for.

    The words of one contraction have the same span.
    """

    start: int
    end: int
    readings: tuple[str, ...]


@per_data_folder()
def splitter(code: str) -> Callable[[str], list[Unit]]:
    """The function that cuts texts of a language into units."""
    language = knowledge.load(code)
    if language.writing == "characters":
        return _characters
    return _Words(language).units


@per_data_folder()
def pieces(code: str) -> Callable[[str], frozenset[str]]:
    """Every reading that a unit can have if this run of letters is part of it, or is it.

    For a filter, which sees the letters and digits between all other characters.
    """
    language = knowledge.load(code)
    if language.writing == "characters":
        return lambda run: frozenset((run,))
    words = _Words(language)
    table: dict[str, set[str]] = {}
    for written, alternatives in words.several.items():
        runs = WORD.findall(written)
        for form in {form for parts in alternatives for form in parts}:
            # A part that is written out is read off its own letters; others off any.
            for run in [form] if form in runs else runs:
                table.setdefault(run, set()).add(form)
    for short in (words.before, words.after, words.clipped):
        for run, full in short.items():
            table.setdefault(run, set()).update(full)

    def readings(run: str) -> frozenset[str]:
        return frozenset((run, *table.get(run, ())))

    return readings


def readable(text: str) -> str:
    """The text with one sign for each kind of apostrophe that passes for a letter; as long."""
    return text.replace(_LETTER_APOSTROPHE, "'")


def _characters(text: str) -> list[Unit]:
    """One unit per letter or digit: scripts without spaces."""
    return [
        Unit(match.start(), match.end(), (lowered(match.group()),))
        for match in re.finditer(r"[^\W_]", text)
    ]


def gap(between: str) -> int:
    """What parts two units: 0 nothing but blanks, hyphens and quotes; 1 a comma or dash; 2 the
    end of a sentence, a colon, a parenthesis.

    >>> gap(" "), gap(", "), gap("-"), gap(". ")
    (0, 1, 0, 2)
    """
    if not between or between.isspace():
        return 0
    if _BREAK.search(between):
        return 2
    return 1 if _COMMA.search(between) else 0


class _Words:
    """Words between blanks, by the contractions and apostrophes of a language."""

    def __init__(self, language: knowledge.Language) -> None:
        marks = language.apostrophes
        signs = "".join(re.escape(sign) for sign in marks.characters) or "'"
        self._sign = re.compile(f"[{signs}]")
        self._token = re.compile(rf"{RUN}(?:[{signs}]{RUN})*")
        self._run = re.compile(RUN)
        self._plain = re.compile(r"[A-Za-z0-9]+(?:'[A-Za-z0-9]+)*")  # the same for ASCII, faster
        self.before: Mapping[str, tuple[str, ...]] = marks.elided
        self.after: Mapping[str, tuple[str, ...]] = marks.enclitics
        self.clipped = {**marks.clipped_start, **marks.clipped_end}
        self.several = _several(language)

    def units(self, text: str) -> list[Unit]:
        """The units of a text, in order."""
        units: list[Unit] = []
        several, clipped = self.several, self.clipped
        text = readable(text)
        for match in (self._plain if text.isascii() else self._token).finditer(text):
            start, end = match.span()
            written = lowered(match.group())
            if written in several or not written.isalnum():
                self._open(start, self._sign.sub("'", written), units)
            elif written in clipped:
                units.append(Unit(start, end, self._alone(text, start, end, written)))
            else:
                units.append(Unit(start, end, (written,)))
        return units

    def _alone(self, text: str, start: int, end: int, written: str) -> tuple[str, ...]:
        """A word that an apostrophe at its edge may shorten."""
        if self._sign.match(text, end) or (start and self._sign.match(text, start - 1)):
            return (written, *self.clipped[written])
        return (written,)

    def _open(self, start: int, written: str, units: list[Unit]) -> None:
        """The words in one token: a known contraction, or what is around its apostrophes."""
        contraction = self.several.get(written)
        if contraction is not None:
            for number in range(max(len(parts) for parts in contraction)):
                readings = dict.fromkeys(
                    parts[number] for parts in contraction if number < len(parts)
                )
                units.append(Unit(start, start + len(written), tuple(readings)))
            return
        runs = list(self._run.finditer(written))
        for number, run in enumerate(runs):
            readings = {run.group(): None}
            if number + 1 < len(runs):
                readings |= dict.fromkeys(self.before.get(run.group(), ()))
            if number:
                readings |= dict.fromkeys(self.after.get(run.group(), ()))
            units.append(Unit(start + run.start(), start + run.end(), tuple(readings)))


def _several(language: knowledge.Language) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """Written word -> its readings in parts. A reading with an apostrophe is cut at it."""
    readings_of: dict[str, tuple[tuple[str, ...], ...]] = {}
    for written, parts in language.contractions.items():
        readings_of[written] = (tuple(parts),)
    for written, readings in language.ambiguous.items():
        cut = [tuple(run for part in parts for run in WORD.findall(part)) for parts in readings]
        readings_of[written] = tuple(cut)
    for written, full in language.apostrophes.whole.items():
        readings_of[written] = tuple(tuple(WORD.findall(words)) for words in (written, *full))
    return readings_of
