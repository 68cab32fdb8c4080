"""Memory that is short, numbers that are none."""

import json
import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import torch
from tests.nmt.toy_training import CONTEXT, DATA, DEV, TINY, toy_config

from litmus.cli import main
from litmus.errors import LitmusError
from litmus.nmt.training.checkpoints import MOMENTS, STATE, State, read_state, restore
from litmus.nmt.training.config import as_table
from litmus.nmt.training.data.loading import Ahead
from litmus.nmt.training.loop import train
from litmus.nmt.training.monitor import NotANumber
from litmus.nmt.training.optimisation.adam import Adam
from litmus.nmt.training.optimisation.flat import Flat
from litmus.nmt.training.optimisation.objective import Objective
from litmus.nmt.training.optimisation.steps import Stepper
from litmus.nmt.training.optimisation.workers import Workers
from litmus.nmt.training.settings import Config
from litmus.nmt.training.setup import ready

STILL = TINY.replace("dropout = 0.2", "dropout = 0").replace(
    "attention_dropout = 0.1", "attention_dropout = 0"
)


def gradients(config: Config, room: int | None) -> tuple[dict[str, Any], torch.Tensor, State]:
    found = ready(config, 1, lambda text: None)
    network = found.trainee.network.train()
    state = State(as_table(config), {}, room=room)
    stepper = Stepper(network, config, Workers(0, 1, torch.device("cpu")), state)
    group = next(found.examples.groups(found.examples.epoch(0), 0, config.training.accumulate))
    sums, _ = stepper.take(stepper.prepared(group), 1)
    return stepper.flat.gradients, sums, state


def instead(monkeypatch: pytest.MonkeyPatch, change: Callable[..., Any]) -> None:
    """Replaces the forward pass: `change` is given the plain one and what it is given."""
    plain = Objective.forward
    monkeypatch.setattr(Objective, "forward", lambda self, *given: change(partial(plain, self), *given))  # fmt: skip


