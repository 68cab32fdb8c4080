"""Runs that are killed, go on, are extended, or are asked to go on with something else."""

import json
import os
import shutil
import signal
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from math import log
from pathlib import Path
from random import Random
from typing import Any

import pytest
import torch
from tests.killing import killed_at, moments, steps
from tests.nmt.toy_training import CONTEXT, DATA, DEV, TINY, toy_config, write_text

from litmus.errors import UsageError
from litmus.nmt.model import load_model
from litmus.nmt.training import loop
from litmus.nmt.training.checkpoints import read_state
from litmus.nmt.training.loop import train
from litmus.nmt.training.settings import Config

NOISE = "[noise]\nmask_source = 0.1\nreplace_source = 0.1\nreplace_target = 0.1\n"
SHIFTED = TINY.replace("dropout = 0.2", "dropout = 0.2\nshift_positions = 60")  # the table has 64
WHOLE = (SHIFTED, DATA, DEV, CONTEXT, NOISE)
FILES = ("model.safetensors", "optimizer.safetensors")


def rows(config: Config) -> list[dict[str, Any]]:
    text = (config.output / "log.jsonl").read_text(encoding="utf-8")
    found = [json.loads(line) for line in text.split("\n")[:-1]]
    for row in found:
        row.pop("tokens_per_second", None)
    return found


def assert_same(one: Config, two: Config) -> None:
    """Weights, what Adam remembers, counters and log, to the last bit."""
    for name in FILES:
        left, right = ((c.output / "last" / name).read_bytes() for c in (one, two))
        assert left == right, name
    states = [json.loads((c.output / "last" / "training.json").read_text()) for c in (one, two)]
    for state in states:
        del state["config"]
    assert states[0] == states[1]
    assert rows(one) == rows(two)


def whole_and_broken(folder: Path, *parts: str) -> tuple[Config, Config]:
    """A run that went through, and one of the same settings that is still to be broken."""
    through = toy_config(folder, *parts, output="through")
    train(through, device="cpu")
    return through, toy_config(folder, *parts, output="broken")


def killed(config: Config, step: int) -> None:
    """Runs in a process of its own, which ends by SIGKILL with a step's report."""

    def report(row: Mapping[str, Any]) -> None:
        if row["step"] == step and "loss" in row:
            os.kill(os.getpid(), signal.SIGKILL)

    child = os.fork()
    if child == 0:
        with suppress(BaseException):
            train(config, device="cpu", report=report)
        os._exit(1)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL


def test_killed_run_goes_on_to_the_same_bits(tmp_path: Path) -> None:
    # 120 pairs in some 20 batches, three of them a step: the kill falls into the second epoch,
    # two steps after a checkpoint, with dynamic context, all noise and dropout.
    training = TINY.replace("steps = 12", "steps = 12\naccumulate = 3")
    through, broken = whole_and_broken(tmp_path, training, *WHOLE[1:])
    killed(broken, 10)
    state = json.loads((broken.output / "last" / "training.json").read_text())
    assert state["step"] == 8 and state["group"] > 0 and state["epoch"] > 0
    assert rows(broken)[-1]["step"] == 10
    said: list[str] = []
    train(broken, device="cpu", say=said.append)
    assert said == [f"going on after step 8 of {broken.output / 'last'}"]
    assert_same(through, broken)
    assert not list(broken.output.glob(".*"))


def test_run_stopped_again_and_again_goes_on_to_the_same_bits(tmp_path: Path) -> None:
    training = TINY.replace("steps = 12", "steps = 12\nkeep = 1")
    through, broken = whole_and_broken(tmp_path, training, *WHOLE[1:])
    draw, stops, going = Random(3), 0, True

    def press(row: Mapping[str, Any]) -> None:
        if draw.random() < 0.6:
            os.kill(os.getpid(), signal.SIGINT)

    while going:
        try:
            train(broken, device="cpu", report=press)
            going = False
        except KeyboardInterrupt:
            stops += 1
    assert stops >= 3
    for name in FILES:
        left, right = ((c.output / "last" / name).read_bytes() for c in (through, broken))
        assert left == right, name
    # A stop cuts the windows of losses in two.
    left, right = ([row for row in rows(c) if "loss" not in row] for c in (through, broken))
    assert left == right
    assert left_in(through) == left_in(broken)


