"""Sentences with the ones before them, streamed from a suite whose documents stand together."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from litmus.corpus.bloom import Seen
from litmus.corpus.numbering import Numbering
from litmus.corpus.segment import Segment
from litmus.corpus.suite import Suite
from litmus.errors import DataError
from litmus.nmt.windows import Window


@dataclass(frozen=True, slots=True)
class Reach:
    """How many sentences before count, on either side."""

    source: int
    target: int

    @property
    def name(self) -> str:
        """For tables.

        >>> Reach(0, 3).name, Reach(2, 3).name, Reach(0, 0).name
        ('target 3', 'source 2, target 3', 'none')
        """
        sides = (("source", self.source), ("target", self.target))
        return ", ".join(f"{side} {size}" for side, size in sides if size) or "none"

    def of(self, before: Window) -> Window:
        """The nearest sentences of a window.

        >>> Reach(0, 1).of(Window(("a", "b"), ("c", "d")))
        Window(source=(), target=('d',))
        """
        return Window(_last(before.source, self.source), _last(before.target, self.target))


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence pair and what stands before it, nearest last; `unit` numbers its document."""

    id: str
    document: str
    unit: int
    number: int
    source: str
    target: str
    before: Window


@dataclass(frozen=True, slots=True)
class Survey:
    """What a first pass over a suite finds. `stored`: its segments bring their own context.

    `documents` counts what is resampled: where no segment names its document (`loose`), examples.
    """

    segments: int
    documents: int
    stored: bool
    contrastive: int
    loose: bool = False


def survey(suite: Suite) -> Survey:
    """Counts, from a pass that refuses what could not be measured before a model is loaded."""
    seen, current, documents = Seen(), None, 0
    segments = contrastive = 0
    stored, loose = False, True
    lost: Segment | None = None
    returned: Segment | None = None
    for segment in suite.segments():
        segments += 1
        contrastive += bool(segment.contrastive)
        stored = stored or bool(segment.context or segment.reference_context)
        if not segment.references:
            raise DataError(
                f"Segment {segment.id} has no reference; there is no translation to be scored."
            )
        document = unit_name(segment)
        if segment.document is None:
            lost = lost or segment
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
    if not stored and lost is not None:
        raise DataError(
            f"Segment {lost.id} has no document, and without documents no sentence is before it.\n"
            "Give the document of every line (--docids FILE), or 'doc' in the suite."
        )
    if not stored and returned is not None:
        _refuse_return(suite, returned)
    return Survey(segments, documents, stored, contrastive, loose)


def unit_name(segment: Segment) -> str:
    """What is resampled together: its document, or the group it is a variant of, or itself."""
    return segment.document or segment.group or segment.id


def passages(segments: Iterable[Segment], reach: Reach, *, stored: bool) -> Iterator[Passage]:
    """Every segment with at most `reach` sentences before it; held are only those.

    `stored`: segments are examples apart, their context is in them; else it is what was read
    before them in the same document.
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
            before = reach.of(Window(segment.context, segment.reference_context))
        yield Passage(segment.id, document, unit, number, segment.source, target, before)
        said = Window((*before.source, segment.source), (*before.target, target))
        before = reach.of(said if target.strip() else before)


def _refuse_return(suite: Suite, suspect: Segment) -> None:
    """The filter may be wrong about a document: look again before it is refused."""
    first: int | None = None
    last = 0
    for number, segment in enumerate(suite.segments(), start=1):
        if segment.document != suspect.document:
            continue
        if first is not None and last != number - 1:
            raise DataError(
                f"Document {segment.document!r} goes on at sentence {number:,} (segment "
                f"{segment.id}), after another document.\n"
                "Put the sentences of a document together, in their order."
            )
        first, last = first or number, number


def _last(sentences: tuple[str, ...], size: int) -> tuple[str, ...]:
    return sentences[len(sentences) - min(size, len(sentences)) :]
