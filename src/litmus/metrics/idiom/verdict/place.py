"""Where an idiom went: the stretch of a target text that stands for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from litmus.alignment.links import Alignment, Span
from litmus.language.words import compose
from litmus.metrics.idiom.word_keys import Keys, WordKeys

_EDGE = 2  # tokens beside the linked ones that still may belong to the idiom


@dataclass(frozen=True)
class Text:
    """A text in tokens, with their keys."""

    text: str
    tokens: tuple[str, ...]
    keys: tuple[Keys, ...]
    content: tuple[bool, ...]  # neither punctuation nor a function word
    index: Mapping[str, int]  # key -> a token that has it


def make_text(text: str, tokens: Sequence[Span], keys: WordKeys) -> Text:
    """A text as it is compared."""
    words = tuple(compose(text[start:end]) for start, end in tokens)
    content = tuple(w[:1].isalnum() and w.lower() not in keys.stopwords for w in words)
    found = tuple(keys.of_tokens(text, tokens))
    index = {key: place for place, have in enumerate(found) for key in have}
    return Text(text, words, found, content, index)


@dataclass(frozen=True)
class Place:
    """Linked tokens, and these with what lies around them."""

    text: Text
    linked: tuple[int, ...]
    region: tuple[int, ...]
    coverage: float  # share of the idiom's content words with a link
    confidence: float  # of these links
    guessed: bool

    def words(self) -> str:
        """The tokens of the region."""
        return " ".join(self.text.tokens[j] for j in self.region)


def touched(tokens: Sequence[Span], spans: Sequence[Span]) -> list[int]:
    """The tokens that a span touches."""
    return [
        i
        for i, (start, end) in enumerate(tokens)
        if any(start < stop and begin < end for begin, stop in spans)
    ]


def find_place(spans: Sequence[Span], source: Text, target: Text, links: Alignment) -> Place:
    """The linked tokens and their neighbours that nothing else of the source is linked to."""
    inside = set(touched(links.source, spans))
    wanted = {i for i in inside if source.content[i]} or inside
    linked = {j for i, j in links.links if i in inside and target.tokens[j][:1].isalnum()}
    guessed = not linked
    linked = linked or {j for i, j in links.guesses if i in inside}
    covered = {i for i, _ in links.links if i in wanted}
    confidence = [links.confidence.get((i, j), 1.0) for i, j in links.links if i in wanted]
    elsewhere = {j for i, j in links.links if i not in inside} - linked
    first, last = _stretch(inside, linked, len(source.tokens), len(target.tokens))
    region = tuple(
        j
        for j in range(max(0, first), min(len(target.tokens), last + 1))
        if j not in elsewhere and target.tokens[j][:1].isalnum()
    )
    return Place(
        target,
        tuple(sorted(linked)),
        region,
        len(covered) / max(1, len(wanted)),
        sum(confidence) / len(confidence) if confidence else 0.0,
        guessed,
    )


def _stretch(inside: set[int], linked: set[int], n_source: int, n_target: int) -> tuple[int, int]:
    if not linked:  # as far along the target as the idiom is along the source
        middle = round(sum(inside) / max(1, len(inside)) / max(1, n_source) * n_target)
        return middle - len(inside) - 1, middle + len(inside) + 1
    first, last = min(linked) - _EDGE, max(linked) + _EDGE
    if last - first > 3 * len(inside) + 6:  # a stray link: keep to the middle
        middle = sorted(linked)[len(linked) // 2]
        return middle - len(inside) - 3, middle + len(inside) + 3
    return first, last
