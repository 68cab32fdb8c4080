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
    """The share that a batch has in the loss of a step: to be differentiated, and nothing else.

    Beside it the sums over its labels: the smoothed loss, and the negative log-likelihood. Logits
    are computed at labels only: neither padding nor context costs a vocabulary of them.
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
        self,
        source: Tensor,
        real: Tensor,
        target: Tensor,
        where: Tensor,
        labels: Tensor,
        scale: float = 1.0,
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
        if logits.dtype == torch.bfloat16:
            share, sums = _HalvedLoss.apply(logits, labels, self._smoothing, scale)
            return share, sums
        loss, likelihood = _SmoothedLoss.apply(logits, labels, self._smoothing)
        return loss * scale, torch.stack([loss.detach(), likelihood])


class _SmoothedLoss(torch.autograd.Function):  # type: ignore[misc]
    """Cross-entropy against (1 - smoothing) of the label and the rest over all pieces alike.

    The gradient is written down instead of derived step by step: with a vocabulary of tens of
    thousands these few passes over the logits are a good part of a small network's time.
    """

    @staticmethod
    def forward(ctx: Any, logits: Tensor, labels: Tensor, smoothing: float) -> tuple[Tensor, ...]:
        scores = torch.log_softmax(logits, dim=-1)
        likelihood = -scores.gather(1, labels[:, None]).sum()
        loss = (1 - smoothing) * likelihood
        if smoothing:
            loss = loss - smoothing * scores.mean(dim=-1).sum()
        ctx.save_for_backward(scores, labels)
        ctx.smoothing = smoothing
        ctx.mark_non_differentiable(likelihood)
        return loss, likelihood

    @staticmethod
    def backward(ctx: Any, weight: Tensor, _: Tensor) -> tuple[Tensor, None, None]:
        scores, labels = ctx.saved_tensors
        gradient = scores.exp()
        taken = torch.full_like(labels[:, None], ctx.smoothing - 1, dtype=gradient.dtype)
        gradient.scatter_add_(1, labels[:, None], taken)
        spread = weight * (-ctx.smoothing / scores.shape[-1])
        return torch.addcmul(spread, gradient, weight), None, None


class _HalvedLoss(torch.autograd.Function):  # type: ignore[misc]
    """The same of bfloat16 logits, scaled, without a float32 tensor of their size.

    The logarithm of a probability that has 8 bits is wrong by 0.002 at most, far less than what
    the logits have lost already. Sums are float32. Whatever `backward` is given is taken for 1,
    which it is at the root of a graph: any other factor would cost one more pass over the logits.
    """

    @staticmethod
    def forward(
        ctx: Any, logits: Tensor, labels: Tensor, smoothing: float, scale: float
    ) -> tuple[Tensor, Tensor]:
        taken = labels[:, None]
        probabilities = torch.softmax(logits, dim=-1)
        chosen = probabilities.gather(1, taken).float()
        likelihood = -chosen.clamp(min=torch.finfo(torch.float32).tiny).log().sum()
        loss = (1 - smoothing) * likelihood
        if smoothing:
            # The logarithm of a label is its logit less what all have in common.
            common = logits.gather(1, taken).sum(dtype=torch.float32) + likelihood
            mean = logits.sum(dtype=torch.float32) / logits.shape[-1]
            loss = loss + smoothing * (common - mean)
        ctx.save_for_backward(probabilities, taken, chosen)
        ctx.smoothing, ctx.scale = smoothing, scale
        sums = torch.stack([loss, likelihood])
        ctx.mark_non_differentiable(sums)
        return loss * scale, sums

    @staticmethod
    def backward(ctx: Any, *_: Tensor) -> tuple[Tensor, None, None, None]:
        probabilities, taken, chosen = ctx.saved_tensors
        spread = ctx.smoothing / probabilities.shape[-1]
        # A number on the host goes into the kernel; one on the device would take a pass of its own.
        less = torch.tensor(-spread * ctx.scale)
        gradient = torch.add(less, probabilities, alpha=ctx.scale)
        at_labels = (chosen - (1 - ctx.smoothing + spread)) * ctx.scale
        return gradient.scatter_(1, taken, at_labels.to(gradient.dtype)), None, None, None


def tensors(batch: Batch, *, pinned: bool) -> tuple[Tensor, ...]:
    """What `Objective` takes, on the host."""
    flat = batch.labels.reshape(-1)
    where = (flat != IGNORED).nonzero()[0]
    found = (batch.source, batch.real, batch.target, where, flat[where])
    made = (torch.from_numpy(array) for array in found)
    return tuple(tensor.pin_memory() if pinned else tensor for tensor in made)
