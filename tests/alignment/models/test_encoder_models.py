"""Links by the vectors of a tiny encoder made here."""

import json
import shutil
from pathlib import Path

import pytest

from litmus.alignment.backends.encoder import RULES, EncoderAligner
from litmus.errors import DataError

WORDS = ["the", "dog", "bar", "##ks", "cat", "sle", "##eps", "in", "red", "house", "."]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random BERT of two layers that knows eleven pieces of words."""
    torch = pytest.importorskip("torch", reason="torch is not installed")
    transformers = pytest.importorskip("transformers", reason="transformers is not installed")
    folder = tmp_path_factory.mktemp("encoder") / "tiny-bert"
    folder.mkdir()
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS]
    (folder / "vocab.txt").write_text("\n".join(vocabulary) + "\n", encoding="utf-8")
    pieces = transformers.BertTokenizerFast(str(folder / "vocab.txt"), model_max_length=64)
    torch.manual_seed(1)
    config = transformers.BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=64,
    )
    transformers.BertModel(config).save_pretrained(folder)
    pieces.save_pretrained(folder)
    return folder


def aligner(model: Path, rule: str, tokens: str = "words") -> EncoderAligner:
    return EncoderAligner(("en", "en"), tokens, str(model), rule=rule)


SENTENCE = "The dog barks in the red house."


def test_encoder_links_identical_sentences_on_the_diagonal(model: Path) -> None:
    (found,) = aligner(model, "simalign").align([(SENTENCE, SENTENCE)])
    assert found.links == {(n, n) for n in range(8)}
    assert set(found.confidence) == found.links
    assert all(sure == pytest.approx(1, abs=1e-3) for sure in found.confidence.values())
    assert found.source == found.target
    assert SENTENCE[slice(*found.source[2])] == "barks"


@pytest.mark.parametrize("rule", RULES)
def test_encoder_confidence_is_that_of_its_links_whatever_stands_beside(
    model: Path, rule: str
) -> None:
    pairs = [(SENTENCE, "The cat sleeps."), (SENTENCE, SENTENCE), ("red", "house"), ("", "dog"),
             ("dog", ""), ("\u200b", "dog")]  # fmt: skip
    made = aligner(model, rule)
    found = made.align(pairs)
    assert found == [made.align([pair])[0] for pair in pairs]
    made.finish()
    assert [len(a.source) for a in found[:5]] == [8, 8, 1, 0, 1]
    for alignment in found:
        assert set(alignment.confidence) == alignment.links
        assert all(0 < sure <= 1 for sure in alignment.confidence.values())
    assert found[2].links == {(0, 0)}
    assert [a.links for a in found[3:]] == [frozenset()] * 3  # BERT drops zero-width spaces


def test_encoder_signature_names_rule_model_layer_and_tokens(model: Path) -> None:
    # two layers are fewer than eight, so that the last one is taken
    assert aligner(model, "simalign").signature == "simalign.tiny-bert.layer2.words"
    assert aligner(model, "awesome", "space").signature == "awesome.tiny-bert.layer2.space"
    assert not getattr(aligner(model, "simalign"), "learns", False)


def test_encoder_cuts_off_what_is_too_long(model: Path, tmp_path: Path) -> None:
    text = " ".join(["dog", "cat", "red", "house"] * 40)
    (found,) = aligner(model, "simalign").align([(text, text)])
    assert len(found.source) == 160
    assert found.links <= {(i, j) for i in range(62) for j in range(62)}  # 64 with [CLS] and [SEP]
    assert found.links
    folder = tmp_path / "unlimited"  # where only the model has a limit
    shutil.copytree(model, folder)
    settings = json.loads((folder / "tokenizer_config.json").read_text("utf-8"))
    del settings["model_max_length"]
    (folder / "tokenizer_config.json").write_text(json.dumps(settings), encoding="utf-8")
    assert aligner(folder, "simalign").align([(text, text)])[0].links


def test_encoder_that_is_none(tmp_path: Path) -> None:
    pytest.importorskip("transformers", reason="transformers is not installed")
    with pytest.raises(DataError) as caught:
        EncoderAligner(("en", "fr"), "words", str(tmp_path), rule="simalign")
    assert str(caught.value).startswith(f"{tmp_path} cannot be loaded as a Hugging Face encoder: ")
    assert str(caught.value).endswith(
        "\nGive a folder with its files, or a name on a hub that can be reached."
    )
