"""Networks to train: built by a recipe, taken from a checkpoint, or from where a run stopped."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from litmus.errors import DataError, UsageError
from litmus.nmt.codec import BREAK, Codec, TokenizerCodec, Vocabulary
from litmus.nmt.model import PIECES, Model, load_model, model_folder
from litmus.nmt.training.data.noise import Noiser
from litmus.nmt.training.data.vocabulary import SPECIAL
from litmus.nmt.training.settings import Architecture, Config, Training

_FAMILIES = {"transformer": "M2M100", "mbart": "MBart"}
# Each family has its own name for it; layers are never left out, as in neither paper.
_DROPOUT = ("dropout", "dropout_rate")
_ATTENTION_DROPOUT = ("attention_dropout",)
_LAYERDROP = ("encoder_layerdrop", "decoder_layerdrop")


@dataclass(frozen=True)
class Trainee:
    """A network with all that belongs to it. `pieces`: our vocabulary's bytes, or a tokenizer."""

    model: Model
    codec: Codec
    pieces: Any
    special: Any
    noiser: Noiser
    added: tuple[str, ...] = ()

    @property
    def network(self) -> Any:
        """The weights."""
        return self.model.network

    @property
    def parameters(self) -> int:
        """How many weights there are."""
        return sum(weight.numel() for weight in self.network.parameters())


def built(config: Config, proto: bytes) -> Trainee:
    """A network of the recipe with random weights."""
    import transformers

    vocabulary = Vocabulary(proto)
    family = _FAMILIES[config.model.family]
    settings = getattr(transformers, f"{family}Config")
    described = settings(**_described(config.model, config.training, vocabulary.size))
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(config.seed)
        network = getattr(transformers, f"{family}ForConditionalGeneration")(described)
    network.generation_config = transformers.GenerationConfig.from_model_config(described)
    model = Model(
        str(config.output), network, "encoder-decoder", config.languages, vocabulary,
        context=context_notes(config),
    )  # fmt: skip
    return _trainee(model, config, proto)


def _described(wanted: Architecture, training: Training, size: int) -> dict[str, Any]:
    return {
        "vocab_size": size,
        "d_model": wanted.hidden,
        "encoder_layers": wanted.encoder_layers,
        "decoder_layers": wanted.decoder_layers,
        "encoder_attention_heads": wanted.heads,
        "decoder_attention_heads": wanted.heads,
        "encoder_ffn_dim": wanted.feed_forward,
        "decoder_ffn_dim": wanted.feed_forward,
        "max_position_embeddings": wanted.positions,
        "dropout": training.dropout,
        "attention_dropout": training.attention_dropout,
        "activation_dropout": 0.0,
        "encoder_layerdrop": 0.0,
        "decoder_layerdrop": 0.0,
        "activation_function": "gelu" if wanted.family == "mbart" else "relu",
        "scale_embedding": True,
        "tie_word_embeddings": True,
        "pad_token_id": Vocabulary.pad,
        "bos_token_id": 1,
        "eos_token_id": Vocabulary.end,
        "decoder_start_token_id": Vocabulary.start[0],
        "forced_eos_token_id": None,
    }


def from_checkpoint(config: Config) -> Trainee:
    """The network of a checkpoint, with tokens for breaks and marks where it has none."""
    assert config.checkpoint is not None
    name = config.checkpoint
    try:
        name = model_folder(name, config.languages)
        local = config.path.parent / name
        if local.is_dir():
            name = str(local)
        found = load_model(name, config.languages, device="cpu", between=config.context.between)
    except UsageError as error:
        raise UsageError(f"checkpoint in {config.path}: {error}") from error
    if found.kind != "encoder-decoder":
        raise UsageError(
            f"{name} is a language model without an encoder; `litmus train` fine-tunes "
            "encoder-decoders.\nName a translation model, such as a Marian or mBART checkpoint."
        )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(config.seed)
        added = _extended(found, config)
        network = _with_dropout(found.network, config)
    codec = found.codec
    if isinstance(codec, TokenizerCodec):
        codec = TokenizerCodec(found.tokenizer, network, config.languages, config.context.between)
    model = replace(found, network=network, codec=codec, context=context_notes(config))
    return replace(_trainee(model, config, _pieces(Path(name), found)), added=added)


