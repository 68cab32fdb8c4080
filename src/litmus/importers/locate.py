"""Where the words of an idiom are in a sentence that is known to contain it.

For data that names the idiom of a sentence but not its position. No lemmatiser is needed: a word
matches by its form, its Snowball stem, a long common beginning, or else its consonants. That is
enough to find a known idiom; to search for unknown ones see `litmus.idioms`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import product
from math import prod

from litmus.corpus.segment import Span
from litmus.importers.small_words import small_words
from litmus.language.forms import can_match, stemmer

MAX_GAP = 12  # words between two neighbouring words of the idiom
_MAX_CHOICES = 5_000
_WORD = re.compile(r"\w[\w'’-]*")


def locate(label: str, source: str, language: str) -> tuple[Span, ...]:
    """The pieces of the idiom in the source, in order; empty if it was not found.

    All content words must be there, in any order, each at most `MAX_GAP` words from the next;
    where there are three or more, one may be missing (an irregular form). Adjacent words are one
    piece. Of several positions the closest together wins.

    >>> source = "Der Kreis der alten Freunde schließt sich ."
    >>> [source[start:end] for start, end in locate("die kreis schließen", source, "de")]
    ['Der Kreis', 'schließt']
    >>> locate("break the ice", "They were glad that the ice was broken .", "en")
    ((20, 27), (32, 38))
    """
    tokens = list(_WORD.finditer(source))
    forms = [match[0].casefold() for match in tokens]
    words = [match[0].casefold() for match in _WORD.finditer(re.sub("<[^<>]*>", " ", label))]
    classes = small_words(language).classes
    content = [word for word in words if word not in classes] or words
    small = [word for word in words if word in classes and word not in content]
    closest = _closest(content, forms, language)
    if not closest:
        return ()
    marked = _with_neighbours(closest, small, forms, classes)
    return _pieces(source, [tokens[i].span() for i in sorted(marked)])


def _closest(words: Sequence[str], forms: Sequence[str], language: str) -> tuple[int, ...]:
    """Positions of the words, as close together as they come."""
    by_word = [
        [i for i, form in enumerate(forms) if _same(word, form, language)]
        or [i for i, form in enumerate(forms) if _irregular(word, form, language)]
        for word in words
    ]
    positions = [each for each in by_word if each]
    missing = len(by_word) - len(positions)
    if not positions or missing > (len(by_word) >= 3) or (missing and len(positions) < 2):
        return ()
    if prod(map(len, positions)) > _MAX_CHOICES:
        positions = [each[:3] for each in positions]
    best: tuple[int, ...] = ()
    for choice in product(*positions):
        if len(set(choice)) == len(choice) and (not best or _width(choice) < _width(best)):
            best = choice
    order = sorted(best)
    if any(after - before - 1 > MAX_GAP for before, after in zip(order, order[1:], strict=False)):
        return ()
    return best


def _width(positions: Sequence[int]) -> int:
    return max(positions) - min(positions)


def _same(word: str, form: str, language: str) -> bool:
    if word == form:
        return True
    if not word[0].isalpha() or not form[0].isalpha():
        return False
    bare = small_words(language).without_infix(form)
    return _near(word, form, language) or (bare != form and _near(word, bare, language))


def _irregular(word: str, form: str, language: str) -> bool:
    """Whether the consonants are the same: `annehmen` and `angenommen`, `break` and `broken`."""
    left, right = _consonants(word), _consonants(small_words(language).without_infix(form))
    return word[0] == form[0] and len(left) >= 2 and left.rstrip("n") == right.rstrip("n")


def _consonants(word: str) -> str:
    """The consonants without h, doubled ones once."""
    return re.sub(r"(.)\1+", r"\1", re.sub(r"[^\w]|[aeiouyäöüh]", "", word.replace("ß", "s")))


def _near(word: str, form: str, language: str) -> bool:
    """Whether most of the shorter stem begins the longer: "setz" and "setzt", "geh" and "geht"."""
    left, right = _stem(word, language), _stem(form, language)
    shared = 0
    for a, b in zip(left, right, strict=False):
        if a != b:
            break
        shared += 1
    shorter, longer = sorted((len(left), len(right)))
    return left == right or (
        longer - shared <= (3 if shared >= 6 else 2)
        and (shared == shorter >= 3 or shared >= max(4, shorter - 1))
    )


@cache
def _stem(word: str, language: str) -> str:
    return stemmer(language)(word) if can_match("stem", language) else word


def _with_neighbours(
    positions: Iterable[int],
    small: Sequence[str],
    forms: Sequence[str],
    classes: Mapping[str, frozenset[int]],
) -> set[int]:
    """The positions, with the idiom's small words where they are beside or between them."""
    marked = set(positions)
    low, high = min(marked), max(marked)
    for word in small:
        for i in [*range(low - 1, high + 2), low - 2]:
            if (
                0 <= i < len(forms)
                and i not in marked
                and (classes[word] & classes.get(forms[i], frozenset()))
                and (low < i < high or i + 1 in marked or i - 1 in marked)
            ):
                marked.add(i)
                break
    return marked


def _pieces(source: str, spans: Sequence[Span]) -> tuple[Span, ...]:
    """Spans joined where only blanks are between them."""
    joined: list[Span] = []
    for start, end in spans:
        if joined and not source[joined[-1][1] : start].strip():
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return tuple(joined)
