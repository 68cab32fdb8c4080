"""Finds tokens that come without offsets in the text they were made from."""

import unicodedata
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

from litmus.errors import DataError

Span = tuple[int, int]
_LEAST = 0.5  # share of letters in common, below which the tokens are those of another text


def token_spans(where: str, text: str, tokens: Sequence[str]) -> list[Span]:
    """The span of every token, in order; an altered token gets what its neighbours leave.

    Spaces, case and Unicode normal forms may differ. Parts of a contraction (`de`, `le` for `du`)
    share its letters, so both overlap it.

    >>> token_spans("", "Il va au cinéma.", ["Il", "va", "à", "le", "cinéma", "."])
    [(0, 2), (3, 5), (6, 8), (6, 8), (9, 15), (15, 16)]
    >>> token_spans("", "我不知道。", ["我", "不", "知道", "。"])
    [(0, 1), (1, 2), (2, 4), (4, 5)]
    """
    letters, spans = _letters(text)
    token_letters, owners = "", []
    for number, token in enumerate(tokens):
        own_letters, _ = _letters(token)
        token_letters += own_letters
        owners += [number] * len(own_letters)
    if token_letters == letters:  # as always, unless the tokens were rewritten
        pairs = [(0, 0, len(letters))]
    else:
        blocks = SequenceMatcher(None, letters, token_letters, autojunk=False).get_matching_blocks()
        pairs = [(block.a, block.b, block.size) for block in blocks]
        matched = sum(size for _, _, size in pairs)
        if 2 * matched < _LEAST * (len(letters) + len(token_letters)):
            raise DataError(
                f"{where} has the tokens of another text: {' '.join(tokens)[:60]!r} is not "
                f"{text[:60]!r}.\nGive the tags of this text, one row per segment."
            )
    matched_letters: list[list[int]] = [[] for _ in tokens]
    for in_text, in_tokens, size in pairs:
        for step in range(size):
            matched_letters[owners[in_tokens + step]].append(in_text + step)
    sizes = Counter(owners)
    whole = [len(part) == sizes[number] > 0 for number, part in enumerate(matched_letters)]
    return [_span(part, spans) for part in _shared(matched_letters, whole, len(letters))]


def _letters(text: str) -> tuple[str, list[Span]]:
    """The text folded and without its spaces, and the span of each of its letters."""
    letters: list[str] = []
    spans: list[Span] = []
    start = 0
    while start < len(text):
        end = start + 1
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1
        for letter in unicodedata.normalize("NFKC", text[start:end]).casefold():
            if not letter.isspace():
                letters.append(letter)
                spans.append((start, end))
        start = end
    return "".join(letters), spans


def _shared(matched: Sequence[Sequence[int]], whole: Sequence[bool], length: int) -> list[Span]:
    """Spans among the letters: an altered token also takes adjacent letters without a token."""
    assigned = {letter for part in matched for letter in part}
    spans: list[Span] = []
    for number, part in enumerate(matched):
        if part:
            first, last = part[0], part[-1] + 1
        else:
            first = last = _end_before(matched, number)
        while not whole[number] and first > 0 and first - 1 not in assigned:
            first -= 1
        while not whole[number] and last < length and last not in assigned:
            last += 1
        spans.append((first, last))
    return [_lent(spans, number) for number in range(len(spans))]


def _end_before(matched: Sequence[Sequence[int]], number: int) -> int:
    return next((part[-1] + 1 for part in reversed(matched[:number]) if part), 0)


def _lent(spans: Sequence[Span], number: int) -> Span:
    """A token with no letter left for it is inside the token before it (`l'` in `du` + `l'`)."""
    first, last = spans[number]
    if first == last and number:
        return _lent(spans, number - 1)
    return first, last


def _span(part: Span, spans: Sequence[Span]) -> Span:
    first, last = part
    if not spans:
        return 0, 0
    if first == last:
        start = spans[min(first, len(spans) - 1)][0]
        return start, start
    return spans[first][0], spans[last - 1][1]
