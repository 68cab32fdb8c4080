"""Words and tokens with character offsets into the untouched text."""

import re
import unicodedata
from collections.abc import Callable
from functools import cache

from litmus.errors import UnknownName

Span = tuple[int, int]

# Letters and digits, with the marks that Python's \w leaves out: Latin accents in decomposed text,
# Hebrew and Arabic points, Indic and Thai vowel signs.
_MARKS = "".join(
    character
    for character in map(chr, [*range(0x0300, 0x1E00), *range(0xA66F, 0xAC00)])
    if unicodedata.category(character) in ("Mn", "Mc")
)
_MARK_SET = frozenset(_MARKS)
WORD = re.compile(rf"[^\W_]+(?:[{_MARKS}][^\W_]*)*")
# Scripts written without spaces: one character is one token.
_HAN_KANA = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
# Letters and marks take turns, so that there is one way to read a run of them.
_LETTERS = rf"[^\W_{_HAN_KANA}]+"
_TOKEN = re.compile(
    rf"[{_MARKS}]*{_LETTERS}(?:[{_MARKS}]+{_LETTERS})*[{_MARKS}]*|[{_MARKS}]+|[{_HAN_KANA}]|[^\w\s]|_"
)
_ASCII_TOKEN = re.compile(r"[^\W_]+|[^\w\s]|_")  # the same where there is nothing else, and faster


def words(text: str) -> list[str]:
    """Its words: runs of letters and digits. Apostrophes and hyphens separate.

    >>> words("L'eau-de-vie, c'est 40 %.")
    ['L', 'eau', 'de', 'vie', 'c', 'est', '40']
    """
    return WORD.findall(text)


def holds_word(text: str, word: str) -> bool:
    """Whether `word` is one of the words of a text; faster than splitting it.

    >>> holds_word("the cathedral", "cat"), holds_word("the cat's", "cat")
    (False, True)
    """
    start = text.find(word)
    while start >= 0:
        end = start + len(word)
        if not (_continues(text[end : end + 1]) or _inside(text, start)):
            return True
        start = text.find(word, start + 1)
    return False


def is_word_character(character: str) -> bool:
    """Whether a character can stand inside a word: a letter, a digit, or a mark on one."""
    return character.isalnum() or character in _MARK_SET


def _continues(character: str) -> bool:
    return character.isalnum() or (not character.isascii() and character in _MARK_SET)


def _inside(text: str, start: int) -> bool:
    """Whether the character before is a letter, marks on it passed over."""
    while start and not text[start - 1].isascii() and text[start - 1] in _MARK_SET:
        start -= 1
    return start > 0 and text[start - 1].isalnum()


def lowered(text: str) -> str:
    """Lower case, letter by letter: as long as the text, and the same wherever it is cut.

    >>> lowered("İSTANBUL'un"), lowered("ΟΔΟΣ")
    ("istanbul'un", 'οδοσ')
    """
    if text.isascii():
        return text.lower()
    return "".join("i" if sign == "İ" else _lower(sign) for sign in text)


def _lower(sign: str) -> str:
    small = sign.lower()
    return small if len(small) == 1 else sign


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
        found = _ASCII_TOKEN.finditer(text) if text.isascii() else _TOKEN.finditer(text)
        return tuple(map(re.Match.span, found))
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
