"""What the shipped dictionaries say of a language pair, as counts of keys."""

from collections import defaultdict
from collections.abc import Iterator

from litmus.alignment.embedded.cooccurrence import NONE
from litmus.alignment.embedded.counts import Counts
from litmus.alignment.tokens import key_function
from litmus.language.dictionary.bilingual import shipped_counts
from litmus.plugins.data_folder import per_data_folder

PIVOT = "en"
_LEAST_SHARE = 0.1  # of a word pair found by way of a third language


@per_data_folder(maxsize=4)
def prior_counts(source: str, target: str) -> tuple[Counts, str]:
    """Counts of (source key, target key), and the dictionaries they come from; "none" without."""
    found = shipped_counts(source, target)
    if found is not None:
        rows, name = found
        return Counts.of(keyed_rows(rows, source, target)), name
    first, second = shipped_counts(source, PIVOT), shipped_counts(PIVOT, target)
    if first is None or second is None:
        return Counts.of(()), "none"
    here = list(keyed_rows(first[0], source, PIVOT))
    there = list(keyed_rows(second[0], PIVOT, target))
    return Counts.of(_joined(here, there)), f"{first[1]}+{second[1]}"


Row = tuple[str, str, float]


def keyed_rows(rows: Iterator[Row], source: str, target: str) -> Iterator[Row]:
    """Words of a dictionary as keys; no word stays none."""
    left, right = key_function(source), key_function(target)
    for word, translation, count in rows:
        if " " not in word and " " not in translation:
            yield left(word) if word else NONE, right(translation) if translation else NONE, count
            continue
        # The words of a phrase share its count.
        parts = [(a, b) for a in word.split(" ") for b in translation.split(" ")]
        for a, b in parts:
            yield left(a), right(b), count / len(parts)


def _joined(here: list[Row], there: list[Row]) -> Iterator[Row]:
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
