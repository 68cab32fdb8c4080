"""The interpolation that runs along a sentence: one kernel on a GPU, a loop elsewhere."""

from typing import Any

import torch
from torch import Tensor

try:
    import triton
    from triton import language as tl
except ImportError:  # no GPU build of torch
    triton = None

LANES = 256


@torch.jit.script
def stepwise(new: Tensor, forget: Tensor) -> Tensor:
    state = torch.zeros_like(new[0])
    states: list[Tensor] = []
    for now, keep in zip(new.unbind(0), forget.unbind(0)):  # noqa: B905 (TorchScript)
        state = torch.lerp(now, state, keep)
        states.append(state)
    return torch.stack(states)


if triton is not None:

    @triton.jit  # type: ignore[misc]
    def _forward(new, forget, out, steps, lanes, size: tl.constexpr):  # type: ignore[no-untyped-def]
        at = tl.program_id(0) * size + tl.arange(0, size)
        there = at < lanes
        state = tl.zeros([size], tl.float32)
        for _ in range(steps):
            now = tl.load(new + at, there)
            state = now + tl.load(forget + at, there) * (state - now)
            tl.store(out + at, state, there)
            new += lanes
            forget += lanes
            out += lanes

    @triton.jit  # type: ignore[misc]
    def _backward(  # type: ignore[no-untyped-def]
        grad, new, forget, before, d_new, d_forget, steps, lanes, size: tl.constexpr
    ):
        at = tl.program_id(0) * size + tl.arange(0, size)
        there = at < lanes
        carried = tl.zeros([size], tl.float32)
        last = (steps - 1) * lanes
        grad += last
        new += last
        forget += last
        before += last
        d_new += last
        d_forget += last
        for _ in range(steps):
            slope = tl.load(grad + at, there) + carried
            keep = tl.load(forget + at, there)
            change = tl.load(before + at, there) - tl.load(new + at, there)
            tl.store(d_new + at, slope * (1 - keep), there)
            tl.store(d_forget + at, slope * change, there)
            carried = slope * keep
            grad -= lanes
            new -= lanes
            forget -= lanes
            before -= lanes
            d_new -= lanes
            d_forget -= lanes


class _Along(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, new: Tensor, forget: Tensor) -> Tensor:
        new, forget = new.contiguous(), forget.contiguous()
        lanes = new[0].numel()
        states = new.new_empty(len(new) + 1, *new.shape[1:])  # the first: nothing read yet
        states[0] = 0
        _forward[(triton.cdiv(lanes, LANES),)](new, forget, states[1:], len(new), lanes, LANES)
        ctx.save_for_backward(new, forget, states)
        return states[1:]

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor, Tensor]:
        new, forget, before = ctx.saved_tensors
        d_new, d_forget, lanes = torch.empty_like(new), torch.empty_like(new), new[0].numel()
        _backward[(triton.cdiv(lanes, LANES),)](
            grads[0].contiguous(), new, forget, before, d_new, d_forget, len(new), lanes, LANES
        )
        return d_new, d_forget


def along(new: Tensor, forget: Tensor) -> Tensor:
    """state = forget * state + (1 - forget) * new, from the first place to the last."""
    if triton is None or not new.is_cuda:
        return stepwise(new, forget)
    made: Tensor = _Along.apply(new.float(), forget.float())
    return made
