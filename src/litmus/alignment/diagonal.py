"""IBM model 2 with a diagonal, in one direction: the forward links of `fast_align -d -o -v`.

Dyer, Chahuneau, Smith (NAACL 2013), learned by variational Bayes. Every target token is linked to
one source token or to none. It is here because published figures rest on it, on few sentences and
tokens cut at blanks; for other work the embedded aligner is better.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

import numpy as np

from litmus.alignment.links import Alignment
from litmus.alignment.tokens import tokens
from litmus.arrays import Floats, Ints
from litmus.errors import UnknownName, UsageError

Pair = tuple[str, str]
TOKENS = ("words", "space", "moses")
_ROUNDS = 5  # the last one links only
_NULL = 0.08  # chance that a target token has no partner
_PRIOR = 0.01  # of every pair of words
_TENSION, _LEAST, _MOST = 4.0, 0.1, 14.0  # how strongly links keep to the diagonal
_STEPS, _RATE = 8, 20.0
_UNSEEN = 1e-9
_PIECE = 1_000  # sentences whose pairs of tokens are in memory


@dataclass(frozen=True)
class _Model:
    """Chances by pair of words: sorted keys (source number x target words + target number)."""

    source: dict[str, int]
    target: dict[str, int]
    keys: Ints
    chances: Floats
    tension: float = _TENSION


class DiagonalAligner:
    """Must learn before it links; then what it says of a pair depends on nothing else."""

    any_order = True

    def __init__(self, languages: Pair, tokenisation: str, argument: str = "") -> None:
        if argument and argument not in TOKENS:
            raise UnknownName("tokenisation", argument, TOKENS)
        self._languages, self._tokenisation = languages, argument or tokenisation
        self._model: _Model | None = None
        self._knows = ""

    @property
    def learns(self) -> bool:
        """Whether it has yet to."""
        return self._model is None

    @property
    def signature(self) -> str:
        """Our tokens, and a digest of what it learned from."""
        return f"diagonal.v1.{self._tokenisation}{self._knows}"

    def learn(self, pairs: Iterable[Pair]) -> "DiagonalAligner":
        """An aligner with chances from this text."""
        made = DiagonalAligner(self._languages, self._tokenisation)
        digest = blake2b(digest_size=4)
        source: dict[str, int] = {"": 0}  # 0 is no partner
        target: dict[str, int] = {}
        sentences = []
        for pair in pairs:
            left, right = (words for _, words in self._cut(pair))
            if left and right:
                digest.update(f"{' '.join(left)} ||| {' '.join(right)}\n".encode())
                numbered = (
                    [source.setdefault(word, len(source)) for word in left],
                    [target.setdefault(word, len(target)) for word in right],
                )
                sentences.append(numbered)
        made._model = _learned(source, target, sentences)
        made._knows = f"#{digest.hexdigest()}"
        return made

    def align(self, pairs: Sequence[Pair]) -> list[Alignment]:
        """The best source token of every target token."""
        model = self._model
        if model is None:
            raise UsageError("The aligner diagonal links nothing before it has learned from text.")
        found = []
        for start in range(0, len(pairs), _PIECE):
            found += self._linked(pairs[start : start + _PIECE], model)
        return found

    def finish(self) -> None:
        """Nothing can be left over."""

    def _linked(self, pairs: Sequence[Pair], model: _Model) -> list[Alignment]:
        cut = [tuple(self._cut(pair)) for pair in pairs]
        numbers = [
            (
                [model.source.get(word, -1) for word in left],
                [model.target.get(word, -1) for word in right],
            )
            for (_, left), (_, right) in cut
        ]
        full = [(left, right) for left, right in numbers if left and right]
        if not full:
            return [Alignment(source, target, frozenset()) for (source, _), (target, _) in cut]
        cells = _Cells.of(full, len(model.target))
        chances = cells.prior(model.tension) * _looked_up(model, cells.keys)
        found, done = [], 0
        for (source, left), (target, right) in cut:
            size = len(right) * (len(left) + 1) if left and right else 0
            table = chances[done : done + size].reshape(len(right), -1) if size else ()
            done += size
            best = (int(row.argmax()) for row in table)
            links = frozenset((at - 1, place) for place, at in enumerate(best) if at)
            found.append(Alignment(source, target, links))
        return found

    def _cut(self, pair: Pair) -> Iterator[tuple[tuple[tuple[int, int], ...], list[str]]]:
        for text, code in zip(pair, self._languages, strict=True):
            spans = tokens(text, code, self._tokenisation)
            yield spans, [text[start:end] for start, end in spans]


Sentences = Sequence[tuple[list[int], list[int]]]


@dataclass(frozen=True)
class _Cells:
    """All pairs of a target token with a source token or none, sentence by sentence."""

    keys: Ints
    rows: Ints  # the number of the target token
    distance: Floats  # from the diagonal; nan for none
    counted: Floats  # the same with target tokens counted from 0, as fast_align tunes by them

    @staticmethod
    def of(sentences: Sentences, n_target: int) -> "_Cells":
        """The cells of some sentences."""
        parts = []
        first = 0
        for source, target in sentences:
            wide, high = len(source), len(target)
            numbers = np.array([0, *source])
            keys = numbers[None, :] * n_target + np.array(target)[:, None]
            unknown = (numbers[None, :] < 0) | (np.array(target)[:, None] < 0)
            rows = np.repeat(np.arange(first, first + high), wide + 1)
            across = np.arange(1, wide + 1) / wide
            down = np.arange(1, high + 1)[:, None] / high
            none = np.full((high, 1), np.nan)
            distance = np.hstack([none, np.abs(down - across)])
            counted = np.hstack([none, np.abs(down - 1 / high - across)])
            parts.append((np.where(unknown, -1, keys).ravel(), rows, distance.ravel(),
                          counted.ravel()))  # fmt: skip
            first += high
        keys, rows, distance, counted = (np.concatenate(part) for part in zip(*parts, strict=True))
        return _Cells(keys, rows, distance, counted)

    def prior(self, tension: float) -> Floats:
        """Chances of the cells of a target token, before the words are looked at."""
        near = np.nan_to_num(np.exp(-tension * self.distance), nan=0.0)
        share = near / np.bincount(self.rows, near)[self.rows]
        chances: Floats = np.where(np.isnan(self.distance), _NULL, (1 - _NULL) * share)
        return chances


def _learned(source: dict[str, int], target: dict[str, int], sentences: Sentences) -> _Model:
    model = _Model(source, target, np.zeros(0, np.int64), np.zeros(0))
    if not sentences:
        return model
    pieces = [sentences[start : start + _PIECE] for start in range(0, len(sentences), _PIECE)]
    keys = np.unique(
        np.concatenate([np.unique(_Cells.of(piece, len(target)).keys) for piece in pieces])
    )
    shapes = Counter((len(left), len(right)) for left, right in sentences)
    model = replace(model, keys=keys, chances=np.full(len(keys), _UNSEEN))
    for number in range(_ROUNDS - 1):
        model, distance = _round(model, pieces)
        if number:
            model = replace(model, tension=_tuned(model.tension, distance, shapes))
    return model


def _round(model: _Model, pieces: Sequence[Sentences]) -> tuple[_Model, float]:
    """One round of expectation and maximisation, and how far from the diagonal links are."""
    counts = np.zeros(len(model.keys))
    distance = 0.0
    for piece in pieces:
        cells = _Cells.of(piece, len(model.target))
        places = np.searchsorted(model.keys, cells.keys)
        chances = cells.prior(model.tension) * model.chances[places]
        share = chances / np.bincount(cells.rows, chances)[cells.rows]
        counts += np.bincount(places, share, minlength=len(counts))
        distance += float(np.nansum(share * cells.counted))
    words = model.keys // len(model.target)
    totals: Floats = np.bincount(words, counts + _PRIOR).astype(np.float64)
    chances = np.exp(_digamma(counts + _PRIOR) - _digamma(totals)[words])
    return replace(model, chances=chances), distance


def _tuned(tension: float, distance: float, shapes: Mapping[tuple[int, int], int]) -> float:
    """The tension, moved towards the one that expects the distance that links have."""
    n_tokens = sum(high * n for (_, high), n in shapes.items())
    grids = [
        (np.abs(np.arange(1, high + 1)[:, None] / high - np.arange(1, wide + 1) / wide), n)
        for (wide, high), n in shapes.items()
    ]
    for _ in range(_STEPS):
        expected = 0.0
        for grid, n in grids:
            near = np.exp(-tension * grid)
            expected += n * float(((near * grid).sum(axis=1) / near.sum(axis=1)).sum())
        tension = min(max(tension + _RATE * (expected - distance) / n_tokens, _LEAST), _MOST)
    return tension


def _looked_up(model: _Model, keys: Ints) -> Floats:
    """The chances of keys; tiny ones for pairs of words that were never seen together."""
    if not len(model.keys):
        return np.full(len(keys), _UNSEEN)
    places = np.minimum(np.searchsorted(model.keys, keys), len(model.keys) - 1)
    found: Floats = np.where(model.keys[places] == keys, model.chances[places], _UNSEEN)
    return found


def _digamma(values: Floats) -> Floats:
    """By its asymptotic series, from 7 upwards; smaller values are shifted there.

    >>> [round(float(x), 6) for x in _digamma(np.array([1.0, 10.0]))]
    [-0.577216, 2.251753]
    """
    shifted, result = np.array(values, float), np.zeros(len(values))
    while (small := shifted < 7).any():
        result[small] -= 1 / shifted[small]
        shifted[small] += 1
    inverse = 1 / (shifted * shifted)
    series = inverse * (1 / 12 - inverse * (1 / 120 - inverse / 252))
    return np.asarray(result + np.log(shifted) - 0.5 / shifted - series)
