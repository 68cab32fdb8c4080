"""Linear layers whose bias gets its gradient from a matrix product.

The gradient of a bias is a sum over all rows. On a GPU autograd's sum of a few hundred columns
takes four times as long as a product with a row of ones, and a network has dozens of biases.
"""

from functools import lru_cache
from typing import Any

import torch

Tensor = Any


def linear(states: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    """`torch.nn.functional.linear`, with another backward pass."""
    return _Linear.apply(states, weight, bias)


def sum_biases_by_product(network: Any) -> None:
    """Has linear layers with a bias that learns compute with `linear`."""
    for module in network.modules():
        # Not those of a subclass, which may compute something else.
        if type(module) is torch.nn.Linear and module.bias is not None and _learns(module):
            module.__class__ = _SummingLinear


def _learns(layer: Any) -> bool:
    return bool(layer.weight.requires_grad and layer.bias.requires_grad)


class _SummingLinear(torch.nn.Linear):  # type: ignore[misc]
    def forward(self, states: Tensor) -> Tensor:
        return linear(states, self.weight, self.bias)


class _Linear(torch.autograd.Function):  # type: ignore[misc]
    @staticmethod
    def forward(ctx: Any, states: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        ctx.save_for_backward(states, weight)
        return torch.nn.functional.linear(states, weight, bias)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor | None, Tensor, Tensor]:
        states, weight = ctx.saved_tensors
        rows = gradient.reshape(-1, gradient.shape[-1])
        below = gradient.matmul(weight) if ctx.needs_input_grad[0] else None
        ones = _ones(1 << len(rows).bit_length(), rows.dtype, rows.device)[: len(rows)]
        return below, rows.t().mm(states.reshape(-1, states.shape[-1])), rows.t().mv(ones)


@lru_cache(4)
def _ones(count: int, kind: Any, device: Any) -> Tensor:
    return torch.ones(count, dtype=kind, device=device)
