"""One pass of a network over laid-out sentences: log-probability and entropy of what is scored."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np
import torch

from litmus.nmt.attention import any_shape
from litmus.nmt.model import Model
from litmus.nmt.scoring.endings import Closed
from litmus.nmt.scoring.layout import Laid

Tensor = Any
Encode = Callable[[Sequence[int], Tensor, Tensor], Tensor]

# Logits held at a time: 256 MB of float32 on a GPU; on a CPU, what stays near its caches.
_LOGITS = {"cuda": 1 << 26, "cpu": 1 << 22}


class Forward:
    """A network with its output layer, which is run on the scored positions alone.

    `encode(indices, ids, mask)` gives the encoder's states; None: the network's own encoder.
    `ends`: the pieces that end a translation; none: the last one scored does, in its only form.
    """

    def __init__(
        self, model: Model, encode: Encode | None = None, ends: Sequence[int] = ()
    ) -> None:
        self._network, self._encode, self._device = model.network, encode, model.device
        self._two_sided = model.kind == "encoder-decoder"
        self._pad = model.codec.pad if model.codec is not None else 0
        self._ends = ends
        self._limit = _LOGITS.get(self._device.type, _LOGITS["cuda"])
        self._vocabulary = 1
        with torch.inference_mode():
            self._head = self._verified_head()

    def __call__(self, indices: Sequence[int], batch: Sequence[Laid]) -> tuple[Tensor, Tensor]:
        """Log-probabilities and entropies of all scored ids, one sentence behind the other."""
        with torch.inference_mode(), any_shape():
            rows, _ = self._padded([laid.target for laid in batch])
            target = self._moved(rows)
            wanted = self._moved(_flat([laid.scored for laid in batch]))
            places = self._moved(_places(batch, int(target.shape[1])))
            inputs: dict[str, Tensor] = {"input_ids": target}
            if self._two_sided:
                inputs |= self._encoded(indices, [laid.source for laid in batch])
            closed = Closed(batch, self._ends, self._moved) if self._ends else None
            parts = []
            for logits, ids in self._logits(inputs, places, wanted):
                if closed is not None:
                    closed.read(logits)
                parts.append(_measured(logits, ids))
            log_probs, entropies = map(torch.cat, zip(*parts, strict=True))
            return (log_probs if closed is None else closed.scores(log_probs)), entropies

    def _logits(
        self, inputs: dict[str, Tensor], places: Tensor, wanted: Tensor
    ) -> Iterator[tuple[Tensor, Tensor]]:
        """Logits at these places, some at a time, with what is wanted there."""
        if self._head is None:
            yield self._full(**inputs).flatten(0, 1)[places], wanted
            return
        states = self._states(**inputs).flatten(0, 1)[places]
        rows = max(1, self._limit // self._vocabulary)
        for part, ids in zip(states.split(rows), wanted.split(rows), strict=True):
            yield self._head(part), ids

    def _encoded(self, indices: Sequence[int], sources: Sequence[Sequence[int]]) -> Any:
        ids, mask = map(self._moved, self._padded(sources))
        if self._encode is not None:
            states = self._encode(indices, ids, mask)
        else:
            encoder = self._network.get_encoder()
            states = encoder(input_ids=ids, attention_mask=mask).last_hidden_state
        return {"encoder_hidden_states": states, "encoder_attention_mask": mask}

    def _states(self, **inputs: Tensor) -> Tensor:
        """The last hidden states. Padding is on the right, where nothing scored can see it."""
        network = self._network
        decoder = network.get_decoder() if self._two_sided else network.base_model
        return decoder(**inputs, use_cache=False).last_hidden_state

    def _full(self, **inputs: Tensor) -> Tensor:
        if not self._two_sided:
            return self._network(**inputs, use_cache=False).logits
        states = (inputs["encoder_hidden_states"],)
        return self._network(
            encoder_outputs=states,
            attention_mask=inputs["encoder_attention_mask"],
            decoder_input_ids=inputs["input_ids"],
            use_cache=False,
        ).logits

    def _verified_head(self) -> Callable[[Tensor], Tensor] | None:
        """The network's way from states to logits; None if it is none of those we know.

        Families scale, shift or cap their logits. Which one this is, a first tiny pass shows: only
        a head that gives the network's very own logits is used.
        """
        layer = self._network.get_output_embeddings()
        ids = torch.arange(4, 8, device=self._device)[None]
        inputs: dict[str, Tensor] = {"input_ids": ids}
        if self._two_sided:
            encoder = self._network.get_encoder()
            mask = torch.ones_like(ids)
            states = encoder(input_ids=ids, attention_mask=mask).last_hidden_state
            inputs |= {"encoder_hidden_states": states, "encoder_attention_mask": mask}
        try:
            expected, states = self._full(**inputs), self._states(**inputs)
        except (AttributeError, TypeError):  # a network of another make
            return None
        self._vocabulary = int(expected.shape[-1])
        for head in _heads(layer, self._network):
            found = head(states)
            if found.shape == expected.shape and torch.allclose(found, expected, atol=1e-5):
                return head
        return None

    def _padded(self, rows: Sequence[Sequence[int]]) -> tuple[Any, Any]:
        lengths = np.fromiter(map(len, rows), np.int64, len(rows))
        mask = np.arange(lengths.max())[None] < lengths[:, None]
        ids = np.full(mask.shape, self._pad, np.int64)
        ids[mask] = _flat(rows)
        return ids, mask.astype(np.int64)

    def _moved(self, values: Any) -> Tensor:
        tensor = torch.from_numpy(values)
        if self._device.type == "cuda":  # from pinned memory the copy does not stop us
            return tensor.pin_memory().to(self._device, non_blocking=True)
        return tensor.to(self._device)


def _flat(rows: Sequence[Sequence[int]]) -> Any:
    return np.fromiter(chain.from_iterable(rows), np.int64)


def _places(batch: Sequence[Laid], width: int) -> Any:
    """Where, in the batch laid flat, the outputs stand that predict what is scored."""
    ends = np.fromiter((row * width + len(b.target) for row, b in enumerate(batch)), np.int64)
    counts = np.fromiter((len(b.scored) for b in batch), np.int64)
    behind = np.cumsum(counts)
    return np.arange(behind[-1]) + np.repeat(ends - behind, counts)


def _heads(layer: Any, network: Any) -> list[Callable[[Tensor], Tensor]]:
    """The ways of the families we know: plain, with a bias (BART), scaled (T5)."""
    if layer is None:
        return []
    heads: list[Callable[[Tensor], Tensor]] = [layer]
    bias = getattr(network, "final_logits_bias", None)
    if bias is not None:
        heads.append(lambda states: layer(states) + bias)
    width = getattr(network.config, "d_model", None)
    if width:
        heads.append(lambda states: layer(states * width**-0.5))
    return heads


def _measured(logits: Tensor, wanted: Tensor) -> tuple[Tensor, Tensor]:
    """Natural-log probability of each wanted id, and the entropy; float32 whatever the network."""
    # By hand and in place: one exponential of the vocabulary, which is what takes the time.
    logits = logits.float()
    logits = logits.sub_(logits.amax(-1, keepdim=True))
    chosen = logits.gather(-1, wanted[:, None])[:, 0]
    weights = logits.exp()
    total = weights.sum(-1)
    # A logit of minus infinity (a token a family forbids) times its weight of 0 is no number.
    expected = weights.mul_(logits).nansum(-1) / total
    return chosen - total.log(), total.log() - expected
