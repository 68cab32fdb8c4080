"""Encoder states of idioms read with more or less around them: sentence, phrase, single words.

Paper: Baziotis et al., EACL 2023, section 4. *full*: as the encoder has them in the sentence;
*phrase*: the idiom encoded by itself; *word*: each of its words encoded by itself. The states are
put where the sentence's own were; all other states stay. A phrase or word is encoded as the very
pieces it has in the sentence, even where its text alone would be cut otherwise, so that every
position has its counterpart; the special tokens around it are those of a sentence, and their
states are dropped.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch

from litmus.errors import UsageError
from litmus.nmt.batching import by_length, halving
from litmus.nmt.codec import Pieces
from litmus.nmt.model import Model
from litmus.nmt.probing.marked import Context, idiom_pieces
from litmus.nmt.scoring.layout import Request, check_room, segment_name

Tensor = Any
_BATCH_TOKENS = 8192


@dataclass(frozen=True)
class Distance:
    """How far an idiom's states in two contexts are apart: means over its pieces.

    `cosine` is 1 - the cosine, from 0 to 2.
    """

    cosine: float
    euclidean: float


class IdiomStates:
    """An encoder for `Scorer` and `Translator`: idioms are read in the context given.

    Requests that are not `Marked` have no idiom and stay as they are.
    """

    def __init__(self, model: Model, context: Context) -> None:
        if model.codec is None:
            raise UsageError(
                f"{model.name} has no encoder: an idiom's states cannot be put in place of others."
                "\nProbes take encoder-decoders, such as Marian, mBART, T5 or ours."
            )
        self._model, self._codec, self.context = model, model.codec, context
        self._ahead = model.codec.source((-1,)).index(-1)
        self._behind = len(model.codec.source(())) - self._ahead

    def __call__(self, batch: Sequence[Request], ids: Tensor, mask: Tensor) -> Tensor:
        """States (batch, pieces, width) with those of the idioms exchanged."""
        states = self._encode(ids, mask)
        if self.context == "full":
            return states
        rows, places, own = self._exchanged(batch, ids, mask)
        if not own:
            return states
        # Where two idioms share a piece, the later one has it.
        last = {place: number for number, place in enumerate(zip(rows, places, strict=True))}
        chosen, numbers = list(last), list(last.values())
        states = states.clone()
        states[[row for row, _ in chosen], [place for _, place in chosen]] = self._alone(own)[
            numbers
        ]
        return states

    def distances(
        self, requests: Sequence[Request], other: Context = "full"
    ) -> list[list[Distance]]:
        """How far each idiom of each request is from where it is in another context."""
        pieces = [self._codec.pieces(request.source, "source") for request in requests]
        rows = [self._codec.source(one.ids) for one in pieces]
        for number, (request, row) in enumerate(zip(requests, rows, strict=True), start=1):
            check_room(request, number, len(row), self._model.positions)
        found: list[list[Distance]] = [[] for _ in requests]
        origin = IdiomStates(self._model, other)

        def run(some: Sequence[int]) -> list[list[Distance]]:
            return self._distances(origin, [requests[i] for i in some], [rows[i] for i in some])

        def name(place: int) -> str:
            return segment_name(requests[place], place + 1)

        with torch.inference_mode():
            for batch in by_length(rows, len, _BATCH_TOKENS):
                for indices, distances in halving(run, batch, name):
                    for index, distance in zip(indices, distances, strict=True):
                        found[index] = distance
        return found

    def _distances(
        self, origin: "IdiomStates", batch: Sequence[Request], rows: Sequence[Sequence[int]]
    ) -> list[list[Distance]]:
        ids, mask = self._padded(rows)
        before, after = origin(batch, ids, mask), self(batch, ids, mask)
        cosine = 1 - torch.nn.functional.cosine_similarity(before, after, dim=-1)
        euclidean = torch.linalg.vector_norm(before - after, dim=-1)
        return [
            [
                Distance(float(cosine[row, where].mean()), float(euclidean[row, where].mean()))
                for where in self._places(request, len(rows[row]))
            ]
            for row, request in enumerate(batch)
        ]

    def _places(self, request: Request, length: int) -> list[list[int]]:
        """Where the pieces of each idiom stand in what the encoder reads."""
        pieces, start = self._sentence(request, length)
        return [
            [start + place for group in groups for place in group]
            for groups in idiom_pieces(request, pieces)
        ]

    def _sentence(self, request: Request, length: int) -> tuple[Pieces, int]:
        """The pieces of the sentence, and where they begin: context stands before them."""
        pieces = self._codec.pieces(request.source, "source")
        return pieces, length - self._behind - len(pieces.ids)

    def _exchanged(
        self, batch: Sequence[Request], ids: Tensor, mask: Tensor
    ) -> tuple[list[int], list[int], list[list[int]]]:
        """Row and place of every state to be exchanged, and what is encoded for them, in order."""
        rows: list[int] = []
        places: list[int] = []
        own: list[list[int]] = []
        lengths = mask.sum(dim=1).tolist()
        for row, (request, length) in enumerate(zip(batch, lengths, strict=True)):
            pieces, start = self._sentence(request, int(length))
            for groups in idiom_pieces(request, pieces):
                together = [[place for group in groups for place in group]]
                for group in together if self.context == "phrase" else groups:
                    rows += [row] * len(group)
                    places += [start + place for place in group]
                    own.append([pieces.ids[place] for place in group])
        return rows, places, own

    def _alone(self, own: Sequence[Sequence[int]]) -> Tensor:
        """The states of pieces that are encoded by themselves, one group behind the other."""
        unique = {tuple(group): None for group in own}
        states: dict[tuple[int, ...], Tensor] = {}
        groups = list(unique)
        for batch in by_length(groups, len, _BATCH_TOKENS):
            found = self._encode(*self._padded([self._codec.source(groups[i]) for i in batch]))
            for row, i in enumerate(batch):
                states[groups[i]] = found[row, self._ahead : self._ahead + len(groups[i])]
        return torch.cat([states[tuple(group)] for group in own])

    def _encode(self, ids: Tensor, mask: Tensor) -> Tensor:
        encoder = self._model.network.get_encoder()
        return encoder(input_ids=ids, attention_mask=mask).last_hidden_state

    def _padded(self, rows: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
        width, pad, device = max(map(len, rows)), self._codec.pad, self._model.device
        ids = torch.tensor([[*row, *[pad] * (width - len(row))] for row in rows], device=device)
        real = [[1] * len(row) + [0] * (width - len(row)) for row in rows]
        return ids, torch.tensor(real, device=device)
