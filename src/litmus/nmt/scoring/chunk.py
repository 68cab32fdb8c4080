"""Some thousands of requests that are computed together, and what each of them scores."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from litmus.arrays import Floats, Ints
from litmus.errors import DataError
from litmus.nmt.batching import by_length, halving
from litmus.nmt.offsets import Span
from litmus.nmt.scoring.layout import Laid, Request, segment_name

Tensor = Any
Run = Callable[[Sequence[int], Sequence[Laid]], tuple[Tensor, Tensor]]


@dataclass(frozen=True, eq=False)
class Scored:
    """What the model gives to each subword of a target; natural logarithm, entropies in nats.

    Spans are in characters of the target. `end` is the end token, which no span shows. `left_out`:
    how many context sentences (source, target) did not fit; the farthest go first.
    """

    spans: tuple[Span, ...]
    log_probs: Floats
    entropies: Floats
    end: float
    end_entropy: float
    left_out: tuple[int, int] = (0, 0)

    @property
    def sum(self) -> float:
        """Log-probability of the pieces, the end left out."""
        return float(self.log_probs.sum())

    @property
    def total(self) -> float:
        """Log-probability of the sentence with its end."""
        return self.sum + self.end


class Chunk:
    """Requests in ids; `first` is the number of the first request.

    Of equal requests one is computed, and none that was in the chunk `before`.
    """

    def __init__(self, first: int, before: "Chunk | None" = None) -> None:
        self.requests: list[Request] = []
        self._laid: list[Laid] = []
        self._first, self._before = first, before
        # Hashing a request takes its time: everything behind these goes by index.
        self._indices: dict[Request, int] = {}
        self._slots: list[int] = []
        self._again: dict[int, int] = {}
        self._order: list[int] = []
        self._parts: list[tuple[Tensor, Tensor]] = []
        self._values, self._arrived = torch.empty(2, 0), None
        self._scored: dict[int, Scored] = {}

    @property
    def behind(self) -> int:
        """The number of the request behind the last."""
        return self._first + len(self.requests)

    def add(self, requests: Sequence[Request], laid: Sequence[Laid]) -> None:
        known = self._before._indices if self._before is not None else {}
        for index, request in enumerate(requests, len(self.requests)):
            slot = self._indices.setdefault(request, index)
            self._slots.append(slot)
            if slot == index and known and request in known:
                self._again[index] = known[request]
        self.requests += requests
        self._laid += laid

    def batches(self, budget: int) -> list[list[int]]:
        """The indices of what is to be computed, alike lengths together."""
        fresh = [i for i in self._indices.values() if i not in self._again]
        found = by_length([self._laid[i] for i in fresh], _size, budget)
        return [[fresh[i] for i in batch] for batch in found]

    def run(self, network: Run, batch: Sequence[int]) -> None:
        """Has a batch computed; on a GPU this returns before it is done."""
        for indices, part in halving(
            lambda some: network(some, [self._laid[i] for i in some]), batch, self._name
        ):
            self._order += indices
            self._parts.append(part)

    def fetch(self) -> None:
        """Sends for the results of all batches: what is run after this is not waited for."""
        if not self._parts:
            return
        values = torch.stack([torch.cat(one) for one in zip(*self._parts, strict=True)])
        self._parts = []
        self._values = values.to("cpu", non_blocking=values.is_cuda)
        if values.is_cuda:
            self._arrived = torch.cuda.current_stream(values.device).record_event()

    def results(self) -> Iterator[Scored]:
        """What each request scores, in their order."""
        if self._arrived is not None:
            self._arrived.synchronize()
        log_probs, entropies = self._values.numpy().astype(np.float64)
        counts = np.fromiter((len(self._laid[i].scored) for i in self._order), np.int64)
        behind = np.cumsum(counts)
        self._refuse_nan(log_probs, behind)
        last = behind - 1
        ends = log_probs[last].tolist(), entropies[last].tolist()
        places = zip((behind - counts).tolist(), last.tolist(), *ends, strict=True)
        found = dict(zip(self._order, places, strict=True))
        scored = self._scored
        if self._before is not None:
            scored |= {i: self._before._scored[old] for i, old in self._again.items()}
            self._before = None  # and all before it: memory does not grow with the corpus
        for slot in self._slots:
            if slot not in scored:
                start, stop, end, entropy = found[slot]
                laid = self._laid[slot]
                scored[slot] = Scored(
                    laid.spans, log_probs[start:stop], entropies[start:stop], end, entropy,
                    laid.left_out,
                )  # fmt: skip
            yield scored[slot]

    def _refuse_nan(self, log_probs: Floats, behind: Ints) -> None:
        broken = np.flatnonzero(np.isnan(log_probs))
        if broken.size:
            row = int(np.searchsorted(behind, broken[0], side="right"))
            raise DataError(
                f"{self._name(self._order[row])} scores NaN: the model's weights are"
                " damaged, or its precision is too low. Try another checkpoint or float32."
            )

    def _name(self, index: int) -> str:
        return segment_name(self.requests[index], self._first + index)


def _size(laid: Laid) -> tuple[int, int]:
    return len(laid.target), len(laid.source)
