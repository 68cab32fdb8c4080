"""Where the sentences of a text begin: the rules of Koehn and Schroeder, by punctuation and case.

No model is loaded; the abbreviations that end no sentence are the lists of Moses, which come with
sacremoses. For text that an analyser reads anyway, its own sentences are better
(`analyse(..., sentences="split")`).
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from string import ascii_lowercase
from typing import NamedTuple

_TOKEN = re.compile("[^ ]+")
_NUMERIC_ONLY = " #NUMERIC_ONLY#"
# Companies, which the lists lack.
_ALSO = frozenset(("Co", "Corp", "Inc", "Ltd", "Bros"))
_BEFORE_NUMBERS = frozenset(("Fig", "Figs", "Abb"))


class _Marks(NamedTuple):
    """Marks around sentences; besides these openers and closers, those that Unicode calls so.

    `opens` and `closes` are marks that do so only where they touch a word: “ opens in English and
    closes in German, and which one a lone “ does is not to be seen.
    """

    ends: tuple[str, ...]  # whatever is before them
    openers: str
    closers: str
    opens: str = ""
    closes: str = ""


_PUBLISHED = _Marks(("?", "!", ".."), "'\"([¿¡", "'\")]")
_MORE = _Marks(
    (*_PUBLISHED.ends, "…", "؟"),
    _PUBLISHED.openers + "-–—„‚",  # noqa: RUF001
    _PUBLISHED.closers,
    opens="»›”’",  # noqa: RUF001
    closes="“‘«‹",  # noqa: RUF001
)
# Ends of sentences in scripts that put no blank behind them.
_FULL_WIDTH = re.compile("[。！？]+[」』”’）]*")  # noqa: RUF001


def sentences(text: str, language: str, *, published: bool = False) -> list[str]:
    """The sentences of a text, blanks around them removed; none of a blank text.

    A sentence may begin with a dash, as in dialogue, and begin and end with German quotation marks;
    an ellipsis ends one before a capital; Arabic, Chinese and Japanese ends of sentences count; and
    a single small letter is a word (French *il l'a.*), no abbreviation. `published`: without these,
    as the package sentence_splitter has it.

    >>> sentences("Dr. Lang? - Ja. Er kam am 3. Mai.", "de")
    ['Dr. Lang?', '- Ja.', 'Er kam am 3. Mai.']
    >>> sentences("Dr. Lang? - Ja. Er kam am 3. Mai.", "de", published=True)
    ['Dr. Lang? - Ja.', 'Er kam am 3. Mai.']
    """
    if published:
        return _split(text, _PUBLISHED, *_abbreviations(language, published))
    known = _abbreviations(language, published)
    pieces = _FULL_WIDTH.sub(lambda end: f"{end[0]}\n", text).split("\n")
    return [part for piece in pieces for part in _split(piece, _MORE, *known)]


def _split(
    text: str, marks: _Marks, abbreviations: frozenset[str], numeric: frozenset[str]
) -> list[str]:
    found = [match.span() for match in _TOKEN.finditer(text)]
    tokens = [text[start:end] for start, end in found]
    parts, start = [], 0
    for place in range(len(tokens) - 1):
        if _ends_anyhow(tokens, place, marks) or _ends_with_dot(
            tokens[place], tokens[place + 1], marks, abbreviations, numeric
        ):
            parts.append(text[start : found[place][1]])
            start = found[place + 1][0]
    return [part for part in (*map(str.strip, parts), text[start:].strip()) if part]


def _ends_anyhow(tokens: Sequence[str], place: int, marks: _Marks) -> bool:
    """Whether a sentence ends behind a token, whatever the token abbreviates."""
    left = tokens[place]
    begins, opened = _beginning(tokens, place + 1, marks)
    if not begins:
        return False
    bare = _without_closers(left, marks)
    closed = bare != left
    if not bare and place:  # a closing mark that stands alone
        bare = tokens[place - 1]
    if closed:
        return bare.endswith((".", *marks.ends))
    if opened == "apart":  # a quotation mark that stands alone closes if it can
        closes = not _without_closers(tokens[place + 1], marks)
        return left.endswith((".", *marks.ends)) and not closes
    if left.endswith(marks.ends):
        return True
    return left.endswith(".") and opened == "within" and not tokens[place + 1].startswith("(")


def _beginning(tokens: Sequence[str], place: int, marks: _Marks) -> tuple[bool, str]:
    """Whether a sentence can begin with a token; and if it opens with marks, how they stand."""
    token = tokens[place]
    bare = _without_openers(token, marks)
    if bare:
        return _is_capital(bare[0]), "within" if bare != token else ""
    follows = tokens[place + 1] if place + 1 < len(tokens) else ""
    return bool(follows) and _is_capital(follows[0]), "apart"


def _ends_with_dot(
    left: str, right: str, marks: _Marks, abbreviations: frozenset[str], numeric: frozenset[str]
) -> bool:
    """Whether the full stop of a token ends a sentence, and no abbreviation."""
    bare = left.rstrip(".")
    if bare == left:
        return False
    begins = _without_openers(right, marks)[:1]
    if not (begins and (_is_capital(begins) or "0" <= begins <= "9")):
        return False
    prefix = _end_of(bare, lambda letter: letter.isalnum() or letter in "_.-")
    if prefix in abbreviations:
        return False
    initials = _end_of(bare, lambda letter: _is_capital(letter) or letter == "-")
    if initials and bare.removesuffix(initials).endswith("."):
        return False
    return not (prefix in numeric and right[0].isdecimal())


def _end_of(token: str, belongs: Callable[[str], bool]) -> str:
    """The longest end of a token whose characters all belong to it."""
    start = len(token)
    while start and belongs(token[start - 1]):
        start -= 1
    return token[start:]


@cache
def _abbreviations(language: str, published: bool) -> tuple[frozenset[str], frozenset[str]]:
    """What a full stop abbreviates always, and what only before a number.

    The lists of the language and of English, whose titles and names are in every translation.
    """
    from sacremoses.corpus import NonbreakingPrefixes

    listed = NonbreakingPrefixes()
    own = language in listed.available_langs
    entries = {
        entry.strip()
        for code in ("en", *([language] if own else ()))
        for entry in listed.words(code)
    }
    numeric = {entry.partition("#")[0].strip() for entry in entries if _NUMERIC_ONLY in entry}
    always = _ALSO.union(entry for entry in entries if "#" not in entry)
    letters = set(ascii_lowercase)
    if published:
        return frozenset(always | letters), frozenset(numeric)
    return frozenset(always - letters), _BEFORE_NUMBERS.union(numeric)


def _without_openers(token: str, marks: _Marks) -> str:
    start = 0
    while start < len(token) and (
        token[start] in marks.openers
        or _category(token[start]) == "Pi"
        or (token[start] in marks.opens and token[start + 1 :][:1].isalnum())
    ):
        start += 1
    return token[start:]


def _without_closers(token: str, marks: _Marks) -> str:
    end = len(token)
    while end and (
        token[end - 1] in marks.closers
        or _category(token[end - 1]) == "Pf"
        or (token[end - 1] in marks.closes and end > 1)
    ):
        end -= 1
    return token[:end]


@cache
def _category(character: str) -> str:
    return unicodedata.category(character)


def _is_capital(character: str) -> bool:
    """A capital, or a letter of a script that has none."""
    return _category(character) in ("Lu", "Lo")
