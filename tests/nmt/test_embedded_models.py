"""The models that come with litmus, and the form in which they come."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file

from litmus.errors import DataError, UsageError
from litmus.nmt.decoding.translator import Translator
from litmus.nmt.model import load_model, model_title
from litmus.nmt.packed import PACKED, read_packed, write_packed
from litmus.nmt.scoring.scorer import Request, Scorer
from litmus.nmt.shipped import shipped_models
from litmus.nmt.windows import Window


@pytest.fixture
def packed(ours: Path, tmp_path: Path) -> Path:
    folder = Path(shutil.copytree(ours, tmp_path / "packed"))
    write_packed(folder / PACKED, load_file(folder / "model.safetensors"))
    (folder / "model.safetensors").unlink()
    return folder


def refused(error: type[Exception], model: Path | str, languages: Any = None) -> str:
    with pytest.raises(error) as caught:
        load_model(str(model), languages, device="cpu")
    return str(caught.value)


def test_packed_weights_are_near_and_smaller(ours: Path, packed: Path, tmp_path: Path) -> None:
    whole, again = load_file(ours / "model.safetensors"), read_packed(packed / PACKED)
    assert set(again) == set(whole)
    for name, weight in whole.items():
        if weight.dim() == 2:
            step = weight.abs().amax(dim=1, keepdim=True) / 127
            assert ((again[name] - weight).abs() <= step / 2 + 1e-7).all(), name
        else:
            assert torch.equal(again[name], weight)
    size = (packed / PACKED).stat().st_size
    assert size < 0.5 * (ours / "model.safetensors").stat().st_size  # it is mostly names here
    write_packed(tmp_path / PACKED, {"a": torch.zeros(2, 3), "b": torch.ones(2)})
    assert not read_packed(tmp_path / PACKED)["a"].any()


def test_a_packed_model_has_its_embedding_as_output_and_draws_nothing(packed: Path) -> None:
    before = torch.random.get_rng_state()
    network = load_model(str(packed), device="cpu").network
    assert network.get_output_embeddings().weight is network.get_input_embeddings().weight
    assert torch.equal(torch.random.get_rng_state(), before)


def test_damaged_weights_are_named_and_missing_ones_not_made_up(ours: Path, packed: Path) -> None:
    (packed / PACKED).write_bytes(b"no weights")
    assert f"{PACKED} cannot be read" in refused(DataError, packed)
    weights = load_file(ours / "model.safetensors")
    del weights["model.decoder.layers.0.fc1.weight"]
    write_packed(packed / PACKED, weights)
    assert "it lacks model.decoder.layers.0.fc1.weight" in refused(DataError, packed)
    for other, message in (({"other": torch.ones(1)}, "is not of this network: it has other"),
                           ({}, "it lacks model")):  # fmt: skip
        save_file(other, packed / PACKED)
        assert message in refused(DataError, packed)


def test_what_ships_says_what_it_is() -> None:
    found = shipped_models()
    assert list(found) == ["en-de", "en-es", "en-fr"]
    for pair, folder in found.items():
        assert model_title(str(folder)) == f"embedded-{pair}"
        assert "-".join(json.loads((folder / "litmus.json").read_text())["languages"]) == pair


@pytest.mark.parametrize(("target", "words"), [
    ("fr", {"Commission", "Parlement", "européen", "proposition"}),
    ("de", {"Kommission", "Parlament", "Europäische", "Vorschlag"}),
    ("es", {"Comisión", "Parlamento", "Europeo", "propuesta"}),
])  # fmt: skip
def test_the_embedded_models_translate(target: str, words: set[str]) -> None:
    model = load_model("embedded", ("en", target), device="cpu")
    source = "The European Parliament supports the proposal of the Commission."
    (text,) = Translator(model).translate([source])
    assert len(words & set(text.replace(".", "").split())) >= 3, text


@pytest.mark.parametrize(("target", "feminine", "masculine", "her", "him"), [
    ("fr", "Elle sera examinée demain.", "Il sera examiné demain.",
     "La Commission a présenté une proposition.", "Le Parlement a approuvé le rapport."),
    ("de", "Sie wird morgen erörtert.", "Er wird morgen erörtert.",
     "Wir haben eine neue Richtlinie.", "Wir haben einen neuen Vorschlag."),
])  # fmt: skip
def test_the_embedded_models_use_the_sentence_before(
    target: str, feminine: str, masculine: str, her: str, him: str
) -> None:
    scorer = Scorer(load_model("embedded", ("en", target), device="cpu"))

    def preference(before: str) -> float:
        """For the feminine pronoun, in nats."""
        source, window = "It will be discussed tomorrow.", Window((), (before,))
        one, two = scorer.score(Request(source, text, window) for text in (feminine, masculine))
        return one.total - two.total

    assert preference(her) > preference(him) + 0.3


def test_an_embedded_model_that_is_not_there() -> None:
    assert refused(UsageError, "embedded", ("en", "ja")) == (
        "No model for en-ja comes with litmus (there are: en-de, en-es, en-fr).\n"
        "Name one of your own: a folder of litmus train, or any model of transformers."
    )
    assert "Which of the embedded models" in refused(UsageError, "embedded")
    for name in ("embeded", "Embedded", "embedd"):
        message = f"No model is called {name!r}. Did you mean 'embedded'?"
        assert refused(UsageError, name, ("en", "fr")) == message


def test_folder_called_almost_embedded_is_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(shipped_models()["en-fr"], tmp_path / "embeded")
    monkeypatch.chdir(tmp_path)
    assert load_model("embeded", device="cpu").languages == ("en", "fr")


def test_context_ends_where_the_model_has_learnt(ours: Path) -> None:
    model = load_model(str(ours), device="cpu")
    assert (model.positions, model.window) == (128, 128)
    assert replace(model, context={"pieces": 500}).window == 128
    assert ".window" not in model.signature
    assert ".float32.window99#" in replace(model, context={"pieces": 99}).signature
    near, far, target = "Tu es gentil.", "Le chat dort.", "Tu es en retard."
    assert model.codec is not None
    room = 2 + sum(len(model.codec.pieces(text, "target").ids) for text in (near, target))
    short = replace(model, context={**model.context, "pieces": room})  # a start and a break
    assert (short.positions, short.window) == (128, room)
    request = Request("You are late.", target, Window((), (far, near)))
    whole, cut, alone = (
        next(Scorer(one).score([replace(request, window=window)]))
        for one, window in (
            (model, request.window), (short, request.window), (short, Window((), (near,))),
        )
    )  # fmt: skip
    assert (whole.left_out, cut.left_out) == ((0, 0), (0, 1))
    assert cut.total == alone.total != whole.total


@pytest.mark.parametrize("side", ["source", "target"])
def test_both_sides_drop_what_one_has_no_room_for(ours: Path, side: str) -> None:
    long, short = "cat " * 30, "Tu es."
    far = {"source": (long, short), "target": (short, long)}[side]
    window = Window((far[0], "You are."), (far[1], "Tu es."))
    near = Window(window.source[1:], window.target[1:])
    model = load_model(str(ours), device="cpu")
    limited = replace(model, context={**model.context, "pieces": 40})
    cut, alone = (
        next(Scorer(limited).score([Request("You are late.", "Tu es en retard.", one)]))
        for one in (window, near)
    )
    assert cut.left_out == (1, 1)
    assert cut.total == alone.total
    translator = Translator(limited, beam=1)
    texts = translator.translate(["You are late."] * 2, [window, near])
    assert texts[0] == texts[1] and translator.left_out == 2
