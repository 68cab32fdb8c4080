"""Tiny models of every family, made here with random weights: folders that `load_model` loads."""

import io
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from litmus.nmt.model import save_model

LANGUAGES = ("en", "fr")
DECODERS = ("gpt2", "llama", "qwen2")

# Written for these tests: enough of each script that a tokenizer learns pieces of it.
TEXT = (
    "The cat sat on the mat and looked at the dog.",
    "She said that she would come back in the evening.",
    "He kicked the bucket before the harvest was brought in.",
    "It was raining, so we stayed at home and played cards.",
    "Do you know where the old books of the school are kept?",
    "They bark up the wrong tree; nobody has seen the money.",
    "Le chat était assis sur le tapis et regardait le chien.",
    "Elle a dit qu'elle reviendrait dans la soirée.",
    "Il a cassé sa pipe avant que la récolte soit rentrée.",
    "Il pleuvait, alors nous sommes restés à la maison.",
    "Savez-vous où sont gardés les vieux livres de l'école ?",
    "Ils font fausse route ; personne n'a vu l'argent.",
    "Die Katze saß auf der Matte und schaute den Hund an.",
    "Wir blieben zu Hause, weil es draußen regnete.",
    "Кошка сидела на коврике и смотрела на собаку.",
    "Мы остались дома, потому что шёл дождь.",
    "猫坐在垫子上看着狗。我们待在家里打牌。",
    "他在收获之前去世了。你知道书在哪里吗?",
    "猫はマットの上に座って犬を見ていました。",
    "جلست القطة على السجادة ونظرت إلى الكلب.",
    "بقينا في البيت لأن المطر كان ينزل.",
)
_SIZES = {"d_model": 32, "encoder_layers": 2, "decoder_layers": 2, "encoder_attention_heads": 4,
          "decoder_attention_heads": 4, "encoder_ffn_dim": 48, "decoder_ffn_dim": 48}  # fmt: skip
_POSITIONS = 128


@cache
def trained_pieces(size: int = 400, marks: tuple[str, ...] = ("<brk>", "<mask>")) -> bytes:
    """A SentencePiece model with our ids: padding 0, start 1, end 2, unknown 3, then the marks."""
    import sentencepiece

    proto = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(TEXT), model_writer=proto, model_type="unigram", vocab_size=size,
        hard_vocab_limit=False, character_coverage=1.0, pad_id=0, bos_id=1, eos_id=2, unk_id=3,
        control_symbols=list(marks), num_threads=1, minloglevel=2,
    )  # fmt: skip
    return proto.getvalue()


def ours(folder: Path) -> None:
    """As `litmus train` leaves it: pre-norm, sinusoidal positions, our vocabulary."""
    import transformers

    config = transformers.M2M100Config(
        vocab_size=len(_scored()) + 6, **_SIZES, max_position_embeddings=_POSITIONS,
        pad_token_id=0, bos_token_id=1, eos_token_id=2, decoder_start_token_id=2,
        tie_word_embeddings=True,
    )  # fmt: skip
    network = _network(transformers.M2M100ForConditionalGeneration, config)
    context = {"source": 2, "target": 2, "size": "dynamic"}
    save_model(folder, network, trained_pieces(), LANGUAGES, {"context": context, "seed": 1})


def marian(folder: Path) -> None:
    """An OPUS-MT model: a SentencePiece model a side, one vocabulary, a bias on the output."""
    import torch
    import transformers

    words = ["</s>", "<unk>", *(piece for piece, _ in _scored()), "<pad>"]
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("source.spm", "target.spm"):
        (folder / name).write_bytes(trained_pieces())
    vocabulary = json.dumps({word: number for number, word in enumerate(words)})
    (folder / "vocab.json").write_text(vocabulary, encoding="utf-8")
    files = [str(folder / name) for name in ("source.spm", "target.spm", "vocab.json")]
    tokenizer = transformers.MarianTokenizer(*files, source_lang="en", target_lang="fr")
    pad = len(words) - 1
    config = transformers.MarianConfig(
        vocab_size=len(words), **_SIZES, max_position_embeddings=_POSITIONS, pad_token_id=pad,
        eos_token_id=0, bos_token_id=0, decoder_start_token_id=pad, forced_eos_token_id=0,
    )  # fmt: skip
    network = _network(transformers.MarianMTModel, config)
    network.final_logits_bias += torch.linspace(-1, 1, len(words))
    _save(folder, network, tokenizer)


