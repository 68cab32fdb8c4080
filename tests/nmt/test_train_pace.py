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


def steps(clock: list[float], pace: Pace, first: int, last: int, seconds: float) -> None:
    """Steps of so many seconds each, ten to an epoch."""
    for step in range(first, last + 1):
        clock[0] += seconds
        pace.step(Group((step - 1) // 10, (step - 1) % 10, 10, (), (), (), 0, 0), step)


def test_the_first_step_and_evaluations_say_nothing_of_the_pace() -> None:
    clock = [0.0]
    pace = Pace(lambda: clock[0])
    steps(clock, pace, 1, 1, 60)
    assert pace.seconds_left(100, None) is None
    steps(clock, pace, 2, 5, 2)
    clock[0] += 500
    pace.pause()
    steps(clock, pace, 6, 15, 2)
    assert pace.seconds_left(100, None) == pytest.approx(85 * 2)
    assert pace.seconds_left(1000, 2) == pytest.approx((20 - 15) * 2)  # epochs may come first
    assert pace.seconds_left(16, 2) == pytest.approx(2)


def test_loss_and_time_left_are_told_after_two_steps(tmp_path: Path) -> None:
    config = toy_config(tmp_path, SELDOM, DATA, DEV)
    told: list[Mapping[str, Any]] = []
    train(config, device="cpu", report=told.append)
    early = [row for row in told if "loss" in row]
    assert [row["step"] for row in early] == [2, 4, 5, 8, 10, 12, 16, 20, 24]  # 4 by dev_every
    assert early[0]["loss"] > 0 and early[0]["seconds_left"] > 0
    log = [json.loads(line) for line in (config.output / "log.jsonl").read_text().splitlines()]
    assert all("seconds_left" not in row for row in log)
    assert [row["step"] for row in log if "loss" in row] == [4, 8, 12, 16, 20, 24]


@pytest.mark.parametrize("quiet", [False, True])
def test_the_command_tells_the_time_left_unless_quiet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], quiet: bool
) -> None:
    config = toy_config(tmp_path, SELDOM, DATA, DEV)
    litmus_train(str(config.path), "--device", "cpu", *["-q"] * quiet)
    said = capsys.readouterr().err
    first = next((line for line in said.split("\n") if line.startswith("step ")), said)
    assert (first == "") == quiet
    if not quiet:
        assert first.startswith("step 2/24  epoch 0  loss ") and first.endswith(" left")
