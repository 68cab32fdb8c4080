"""The loss of a batch: label-smoothed cross-entropy where there is something to predict."""

from contextlib import nullcontext
from typing import Any

import torch

from litmus.nmt.attention import masks_as_given
from litmus.nmt.training.data.examples import IGNORED, Batch

Tensor = Any
# Families whose attention takes a ready mask as it is, so that nobody has to look at its values
# (which makes the processor wait for the device).
_READY_MASKS = frozenset(("m2m_100", "mbart", "bart", "marian"))


class Objective(torch.nn.Module):  # type: ignore[misc]
    """Sums over the labels of a batch: the smoothed loss, and the negative log-likelihood.

    Logits are computed at labels only: neither padding nor context costs a vocabulary of them.
    """

    def __init__(self, network: Any, smoothing: float) -> None:
        super().__init__()
        self.network, self._smoothing = network, smoothing
        self._where: Tensor = None
        config = network.config
        self._ready_masks = (
            config.model_type in _READY_MASKS and config._attn_implementation == "sdpa"
        )
        # Every family does something of its own around its output layer (scales, biases); what
        # is common to all is that the layer is called.
        network.get_output_embeddings().register_forward_pre_hook(self._select)

    def _select(self, layer: Any, given: tuple[Tensor, ...]) -> tuple[Tensor] | None:
        if self._where is None:
            return None
        return (given[0].flatten(0, 1).index_select(0, self._where)[None],)

    def forward(
        self, source: Tensor, real: Tensor, target: Tensor, where: Tensor, labels: Tensor
    ) -> tuple[Tensor, Tensor]:
        self._where, ready = where, self._ready_masks
        try:
            with masks_as_given(self.network) if ready else nullcontext():
                logits = self.network(
                    input_ids=source,
                    attention_mask=real[:, None, None, :] if ready else real.long(),
                    decoder_input_ids=target,
                    use_cache=False,
                ).logits[0]
        finally:
            self._where = None
        return _SmoothedLoss.apply(logits, labels, self._smoothing)  # type: ignore[no-any-return]


class _SmoothedLoss(torch.autograd.Function):  # type: ignore[misc]
    """Cross-entropy against (1 - smoothing) of the label and the rest over all pieces alike.

    The gradient is written down instead of derived step by step: with a vocabulary of tens of
    thousands these few passes over the logits are a good part of a small network's time.
    """

    @staticmethod
    def forward(ctx: Any, logits: Tensor, labels: Tensor, smoothing: float) -> tuple[Tensor, ...]:
        scores = torch.log_softmax(logits, dim=-1, dtype=torch.float32)
        likelihood = -scores.gather(1, labels[:, None]).sum()
        loss = (1 - smoothing) * likelihood
        if smoothing:
            loss = loss - smoothing * scores.mean(dim=-1).sum()
        ctx.save_for_backward(scores, labels)
        ctx.smoothing, ctx.kind = smoothing, logits.dtype
        ctx.mark_non_differentiable(likelihood)
        return loss, likelihood

    @staticmethod
    def backward(ctx: Any, weight: Tensor, _: Tensor) -> tuple[Tensor, None, None]:
        scores, labels = ctx.saved_tensors
        gradient = scores.exp()
        taken = torch.full_like(labels[:, None], ctx.smoothing - 1, dtype=gradient.dtype)
        gradient.scatter_add_(1, labels[:, None], taken)
        spread = weight * (-ctx.smoothing / scores.shape[-1])
        found = torch.empty_like(gradient, dtype=ctx.kind)
        return torch.addcmul(spread, gradient, weight, out=found), None, None


def tensors(batch: Batch, *, pinned: bool) -> tuple[Tensor, ...]:
    """What `Objective` takes, on the host."""
    flat = batch.labels.reshape(-1)
    where = (flat != IGNORED).nonzero()[0]
    found = (batch.source, batch.real, batch.target, where, flat[where])
    made = (torch.from_numpy(array) for array in found)
    return tuple(tensor.pin_memory() if pinned else tensor for tensor in made)
