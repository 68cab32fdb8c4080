"""The aligner that ships: dictionary counts and likeness, made fit for the text by learning."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from hashlib import blake2b
from heapq import heappush, heappushpop
from itertools import pairwise, product
from typing import Any, NamedTuple

import numpy as np

from litmus.alignment.embedded.fallback_links import guesses
from litmus.alignment.embedded.model import LinkModel
from litmus.alignment.embedded.prior import prior_counts
from litmus.alignment.links import Alignment, Link, Span
from litmus.alignment.tokens import has_endings, key_function, keys_of, tokens, units
from litmus.arrays import Floats32
from litmus.language.knowledge import language_code, load, own_data
from litmus.stages import counted

VERSION = 3
LINKED = 0.48  # a link is at least this sure, in the geometric mean of both directions
MOST_PAIRS = 100_000  # that are learned from
LONGEST = 200  # tokens of a sentence that is learned from
WINDOW = 400  # tokens of a sentence that are linked at once
_TEXTS = 4096  # sentences of a side whose tokens are remembered

Pair = tuple[str, str]
# The tokens of a sentence; the keys of what is linked of them, and where that stands, unless every
# token is linked by itself.
_Side = tuple[tuple[Span, ...], list[str], list[Span] | None]


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
        self._idle = _Idle((source, target))
        # What is learned from is mostly linked next, and the sources again for every system.
        self._read = tuple(
            lru_cache(_TEXTS)(_reader(code, tokenisation)) for code in self.languages
        )

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
            (_, source, _), (_, target, _) = self._cut(pair)
            if 0 < len(source) <= LONGEST and 0 < len(target) <= LONGEST:
                keyed.append((source, target))
        learned = EmbeddedAligner(
            self.languages,
            tokenisation=self.tokenisation,
            model=self.model.learn(keyed),
            knows=f"{self.knows}+{digest.hexdigest()}",
        )
        learned._read = self._read
        return learned

    def align(self, pairs: Sequence[Pair]) -> list[Alignment]:
        """One alignment per pair; a side without tokens has no links."""
        return self._aligned(pairs, guess=True)

    def align_surely(self, pairs: Sequence[Pair]) -> list[Alignment]:
        """The same without guesses, for those who do not read them."""
        return self._aligned(pairs, guess=False)

    def _aligned(self, pairs: Sequence[Pair], *, guess: bool) -> list[Alignment]:
        cut = [self._cut(pair) for pair in pairs]
        parts: list[_Part] = []
        sure: list[dict[Link, float]] = [{} for _ in pairs]
        guessed: list[set[Link]] = [set() for _ in pairs]
        for number, (pair, (source, target)) in enumerate(zip(pairs, cut, strict=True)):
            if pair[0] == pair[1] and source[0] == target[0]:  # copied, not translated
                sure[number] = {(at, at): 1.0 for at in range(len(source[0]))}
                continue
            parts += _parts(number, source, target)
        keyed = [(part.source, part.target) for part in parts]
        for group, forward, backward in self.model.linked(keyed):
            links = _sure(forward, backward)
            best = _best(forward, backward) if guess else None
            for row, (place, found) in enumerate(zip(group.numbers, links, strict=True)):
                part = parts[place]
                found = self._idle.without(found, part)
                sure[part.owner].update(part.tokens(found))
                if best is not None:
                    more = guesses(best[0][row], best[1][row], list(found), *keyed[place])
                    weak = self._idle.without(dict.fromkeys(more, 0.0), part)
                    guessed[part.owner].update(part.tokens(weak))
        return [
            Alignment(source[0], target[0], frozenset(links), dict(sorted(links.items())),
                      frozenset(more))
            for (source, target), links, more in zip(cut, sure, guessed, strict=True)
        ]  # fmt: skip

    def finish(self) -> None:
        """Nothing can be left over."""

    def _cut(self, pair: Pair) -> tuple[_Side, _Side]:
        source, target = self._read
        return source(pair[0]), target(pair[1])


def _reader(language: str, tokenisation: str) -> Callable[[str], _Side]:
    key, endings = key_function(language), has_endings(language)

    def read(text: str) -> _Side:
        spans = tokens(text, language, tokenisation)
        words = [text[start:end] for start, end in spans]
        if not endings:
            return spans, list(map(key, words)), None
        found = units(words, language, key)
        return spans, [unit.key for unit in found], [(unit.first, unit.last) for unit in found]

    return read


class _Part(NamedTuple):
    """What is linked at once of the pair `owner`: keys of both sides, and the tokens of each."""

    owner: int
    source: list[str]
    target: list[str]
    places: tuple[Sequence[Span], Sequence[Span]] | None  # None: every key is the token there

    def tokens(self, links: dict[Link, float]) -> dict[Link, float]:
        """Links of all tokens of what is linked here."""
        if self.places is None:
            return links
        source, target = self.places
        return {
            link: confidence
            for (at, to), confidence in links.items()
            for link in product(range(*source[at]), range(*target[to]))
        }


class _Idle:
    """Particles of either language, and the function words of the other, that are not linked."""

    def __init__(self, languages: Pair) -> None:
        known = [load(code) for code in languages]
        self._particles = [frozenset(keys_of(one.unlinked, one.code)) for one in known]
        self._words = [
            # but those written onto another word: 's is what 的 does translate
            frozenset(keys_of(sorted(one.stopwords - set(one.apostrophes.enclitics)), one.code))
            for one in known
        ]

    def without(self, links: dict[Link, float], part: _Part) -> dict[Link, float]:
        """The links but those of a particle and a function word."""
        if not any(self._particles):
            return links
        (here, there), (words, others) = self._particles, self._words
        return {
            (i, j): confidence
            for (i, j), confidence in links.items()
            if not (part.source[i] in here and part.target[j] in others)
            and not (part.source[i] in words and part.target[j] in there)
        }


def _parts(owner: int, source: _Side, target: _Side) -> Iterator[_Part]:
    """A pair as it is, or in windows."""
    (_, words, places), (_, others, other_places) = source, target
    if max(len(words), len(others)) <= WINDOW and places is None and other_places is None:
        yield _Part(owner, words, others, None)
        return
    places = places or _single(words)
    other_places = other_places or _single(others)
    for (first, last), (begin, end) in _windows(len(words), len(others)):
        both = places[first:last], other_places[begin:end]
        yield _Part(owner, words[first:last], others[begin:end], both)


def _single(words: Sequence[str]) -> list[Span]:
    return [(at, at + 1) for at in range(len(words))]


def _sure(forward: Floats32, backward: Floats32) -> list[dict[Link, float]]:
    """For each pair of a batch, the links that are sure enough, sorted, and how sure they are."""
    row, j, i = np.nonzero(forward * backward >= (LINKED - 1e-3) ** 2)
    order = np.lexsort((j, i, row))
    row, i, j = row[order], i[order], j[order]
    both = forward[row, j, i].astype(np.float64) * backward[row, j, i]
    np.sqrt(both, out=both)
    both = both.round(4)
    enough = both >= LINKED
    row, i, j, both = row[enough], i[enough], j[enough], both[enough]
    links = list(zip(zip(i.tolist(), j.tolist(), strict=True), both.tolist(), strict=True))
    ends = np.searchsorted(row, np.arange(len(forward) + 1)).tolist()
    return [dict(links[start:end]) for start, end in pairwise(ends)]


def _best(forward: Floats32, backward: Floats32) -> tuple[list[list[int]], list[list[float]]]:
    """For each pair of a batch, the likeliest partner of every source word, and how likely."""
    mean = forward + backward
    mean *= np.float32(0.5)
    best = mean.argmax(1)
    strength = np.take_along_axis(mean, best[:, None, :], 1)[:, 0]
    return best.tolist(), strength.tolist()


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
    """The whole, or, if that is very long, as many pieces of both sides."""
    count = -(-max(source, target) // WINDOW)
    for n in range(count):
        yield tuple((n * size // count, (n + 1) * size // count) for size in (source, target))  # type: ignore[misc]
