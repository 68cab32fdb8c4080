"""Sentences with those that precede them, streamed from a suite."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from litmus.corpus.bloom import Seen
from litmus.corpus.numbering import Numbering
from litmus.corpus.segment import Segment
from litmus.corpus.suite import Suite
from litmus.errors import DataError
from litmus.nmt.windows import ContextSize, Window
from litmus.wording import option

Row = TypeVar("Row")

BATCH, BATCH_ON_GPU = 256, 4096  # sentences that are measured together, at least
_LONGEST = 2  # as many batches of a document are measured together at most


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence pair and what precedes it, nearest last; `unit` is the number of its document."""

    id: str
    document: str
    unit: int
    number: int
    source: str
    target: str
    before: Window

    @property
    def is_blank(self) -> bool:
        """Whether a side is empty: nothing is measured of it, and it is no context."""
        return not (self.source.strip() and self.target.strip())


@dataclass(frozen=True, slots=True)
class Survey:
    """What a first pass over a suite counts. `stored`: context is stored in its segments.

    `documents` counts what is resampled, which are examples if no segment names its document
    (`loose`).
    """

    segments: int
    documents: int
    stored: bool
    contrastive: int
    loose: bool = False


def survey(suite: Suite) -> Survey:
    """Counts, from a pass that refuses what cannot be measured, before a model is loaded."""
    seen, current, documents = Seen(), None, 0
    segments = contrastive = 0
    stored, loose = False, True
    without_document: Segment | None = None
    returned: Segment | None = None
    for segment in suite.segments():
        segments += 1
        contrastive += bool(segment.contrastive)
        stored = stored or bool(segment.context or segment.reference_context)
        if not segment.references:
            raise DataError(
                f"Segment {segment.id} has no reference, so there is no translation to score."
            )
        document = unit_name(segment)
        if segment.document is None:
            without_document = without_document or segment
        else:
            loose = False
        if document != current:
            current = document
            again = seen.add(document)
            documents += not again
            if again and returned is None:
                returned = segment
    if not segments:
        raise DataError(f"{suite.info.name} has no segments.")
    if not stored and without_document is not None:
        raise DataError(
            f"Segment {without_document.id} has no document, and without documents there is no "
            "preceding context.\n"
            f"Give the document of every line ({option('docids', 'FILE')}), or 'doc' in the suite."
        )
    if not stored and returned is not None:
        _refuse_return(suite, returned)
    return Survey(segments, documents, stored, contrastive, loose)


def unit_name(segment: Segment) -> str:
    """What is resampled as a whole: its document, else the group of its variants, else itself."""
    return segment.document or segment.group or segment.id


def passages(segments: Iterable[Segment], size: ContextSize, *, stored: bool) -> Iterator[Passage]:
    """Every segment with as many preceding sentences as `size` says; only those are in memory.

    `stored`: segments are separate examples with their own context; otherwise the context is
    what was read before them in the same document.
    """
    current: str | None = None
    unit = -1
    units: Numbering[str] = Numbering()  # of examples, whose documents may come back
    before = Window()
    for number, segment in enumerate(segments):
        document = unit_name(segment)
        if document != current:
            current, before = document, Window()
            unit = units[document] if stored else unit + 1
        target = segment.references[0]
        if stored:
            before = size.of(Window(segment.context, segment.reference_context))
        passage = Passage(segment.id, document, unit, number, segment.source, target, before)
        yield passage
        if not passage.is_blank:
            before = Window((*before.source, segment.source), (*before.target, target))
        before = size.of(before)


def with_segments(
    segments: Iterable[Segment], size: ContextSize, *, stored: bool
) -> Iterator[tuple[Passage, Segment]]:
    """The passages, each with the segment it is of."""
    read: deque[Segment] = deque()

    def noted() -> Iterator[Segment]:
        for segment in segments:
            read.append(segment)
            yield segment

    for passage in passages(noted(), size, stored=stored):
        yield passage, read.popleft()


def whole_documents(
    rows: Iterable[Row], unit: Callable[[Row], int], size: int
) -> Iterator[list[Row]]:
    """Batches of `size` rows or more that end where a document ends."""
    return _batches(rows, unit, size, None)


def together(rows: Iterable[Row], unit: Callable[[Row], int], size: int) -> Iterator[list[Row]]:
    """What runs through a network together: the same batches, very long ones in pieces.

    Numbers are rounded differently in other company, so that it must be the text that decides where
    batches end: then the rows of some of `whole_documents` make the same batches as all of them.
    """
    return _batches(rows, unit, size, _LONGEST * size)


def _batches(
    rows: Iterable[Row], unit: Callable[[Row], int], size: int, longest: int | None
) -> Iterator[list[Row]]:
    batch: list[Row] = []
    n, last = 0, -1
    for row in rows:
        if n >= size and unit(row) != last:
            n = 0
        if batch and (n == 0 or len(batch) == longest):
            yield batch
            batch = []
        batch.append(row)
        n, last = n + 1, unit(row)
    if batch:
        yield batch


def _refuse_return(suite: Suite, suspect: Segment) -> None:
    """The filter can be wrong about a document: read again before refusing it."""
    first: int | None = None
    last = 0
    for number, segment in enumerate(suite.segments(), start=1):
        if segment.document != suspect.document:
            continue
        if first is not None and last != number - 1:
            raise DataError(
                f"Document {segment.document!r} continues at sentence {number:,} (segment "
                f"{segment.id}), after another document.\n"
                "Put the sentences of a document together, in their order."
            )
        first, last = first or number, number
