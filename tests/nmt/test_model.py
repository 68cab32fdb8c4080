"""Loading models: every family, and what a user can get wrong."""

import json
import shutil
from pathlib import Path

import pytest
from tests.nmt.tiny import BUILDERS, DECODERS, LANGUAGES

from litmus.errors import DataError, MissingExtra, UsageError
from litmus.nmt.model import load_model, save_model


@pytest.fixture
def copied(ours: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(ours, tmp_path / "model"))


@pytest.mark.parametrize("name", BUILDERS)
def test_every_family_loads(name: str, request: pytest.FixtureRequest) -> None:
    folder: Path = request.getfixturevalue(name)
    model = load_model(str(folder), LANGUAGES, device="cpu")
    assert model.kind == ("decoder-only" if name in DECODERS else "encoder-decoder")
    assert not model.network.training
    assert model.signature.startswith(f"{name}.0.")
    assert "M.float32#" in model.signature
    limits = {"t5": None, **dict.fromkeys(DECODERS, 512)}
    assert model.positions == limits.get(name, 128)


def test_our_models_know_their_languages_and_context(ours: Path) -> None:
    model = load_model(str(ours), device="cpu")
    assert model.languages == ("en", "fr")
    assert model.context == {"source": 2, "target": 2, "size": "dynamic"}


def test_what_was_saved_is_loaded(
    ours: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    model = load_model(str(ours), device="cpu")
    pieces = (ours / "sentencepiece.model").read_bytes()
    save_model(tmp_path / "new" / "here", model.network, pieces, ("de", "ja"), {"seed": 7})
    again = load_model(str(tmp_path / "new" / "here"), device="cpu")
    assert again.languages == ("de", "ja")
    weights = dict(model.network.named_parameters())
    assert all((weight == weights[name]).all() for name, weight in again.network.named_parameters())
    assert capfd.readouterr() == ("", "")  # no progress bars


def test_foreign_models_must_be_told_their_languages(marian: Path) -> None:
    with pytest.raises(UsageError, match="does not say its languages. Name them: languages=en-fr"):
        load_model(str(marian), device="cpu")


def test_other_languages_than_the_models(ours: Path) -> None:
    with pytest.raises(UsageError, match="translates en-fr, not en-de"):
        load_model(str(ours), ("en", "de"), device="cpu")


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        load_model(str(tmp_path / "nowhere"), LANGUAGES, device="cpu")
    assert str(caught.value) == (
        f"{tmp_path / 'nowhere'} does not exist.\n"
        "Give a folder with config.json, weights and tokenizer, a GGUF file, or a name the hub "
        "knows."
    )


def test_a_folder_without_a_model(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be loaded: .*\nGive a folder with config.json"):
        load_model(str(tmp_path), LANGUAGES, device="cpu")


def test_a_checkpoint_of_the_wrong_kind(tmp_path: Path) -> None:
    import transformers

    tokenizer = transformers.BertTokenizer(
        vocab={"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "a": 4}
    )
    config = transformers.ViTConfig(hidden_size=8, num_hidden_layers=1, num_attention_heads=1)
    config.save_pretrained(tmp_path)
    tokenizer.save_pretrained(tmp_path)
    with pytest.raises(UsageError) as caught:
        load_model(str(tmp_path), LANGUAGES, device="cpu")
    assert str(caught.value) == (
        f"{tmp_path} is a vit model, which does not write text.\n"
        "Give a translation model (encoder-decoder) or a language model (decoder)."
    )


@pytest.mark.parametrize("family", ["Bert", "Roberta"])
def test_an_encoder_writes_no_text(family: str, tmp_path: Path) -> None:
    import transformers

    vocabulary = {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "a": 4}
    tokenizer = transformers.BertTokenizer(vocab=vocabulary)
    sizes = {
        "hidden_size": 8,
        "num_hidden_layers": 1,
        "num_attention_heads": 1,
        "intermediate_size": 8,
    }
    config = getattr(transformers, f"{family}Config")(vocab_size=5, **sizes)
    getattr(transformers, f"{family}ForMaskedLM")(config).save_pretrained(tmp_path)
    tokenizer.save_pretrained(tmp_path)
    with pytest.raises(UsageError, match=f"is a {family.lower()} model, which does not write text"):
        load_model(str(tmp_path), LANGUAGES, device="cpu")


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"format": 1, "languages": "e"}', '"x"', "null"]
)
def test_broken_notes(copied: Path, text: str) -> None:
    (copied / "litmus.json").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=r"litmus\.json is not what `litmus train` writes"):
        load_model(str(copied), device="cpu")


