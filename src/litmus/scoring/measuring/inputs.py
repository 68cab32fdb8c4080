"""What is to be scored: the suite, the systems' outputs, and the files that go with them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import NamedTuple, Protocol

from litmus.alignment.links import Alignment
from litmus.corpus.documents import SIZE, documents_together
from litmus.corpus.formats.tags import TaggedSentence
from litmus.corpus.in_memory import Lines, lines_of
from litmus.corpus.segment import Segment
from litmus.corpus.suite import Suite
from litmus.errors import DataError
from litmus.wording import count

BATCH = SIZE
Output = Path | Lines  # the translations of one system: a file, or lines in memory


@dataclass(frozen=True)
class Asked(Lines):
    """The translations of a system that is asked for them, segment by segment or `by_document`; no
    lines are there before. `ask` takes places of segments in the suite."""

    ask: Callable[[Sequence[int]], Sequence[str]]
    by_document: bool = False


class Read(NamedTuple):
    """Some segments with every system's hypotheses, as they were read."""

    segments: Sequence[Segment]
    texts: Mapping[str, list[str]]


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

    def skip(self, n: int) -> None:
        """The tags of the next so many texts are known already."""

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
