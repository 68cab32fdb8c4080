"""Runs that earlier versions began go on."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from tests.nmt.toy_training import CONTEXT, DATA, TINY, toy_config

from litmus.errors import UsageError
from litmus.nmt.training import loop
from litmus.nmt.training.checkpoints import read_state
from litmus.nmt.training.loop import train
from litmus.nmt.training.optimisation.flat import Flat
from litmus.nmt.training.settings import Config

SHIFTED = TINY.replace("dropout = 0.2", "dropout = 0.2\nshift_positions = 60")


def as_earlier(config: Config) -> None:
    """The run's counters as they were when positions could not be shifted, and no evaluation was
    ever to come."""
    path = config.output / "last" / "training.json"
    state = json.loads(path.read_text())
    del state["config"]["training"]["shift_positions"], state["unevaluated"]
    path.write_text(json.dumps(state))


def test_run_that_began_before_a_key_was_known_goes_on(tmp_path: Path) -> None:
    config = toy_config(tmp_path, TINY, DATA)
    train(config, device="cpu")
    as_earlier(config)
    with pytest.raises(UsageError) as caught:
        train(toy_config(tmp_path, SHIFTED, DATA), device="cpu")
    assert "  training.shift_positions: 0 there, 60 now\n" in str(caught.value)
    longer = toy_config(tmp_path, TINY.replace("steps = 12", "steps = 14"), DATA)
    assert train(longer, device="cpu").step == 14
    state = read_state(config.output / "last")
    assert state is not None and state.config["training"]["shift_positions"] == 0


class EarlierAdam:
    """As runs were optimised and saved before weights lay end to end: by torch, one by one."""

    def __init__(self, flat: Flat, betas: tuple[float, ...], epsilon: float, decay: float) -> None:
        self._flat = flat
        # Views of the weights that learn, as the parameters of the network are.
        self._named = {n: torch.nn.Parameter(w) for n, w in flat.parts(flat.weights).items()}
        self._optimiser = torch.optim.AdamW(
            self._named.values(), lr=0.0, betas=betas, eps=epsilon, weight_decay=decay, fused=True
        )

    def step(self, rate: float) -> None:
        assert all(self._flat.reached)
        for name, weight in self._named.items():
            weight.grad = self._flat.gradients[name].clone()
        self._optimiser.param_groups[0]["lr"] = rate
        self._optimiser.step()
        self._flat.forget()

    def state(self) -> dict[str, Any]:
        return {
            f"{kind}.{name}": value.detach().cpu().contiguous()
            for name, weight in self._named.items()
            for kind, value in self._optimiser.state.get(weight, {}).items()
        }


def test_run_whose_moments_were_saved_by_earlier_code_goes_on_to_the_same_bits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = (DATA, CONTEXT)
    through = toy_config(tmp_path, TINY, *parts, output="through")
    train(through, device="cpu")
    short = TINY.replace("steps = 12", "steps = 8")
    broken = toy_config(tmp_path, short, *parts, output="broken")
    with monkeypatch.context() as patch:
        patch.setattr(loop, "Adam", EarlierAdam)
        train(broken, device="cpu")
    as_earlier(broken)
    train(toy_config(tmp_path, TINY, *parts, output="broken"), device="cpu")
    for name in ("model.safetensors", "optimizer.safetensors"):
        left, right = ((c.output / "last" / name).read_bytes() for c in (through, broken))
        assert left == right, name