def left_in(config: Config) -> dict[str, bytes | None]:
    """The files of a run, with the content of those that say how it went."""
    told = ("litmus.json", "dev.txt", "model.safetensors")
    return {
        str(path.relative_to(config.output)): path.read_bytes() if path.name in told else None
        for path in sorted(config.output.rglob("*"))
    }


@pytest.mark.parametrize("where", ["_evaluate", "_keep", "_model"])
def test_run_that_dies_around_an_evaluation_evaluates_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    training = TINY.replace("steps = 12", "steps = 12\nkeep = 2")
    through, broken = whole_and_broken(tmp_path, training, *WHOLE[1:])
    plain, calls = getattr(loop._Run, where), []

    def dies(run: Any, *given: Any, **named: Any) -> Any:
        calls.append(where)
        if len(calls) == 2:
            raise Crash
        return plain(run, *given, **named)

    with monkeypatch.context() as patch:
        patch.setattr(loop._Run, where, dies)
        with pytest.raises(Crash):
            train(broken, device="cpu")
    state = read_state(broken.output / "last")
    assert state is not None and state.unevaluated
    train(broken, device="cpu")
    assert_same(through, broken)
    assert left_in(through) == left_in(broken)


@pytest.mark.parametrize("most", [6, pytest.param(40, marks=pytest.mark.release)])
def test_killed_at_counted_steps_and_run_again(tmp_path: Path, most: int) -> None:
    training = TINY.replace("steps = 12", "steps = 4\nkeep = 1")
    whole = (training.replace("= 4\nreport", "= 2\nreport"), DATA, DEV)
    through = toy_config(tmp_path, *whole, output="through")
    total = steps(through.output, partial(train, through, device="cpu"))
    for moment in moments(total, most):
        broken = toy_config(tmp_path, *whole, output=f"broken-{moment}")
        assert killed_at(moment, broken.output, partial(train, broken, device="cpu"))
        train(broken, device="cpu")
        assert_same(through, broken)
        assert left_in(through) == left_in(broken)


def test_second_ctrl_c_does_not_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = toy_config(tmp_path, TINY, DATA)
    plain = loop._Run._step

    def pressed_twice(run: Any, group: Any) -> None:
        for _ in range(2):
            os.kill(os.getpid(), signal.SIGINT)
        plain(run, group)

    monkeypatch.setattr(loop._Run, "_step", pressed_twice)
    with pytest.raises(KeyboardInterrupt):
        train(config, device="cpu")
    assert not (config.output / "last").exists()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_two_runs_in_one_folder_and_what_kills_left_there(tmp_path: Path) -> None:
    config = toy_config(tmp_path, TINY, DATA)
    message = f"is being written by another run .process {os.getpid()}"
    for name in (".best.new", ".best.old", ".step-4.new", ".data.old"):
        (config.output / name).mkdir(parents=True)

    def start_another(row: Mapping[str, Any]) -> None:
        with pytest.raises(UsageError, match=message):
            train(config, device="cpu", overwrite=True)
        refused.append(row)

    refused: list[Mapping[str, Any]] = []
    assert train(config, device="cpu", report=start_another).step == 12
    assert refused
    assert not list(config.output.glob(".*"))
    assert (config.output / "best").is_dir()  # the old one had no other name


def test_finished_run_is_not_repeated_and_can_be_extended(tmp_path: Path) -> None:
    long, _ = whole_and_broken(tmp_path, *WHOLE)
    parts = (SHIFTED.replace("steps = 12", "steps = 8"), *WHOLE[1:])
    short = toy_config(tmp_path, *parts, output="short")
    assert train(short, device="cpu").reason == "8 steps"
    before = (short.output / "last" / "training.json").stat().st_mtime_ns
    assert train(short, device="cpu").step == 8
    assert (short.output / "last" / "training.json").stat().st_mtime_ns == before
    train(toy_config(tmp_path, *WHOLE, output="short"), device="cpu")
    assert_same(long, short)


class Crash(BaseException):
    """The machine goes down here."""


