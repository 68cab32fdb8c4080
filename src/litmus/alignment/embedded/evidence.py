"""What speaks for word pairs: dictionary counts, what was learned, how alike two words look."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from litmus.alignment.embedded.cooccurrence import Cells, Group, Sentences
from litmus.alignment.embedded.counts import Counts
from litmus.alignment.embedded.hmm import weighted_count
from litmus.alignment.embedded.looks import Looks
from litmus.alignment.embedded.partners import never_partners
from litmus.alignment.embedded.readings import read_alike
from litmus.alignment.tokens import bare
from litmus.arrays import Floats, Floats32, Ints

# Chosen on the gold sets that docs/alignment.md reports; half or twice one moves them by a point
# or two.
_SMOOTH = 0.01  # weight of a word pair that nothing speaks for
_WORDS = 5000  # words a language has, as far as smoothing goes
_LIKE = 1.0  # weight of two words that look the same
_TRUST = 100.0  # the most that dictionary counts of a word weigh
_NULL_TRUST = 200.0  # the most that dictionary counts of words without a partner weigh
_ROUNDS = (2, 1)  # of learning near the diagonal, then with jumps
_SHIFT = 6  # from where on the series of digamma is exact enough
_MARKS = 1 << 24  # places to mark a word pair in, by the end of its number: they fit a cache


class Settings(NamedTuple):
    """What can be tried out; the defaults are what ships."""

    smooth: float = _SMOOTH
    words: float = _WORDS
    like: float = _LIKE
    trust: float = _TRUST
    null_trust: float = _NULL_TRUST
    rounds: tuple[int, int] = _ROUNDS


class Knowledge(Protocol):
    """What a link model knows."""

    prior: Counts
    learned: Counts
    settings: Settings
    languages: tuple[str, str]


Held = tuple[Ints, Ints, Floats]  # the places of both keys of some word pairs, and a weight
Weights = tuple[Floats, list[Floats]]  # of word pairs, and of words that nothing emits


class Given(NamedTuple):
    """Probabilities of one direction: of word pairs, of any other pair of a key (of the source, in
    the first direction), and of a word that nothing emits."""

    emission: Floats
    other: Floats
    null: Floats


class Evidence:
    """What speaks for each of some word pairs beside what is learned from them; pair 0 is none."""

    def __init__(self, cells: "Cells | _Supported", prior: Weights, sums: Sequence[Floats],
                 alike: Floats, apart: Ints, settings: Settings) -> None:  # fmt: skip
        """`sums` are those of the prior for every key of either side; the pairs `apart` are no
        partners."""
        self._places, self._settings = (cells.first, cells.second), settings
        self._apart = apart
        given, alone = prior
        self._alike = settings.like * alike
        self._priors, self._totals, self._nulls = [], [], []
        for side, place in enumerate(self._places):
            trust = np.minimum(sums[side], settings.trust)
            share = trust / np.maximum(sums[side], 1e-9)
            self._priors.append(given * share[place])
            self._totals.append(trust + settings.like + settings.smooth * settings.words)
            most = settings.null_trust / max(float(sums[side][0]), settings.null_trust)
            self._nulls.append((alone[side] * most, float(sums[side][0]) * most))

    def probabilities(
        self,
        learned: Floats,
        nulls: list[Floats],
        sums: Sequence[Floats] | None = None,
        *,
        plain: bool = False,
    ) -> list[Given]:
        """p(target | source) and p(source | target) of every word pair, by variational Bayes, which
        thinks little of pairs seen less than once; `plain` gives them a chance. `sums` are those of
        the model that the weights were looked up in, else those of the weights."""
        found = []
        flat = self._settings.smooth * self._settings.words
        seen = self._alike + learned + self._settings.smooth
        unseen = np.array([self._settings.smooth])
        if not plain:
            seen, unseen = np.exp(digamma(seen)), np.exp(digamma(unseen))
        for side, place in enumerate(self._places):
            if sums is None:
                own = weighted_count(place, learned, len(self._totals[side]))
                own[0] = nulls[side].sum()
            else:
                own = sums[side]
            alone, all_alone = self._nulls[side]
            null = (nulls[side] + alone + self._settings.smooth) / (own[0] + all_alone + flat)
            total = self._totals[side] + own
            emission = (seen + self._priors[side]) / total[place]
            emission[self._apart] = 0
            found.append(Given(emission, unseen / total, null))
        return found


def evidence_of(model: Knowledge, cells: Cells) -> Evidence:
    """What a model's dictionaries and the look of words say of all word pairs that meet."""
    prior, alone = _apart(model.prior.between(cells.source, cells.target), cells)
    sums = [model.prior.sums(n, keys) for n, keys in enumerate((cells.source, cells.target))]
    sides = cells.source, cells.target
    alike = cells.spread(*read_alike(sides, model.languages))
    places, found = Likeness(cells, model.languages).of(cells.first, cells.second)
    alike[places] = np.maximum(alike[places], found)
    alike[0] = 0
    apart = never_partners(sides, model.languages, (cells.first, cells.second))
    return Evidence(cells, (cells.spread(*prior), alone), sums, alike, apart, model.settings)


def _apart(held: Held, cells: Cells | Sentences) -> tuple[Held, list[Floats]]:
    """Word pairs, and the weights of words that stand with the empty key."""
    first, second, weights = held
    nulls = [np.zeros(len(cells.target)), np.zeros(len(cells.source))]
    for null, place, other in zip(nulls, (second, first), (first, second), strict=True):
        null[place[other == 0]] = weights[other == 0]
        null[0] = 0
    paired = (first > 0) & (second > 0)
    return (first[paired], second[paired], weights[paired]), nulls


