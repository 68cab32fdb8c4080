"""Half precision: a copy computes, float32 weights learn."""

from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from tests.nmt.toy_training import CONTEXT, DATA, DEV, TINY, toy_config

from litmus.nmt.training.loop import train
from litmus.nmt.training.optimisation import precision, steps
from litmus.nmt.training.optimisation.flat import Flat
from litmus.nmt.training.optimisation.precision import Halved, halves


def test_only_a_gpu_has_a_copy(tmp_path: Path) -> None:
    for name in ("bf16", "fp32"):
        text = TINY.replace("dropout", f'precision = "{name}"\ndropout', 1)
        config = toy_config(tmp_path, text, DATA)
        assert halves(config, torch.device("cuda")) == (name == "bf16")
        assert not halves(config, torch.device("cpu"))


def test_steps_too_small_for_bfloat16_are_not_lost_and_tied_weights_stay_tied() -> None:
    network = torch.nn.Sequential(torch.nn.Embedding(4, 8), torch.nn.Linear(8, 4, bias=False))
    network[1].weight = network[0].weight
    weight = torch.nn.init.ones_(network[0].weight)
    halved = Halved(network, Flat(network))
    copy = halved.network
    assert copy[0].weight is copy[1].weight
    assert len(list(copy.parameters())) == 1
    for _ in range(10):
        with torch.no_grad():
            weight += 0.001  # 1 + 0.001 is 1 in bfloat16
        halved.follow()
    assert copy[0].weight.dtype == torch.bfloat16
    torch.testing.assert_close(copy[0].weight.float(), weight.bfloat16().float())
    assert copy[0].weight.min().item() > 1


def test_gradients_move_to_the_network_that_learns() -> None:
    network = torch.nn.Embedding(4, 8)
    flat = Flat(network)
    halved = Halved(network, flat)
    halved.network(torch.tensor([1, 1, 2])).sum().backward()
    flat.gather()
    assert halved.network.weight.grad is None
    (gradient,) = flat.gradients.values()
    assert gradient.dtype == torch.float32
    assert gradient.sum(dim=1).tolist() == [0, 16, 8, 0]
    # The next batch of a step is added in float32: 16 + 0.01 would be 16 in bfloat16.
    (halved.network(torch.tensor([1])).sum() * 0.01).backward()
    flat.gather()
    assert gradient.sum(dim=1)[1].item() == pytest.approx(16.08, abs=1e-3)


def as_on_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy computes, but of full precision, so that nothing but its handling can differ."""
    monkeypatch.setattr(steps, "halves", lambda config, device: True)
    monkeypatch.setattr(precision, "_KIND", torch.float32)


@pytest.mark.parametrize("accumulate", [1, 2])
def test_training_through_a_copy_is_the_same_training(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, accumulate: int
) -> None:
    tiny = TINY.replace("steps = 12", f"steps = 12\naccumulate = {accumulate}")
    plain, copied = (toy_config(tmp_path, tiny, DATA, DEV, CONTEXT, output=x) for x in ("a", "b"))
    best = train(plain, device="cpu").best
    as_on_a_gpu(monkeypatch)
    assert train(copied, device="cpu").best == best
    one, two = (load_file(c.output / "last" / "model.safetensors") for c in (plain, copied))
    for key, weight in one.items():
        # Query, key and value are one product there: their gradients are summed in another order.
        # Attention does not see what all keys share, so the gradient of that is noise alone.
        if not key.endswith("k_proj.bias"):
            torch.testing.assert_close(two[key], weight, rtol=1e-5, atol=1e-6, msg=key)


def test_run_with_a_copy_goes_on_to_the_same_bits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_on_a_gpu(monkeypatch)
    through = toy_config(tmp_path, TINY, DATA, DEV, CONTEXT, output="through")
    train(through, device="cpu")
    for number in (8, 12):
        text = TINY.replace("steps = 12", f"steps = {number}")
        train(toy_config(tmp_path, text, DATA, DEV, CONTEXT, output="broken"), device="cpu")
    for name in ("model.safetensors", "optimizer.safetensors"):
        one, two = (tmp_path / folder / "last" / name for folder in ("through", "broken"))
        assert one.read_bytes() == two.read_bytes(), name
