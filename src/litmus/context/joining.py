"""Where tokens that came without offsets stand in the text they were made from."""

import unicodedata
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

from litmus.errors import DataError

Span = tuple[int, int]
_LEAST = 0.5  # of the letters must be the text's, or the tokens are another text's


def token_spans(where: str, text: str, tokens: Sequence[str]) -> list[Span]:
    """The span of every token, in order; what was altered takes what its neighbours leave.

    Spaces, case and Unicode normal forms may differ. Parts of a contraction (`de`, `le` for `du`)
    share its letters: both then overlap it.

    >>> token_spans("", "Il va au cinéma.", ["Il", "va", "à", "le", "cinéma", "."])
    [(0, 2), (3, 5), (6, 8), (6, 8), (9, 15), (15, 16)]
    >>> token_spans("", "我不知道。", ["我", "不", "知道", "。"])
    [(0, 1), (1, 2), (2, 4), (4, 5)]
    """
    letters, places = _letters(text)
    wanted, owners = "", []
    for number, token in enumerate(tokens):
        found, _ = _letters(token)
        wanted += found
        owners += [number] * len(found)
    if wanted == letters:  # as always, unless somebody rewrote the tokens
        pairs = [(0, 0, len(letters))]
    else:
        blocks = SequenceMatcher(None, letters, wanted, autojunk=False).get_matching_blocks()
        pairs = [(block.a, block.b, block.size) for block in blocks]
        matched = sum(size for _, _, size in pairs)
        if 2 * matched < _LEAST * (len(letters) + len(wanted)):
            raise DataError(
                f"{where} has the tokens of another text: {' '.join(tokens)[:60]!r} is not "
                f"{text[:60]!r}.\nGive the tags of this text, a row for each of its segments."
            )
    own: list[list[int]] = [[] for _ in tokens]
    for at, other, size in pairs:
        for step in range(size):
            own[owners[other + step]].append(at + step)
    sizes = Counter(owners)
    whole = [len(part) == sizes[number] > 0 for number, part in enumerate(own)]
    return [_span(part, places) for part in _shared(own, whole, len(letters))]


def _letters(text: str) -> tuple[str, list[Span]]:
    """The text folded and without its spaces, and where each of its letters stands."""
    letters: list[str] = []
    places: list[Span] = []
    place = 0
    while place < len(text):
        end = place + 1
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1
        for letter in unicodedata.normalize("NFKC", text[place:end]).casefold():
            if not letter.isspace():
                letters.append(letter)
                places.append((place, end))
        place = end
    return "".join(letters), places


def _shared(own: Sequence[Sequence[int]], whole: Sequence[bool], length: int) -> list[Span]:
    """Spans among the letters: a token that was altered also takes those that nobody took."""
    taken = {letter for part in own for letter in part}
    spans: list[Span] = []
    for number, part in enumerate(own):
        if part:
            first, last = part[0], part[-1] + 1
        else:
            first = last = _end_before(own, number)
        while not whole[number] and first > 0 and first - 1 not in taken:
            first -= 1
        while not whole[number] and last < length and last not in taken:
            last += 1
        spans.append((first, last))
    return [_lent(spans, number) for number in range(len(spans))]


def _end_before(own: Sequence[Sequence[int]], number: int) -> int:
    return next((part[-1] + 1 for part in reversed(own[:number]) if part), 0)


def _lent(spans: Sequence[Span], number: int) -> Span:
    """A token with nothing left for it stands in the token before it (`l'` in `du` + `l'`)."""
    first, last = spans[number]
    if first == last and number:
        return _lent(spans, number - 1)
    return first, last


def _span(part: Span, places: Sequence[Span]) -> Span:
    first, last = part
    if not places:
        return 0, 0
    if first == last:
        at = places[min(first, len(places) - 1)][0]
        return at, at
    return places[first][0], places[last - 1][1]
