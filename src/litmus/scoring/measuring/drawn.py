"""Segments in a random order, batch by batch, as long as more of them are wanted."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from litmus.corpus.documents import Documents
from litmus.corpus.in_memory import lines_of
from litmus.corpus.segment import Segment
from litmus.scoring.measuring.inputs import Asked, Inputs, Read


@dataclass(frozen=True)
class Drawn(Inputs):
    """A suite whose segments come as they are drawn: `more` gives the places of the next ones, or
    none. Files are read whole; other systems are asked for a batch when it is its turn."""

    segments: Sequence[Segment]
    more: Callable[[], Sequence[int]]

    def batches(self, *, whole_documents: bool = False) -> Iterator[Read]:
        """The segments that are drawn, with every system's hypotheses."""
        lines = {
            name: self._lines(name)
            for name, output in self.outputs.items()
            if not isinstance(output, Asked)
        }
        while places := self.more():
            yield Read(
                [self.segments[place] for place in places],
                {
                    name: list(output.ask(places))
                    if isinstance(output, Asked)
                    else [lines[name][place] for place in places]
                    for name, output in self.outputs.items()
                },
            )

    def _lines(self, name: str) -> list[str]:
        lines = list(lines_of(self.outputs[name], any_line_end=self.suite.uses_crlf))
        if len(lines) != len(self.segments):
            raise self._unequal(name, len(lines), len(self.segments))
        return lines


def units_of(segments: Sequence[Segment], *, by_document: bool) -> list[list[int]]:
    """Places of segments that are drawn together: documents, or the variants of one item."""
    units: list[list[int]] = []
    if not by_document:
        groups: dict[str, list[int]] = {}
        for place, segment in enumerate(segments):
            if segment.group is None or segment.group not in groups:
                units.append([])
            own = (
                units[-1] if segment.group is None else groups.setdefault(segment.group, units[-1])
            )
            own.append(place)
        return units
    documents = Documents()
    for name, group in groupby(range(len(segments)), lambda place: segments[place].document):
        places = list(group)
        if name is None:
            units += [[place] for place in places]
            continue
        documents.start(name, places[0] + 1)
        units.append(places)
    return units


def shuffled(units: Sequence[Sequence[int]], seed: int) -> list[Sequence[int]]:
    """The units in an order that the seed decides."""
    order = np.random.default_rng([seed, 3]).permutation(len(units))
    return [units[k] for k in order]
