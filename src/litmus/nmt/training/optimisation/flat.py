"""All weights end to end in one tensor, so that what every weight needs is one call."""

from collections.abc import Sequence
from typing import Any

import torch

Tensor = Any
# Every weight begins where matrix products like it: 256 bytes even in half precision.
_ALIGNED = 128
_TINY = 1e-6  # torch's own clipping divides by the norm and this


class Flat:
    """The weights of a network that learn, and beside them the gradient of a step, in float32.

    The network keeps its parameters; they are views from here on, so it must stay where it is.
    Hundreds of small tensors cost a GPU hundreds of launches for every norm, update or copy.
    """

    def __init__(self, network: Any) -> None:
        named = [item for item in network.named_parameters() if item[1].requires_grad]
        self.names = [name for name, _ in named]
        self._shapes = [weight.shape for _, weight in named]
        self._starts = [0]
        for shape in self._shapes:
            self._starts.append(self._starts[-1] + -(-shape.numel() // _ALIGNED) * _ALIGNED)
        # Whose gradients are gathered: a copy that computes takes this place.
        self._computing = [weight for _, weight in named]
        self.weights = self._joined(self._computing)
        self.gradient = torch.zeros_like(self.weights)
        self.gradients = self.parts(self.gradient)
        self._spare: list[Tensor] = []
        self.reached = [False] * len(named)  # the weights that have a gradient in this step

    def parts(self, flat: Tensor) -> list[Tensor]:
        """A tensor of this layout as one view for each weight."""
        return [
            flat[start : start + shape.numel()].view(shape)
            for start, shape in zip(self._starts, self._shapes, strict=False)
        ]

    def stretch(self, first: int, last: int) -> slice:
        """Where the weights from one to another (by number, both included) are."""
        return slice(self._starts[first], self._starts[last + 1])

    def _joined(self, weights: Sequence[Any]) -> Tensor:
        kind, device = weights[0].dtype, weights[0].device
        joined = torch.zeros(self._starts[-1], dtype=kind, device=device)
        with torch.no_grad():
            for weight, part in zip(weights, self.parts(joined), strict=True):
                weight.data = part.copy_(weight)
        return joined

    def computed_by(self, copy: Any) -> Tensor:
        """Has the gradients of a copy gathered; its weights, end to end as well."""
        self._computing = [weight for weight in copy.parameters() if weight.requires_grad]
        return self._joined(self._computing)

    def gather(self) -> None:
        """Adds what a backward pass has found; sums are float32 whatever computes."""
        fresh, more, found, again = [], [], [], []
        for number, weight in enumerate(self._computing):
            if weight.grad is None:
                continue
            (again if self.reached[number] else fresh).append(number)
            (more if self.reached[number] else found).append(weight.grad)
            weight.grad = None
        if fresh:
            torch._foreach_copy_([self.gradients[number] for number in fresh], found)
        if again:
            self._spare = self._spare or self.parts(torch.zeros_like(self.gradient))
            spare = [self._spare[number] for number in again]
            torch._foreach_copy_(spare, more)
            torch._foreach_add_([self.gradients[number] for number in again], spare)
        for number in fresh:
            self.reached[number] = True

    def clip(self, most: float) -> Tensor:
        """The norm of the gradient, which is scaled down to `most` (0: as it is)."""
        for part, reached in zip(self.gradients, self.reached, strict=True):
            if not reached:
                part.zero_()  # what an earlier step has left
        norm = self._norm()
        if most:
            # Over a list torch reads the factor in the kernel; a product would spread it first.
            torch._foreach_mul_([self.gradient], (most / (norm + _TINY)).clamp(max=1.0))
        return norm

    def _norm(self) -> Tensor:
        if self.gradient.device.type != "cpu":
            return torch.linalg.vector_norm(self.gradient)
        # A CPU sums one by one, so that float32 loses less in small parts.
        norms = [torch.linalg.vector_norm(part) for part in self.gradients]
        return torch.linalg.vector_norm(torch.stack(norms))

    def forget(self) -> None:
        """The gradient of a step, which has been used or cannot be."""
        for weight in self._computing:
            weight.grad = None
        self.reached = [False] * len(self.reached)
