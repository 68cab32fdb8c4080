"""All weights end to end in one tensor, so that what every weight needs is one call."""

from collections.abc import Sequence
from math import prod
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
    Weights that a copy computes with as one are neighbours without a gap: their names are `joint`.
    """

    def __init__(self, network: Any, joint: Sequence[tuple[str, ...]] = ()) -> None:
        named = {
            name: weight for name, weight in network.named_parameters() if weight.requires_grad
        }
        leaders = {names[0]: names for names in joint}
        behind = {name for names in joint for name in names[1:]}
        # What has its gradient at once: a weight, or some that are joint.
        self.units = [leaders.get(name, (name,)) for name in named if name not in behind]
        self.names = [name for names in self.units for name in names]
        self._places: dict[str, tuple[int, Any]] = {}
        self._starts = [0]
        for names in self.units:
            end = self._starts[-1]
            for name in names:
                self._places[name] = end, named[name].shape
                end += named[name].numel()
            self._starts.append(-(-end // _ALIGNED) * _ALIGNED)
        # Whose gradients are gathered: a copy that computes takes this place.
        self._computing = [named[names[0]] for names in self.units]
        self.weights = self._laid(named)
        self.gradient = torch.zeros_like(self.weights)
        self.gradients = self.parts(self.gradient)
        self._sums = self._whole(self.gradient)
        self._spare: list[Tensor] = []
        self.reached = [False] * len(self.units)  # what has a gradient in this step
        self._found: set[int] | None = None  # what autograd has added to, if it adds in place

    def parts(self, flat: Tensor) -> dict[str, Tensor]:
        """A tensor of this layout as a view for each weight, by name."""
        return {
            name: flat[start : start + shape.numel()].view(shape)
            for name, (start, shape) in self._places.items()
        }

    def stretch(self, first: int, last: int) -> slice:
        """Where the units from one to another (by number, both included) are."""
        return slice(self._starts[first], self._starts[last + 1])

    def _whole(self, flat: Tensor) -> list[Tensor]:
        """As a view for each unit; joint weights are stacked by their rows."""
        found = []
        for names, start in zip(self.units, self._starts, strict=False):
            shapes = [self._places[name][1] for name in names]
            shape = (sum(shape[0] for shape in shapes), *shapes[0][1:]) if shapes[0] else ()
            found.append(flat[start : start + prod(shape)].view(shape))
        return found

    def _laid(self, named: dict[str, Any]) -> Tensor:
        some = named[self.names[0]]
        laid = torch.zeros(self._starts[-1], dtype=some.dtype, device=some.device)
        with torch.no_grad():
            for name, part in self.parts(laid).items():
                named[name].data = part.copy_(named[name])
        return laid

    def computed_by(self, copy: Any) -> tuple[Tensor, dict[tuple[str, ...], Any]]:
        """Has the gradients of a copy gathered; its weights end to end, and those that are joint.

        These have to take the place of their parts in the copy.
        """
        named = dict(copy.named_parameters())
        laid = self._laid(named)
        joint = {
            names: torch.nn.Parameter(whole)
            for names, whole in zip(self.units, self._whole(laid), strict=True)
            if len(names) > 1
        }
        self._computing = [joint[n] if n in joint else named[n[0]] for n in self.units]
        return laid, joint

    def add_in_place(self) -> None:
        """Has autograd add to the gradient itself, so that no second one stands beside it.

        For a network that learns what it computes, alone: processes exchange copies of their own.
        """
        self._found = found = set[int]()
        for number, (weight, part) in enumerate(zip(self._computing, self._sums, strict=True)):
            weight.grad = part
            weight.register_post_accumulate_grad_hook(lambda _, number=number: found.add(number))

    def gather(self) -> None:
        """Adds what a backward pass has found; sums are float32 whatever computes."""
        if self._found is None:
            self._copy()
            return
        for number in self._found:
            self.reached[number] = True
        self._found.clear()

    def _copy(self) -> None:
        given = [n for n, weight in enumerate(self._computing) if weight.grad is not None]
        fresh = [n for n in given if not self.reached[n]]
        again = [n for n in given if self.reached[n]]
        if fresh:
            found = [self._computing[n].grad for n in fresh]
            torch._foreach_copy_([self._sums[n] for n in fresh], found)
        if again:
            self._spare = self._spare or self._whole(torch.zeros_like(self.gradient))
            spare = [self._spare[n] for n in again]
            torch._foreach_copy_(spare, [self._computing[n].grad for n in again])
            torch._foreach_add_([self._sums[n] for n in again], spare)
        for number in given:
            self._computing[number].grad = None
            self.reached[number] = True

    def clip(self, most: float) -> Tensor:
        """The norm of the gradient, which is scaled down to `most` (0: as it is)."""
        for part, reached in zip(self._sums, self.reached, strict=True):
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
        norms = [torch.linalg.vector_norm(part) for part in self.gradients.values()]
        return torch.linalg.vector_norm(torch.stack(norms))

    def forget(self) -> None:
        """The gradient of a step, which has been used or cannot be."""
        if self._found is None:
            for weight in self._computing:
                weight.grad = None
        else:
            self.gradient.zero_()
            self._found.clear()
        self.reached = [False] * len(self.reached)
