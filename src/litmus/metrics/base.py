"""The contract of a metric: a batch in, rows of addable counts out, values from their sums.

All facts about a metric are attributes of its class. Scoring, reports, plots, subsets, campaigns
and agreement read them there, so a new metric needs no line anywhere else but in the registry.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from litmus.alignment.links import Alignment
from litmus.arrays import Floats
from litmus.corpus.formats.tags import TaggedSentence
from litmus.corpus.ratings import ErrorSpan, Rating, check_inside, spans_from_json
from litmus.corpus.segment import Segment
from litmus.errors import DataError, UsageError
from litmus.metrics.formulas import Formula, signed_columns
from litmus.metrics.options import Option
from litmus.wording import option

SPANS = "spans"  # the key of evidence that holds error spans

Prepared = TypeVar("Prepared")
Family = Literal["idiom", "discourse", "overall"]


@dataclass(frozen=True, slots=True)
class Batch:
    """Segments with what is known about them before any output is read."""

    segments: Sequence[Segment]
    reference_links: Sequence[Alignment] | None = None
    reference_tags: Sequence[TaggedSentence] | None = None
    company: Sequence["Outputs"] = ()  # all systems, for metrics that compare them


@dataclass(frozen=True, slots=True)
class Outputs:
    """One system's hypotheses for the segments of a batch."""

    system: str
    hypotheses: Sequence[str]
    links: Sequence[Alignment] | None = None
    tags: Sequence[TaggedSentence] | None = None


class SegmentRow(NamedTuple):
    """Counts of one segment (by its index in the batch), under one label or none; and why.

    Evidence under "spans" is a list of error spans, as in ratings: `{"start", "end", "category",
    "severity", "in"}`. They are checked, written, shown in the report, and compared by `agree`.
    """

    segment: int
    label: str | None
    counts: tuple[float, ...]
    evidence: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Setup:
    """What a metric is made for: languages, and how many systems it will see."""

    source: str
    target: str
    systems: int = 1


@dataclass(frozen=True, slots=True)
class Reading:
    """One number read off the counts; the first of a metric is the one it is known by.

    With any other function than a `Formula` for its value, the report page cannot recompute it for
    the segments that are filtered, and says so.
    """

    suffix: str
    value: Callable[[Floats], Floats]
    higher_is_better: bool = True
    ideal: float | None = None  # the best value, where it is neither the highest nor the lowest

    def on(self, columns: Sequence[str]) -> "Reading":
        """The same, its formula tied to the columns of a metric."""
        value = self.value
        return replace(self, value=value.on(columns)) if isinstance(value, Formula) else self

    @property
    def formula(self) -> dict[str, Any] | None:
        """The formula for the page."""
        return self.value.as_data() if isinstance(self.value, Formula) else None


@dataclass(frozen=True, slots=True)
class VerdictWords:
    """What the page calls a translation whose main value is the best, the worst, or between."""

    good: str = "right"
    bad: str = "wrong"
    mixed: str = "partly"


@dataclass(frozen=True, slots=True)
class Flag:
    """How a metric calls a translation wrong: by its counts, and for one label by its evidence.

    A translation is wrong where the sum `wrong` (of columns, as in a `Ratio`) is above 0, and known
    where `cases` is. One label of several is wrong where the evidence under `wrong_if` holds
    something, or that under `right_if` nothing; with neither it goes by the whole segment.
    """

    wrong: str
    cases: str
    wrong_if: str = ""
    right_if: str = ""

    def of_counts(self, counts: Mapping[str, float]) -> tuple[bool, bool]:
        """Whether a translation is wrong, and whether there is anything to say so from.

        >>> Flag("weight-passed", "weight").of_counts({"passed": 1, "weight": 2})
        (True, True)
        """
        wrong, cases = (
            sum(sign * counts[name] for name, sign in signed_columns(expression))
            for expression in (self.wrong, self.cases)
        )
        return wrong > 0, cases > 0

    def of_evidence(self, evidence: Mapping[str, Any]) -> bool | None:
        """Whether one label is wrong; None where the evidence cannot tell."""
        if self.wrong_if:
            return bool(evidence[self.wrong_if])
        return not evidence[self.right_if] if self.right_if else None


@dataclass(frozen=True, slots=True)
class Kinds:
    """Verdicts of more kinds than right and wrong, one for every label.

    `names` are the columns that count them, first the one that is no error. The evidence has the
    name under `key`, how sure the metric is of it (0 to 1) under `confidence`, and the reasons in
    words under `because`.
    """

    names: tuple[str, ...]
    key: str = "verdict"
    confidence: str = "confidence"
    because: str = "because"


@dataclass(frozen=True, slots=True)
class Evidence:
    """A key of a metric's evidence that the page shows, under a title.

    `marks`: its words are marked in the translation, as "trigger" (they count against it) or as
    "required" (they should be there); without a title they are marked only. `parts`: also where
    they are part of a longer word. `percent`: a number from 0 to 1, shown in per cent.
    """

    key: str
    title: str
    marks: Literal["trigger", "required"] | None = None
    parts: bool = False
    percent: bool = False


