"""What the shipped dictionaries say of a language pair, as counts of keys."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from litmus.alignment.embedded.cooccurrence import NONE
from litmus.alignment.embedded.counts import Counts
from litmus.alignment.tokens import keys_of
from litmus.language.dictionary.bilingual import shipped_columns
from litmus.plugins.data_folder import per_data_folder

PIVOT = "en"
_LEAST_SHARE = 0.1  # of a word pair found by way of a third language

Row = tuple[str, str, float]
Columns = tuple[list[str], list[str], list[float]]


@per_data_folder(maxsize=4)
def prior_counts(source: str, target: str) -> tuple[Counts, str]:
    """Counts of (source key, target key), and the dictionaries they come from; "none" without."""
    found = shipped_columns(source, target)
    if found is not None:
        columns, name = found
        return Counts.of_columns(*_keyed(columns, source, target)), name
    first, second = shipped_columns(source, PIVOT), shipped_columns(PIVOT, target)
    if first is None or second is None:
        return Counts.of(()), "none"
    here = zip(*_keyed(first[0], source, PIVOT), strict=True)
    there = zip(*_keyed(second[0], PIVOT, target), strict=True)
    return Counts.of(_joined(here, there)), f"{first[1]}+{second[1]}"


def keyed_rows(rows: Iterable[Row], source: str, target: str) -> Iterator[Row]:
    """Words of a dictionary as keys; no word stays none."""
    held = list(rows)
    columns = [row[0] for row in held], [row[1] for row in held], [row[2] for row in held]
    return zip(*_keyed(columns, source, target), strict=True)


def _keyed(columns: Columns, source: str, target: str) -> Columns:
    """The same in columns: with a tuple for every row, Python would look for garbage all the
    time."""
    (words, others, counts), empty = _parts(columns)
    left, right = keys_of(words, source), keys_of(others, target)
    for keys, places in zip((left, right), empty, strict=True):
        for place in places:
            keys[place] = NONE
    return left, right, counts


def _parts(columns: Columns) -> tuple[Columns, tuple[list[int], list[int]]]:
    """Rows as they are, where the words of a phrase share its count; and those without a word on
    either side."""
    words: list[str] = []
    others: list[str] = []
    counts: list[float] = []
    empty: tuple[list[int], list[int]] = ([], [])
    for word, other, count in zip(*columns, strict=True):
        if " " in word or " " in other:
            parts, beside = word.split(" "), other.split(" ")
            for part in parts:
                words += [part] * len(beside)
                others += beside
            counts += [count / (len(parts) * len(beside))] * (len(parts) * len(beside))
            continue
        if not word:
            empty[0].append(len(words))
        if not other:
            empty[1].append(len(words))
        words.append(word)
        others.append(other)
        counts.append(count)
    return (words, others, counts), empty


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
