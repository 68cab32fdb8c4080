"""COMET without its package: what we say ourselves, and a stand-in; models/ has the package."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from comet_segments import SEGMENTS, metric, refused

from litmus.corpus.segment import Segment
from litmus.errors import MissingExtra, UsageError
from litmus.metrics.base import Batch, Outputs


def stand_in(
    monkeypatch: pytest.MonkeyPatch,
    download_model: Callable[[str], str] = str,
    load_from_checkpoint: Callable[[str], Any] = str,
) -> None:
    comet = ModuleType("comet")
    comet.download_model = download_model  # type: ignore[attr-defined]
    comet.load_from_checkpoint = load_from_checkpoint  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "comet", comet)


def test_missing_package_is_a_missing_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "comet", None)
    with pytest.raises(MissingExtra) as caught:
        metric("Unbabel/wmt22-comet-da").prepare(Batch(SEGMENTS))
    assert str(caught.value) == (
        "comet needs a package that is not installed.\n"
        'Install it with: pip install "litmus-mt[comet]"'
    )


def test_broken_package_is_not_called_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "comet.py").write_text("import pkg_resources_of_old\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.delitem(sys.modules, "comet", raising=False)
    assert refused("Unbabel/wmt22-comet-da") == (
        "comet: its package is installed, but cannot be imported: "
        "No module named 'pkg_resources_of_old'\n"
        'Install what it needs with: pip install "litmus-mt[comet]"'
    )


def test_missing_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("none.ckpt", "none", "a/b/none"):
        assert refused(tmp_path / name) == f"comet: {tmp_path / name} does not exist."
    monkeypatch.chdir(tmp_path)
    for name in ("./none", "a/b/none", "none.ckpt"):
        assert refused(name) == f"comet: {name.removeprefix('./')} does not exist."


def test_folders_without_one_checkpoint(tmp_path: Path) -> None:
    for number in (0, 2):
        assert refused(tmp_path) == (
            f"comet: {tmp_path} contains {number} checkpoints (*.ckpt), but must contain one."
        )
        for name in ("a.ckpt", "b.ckpt"):
            (tmp_path / name).touch()


class HubError(Exception):
    __module__ = "huggingface_hub.errors"


def test_unreachable_name_says_what_the_hub_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def download_model(name: str) -> str:  # as comet does it
        try:
            try:
                raise OSError("no route")
            except OSError as error:
                raise HubError("The hub cannot be reached.") from error
        except Exception:
            raise KeyError(f"Model '{name}' not supported by COMET.")  # noqa: B904

    monkeypatch.chdir(tmp_path)
    stand_in(monkeypatch, download_model=download_model)
    assert refused("Nobody/no-model") == (
        "comet: the model 'Nobody/no-model' could not be downloaded: The hub cannot be reached.\n"
        "Check the name and the network, or give the path of a checkpoint: metrics=comet:model=PATH"
    )


def test_checkpoint_that_does_not_load(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def load_from_checkpoint(path: str) -> None:
        raise Exception("hparams.yaml file is missing!")

    stand_in(monkeypatch, load_from_checkpoint=load_from_checkpoint)
    path = tmp_path / "model.ckpt"
    path.touch()
    assert refused(path) == (
        f"comet: {path} could not be loaded: hparams.yaml file is missing!\n"
        "It needs hparams.yaml in the folder above its own, and the encoder named there, "
        "on disk or on the hub."
    )


def test_an_empty_line_is_not_shown_to_the_model(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shown: list[dict[str, str]] = []

    class Model:
        def requires_references(self) -> bool:
            return True

        def predict(self, samples: list[dict[str, str]], **_: Any) -> dict[str, list[float]]:
            shown.extend(samples)
            return {"scores": [0.5 + len(shown) / 10 for _ in samples]}

    def load_from_checkpoint(path: str) -> Model:
        assert path == "/cache/Owner/name/model.ckpt"
        return Model()

    monkeypatch.chdir(tmp_path)
    stand_in(monkeypatch, lambda name: f"/cache/{name}/model.ckpt", load_from_checkpoint)
    comet = metric("Owner/name")
    segments = [Segment("1", "a", ("b",)), Segment("2", "", ("",)), Segment("3", "c", ("d",))]
    rows = comet.measure(comet.prepare(Batch(segments)), Outputs("x", ["b", " ", ""]))
    assert [row.segment for row in rows] == [0, 2]
    assert [sample["src"] for sample in shown] == ["a", "c"]
    blank = comet.prepare(Batch(segments[1:2]))
    assert comet.measure(blank, Outputs("x", [""])) == [] and len(shown) == 2


@pytest.mark.parametrize(
    ("option", "message"),
    [
        *((f"batch_size={size}", f"batch_size must be a whole number above 0, but is {size!r}.")
          for size in ("0", "-1", "many", "1.5", "²")),
        ("gpus=2", "gpus cannot be '2'. Known: 0, 1"),
    ],
)  # fmt: skip
def test_options_that_are_refused(option: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        metric("x", f",{option}")
    assert str(caught.value) == f"comet: {message}"


def test_value_is_the_mean_times_100() -> None:
    totals = np.array([[1.5, 2.0], [0.0, 0.0]])  # 0.5 + 1.0 over two segments; no segments
    assert metric("x").value(totals) == pytest.approx([75.0, np.nan], nan_ok=True)


def test_signature_tells_models_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def shown(model: Path | str) -> str:
        return metric(model).signature_parts()["model"]

    path = tmp_path / "tiny" / "checkpoints" / "model.ckpt"
    path.parent.mkdir(parents=True)
    path.touch()
    assert shown(path) == shown("tiny") == shown("tiny/checkpoints") == "tiny/model.ckpt"
    assert shown("Unbabel/wmt22-comet-da") == "Unbabel/wmt22-comet-da"
    monkeypatch.chdir(path.parent)
    assert shown("model.ckpt") == "tiny/model.ckpt"
