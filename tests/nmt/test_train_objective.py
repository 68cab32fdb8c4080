"""The loss of a batch against the plain one, pair by pair, for every family."""

from pathlib import Path
from typing import Any

import pytest
import torch
from tests.nmt.toy_training import CONTEXT, DATA, TINY, toy_config
from torch.utils._python_dispatch import TorchDispatchMode

from litmus.nmt.training.data.examples import IGNORED
from litmus.nmt.training.networks import Trainee
from litmus.nmt.training.optimisation.objective import Objective, _HalvedLoss, tensors
from litmus.nmt.training.setup import ready

FAMILIES = ("ours", "marian", "mbart50", "t5", "bart")


def plain_loss(trainee: Trainee, source: list[int], target: list[int], own: int) -> torch.Tensor:
    """torch's own smoothed cross-entropy over the last `own` labels of one unpadded pair."""
    logits = trainee.network(
        input_ids=torch.tensor([source]), decoder_input_ids=torch.tensor([target])
    ).logits[0, -own:]
    labels = torch.tensor([*target[len(target) - own + 1 :], trainee.codec.end])
    return torch.nn.functional.cross_entropy(logits, labels, label_smoothing=0.1, reduction="sum")


@pytest.mark.parametrize("family", [*FAMILIES, "transformer", "mbart"])
def test_loss_and_gradients_equal_those_of_single_pairs(
    family: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    context = CONTEXT.replace("dynamic", "static")
    if family in FAMILIES:
        origin = f'checkpoint = "{request.getfixturevalue(family)}"'
        parts = (DATA, context, "[training]\nbatch_tokens = 300\n")
        config = toy_config(tmp_path, *parts, origin=origin)
    else:
        text = TINY.replace("hidden = 16", f'hidden = 16\nfamily = "{family}"')
        config = toy_config(tmp_path, text, DATA, context)
    found = ready(config, 1, lambda text: None)
    trainee, examples, epoch = found.trainee, found.examples, found.examples.epoch(0)
    network = trainee.network.eval()
    objective = Objective(network, 0.1)
    batch = max((examples.batch(epoch, i) for i in range(4)), key=lambda b: len(b.rows))
    loss, sums = objective(*tensors(batch, pinned=False))
    loss.backward()
    weights = network.named_parameters()
    gradients = {name: w.grad.clone() for name, w in weights if w.grad is not None}
    network.zero_grad(set_to_none=True)
    total = torch.zeros(())
    for place in range(len(batch.rows)):
        labels = batch.labels[place]
        own = int((labels != IGNORED).sum())
        end = int((labels != IGNORED).nonzero()[0][-1]) + 1
        source = batch.source[place][batch.real[place]].tolist()
        total = total + plain_loss(trainee, source, batch.target[place][:end].tolist(), own)
    assert loss.item() == pytest.approx(total.item(), rel=1e-5)
    assert sums[0].item() == loss.item() and sums[1].item() > 0
    total.backward()
    for name, weight in network.named_parameters():
        if name in gradients:
            torch.testing.assert_close(gradients[name], weight.grad, rtol=2e-4, atol=2e-4)
    assert gradients


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_loss_of_bfloat16_logits_is_that_of_float32(smoothing: float) -> None:
    # Only the loss: on a CPU without bfloat16 a matrix product switches kernels of the process.
    draw = torch.Generator().manual_seed(1)
    rough = (torch.randn(4000, 300, generator=draw) * 3).bfloat16().requires_grad_()
    exact = rough.detach().float().requires_grad_()
    labels = torch.randint(0, 300, (4000,), generator=draw)
    share, sums = _HalvedLoss.apply(rough, labels, smoothing, 0.5)
    plain = torch.nn.functional.cross_entropy(
        exact, labels, label_smoothing=smoothing, reduction="sum"
    )
    likelihood = torch.nn.functional.cross_entropy(exact, labels, reduction="sum")
    assert sums.dtype == torch.float32
    # Summed in bfloat16 it would be some hundred off.
    assert sums.tolist() == pytest.approx([plain.item(), likelihood.item()], rel=1e-5)
    assert share.item() == 0.5 * sums[0].item()
    share.backward()
    (0.5 * plain).backward()
    assert rough.grad is not None and rough.grad.dtype == torch.bfloat16
    torch.testing.assert_close(rough.grad.float(), exact.grad, rtol=0.01, atol=1e-6)


def test_label_without_any_probability_has_a_finite_loss() -> None:
    logits = torch.tensor([[200.0, -200.0, 0.0]]).bfloat16().requires_grad_()
    share, sums = _HalvedLoss.apply(logits, torch.tensor([1]), 0.0, 1.0)
    share.backward()
    assert 80 < sums[1].item() < 100
    assert logits.grad is not None and logits.grad.tolist() == [[1.0, -1.0, 0.0]]


class Looks(TorchDispatchMode):  # type: ignore[misc]
    """Counts how often a value is read off a tensor: on a GPU the processor waits there."""

    count = 0

    def __torch_dispatch__(self, function: Any, _: Any, args: Any = (), kwargs: Any = None) -> Any:
        aten = torch.ops.aten
        self.count += function.overloadpacket in (aten._local_scalar_dense, aten.nonzero)
        return function(*args, **(kwargs or {}))


@pytest.mark.parametrize("kind", ["transformer", "mbart"])
def test_nobody_waits_for_a_forward_pass(kind: str, tmp_path: Path) -> None:
    text = TINY.replace("hidden = 16", f'hidden = 16\nfamily = "{kind}"')
    found = ready(toy_config(tmp_path, text, DATA), 1, lambda text: None)
    network = found.trainee.network.eval()  # training draws layers to drop, on the processor
    given = tensors(found.examples.batch(found.examples.epoch(0), 0), pinned=False)
    with Looks() as looks:
        Objective(network, 0.1)(*given)
    assert looks.count == 0
    assert network.config._attn_implementation == "sdpa"
    with looks:
        network(input_ids=given[0], attention_mask=given[1].long(), decoder_input_ids=given[2])
    assert looks.count  # so a look would have been seen


def test_logits_of_other_calls_are_whole(tmp_path: Path) -> None:
    trainee = ready(toy_config(tmp_path, TINY, DATA), 1, lambda text: None).trainee
    Objective(trainee.network, 0.1)
    ids = torch.tensor([[7, 8, 2]])
    assert trainee.network(input_ids=ids, decoder_input_ids=ids).logits.shape == (1, 3, 60)
