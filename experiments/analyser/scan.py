"""The light recurrence along a sentence: one kernel each way on a GPU, a loop elsewhere.

A GPU spends its time on starting kernels, not on sums as small as these: gates, interpolation and
what is kept of the input are one.
"""

from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

try:
    import triton
    from triton import language as tl
except ImportError:  # no GPU build of torch
    triton = None

BOUND = 4.0  # states stay within it, so that eight bits with one fixed step hold them
LANES = 128


def recur(gates: Tensor, x: Tensor, mask: Tensor) -> Tensor:
    """`gates` (time, batch, 3 * state): new, forget, use; `x` (time, batch, state); `mask`
    (time, batch, 1). Half of the state runs forward, half backward:

    state = forget * state + (1 - forget) * new; what comes out is use * state + (1 - use) * x.
    """
    gates, x, mask = gates.float(), x.float(), mask.float()
    if triton is None or not x.is_cuda:
        return stepwise(gates, x, mask)
    made: Tensor = Fused.apply(gates, x, mask)
    return made


def stepwise(gates: Tensor, x: Tensor, mask: Tensor) -> Tensor:
    new, forget, use = gates.chunk(3, -1)
    new, forget = new.clamp(-BOUND, BOUND) * mask, F.hardsigmoid(forget)
    ahead, back = zip(new.chunk(2, -1), forget.chunk(2, -1), strict=True)
    made = torch.cat([_along(*ahead), _along(*(half.flip(0) for half in back)).flip(0)], -1)
    return torch.lerp(x, made, F.hardsigmoid(use))


@torch.jit.script
def _along(new: Tensor, forget: Tensor) -> Tensor:
    state = torch.zeros_like(new[0])
    states: list[Tensor] = []
    for now, keep in zip(new.unbind(0), forget.unbind(0)):  # noqa: B905 (TorchScript)
        state = torch.lerp(now, state, keep)
        states.append(state)
    return torch.stack(states)


if triton is not None:
    _BOUND = tl.constexpr(BOUND)

    @triton.jit  # type: ignore[misc]
    def _gate(x):  # type: ignore[no-untyped-def]
        return tl.minimum(tl.maximum(x / 6 + 0.5, 0.0), 1.0)

    @triton.jit  # type: ignore[misc]
    def _forward(gates, x, mask, out, states, steps, batch, state, size: tl.constexpr):  # type: ignore[no-untyped-def]
        at = tl.program_id(0) * size + tl.arange(0, size)
        there = at < batch * state
        sentence, place = at // state, at % state
        backward = place >= state // 2
        time = tl.where(backward, steps - 1, 0)
        ahead = tl.where(backward, -1, 1)
        run = tl.zeros([size], tl.float32)
        for _ in range(steps):
            row = time * batch + sentence
            gate, own = row * 3 * state + place, row * state + place
            new = tl.load(gates + gate, there)
            new = tl.minimum(tl.maximum(new, -_BOUND), _BOUND) * tl.load(mask + row, there)
            keep = _gate(tl.load(gates + gate + state, there))
            use = _gate(tl.load(gates + gate + 2 * state, there))
            old = tl.load(x + own, there)
            run = new + keep * (run - new)
            tl.store(states + own, run, there)
            tl.store(out + own, old + use * (run - old), there)
            time += ahead

    @triton.jit  # type: ignore[misc]
    def _backward(  # type: ignore[no-untyped-def]
        grad, gates, x, mask, states, d_gates, d_x, steps, batch, state, size: tl.constexpr
    ):
        at = tl.program_id(0) * size + tl.arange(0, size)
        there = at < batch * state
        sentence, place = at // state, at % state
        backward = place >= state // 2
        time = tl.where(backward, 0, steps - 1)
        ahead = tl.where(backward, -1, 1)
        carried = tl.zeros([size], tl.float32)
        for _ in range(steps):
            row = time * batch + sentence
            gate, own = row * 3 * state + place, row * state + place
            raw_new = tl.load(gates + gate, there)
            raw_keep = tl.load(gates + gate + state, there)
            raw_use = tl.load(gates + gate + 2 * state, there)
            word = tl.load(mask + row, there)
            new = tl.minimum(tl.maximum(raw_new, -_BOUND), _BOUND) * word
            keep, use = _gate(raw_keep), _gate(raw_use)
            earlier = time - ahead
            known = there & (earlier >= 0) & (earlier < steps)
            before = tl.load(states + (earlier * batch + sentence) * state + place, known, 0.0)
            slope = tl.load(grad + own, there)
            d_use = slope * (tl.load(states + own, there) - tl.load(x + own, there))
            tl.store(d_x + own, slope * (1 - use), there)
            slope = slope * use + carried
            inside = tl.abs(raw_new) <= _BOUND
            d_new = tl.where(inside, slope * (1 - keep) * word, 0.0)
            d_keep = tl.where(tl.abs(raw_keep) < 3, slope * (before - new) / 6, 0.0)
            d_use = tl.where(tl.abs(raw_use) < 3, d_use / 6, 0.0)
            tl.store(d_gates + gate, d_new, there)
            tl.store(d_gates + gate + state, d_keep, there)
            tl.store(d_gates + gate + 2 * state, d_use, there)
            carried = slope * keep
            time -= ahead


class Fused(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, gates: Tensor, x: Tensor, mask: Tensor) -> Tensor:
        gates, x, mask = gates.contiguous(), x.contiguous(), mask.contiguous()
        out, states = torch.empty_like(x), torch.empty_like(x)
        programs = (triton.cdiv(x[0].numel(), LANES),)
        _forward[programs](gates, x, mask, out, states, *x.shape, LANES)
        ctx.save_for_backward(gates, x, mask, states)
        return out

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor, Tensor, None]:
        gates, x, mask, states = ctx.saved_tensors
        d_gates, d_x = torch.empty_like(gates), torch.empty_like(x)
        programs = (triton.cdiv(x[0].numel(), LANES),)
        _backward[programs](
            grads[0].contiguous(), gates, x, mask, states, d_gates, d_x, *x.shape, LANES
        )
        return d_gates, d_x, None
