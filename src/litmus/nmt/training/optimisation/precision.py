"""The network that computes: on a GPU a bfloat16 copy of the one that learns."""

from copy import deepcopy
from typing import Any

import torch

from litmus.nmt.training.optimisation.biases import sum_biases_by_product
from litmus.nmt.training.optimisation.flat import Flat
from litmus.nmt.training.optimisation.joint import join
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

    def __init__(self, network: Any, flat: Flat) -> None:
        self.network = deepcopy(network).to(_KIND)
        self._flat = flat
        self._rounded, weights = flat.computed_by(self.network)
        join(self.network, weights)
        sum_biases_by_product(self.network)

    def follow(self) -> None:
        """The weights of the network, rounded."""
        self._rounded.copy_(self._flat.weights)
