"""Two processes together take the steps that one takes with twice the batches."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from tests.nmt.toy_training import CONTEXT, DATA, DEV, TINY, toy_config

from litmus.errors import UsageError
from litmus.nmt.training.loop import train
from litmus.nmt.training.optimisation.workers import workers

STILL = TINY.replace("dropout = 0.2", "dropout = 0").replace(
    "attention_dropout = 0.1", "attention_dropout = 0"
)

ONE_OF_TWO = """
import sys
from pathlib import Path
import tests.nmt.toy_training
import torch
from litmus.nmt.training.optimisation import precision, steps
from litmus.nmt.training.config import read_config
from litmus.nmt.training.loop import train

if sys.argv[2] == "copied":  # as on GPUs, but in full precision, so that the sums are the same
    steps.halves, precision._KIND = (lambda config, device: True), torch.float32
train(read_config(Path(sys.argv[1])), device="cpu", report=print)
"""


@pytest.mark.slow
@pytest.mark.parametrize("computes", ["itself", "copied"])
def test_two_processes_equal_one_that_accumulates(tmp_path: Path, computes: str) -> None:
    # Some 20 batches: with 3 and 3 the last step of an epoch is short of batches for both.
    one, two = (
        toy_config(
            tmp_path, STILL.replace("steps = 12", f"steps = 8\naccumulate = {n}"), DATA, DEV, CONTEXT,
            output=str(n),
        )
        for n in (6, 3)
    )  # fmt: skip
    train(one, device="cpu")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    place = {"WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port}
    root = Path(__file__).resolve().parents[2]
    own = os.environ | place | {"OMP_NUM_THREADS": "1"}
    started = [
        subprocess.Popen(
            [sys.executable, "-c", ONE_OF_TWO, str(two.path), computes],
            cwd=root, env=own | {"RANK": str(rank)}, stdout=subprocess.PIPE, text=True,
        )
        for rank in (0, 1)
    ]  # fmt: skip
    said = [process.communicate(timeout=300)[0] for process in started]
    assert [process.returncode for process in started] == [0, 0]
    assert "dev_bleu" in said[0] and said[1] == ""
    left, right = (load_file(c.output / "last" / "model.safetensors") for c in (one, two))
    for name, weight in left.items():
        torch.testing.assert_close(right[name], weight, rtol=1e-3, atol=1e-4)
    with pytest.raises(UsageError, match="processes: 2 there, 1 now"):
        train(two, device="cpu")


def test_gpu_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(UsageError, match="Train on the CPU: device=cpu"), workers("cuda"):
        pass
