"""Words and tokens with character offsets into the untouched text."""

import re
import unicodedata
from collections.abc import Callable
from functools import cache

from litmus.errors import UnknownName

Span = tuple[int, int]

# Letters and digits, with the marks that Python's \w leaves out: Latin accents in decomposed text,
# Hebrew and Arabic points, Indic and Thai vowel signs.
_MARKS = (
    "\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f"
    "\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0900-\u0903\u093a-\u093c"
    "\u093e-\u094f\u0981-\u0983\u09bc\u09be-\u09cd\u0e31\u0e34-\u0e3a\u0e47-\u0e4e"
)
WORD = re.compile(rf"[^\W_](?:[^\W_]|[{_MARKS}])*")
# Scripts written without spaces: one character is one token.
_HAN_KANA = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
_TOKEN = re.compile(rf"[{_HAN_KANA}]|(?:(?![{_HAN_KANA}])[^\W_]|[{_MARKS}])+|[^\w\s]|_")


def words(text: str) -> list[str]:
    """Its words: runs of letters and digits. Apostrophes and hyphens separate.

    >>> words("L'eau-de-vie, c'est 40 %.")
    ['L', 'eau', 'de', 'vie', 'c', 'est', '40']
    """
    return WORD.findall(text)


def word_offsets(text: str) -> list[Span]:
    """Where its words stand."""
    return [match.span() for match in WORD.finditer(text)]


def compose(text: str) -> str:
    """NFC, so that the same word is the same string however it was typed."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def strip_accents(text: str) -> str:
    """Letters without their diacritics, compatibility forms resolved (NFKD).

    >>> strip_accents("Élève")
    'Eleve'
    """
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def token_offsets(text: str, tokenisation: str, language: str) -> tuple[Span, ...]:
    """Where the tokens of a tokenisation stand: "words" (ours), "space" or "moses"."""
    if tokenisation == "words":
        return tuple(match.span() for match in _TOKEN.finditer(text))
    if tokenisation == "space":
        return tuple(match.span() for match in re.finditer(r"\S+", text))
    if tokenisation == "moses":
        return locate(text, moses(language)(text, escape=False))
    raise UnknownName("tokenisation", tokenisation, ("words", "space", "moses"))


def locate(text: str, tokens: list[str]) -> tuple[Span, ...]:
    """Where given tokens stand in a text; one that was altered gets an empty span in order."""
    spans, position = [], 0
    for token in tokens:
        start = text.find(token, position)
        if start < 0:
            spans.append((position, position))
        else:
            position = start + len(token)
            spans.append((start, position))
    return tuple(spans)


@cache
def moses(language: str) -> Callable[..., list[str]]:
    """The Moses tokeniser of a language, as a function of the text."""
    from sacremoses import MosesTokenizer

    tokenize: Callable[..., list[str]] = MosesTokenizer(lang=language).tokenize
    return tokenize


@cache
def moses_detokeniser(language: str) -> Callable[[list[str]], str]:
    """The Moses detokeniser of a language, as a function of the tokens."""
    from sacremoses import MosesDetokenizer

    detokenize: Callable[[list[str]], str] = MosesDetokenizer(lang=language).detokenize
    return detokenize