def resumed(config: Config, folder: Path) -> Trainee:
    """The network as a run left it, with its vocabulary."""
    model = load_model(str(folder), config.languages, device="cpu")
    model.network.float()
    return _trainee(model, config, _pieces(folder, model))


def context_notes(config: Config) -> dict[str, Any]:
    """What a model must say of the context it was trained with."""
    found = config.context
    notes: dict[str, Any] = {"source": found.source, "target": found.target, "size": found.size}
    notes |= {"pieces": found.pieces} if found.pieces else {}
    return notes | ({"between": found.between} if found.between is not None else {})


def _pieces(folder: Path, model: Model) -> Any:
    return model.tokenizer if model.tokenizer is not None else (folder / PIECES).read_bytes()


def _extended(model: Model, config: Config) -> tuple[str, ...]:
    """Adds the tokens that are missing; the vocabularies of ours have to know them already."""
    wanted = list(config.marks)
    if model.tokenizer is None:
        _check_marks(model, wanted)
        return ()
    assert model.codec is not None
    if config.context.size != "none":
        try:
            model.codec.break_ids()
        except UsageError:
            wanted.append(BREAK)
    known = model.tokenizer.get_vocab()
    missing = tuple(token for token in wanted if token not in known)
    if missing:
        model.tokenizer.add_tokens(list(missing), special_tokens=True)
        held = model.network.get_input_embeddings().num_embeddings
        if len(model.tokenizer) > held:
            model.network.resize_token_embeddings(len(model.tokenizer))
    return missing


def _check_marks(model: Model, marks: list[str]) -> None:
    import sentencepiece

    proto = (Path(model.name) / PIECES).read_bytes()
    pieces = sentencepiece.SentencePieceProcessor(model_proto=proto)
    missing = [mark for mark in marks if pieces.piece_to_id(mark) == pieces.unk_id()]
    if missing:
        raise DataError(
            f"The vocabulary of {model.name} does not know {', '.join(missing)}.\n"
            "Train the first model with them: [vocabulary] marks = [...]"
        )


def _with_dropout(network: Any, config: Config) -> Any:
    """The same weights in a network with our dropout, which is fixed when it is built."""
    described, training = network.config, config.training
    for names, value in (
        (_DROPOUT, training.dropout),
        (_ATTENTION_DROPOUT, training.attention_dropout),
        (_LAYERDROP, 0.0),
    ):
        for name in names:
            if hasattr(described, name):
                setattr(described, name, value)
    again = type(network)(described).float()
    again.load_state_dict(network.state_dict())
    again.generation_config = network.generation_config
    return again


def _trainee(model: Model, config: Config, pieces: Any) -> Trainee:
    assert model.codec is not None
    size = int(model.network.get_input_embeddings().num_embeddings)
    if model.tokenizer is not None:
        special, mask = _tokenizer_special(model.tokenizer), model.tokenizer.mask_token_id
        size = min(size, len(model.tokenizer))
    else:
        special = {*range(len(SPECIAL)), *_mark_ids(pieces, config.marks)}
        mask = Vocabulary(pieces).mask
    if config.noise.mask_source and mask is None:
        raise UsageError(
            f"The tokenizer of {config.checkpoint} has no mask token for noise.mask_source.\n"
            "Use noise.replace_source, or a checkpoint that was trained with masks (mBART, T5)."
        )
    held = np.array(sorted(special), dtype=np.int64)
    ordinary = np.setdiff1d(np.arange(size, dtype=np.int64), held)
    return Trainee(
        model, model.codec, pieces, held,
        Noiser(config.noise, ordinary, None if mask is None else int(mask)),
    )  # fmt: skip


def _tokenizer_special(tokenizer: Any) -> set[int]:
    added = (int(number) for number in tokenizer.added_tokens_decoder)
    return {*map(int, tokenizer.all_special_ids), *added}


def _mark_ids(proto: bytes, marks: tuple[str, ...]) -> list[int]:
    import sentencepiece

    pieces = sentencepiece.SentencePieceProcessor(model_proto=proto)
    return [int(pieces.piece_to_id(mark)) for mark in marks]
