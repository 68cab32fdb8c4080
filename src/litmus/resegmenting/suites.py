"""The documents of a suite, each with its free text, cut one after the other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from litmus.corpus.documents import Documents
from litmus.corpus.segment import Segment
from litmus.corpus.suite import Suite
from litmus.engine.batches import map_batches
from litmus.errors import DataError, UnknownName
from litmus.language.knowledge import language_code
from litmus.resegmenting.free_texts import FreeTexts, Texts
from litmus.resegmenting.resegmented import VERSION, Resegmented, resegment_document
from litmus.wording import option

BY = ("source", "reference")


@dataclass(frozen=True)
class _Task:
    """A document and its text."""

    name: str
    ids: tuple[str, ...]
    sources: tuple[str, ...]
    text: str


class Resegmentation:
    """Documents in the order of the suite, cut as they are taken; `list(...)` has them all.

    They can be taken more than once: texts are read anew each time. `absent` are the documents for
    which there was no text, known when all are taken.
    """

    def __init__(
        self, suite: Suite, texts: FreeTexts, *, by: str = "source", workers: int | None = 1
    ) -> None:
        if by not in BY:
            raise UnknownName("way to resegment", by, BY)
        self._suite, self._by, self._workers = suite, by, workers
        source, target = language_code(suite.info.source), language_code(suite.info.target)
        self._languages = (target if by == "reference" else source, target)
        self.signature = f"{by}.v{VERSION}"
        self._has_documents = any(segment.document for segment in suite.segments())
        self._given = texts
        self._names = [name for name, _ in self._documents()]
        self._absent: Sequence[str] = ()

    @property
    def absent(self) -> Sequence[str]:
        """Documents for which there was no text."""
        return tuple(self._absent)

    def __iter__(self) -> Iterator[Resegmented]:
        work = partial(_Cut, self._languages)
        texts = Texts(self._given, self._names)
        self._absent = texts.absent
        yield from map_batches(work, self._tasks(texts), workers=self._workers)
        texts.finish()

    def _tasks(self, texts: Texts) -> Iterator[_Task]:
        for name, segments in self._documents():
            sources = tuple(self._side(segment) for segment in segments)
            ids = tuple(segment.id for segment in segments)
            yield _Task(name, ids, sources, texts.of(name))

    def _side(self, segment: Segment) -> str:
        if self._by == "source":
            return segment.source
        if not segment.references:
            raise DataError(
                f"Segment {segment.id!r} has no reference to resegment by.\n"
                f"Use the source: {option('by', 'source')}"
            )
        return segment.references[0]

    def _documents(self) -> Iterator[tuple[str, list[Segment]]]:
        """Names and segments; a suite without documents is one, and a segment without a document
        beside others that have one is one of its own."""
        begun, number = Documents(), 0
        for name, group in groupby(self._suite.segments(), self._name):
            segments = list(group)
            begun.start(name, number + 1)
            number += len(segments)
            yield name, segments

    def _name(self, segment: Segment) -> str:
        if segment.document is not None:
            return segment.document
        return segment.id if self._has_documents else self._suite.info.name


class _Cut:
    """Cuts texts in this process or another."""

    def __init__(self, languages: tuple[str, str]) -> None:
        self._languages = languages

    def __call__(self, task: _Task) -> Resegmented:
        return resegment_document(task.name, task.ids, task.sources, task.text, self._languages)
