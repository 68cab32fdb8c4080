"""The contract of a metric: a batch in, rows of addable counts out, a value from their sums."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from litmus.alignment.links import Alignment
from litmus.corpus.segment import Segment
from litmus.corpus.tags import TaggedSentence
from litmus.errors import DataError, UnknownName, UsageError

Array = npt.NDArray[np.float64]
Prepared = TypeVar("Prepared")


@dataclass(frozen=True, slots=True)
class Batch:
    """Segments with what is known of them before any system is looked at."""

    segments: Sequence[Segment]
    reference_links: Sequence[Alignment] | None = None
    reference_tags: Sequence[TaggedSentence] | None = None


@dataclass(frozen=True, slots=True)
class Outputs:
    """One system's hypotheses for the segments of a batch."""

    system: str
    hypotheses: Sequence[str]
    links: Sequence[Alignment] | None = None
    tags: Sequence[TaggedSentence] | None = None


class Row(NamedTuple):
    """Counts of one segment (by its place in the batch), under one label or none; and why."""

    segment: int
    label: str | None
    counts: tuple[float, ...]
    evidence: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Option:
    """A key that may ride on a metric's name. Without `choices` any text is taken."""

    key: str
    default: str
    help: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Setup:
    """What a metric is made for."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Reading:
    """One number read off the counts; the first of a metric is the one it is known by."""

    suffix: str
    value: Callable[[Array], Array]
    higher_is_better: bool


class Metric(ABC, Generic[Prepared]):
    """A metric keeps no state between calls and never changes its arguments."""

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    options: ClassVar[tuple[Option, ...]] = ()
    columns: tuple[str, ...]
    support: ClassVar[str] = "segments"  # the column that counts cases
    higher_is_better: ClassVar[bool] = True
    proportion: ClassVar[str | None] = None  # a share of cases: the column that counts them
    needs_links: bool = False
    needs_tags: bool = False
    needs_output_tags: bool = False  # of the hypotheses too, not only of the reference
    needs_consistency: bool = False  # tags that say whether a document goes on as it began
    average: str = "micro"

    def __init__(self, setup: Setup, chosen: Mapping[str, str]) -> None:
        self.setup = setup
        self.chosen = {
            option.key: chosen.get(option.key, option.default) for option in self.options
        }
        self.average = self.chosen.get("average", "micro")

    @abstractmethod
    def prepare(self, batch: Batch) -> Prepared:
        """The work on source and references, done once for all systems."""

    @abstractmethod
    def measure(self, prepared: Prepared, outputs: Outputs) -> list[Row]:
        """Rows for the segments that carry evidence (several for one with several labels)."""

    @abstractmethod
    def value(self, totals: Array) -> Array:
        """The main value of summed counts (..., columns) -> (...); nan is no evidence."""

    @property
    def readings(self) -> tuple[Reading, ...]:
        """All values; the main one first."""
        return (Reading("", self.value, self.higher_is_better),)

    def signature_parts(self) -> dict[str, str]:
        """Every setting that can move the number."""
        return {key: value for key, value in self.chosen.items() if key != "average"} | {
            "avg": self.average
        }

    def notes(self, totals: Array) -> list[str]:
        """What a reader of the score should know, from the sums of one system."""
        return []

    def references(self, batch: Batch) -> list[tuple[str, ...]]:
        """The references of a batch; a segment without any is an error."""
        for segment in batch.segments:
            if not segment.references:
                raise DataError(
                    f"Segment {segment.id!r} has no reference, but {self.name} needs one.\n"
                    "Add it (-r REF), or leave the metric out (-m)."
                )
        return [segment.references for segment in batch.segments]

    def links(self, found: Sequence[Alignment] | None, whose: str) -> Sequence[Alignment]:
        """Word alignments, which must have been given."""
        if found is None:
            wanted = (
                "--alignment REF.align"
                if whose == "the reference"
                else (f"--alignment {whose}=HYP.align")
            )
            raise UsageError(
                f"{self.name} needs word alignments for {whose}.\nGive a Pharaoh file: {wanted}\n"
                "Or leave --alignment out: then one aligner links the reference and all systems."
            )
        return found


def rate(totals: Array, over: int, under: int, scale: float = 100.0) -> Array:
    """scale x column `over` / column `under`; nan where there is nothing below."""
    top, bottom = totals[..., over], totals[..., under]
    value: Array = np.divide(scale * top, bottom, out=np.full(top.shape, np.nan), where=bottom > 0)
    return value


def merge_evidence(parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """One object for a segment: of several labels, texts joined, lists and maps united.

    Each label's own evidence is then under "labels".
    """
    if len(parts) == 1:
        return dict(parts[0])
    merged: dict[str, Any] = {}
    for part in parts:
        for key, value in part.items():
            old = merged.get(key)
            if key not in merged or old is None:
                merged[key] = value
            elif isinstance(value, str):
                merged[key] = f"{old} | {value}"
            elif isinstance(value, list):
                merged[key] = [*old, *value]
            elif isinstance(value, dict):
                merged[key] = {**old, **value}
    return merged | {"labels": [dict(part) for part in parts]} if parts else {}


@dataclass(frozen=True)
class Spec:
    """A metric as asked for: `name:key=value,key=value`."""

    text: str
    name: str
    chosen: Mapping[str, str] = field(default_factory=dict)


def parse_spec(text: str) -> Spec:
    """The name and options of a metric as typed; not yet held against its known options.

    >>> parse_spec("litter:case=fold,average=macro").chosen["average"]
    'macro'
    """
    name, _, rest = text.partition(":")
    chosen = {}
    for item in rest.split(",") if rest else []:
        key, equals, value = item.partition("=")
        if not equals or not key or not value:
            raise UsageError(
                f"{item!r} in {text!r} is not an option. Write name:key=value,key=value"
            )
        if key in chosen:
            raise UsageError(f"{text!r} gives {key!r} twice.")
        chosen[key] = value
    return Spec(text, name, chosen)


def check_options(spec: Spec, options: Iterable[Option]) -> None:
    """Unknown keys and values are errors."""
    known = {option.key: option for option in options}
    for key, value in spec.chosen.items():
        if key not in known:
            raise UnknownName(f"option of {spec.name}", key, known)
        choices = known[key].choices
        if choices and value not in choices:
            raise UsageError(f"{spec.name}: {key} cannot be {value!r}. Known: {', '.join(choices)}")


AVERAGE = Option(
    "average", "micro", "over all cases, or mean of the labels' means", ("micro", "macro")
)
CASE = Option("case", "exact", "compare words as they are, or lower-cased", ("exact", "fold"))
