"""Projections of attention that read the same states, computed as one matrix product."""

from collections.abc import Mapping
from typing import Any

import torch

from litmus.nmt.training.optimisation.biases import linear

Tensor = Any
# Families whose attention asks for query, key and value in this order, of states that are the
# same for all three in `self_attn`, for the last two in `encoder_attn`.
_FAMILIES = frozenset(("m2m_100", "mbart", "bart", "marian"))
_READERS = {
    "self_attn": ("q_proj", "k_proj", "v_proj"),
    "encoder_attn": ("k_proj", "v_proj"),
}


def joint(network: Any) -> list[tuple[str, ...]]:
    """The names of weights that can be one, and of their biases."""
    return [
        tuple(f"{path}.{projection}.{kind}" for projection in projections)
        for path, projections in _attentions(network).items()
        for kind in ("weight", "bias")
    ]


def join(network: Any, weights: Mapping[tuple[str, ...], Any]) -> None:
    """Has a network compute with these; `weights` are by the names that `joint` gave."""
    for path, projections in _attentions(network).items():
        attention = network.get_submodule(path)
        weight, bias = (
            weights[tuple(f"{path}.{projection}.{kind}" for projection in projections)]
            for kind in ("weight", "bias")
        )
        together = _Together(weight, bias, len(projections))
        for place, projection in enumerate(projections):
            setattr(attention, projection, _Part(together, place))


def _attentions(network: Any) -> dict[str, tuple[str, ...]]:
    config = getattr(network, "config", None)
    if getattr(config, "model_type", None) not in _FAMILIES:
        return {}
    found = {
        path: _READERS[path.rpartition(".")[2]]
        for path, _ in network.named_modules()
        if path.rpartition(".")[2] in _READERS
    }
    return {path: names for path, names in found.items() if _alike(network, path, names)}


def _alike(network: Any, path: str, projections: tuple[str, ...]) -> bool:
    attention: Any = network.get_submodule(path)
    layers = [getattr(attention, name) for name in projections]
    return all(
        isinstance(layer, torch.nn.Linear)
        and layer.in_features == layers[0].in_features
        and layer.bias is not None
        and layer.weight.requires_grad
        and layer.bias.requires_grad
        for layer in layers
    )


class _Together(torch.nn.Module):  # type: ignore[misc]
    """The first who asks has all computed; the others find their part."""

    def __init__(self, weight: Any, bias: Any, count: int) -> None:
        super().__init__()
        self.weight, self.bias, self._count = weight, bias, count
        self._given: Tensor = None
        self._found: tuple[Tensor, ...] = ()

    def part(self, states: Tensor, place: int) -> Tensor:
        if place == 0:
            made = linear(states, self.weight, self.bias)
            self._given, self._found = states, made.chunk(self._count, dim=-1)
        if self._given is not states:  # not asked in our order: by itself
            weight, bias = (w.chunk(self._count)[place] for w in (self.weight, self.bias))
            return torch.nn.functional.linear(states, weight, bias)
        found = self._found[place]
        if place + 1 == self._count:
            self._given, self._found = None, ()
        return found


class _Part(torch.nn.Module):  # type: ignore[misc]
    """In the place of a linear layer."""

    def __init__(self, together: _Together, place: int) -> None:
        super().__init__()
        self.together, self._place = together, place

    def forward(self, states: Tensor) -> Tensor:
        return self.together.part(states, self._place)
