"""Checkpoints of others, taught on: language codes, tokens they lack, kinds that do not fit."""

import json
from pathlib import Path

import pytest
import torch
from tests.nmt.toy_training import CONTEXT, DATA, DEV, TINY, toy_config

from litmus.errors import DataError, LitmusError, UsageError
from litmus.nmt.codec import TokenizerCodec
from litmus.nmt.model import load_model
from litmus.nmt.training.config import read_config
from litmus.nmt.training.loop import train
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


def test_checkpoint_without_a_break_gets_one_and_keeps_it(tmp_path: Path, marian: Path) -> None:
    folder = marian
    before = load_model(str(folder), ("en", "fr"), device="cpu")
    assert before.codec is not None
    with pytest.raises(UsageError, match="no token that separates sentences"):
        before.codec.break_ids()
    pieces = len(before.tokenizer)
    data = DATA + 'mark = "<idm>"\n'
    config = toy_config(tmp_path, data, CONTEXT, SHORT, origin=f'checkpoint = "{folder}"')
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
    assert after.codec.pieces("The cat sat.", "source") == before.codec.pieces(
        "The cat sat.", "source"
    )
    # A run that was begun reads its tokenizer from where it stands, and adds nothing twice.
    again = ready(config, 1, lambda text: None)
    assert (again.state.step, again.trainee.added) == (4, ())


def test_the_embedded_model_can_be_taught_on(tmp_path: Path) -> None:
    config = toy_config(tmp_path, DATA, CONTEXT, SHORT, origin='checkpoint = "embedded"')
    losses: list[float] = []
    train(config, device="cpu", report=lambda row: losses.append(row.get("nll", 0.0)))
    after = load_model(str(config.output / "last"), device="cpu")
    assert after.context == {"source": 1, "target": 3, "size": "dynamic"}
    assert (after.window, after.positions) == (1024, 1024)  # its own limit goes with its context
    assert losses[-1] < losses[0]
    text = config.path.read_text(encoding="utf-8").replace('"en-fr"', '"fr-en"')
    config.path.write_text(text.replace('"out"', '"other"'), encoding="utf-8")
    with pytest.raises(UsageError, match="^checkpoint in .*: No model for fr-en comes with litmus"):
        train(read_config(config.path), device="cpu")


def test_mbart_separates_as_it_was_taught(tmp_path: Path, mbart50: Path) -> None:
    # Its pretraining text has </s> between the sentences of a document (Liu et al. 2020).
    config = toy_config(tmp_path, DATA, CONTEXT, SHORT, origin=f'checkpoint = "{mbart50}"')
    found = ready(config, 1, lambda text: None).trainee
    assert found.codec.break_ids() == (found.pieces.eos_token_id,)
    assert found.added == ()


def test_text_between_sentences_may_be_chosen(tmp_path: Path, mbart50: Path) -> None:
    context = CONTEXT + 'between = " || "\n'
    noise = "[noise]\nreplace_target = 1.0\n"
    config = toy_config(tmp_path, DATA, context, noise, SHORT, origin=f'checkpoint = "{mbart50}"')
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


def test_weights_and_dropout_of_a_checkpoint(tmp_path: Path, mbart50: Path) -> None:
    config = toy_config(
        tmp_path, DATA, SHORT + "[noise]\nmask_source = 0.1\n", origin=f'checkpoint = "{mbart50}"'
    )
    found = ready(config, 1, lambda text: None).trainee
    assert (found.network.config.dropout, found.network.config.attention_dropout) == (0.3, 0.1)
    assert {layer.dropout for layer in found.network.model.encoder.layers} == {0.3}
    original = load_model(str(mbart50), ("en", "fr"), device="cpu").network.state_dict()
    for name, weight in found.network.state_dict().items():
        assert torch.equal(weight, original[name]), name
    assert isinstance(found.codec, TokenizerCodec)
    assert found.noiser.mask == found.pieces.mask_token_id


def test_tokenizer_without_a_mask_is_said(tmp_path: Path, marian: Path) -> None:
    config = toy_config(
        tmp_path, DATA, "[noise]\nmask_source = 0.1\n", origin=f'checkpoint = "{marian}"'
    )
    with pytest.raises(UsageError, match="has no mask token for noise.mask_source"):
        ready(config, 1, lambda text: None)


def test_language_model_is_refused(tmp_path: Path, gpt2: Path) -> None:
    config = toy_config(tmp_path, DATA, origin=f'checkpoint = "{gpt2}"')
    with pytest.raises(UsageError, match="is a language model without an encoder"):
        train(config, device="cpu")


def test_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    config = toy_config(tmp_path, DATA, origin='checkpoint = "empty"')
    with pytest.raises(LitmusError, match="cannot be loaded"):
        train(config, device="cpu")


def test_language_that_a_checkpoint_does_not_know_is_said(tmp_path: Path, mbart50: Path) -> None:
    config = toy_config(tmp_path, DATA, origin=f'checkpoint = "{mbart50}"')
    config.path.write_text(config.path.read_text().replace("en-fr", "en-is"))
    from litmus.nmt.training.config import read_config

    with pytest.raises(UsageError, match="No language of this model is called 'is'"):
        train(read_config(config.path), device="cpu")


def test_models_of_ours_are_taught_on_with_context(tmp_path: Path) -> None:
    # As 001 trains its large models: sentences first, then documents.
    first = toy_config(tmp_path, TINY, DATA, output="first")
    train(first, device="cpu")
    config = toy_config(
        tmp_path, DATA, DEV, CONTEXT, SHORT, origin='checkpoint = "first/last"', output="second"
    )
    train(config, device="cpu")
    notes = json.loads((config.output / "best" / "litmus.json").read_text())
    assert notes["context"] == {"source": 1, "target": 3, "size": "dynamic"}
    assert notes["recipe"] == "first/last"
    marked = toy_config(
        tmp_path, DATA + 'mark = "<idm>"\n', origin='checkpoint = "first/last"', output="third"
    )
    with pytest.raises(DataError, match="does not know <idm>"):
        train(marked, device="cpu")
