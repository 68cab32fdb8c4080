"""Damaged copies of good files: what disks, editors, downloads and enemies do to bytes."""

import random
import re
from collections.abc import Callable, Sequence

# What once ended in a traceback, or may: numbers, nesting, encodings, line ends, half characters.
TOKENS = (
    b"\0", b"\r", b"\r\n", b"\n", b"\n\n", b"\t", b"\t\t", b" " * 50, b"\xff", b"\xc3", b"\xef\xbb\xbf",
    b"\xed\xa0\x80", "\u2028".encode(), "\x85".encode(), "\u202e".encode(), "e\u0301".encode(), "😀".encode(),
    b"9" * 4301, b"-1", b"0", b"1e999", b"NaN", b"Infinity", b"-0.0", b"1.5", b"[" * 2000, b"{\"a\":" * 500,
    b"null", b"true", b"\"", b"'", b"\\", b"\\u0000", b"\\ud800", b"\\", b"#", b"|||", b"|", b"/", b"(", b")", b"<", b">",
    b"&", b"&#0;", b"&#xD800;", b"&lol;", b"<!DOCTYPE a [<!ENTITY b \"c\">]>", b"<?xml version=\"1.0\" encoding=\"foo\"?>",
    b"<![CDATA[", b"]]>", b"=", b"[a]\n", b"a = 1979-05-27\n", b"inf", b"nan", b"_", b"1-2", b"3.1", b"(0, 99)", b"(5, 1)",
    b"\x1b[31m", b"a" * 5000, b"-", b"--", b"../../etc/passwd", b"%s%n", b"{text}", b"${HOME}",
)  # fmt: skip
_NUMBER = re.compile(rb"\d+")


class Mutator:
    """An endless supply of damaged files, the same for the same seed.

    What led to a new outcome is damaged further (`keep`), so that the search goes deeper than one
    step from a good file.
    """

    def __init__(self, good: Sequence[bytes], seed: int) -> None:
        self._random = random.Random(seed)
        self._good = list(good)
        self._kept: list[bytes] = []

    def keep(self, content: bytes) -> None:
        """Remember a file that was answered in a way nobody has seen."""
        if len(content) < 20_000:
            self._kept.append(content)
            del self._kept[:-200]

    def damaged(self, content: bytes) -> bytes:
        """The file after one to four accidents; now and then something that has grown from it."""
        if self._kept and self._random.random() < 0.3:
            content = self._random.choice(self._kept)
        for _ in range(self._random.choice((1, 1, 1, 2, 2, 3, 4))):
            content = self._random.choice(_ACCIDENTS)(self, content)
        return content

    def _spot(self, content: bytes) -> int:
        return self._random.randint(0, len(content))

    def _stretch(self, content: bytes) -> tuple[int, int]:
        start = self._spot(content)
        return start, min(len(content), start + self._random.choice((1, 2, 5, 20, 200)))

    def flip(self, content: bytes) -> bytes:
        """One byte becomes another."""
        at = self._spot(content)
        return content[:at] + bytes([self._random.randrange(256)]) + content[at + 1 :]

    def cut(self, content: bytes) -> bytes:
        """A stretch is missing."""
        start, end = self._stretch(content)
        return content[:start] + content[end:]

    def end(self, content: bytes) -> bytes:
        """A download stopped."""
        return content[: self._spot(content)]

    def insert(self, content: bytes) -> bytes:
        """Something that does not belong there."""
        at = self._spot(content)
        return content[:at] + self._random.choice(TOKENS) + content[at:]

    def repeat(self, content: bytes) -> bytes:
        """A stretch comes again and again."""
        start, end = self._stretch(content)
        return content[:end] + content[start:end] * self._random.choice((1, 2, 30)) + content[end:]

    def swell(self, content: bytes) -> bytes:
        """A few bytes come so often that work which grows with their square takes minutes."""
        start = self._spot(content)
        unit = content[start : start + self._random.choice((1, 2, 5))] or b" "
        return content[:start] + unit * (50_000 // len(unit)) + content[start:]

    def number(self, content: bytes) -> bytes:
        """A number becomes one that nobody expects."""
        found = list(_NUMBER.finditer(content))
        if not found:
            return self.insert(content)
        match = self._random.choice(found)
        new = self._random.choice((b"0", b"-1", b"99999999999", b"9" * 4301, b"1e400", b"x", b""))
        return content[: match.start()] + new + content[match.end() :]

    def lines(self, content: bytes) -> bytes:
        """Lines change places, double or go."""
        lines = content.split(b"\n")
        at, other = (self._random.randrange(len(lines)) for _ in range(2))
        match self._random.randrange(3):
            case 0:
                lines[at], lines[other] = lines[other], lines[at]
            case 1:
                lines.insert(other, lines[at])
            case _:
                del lines[at]
        return b"\n".join(lines)

    def splice(self, content: bytes) -> bytes:
        """The beginning of one file and the end of another."""
        other = self._random.choice(self._good)
        return content[: self._spot(content)] + other[self._spot(other) :]

    def line_ends(self, content: bytes) -> bytes:
        """Windows, or an old Mac, in all lines or in some."""
        new = self._random.choice((b"\r\n", b"\r", b"\n\n"))
        return content.replace(b"\n", new, self._random.choice((-1, 1, 2)))

    def encoding(self, content: bytes) -> bytes:
        """Saved by an editor in another encoding."""
        text = content.decode("utf-8", "replace")
        return text.encode(
            self._random.choice(("utf-16", "utf-8-sig", "latin-1", "cp1252")), "replace"
        )


_ACCIDENTS: tuple[Callable[[Mutator, bytes], bytes], ...] = (
    Mutator.flip, Mutator.cut, Mutator.end, Mutator.insert, Mutator.insert, Mutator.insert, Mutator.repeat,
    Mutator.swell, Mutator.number, Mutator.lines, Mutator.splice, Mutator.line_ends, Mutator.encoding,
)  # fmt: skip
