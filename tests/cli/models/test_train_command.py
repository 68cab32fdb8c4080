"""`litmus train` as it is typed: what it prints, what it refuses, how it stops."""

import argparse
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.nmt.toy_training import CONTEXT, DATA, DEV, TINY, toy_config, write_text

from litmus.cli.models import train as command
from litmus.errors import DataError
from litmus.nmt.training import loop
from litmus.nmt.training.settings import Config

NOISE = "[noise]\nmask_source = 0.1\nreplace_target = 0.1\n"


def litmus_train(*words: str) -> tuple[str, int]:
    top = argparse.ArgumentParser()
    command.add_parser(top.add_subparsers())
    args = top.parse_args(["train", *words])
    found: tuple[str, int] = args.run(args)
    return found


def test_dry_run_says_how_the_file_was_understood(tmp_path: Path) -> None:
    write_text(tmp_path, "idioms", 5, seed=9)
    more = '[[data.train]]\nsource = "idioms.en"\ntarget = "idioms.fr"\nupsample = 20\nmark = "<idm>"\n'
    config = toy_config(tmp_path, TINY, DATA, more, DEV, CONTEXT, NOISE)
    text, code = litmus_train(str(config.path), "--dry-run", "-q")
    lines = dict(
        line.split(maxsplit=1) for line in text.split("\n")[:-1] if not line.startswith("train ")
    )
    train = [line[len("train") :].strip() for line in text.split("\n") if line.startswith("train ")]
    assert code == 0
    assert train == [
        "train.en + train.fr: 120 of 120 pairs",
        "idioms.en + idioms.fr: 5 of 5 pairs; 20 times; marked <idm>; no docids, so no context",
    ]
    assert lines["languages"] == "en-fr"
    assert lines["dev"] == "dev.en: 5 pairs, beam 1, reference context"
    assert lines["vocabulary"] == "60 joint pieces (trained, coverage 0.9999)"
    assert (
        lines["context"] == "dynamic: 1 source, 3 target sentences (up to, drawn for every example)"
    )
    assert lines["noise"] == "source masked 10 %, target replaced 10 %"
    assert lines["epoch"].startswith("220 examples, ")
    # By hand: 60 x 16 tied embeddings; attention 4 (16 x 16 + 16) = 1088; feed-forward
    # 16 x 24 + 24 + 24 x 16 + 16 = 808; norms 32 each: 2 + 3 and one more a side.
    weights = 960 + (1088 + 808 + 2 * 32) + (2 * 1088 + 808 + 3 * 32) + 2 * 32
    assert lines["model"] == f"recipe tiny: {weights:,} parameters, m2m_100, 64 positions, seed 1"
    assert not (config.output / "last").exists()


def test_an_output_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    config = toy_config(tmp_path, TINY, DATA)
    config.output.write_text("a file, where a folder should be", encoding="utf-8")
    with pytest.raises(DataError, match=f"{config.output}.* cannot be written: "):
        litmus_train(str(config.path), "-q")


def test_training_prints_where_the_model_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = toy_config(tmp_path, TINY, DATA, DEV)
    text, code = litmus_train(str(config.path), "--device", "cpu")
    best = json.loads((config.output / "best" / "litmus.json").read_text())["best"]
    assert (text, code) == (
        f"{config.output / 'best'}: trained for 12 steps (12 steps), dev BLEU {best['bleu']:.2f} "
        f"at step {best['step']}\n",
        0,
    )
    progress = capsys.readouterr().err.split("\n")
    assert progress[:2] == [
        "litmus: training a vocabulary of 60 subwords",
        "litmus: train.en: 120 pairs",
    ]
    assert progress[2].startswith("step 2/12  epoch 0  loss ")
    assert any(line.startswith("step 4/12  dev BLEU ") for line in progress)
    again, _ = litmus_train(str(config.path), "--device", "cpu", "-q")
    assert again == text
    assert capsys.readouterr().err == ""


def stopped_by_ctrl_c(config: Config, monkeypatch: pytest.MonkeyPatch, where: str) -> str:
    """What is said when Ctrl-C is pressed in a call of this function of the run."""
    plain, presses = getattr(loop._Run, where), iter([signal.SIGINT])

    def pressed(run: Any, *given: Any, **named: Any) -> Any:
        for press in presses:
            os.kill(os.getpid(), press)
        return plain(run, *given, **named)

    with monkeypatch.context() as patch:
        patch.setattr(loop._Run, where, pressed)
        with pytest.raises(KeyboardInterrupt) as caught:
            litmus_train(str(config.path), "--device", "cpu", "-q")
    return str(caught.value)


@pytest.mark.parametrize(
    ("where", "saved"),
    [("_begin", None), ("_step", 1), ("_look", 3), ("_save", 4), ("_evaluate", 4), ("_keep", 4)],
)
def test_stopped_run_says_the_step_it_resumes_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, saved: int | None
) -> None:
    config = toy_config(tmp_path, TINY, DATA, DEV)
    said = stopped_by_ctrl_c(config, monkeypatch, where)
    last = config.output / "last"
    if saved is None:
        assert said == "no step was saved. Run the same command to begin again."
    else:
        assert said == f"step {saved} is saved in {last}. Run the same command to resume from it."
        heard: list[str] = []
        assert loop.train(config, device="cpu", say=heard.append).step == 12
        assert heard[0] == f"going on after step {saved} of {last}"


def test_ctrl_c_after_the_last_step_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = toy_config(tmp_path, TINY.replace("dev_every = 4", "dev_every = 400"), DATA, DEV)
    said = stopped_by_ctrl_c(config, monkeypatch, "_evaluate")
    assert said.startswith("step 12 is saved in ")
    text, _ = litmus_train(str(config.path), "--device", "cpu", "-q")
    assert ": trained for 12 steps (12 steps), dev BLEU " in text


def test_wrong_file_is_named_before_anything_heavy(tmp_path: Path) -> None:
    path = tmp_path / "c.toml"
    path.write_text('recipe = "tiny"\nlanguages = "en-fr"\n[trainig]\n', encoding="utf-8")
    script = (
        "import sys\nfrom pathlib import Path\nfrom litmus.nmt.training.config import read_config\n"
        "import litmus.cli.models.train\n"
        "try:\n    read_config(Path(sys.argv[1]))\nexcept Exception as error:\n    print(error)\n"
        "print('torch' in sys.modules)\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True
    )
    assert "unknown key 'trainig'. Did you mean 'training'?" in found.stdout
    assert found.stdout.endswith("False\n")
    with pytest.raises(DataError, match="trainig"):
        litmus_train(str(path))
