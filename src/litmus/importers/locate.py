"""Where the words of an idiom stand in a sentence that is known to hold it.

For data that names the idiom of a sentence but not its place. Without a lemmatiser: a word
matches by its form, its Snowball stem, a long common beginning, or else its consonants. That is
enough to find a known idiom; to search for unknown ones see `litmus.idioms`.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from typing import Any

from litmus.corpus.segment import Span

MAX_GAP = 12  # words between two neighbouring words of the idiom
_MAX_CHOICES = 5_000
_WORD = re.compile(r"\w[\w'’-]*")
_PREFIXES = "ab an auf aus bei durch ein fest her hin los mit nach um vor weg weiter zu zurück"
_GERMAN = re.compile(rf"({'|'.join(_PREFIXES.split())}|stand|)(?:ge|zu)(\w{{3,}})")
_SNOWBALL = {
    "ar": "arabic", "de": "german", "en": "english", "es": "spanish", "fr": "french",
    "it": "italian", "nl": "dutch", "pt": "portuguese", "ro": "romanian", "ru": "russian",
    "tr": "turkish",
}  # fmt: skip

# Forms that stand for each other. A canonical form has one of a row ("die", "one's"), the sentence
# any. These words do not tell one idiom from another: found beside the others, they are marked.
_CLASSES = {
    "de": (
        "der die das den dem des", "ein eine einen einem einer eines",
        "sein seine seinen seinem seiner seines mein meine meinen meinem meiner dein deine deinen "
        "deinem ihr ihre ihren ihrem ihrer unser unsere unseren unserem unserer euer eure",
        "sein bin bist ist sind seid war waren wäre wären gewesen sei",
        "haben habe hast hat hatte hatten hätte hätten gehabt", "sich mich dich uns euch mir dir",
        "in im ins", "an am ans", "zu zum zur", "von vom", "bei beim", "auf aufs", "für fürs",
        "und", "mit", "aus", "nach", "über", "es", "sie", "zu", "nicht", "so", "um",
        "werden wird wurde wurden würde würden worden geworden",
    ),
    "en": (
        "a an", "the", "to", "be am is are was were been being 's 're 'm", "of", "in", "at",
        "one one's your my his her its our their", "'s ’s s", "and", "for", "with", "it",
        "have has had having 've", "you i he she we they", "sb sb. sth sth. someone something",
        "do does did done", "not n't", "that this", "as", "from",
    ),
}  # fmt: skip


def locate(label: str, source: str, language: str) -> tuple[Span, ...]:
    """The pieces of the idiom in the source, in order; empty if it was not found.

    All words that carry meaning must be there, in any order, each at most `MAX_GAP` words from the
    next; where there are three or more, one may be missing (an irregular form). Words side by side
    are one piece. Of several places the closest together wins.

    >>> source = "Der Kreis der alten Freunde schließt sich ."
    >>> [source[start:end] for start, end in locate("die kreis schließen", source, "de")]
    ['Der Kreis', 'schließt']
    >>> locate("break the ice", "They were glad that the ice was broken .", "en")
    ((20, 27), (32, 38))
    """
    tokens = list(_WORD.finditer(source))
    forms = [match[0].casefold() for match in tokens]
    words = [match[0].casefold() for match in _WORD.finditer(re.sub("<[^<>]*>", " ", label))]
    classes = _classes(language)
    content = [word for word in words if word not in classes] or words
    small = [word for word in words if word in classes and word not in content]
    chosen = _closest(content, forms, language)
    if not chosen:
        return ()
    marked = _with_neighbours(chosen, small, forms, classes)
    return _pieces(source, [tokens[i].span() for i in sorted(marked)])


@cache
def _classes(language: str) -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, row in enumerate(_CLASSES.get(language, ())):
        for form in row.split():
            found.setdefault(form, set()).add(number)
    return {form: frozenset(numbers) for form, numbers in found.items()}


def _closest(words: Sequence[str], forms: Sequence[str], language: str) -> tuple[int, ...]:
    """Positions of the words, as close together as they come."""
    places = [
        [i for i, form in enumerate(forms) if _same(word, form, language)]
        or [i for i, form in enumerate(forms) if _irregular(word, form, language)]
        for word in words
    ]
    found = [place for place in places if place]
    missing = len(places) - len(found)
    if not found or missing > (len(places) >= 3) or (missing and len(found) < 2):
        return ()
    best: tuple[int, ...] = ()
    size = 1
    for place in found:
        size *= len(place)
    if size > _MAX_CHOICES:
        found = [place[:3] for place in found]
    for choice in product(*found):
        if len(set(choice)) == len(choice) and (not best or _width(choice) < _width(best)):
            best = choice
    order = sorted(best)
    if any(after - before - 1 > MAX_GAP for before, after in zip(order, order[1:], strict=False)):
        return ()
    return best


def _width(positions: Iterable[int]) -> int:
    listed = list(positions)
    return max(listed) - min(listed)


def _same(word: str, form: str, language: str) -> bool:
    if word == form:
        return True
    if not word[0].isalpha() or not form[0].isalpha():
        return False
    bare = _infix(form) if language == "de" else form
    return _near(word, form, language) or (bare != form and _near(word, bare, language))


def _irregular(word: str, form: str, language: str) -> bool:
    """Whether the consonants are the same: `annehmen` and `angenommen`, `break` and `broken`."""
    left, right = _consonants(word), _consonants(_infix(form) if language == "de" else form)
    return word[0] == form[0] and len(left) >= 2 and left.rstrip("n") == right.rstrip("n")


def _consonants(word: str) -> str:
    """The consonants without h, doubled ones once."""
    return re.sub(r"(.)\1+", r"\1", re.sub(r"[^\w]|[aeiouyäöüh]", "", word.replace("ß", "s")))


def _infix(form: str) -> str:
    """A German participle or zu-infinitive without what marks it: `gelegt`, `einzumischen`."""
    match = _GERMAN.fullmatch(form)
    return match[1] + match[2] if match else form


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
    stemmer = _stemmer(language)
    return str(stemmer.stemWord(word)) if stemmer else word


@cache
def _stemmer(language: str) -> Any:
    if language not in _SNOWBALL:
        return None
    import snowballstemmer

    return snowballstemmer.stemmer(_SNOWBALL[language])


def _with_neighbours(
    chosen: Iterable[int],
    small: Sequence[str],
    forms: Sequence[str],
    classes: dict[str, frozenset[int]],
) -> set[int]:
    """The positions, with the idiom's small words where they stand beside or between them."""
    marked = set(chosen)
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
