"""Weights in a quarter of their size: a byte each, and a scale for every row."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

PACKED = "weights.int8.safetensors"
_SCALE = ".scale"


def write_packed(path: Path, weights: Mapping[str, Any]) -> None:
    """Rounds every matrix to 255 steps a row; what is no matrix is small and stays as it is."""
    from safetensors.torch import save_file

    found: dict[str, Any] = {}
    for name, weight in weights.items():
        whole = weight.detach().float()
        if whole.dim() != 2:
            found[name] = whole.contiguous()
            continue
        scale = (whole.abs().amax(dim=1, keepdim=True) / 127).clamp_min(1e-12)
        found[name] = (whole / scale).round().to(torch.int8)
        found[name + _SCALE] = scale
    save_file(found, path)


def read_packed(path: Path) -> dict[str, Any]:
    """The weights in float32."""
    from safetensors.torch import load_file

    found = load_file(path)
    return {
        name: weight.float() * found[name + _SCALE] if weight.dtype == torch.int8 else weight
        for name, weight in found.items()
        if not name.endswith(_SCALE)
    }
