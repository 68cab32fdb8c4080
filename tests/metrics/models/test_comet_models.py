"""COMET on a model made here: no download, a few thousand weights, the layout of the real ones."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.metrics.comet_segments import (
    HYPOTHESES,
    REFERENCES,
    SEGMENTS,
    SOURCES,
    metric,
    refused,
    scores,
)

from litmus.corpus.segment import Segment
from litmus.errors import DataError
from litmus.metrics.base import Batch


def needs_comet(test: Any) -> Any:
    """Slow, and deaf to the warnings of other people's packages."""
    return pytest.mark.slow(pytest.mark.filterwarnings("ignore")(test))


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Folders of a model that needs a reference and of one that does not, as on the hub."""
    pytest.importorskip("comet", reason='needs pip install "litmus-mt[comet]"')
    import torch
    from comet.models import ReferencelessRegression, RegressionMetric

    encoder = tmp_path_factory.mktemp("encoder")
    folder = tmp_path_factory.mktemp("models")
    with torch.random.fork_rng():
        torch.manual_seed(1)
        write_encoder(encoder)
        made = {"reference": RegressionMetric, "reference-free": ReferencelessRegression}
        for name, kind in made.items():
            write_model(kind(pretrained_model=str(encoder), hidden_sizes=[8]), folder / name)
    return {name: folder / name for name in made}


def write_encoder(folder: Path) -> None:
    """An XLM-R of two layers with random weights; its tokeniser knows our words and letters."""
    from tokenizers import Tokenizer, processors
    from tokenizers.models import Unigram
    from tokenizers.pre_tokenizers import Metaspace
    from transformers import XLMRobertaConfig, XLMRobertaModel, XLMRobertaTokenizerFast

    words = sorted({word for text in SOURCES + REFERENCES for word in text.split()})
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    letters = "▁abcdefghijklmnopqrstuvwxyz"
    vocabulary = [(piece, 0.0) for piece in special]
    vocabulary += [("▁" + word, -3.0) for word in words] + [(letter, -9.0) for letter in letters]
    tokenizer = Tokenizer(Unigram(vocabulary, unk_id=special.index("<unk>")))
    tokenizer.pre_tokenizer = Metaspace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>",
        pair="<s> $A </s> </s> $B </s>",
        special_tokens=[("<s>", 0), ("</s>", 2)],
    )
    XLMRobertaTokenizerFast(tokenizer_object=tokenizer).save_pretrained(folder)
    config = XLMRobertaConfig(
        vocab_size=len(vocabulary), hidden_size=16, num_hidden_layers=2, num_attention_heads=2,
        intermediate_size=32, max_position_embeddings=64,
    )  # fmt: skip
    XLMRobertaModel(config, add_pooling_layer=False).save_pretrained(folder)


def write_model(model: Any, folder: Path) -> None:
    """What Lightning writes in training: MODEL/checkpoints/model.ckpt and MODEL/hparams.yaml."""
    import pytorch_lightning
    import yaml

    trainer = pytorch_lightning.Trainer(accelerator="cpu", logger=False)
    trainer.strategy.connect(model)
    trainer.save_checkpoint(folder / "checkpoints" / "model.ckpt")
    (folder / "hparams.yaml").write_text(yaml.safe_dump(dict(model.hparams)), encoding="utf-8")


def predicted(folder: Path, fields: tuple[str, ...], batch_size: int = 16) -> list[float]:
    """The scores of comet's own door."""
    import comet

    model = comet.load_from_checkpoint(str(folder / "checkpoints" / "model.ckpt"))
    columns = {"src": SOURCES, "mt": HYPOTHESES, "ref": REFERENCES}
    samples = [{key: columns[key][place] for key in fields} for place in range(len(SOURCES))]
    found = model.predict(samples, batch_size=batch_size, gpus=0, progress_bar=False)
    return list(found["scores"])


