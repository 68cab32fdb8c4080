"""Beam search over any decoder, all rows together, each behind a beginning of its own length.

The rules are those of transformers' `generate` with its settings off: a hypothesis' score is the
sum of its log-probabilities over its length to the power of the length penalty, a row is done when
it has as many finished hypotheses as beams and its best open one is no better than the worst of
them. With one beam it is greedy search. The beginning counts neither in score nor in length.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import torch

Tensor = Any
_NEVER = float("-inf")


class Decoder(Protocol):
    """A network that goes on where it was. Rows are sentences, times beams once widened."""

    def start(self, ids: Tensor) -> Tensor:
        """Logits (rows, vocabulary) of what follows `ids`, the same number in every row."""

    def widen(self, beam: int) -> None:
        """Give every row as many copies as beams, side by side."""

    def step(self, tokens: Tensor, order: Tensor) -> Tensor:
        """Logits after one more token each; row i goes on from what was row `order[i]`."""

    def keep(self, rows: Tensor) -> None:
        """Only these rows go on."""


@dataclass(frozen=True)
class Settings:
    """How to search. `ends`: what ends a hypothesis; `banned`: what is never written."""

    ends: tuple[int, ...]
    banned: tuple[int, ...] = ()
    beam: int = 5
    length_penalty: float = 1.0


@dataclass(frozen=True)
class Hypothesis:
    """The pieces behind the beginning, the end with them if one was found, and their score."""

    ids: tuple[int, ...]
    score: float


def beam_search(
    decoder: Decoder,
    beginnings: Sequence[Sequence[int]],
    longest: Sequence[int],
    settings: Settings,
    device: Any,
) -> list[Hypothesis]:
    """The best hypothesis of every row, at most `longest` pieces long, its end among them."""
    shared = min(len(ids) for ids in beginnings)
    search = _Search(beginnings, longest, settings, device, shared)
    logits = decoder.start(torch.tensor([list(ids[:shared]) for ids in beginnings], device=device))
    for place in range(shared, max(map(sum, zip(map(len, beginnings), longest, strict=True)))):
        tokens, order = search.advance(logits, place)
        if place == shared:
            decoder.widen(settings.beam)
            order = torch.arange(len(tokens), device=device)
        rows = search.drop_finished()
        if rows is not None:
            if not len(rows):
                break
            wide = search.wide(rows)
            # What was row n is now at the place of n among those that were kept.
            decoder.keep(wide)
            tokens = tokens[wide]
            order = torch.searchsorted(wide, order[wide])
        logits = decoder.step(tokens[:, None], order)
    return search.found()


class _Search:
    """Open and finished hypotheses of all rows that are not done yet."""

    def __init__(
        self,
        beginnings: Sequence[Sequence[int]],
        longest: Sequence[int],
        settings: Settings,
        device: Any,
        shared: int,
    ) -> None:
        n = len(beginnings)
        self.settings, self.device, self.shared = settings, device, shared
        width = max(map(len, beginnings))
        rest = [[*ids[shared:], *[0] * (width - len(ids))] for ids in beginnings]
        self.forced = torch.tensor(rest, dtype=torch.long, device=device).reshape(n, -1)
        self.lengths = torch.tensor([len(ids) for ids in beginnings], device=device)
        self.longest = torch.tensor(list(longest), device=device)
        self.last_forced = width
        self._width = 1
        self.rows = torch.arange(n)
        self.scores: Tensor = torch.zeros((n, 1), device=device)
        self.written: Tensor = torch.zeros((n, 1, 0), dtype=torch.long, device=device)
        self.finished: Tensor = torch.full((n, settings.beam), _NEVER, device=device)
        self.best: Tensor = torch.zeros((n, 0), dtype=torch.long, device=device)
        self.best_length: Tensor = torch.zeros(n, dtype=torch.long, device=device)
        self.done: Tensor = torch.zeros(n, dtype=torch.bool, device=device)
        self._answers: list[Hypothesis | None] = [None] * n
        self._ends = torch.tensor(settings.ends, device=device)
        self._banned = torch.tensor(settings.banned, dtype=torch.long, device=device)

    def advance(self, logits: Tensor, place: int) -> tuple[Tensor, Tensor]:
        """The next token of every beam and the beam it follows, counted over all rows."""
        beam = self.settings.beam
        scores, origins, tokens = self._candidates(logits, place)
        own = place + 1 - self.lengths  # what a candidate has of its own, 0 while it is forced
        full = own >= self.longest
        hits = torch.isin(tokens, self._ends) & (own > 0)[:, None] | full[:, None]
        written = torch.cat([_gathered(self.written, origins), tokens[..., None]], dim=-1)
        # Below zero only where a beginning is forced: there nothing is compared.
        by_length = own.clamp(min=1).to(scores.dtype) ** self.settings.length_penalty
        self._finish(scores / by_length[:, None], hits, written, own)
        open_scores = scores.masked_fill(hits, _NEVER)
        self.scores, chosen = torch.topk(open_scores, min(beam, open_scores.shape[1]))
        self.written = _gathered(written, chosen)
        hopeless = self.scores[:, 0] / by_length <= self.finished[:, -1]
        all_found = self.finished[:, -1] > _NEVER
        self.done = self.done | full | (all_found & (hopeless | (beam == 1)))
        row = torch.arange(len(tokens), device=self.device)[:, None] * self._width
        order = origins.gather(1, chosen) + row
        self._width = beam
        return tokens.gather(1, chosen).reshape(-1), order.reshape(-1)

    def _candidates(self, logits: Tensor, place: int) -> tuple[Tensor, Tensor, Tensor]:
        """Score, beam and token of the best continuations, twice as many as beams."""
        exact = logits if logits.dtype == torch.float64 else logits.float()
        chances = torch.log_softmax(exact, dim=-1).reshape(len(self.lengths), self._width, -1)
        if len(self._banned):
            chances[..., self._banned] = _NEVER
        if len(self._ends) > 1:  # of several ends the likeliest will do: one a beam
            best, which = chances[..., self._ends].max(dim=-1, keepdim=True)
            chances[..., self._ends] = _NEVER
            chances.scatter_(-1, self._ends[which], best)
        if place < self.last_forced:
            forced = place < self.lengths
            chances[forced] = _NEVER
            column = self.forced[forced, place - self.shared]
            chances[forced.nonzero()[:, 0], :, column] = 0.0
        vocabulary = chances.shape[-1]
        sums = (self.scores[..., None] + chances).reshape(len(self.lengths), -1)
        scores, places = torch.topk(sums, min(2 * self.settings.beam, sums.shape[1]))
        return scores, places // vocabulary, places % vocabulary

    def _finish(self, scores: Tensor, hits: Tensor, written: Tensor, own: Tensor) -> None:
        """Only the best candidates, as many as beams, may finish: the others are a reserve."""
        beam = self.settings.beam
        # A row that is done stays as it is, or its answer would hang on its neighbours.
        ended = scores[:, :beam].masked_fill(~hits[:, :beam] | self.done[:, None], _NEVER)
        score, which = ended.max(dim=1)
        better = score > self.finished[:, 0]
        text = written[torch.arange(len(which), device=self.device), which]
        held = torch.nn.functional.pad(self.best, (0, text.shape[1] - self.best.shape[1]))
        self.best = torch.where(better[:, None], text, held)
        self.best_length = torch.where(better, own, self.best_length)
        self.finished = torch.topk(torch.cat([self.finished, ended], dim=1), beam)[0]

    def drop_finished(self) -> Tensor | None:
        """The rows that go on, once a quarter of them is done; None: all stay where they are."""
        done = int(self.done.sum())
        if done < len(self.done) and 4 * done < len(self.done):
            return None
        self._answer(self.done.nonzero()[:, 0])
        rows = (~self.done).nonzero()[:, 0]
        for name in (
            "forced", "lengths", "longest", "scores", "written", "finished", "best",
            "best_length", "done",
        ):  # fmt: skip
            setattr(self, name, getattr(self, name)[rows])
        self.rows = self.rows[rows.cpu()]
        return rows

    def wide(self, rows: Tensor) -> Tensor:
        """All beams of these rows."""
        beam = self.settings.beam
        places = rows[:, None] * beam + torch.arange(beam, device=self.device)
        return places.reshape(-1)

    def _answer(self, places: Tensor) -> None:
        """All of them at once: every look at the device makes the processor wait."""
        rows = self.rows[places.cpu()].tolist()
        begins = (self.lengths[places] - self.shared).tolist()
        own, texts = self.best_length[places].tolist(), self.best[places].tolist()
        scores = self.finished[places, 0].tolist()
        for row, begin, length, ids, score in zip(rows, begins, own, texts, scores, strict=True):
            self._answers[row] = Hypothesis(tuple(ids[begin : begin + length]), score)

    def found(self) -> list[Hypothesis]:
        """The answers of all rows, in the order they were given."""
        assert all(answer is not None for answer in self._answers)
        return [answer for answer in self._answers if answer is not None]


def _gathered(sequences: Tensor, places: Tensor) -> Tensor:
    """The sequences of (rows, beams, length) at these beams."""
    wide = places[..., None].expand(*places.shape, sequences.shape[-1])
    return sequences.gather(1, wide)
