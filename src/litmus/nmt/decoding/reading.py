"""What a network reads before it writes a translation, for every family, and how it goes on."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import torch

from litmus.errors import UsageError
from litmus.nmt.codec import Codec, Ids, Side, joined, tokenised
from litmus.nmt.decoding.search import Decoder
from litmus.nmt.model import Model
from litmus.nmt.scoring.layout import Request, check_room
from litmus.nmt.scoring.prompted import PromptLayout
from litmus.nmt.scoring.prompts import load_prompt
from litmus.nmt.scoring.scorer import Encoder
from litmus.nmt.windows import fitting, together

Tensor = Any
_MARK = re.compile(r"<\|[^|]*\|>|\[PAD\d+\]")


@dataclass(frozen=True)
class Job:
    """A sentence as the network reads it: what the encoder sees, what the decoder begins with.

    `longest`: how many pieces the translation may have, its end among them.
    """

    request: Request
    ids: tuple[int, ...]
    beginning: tuple[int, ...]
    longest: int
    left_out: int = 0

    @property
    def size(self) -> int:
        """What it takes in a batch."""
        return len(self.ids) + len(self.beginning)


@dataclass(frozen=True)
class Room:
    """How long a translation may be: so many times its source's pieces, and so many more."""

    ratio: float = 2.0
    extra: int = 50

    def longest(self, pieces: int) -> int:
        """In pieces."""
        return int(self.ratio * pieces) + self.extra


class Reader(Protocol):
    """A family's way to read. `ends` end a translation, what is `banned` is never written."""

    ends: tuple[int, ...]
    banned: tuple[int, ...]

    def jobs(self, requests: Sequence[Request]) -> list[Job]:
        """All requests in pieces."""

    def decoder(self, batch: Sequence[Job]) -> Decoder:
        """The network, ready to write behind the beginnings."""

    def text(self, ids: Sequence[int]) -> str:
        """What was written."""


class TwoSided:
    """Encoder-decoders: source and context go to the encoder, target context to the decoder."""

    def __init__(self, model: Model, room: Room, encoder: Encoder | None) -> None:
        assert model.codec is not None
        self._model, self._codec, self._room, self._encoder = model, model.codec, room, encoder
        end, pad = model.codec.end, model.codec.pad
        self.ends: tuple[int, ...] = (end,)
        # Networks may have more outputs than there are pieces (rounded up); none of them is text.
        size, outputs = getattr(model.codec, "size", None), model.network.config.vocab_size
        unused = range(size, outputs) if isinstance(size, int) else range(0)
        self.banned: tuple[int, ...] = (*([pad] if pad != end else []), *unused)

    def jobs(self, requests: Sequence[Request]) -> list[Job]:
        codec = self._codec
        pieces: dict[Side, dict[str, Ids]] = {}
        texts: tuple[tuple[Side, Iterator[str]], ...] = (
            ("source", (text for r in requests for text in (r.source, *r.window.source))),
            ("target", (text for r in requests for text in r.window.target)),
        )
        for side, found in texts:  # a text that several requests hold is cut once
            unique = list(dict.fromkeys(found))
            ids = codec.many(unique, side) if unique else []
            pieces[side] = {text: tuple(one) for text, one in zip(unique, ids, strict=True)}
        return [self._job(request, number, pieces) for number, request in enumerate(requests, 1)]

    def _job(self, request: Request, number: int, pieces: dict[Side, dict[str, Ids]]) -> Job:
        codec, most, window = self._codec, self._model.positions, self._model.window
        sentence = pieces["source"][request.source]
        alone, start = len(codec.source(sentence)), len(codec.start)
        check_room(request, number, max(alone, start + 1), most)
        longest = self._room.longest(len(sentence))
        if most is not None:
            longest = min(longest, most - start)
        before = [pieces["source"][text] for text in request.window.source]
        ahead = [pieces["target"][text] for text in request.window.target]
        given = len(before), len(ahead)
        near, close = together(
            given,
            (
                _fit(before, None if window is None else window - alone, codec),
                _fit(ahead, self._ahead(len(sentence), longest), codec),
            ),
        )
        before, ahead = before[given[0] - near :], ahead[given[1] - close :]
        return Job(
            request,
            tuple(codec.source(joined(before, sentence, codec))),
            (*codec.start, *joined(ahead, (), codec)),
            longest,
            sum(given) - near - close,
        )

    def _ahead(self, pieces: int, longest: int) -> int | None:
        """Pieces of target context there is room for: the longest translation must fit behind it,
        and one as long as the source stand where the model has learnt."""
        most, window = self._model.positions, self._model.window
        limits = [most - longest] if most is not None else []
        limits += [window - pieces] if window is not None else []
        return min(limits) - len(self._codec.start) if limits else None

    def decoder(self, batch: Sequence[Job]) -> Decoder:
        device, pad = self._model.device, self._codec.pad
        width = max(len(job.ids) for job in batch)
        rows = [[*job.ids, *[pad] * (width - len(job.ids))] for job in batch]
        real = [[1] * len(job.ids) + [0] * (width - len(job.ids)) for job in batch]
        ids, mask = torch.tensor(rows, device=device), torch.tensor(real, device=device)
        if self._encoder is None:
            encoder = self._model.network.get_encoder()
            states = encoder(input_ids=ids, attention_mask=mask).last_hidden_state
        else:
            states = self._encoder([job.request for job in batch], ids, mask)
        return _BehindEncoder(self._model.network, states, mask)

    def text(self, ids: Sequence[int]) -> str:
        return self._codec.decode([piece for piece in ids if piece not in self.ends])


