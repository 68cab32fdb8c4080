"""What the shipped dictionaries say of a language pair, as counts of keys."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

import numpy as np

from litmus.alignment.embedded.cooccurrence import NONE
from litmus.alignment.embedded.counts import Counts
from litmus.alignment.embedded.partners import pairing
from litmus.alignment.tokens import keys_of
from litmus.arrays import Floats, Ints
from litmus.language.dictionary.bilingual import shipped_columns
from litmus.language.dictionary.columns import Column
from litmus.plugins.data_folder import per_data_folder

PIVOT = "en"
_LEAST_SHARE = 0.1  # of a word pair found by way of a third language
_STEM = 4  # letters of keys that may be forms of one word
_STEM_SHARE = 0.3  # of the count of two keys that all pairs of their forms share
_STEM_LEAST, _STEM_MOST = 2.0, 30  # count of a pair that is shared, and pairs that share it
_SISTER = 5.0  # the most that a word pair of a sister language counts
_SISTER_LEAST = 0.02  # mean share of two words in each other that makes one count
_SISTER_LETTERS = 3  # of words that mean the same in both languages

Row = tuple[str, str, float]


@per_data_folder(maxsize=4)
def prior_counts(source: str, target: str) -> tuple[Counts, str]:
    """Counts of (source key, target key), and the dictionaries they come from; "none" without."""
    found = shipped_columns(source, target)
    if found is not None:
        columns, name = found
        words, others, counts, _ = columns
        keyed = _keyed(words, others, counts, (source, target))
        return _with_sister(_with_forms(Counts.of_columns(*keyed)), name, source, target)
    first, second = shipped_columns(source, PIVOT), shipped_columns(PIVOT, target)
    if first is None or second is None:
        return Counts.of(()), "none"
    here = _keyed(*first[0][:3], (source, PIVOT))
    there = _keyed(*second[0][:3], (PIVOT, target))
    return Counts.of(_joined(_rows(*here), _rows(*there))), f"{first[1]}+{second[1]}"


def _with_forms(counts: Counts) -> Counts:
    """The counts, and a share of each for the other forms of both words: who knows that *habla* is
    *speaks* has an idea of *hablo*."""
    first, second = counts.places()
    sides = [_Forms.of(keys) for keys in counts.keys]
    sizes = sides[0].sizes[first] * sides[1].sizes[second]
    paired = [
        np.fromiter(map(bool, keys), bool, len(keys))[numbers]  # not those of no word
        for keys, numbers in zip(counts.keys, (first, second), strict=True)
    ]
    several = (sizes > 1) & (sizes <= _STEM_MOST) & paired[0] & paired[1]
    shared = np.flatnonzero(several & (counts.weights >= _STEM_LEAST))
    sizes = sizes[shared]
    row = np.repeat(shared, sizes)
    place = np.arange(len(row)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    beside = sides[1].sizes[second[row]]
    more = [
        forms.members[forms.starts[numbers[row]] + at]
        for forms, numbers, at in zip(
            sides, (first, second), (place // beside, place % beside), strict=True
        )
    ]
    share = counts.weights[row] * _STEM_SHARE / np.repeat(sizes, sizes)
    return counts.plus(more[0], more[1], share)


def _with_sister(counts: Counts, name: str, source: str, target: str) -> tuple[Counts, str]:
    """The counts, and a few for what a language with a larger dictionary spells the same:
    Portuguese *encerrado* is Spanish too."""
    sisters = pairing()["sisters"]
    others = sisters.get(source, source), sisters.get(target, target)
    if PIVOT not in (source, target) or others == (source, target):
        return counts, name
    more, its_name = prior_counts(*others)
    places = more.places()
    sums = [np.bincount(side, more.weights) for side in places]
    share = more.weights / np.sqrt(sums[0][places[0]] * sums[1][places[1]])
    long = [
        np.fromiter(map(len, keys), np.int64, len(keys)) >= _SISTER_LETTERS for keys in more.keys
    ]
    kept = (share >= _SISTER_LEAST) & long[0][places[0]] & long[1][places[1]]
    left, right = (
        Column.of([own[n] for n in at.tolist()] + [its[n] for n in place[kept].tolist()])
        for own, at, its, place in zip(counts.keys, counts.places(), more.keys, places, strict=True)
    )
    weights = np.concatenate([counts.weights, _SISTER * share[kept]])
    return Counts.of_columns(left, right, weights), f"{name}+{its_name}"


class _Forms(NamedTuple):
    """For each key of a list, the keys that begin alike: how many, and where they start."""

    sizes: Ints
    starts: Ints
    members: Ints

    @classmethod
    def of(cls, keys: Sequence[str]) -> "_Forms":
        stems = Column.of([key[:_STEM] if len(key) > _STEM else f"{key}." for key in keys]).rows
        members = np.argsort(stems, kind="stable")
        sizes = np.bincount(stems)
        return cls(sizes[stems], (np.cumsum(sizes) - sizes)[stems], members)


def keyed_rows(rows: Iterable[Row], source: str, target: str) -> Iterator[Row]:
    """Words of a dictionary as keys; no word stays none."""
    words, others, counts = list(zip(*rows, strict=True)) or [(), (), ()]
    sides = Column.of(words), Column.of(others)
    return _rows(*_keyed(*sides, np.array(counts, np.float64), (source, target)))


def _rows(left: Column, right: Column, counts: Floats) -> Iterator[Row]:
    return zip(left.all(), right.all(), counts.tolist(), strict=True)


def _keyed(
    words: Column, others: Column, counts: Floats, languages: tuple[str, str]
) -> tuple[Column, Column, Floats]:
    """Words as keys; the words of a phrase share its count, and no word beside a word is none."""
    left, right = (
        _Parts.of(side, code) for side, code in zip((words, others), languages, strict=True)
    )
    sizes = left.sizes[words.rows] * right.sizes[others.rows]
    row = np.repeat(np.arange(len(sizes)), sizes)
    place = np.arange(len(row)) - np.repeat(np.cumsum(sizes) - sizes, sizes)  # in its row
    beside = right.sizes[others.rows[row]]
    keyed = []
    for side, parts, at in ((words, left, place // beside), (others, right, place % beside)):
        keys = parts.keys[parts.starts[side.rows[row]] + at]
        keys[(side.is_empty() & (sizes == 1))[row]] = 0
        keyed.append(_in_order(parts.names, keys))
    return keyed[0], keyed[1], (counts / sizes)[row]


class _Parts(NamedTuple):
    """The words of a column cut at blanks: how many each is, where they start, and their keys."""

    sizes: Ints
    starts: Ints
    keys: Ints
    names: list[str]  # of the keys; the first is that of no word

    @classmethod
    def of(cls, column: Column, language: str) -> "_Parts":
        blanks = map(str.count, column.words, repeat(" "))
        sizes = np.fromiter(blanks, np.int64, len(column.words)) + 1
        parts = " ".join(column.words).split(" ") if column.words else []
        keys = Column.of([NONE, *keys_of(parts, language)])
        return cls(sizes, np.cumsum(sizes) - sizes, keys.rows[1:], keys.words)


def _in_order(names: Sequence[str], rows: Ints) -> Column:
    """The column with its words in the order in which they come."""
    first = np.full(len(names), len(rows))
    first[rows[::-1]] = np.arange(len(rows))[::-1]  # the last one that is written stays
    order = np.argsort(first, kind="stable")[: np.count_nonzero(first < len(rows))]
    number = np.empty(len(names), np.int64)
    number[order] = np.arange(len(order))
    return Column([names[n] for n in order.tolist()], number[rows])


def _joined(here: Iterable[Row], there: Iterable[Row]) -> Iterator[Row]:
    """source -> pivot -> target; a pair counts as often as its share of the pivot's words."""
    onward: dict[str, dict[str, float]] = defaultdict(dict)
    sums: dict[str, float] = defaultdict(float)
    for pivot, target, count in there:
        onward[pivot][target] = onward[pivot].get(target, 0.0) + count
        sums[pivot] += count
    for source, pivot, count in here:
        for target, more in onward.get(pivot, {}).items():
            share = more / sums[pivot]
            if share >= _LEAST_SHARE:
                yield source, target, count * share
