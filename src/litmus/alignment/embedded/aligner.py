"""The aligner that ships: dictionary counts and likeness, made fit for the text by learning."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
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

VERSION = 1
LINKED = 0.4  # a link is at least this sure, in the geometric mean of both directions
MOST_PAIRS = 100_000  # that are learned from
LONGEST = 200  # tokens of a sentence that is learned from
WINDOW = 400  # tokens of a sentence that are linked at once

Pair = tuple[str, str]
Spans = tuple[Span, ...]


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
        for pair in chosen(pairs):
            digest.update(_content(pair))
            sides = self._units(pair, self._cut(pair))
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
        cut = [self._cut(pair) for pair in pairs]
        owners: list[int] = []
        parts: list[tuple[list[Unit], list[Unit]]] = []
        sure: list[dict[Link, float]] = [{} for _ in pairs]
        guessed: list[set[Link]] = [set() for _ in pairs]
        for number, (pair, spans) in enumerate(zip(pairs, cut, strict=True)):
            if pair[0] == pair[1] and spans[0] == spans[1]:  # copied, not translated
                sure[number] = {(at, at): 1.0 for at in range(len(spans[0]))}
                continue
            source, target = self._units(pair, spans)
            for (first, last), (begin, end) in _windows(len(source), len(target)):
                owners.append(number)
                parts.append((source[first:last], target[begin:end]))
        for place, forward, backward in self.model.links([_keys(*part) for part in parts]):
            source, target = parts[place]
            both = np.sqrt(forward * backward).round(4)
            linked = both >= LINKED
            for j, i in zip(*(places.tolist() for places in linked.nonzero()), strict=True):
                for link in _tokens(source[i], target[j]):
                    sure[owners[place]][link] = float(both[j, i])
            words = [np.array([unit.key[:1].isalnum() for unit in side]) for side in parts[place]]
            for i, j in guesses((forward + backward) / 2, linked, words[0], words[1]):
                guessed[owners[place]].update(_tokens(source[i], target[j]))
        return [
            Alignment(*spans, frozenset(links), dict(sorted(links.items())), frozenset(more))
            for spans, links, more in zip(cut, sure, guessed, strict=True)
        ]

    def finish(self) -> None:
        """Nothing can be left over."""

    def _cut(self, pair: Pair) -> tuple[Spans, Spans]:
        source, target = (
            tokens(text, code, self.tokenisation)
            for text, code in zip(pair, self.languages, strict=True)
        )
        return source, target

    def _units(self, pair: Pair, spans: tuple[Spans, Spans]) -> tuple[list[Unit], list[Unit]]:
        source, target = (
            units([text[start:end] for start, end in side], code, key)
            for text, side, code, key in zip(pair, spans, self.languages, self._keys, strict=True)
        )
        return source, target


def _tokens(source: Unit, target: Unit) -> Iterator[Link]:
    """The links of all tokens of two units."""
    return product(range(source.first, source.last), range(target.first, target.last))


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
