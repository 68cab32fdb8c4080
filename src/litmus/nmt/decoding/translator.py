"""Translations by beam search, in batches, with the sentences before where a model reads them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any

import torch

from litmus.errors import DataError, UsageError
from litmus.nmt.attention import any_shape
from litmus.nmt.batching import by_length, halving
from litmus.nmt.decoding.reading import Job, Room, reader
from litmus.nmt.decoding.search import Hypothesis, Settings, beam_search
from litmus.nmt.model import Model
from litmus.nmt.scoring.layout import Request, segment_name
from litmus.nmt.scoring.scorer import Encoder
from litmus.nmt.windows import Window

Progress = Callable[[int], None]
_BATCH_TOKENS = {"cuda": 32768, "cpu": 4096}


class Translator:
    """Translates with one model. The same sentence gives the same words whatever its batch.

    A translation has at most `max_ratio` times the pieces of its source and `max_extra` more, as
    far as the model has positions. What a checkpoint says of its own generation (penalties for
    repetition, least lengths, forced tokens) is not used: beams and length penalty are all there
    is. `encoder` may put other states in place of the encoder's; `prompt` is what a decoder-only
    model reads, which writes one line.
    """

    def __init__(
        self,
        model: Model,
        *,
        beam: int = 5,
        batch_tokens: int | None = None,
        length_penalty: float = 1.0,
        max_ratio: float = 2.0,
        max_extra: int = 50,
        prompt: str | None = None,
        encoder: Encoder | None = None,
    ) -> None:
        if beam < 1 or max_ratio < 0 or max_extra < 1:
            raise UsageError("A beam has at least 1 hypothesis, a translation at least 1 subword.")
        if beam > (outputs := int(model.network.config.get_text_config().vocab_size)):
            raise UsageError(f"A beam of {beam} is larger than the model's {outputs} subwords.")
        self.model, self._room, self._prompt = model, Room(max_ratio, max_extra), prompt
        self._reader = reader(model, self._room, encoder, prompt)
        self._budget = batch_tokens or _BATCH_TOKENS.get(model.device.type, 4096)
        self._settings = Settings(self._reader.ends, self._reader.banned, beam, length_penalty)
        self.left_out = 0  # sentences of context that had no room, over all calls

    @property
    def signature(self) -> str:
        """All that can change a translation."""
        found = self._settings
        return (
            f"model:{self.model.signature}|beam:{found.beam}|lp:{found.length_penalty:g}"
            f"|longest:{self._room.ratio:g}x+{self._room.extra}"
            + (f"|prompt:{self._prompt or 'plain'}" if self.model.codec is None else "")
        )

    def translate(
        self,
        sources: Sequence[str],
        windows: Sequence[Window] | None = None,
        *,
        progress: Progress | None = None,
    ) -> list[str]:
        """The translations, in order. An empty line stays empty. `progress` hears of each batch."""
        given = windows if windows is not None else [Window()] * len(sources)
        pairs = zip(sources, given, strict=True)
        return self.answer([Request(one, "", window) for one, window in pairs], progress=progress)

    def answer(self, requests: Sequence[Request], *, progress: Progress | None = None) -> list[str]:
        """The translations of requests, as `translate`; their own targets are not looked at."""
        jobs = self._reader.jobs(requests)
        self.left_out += sum(job.left_out for job in jobs)
        texts = [""] * len(jobs)
        busy = [place for place, request in enumerate(requests) if request.source.strip()]

        def run(some: Sequence[int]) -> list[Hypothesis]:
            return self._search([jobs[place] for place in some])

        def name(place: int) -> str:
            return segment_name(requests[place], place + 1)

        # Not inference_mode: what a network caches here must still serve training afterwards.
        with _evaluating(self.model.network), torch.no_grad(), any_shape():
            for batch in by_length([jobs[i] for i in busy], lambda job: job.size, self._budget):
                for places, found in halving(run, [busy[i] for i in batch], name):
                    for place, hypothesis in zip(places, found, strict=True):
                        texts[place] = self._reader.text(hypothesis.ids)
                    if progress:
                        progress(len(places))
        return texts

    def translate_documents(
        self,
        documents: Sequence[Sequence[str]],
        *,
        source: int = 0,
        target: int = 0,
        references: Sequence[Sequence[str]] | None = None,
        progress: Progress | None = None,
    ) -> list[list[str]]:
        """The documents' translations, each sentence with those before it as context.

        `source` and `target` say how many. On the target side these are the translations made so
        far, or the `references` where they are given. Documents go side by side.
        """
        if references is not None or not target:
            before = references if target and references is not None else [[] for _ in documents]
            self._check(documents, before, target)
            every = [
                _window(document, targets, i, source, target)
                for document, targets in zip(documents, before, strict=True)
                for i in range(len(document))
            ]
            texts = iter(self.translate(list(chain(*documents)), every, progress=progress))
            return [[next(texts) for _ in document] for document in documents]
        done: list[list[str]] = [[] for _ in documents]
        for i in range(max(map(len, documents), default=0)):
            open_ = [n for n, document in enumerate(documents) if i < len(document)]
            texts_now = self.translate(
                [documents[n][i] for n in open_],
                [_window(documents[n], done[n], i, source, target) for n in open_],
                progress=progress,
            )
            for n, text in zip(open_, texts_now, strict=True):
                done[n].append(text)
        return done

    @staticmethod
    def _check(
        documents: Sequence[Sequence[str]], references: Sequence[Sequence[str]], target: int
    ) -> None:
        if target and [len(d) for d in documents] != [len(d) for d in references]:
            raise DataError("References as context need one for every sentence of every document.")

    def _search(self, batch: Sequence[Job]) -> list[Hypothesis]:
        return beam_search(
            self._reader.decoder(batch),
            [job.beginning for job in batch],
            [job.longest for job in batch],
            self._settings,
            self.model.device,
        )


def _window(
    document: Sequence[str], targets: Sequence[str], place: int, source: int, target: int
) -> Window:
    return Window(
        tuple(document[max(0, place - source) : place]),
        tuple(targets[max(0, place - target) : place]) if target else (),
    )


@contextmanager
def _evaluating(network: Any) -> Iterator[None]:
    """Dropout off; afterwards as it was."""
    training = network.training
    network.eval()
    try:
        yield
    finally:
        network.train(training)
