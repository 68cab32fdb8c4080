"""What is to be scored: the suite, the systems' outputs, and the files that go with them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Protocol

from litmus.alignment.links import Aligner, Alignment
from litmus.corpus.formats.tags import TaggedSentence
from litmus.corpus.in_memory import Lines, lines_of
from litmus.corpus.segment import Segment
from litmus.corpus.suite import Suite
from litmus.errors import DataError
from litmus.metrics.base import Batch, Outputs
from litmus.wording import count

BATCH = 1000
MOST_HYPOTHESES = 8 * BATCH  # of all systems at a time: what is measured of each is kept that long
Output = Path | Lines  # the translations of one system: a file, or lines in memory


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
    """Aligners and tags by system name; "" is the reference's."""

    suite: Suite
    outputs: Mapping[str, Output]
    aligners: Mapping[str, Aligner] = field(default_factory=dict)
    tags: Mapping[str, Tags] = field(default_factory=dict)

    def batches(self, *, links: bool, tags: bool) -> Iterator[tuple[Batch, list[Outputs]]]:
        """Segments with all systems' hypotheses, in step. Unequal lengths are errors."""
        streams = {
            name: lines_of(output, any_line_end=self.suite.uses_crlf)
            for name, output in self.outputs.items()
        }
        segments = self.suite.segments()
        size = max(1, min(BATCH, MOST_HYPOTHESES // max(1, len(streams))))
        done = 0
        while group := list(islice(segments, size)):
            texts = {name: list(islice(stream, len(group))) for name, stream in streams.items()}
            for name, found in texts.items():
                if len(found) < len(group):
                    rest = len(group) + sum(1 for _ in segments)
                    raise self._unequal(name, done + len(found), done + rest)
            yield (
                self._batch(group, links=links, tags=tags),
                [self._outputs(name, group, texts[name], links=links, tags=tags) for name in texts],
            )
            done += len(group)
        if not done:
            raise DataError(f"{self.suite.info.name} has no segments; nothing was done.")
        for name, stream in streams.items():
            extra = sum(1 for _ in stream)
            if extra:
                raise self._unequal(name, done + extra, done)
        if links:
            for aligner in self.aligners.values():
                aligner.finish()
        if tags:
            for tag_file in self.tags.values():
                tag_file.finish()

    def _batch(self, group: Sequence[Segment], *, links: bool, tags: bool) -> Batch:
        first = [segment.references[0] if segment.references else "" for segment in group]
        aligner = self.aligners.get("") if links else None
        tag_file = self.tags.get("") if tags else None
        linked = aligner.align(_pairs(group, first)) if aligner else None
        return Batch(group, linked, tag_file.read(first, group, linked) if tag_file else None)

    def _outputs(
        self, name: str, group: Sequence[Segment], texts: list[str], *, links: bool, tags: bool
    ) -> Outputs:
        aligner = self.aligners.get(name) if links else None
        tag_file = self.tags.get(name) if tags else None
        linked = aligner.align(_pairs(group, texts)) if aligner else None
        tagged = tag_file.read(texts, group, linked) if tag_file else None
        return Outputs(name, texts, linked, tagged)

    def _unequal(self, name: str, lines: int, segments: int) -> DataError:
        first = min(lines, segments) + 1
        return DataError(
            f"{self.outputs[name]} has {count(lines, 'line')}, but {self.suite.info.name} has "
            f"{count(segments, 'segment')}.\nLine {first} is the first without a partner. Lines "
            "end at \\n only; nothing was done."
        )


def _pairs(group: Sequence[Segment], texts: Sequence[str]) -> list[tuple[str, str]]:
    return [(segment.source, text) for segment, text in zip(group, texts, strict=True)]
