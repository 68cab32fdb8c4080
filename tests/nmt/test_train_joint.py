"""Query, key and value as one product: what comes out and what is learnt stay the same."""

from pathlib import Path
from typing import Any

import pytest
import torch
from tests.nmt.toy_training import CONTEXT, DATA, TINY, toy_config

from litmus.nmt.training.optimisation import precision
from litmus.nmt.training.optimisation.flat import Flat
from litmus.nmt.training.optimisation.joint import joint
from litmus.nmt.training.optimisation.objective import Objective, tensors
from litmus.nmt.training.optimisation.precision import Halved
from litmus.nmt.training.setup import Ready, ready


def made(
    tmp_path: Path, family: str = "recipe", request: pytest.FixtureRequest | None = None
) -> Ready:
    if request is None or family == "recipe":
        return ready(toy_config(tmp_path, TINY, DATA, CONTEXT), 1, lambda text: None)
    origin = f'checkpoint = "{request.getfixturevalue(family)}"'
    config = toy_config(tmp_path, DATA, "[training]\nbatch_tokens = 300\n", origin=origin)
    return ready(config, 1, lambda text: None)


@pytest.mark.parametrize("family", ["recipe", "ours", "marian", "mbart50", "bart", "t5"])
def test_copy_computes_what_the_network_does(
    family: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(precision, "_KIND", torch.float32)
    found = made(tmp_path, family, request)
    network = found.trainee.network.eval()
    given = tensors(found.examples.batch(found.examples.epoch(0), 0), pinned=False)
    loss, _ = Objective(network, 0.1)(*given)
    loss.backward()
    learnt = [(name, w) for name, w in network.named_parameters() if w.requires_grad]
    expected = {name: weight.grad for name, weight in learnt}
    network.zero_grad(set_to_none=True)
    names = joint(network)
    assert bool(names) == (family != "t5")
    flat = Flat(network, names)
    copy = Halved(network, flat).network
    same, _ = Objective(copy, 0.1)(*given)
    assert same.item() == pytest.approx(loss.item(), rel=1e-6)
    same.backward()
    flat.gather()
    assert flat.gradients.keys() == expected.keys()
    for name, gradient in flat.gradients.items():
        want = expected[name] if expected[name] is not None else torch.zeros_like(gradient)
        torch.testing.assert_close(gradient, want, rtol=1e-4, atol=1e-5, msg=name)


def test_joint_weights_are_neighbours_and_follow(tmp_path: Path) -> None:
    network = made(tmp_path).trainee.network
    flat = Flat(network, joint(network))
    halved = Halved(network, flat)
    inner: Any = network.model.decoder.layers[0]
    outer: Any = halved.network.model.decoder.layers[0]
    with torch.no_grad():
        inner.self_attn.k_proj.weight.fill_(0.5)
        inner.encoder_attn.v_proj.bias.fill_(0.25)
    halved.follow()
    rows = outer.self_attn.q_proj.together.weight
    assert rows.shape == (48, 16) and rows[16:32].eq(0.5).all() and not rows[:16].eq(0.5).any()
    assert outer.encoder_attn.k_proj.together.bias[16:].tolist() == [0.25] * 16
    assert isinstance(outer.encoder_attn.q_proj, torch.nn.Linear)  # reads other states


def test_a_part_that_is_asked_out_of_turn_is_computed_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(precision, "_KIND", torch.float32)
    network = made(tmp_path).trainee.network
    plain = network.model.encoder.layers[0].self_attn
    one, two = torch.randn(2, 3, 16), torch.randn(2, 5, 16)
    expected = plain.k_proj(one), plain.q_proj(two), plain.v_proj(one), plain.k_proj(two)
    copy = Halved(network, Flat(network, joint(network))).network.model.encoder.layers[0].self_attn
    found = copy.k_proj(one), copy.q_proj(two), copy.v_proj(one), copy.k_proj(two)
    torch.testing.assert_close(found, expected)


def test_frozen_projections_stay_apart(tmp_path: Path) -> None:
    network = made(tmp_path).trainee.network
    before = len(joint(network))
    network.model.encoder.layers[0].self_attn.k_proj.weight.requires_grad_(False)
    assert len(joint(network)) == before - 2
    copy = Halved(network, Flat(network, joint(network))).network
    assert isinstance(copy.model.encoder.layers[0].self_attn.q_proj, torch.nn.Linear)
