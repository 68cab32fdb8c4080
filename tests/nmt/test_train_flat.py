"""Weights end to end: the same steps as torch takes with each by itself."""

from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file
from tests.nmt.toy_training import DATA, TINY, toy_config

from litmus.nmt.training.checkpoints import MOMENTS
from litmus.nmt.training.loop import train
from litmus.nmt.training.optimisation.adam import Adam
from litmus.nmt.training.optimisation.biases import sum_biases_by_product
from litmus.nmt.training.optimisation.flat import Flat
from litmus.nmt.training.optimisation.steps import Stepper

BETAS, EPSILON, DECAY, CLIP = (0.9, 0.98), 1e-8, 0.01, 0.5


class Toy(torch.nn.Module):  # type: ignore[misc]
    """A tied embedding, a frozen weight, and a layer that only some batches go through."""

    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(3)
        self.embedding = torch.nn.Embedding(11, 7)
        self.seldom = torch.nn.Linear(7, 7)
        self.layer = torch.nn.Linear(7, 7)
        self.frozen = torch.nn.Parameter(torch.ones(7), requires_grad=False)
        self.out = torch.nn.Linear(7, 11, bias=False)
        self.out.weight = self.embedding.weight

    def forward(self, ids: torch.Tensor, *, through: bool) -> torch.Tensor:
        states = self.layer(self.embedding(ids)) * self.frozen
        return self.out(torch.tanh(self.seldom(states) if through else states)).square().mean()


def drawn(step: int) -> torch.Tensor:
    return torch.randint(0, 11, (5,), generator=torch.Generator().manual_seed(step))


def plain(through: list[list[bool]]) -> tuple[Toy, list[torch.Tensor]]:
    """Steps by torch alone, each of some batches."""
    network, norms = Toy(), []
    settings = {"lr": 0.0, "betas": BETAS, "eps": EPSILON, "weight_decay": DECAY}
    optimiser = torch.optim.AdamW(network.parameters(), **settings)
    for step, batches in enumerate(through):
        for number, one in enumerate(batches):
            network(drawn(10 * step + number), through=one).backward()
        norms.append(torch.nn.utils.clip_grad_norm_(network.parameters(), CLIP))
        for settings in optimiser.param_groups:
            settings["lr"] = 0.01 * (step + 1)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
    return network, norms


def ours(
    through: list[list[bool]], stop: int | None = None, *, in_place: bool = False
) -> tuple[Toy, list[torch.Tensor]]:
    """The same; if it stops, another optimiser goes on from what the first remembered."""
    network, norms = Toy(), []
    flat = Flat(network)
    if in_place:
        flat.add_in_place()
    optimiser = Adam(flat, BETAS, EPSILON, DECAY)
    for step, batches in enumerate(through):
        if step == stop:
            remembered = {name: value.clone() for name, value in optimiser.state().items()}
            optimiser = Adam(flat, BETAS, EPSILON, DECAY)
            optimiser.load(remembered)
        for number, one in enumerate(batches):
            network(drawn(10 * step + number), through=one).backward()
            flat.gather()
        norms.append(flat.clip(CLIP))
        optimiser.step(0.01 * (step + 1))
    return network, norms


@pytest.mark.parametrize("through", [
    [[True, True], [True, True, True]] * 2,
    [[False]] * 4,  # a layer that never learns must not decay either
    [[False], [False, True], [True], [False], [False], [True, False]],
])  # fmt: skip
@pytest.mark.parametrize("stop", [None, 3])
@pytest.mark.parametrize("in_place", [False, True])
def test_steps_are_those_of_torch(
    through: list[list[bool]], stop: int | None, *, in_place: bool
) -> None:
    expected, norms = plain(through)
    found, seen = ours(through, stop, in_place=in_place)
    torch.testing.assert_close(seen, norms, rtol=1e-6, atol=0)
    assert max(norms) > CLIP  # so there was something to clip
    for (name, weight), want in zip(found.named_parameters(), expected.parameters(), strict=True):
        torch.testing.assert_close(weight, want, rtol=1e-6, atol=1e-7, msg=name)


def test_weights_are_whole_and_apart() -> None:
    network = Toy()
    before = {name: value.clone() for name, value in network.state_dict().items()}
    flat = Flat(network)
    assert network.out.weight is network.embedding.weight
    assert flat.names == [
        "embedding.weight", "seldom.weight", "seldom.bias", "layer.weight", "layer.bias",
    ]  # fmt: skip
    for name, value in network.state_dict().items():
        assert torch.equal(value, before[name]), name
    flat.weights.fill_(2.0)
    assert network.layer.bias.tolist() == [2.0] * 7
    assert network.frozen.tolist() == [1.0] * 7
    start = flat.gradient.data_ptr()
    assert all((part.data_ptr() - start) % 512 == 0 for part in flat.gradients.values())


