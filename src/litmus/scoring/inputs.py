"""What is to be scored: the suite, the systems' outputs, and the files that go with them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import NamedTuple, Protocol

from litmus.alignment.links import Aligner, Alignment
from litmus.corpus.documents import SIZE, documents_together
from litmus.corpus.formats.tags import TaggedSentence
from litmus.corpus.in_memory import Lines, lines_of
from litmus.corpus.segment import Segment
from litmus.corpus.suite import Suite
from litmus.errors import DataError
from litmus.metrics.base import Batch, Outputs
from litmus.wording import count

BATCH = SIZE
Output = Path | Lines  # the translations of one system: a file, or lines in memory


class Read(NamedTuple):
    """Some segments with every system's hypotheses, as they were read."""

    segments: Sequence[Segment]
    texts: Mapping[str, list[str]]

    def pieces(self) -> Iterator["Read"]:
        """The same in pieces that fit into memory, however long a document is."""
        for start in range(0, len(self.segments), 2 * BATCH):
            end = start + 2 * BATCH
            yield Read(
                self.segments[start:end],
                {name: texts[start:end] for name, texts in self.texts.items()},
            )


class Tags(Protocol):
    """Where tags come from: a file, or the taggers at work."""

    @property
    def signature(self) -> str:
        """What made them."""

    def read(
        self,
        texts: list[str],
        segments: Sequence[Segment] = (),
        links: Sequence[Alignment] | None = None,
    ) -> list[TaggedSentence]:
        """The tags of the next texts. `links` are theirs, if somebody has asked for them already:
        a file of links can be read once only."""

    def finish(self) -> None:
        """Called after the last segment; may complain of tags left over."""


@dataclass(frozen=True)
class Inputs:
    """A suite, and the outputs of systems by name."""

    suite: Suite
    outputs: Mapping[str, Output]

    def batches(self, *, whole_documents: bool = False) -> Iterator[Read]:
        """Segments with all systems' hypotheses, in step. Unequal lengths are errors."""
        streams = {
            name: lines_of(output, any_line_end=self.suite.uses_crlf)
            for name, output in self.outputs.items()
        }
        segments = self.suite.segments()
        done = 0
        for group in _together(segments) if whole_documents else _groups(segments):
            texts = {name: list(islice(stream, len(group))) for name, stream in streams.items()}
            for name, found in texts.items():
                if len(found) < len(group):
                    rest = len(group) + sum(1 for _ in segments)
                    raise self._unequal(name, done + len(found), done + rest)
            yield Read(group, texts)
            done += len(group)
        if not done:
            raise DataError(f"{self.suite.info.name} has no segments; nothing was done.")
        for name, stream in streams.items():
            extra = sum(1 for _ in stream)
            if extra:
                raise self._unequal(name, done + extra, done)

    def _unequal(self, name: str, lines: int, segments: int) -> DataError:
        first = min(lines, segments) + 1
        return DataError(
            f"{self.outputs[name]} has {count(lines, 'line')}, but {self.suite.info.name} has "
            f"{count(segments, 'segment')}.\nLine {first} is the first without a partner. Lines "
            "end at \\n only; nothing was done."
        )


def _groups(segments: Iterator[Segment]) -> Iterator[list[Segment]]:
    while group := list(islice(segments, BATCH)):
        yield group


def _together(segments: Iterator[Segment]) -> Iterator[list[Segment]]:
    return documents_together(segments, lambda segment: segment.document)


@dataclass(frozen=True)
class LinksAndTags:
    """What goes with the texts where metrics need it, by system name; "" is the reference's."""

    aligners: Mapping[str, Aligner] = field(default_factory=dict)
    tags: Mapping[str, Tags] = field(default_factory=dict)

    @property
    def any_order(self) -> bool:
        """Whether any process can make them for any batch; files are read from top to bottom."""
        sources = (*self.aligners.values(), *self.tags.values())
        return all(getattr(source, "any_order", False) for source in sources)

    def of(self, read: Read) -> tuple[Batch, list[Outputs]]:
        """The next segments with their links and tags."""
        group = read.segments
        first = [segment.references[0] if segment.references else "" for segment in group]
        batch = Batch(group, *self._made("", group, first))
        outputs = [
            Outputs(name, texts, *self._made(name, group, texts))
            for name, texts in read.texts.items()
        ]
        return batch, outputs

    def _made(
        self, name: str, group: Sequence[Segment], texts: list[str]
    ) -> tuple[list[Alignment] | None, list[TaggedSentence] | None]:
        aligner, tags = self.aligners.get(name), self.tags.get(name)
        pairs = [(segment.source, text) for segment, text in zip(group, texts, strict=True)]
        links = aligner.align(pairs) if aligner else None
        return links, tags.read(texts, group, links) if tags else None

    def finish(self) -> None:
        """After the last segment: complains of links or tags left over."""
        for aligner in self.aligners.values():
            aligner.finish()
        for tags in self.tags.values():
            tags.finish()