class Metric(ABC, Generic[Prepared]):
    """A metric keeps no state between calls and never changes its arguments."""

    # What it is.
    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    family: ClassVar[Family]
    declared_options: ClassVar[tuple[Option, ...]] = ()
    code: str = ""  # the plug-in or file that defines it, for the signature

    # Its counts, and the numbers read off their sums.
    columns: ClassVar[tuple[str, ...]]
    support: ClassVar[str] = "segments"  # the column that counts cases
    proportion: str | None = None  # a share of cases: the column that counts them
    readings: tuple[Reading, ...]  # the main one first
    average: str = "micro"

    # What it says of a single translation.
    evidence: ClassVar[tuple[Evidence, ...]] = ()
    verdict_words: VerdictWords | None = None  # None: it gives scores, not verdicts
    flag: ClassVar[Flag | None] = None  # a detector: its verdicts can be compared with people's
    kinds: ClassVar[Kinds | None] = None  # None: its verdicts are right and wrong alone
    is_trigger: ClassVar[bool] = False  # what it flags makes the subset and stratum "triggered"
    suits_segments: ClassVar[bool] = False  # its value is meaningful for one segment alone

    # What it reads.
    reads_spans: ClassVar[bool] = False  # where idioms are in the source
    reads_terms: ClassVar[bool] = False  # the terms of the source
    compares_characters: ClassVar[bool] = False  # so é in two normal forms is two characters
    needs_links: bool = False
    aligner: str = ""  # the one whose links it reads unless another is chosen; "": the default
    needs_tags: bool = False
    shows_tags: ClassVar[bool] = False  # its value by tag is what it is read for
    needs_output_tags: bool = False  # of the hypotheses too, not only of the reference
    needs_consistency: bool = False  # tags that say whether a document goes on as it began
    needs_documents: bool = False  # whole ones in a batch, where they are known
    compares_systems: bool = False  # what it says of one depends on the others
    one_process: ClassVar[bool] = False  # too large to have one in every worker

    def __init__(self, setup: Setup, options: Mapping[str, str]) -> None:
        self.setup = setup
        self.options = {
            declared.key: options.get(declared.key, declared.default)
            for declared in self.declared_options
        }
        # As typed; a metric may settle its other options by language or by each other.
        self.chosen = {
            declared.key: self.options[declared.key]
            for declared in self.declared_options
            if self.options[declared.key] != declared.default
        }
        self.average = self.options.get("average", "micro")
        self.readings = tuple(reading.on(self.columns) for reading in self.readings)

    @abstractmethod
    def prepare(self, batch: Batch) -> Prepared:
        """The work on source and references, done once for all systems."""

    @abstractmethod
    def measure(self, prepared: Prepared, outputs: Outputs) -> list[SegmentRow]:
        """Rows for the segments that carry evidence (several for one with several labels)."""

    def value(self, totals: Floats) -> Floats:
        """The main value of summed counts (..., columns) -> (...); nan is no evidence."""
        return self.readings[0].value(totals)

    def segment_value(self, counts: Floats) -> Floats:
        """The main value of single segments (..., columns) -> (...), for comparison with people."""
        return self.value(counts)

    @property
    def higher_is_better(self) -> bool:
        """The direction of the main value."""
        return self.readings[0].higher_is_better

    def signature_parts(self) -> dict[str, str]:
        """Every setting that can move the number."""
        return {key: value for key, value in self.options.items() if key != "average"} | {
            "avg": self.average
        }

    def most_cases(self, segment: Segment) -> float | None:
        """How many cases (of `proportion`) a segment can hold, whatever the output; None: nobody
        knows. With it, a sequential decision on a share is exact."""
        return None

    def notes(self, totals: Floats) -> list[str]:
        """What a reader of the score should know, from the sums of one system."""
        return []

    def marked_words(self, shown: Evidence, evidence: Mapping[str, Any]) -> Sequence[str]:
        """The words of the translation that the page marks for one key of the evidence."""
        return list(evidence.get(shown.key) or ())

    def references(self, batch: Batch) -> list[tuple[str, ...]]:
        """The references of a batch; a segment without any is an error."""
        for segment in batch.segments:
            if not segment.references:
                raise DataError(
                    f"Segment {segment.id!r} has no reference, but {self.name} needs one.\n"
                    f"Add it ({option('references', 'REF')}), or choose other metrics "
                    f"({option('metrics')})."
                )
        return [segment.references for segment in batch.segments]

    def links(self, alignments: Sequence[Alignment] | None, whose: str) -> Sequence[Alignment]:
        """Word alignments, which must have been given."""
        if alignments is None:
            file = "REF.align" if whose == "the reference" else f"{whose}=HYP.align"
            raise UsageError(
                f"{self.name} needs word alignments for {whose}.\n"
                f"Give a Pharaoh file: {option('aligners', file)}\n"
                f"Or leave out {option('aligners')}: then one aligner links the reference and all "
                "systems."
            )
        return alignments


def check_spans(metric: str, batch: Batch, outputs: Outputs, rows: Sequence[SegmentRow]) -> None:
    """Error spans in the evidence must be such, and lie inside their texts."""
    for row in rows:
        if SPANS in row.evidence:
            segment = batch.segments[row.segment]
            where = f"The metric {metric}"
            spans = evidence_spans(where, row.evidence)
            rating = Rating(segment.id, outputs.system, spans=spans, where=where)
            target = outputs.hypotheses[row.segment]
            check_inside(rating, {"source": segment.source, "target": target})


def evidence_spans(where: str, evidence: Mapping[str, Any]) -> tuple[ErrorSpan, ...]:
    """The error spans of a row's evidence."""
    return spans_from_json(where, evidence.get(SPANS) or [])


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