def test_nothing_is_remembered_of_what_no_gradient_reached() -> None:
    network = Toy()
    flat = Flat(network)
    optimiser = Adam(flat, BETAS, EPSILON, DECAY)
    for _ in range(2):
        network(drawn(1), through=False).backward()
        flat.gather()
        flat.clip(0)
        optimiser.step(0.1)
    state = optimiser.state()
    assert {name.split(".")[1] for name in state} == {"embedding", "layer"}
    assert state["step.layer.bias"].item() == 2
    assert state["exp_avg.layer.weight"].shape == (7, 7)


def test_in_place_there_is_one_gradient_and_it_is_forgotten() -> None:
    network = Toy()
    flat = Flat(network)
    flat.add_in_place()
    network(drawn(1), through=True).backward()
    once = flat.gradient.clone()
    network(drawn(1), through=True).backward()
    assert torch.equal(flat.gradient, 2 * once) and once.any()
    flat.forget()  # as if memory had been short, before anything was gathered
    assert not flat.gradient.any() and not any(flat.reached)
    network(drawn(1), through=False).backward()
    flat.gather()
    assert dict(zip(flat.names, flat.reached, strict=True)) == {
        name: not name.startswith("seldom") for name in flat.names
    }
    for name, weight in network.named_parameters():
        if name in flat.gradients:
            assert weight.grad is not None
            assert weight.grad.data_ptr() == flat.gradients[name].data_ptr()


def test_training_in_float32_has_one_gradient_and_saves_moments_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bool] = []

    def take(stepper: Stepper, *given: Any) -> Any:
        found = plain_take(stepper, *given)
        flat, memory = stepper.flat, stepper.flat.gradient.untyped_storage().data_ptr()
        named = dict(stepper.network.named_parameters())
        grads = [named[name].grad for name in flat.names]
        seen.extend(grad.untyped_storage().data_ptr() == memory for grad in grads)
        return found

    plain_take = Stepper.take
    monkeypatch.setattr(Stepper, "take", take)
    config = toy_config(tmp_path, TINY.replace("steps = 12", "steps = 2"), DATA)
    train(config, device="cpu")
    assert seen and all(seen)
    # As torch's AdamW would save them, which is what earlier versions did.
    weights = load_file(config.output / "last" / "model.safetensors")
    moments = load_file(config.output / "last" / MOMENTS)
    learnt = {name for name in weights if f"step.{name}" in moments}
    assert "model.shared.weight" in learnt and len(moments) == 3 * len(learnt)
    for name in learnt:
        assert moments[f"step.{name}"].item() == 2
        assert moments[f"exp_avg.{name}"].shape == weights[name].shape
        assert moments[f"exp_avg_sq.{name}"].min() >= 0


def test_without_a_limit_the_gradient_stays() -> None:
    network = torch.nn.Linear(3, 1)
    flat = Flat(network)
    network(torch.tensor([3.0, 0.0, 0.0])).sum().backward()
    flat.gather()
    assert flat.clip(0).item() == pytest.approx(10**0.5)
    assert flat.gradients["weight"].tolist() == [[3.0, 0.0, 0.0]]
    assert flat.clip(1.0).item() == pytest.approx(10**0.5)
    assert flat.gradients["weight"][0, 0].item() == pytest.approx(3 / 10**0.5, rel=1e-5)


def test_gradients_are_those_of_a_linear_layer() -> None:
    draw = torch.Generator().manual_seed(1)
    states = torch.randn(3, 5, 4, generator=draw)
    factors = torch.randn(3, 5, 6, generator=draw)
    layer = torch.nn.Linear(4, 6)
    found = []
    for _ in range(2):
        given = states.clone().requires_grad_()
        (layer(given) * factors).sum().backward()
        assert layer.weight.grad is not None and layer.bias.grad is not None
        found.append((given.grad, layer.weight.grad, layer.bias.grad))
        layer.zero_grad(set_to_none=True)
        sum_biases_by_product(layer)
    torch.testing.assert_close(*found)
    layer(states).sum().backward()  # nobody asks for the gradient of its states
    assert layer.bias.grad is not None and layer.bias.grad.tolist() == [15.0] * 6


def test_layers_that_do_not_learn_stay_as_they_are() -> None:
    network = torch.nn.ModuleList(torch.nn.Linear(2, 3) for _ in range(2))
    network.append(torch.nn.Linear(2, 3, bias=False))
    network[0].weight.requires_grad_(False)
    network[1].bias.requires_grad_(False)
    sum_biases_by_product(network)
    assert all(type(layer) is torch.nn.Linear for layer in network)
