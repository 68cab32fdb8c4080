"""Batches of requests scored by workers, each with the model."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from litmus.nmt.scoring.chunk import Scored
from litmus.nmt.scoring.layout import Request
from litmus.nmt.scoring.scorer import Scorer
from litmus.nmt.workers import ModelThere, Workers


@dataclass(frozen=True)
class SharedScorer:
    """Does what `Scorer.score_batches` does, in other processes."""

    model: ModelThere
    workers: Workers
    batch_tokens: int | None
    prompt: str | None

    def score_batches(self, batches: Iterable[Sequence[Request]]) -> Iterator[Sequence[Scored]]:
        """A result for every request of every batch, in order."""
        return self.workers.map(self._make, batches)

    def _make(self) -> Callable[[Sequence[Request]], list[Scored]]:
        scorer = Scorer(self.model.load(), batch_tokens=self.batch_tokens, prompt=self.prompt)
        return lambda batch: next(scorer.score_batches([batch]))
