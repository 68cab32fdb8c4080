"""Log-probabilities and entropies of given translations, with and without context."""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray

from litmus.errors import DataError, UsageError
from litmus.nmt.batching import by_length, halving
from litmus.nmt.model import Model
from litmus.nmt.offsets import Span
from litmus.nmt.scoring.forward import Forward, Tensor
from litmus.nmt.scoring.layout import CodecLayout, Laid, Layout, Request, segment_name
from litmus.nmt.scoring.prompted import PromptLayout
from litmus.nmt.scoring.prompts import load_prompt

__all__ = ["Encoder", "Request", "Scored", "Scorer"]

Values = NDArray[np.float64]

# Requests looked at together. A chunk is sorted by length, so large is fast; small shows progress.
_CHUNK = {"cuda": 8192, "cpu": 1024}
_BATCH_TOKENS = {"cuda": 65536, "cpu": 2048}


class Encoder(Protocol):
    """States in place of the plain encoder's, for probes. All of one batch at a time."""

    def __call__(self, batch: Sequence[Request], ids: Tensor, mask: Tensor) -> Tensor:
        """States (batch, pieces, width) for the padded ids."""


@dataclass(frozen=True, eq=False)
class Scored:
    """What the model gives to each subword of a target; natural logarithm, entropies in nats.

    Spans are in characters of the target. `end` is the end token, which no span shows. `left_out`:
    how many context sentences (source, target) did not fit; the farthest go first.
    """

    spans: tuple[Span, ...]
    log_probs: Values
    entropies: Values
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


class Scorer:
    """A model that scores given translations, teacher-forced: `score` is all there is to it.

    `prompt` names a template for decoder-only models (default: plain), or is the path of one.
    `encoder` takes the place of the network's own.
    """

    def __init__(
        self,
        model: Model,
        *,
        batch_tokens: int | None = None,
        prompt: str | None = None,
        encoder: Encoder | None = None,
    ) -> None:
        device = "cuda" if model.device.type == "cuda" else "cpu"
        self._layout = _layout(model, prompt, encoder)
        self._budget = batch_tokens or _BATCH_TOKENS[device]
        self._chunk = _CHUNK[device]
        self._encoder = encoder
        self._pass = Forward(model, self._encode if encoder is not None else None)
        self._running: Sequence[Request] = ()

    def score(self, requests: Iterable[Request]) -> Iterator[Scored]:
        """What each request scores, in the order given.

        Works through some thousands at a time and reads the next while the network runs. Equal
        requests near each other are computed once: their results are the same to the last bit.
        """
        source, number = iter(requests), 1
        known: dict[Request, Scored] = {}
        with ThreadPoolExecutor(1) as reader:
            chunk = list(islice(source, self._chunk))
            reading = reader.submit(self._read, chunk, number)
            while chunk:
                laid = reading.result()
                following = list(islice(source, self._chunk))
                reading = reader.submit(self._read, following, number + len(chunk))
                fresh = {request: one for request, one in laid.items() if request not in known}
                found = self._scored(fresh, {r: number + i for i, r in enumerate(chunk)})
                known = {request: found.get(request) or known[request] for request in laid}
                yield from (known[request] for request in chunk)
                number += len(chunk)
                chunk = following

    def _read(self, chunk: Sequence[Request], first: int) -> dict[Request, Laid]:
        return dict(zip(chunk, self._layout.lay(chunk, first), strict=True)) if chunk else {}

    def _scored(
        self, laid: dict[Request, Laid], numbers: dict[Request, int]
    ) -> dict[Request, Scored]:
        """The results come from the device all at once: the network never waits for us."""
        if not laid:
            return {}
        requests, rows = list(laid), list(laid.values())
        self._running = requests
        order: list[int] = []
        parts: list[tuple[Tensor, Tensor]] = []

        def name(index: int) -> str:
            return segment_name(requests[index], numbers[requests[index]])

        def run(indices: Sequence[int]) -> tuple[Tensor, Tensor]:
            return self._pass(indices, [rows[i] for i in indices])

        for batch in by_length(rows, _size, self._budget):
            for indices, part in halving(run, batch, name):
                order += indices
                parts.append(part)
        values = torch.stack([torch.cat(one) for one in zip(*parts, strict=True)])
        cut = _cut(values.cpu().numpy().astype(np.float64), [rows[i] for i in order])
        found = {requests[i]: one for i, one in zip(order, cut, strict=True)}
        broken = next((r for r, one in found.items() if np.isnan(one.total)), None)
        if broken is not None:
            raise DataError(
                f"{segment_name(broken, numbers[broken])} scores NaN: the model's weights are"
                " damaged, or its precision is too low. Try another checkpoint or float32."
            )
        return found

    def _encode(self, indices: Sequence[int], ids: Tensor, mask: Tensor) -> Tensor:
        assert self._encoder is not None
        return self._encoder([self._running[i] for i in indices], ids, mask)


def _layout(model: Model, prompt: str | None, encoder: Encoder | None) -> Layout:
    if model.codec is not None:
        if prompt is not None:
            raise UsageError(f"{model.name} is an encoder-decoder: it reads no prompt.")
        return CodecLayout(model.codec, model.positions)
    if encoder is not None:
        raise UsageError(f"{model.name} is decoder-only: it has no encoder whose states to change.")
    template = load_prompt(prompt or "plain")
    return PromptLayout(model.tokenizer, template, model.languages, model.positions)


def _size(laid: Laid) -> tuple[int, int]:
    return len(laid.target), len(laid.source)


def _cut(values: Any, rows: Sequence[Laid]) -> Iterator[Scored]:
    """The long arrays, taken apart again."""
    start = 0
    for laid in rows:
        end = start + len(laid.scored) - 1
        log_probs, entropies = values[:, start:end]
        last, last_entropy = map(float, values[:, end])
        yield Scored(laid.spans, log_probs, entropies, last, last_entropy, laid.left_out)
        start = end + 1
