"""The aligner that ships: dictionary counts and likeness, made fit for the text by learning."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from hashlib import blake2b
from heapq import heappush, heappushpop
from itertools import product
from typing import Any

import numpy as np

from litmus.alignment.embedded.cooccurrence import Keyed
from litmus.alignment.embedded.fallback_links import guesses
from litmus.alignment.embedded.model import LinkModel
from litmus.alignment.embedded.prior import prior_counts
from litmus.alignment.links import Alignment, Link, Span
from litmus.alignment.tokens import Unit, key_function, tokens, units
from litmus.language.knowledge import language_code, own_data
from litmus.stages import counted

VERSION = 1
LINKED = 0.4  # a link is at least this sure, in the geometric mean of both directions
MOST_PAIRS = 100_000  # that are learned from
LONGEST = 200  # tokens of a sentence that is learned from
WINDOW = 400  # tokens of a sentence that are linked at once
_SOURCES = 1024  # sentences whose tokens are remembered

Pair = tuple[str, str]
_Side = tuple[tuple[Span, ...], list[Unit]]  # the tokens of a sentence, and what is linked of them


class EmbeddedAligner:
    """Links by one model, whichever system the text is from; nothing is learned while linking."""

    any_order = True

    def __init__(
        self,
        languages: Pair,
        tokenisation: str = "words",
        *,
        model: LinkModel | None = None,
        knows: str = "",
    ) -> None:
        """Without a model: the shipped dictionaries, ready to learn. With one: fixed."""
        source, target = (language_code(code) for code in languages)
        self.languages, self.tokenisation = (source, target), tokenisation
        self.learns = model is None
        if model is None:
            prior, knows = prior_counts(source, target)
            model = LinkModel(prior, languages=(source, target))
        self.model, self.knows = model, knows
        self._keys = key_function(source), key_function(target)
        # Systems are linked in turn, so the same sources come again.
        self._source = lru_cache(maxsize=_SOURCES)(self._reader(0))
        self._target = self._reader(1)

    def __reduce__(self) -> tuple[Any, ...]:
        """For another process: what was learned, or nothing but the languages."""
        model = None if self.learns else self.model
        make = partial(EmbeddedAligner, model=model, knows=self.knows)
        return make, (self.languages, self.tokenisation)

    @property
    def signature(self) -> str:
        """Version, tokens, and what it knows: dictionaries, and a digest of the text learned."""
        own = own_data(self.languages)
        return f"embedded.v{VERSION}.{self.tokenisation}.{self.knows}{f'+{own}' if own else ''}"

    def learn(self, pairs: Iterable[Pair]) -> "EmbeddedAligner":
        """An aligner that has seen this text. The order of the pairs does not matter; of more than
        100,000 a fixed choice is learned from."""
        digest = blake2b(digest_size=4)
        keyed = []
        text = chosen(pairs)
        for pair in counted(text, "reading", "pairs", len(text)):
            digest.update(_content(pair))
            sides = [units for _, units in self._cut(pair)]
            if all(0 < len(side) <= LONGEST for side in sides):
                keyed.append(_keys(*sides))
        return EmbeddedAligner(
            self.languages,
            tokenisation=self.tokenisation,
            model=self.model.learn(keyed),
            knows=f"{self.knows}+{digest.hexdigest()}",
        )

    def align(self, pairs: Sequence[Pair]) -> list[Alignment]:
        """One alignment per pair; a side without tokens has no links."""
        return self._aligned(pairs, guess=True)

    def align_surely(self, pairs: Sequence[Pair]) -> list[Alignment]:
        """The same without guesses, for those who do not read them."""
        return self._aligned(pairs, guess=False)

    def _aligned(self, pairs: Sequence[Pair], *, guess: bool) -> list[Alignment]:
        cut = []
        owners: list[int] = []
        parts: list[tuple[list[Unit], list[Unit]]] = []
        sure: list[dict[Link, float]] = [{} for _ in pairs]
        guessed: list[set[Link]] = [set() for _ in pairs]
        for number, pair in enumerate(pairs):
            (spans, source), (others, target) = self._cut(pair)
            cut.append((spans, others))
            if pair[0] == pair[1] and spans == others:  # copied, not translated
                sure[number] = {(at, at): 1.0 for at in range(len(spans))}
                continue
            for (first, last), (begin, end) in _windows(len(source), len(target)):
                owners.append(number)
                parts.append((source[first:last], target[begin:end]))
        for place, forward, backward in self.model.links([_keys(*part) for part in parts]):
            source, target = parts[place]
            both = np.sqrt(forward * backward).round(4)
            j, i = np.nonzero(both >= LINKED)
            linked = list(zip(i.tolist(), j.tolist(), strict=True))
            found = sure[owners[place]]
            for (at, to), confidence in zip(linked, both[j, i].tolist(), strict=True):
                for link in _tokens(source[at], target[to]):
                    found[link] = confidence
            if not guess:
                continue
            words = [[unit.key[:1].isalnum() for unit in side] for side in parts[place]]
            for at, to in guesses((forward + backward) / 2, linked, words[0], words[1]):
                guessed[owners[place]].update(_tokens(source[at], target[to]))
        return [
            Alignment(*spans, frozenset(links), dict(sorted(links.items())), frozenset(more))
            for spans, links, more in zip(cut, sure, guessed, strict=True)
        ]

    def finish(self) -> None:
        """Nothing can be left over."""

    def _reader(self, side: int) -> Callable[[str], _Side]:
        return partial(_side, self.languages[side], self.tokenisation, self._keys[side])

    def _cut(self, pair: Pair) -> tuple[_Side, _Side]:
        return self._source(pair[0]), self._target(pair[1])


def _side(language: str, tokenisation: str, key: Callable[[str], str], text: str) -> _Side:
    spans = tokens(text, language, tokenisation)
    return spans, units([text[start:end] for start, end in spans], language, key)


def _tokens(source: Unit, target: Unit) -> Iterable[Link]:
    """The links of all tokens of two units."""
    _, first, last = source
    _, begin, end = target
    if last - first == end - begin == 1:  # as nearly always
        return ((first, begin),)
    return product(range(first, last), range(begin, end))


def _keys(source: Sequence[Unit], target: Sequence[Unit]) -> Keyed:
    return [unit.key for unit in source], [unit.key for unit in target]


def _content(pair: Pair) -> bytes:
    return "\0".join((*pair, "")).encode("utf-8", "surrogatepass")


def chosen(pairs: Iterable[Pair]) -> list[Pair]:
    """All different pairs, or as many as are learned from, in an order that is theirs alone."""
    kept: list[tuple[int, Pair]] = []  # a heap; the first one has the largest digest
    seen: set[int] = set()
    for pair in pairs:
        order = -int.from_bytes(blake2b(_content(pair), digest_size=8).digest(), "big")
        if order in seen:
            continue
        seen.add(order)
        if len(kept) < MOST_PAIRS:
            heappush(kept, (order, pair))
        else:
            seen.discard(heappushpop(kept, (order, pair))[0])
    return [pair for _, pair in sorted(kept, reverse=True)]


def _windows(source: int, target: int) -> Iterator[tuple[Span, Span]]:
    """A pair as it is, or, if it is very long, cut into as many pieces on both sides."""
    count = -(-max(source, target) // WINDOW)
    for n in range(count):
        yield tuple((n * size // count, (n + 1) * size // count) for size in (source, target))  # type: ignore[misc]
