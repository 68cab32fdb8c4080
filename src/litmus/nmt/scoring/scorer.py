"""Log-probabilities and entropies of given translations, with and without context."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

from litmus.errors import UsageError
from litmus.nmt.model import Model, model_title
from litmus.nmt.scoring.chunk import Chunk, Scored
from litmus.nmt.scoring.forward import Forward, Tensor
from litmus.nmt.scoring.layout import CodecLayout, Layout, Request
from litmus.nmt.scoring.prompted import PromptLayout
from litmus.nmt.scoring.prompts import load_prompt

__all__ = ["Encoder", "Request", "Scored", "Scorer"]

# Requests looked at together. A chunk is sorted by length, so large is fast; small shows progress.
_CHUNK = {"cuda": 8192, "cpu": 1024}
# The first chunk is small, since the network is idle while it is read; then each is twice as large.
_FIRST = 1024
_BATCH_TOKENS = {"cuda": 65536, "cpu": 2048}


class Encoder(Protocol):
    """States in place of the plain encoder's, for probes. All of one batch at a time."""

    def __call__(self, batch: Sequence[Request], ids: Tensor, mask: Tensor) -> Tensor:
        """States (batch, pieces, width) for the padded ids."""


@dataclass(frozen=True)
class _Slice:
    """Requests that make a chunk: so many of the source. Of those that a chunk `follows` upon,
    some may have been computed there."""

    source: Iterator[Request]
    size: int
    follows: bool


_NOTHING = _Slice(iter(()), 0, follows=False)


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
        encode = self._encode if encoder is not None else None
        self._pass = Forward(model, encode, self._layout.ends)
        self._running: Sequence[Request] = ()

    def score(self, requests: Iterable[Request]) -> Iterator[Scored]:
        """What each request scores, in the order given.

        Works through some thousands at a time and reads ahead: what is wrong with a request is
        raised before the results of those just before it have all come. Equal requests near each
        other are computed once: their results are the same to the last bit.
        """
        return self._scored(self._growing(iter(requests)))

    def score_batches(self, batches: Iterable[Sequence[Request]]) -> Iterator[list[Scored]]:
        """What each request of each batch scores: the same bits whatever comes before the batch."""
        lengths: deque[int] = deque()

        def slices() -> Iterator[_Slice]:
            for batch in batches:
                lengths.append(len(batch))
                source = iter(batch)
                for start in range(0, len(batch), self._chunk):
                    yield _Slice(source, self._chunk, follows=start > 0)

        scored = self._scored(slices())
        for first in scored:
            while not lengths[0]:
                lengths.popleft()
                yield []
            yield [first, *islice(scored, lengths.popleft() - 1)]
        yield from ([] for _ in lengths)

    def _growing(self, source: Iterator[Request]) -> "Iterator[_Slice]":
        size = min(_FIRST, self._chunk)
        while True:
            yield _Slice(source, size, follows=True)
            size = min(2 * size, self._chunk)

    def _scored(self, slices: "Iterator[_Slice]") -> Iterator[Scored]:
        results: Iterator[Scored] = iter(())
        waiting, chunk = 0, Chunk(1)
        self._read(chunk, next(slices, _NOTHING))
        while chunk.requests:
            batches = chunk.batches(self._budget)
            ahead: tuple[Chunk, _Slice] | None = None
            # While a GPU computes a batch, we do a share of our part for the chunks behind and
            # ahead. A thread would not do: at every step of ours, Python gives it milliseconds.
            for done, batch in enumerate(batches, 1):
                self._running = chunk.requests  # here: the reader may run another score between
                chunk.run(self._pass, batch)
                yield from islice(results, -(-waiting // len(batches)))
                ahead = ahead or _next(slices, chunk)
                self._read(*ahead, ahead[1].size * done // len(batches))
            chunk.fetch()
            yield from results
            ahead = ahead or _next(slices, chunk)
            self._read(*ahead)  # now only if there was nothing to compute
            results, waiting, chunk = chunk.results(), len(chunk.requests), ahead[0]
        yield from results

    def _read(self, chunk: Chunk, ahead: "_Slice", size: int | None = None) -> None:
        """Fills the chunk up to this size, or all of the slice."""
        wanted = ahead.size if size is None else size
        requests = list(islice(ahead.source, wanted - len(chunk.requests)))
        if requests:
            chunk.add(requests, self._layout.lay(requests, chunk.behind))

    def _encode(self, indices: Sequence[int], ids: Tensor, mask: Tensor) -> Tensor:
        assert self._encoder is not None
        return self._encoder([self._running[i] for i in indices], ids, mask)


def _next(slices: Iterator[_Slice], chunk: Chunk) -> tuple[Chunk, _Slice]:
    """The chunk behind another one, and what is to be read into it."""
    ahead = next(slices, _NOTHING)
    return Chunk(chunk.behind, chunk if ahead.follows else None), ahead


def _layout(model: Model, prompt: str | None, encoder: Encoder | None) -> Layout:
    if model.codec is not None:
        if prompt is not None:
            title = model_title(model.name)
            raise UsageError(f"{title} is an encoder-decoder: it reads no prompt.")
        return CodecLayout(model.codec, model.positions, model.window)
    if encoder is not None:
        raise UsageError(f"{model.name} is decoder-only: it has no encoder whose states to change.")
    template = load_prompt(prompt or "plain")
    return PromptLayout(model, template, model.positions)
