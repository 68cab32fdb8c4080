"""The network that computes: on a GPU a bfloat16 copy of the one that learns."""

from copy import deepcopy
from typing import Any

import torch

from litmus.nmt.training.settings import Config

_KIND = torch.bfloat16


def halves(config: Config, device: Any) -> bool:
    """Whether a copy computes. On a CPU never: few have bfloat16, and the others are slower."""
    return config.training.precision == "bf16" and device.type != "cpu"


class Halved:
    """A bfloat16 copy of a network. Small steps would be lost in it, so it only takes after.

    The gradients it finds go to the weights of the network, which stay float32; `follow` rounds
    these anew. Everything between the weights is bfloat16 too, half the memory to read and write,
    which is what small networks wait for.
    """

    def __init__(self, network: Any) -> None:
        self.network = deepcopy(network).to(_KIND)
        self._pairs = list(zip(network.parameters(), self.network.parameters(), strict=True))

    def follow(self) -> None:
        """The weights of the network, rounded."""
        with torch.no_grad():
            learnt, rounded = zip(*self._pairs, strict=True)
            torch._foreach_copy_(list(rounded), list(learnt))

    def hand_over(self) -> None:
        """Adds the gradients to those of the network; they are float32 there."""
        given = [(weight, half) for weight, half in self._pairs if half.grad is not None]
        made = [torch.empty_like(weight) for weight, _ in given]
        torch._foreach_copy_(made, [half.grad for _, half in given])
        for (weight, half), gradient in zip(given, made, strict=True):
            weight.grad = gradient if weight.grad is None else weight.grad.add_(gradient)
            half.grad = None