def mbart50(folder: Path) -> None:
    """A many-to-many mBART: the target's language comes first on both sides."""
    import torch
    import transformers

    tokenizer = transformers.MBart50Tokenizer(vocab=[("<unk>", 0.0), ("<s>", 0.0), ("</s>", 0.0),
                                                     *_scored()], src_lang="en_XX", tgt_lang="fr_XX")  # fmt: skip
    config = transformers.MBartConfig(
        vocab_size=len(tokenizer), **_SIZES, max_position_embeddings=_POSITIONS,
        bos_token_id=0, pad_token_id=1, eos_token_id=2, decoder_start_token_id=2,
        scale_embedding=True,
    )  # fmt: skip
    network = _network(transformers.MBartForConditionalGeneration, config)
    network.final_logits_bias += torch.linspace(1, -1, len(tokenizer))
    _save(folder, network, tokenizer)


def t5(folder: Path) -> None:
    """T5 with tied embeddings: its logits are scaled, its positions have no end."""
    import transformers

    pieces = [("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0), *_scored(), ("<brk>", 0.0)]
    tokenizer = transformers.T5Tokenizer(vocab=pieces, extra_ids=0)
    config = transformers.T5Config(
        vocab_size=len(tokenizer), d_model=32, d_kv=8, d_ff=48, num_layers=2, num_heads=4,
        pad_token_id=0, eos_token_id=1, decoder_start_token_id=0, tie_word_embeddings=True,
    )  # fmt: skip
    _save(folder, _network(transformers.T5ForConditionalGeneration, config), tokenizer)


def bart(folder: Path) -> None:
    """BART: byte-level pieces that hold the space before them, learned positions."""
    import torch
    import transformers

    vocabulary, merges = _byte_level(("<s>", "<pad>", "</s>", "<unk>", "<mask>"))
    tokenizer = transformers.BartTokenizer(vocab=vocabulary, merges=merges)
    config = transformers.BartConfig(
        vocab_size=len(tokenizer), **_SIZES, max_position_embeddings=_POSITIONS, bos_token_id=0,
        pad_token_id=1, eos_token_id=2, decoder_start_token_id=2, forced_eos_token_id=2,
    )  # fmt: skip
    network = _network(transformers.BartForConditionalGeneration, config)
    network.final_logits_bias += torch.linspace(-1, 1, len(tokenizer))
    _save(folder, network, tokenizer)


def gpt2(folder: Path) -> None:
    """GPT-2: byte-level pieces, learned positions, no token for padding."""
    import transformers

    vocabulary, merges = _byte_level(("<|endoftext|>",))
    tokenizer = transformers.GPT2Tokenizer(vocab=vocabulary, merges=merges)
    config = transformers.GPT2Config(
        vocab_size=len(tokenizer), n_embd=32, n_layer=2, n_head=4, n_positions=512,
        bos_token_id=0, eos_token_id=0,
    )  # fmt: skip
    _save(folder, _network(transformers.GPT2LMHeadModel, config), tokenizer)


def llama(folder: Path) -> None:
    """A Llama: SentencePiece-like BPE that falls back to bytes, rotary positions."""
    import transformers
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    special = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256))]
    trained = Tokenizer(models.BPE(unk_token="<unk>", byte_fallback=True))
    trained.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="first")
    trainer = trainers.BpeTrainer(vocab_size=700, special_tokens=special, show_progress=False)
    trained.train_from_iterator(TEXT, trainer)
    learned = json.loads(trained.to_str())["model"]
    merges = [tuple(pair) for pair in learned["merges"]]
    tokenizer = transformers.LlamaTokenizer(vocab=learned["vocab"], merges=merges)
    config = transformers.LlamaConfig(
        vocab_size=len(tokenizer), hidden_size=32, intermediate_size=48, num_hidden_layers=2,
        num_attention_heads=4, num_key_value_heads=2, max_position_embeddings=512,
        bos_token_id=1, eos_token_id=2,
    )  # fmt: skip
    _save(folder, _network(transformers.LlamaForCausalLM, config), tokenizer)


