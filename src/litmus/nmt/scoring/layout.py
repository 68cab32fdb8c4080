"""What a network reads for a sentence with context, and which of its outputs are scored."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Protocol

from litmus.errors import DataError
from litmus.nmt.codec import Codec, Ids, Pieces, joined
from litmus.nmt.offsets import Span
from litmus.nmt.windows import Window, fitting, together


@dataclass(frozen=True)
class Request:
    """A sentence pair to score, and the sentences before it that the model is to see.

    `name` is what messages call it; without one they count the requests.
    """

    source: str
    target: str
    window: Window = Window()
    name: str = field(default="", compare=False, kw_only=True)


@dataclass(frozen=True)
class Laid:
    """A request in ids. The last outputs over `target` predict `scored`: the pieces and the end.

    `source` is what the encoder reads, empty for a decoder-only model. `left_out`: how many
    context sentences (source, target) had to go. `closing`: pieces that are the last one and the
    end at once.
    """

    source: Sequence[int]
    target: Sequence[int]
    scored: Sequence[int]
    spans: tuple[Span, ...]
    left_out: tuple[int, int] = (0, 0)
    closing: Ids = ()


class Layout(Protocol):
    """How requests become ids. `ends`: what ends a translation, if that is not one piece alone."""

    ends: Ids

    def lay(self, requests: Sequence[Request], first: int) -> list[Laid]:
        """Every request in ids, in order. `first` is the number of the first, for messages."""


class CodecLayout:
    """For encoder-decoders: context and breaks before the sentence, on either side."""

    ends: Ids = ()

    def __init__(self, codec: Codec, positions: int | None, window: int | None = None) -> None:
        self._codec, self._positions = codec, positions
        self._window = window if window is not None else positions

    def lay(self, requests: Sequence[Request], first: int) -> list[Laid]:
        # Each text once: the context of one sentence is the sentence of another.
        left = _unique((one.source, *one.window.source) for one in requests)
        right = _unique((one.target, *one.window.target) for one in requests)
        sources = dict(zip(left, self._codec.many(left, "source"), strict=True))
        targets = dict(zip(right, self._codec.batch(right, "target"), strict=True))
        return [
            self._laid(request, sources, targets, number)
            for number, request in enumerate(requests, first)
        ]

    def _laid(
        self,
        request: Request,
        sources: dict[str, list[int]],
        targets: dict[str, Pieces],
        number: int,
    ) -> Laid:
        codec = self._codec
        alone, target = codec.source(sources[request.source]), targets[request.target]
        read, written = len(alone), len(codec.start) + len(target.ids)
        check_room(request, number, max(read, written), self._positions)
        before: Sequence[Sequence[int]] = [sources[text] for text in request.window.source]
        ahead: Sequence[Sequence[int]] = [targets[text].ids for text in request.window.target]
        given = len(before), len(ahead)
        near, close = together(given, (self._fit(before, read), self._fit(ahead, written)))
        before, ahead = before[given[0] - near :], ahead[given[1] - close :]
        return Laid(
            codec.source(joined(before, sources[request.source], codec)) if before else alone,
            (*codec.start, *(joined(ahead, target.ids, codec) if ahead else target.ids)),
            (*target.ids, codec.end),
            target.spans,
            (given[0] - near, given[1] - close),
        )

    def _fit(self, context: Sequence[Sequence[int]], taken: int) -> int:
        """How many sentences of the context fit beside what is taken."""
        if not context or self._window is None:
            return len(context)
        gap = len(self._codec.break_ids())
        return fitting([len(ids) + gap for ids in context], self._window - taken)


def _unique(texts: Iterable[Iterable[str]]) -> list[str]:
    return list(dict.fromkeys(chain.from_iterable(texts)))


def check_room(request: Request, number: int, length: int, positions: int | None) -> None:
    """A DataError if the sentence does not fit even without context."""
    if positions is not None and length > positions:
        raise DataError(
            f"{segment_name(request, number)} has {length} subwords; the model reads {positions}.\n"
            "A sentence is never cut: leave it out or split it in two."
        )


def segment_name(request: Request, number: int) -> str:
    """The request's name, or its number, counted from 1, and how it begins."""
    text = request.source or request.target
    name = request.name or f"Segment {number}"
    return f"{name} ({text[:40] + '…' if len(text) > 40 else text!r})"
