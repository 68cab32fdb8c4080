"""Checkpoints of others, taught on: language codes, tokens they lack, kinds that do not fit."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from tests.nmt.toy_training import CONTEXT, DATA, DEV, TINY, toy_config

from litmus.errors import DataError, LitmusError
from litmus.nmt.codec import TokenizerCodec
from litmus.nmt.model import load_model
from litmus.nmt.training.config import read_config
from litmus.nmt.training.loop import train
from litmus.nmt.training.settings import Config
from litmus.nmt.training.setup import ready

SHORT = """
[training]
batch_tokens = 400
steps = 4
dev_every = 2
report_every = 1
precision = "fp32"
warm_up = 1
learning_rate = 1e-3
[decoding]
beam = 1
context = "none"
"""


def from_checkpoint(folder: Path, checkpoint: Path | str, *parts: str, **top: Any) -> Config:
    return toy_config(folder, *parts, origin=f'checkpoint = "{checkpoint}"', **top)


def test_checkpoint_without_a_break_gets_one_and_keeps_it(tmp_path: Path, marian: Path) -> None:
    before = load_model(str(marian), ("en", "fr"), device="cpu")
    assert before.codec is not None
    pieces = len(before.tokenizer)
    config = from_checkpoint(tmp_path, marian, DATA + 'mark = "<idm>"\n', CONTEXT, SHORT)
    said: list[str] = []
    train(config, device="cpu", say=said.append)
    assert "added to the tokenizer, with new embeddings: <idm>, <brk>" in said
    after = load_model(str(config.output / "last"), device="cpu")
    assert after.codec is not None and after.languages == ("en", "fr")
    assert after.context == {"source": 1, "target": 3, "size": "dynamic"}
    assert after.codec.break_ids() == (pieces + 1,)
    assert after.codec.pieces("<idm> cat", "source").ids[0] == pieces
    assert after.network.get_input_embeddings().num_embeddings >= pieces + 2
    assert after.codec.start == before.codec.start
    assert after.codec.source([9]) == before.codec.source([9])
    cat = "The cat sat."
    assert after.codec.pieces(cat, "source") == before.codec.pieces(cat, "source")
    # A run that was begun reads its tokenizer from where it stands, and adds nothing twice.
    again = ready(config, 1, lambda text: None)
    assert (again.state.step, again.trainee.added) == (4, ())


def test_the_embedded_model_can_be_taught_on(tmp_path: Path) -> None:
    config = from_checkpoint(tmp_path, "embedded", DATA, CONTEXT, SHORT)
    losses: list[float] = []
    train(config, device="cpu", report=lambda row: losses.append(row.get("nll", 0.0)))
    after = load_model(str(config.output / "last"), device="cpu")
    assert after.context == {"source": 1, "target": 3, "size": "dynamic"}
    assert (after.window, after.positions) == (1024, 1024)  # its own limit goes with its context
    assert losses[-1] < losses[0]


def test_mbart_keeps_its_weights_and_the_break_it_was_taught(tmp_path: Path, mbart50: Path) -> None:
    noise = "[noise]\nmask_source = 0.1\n"
    config = from_checkpoint(tmp_path, mbart50, DATA, CONTEXT, SHORT + noise)
    found = ready(config, 1, lambda text: None).trainee
    # Its pretraining text has </s> between the sentences of a document (Liu et al. 2020).
    assert found.codec.break_ids() == (found.pieces.eos_token_id,)
    assert found.added == ()
    assert (found.network.config.dropout, found.network.config.attention_dropout) == (0.3, 0.1)
    assert {layer.dropout for layer in found.network.model.encoder.layers} == {0.3}
    original = load_model(str(mbart50), ("en", "fr"), device="cpu").network.state_dict()
    for name, weight in found.network.state_dict().items():
        assert torch.equal(weight, original[name]), name
    assert isinstance(found.codec, TokenizerCodec)
    assert found.noiser.mask == found.pieces.mask_token_id


def test_text_between_sentences_may_be_chosen(tmp_path: Path, mbart50: Path) -> None:
    context = CONTEXT + 'between = " || "\n'
    noise = "[noise]\nreplace_target = 1.0\n"
    config = from_checkpoint(tmp_path, mbart50, DATA, context, noise, SHORT)
    found = ready(config, 1, lambda text: None)
    breaks = list(found.trainee.codec.break_ids())
    assert len(breaks) > 1 and found.trainee.added == ()
    # However much noise there is, breaks of several pieces are not touched either.
    examples, epoch = found.examples, found.examples.epoch(0)
    batch = next(
        examples.batch(epoch, i) for i in range(epoch.batches) if epoch.target[epoch.part(i)].all()
    )
    for row in batch.target.tolist():
        text = " ".join(map(str, row))
        assert " ".join(map(str, breaks)) in text
    train(config, device="cpu")
    assert load_model(str(config.output / "last")).context["between"] == " || "


def test_checkpoints_that_do_not_fit_are_refused(
    tmp_path: Path, marian: Path, gpt2: Path, mbart50: Path
) -> None:
    (tmp_path / "empty").mkdir()
    noise = "[noise]\nmask_source = 0.1\n"
    for checkpoint, pair, parts, message in (
        (marian, "en-fr", [DATA, noise], "has no mask token for noise.mask_source"),
        (gpt2, "en-fr", [DATA], "is a language model without an encoder"),
        ("empty", "en-fr", [DATA], "cannot be loaded"),
        (mbart50, "en-is", [DATA], "No language of this model is called 'is'"),
        ("embedded", "fr-en", [DATA, CONTEXT], "^checkpoint in .*: No model for fr-en comes with"),
    ):
        config = from_checkpoint(tmp_path, checkpoint, *parts, output=f"from-{pair}")
        config.path.write_text(config.path.read_text().replace('en-fr"', f'{pair}"'))
        with pytest.raises(LitmusError, match=message):
            train(read_config(config.path), device="cpu")


def test_models_of_ours_are_taught_on_with_context(tmp_path: Path) -> None:
    # As 001 trains its large models: sentences first, then documents.
    first = toy_config(tmp_path, TINY, DATA, output="first")
    train(first, device="cpu")
    parts = (DATA, DEV, CONTEXT, SHORT)
    config = from_checkpoint(tmp_path, "first/last", *parts, output="second")
    train(config, device="cpu")
    notes = json.loads((config.output / "best" / "litmus.json").read_text())
    assert notes["context"] == {"source": 1, "target": 3, "size": "dynamic"}
    assert notes["recipe"] == "first/last"
    data = DATA + 'mark = "<idm>"\n'
    marked = from_checkpoint(tmp_path, "first/last", data, output="third")
    with pytest.raises(DataError, match="does not know <idm>"):
        train(marked, device="cpu")
