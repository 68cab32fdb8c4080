"""Apostrophes and quotation marks as treebanks write them: ' and ".

Books and newspapers print ’ and “ ”. Treebanks have them seldom or never, and networks that learned
from these may leave *l’île* or *‘Ik* one word. So they are shown the plain marks, one character for
one, and places stay. Marks that the treebanks of a language do have are left as they are:
`model/quotes.json` (`experiments/analyser/choose_quotes.py`); a language that is not there sees
texts as they are written.
"""

import json
import re
from functools import cache
from pathlib import Path

from litmus.language.embedded.lexicon import FOLDER
from litmus.language.words import is_word_character

FILE = "quotes.json"
KINDS = ("“”„‟", "«»‹›")  # languages mix the marks of a kind
DOUBLE = "".join(KINDS)
SINGLE = "‘‛‚’ʼ"
_SINGLE, _ANY = re.compile(f"[{SINGLE}]"), re.compile(f"[{DOUBLE}{SINGLE}]")
# Words that have lost their first letters: Dutch 's, 't, 'n; English 'em, 'til, '90s.
_SHORTENED = re.compile(
    r"(?:[kmnrst]|em|til|tis|twas|cause|bout|\d\ds?)\b(?!['’ʼ]\w)", re.IGNORECASE
)
_ENDS = frozenset(f'{DOUBLE})]"')  # what an ending may follow: Turkish (TBMM)’nin
_NEXT = re.compile(r"’(?!\w)|‘")


class Typography:
    """What the texts of a language look like to the networks."""

    def __init__(self, native: str) -> None:
        """`native`: quotation marks that the networks know."""
        self._double = {ord(mark): '"' for mark in DOUBLE if mark not in native}

    def plain(self, text: str) -> str:
        """The text with ' for apostrophes and " for quotation marks.

        >>> Typography("").plain("‘Don’t,’ he said, “it’s the boys’ room.”")
        '"Don\\'t," he said, "it\\'s the boys\\' room."'
        >>> Typography("«»").plain("« L’île »")
        "« L'île »"
        """
        if text.isascii() or not _ANY.search(text):
            return text
        text = text.translate(self._double)
        marks = _single(text)
        return "".join(marks.get(at, letter) for at, letter in enumerate(text)) if marks else text


@cache
def load(language: str, folder: Path = FOLDER) -> Typography | None:
    """As it ships for a language; None: the networks see what is written."""
    native = _native(folder).get(language)
    return None if native is None else Typography(native)


@cache
def _native(folder: Path) -> dict[str, str]:
    path = folder / FILE
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def _single(text: str) -> dict[int, str]:
    """Place of a single mark -> what it is: an apostrophe, or a quotation mark."""
    found = {}
    opened = False
    for match in _SINGLE.finditer(text):
        at, mark = match.start(), match[0]
        previous, following = text[at - 1 : at], text[at + 1 : at + 2]
        before, after = is_word_character(previous), is_word_character(following)
        if mark == "‚" and (before or not after):  # a comma, to whoever typed it
            continue
        if after and (before or (mark in "’ʼ" and previous in _ENDS)):
            found[at] = "'"
        elif after:
            shortened = _SHORTENED.match(text, at + 1) is not None
            found[at] = "'" if shortened else '"'
            opened = opened or not shortened
        elif before and not (opened and _closes(text, at)):
            found[at] = "'"
        else:
            found[at] = '"'
            opened = not previous.strip() and bool(following.strip())
    return found


def _closes(text: str, at: int) -> bool:
    """Whether a mark behind a word ends the quotation; behind an s a later one may do so."""
    if text[at - 1] not in "sS":
        return True
    later = _NEXT.search(text, at + 1)
    return later is None or later[0] == "‘"
