"""What a server said, fit for a message: on one line, without keys, without effect on a terminal.

A server knows the key that it was sent, and may say it again: in its status line, a header, or an
error that quotes the request, as it came or escaped in one of the usual ways. (One that wants to
show the key in a form of its own making cannot be stopped from here; it has the key.)
"""

import html
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping

from litmus.wording import visible

SHOWN = 300  # characters
_UNSEEN = "[\0-\x1f\x7f-\x9f\xad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]*"
_LEAST_MASKED = 8  # characters: in a translation, what is shorter may be a word
_LEAST_BASE64 = 6  # characters of a key: what is shorter is in too many words


class Ear:
    """Hears without the values of some variables. `${NAME}` takes their places."""

    def __init__(self, values: Mapping[str, str]) -> None:
        # the longest first: one key may begin with another
        by_length = sorted(values.items(), key=lambda item: -len(item[1]))
        self._masks = [
            (re.compile("|".join(_forms(value)), re.IGNORECASE), f"${{{name}}}", len(value))
            for name, value in by_length
            if value
        ]
        self._edge = 12 * max(map(len, values.values()), default=0)

    def heard(self, text: str, *, is_cut: bool = False, most: int = SHOWN) -> str:
        """The beginning of a text. `is_cut`: its end is missing, which may halve a key."""
        text = self.masked(text, least=1)
        if is_cut:
            text = text[: max(0, len(text) - self._edge)]
        text = visible(" ".join(text.split()))
        return text if len(text) <= most else f"{text[:most]}..."

    def masked(self, text: str, *, least: int = _LEAST_MASKED) -> str:
        """The whole text as it is, but for values of at least so many characters."""
        for pattern, name, length in self._masks:
            if length >= least:
                text = pattern.sub(lambda _, name=name: name, text)  # type: ignore[misc]
        return text


def _forms(value: str) -> Iterator[str]:
    """Patterns of a value as it is, escaped character by character, and in base64 and hex."""
    yield re.escape(value)
    yield _UNSEEN.join(map(_one, value))
    yield re.escape(value.encode().hex())
    if len(value) >= _LEAST_BASE64:
        for before in range(3):  # "user:KEY" begins anywhere in a group of three bytes
            whole = b64encode(b"\0" * before + value.encode()).decode().rstrip("=")
            sure = whole[(0, 2, 3)[before] : (before + len(value)) * 8 // 6]
            yield re.escape(sure).replace(r"\+", "[+-]").replace("/", "[/_]")


def _one(character: str) -> str:
    """A character as addresses (%2F, also twice), JSON and HTML write it, and as it is.

    The group is atomic, so that no text makes the pattern go back and forth; but for characters
    that begin an escape, which may stand for themselves after all.
    """
    code = ord(character)
    escapes = [
        f"%(?:25){{0,3}}{code:02x}",
        rf"\\{{1,3}}(?:u00|x){code:02x}",
        rf"\\{{1,3}}{re.escape(character)}",
        f"&#(?:0{{0,5}}{code}|x0{{0,5}}{code:x});",
    ]
    if (named := html.escape(character)) != character:
        escapes.append(re.escape(named))
    if character == " ":
        escapes.append(r"\+")
    group = "(?:" if character in "%&\\" else "(?>"
    return f"{group}{'|'.join([*escapes, re.escape(character)])})"
