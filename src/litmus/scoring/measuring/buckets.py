"""Buckets: the segments of a suite by domain, length, frequency, document or any column.

The suite is read once before it is measured, so that a column that makes no table is refused
before the work, and buckets are known in the order of their table.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from litmus.corpus.segment import Segment
from litmus.corpus.suite import Suite
from litmus.errors import UnknownName, UsageError
from litmus.language.words import token_offsets
from litmus.scoring.measuring.collected import Counted, Step
from litmus.scoring.measuring.frequency import IdiomFrequency, WordFrequency
from litmus.scoring.rows import SUBSET
from litmus.wording import count, option

MOST_BUCKETS = 1000
NO_VALUE = "–"  # of a segment that a column says nothing of
_LENGTHS = (10, 20, 30, 50)  # the longest of each class but the last, in words
COMPUTED = {
    "document": "the document",
    "length": "words of the source",
    "frequency": "how common the words of the source are in the suite",
    "idiom-frequency": "how common its rarest idiom is",
}


class Parting(NamedTuple):
    """The buckets of a column: which one a segment is in, and how many segments each has, in the
    order of the table."""

    column: str
    bucket: Callable[[Segment], str]
    sizes: Mapping[str, int]


class Buckets:
    """Counts every batch by the buckets of some columns."""

    def __init__(self, counted: Sequence[Counted], partings: Sequence[Parting]) -> None:
        self._counted, self._partings = counted, partings

    def add(self, step: Step) -> None:
        """Count a batch."""
        for parting in self._partings:
            buckets = [parting.bucket(segment) for segment in step.batch.segments]
            for entry, by_system in zip(self._counted, step.rows, strict=True):
                parted = entry.parted[parting.column]
                for system, rows in enumerate(by_system):
                    parted.add(system, rows, step.units, [buckets[row.segment] for row in rows])


def part(suite: Suite, names: Sequence[str]) -> list[Parting]:
    """How the segments of a suite are put into buckets by each of these columns."""
    wanted = list(dict.fromkeys(names))
    if not wanted:
        return []
    own = _own_columns(suite, wanted)
    ways = {
        name: (_own(name), _by_value) if name in own else _computed(name, suite) for name in wanted
    }
    sizes = _sizes(suite, {name: bucket for name, (bucket, _) in ways.items()})
    return [
        Parting(name, bucket, {key: sizes[name][key] for key in ordered(sizes[name])})
        for name, (bucket, ordered) in ways.items()
    ]


def _own_columns(suite: Suite, wanted: Sequence[str]) -> set[str]:
    """The columns that segments have; refuses one that none has."""
    found: set[str] = set()
    for segment in suite.segments():
        found.update(segment.columns)
    for name in wanted:
        if name == SUBSET:
            raise UsageError(f"{name!r} is what {option('subsets')} makes. Rename your column.")
        if name not in found and name not in COMPUTED:
            raise UnknownName("column of this suite", name, [*found, *COMPUTED])
    return found


def _own(name: str) -> Callable[[Segment], str]:
    return lambda segment: segment.columns.get(name) or NO_VALUE


def _computed(
    name: str, suite: Suite
) -> tuple[Callable[[Segment], str], Callable[[Mapping[str, int]], list[str]]]:
    """What finds the bucket of a segment, and what puts buckets in order."""
    if name == "document":
        return lambda segment: segment.document or NO_VALUE, _as_found
    if name == "length":
        return _length_of, lambda sizes: [key for key in _length_names() if key in sizes]
    scale = (WordFrequency if name == "frequency" else IdiomFrequency)(suite)
    return (
        lambda segment: scale.name(segment) or NO_VALUE,
        lambda sizes: [key for key in (*scale.names, NO_VALUE) if key in sizes],
    )


def _length_names() -> Iterator[str]:
    least = 1
    for most in _LENGTHS:
        yield f"{least}-{most}"
        least = most + 1
    yield f"{least}+"


def _length_of(segment: Segment) -> str:
    n = n_words(segment.source)
    names = list(_length_names())
    return next((name for most, name in zip(_LENGTHS, names, strict=False) if n <= most), names[-1])


def n_words(text: str) -> int:
    """Words of a text, punctuation left out; each Chinese or Japanese character is one.

    >>> n_words("He didn't say: no."), n_words("马马虎虎。")
    (5, 4)
    """
    return sum(text[start].isalnum() for start, _ in token_offsets(text, "words", ""))


def _sizes(
    suite: Suite, buckets: Mapping[str, Callable[[Segment], str]]
) -> dict[str, Counter[str]]:
    """How many segments are in each bucket of each column; too many or one are no table."""
    sizes: dict[str, Counter[str]] = {name: Counter() for name in buckets}
    for segment in suite.segments():
        for name, bucket in buckets.items():
            sizes[name][bucket(segment)] += 1
            if len(sizes[name]) > MOST_BUCKETS:
                raise UsageError(
                    f"The column {name!r} has more than {count(MOST_BUCKETS, 'value')}, which is "
                    "no table.\nPut them into classes, as a column of your own: "
                    f"{option('columns', 'FILE')}"
                )
    for name, found in sizes.items():
        _refuse_one(name, found)
    return sizes


def _refuse_one(name: str, sizes: Mapping[str, int]) -> None:
    if set(sizes) == {NO_VALUE}:
        raise UsageError(f"No segment has a value in the column {name!r}. Choose another.")
    if len(sizes) == 1:
        (only,) = sizes
        raise UsageError(
            f"Every segment has {only!r} in the column {name!r}: there is nothing to compare. "
            "Choose another."
        )


def _as_found(sizes: Mapping[str, int]) -> list[str]:
    return sorted(sizes, key=lambda key: key == NO_VALUE)  # stable: the rest as it was


def _by_value(sizes: Mapping[str, int]) -> list[str]:
    """Numbers by value, other values by name; what has none comes last.

    >>> _by_value({"10": 1, "9": 1, "–": 1}), _by_value({"news": 1, "10": 1, "9": 1})
    (['9', '10', '–'], ['10', '9', 'news'])
    """
    values = [key for key in sizes if key != NO_VALUE]
    numbers = {key: number for key in values if (number := _number(key)) is not None}
    if len(numbers) == len(values):
        values.sort(key=lambda key: (numbers[key], key))
    else:
        values.sort()
    return values + [NO_VALUE] * (NO_VALUE in sizes)


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if number == number else None  # nan has no place in an order
