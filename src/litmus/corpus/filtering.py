"""Part of a suite, together with its outputs: line n of every file stays with segment n."""

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from heapq import nsmallest
from itertools import compress
from pathlib import Path

from litmus.corpus.in_memory import Lines, lines_of
from litmus.corpus.segment import IdiomFacts, Segment
from litmus.corpus.suite import Suite, SuiteFolder, write_suite
from litmus.errors import DataError, UsageError, at_least
from litmus.wording import count, option


@dataclass(frozen=True)
class Choice:
    """Which segments stay: those that all of these allow. None allows everything."""

    ids: Collection[str] | None = None
    documents: Collection[str] | None = None
    labels: Collection[str] | None = None
    idioms: bool | None = None  # with an idiom, or without
    sample: int | None = None
    seed: int = 12345

    def allows(self, segment: Segment) -> bool:
        """Whether a segment stays, but for the sample."""
        return (
            (self.ids is None or segment.id in self.ids)
            and (self.documents is None or segment.document in self.documents)
            and (self.labels is None or not set(self.labels).isdisjoint(segment.labels))
            and (self.idioms is None or bool(segment.idioms) is self.idioms)
        )


def write_part_of(
    suite: Suite,
    outputs: Mapping[str, Path | Lines],
    choice: Choice,
    folder: Path,
    *,
    name: str | None = None,
    overwrite: bool = False,
) -> tuple[int, int]:
    """Writes the segments that stay, and their lines of every output, as a suite; how many of how
    many. A sample is drawn by the ids: the same seed draws the same segments in any order."""
    at_least(("sample", choice.sample, 1))
    stays = _staying(suite, choice)
    if not any(stays):
        raise DataError(f"None of the {count(len(stays), 'segment')} stays; nothing was written.")
    labels: set[str] = set()

    def segments() -> Iterator[Segment]:
        for segment in compress(suite.segments(), stays):
            labels.update(segment.labels)
            yield segment

    lines = {system: _lines(path, suite, stays) for system, path in outputs.items()}
    info = replace(suite.info, name=name or folder.resolve().name)
    write_suite(folder, info, segments(), _Facts(suite, labels), lines, overwrite=overwrite)
    return sum(stays), len(stays)


class _Facts:
    """What is known of the idioms that stay; asked for after the segments are written."""

    def __init__(self, suite: Suite, labels: Collection[str]) -> None:
        self._suite, self._labels = suite, labels

    def __iter__(self) -> Iterator[IdiomFacts]:
        if isinstance(self._suite, SuiteFolder):
            for label, fact in self._suite.facts.items():
                if label in self._labels:
                    yield fact


def _staying(suite: Suite, choice: Choice) -> bytearray:
    """For every segment 0 or 1: whether it stays."""
    unseen, n_allowed = set(choice.ids or ()), 0
    stays = bytearray()

    def allowed() -> Iterator[tuple[bytes, int]]:
        nonlocal n_allowed
        for place, segment in enumerate(suite.segments()):
            unseen.discard(segment.id)
            allows = choice.allows(segment)
            stays.append(allows)
            if allows:
                n_allowed += 1
                name = f"{choice.seed}\t{segment.id}".encode()
                yield blake2b(name, digest_size=8).digest(), place

    if choice.sample is None:
        deque(allowed(), maxlen=0)
        drawn = None
    else:
        drawn = nsmallest(choice.sample, allowed())
    if unseen:
        some = ", ".join(sorted(unseen)[:3])
        raise UsageError(
            f"{suite.info.name} has no segment {some}{' ...' if len(unseen) > 3 else ''} "
            f"({option('ids')})."
        )
    if drawn is None:
        return stays
    if len(drawn) < (choice.sample or 0):
        raise UsageError(
            f"{option('sample')} is {choice.sample:,}, but only {count(n_allowed, 'segment')} can "
            "be drawn."
        )
    stays = bytearray(len(stays))
    for _, place in drawn:
        stays[place] = 1
    return stays


def _lines(path: Path | Lines, suite: Suite, stays: bytearray) -> Iterator[str]:
    n = 0
    for n, text in enumerate(lines_of(path, any_line_end=suite.uses_crlf), start=1):
        if n <= len(stays) and stays[n - 1]:
            yield text
    if n != len(stays):
        raise DataError(
            f"{path} has {count(n, 'line')}, but {suite.info.name} has "
            f"{count(len(stays), 'segment')}."
        )