def test_another_configuration_or_text_is_refused(tmp_path: Path) -> None:
    config = toy_config(tmp_path, *WHOLE)
    train(config, device="cpu")
    other = toy_config(tmp_path, *WHOLE[:-1], seed=2)
    with pytest.raises(UsageError) as caught:
        train(other, device="cpu")
    text = str(caught.value)
    assert text.startswith(f"{config.output / 'last'} is of another run (step 12):\n")
    assert "  seed: 1 there, 2 now\n" in text
    assert "  noise.mask_source: 0.1 there, 0.0 now\n" in text
    assert "training.steps" not in text
    assert text.endswith("or start again with overwrite=True.")
    assert train(other, device="cpu", overwrite=True).step == 12
    assert {row["step"] for row in rows(other)} == set(range(2, 13, 2))
    write_text(tmp_path, "train", 121)
    with pytest.raises(UsageError, match="train.en holds other text than when the run began"):
        train(other, device="cpu")


def test_run_goes_on_wherever_its_folder_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    config = toy_config(tmp_path / "here", TINY.replace("steps = 12", "steps = 4"), DATA)
    train(config, device="cpu")
    (tmp_path / "here").rename(tmp_path / "there")
    monkeypatch.chdir(tmp_path)
    config = toy_config(Path("there"), TINY.replace("steps = 12", "steps = 6"), DATA)
    said: list[str] = []
    assert train(config, device="cpu", say=said.append).step == 6
    assert said == ["going on after step 4 of there/out/last"]


@pytest.mark.parametrize("precision", ["bf16", "fp32"])
def test_precision_and_determinism_are_put_back(tmp_path: Path, precision: str) -> None:
    more = f'precision = "{precision}"\ndeterministic = true\ndropout = 0.2'
    config = toy_config(tmp_path, TINY.replace("dropout = 0.2", more, 1), DATA)
    before = torch.random.get_rng_state()
    said: list[str] = []
    train(config, device="cpu", say=said.append)
    assert ("bf16 is for GPUs; on this CPU everything is computed in fp32" in said) == (
        precision == "bf16"
    )
    assert torch.equal(torch.random.get_rng_state(), before)
    assert not torch.are_deterministic_algorithms_enabled()
    found = load_model(str(config.output / "last"), device="cpu").network
    assert next(found.parameters()).dtype == torch.float32
    losses = [row["nll"] for row in rows(config)]
    assert losses[-1] < losses[0] < 1.05 * log(60)


def test_best_and_last_are_models(tmp_path: Path) -> None:
    config = toy_config(tmp_path, *(part.replace("keep", "") for part in WHOLE), "", seed=0)
    found = train(config, device="cpu")
    assert found.best is not None
    assert found.folder == config.output / "best"
    for name in ("best", "last"):
        model = load_model(str(config.output / name), device="cpu")
        assert model.languages == ("en", "fr")
        assert model.context == {"source": 1, "target": 3, "size": "dynamic"}
        notes = json.loads((config.output / name / "litmus.json").read_text())
        assert (notes["seed"], notes["best"]) == (0, dict(found.best))
    bleus = {row["step"]: row["dev_bleu"] for row in rows(config) if "dev_bleu" in row}
    assert set(bleus) == {4, 8, 12}
    assert found.best["bleu"] == max(bleus.values())
    assert len((config.output / "best" / "dev.txt").read_text("utf-8").split("\n")) == 6


def test_patience_or_epochs_end_the_run_and_keep_keeps(tmp_path: Path) -> None:
    # A rate of 0 learns nothing: the first evaluation stays the best.
    text = TINY.replace("learning_rate = 1e-2", "learning_rate = 0\npatience = 2\nkeep = 2")
    config = toy_config(tmp_path, text.replace("steps = 12", "steps = 99"), DATA, DEV)
    found = train(config, device="cpu")
    assert (found.step, found.reason) == (12, "no better dev BLEU in 2 evaluations")
    assert sorted(path.name for path in config.output.glob("step-*")) == ["step-12", "step-8"]
    shutil.rmtree(config.output / "best")
    assert train(config, device="cpu").step == 12
    text = TINY.replace("steps = 12", "epochs = 2\naccumulate = 7")
    config = toy_config(tmp_path, text, DATA, output="epochs")
    found = train(config, device="cpu")
    assert found.reason == "2 epochs"
    assert (found.best, found.folder) == (None, config.output / "last")
    # Labels are pieces and ends of sentences: more than words, each seen twice.
    words = len((tmp_path / "train.fr").read_text("utf-8").split())
    assert rows(config)[-1]["tokens"] > 2 * words