@needs_comet
@pytest.mark.parametrize("place", ["", "checkpoints", "checkpoints/model.ckpt"])
def test_scores_are_those_of_comet(
    models: dict[str, Path], monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    expected = predicted(models["reference"], ("src", "mt", "ref"))
    assert len(set(expected)) == len(expected)  # a model that tells the segments apart
    assert scores(metric(models["reference"] / place)) == expected
    monkeypatch.chdir(models["reference"] / "checkpoints")
    assert scores(metric("model.ckpt")) == expected


@needs_comet
def test_batches_change_nothing_that_can_be_read(models: dict[str, Path]) -> None:
    single = scores(metric(models["reference"], ",batch_size=1"))
    assert single == predicted(models["reference"], ("src", "mt", "ref"), batch_size=1)
    assert single == pytest.approx(scores(metric(models["reference"])), abs=1e-6)


@needs_comet
def test_reference_free_model_looks_at_no_reference(models: dict[str, Path]) -> None:
    bare = [Segment(segment.id, segment.source) for segment in SEGMENTS]
    expected = predicted(models["reference-free"], ("src", "mt"))
    comet = metric(models["reference-free"])
    assert scores(comet) == scores(comet, bare) == expected


@needs_comet
def test_model_with_reference_needs_one(models: dict[str, Path]) -> None:
    with pytest.raises(DataError, match="has no reference, but comet needs one"):
        scores(metric(models["reference"]), [Segment("a", "he is dead .")])


@needs_comet
def test_signature_names_model_and_version(models: dict[str, Path]) -> None:
    import comet

    assert metric(models["reference"]).signature_parts() == {
        "model": "reference/model.ckpt",
        "comet": comet.__version__,
    }


QUIET = """
import logging, sys, warnings
from litmus.corpus.segment import Segment
from litmus.metrics.base import Batch, Outputs, Setup
from litmus.metrics.registry import create

def state():
    root = logging.getLogger()
    logs = (root.level, root.handlers[:], root.manager.disable)
    return (*logs, warnings.filters[:], warnings.formatwarning, warnings.showwarning)

before = state()
comet = create("comet:model=" + sys.argv[1], Setup("en", "de"))
for _ in range(2):
    comet.measure(comet.prepare(Batch([Segment("a", "he", ("er",))])), Outputs("x", ["sie"]))
after = state()
assert after[:3] == before[:3] and after[4:] == before[4:], (before, after)
assert [entry for entry in after[3] if entry not in before[3]] == []
"""


@needs_comet
def test_nothing_is_printed_and_logging_is_left_alone(models: dict[str, Path]) -> None:
    # A process of its own: most of the noise comes with the first import of the package.
    command = [sys.executable, "-c", QUIET, str(models["reference"])]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@needs_comet
def test_checkpoint_without_hparams(models: dict[str, Path], tmp_path: Path) -> None:
    path = tmp_path / "checkpoints" / "model.ckpt"
    path.parent.mkdir()
    path.write_bytes((models["reference"] / "checkpoints" / "model.ckpt").read_bytes())
    assert refused(path) == (
        f"comet: {path} could not be loaded: hparams.yaml file is missing from {tmp_path}!\n"
        "It needs hparams.yaml in the folder above its own, and the encoder named there, "
        "on disk or on the hub."
    )


@needs_comet
def test_weights_that_are_missing_are_warned_of(models: dict[str, Path], tmp_path: Path) -> None:
    import torch

    path = tmp_path / "checkpoints" / "model.ckpt"
    path.parent.mkdir()
    (tmp_path / "hparams.yaml").write_bytes((models["reference"] / "hparams.yaml").read_bytes())
    whole = torch.load(models["reference"] / "checkpoints" / "model.ckpt")
    del whole["state_dict"]["estimator.ff.0.weight"]
    torch.save(whole, path)
    with pytest.warns(UserWarning, match=r"not in the checkpoint: \['estimator\.ff\.0\.weight'\]"):
        metric(path).prepare(Batch(SEGMENTS))


@needs_comet
def test_name_that_cannot_be_reached(
    models: dict[str, Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import huggingface_hub

    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", True)
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))  # comet makes a folder of its own there
    monkeypatch.chdir(tmp_path)
    try:
        huggingface_hub.snapshot_download("Nobody/no-model")
    except huggingface_hub.errors.LocalEntryNotFoundError as error:
        said = str(error)
    message = refused("Nobody/no-model")
    assert message == (
        f"comet: the model 'Nobody/no-model' could not be downloaded: {said}\n"
        "Check the name and the network, or give the path of a checkpoint: metrics=comet:model=PATH"
    )
