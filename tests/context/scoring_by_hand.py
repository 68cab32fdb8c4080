"""A scorer whose log-probabilities are set by hand, and passages to go with it."""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np

from litmus.context import run
from litmus.context.annotation import Marked, Marks
from litmus.context.contrastive import Contrasted
from litmus.context.passages import Passage, passages
from litmus.context.plan import planned
from litmus.context.results import CxmiResult
from litmus.context.settings import CxmiSettings
from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo
from litmus.nmt.scoring.layout import Request
from litmus.nmt.windows import ContextSize


@dataclass(frozen=True)
class Given:
    """What `litmus.nmt.scoring.scorer.Scored` holds, without torch."""

    spans: tuple[tuple[int, int], ...]
    log_probs: Any
    end: float
    left_out: tuple[int, int] = (0, 0)

    @property
    def total(self) -> float:
        return float(self.log_probs.sum()) + self.end


def repeated(request: Request, word: str) -> float:
    """A word has probability 0.5, and 0.8 if the context has it, on either side."""
    before = " ".join((*request.window.source, *request.window.target))
    return 0.8 if word in before.split() else 0.5


@dataclass
class ByHand:
    """Subwords are what `cut` finds; `probability` gives that of each. Reads `ahead` requests."""

    probability: Callable[[Request, str], float] = repeated
    cut: str = r"\S+"
    ahead: int = 3
    fits: int = 100  # sentences of context, on either side
    requests: list[Request] = field(default_factory=list)

    def score(self, requests: Iterable[Request]) -> Iterator[Given]:
        source = iter(requests)
        while chunk := list(islice(source, self.ahead)):
            self.requests += chunk
            yield from map(self._given, chunk)

    def score_batches(self, batches: Iterable[Sequence[Request]]) -> Iterator[list[Given]]:
        for batch in batches:
            yield list(self.score(batch))

    def _given(self, request: Request) -> Given:
        matches = list(re.finditer(self.cut, request.target))
        values = [math.log(self.probability(request, match[0])) for match in matches]
        end = math.log(0.9 if request.window else 0.6)
        lost = (
            max(0, len(request.window.source) - self.fits),
            max(0, len(request.window.target) - self.fits),
        )
        return Given(tuple(m.span() for m in matches), np.array(values, np.float64), end, lost)


def cxmi(
    suite: Any, scorer: Any, annotator: Any, settings: CxmiSettings, **options: Any
) -> CxmiResult:
    """CXMI of a whole suite."""
    return run.cxmi(planned(suite, settings), scorer, annotator, **options)


def contrast(suite: Any, scorer: Any, settings: CxmiSettings) -> Contrasted:
    """The choices in a whole suite."""
    return run.contrast(planned(suite, settings), scorer)


@dataclass
class Lines:
    """A suite in memory: (document, source, target) lines."""

    lines: Sequence[tuple[str | None, str, str]]
    target: str = "fr"
    systems: Any = field(default_factory=dict)
    uses_crlf: bool = False

    @property
    def info(self) -> SuiteInfo:
        return SuiteInfo("lines", "en", self.target)

    def segments(self) -> Iterator[Segment]:
        for number, (document, source, target) in enumerate(self.lines, start=1):
            yield Segment(str(number), source, (target,), document)


@dataclass
class Examples:
    """A suite in memory, of segments."""

    held: Sequence[Segment]
    systems: Any = field(default_factory=dict)
    uses_crlf: bool = False
    info: SuiteInfo = SuiteInfo("examples", "en", "fr")

    def segments(self) -> Iterator[Segment]:
        return iter(self.held)


def read(lines: Sequence[tuple[str | None, str, str]], reach: ContextSize) -> list[Passage]:
    """Passages of lines."""
    return list(passages(Lines(lines).segments(), reach, stored=False))


@dataclass
class Words:
    """Words between spaces; the marks of some are given."""

    known: dict[str, Marked] = field(default_factory=dict)
    signature: dict[str, str] = field(default_factory=dict)

    def annotate(self, batch: Sequence[Passage]) -> list[Marks]:
        return [tuple(self._marks(passage.target)) for passage in batch]

    def _marks(self, text: str) -> Iterator[Marked]:
        for match in re.finditer(r"\S+", text):
            known = self.known.get(match[0], Marked((0, 0)))
            yield Marked(match.span(), known.lemma, known.pos, known.groups, known.tags)