def test_notes_that_are_no_text(copied: Path) -> None:
    (copied / "litmus.json").write_bytes(b"\xff\xfe{}")
    with pytest.raises(DataError, match=r"litmus\.json is not UTF-8"):
        load_model(str(copied), device="cpu")


def test_notes_of_another_version(copied: Path) -> None:
    notes = json.loads((copied / "litmus.json").read_text(encoding="utf-8"))
    (copied / "litmus.json").write_text(json.dumps(notes | {"format": 99}), encoding="utf-8")
    with pytest.raises(DataError, match="has format 99; this litmus reads 1"):
        load_model(str(copied), device="cpu")


def test_a_lost_vocabulary(copied: Path) -> None:
    (copied / "sentencepiece.model").unlink()
    with pytest.raises(DataError, match="the model has lost its vocabulary"):
        load_model(str(copied), device="cpu")


def test_a_broken_vocabulary(copied: Path) -> None:
    (copied / "sentencepiece.model").write_bytes(b"no model")
    with pytest.raises(DataError, match="sentencepiece.model is not a SentencePiece model"):
        load_model(str(copied), device="cpu")


def test_lost_weights(copied: Path) -> None:
    (copied / "model.safetensors").unlink()
    with pytest.raises(DataError, match="cannot be loaded"):
        load_model(str(copied), device="cpu")


def test_weights_cut_short(copied: Path) -> None:
    weights = copied / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:2000])
    with pytest.raises(DataError, match="cannot be loaded"):
        load_model(str(copied), device="cpu")


def test_a_device_that_is_not_there(ours: Path) -> None:
    import torch

    if torch.cuda.is_available():
        pytest.skip("there is a CUDA device")
    with pytest.raises(UsageError, match="torch found no usable GPU. Use device=cpu."):
        load_model(str(ours), device="cuda")
    with pytest.raises(
        UsageError, match="There is no device 'gpu'. Use device=cpu, cuda or cuda:1."
    ):
        load_model(str(ours), device="gpu")


def test_without_torch_the_extra_is_named(ours: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MissingExtra, match=r'pip install "litmus-mt\[nmt\]"'):
        load_model(str(ours), device="cpu")


def test_signature_changes_with_the_weights(ours: Path, tmp_path: Path) -> None:
    shutil.copytree(ours, tmp_path / "run" / "best")
    model = load_model(str(tmp_path / "run" / "best"), device="cpu")
    assert model.signature.startswith("run/best.") and "#" in model.signature
    next(model.network.parameters()).data.add_(1)
    model.network.save_pretrained(tmp_path / "run" / "best")
    again = load_model(str(tmp_path / "run" / "best"), device="cpu")
    assert again.signature != model.signature
    assert again.signature == load_model(str(tmp_path / "run" / "best"), device="cpu").signature


def test_a_break_for_a_model_that_has_its_own_is_refused(ours: Path, gpt2: Path) -> None:
    for folder in (ours, gpt2):
        with pytest.raises(UsageError, match="in its own way. Leave out between."):
            load_model(str(folder), ("en", "fr"), device="cpu", between=" ; ")


def test_a_mistyped_folder_is_not_asked_of_the_hub(ours: Path) -> None:
    with pytest.raises(DataError, match="nope does not exist"):
        load_model(str(ours.parent / "nope"), ("en", "fr"), device="cpu")


def test_code_that_comes_with_a_model_is_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", lambda *_: "y")  # if somebody is asked after all
    folder = tmp_path / "hostile"
    folder.mkdir()
    seen = tmp_path / "seen"
    code = f"open({str(seen)!r}, 'w')\nfrom transformers import BertConfig\nclass Own(BertConfig): pass\n"
    (folder / "own.py").write_text(code)
    config = {"model_type": "own", "auto_map": {"AutoConfig": "own.Own"}}
    (folder / "config.json").write_text(json.dumps(config))
    with pytest.raises(DataError, match="cannot be loaded"):
        load_model(str(folder), LANGUAGES, device="cpu")
    assert not seen.exists()