class Prompted:
    """Decoder-only models: they go on behind a prompt until a line or the text ends."""

    def __init__(self, model: Model, room: Room, prompt: str | None) -> None:
        self._model, self._room = model, room
        # Some room is kept for the translation whatever the context.
        most = None if model.positions is None else model.positions - room.extra
        template = load_prompt(prompt or "plain")
        self._layout = PromptLayout(model, template, most)
        self.ends: tuple[int, ...] = self._layout.endings.all
        self.banned: tuple[int, ...] = _no_text(model, self.ends)

    def jobs(self, requests: Sequence[Request]) -> list[Job]:
        if not requests:
            return []
        most = self._model.positions
        sources = tokenised(self._model.tokenizer, [one.source for one in requests], "source")
        found = []
        laid = self._layout.lay(requests, 1)
        for request, one, source in zip(requests, laid, sources, strict=True):
            longest = self._room.longest(len(source.ids))
            if most is not None:
                longest = min(longest, most - len(one.target))
            found.append(Job(request, (), tuple(one.target), longest, sum(one.left_out)))
        return found

    def decoder(self, batch: Sequence[Job]) -> Decoder:
        return _Alone(self._model.network)

    def text(self, ids: Sequence[int]) -> str:
        written = self._model.tokenizer.decode(list(ids), skip_special_tokens=True)
        return str(written).partition("\n")[0].strip()


class _Alone(Decoder):
    """A decoder going on step by step over its cache."""

    def __init__(self, network: Any) -> None:
        self._network = network
        self._cache: Any = None

    def start(self, ids: Tensor) -> Tensor:
        if ids.shape[1] > 1:  # without the output layer: logits of a beginning are of no use
            self._cache = self._read(ids[:, :-1])
        return self._logits(ids[:, -1:])

    def widen(self, beam: int) -> None:
        if beam > 1:
            self._cache.batch_repeat_interleave(beam)

    def step(self, tokens: Tensor, order: Tensor) -> Tensor:
        # Beams change places within their sentence only: what is kept of an encoder stays.
        getattr(self._cache, "self_attention_cache", self._cache).reorder_cache(order)
        return self._logits(tokens)

    def keep(self, rows: Tensor) -> None:
        self._cache.batch_select_indices(rows)

    def _read(self, ids: Tensor) -> Any:
        return self._network.base_model(input_ids=ids, use_cache=True).past_key_values

    def _logits(self, tokens: Tensor) -> Tensor:
        found = self._network(input_ids=tokens, past_key_values=self._cache, use_cache=True)
        self._cache = found.past_key_values
        return found.logits[:, -1]


class _BehindEncoder(_Alone):
    """The same with the states of an encoder."""

    def __init__(self, network: Any, states: Tensor, mask: Tensor) -> None:
        super().__init__(network)
        self._states, self._mask = states, mask

    def widen(self, beam: int) -> None:
        super().widen(beam)
        if beam > 1:
            self._states = self._states.repeat_interleave(beam, dim=0)
            self._mask = self._mask.repeat_interleave(beam, dim=0)

    def keep(self, rows: Tensor) -> None:
        super().keep(rows)
        self._states, self._mask = self._states[rows], self._mask[rows]

    def _read(self, ids: Tensor) -> Any:
        found = self._network.get_decoder()(
            input_ids=ids,
            encoder_hidden_states=self._states,
            encoder_attention_mask=self._mask,
            use_cache=True,
        )
        return found.past_key_values

    def _logits(self, tokens: Tensor) -> Tensor:
        from transformers.modeling_outputs import BaseModelOutput

        found = self._network(
            encoder_outputs=BaseModelOutput(last_hidden_state=self._states),
            attention_mask=self._mask,
            decoder_input_ids=tokens,
            past_key_values=self._cache,
            use_cache=True,
        )
        self._cache = found.past_key_values
        return found.logits[:, -1]


def reader(model: Model, room: Room, encoder: Encoder | None, prompt: str | None) -> Reader:
    """The model's way to read. A UsageError if it cannot use what is given."""
    if model.codec is not None:
        if prompt is not None:
            raise UsageError(f"{model.name} is an encoder-decoder: it reads no prompt.")
        return TwoSided(model, room, encoder)
    if encoder is not None:
        raise UsageError(f"{model.name} is decoder-only: it has no encoder whose states to change.")
    return Prompted(model, room, prompt)


def _fit(sentences: Sequence[Sequence[int]], room: int | None, codec: Codec) -> int:
    """How many of the nearest sentences have room, breaks counted."""
    if room is None or not sentences:
        return len(sentences)
    between = len(codec.break_ids())
    return fitting([len(sentence) + between for sentence in sentences], room)


def _no_text(model: Model, ends: Sequence[int]) -> tuple[int, ...]:
    """Outputs that write nothing and end nothing: marks, and what fills a vocabulary up."""
    known = model.tokenizer.get_vocab()
    outputs = int(model.network.config.get_text_config().vocab_size)
    # A GGUF file does not tell which tokens are special, or are there for a round number.
    marks = {number for token, number in known.items() if _MARK.fullmatch(token)}
    found = {*range(outputs)}.difference(known.values()) | marks
    found = found.union(model.tokenizer.all_special_ids).difference(ends)
    return tuple(sorted(number for number in found if number < outputs))