def short_of_memory(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    def forward(plain: Any, source: Any, *rest: Any) -> Any:
        loss = plain(source, *rest)
        if source.shape[0] > most:
            loss[0].backward()  # memory may well be short on the way back
            raise torch.OutOfMemoryError("CUDA out of memory.")
        return loss

    instead(monkeypatch, forward)


def test_halved_batches_make_the_same_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    training = STILL.replace("steps = 12", "steps = 12\naccumulate = 2")
    config = toy_config(tmp_path, training, DATA, CONTEXT)
    whole, sums, _ = gradients(config, None)
    short_of_memory(monkeypatch, 2)
    halved, parts, state = gradients(config, None)
    assert state.room is not None
    torch.testing.assert_close(parts, sums, rtol=1e-5, atol=1e-5)
    for name, weight in whole.items():
        torch.testing.assert_close(halved[name], weight, rtol=1e-4, atol=1e-6)


def test_short_memory_is_said_once_and_the_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = toy_config(tmp_path, TINY, DATA)
    short_of_memory(monkeypatch, 3)
    said: list[str] = []
    assert train(config, device="cpu", say=said.append).step == 12
    notes = [text for text in said if "out of memory" in text]
    assert len(notes) == 1
    assert "larger batches are halved from here on; steps stay the same" in notes[0]


def test_pair_that_does_not_fit_ends_the_run_as_other_errors_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forward(*_: Any) -> Any:
        raise RuntimeError("shapes cannot be multiplied")

    config = toy_config(tmp_path, TINY, DATA)
    with monkeypatch.context() as patch:
        short_of_memory(patch, 0)
        with pytest.raises(LitmusError, match="There is no memory for a single pair of .* tokens"):
            train(config, device="cpu")
    instead(monkeypatch, forward)
    with pytest.raises(RuntimeError, match="shapes cannot be multiplied"):
        gradients(config, None)


def test_loss_that_is_no_number_names_step_and_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = toy_config(tmp_path, TINY.replace("report_every = 2", "report_every = 4"), DATA)
    calls = []

    def forward(plain: Any, *given: Any) -> Any:
        calls.append(given)
        wrong = float("nan") if len(calls) == 7 else 1.0
        return tuple(value * wrong for value in plain(*given))

    instead(monkeypatch, forward)
    with pytest.raises(NotANumber) as caught:
        train(config, device="cpu")
    text = str(caught.value)
    assert text.startswith("The loss is not a number at step 7, batch 7 of ")
    lines = (config.output / "failed-batch.jsonl").read_text("utf-8").split("\n")[:-1]
    found = [json.loads(line) for line in lines]
    assert {row["step"] for row in found} == {7}
    monkeypatch.undo()
    # The batch is the one that was read then: the same pairs, by their lines.
    examples = ready(config, 1, lambda text: None).examples
    batch = examples.batch(examples.epoch(0), 6)
    assert [row["line"] for row in found] == [line for _, line in examples.store.places(batch.rows)]
    assert f"{tmp_path / 'train.en'}:{found[0]['line']}" in text
    assert batch.source.tolist() == calls[6][0].tolist()
    # Nothing was written after it: the checkpoint is that of step 4.
    assert json.loads((config.output / "last" / "training.json").read_text())["step"] == 4


def test_gradient_that_is_no_number_is_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forward(plain: Any, *given: Any) -> Any:
        loss, likelihood = plain(*given)
        loss.register_hook(lambda gradient: gradient * float("inf"))
        return loss, likelihood

    instead(monkeypatch, forward)
    with pytest.raises(NotANumber, match="The gradient is not a number at step 1,"):
        train(toy_config(tmp_path, TINY, DATA), device="cpu")


def test_what_goes_wrong_while_batches_are_made_is_raised_where_they_are_used() -> None:
    def items() -> Iterator[int]:
        yield 1
        raise LitmusError("said in the thread")

    with Ahead(items(), 2) as made:
        assert next(made) == 1
        with pytest.raises(LitmusError, match="^said in the thread$"):
            next(made)


def test_several_processes_cannot_halve_a_batch(tmp_path: Path) -> None:
    config = toy_config(tmp_path, TINY, DATA)
    found = ready(config, 1, lambda text: None)
    alone, both = (Workers(0, world, torch.device("cpu")) for world in (1, 2))
    stepper = Stepper(found.trainee.network, config, alone, State(as_table(config), {}))
    stepper._workers = both  # as if there were a group of processes
    batch = next(found.examples.groups(found.examples.epoch(0), 0, 1)).batches[0]
    with pytest.raises(LitmusError) as caught:
        stepper._shrink(batch)
    assert str(caught.value) == (
        f"A GPU has no memory for a batch of {batch.padded:,} tokens.\n"
        "Several processes cannot halve it on their own: lower training.batch_tokens "
        "and raise accumulate."
    )


def refused(config: Config) -> str:
    with pytest.raises(LitmusError) as caught:
        train(config)
    return str(caught.value)


def test_dev_set_that_cannot_be_used_is_said_before_training(tmp_path: Path) -> None:
    config = toy_config(tmp_path, TINY, DATA, DEV.replace('docids = "dev.docids"\n', ""), CONTEXT)
    assert refused(config) == (
        f"{config.path}: a model with context is chosen on documents: give [data.dev] docids,\n"
        'or say [decoding] context = "none".'
    )
    config = toy_config(tmp_path, TINY, DATA, DEV)
    for ending, line, message in (
        ("en", "cat " * 80, r"dev\.en:2 has \d+ pieces, but the network reads at most 64"),
        ("fr", " ", r"dev\.en:2 or its translation is empty\.$"),
    ):
        path = tmp_path / f"dev.{ending}"
        first, _, *rest = path.read_text("utf-8").split("\n")
        path.write_text("\n".join([first, line, *rest]), "utf-8")
        assert re.search(message, refused(config))


@pytest.mark.parametrize(("state", "message"), [
    ("{", "is not what `litmus train` writes."),
    ("[]", "is not what `litmus train` writes."),
    ("{}", "is not what `litmus train` writes."),
    ('{"format": 999, "weather": "fine"}',
     "is of another version of litmus. Start again: litmus train --overwrite"),
])  # fmt: skip
def test_state_that_is_not_ours_is_named(tmp_path: Path, state: str, message: str) -> None:
    (tmp_path / STATE).write_text(state)
    with pytest.raises(LitmusError) as caught:
        read_state(tmp_path)
    assert str(caught.value) == f"{tmp_path / STATE} {message}"


def test_moments_that_cannot_be_read_say_the_way_out(tmp_path: Path) -> None:
    (tmp_path / MOMENTS).write_bytes(b"torn")
    with pytest.raises(LitmusError) as caught:
        restore(tmp_path, Adam(Flat(torch.nn.Linear(2, 2)), (0.9, 0.98), 1e-8, 0.0))
    message = str(caught.value)
    assert message.startswith(f"{tmp_path / MOMENTS} cannot be read: ")
    assert message.endswith(".\nStart again: litmus train --overwrite")


def test_training_without_torch_or_into_a_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config = toy_config(tmp_path, TINY, DATA, output="train.en/out")
    assert main(["train", str(config.path), "-q"]) == 1
    assert " cannot be written: " in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "litmus.nmt.training.loop", None)
    assert main(["train", str(config.path)]) == 2
    assert 'Install it with: pip install "litmus-mt[nmt]"' in capsys.readouterr().err
