"""Marks between the sentences of a document that an engine translates as one text."""

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from litmus.errors import UsageError

TAG = "<s{n}/>"
NEWLINE = "newline"
_NUMBER = r"(\d{1,6})"
# Engines that write East Asian text widen signs.
_WIDE = {"<": "[<＜]", ">": "[>＞]", "/": "[/／]", "[": r"[\[［]", "]": r"[\]］]", "#": "[#＃]"}


@dataclass(frozen=True)
class Marker:
    """What stands between two sentences: `{n}` is the number of the one before it, from 1 on.

    Numbers are what tells: each must come back once and in its order, so a marker that was
    eaten, moved, doubled or translated shows. A marker without `{n}` can only be counted.
    `markup`: the engine reads tags, so that sentences are escaped and cannot hold a marker.
    """

    text: str = TAG
    markup: bool = False

    def __post_init__(self) -> None:
        around = self.text.replace("{n}", "", 1)
        if not around.strip() or "{n}" in around or re.search(r"\d", around):
            raise UsageError(
                f"{self.text!r} is not a marker. Write a text that is in no sentence, with {{n}} "
                f"once for the number, such as {TAG!r}; or {NEWLINE!r}."
            )

    @property
    def numbered(self) -> bool:
        """Whether the markers can be told apart."""
        return "{n}" in self.text

    def escape(self, sentence: str) -> str:
        """The sentence as it goes out."""
        return html.escape(sentence, quote=False) if self.markup else sentence

    def unescape(self, answer: str) -> str:
        """A translation as it should be read. Markers are not looked for."""
        return html.unescape(answer) if self.markup else answer

    def join(self, sentences: Sequence[str]) -> str | None:
        """One text with a marker after every sentence but the last.

        None where a sentence holds what would be taken for a marker.

        >>> Marker().join(["One.", "Two.", "Three."])
        'One. <s1/> Two. <s2/> Three.'
        """
        escaped = [self.escape(sentence) for sentence in sentences]
        if len(sentences) == 1:
            return escaped[0]
        if self.text == NEWLINE:
            text = "\n".join(escaped)
        else:
            parts = escaped[:1]
            for number, sentence in enumerate(escaped[1:], start=1):
                parts += [self.text.replace("{n}", str(number)), sentence]
            text = " ".join(parts)
        return text if self.split(text, sentences) == [one.strip() for one in sentences] else None

    def split(self, answer: str, sentences: Sequence[str]) -> list[str] | None:
        """The translations of the sentences; None where the markers did not come back right.

        Blanks inside a marker, capitals, wide signs and digits of other scripts are right; a
        marker that is missing, doubled or out of order is not, nor is a translation without a
        letter of a sentence that has some, or with half a marker that its sentence has not.

        >>> Marker().split("Un. < S1 /> Deux.", ["One.", "Two."])
        ['Un.', 'Deux.']
        """
        if len(sentences) == 1:
            return [self.unescape(answer.strip())]
        found = list(self._pattern.finditer(answer))
        if len(found) != len(sentences) - 1:
            return None
        if self.numbered and [int(one[1]) for one in found] != list(range(1, len(sentences))):
            return None
        starts = [0, *(one.end() for one in found)]
        ends = [*(one.start() for one in found), len(answer)]
        pairs = zip(starts, ends, strict=True)
        pieces = [self.unescape(answer[start:end].strip()) for start, end in pairs]
        for piece, sentence in zip(pieces, sentences, strict=True):
            if not piece or (_has_letters(sentence) and not _has_letters(piece)):
                return None
            if len(self._stray.findall(piece)) > len(self._stray.findall(sentence)):
                return None
        return pieces

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """Generous with what engines do to a marker's looks."""
        if self.text == NEWLINE:
            return re.compile(r"\n\s*")
        tokens = re.findall(r"\{n\}|\w+|[^\w\s]", self.text)
        parts = [_NUMBER if one == "{n}" else _WIDE.get(one, re.escape(one)) for one in tokens]
        pattern = r"\s*".join(parts)
        if self.text == TAG:  # readers of HTML open and close it: <s3></s3>
            pattern = rf"[<＜]\s*s\s*{_NUMBER}\s*(?:[/／]\s*)?[>＞]"
            pattern += r"(?:\s*[<＜]\s*[/／]\s*s\s*\1\s*[>＞])?"
        return re.compile(pattern, re.IGNORECASE)

    @cached_property
    def _stray(self) -> re.Pattern[str]:
        """What must not stay in a translation: a marker, or one that only opens or closes."""
        if self.text != TAG:
            return self._pattern
        return re.compile(r"[<＜]\s*(?:[/／]\s*)?s\s*\d+\s*(?:[/／]\s*)?[>＞]", re.IGNORECASE)


def _has_letters(text: str) -> bool:
    return any(map(str.isalnum, text))