class Likeness:
    """How alike the keys of a text look or sound."""

    def __init__(self, text: Cells | Sentences, languages: tuple[str, str]) -> None:
        self._bare = [
            [bare(key, code) for key in keys]
            for keys, code in zip((text.source, text.target), languages, strict=True)
        ]
        self._looks = Looks(*self._bare)
        letters = sorted({word[:1] for words in self._bare for word in words})
        numbers = {letter: n for n, letter in enumerate(letters)}
        self.initial = [
            np.array([numbers[word[:1]] for word in words], np.int32) for words in self._bare
        ]

    def of(self, first: Ints, second: Ints) -> tuple[Ints, Floats]:
        """Which of the word pairs begin alike, and how alike they are, from a half upwards: 0 to
        1."""
        places = np.flatnonzero(self.initial[0][first] == self.initial[1][second])
        found = self._looks.between(first[places], second[places])
        return places, np.maximum(0.0, 2 * found - 1)


class _Supported(NamedTuple):
    """Word pairs that something speaks for: their codes, sorted, from 0, and both keys."""

    codes: Ints
    first: Ints
    second: Ints

    def spread(self, held: Ints, weights: Floats) -> Floats:
        """The weights of some of the codes, each once, as those of all."""
        found = np.zeros(len(self.codes))
        found[np.searchsorted(self.codes, held)] = weights
        return found


class Emissions:
    """What a model says of every cell of some sentence pairs.

    Nothing speaks for nearly all word pairs: they differ by one key only. The others are few enough
    to be looked up.
    """

    def __init__(self, model: Knowledge, sentences: Sentences) -> None:
        self._width = len(sentences.target)
        tables = (model.prior, model.learned)
        sides = sentences.source, sentences.target
        pairs, nulls = zip(
            *(_apart(table.between(*sides), sentences) for table in tables), strict=True
        )
        held = [first * self._width + second for first, second, _ in pairs]
        alike, how_alike = self._alike(sentences, model.languages)
        codes = distinct([np.zeros(1, np.int64), *held, alike])
        supported = _Supported(codes, *np.divmod(codes, self._width))
        prior, learned = (
            supported.spread(some, weights)
            for some, (_, _, weights) in zip(held, pairs, strict=True)
        )
        sums = [[table.sums(n, keys) for n, keys in enumerate(sides)] for table in tables]
        evidence = Evidence(
            supported, (prior, nulls[0]), sums[0], supported.spread(alike, how_alike),
            never_partners(sides, model.languages, (supported.first, supported.second)),
            model.settings,
        )  # fmt: skip
        self._given = evidence.probabilities(learned, nulls[1], sums[1])
        self._codes = codes
        self._marks = np.zeros(_MARKS, bool)
        self._marks[codes & (_MARKS - 1)] = True
        self.nulls = [given.null for given in self._given]

    def _alike(self, sentences: Sentences, languages: tuple[str, str]) -> tuple[Ints, Floats]:
        """Word pairs that meet and look alike, or may be read alike, and how alike."""
        like = Likeness(sentences, languages)
        begins = [initial.copy() for initial in like.initial]
        begins[0][0], begins[1][0] = -1, -2  # padding begins like nothing
        found = [np.zeros(0, np.int64)]
        for _, source, target in sentences.groups:
            row, there, here = (begins[0][source][:, None, :] == begins[1][target][:, :, None]
                                ).nonzero()  # fmt: skip
            found.append(source[row, here] * self._width + target[row, there])
        codes = distinct(found)
        places, how_alike = like.of(*np.divmod(codes, self._width))
        some = how_alike > 0
        codes, how_alike = codes[places[some]], how_alike[some]
        first, second, read = read_alike((sentences.source, sentences.target), languages)
        if not len(first):
            return codes, how_alike
        every = distinct([codes, first * self._width + second])
        most = np.zeros(len(every))
        for held, weights in ((codes, how_alike), (first * self._width + second, read)):
            place = np.searchsorted(every, held)
            most[place] = np.maximum(most[place], weights)
        return every, most

    def of(self, group: Group) -> list[Floats32]:
        """Both directions, as (pair, target, source)."""
        _, source, target = group
        codes = (source[:, None, :] * self._width + target[:, :, None]).ravel()
        cells = np.flatnonzero(self._marks.take(codes & (_MARKS - 1)))
        codes = codes[cells]
        place = np.minimum(np.searchsorted(self._codes, codes), len(self._codes) - 1)
        supported = self._codes[place] == codes
        cells, place = cells[supported], place[supported]
        shape = len(source), target.shape[1], source.shape[1]
        found = []
        others = (
            self._given[0].other[source][:, None, :],
            self._given[1].other[target][:, :, None],
        )
        for given, other in zip(self._given, others, strict=True):
            emission = np.empty(shape, np.float32)
            emission[...] = other
            emission.reshape(-1)[cells] = given.emission.take(place)
            found.append(emission)
        return found


def distinct(codes: Sequence[Ints]) -> Ints:
    """All numbers once, sorted; np.unique hashes them first, which is slow."""
    every: Ints = np.sort(np.concatenate(codes))
    new = np.ones(len(every), bool)
    new[1:] = every[1:] != every[:-1]
    return every[new]


def digamma(x: Floats) -> Floats:
    """The derivative of log gamma, for x > 0."""
    # By the series at x + 6: psi(x) = psi(x + 1) - 1/x. Six divisions cost less than asking which
    # numbers need them.
    less = 1 / x
    for more in range(1, _SHIFT):
        less += 1 / (x + more)
    shifted = x + _SHIFT
    square = 1 / (shifted * shifted)
    series = square * (1 / 12 - square * (1 / 120 - square / 252))
    return np.log(shifted) - 0.5 / shifted - series - less