CHAT = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def qwen2(folder: Path) -> None:
    """A Qwen2 that was taught to chat: pieces that end a line, turns, more outputs than pieces."""
    import transformers

    marks = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
    learned, merges = _byte_level(marks)
    vocabulary = {**learned, ".Ċ": len(learned), "ĊĊ": len(learned) + 1, ".ĊĊ": len(learned) + 2}
    merges = [*merges, (".", "Ċ"), ("Ċ", "Ċ"), (".", "ĊĊ")]
    tokenizer = transformers.Qwen2Tokenizer(
        vocab=vocabulary,
        merges=merges,
        eos_token="<|im_end|>",
        extra_special_tokens=["<|im_start|>"],
    )
    tokenizer.chat_template = CHAT
    config = transformers.Qwen2Config(
        vocab_size=len(tokenizer) + 9, hidden_size=32, intermediate_size=64, num_hidden_layers=2,
        num_attention_heads=4, num_key_value_heads=2, max_position_embeddings=512,
        bos_token_id=0, eos_token_id=2, tie_word_embeddings=False,
    )  # fmt: skip
    network = _network(transformers.Qwen2ForCausalLM, config)
    network.generation_config.eos_token_id = [2, 0]
    _save(folder, network, tokenizer)


BUILDERS: dict[str, Callable[[Path], None]] = {
    "ours": ours, "marian": marian, "mbart50": mbart50, "t5": t5, "bart": bart,
    "gpt2": gpt2, "llama": llama, "qwen2": qwen2,
}  # fmt: skip


@cache
def _scored() -> list[tuple[str, float]]:
    """The learned pieces with their scores, special tokens left out."""
    import sentencepiece

    model = sentencepiece.SentencePieceProcessor(model_proto=trained_pieces())
    ids = [i for i in range(model.get_piece_size()) if not model.is_control(i) and i != 3]
    return [(model.id_to_piece(i), model.get_score(i)) for i in ids]


@cache
def _byte_level(special: tuple[str, ...]) -> tuple[dict[str, int], list[tuple[str, str]]]:
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    trained = Tokenizer(models.BPE())
    trained.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=500, special_tokens=list(special), initial_alphabet=alphabet, show_progress=False
    )
    trained.train_from_iterator(TEXT, trainer)
    learned = json.loads(trained.to_str())["model"]
    return learned["vocab"], [(left, right) for left, right in learned["merges"]]


def _network(family: Any, config: Any) -> Any:
    """Random weights, large enough that two texts never score alike."""
    import torch

    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(1)
        network = family(config)
        with torch.no_grad():
            for weight in network.parameters():
                if weight.dim() > 1:
                    weight.normal_(0.0, 0.3)
        network.tie_weights()
    return network.eval()


def _save(folder: Path, network: Any, tokenizer: Any) -> None:
    from transformers.utils import logging

    logging.disable_progress_bar()
    network.save_pretrained(folder)
    logging.enable_progress_bar()
    tokenizer.save_pretrained(folder)


def separator(folder: Path, text: str) -> str | None:
    """What to put between sentences: nothing for models that have their own way."""
    return None if folder.name in ("ours", *DECODERS) else text
