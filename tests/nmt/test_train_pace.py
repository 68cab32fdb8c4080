"""How long a run will take: known after two steps, told early, and no part of the log."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.cli.models.test_train_command import litmus_train
from tests.nmt.toy_training import DATA, DEV, TINY, toy_config

from litmus.nmt.training.data.examples import Group
from litmus.nmt.training.loop import train
from litmus.nmt.training.pace import Pace

SELDOM = TINY.replace("steps = 12", "steps = 24").replace("report_every = 2", "report_every = 100")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def steps(
    pace: Pace, clock: Clock, first: int, last: int, seconds: float, per_epoch: int = 10
) -> None:
    """Steps of so many seconds each."""
    for step in range(first, last + 1):
        clock.now += seconds
        pace.step(group((step - 1) // per_epoch, (step - 1) % per_epoch, per_epoch), step)


def group(epoch: int, number: int, of: int) -> Group:
    return Group(epoch, number, of, (), (), (), 0, 0)


def test_the_first_step_says_nothing_of_the_pace() -> None:
    clock = Clock()
    pace = Pace(clock)
    steps(pace, clock, 1, 1, 60)
    assert pace.seconds_left(100, None) is None
    steps(pace, clock, 2, 5, 2)
    assert pace.seconds_left(100, None) == pytest.approx(95 * 2)


def test_epochs_may_come_first() -> None:
    clock = Clock()
    pace = Pace(clock)
    steps(pace, clock, 1, 15, 2)
    assert pace.seconds_left(1000, 2) == pytest.approx((20 - 15) * 2)
    assert pace.seconds_left(16, 2) == pytest.approx(2)


def test_evaluation_does_not_count() -> None:
    clock = Clock()
    pace = Pace(clock)
    steps(pace, clock, 1, 3, 2)
    clock.now += 500
    pace.pause()
    steps(pace, clock, 4, 5, 2)
    assert pace.seconds_left(10, None) == pytest.approx(5 * 2)


def test_loss_and_time_left_are_told_after_two_steps(tmp_path: Path) -> None:
    config = toy_config(tmp_path, SELDOM, DATA, DEV)
    told: list[Mapping[str, Any]] = []
    train(config, device="cpu", report=told.append)
    early = [row for row in told if "loss" in row]
    assert [row["step"] for row in early] == [
        2,
        4,
        5,
        8,
        10,
        12,
        16,
        20,
        24,
    ]  # every 4 by dev_every
    assert early[0]["loss"] > 0 and early[0]["seconds_left"] > 0
    log = [json.loads(line) for line in (config.output / "log.jsonl").read_text().splitlines()]
    assert all("seconds_left" not in row for row in log)
    assert [row["step"] for row in log if "loss" in row] == [4, 8, 12, 16, 20, 24]


def test_the_command_tells_the_time_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = toy_config(tmp_path, SELDOM, DATA, DEV)
    litmus_train(str(config.path), "--device", "cpu")
    first = next(line for line in capsys.readouterr().err.split("\n") if line.startswith("step "))
    assert first.startswith("step 2/24  epoch 0  loss ") and first.endswith(" left")


def test_quiet_tells_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = toy_config(tmp_path, SELDOM, DATA, DEV)
    litmus_train(str(config.path), "--device", "cpu", "-q")
    assert capsys.readouterr().err == ""
