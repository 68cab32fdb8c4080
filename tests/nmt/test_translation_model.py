"""Loading models: every family, and what a user can get wrong."""

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
import transformers
from tests.nmt.tiny import BUILDERS, DECODERS, LANGUAGES

from litmus.errors import DataError, LitmusError, MissingExtra, UsageError
from litmus.nmt.model import load_model, save_model


@pytest.fixture
def copied(ours: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(ours, tmp_path / "model"))


def refused(error: type[LitmusError], folder: Path | str, *languages: str, **options: Any) -> str:
    with pytest.raises(error) as caught:
        load_model(str(folder), languages or LANGUAGES, **{"device": "cpu", **options})
    return str(caught.value)


@pytest.mark.parametrize("name", BUILDERS)
def test_every_family_loads(name: str, request: pytest.FixtureRequest) -> None:
    folder: Path = request.getfixturevalue(name)
    model = load_model(str(folder), LANGUAGES if name != "ours" else None, device="cpu")
    assert model.kind == ("decoder-only" if name in DECODERS else "encoder-decoder")
    assert model.languages == LANGUAGES
    assert (model.context == {"source": 2, "target": 2, "size": "dynamic"}) == (name == "ours")
    assert not model.network.training
    assert model.signature.startswith(f"{name}.0.")
    assert "M.float32#" in model.signature
    limits = {"t5": None, **dict.fromkeys(DECODERS, 512)}
    assert model.positions == limits.get(name, 128)


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


def test_what_does_not_fit_a_model_is_refused(ours: Path, marian: Path, gpt2: Path) -> None:
    with pytest.raises(UsageError, match="does not say its languages. Name them: languages=en-fr"):
        load_model(str(marian), device="cpu")
    assert "translates en-fr, not en-de" in refused(UsageError, ours, "en", "de")
    for folder in (ours, gpt2):
        message = refused(UsageError, folder, between=" ; ")
        assert message.endswith("in its own way. Leave out between.")


def test_a_folder_without_a_model(tmp_path: Path) -> None:
    way_out = "Give a folder with config.json, weights and tokenizer, a GGUF file, or a name the hub knows."
    gone = tmp_path / "nowhere"  # which is not asked of the hub
    assert refused(DataError, gone) == f"{gone} does not exist.\n{way_out}"
    message = refused(DataError, tmp_path)
    assert "cannot be loaded: " in message and message.endswith(way_out)


@pytest.mark.parametrize("family", ["ViT", "Bert", "Roberta"])
def test_a_network_that_writes_no_text_is_refused(family: str, tmp_path: Path) -> None:
    vocabulary = {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "a": 4}
    transformers.BertTokenizer(vocab=vocabulary).save_pretrained(tmp_path)
    sizes = {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 1}
    config = getattr(transformers, f"{family}Config")(intermediate_size=8, **sizes)
    config.save_pretrained(tmp_path)
    if family != "ViT":
        config.vocab_size = 5
        getattr(transformers, f"{family}ForMaskedLM")(config).save_pretrained(tmp_path)
    assert refused(UsageError, tmp_path) == (
        f"{tmp_path} is a {family.lower()} model, which does not write text.\n"
        "Give a translation model (encoder-decoder) or a language model (decoder)."
    )


@pytest.mark.parametrize(("file", "content", "message"), [
    *(("litmus.json", text, "litmus.json is not what `litmus train` writes")
      for text in (b"", b"{", b"[]", b"{}", b'{"format": 1, "languages": "e"}', b'"x"', b"null")),
    ("litmus.json", b"\xff\xfe{}", "litmus.json is not UTF-8"),
    ("litmus.json", lambda notes: notes.replace(b'"format": 1', b'"format": 99'),
     "has format 99; this litmus reads 1"),
    ("sentencepiece.model", None, "the model has lost its vocabulary"),
    ("sentencepiece.model", b"no model", "sentencepiece.model is not a SentencePiece model"),
    ("model.safetensors", None, "cannot be loaded"),
    ("model.safetensors", lambda weights: weights[:2000], "cannot be loaded"),
])  # fmt: skip
def test_a_damaged_model(copied: Path, file: str, content: Any, message: str) -> None:
    path = copied / file
    if content is None:
        path.unlink()
    else:
        path.write_bytes(content(path.read_bytes()) if callable(content) else content)
    assert message in refused(DataError, copied)


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a CUDA device")
def test_a_device_that_is_not_there(ours: Path) -> None:
    for device, message in (
        ("cuda", "torch found no usable GPU. Use device=cpu."),
        ("gpu", "There is no device 'gpu'. Use device=cpu, cuda or cuda:1."),
    ):
        assert message in refused(UsageError, ours, device=device)


def test_without_torch_the_extra_is_named(ours: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert 'pip install "litmus-mt[nmt]"' in refused(MissingExtra, ours)


def test_signature_changes_with_the_weights(ours: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(ours, tmp_path / "run" / "best"))
    model = load_model(str(folder), device="cpu")
    assert model.signature.startswith("run/best.") and "#" in model.signature
    next(model.network.parameters()).data.add_(1)
    model.network.save_pretrained(folder)
    one, two = (load_model(str(folder), device="cpu").signature for _ in range(2))
    assert one == two != model.signature


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
    assert "cannot be loaded" in refused(DataError, folder)
    assert not seen.exists()
