"""A model by name: ours in its folder, or any translation or language model of transformers."""

import json
import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext, redirect_stderr
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from hashlib import blake2b
from io import StringIO
from pathlib import Path
from typing import Any, Literal

from litmus.errors import DataError, MissingExtra, UsageError
from litmus.files.text import read_text, write_text
from litmus.nmt.codec import Codec, TokenizerCodec, Vocabulary
from litmus.nmt.gguf_files import gguf_file, is_gguf, place_of
from litmus.nmt.shipped import NOTES, SHIPPED, shipped_models
from litmus.stages import stage
from litmus.wording import option

Kind = Literal["encoder-decoder", "decoder-only"]
PIECES = "sentencepiece.model"
FORMAT = 1
EMBEDDED = "embedded"
_WAY_OUT = (
    "Give a folder with config.json, weights and tokenizer, a GGUF file, or a name the hub knows."
)


@dataclass(frozen=True)
class Model:
    """A network in evaluation mode with its codec. `context`: sentences before, as trained.

    A decoder-only model has no codec but its `tokenizer`; a prompt says what it reads.
    """

    name: str
    network: Any
    kind: Kind
    languages: tuple[str, str]
    codec: Codec | None = None
    tokenizer: Any = None
    context: Mapping[str, Any] = field(default_factory=dict)
    weights: str = ""  # a digest of the files, or the hub's own version

    @property
    def positions(self) -> int | None:
        """How many pieces either side may have; None if the network has no such limit."""
        config = self.network.config
        for key in ("max_position_embeddings", "n_positions", "max_source_positions"):
            if isinstance(getattr(config, key, None), int):
                return int(getattr(config, key))
        return None

    @property
    def window(self) -> int | None:
        """How many pieces a sentence and its context may have: further on, context misleads it."""
        learnt, positions = self.context.get("pieces") or None, self.positions
        return positions if learnt is None else min(learnt, positions or learnt)

    @property
    def device(self) -> Any:
        """Where the weights are."""
        return next(self.network.parameters()).device

    @property
    def signature(self) -> str:
        """Name, size, precision, limit of the context and version of the weights."""
        size = sum(weight.numel() for weight in self.network.parameters()) / 1e6
        precision = str(next(self.network.parameters()).dtype).removeprefix("torch.")
        version = f"#{self.weights[:8]}" if self.weights else ""
        limit = f".window{self.window}" if self.context.get("pieces") else ""
        return f"{model_title(self.name)}.{size:.1f}M.{precision}{limit}{version}"


def model_title(name: str) -> str:
    """How tables call a model: by its folder, and by its run if that is its best or last.

    >>> model_title("runs/joint/best"), model_title("facebook/nllb-200")
    ('joint/best', 'nllb-200')
    """
    path = Path(name)
    if path.parent == SHIPPED:
        return f"{EMBEDDED}-{path.name}"
    return f"{path.parent.name}/{path.name}" if path.name in ("best", "last") else path.name


def model_folder(name: str, languages: tuple[str, str] | None) -> str:
    """Where a model is: `embedded` is the one that ships for the languages, others as named."""
    if name != EMBEDDED:
        if get_close_matches(name.casefold(), [EMBEDDED], cutoff=0.8) and not Path(name).exists():
            # Asked for at the hub, it would be minutes before the slip shows.
            raise UsageError(f"No model is called {name!r}. Did you mean {EMBEDDED!r}?")
        return name
    if languages is None:
        raise UsageError(
            f"Which of the embedded models? Name the languages: {option('languages', 'en-fr')}"
        )
    found = shipped_models().get("-".join(languages))
    if found is None:
        shipped = ", ".join(shipped_models())
        raise UsageError(
            f"No model for {'-'.join(languages)} comes with litmus (there are: {shipped}).\n"
            "Name one of your own: a folder of litmus train, or any model of transformers."
        )
    return str(found)


def load_model(
    name: str,
    languages: tuple[str, str] | None = None,
    *,
    device: str = "auto",
    between: str | None = None,
) -> Model:
    """The model in a folder of `litmus train`, a local checkpoint, or one from the hub.

    `embedded` is the one that comes with litmus for the languages. These must be given unless the
    model is ours and knows them. `between`: what separates sentences, for tokenizers that have no
    token for it.
    """
    with stage("loading the model"):
        return _model(name, languages, device, between)


def _model(name: str, languages: tuple[str, str] | None, device: str, between: str | None) -> Model:
    where = _device(_torch(), device)
    name = model_folder(name, languages)
    folder = Path(name)
    if (folder / NOTES).is_file():
        model = _ours(folder, languages)
    elif not folder.exists() and _looks_local(folder, name):
        raise DataError(f"{name} does not exist.\n{_WAY_OUT}")
    elif languages is None:
        raise UsageError(
            f"{name} does not say its languages. Name them: {option('languages', 'en-fr')}"
        )
    else:
        model = _foreign(name, languages, between)
    if between is not None and (model.kind == "decoder-only" or (folder / NOTES).is_file()):
        title = model_title(name)
        raise UsageError(
            f"{title} separates sentences in its own way. Leave out {option('between')}."
        )
    model.network.to(where).eval()
    return replace(model, weights=_version(folder, model.network))


def _looks_local(folder: Path, name: str) -> bool:
    """Whether a name that is no folder was meant as one; the hub has `owner/model`."""
    beside = len(folder.parts) > 1 and folder.parent.is_dir()
    return beside or folder.is_absolute() or name.startswith(".") or is_gguf(name)


def _version(folder: Path, network: Any) -> str:
    if not folder.exists():
        return str(getattr(network.config, "_commit_hash", None) or "")
    digest, single = blake2b(digest_size=16), gguf_file(str(folder))
    whole = [*folder.glob("*.safetensors"), *folder.glob("*.bin")]
    for path in sorted(whole) if single is None else [single]:
        with path.open("rb") as stream:
            while part := stream.read(1 << 20):
                digest.update(part)
    return digest.hexdigest()


def save_model(
    folder: Path, network: Any, pieces: Any, languages: tuple[str, str], notes: Mapping[str, Any]
) -> None:
    """Writes what `load_model` reads: weights, vocabulary, and what the model was trained for.

    `pieces` is a SentencePiece model of ours, as bytes, or the tokenizer of a checkpoint.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _no_progress_bar():
        network.save_pretrained(folder)
    if isinstance(pieces, bytes):
        (folder / PIECES).write_bytes(pieces)
    else:
        pieces.save_pretrained(folder)
    write_notes(folder, pieces, languages, notes)


def write_notes(
    folder: Path, pieces: Any, languages: tuple[str, str], notes: Mapping[str, Any]
) -> None:
    """What the model in a folder was trained for."""
    kind = "sentencepiece" if isinstance(pieces, bytes) else "tokenizer"
    with write_text(folder / NOTES) as out:
        found = {"format": FORMAT, "languages": list(languages), "vocabulary": kind, **notes}
        out.write(json.dumps(found, ensure_ascii=False, indent=1) + "\n")


def _torch() -> Any:
    try:
        import torch
        import transformers  # noqa: F401
    except ImportError as error:
        raise MissingExtra("Running a translation model", "nmt") from error
    return torch


def gpus_here() -> int:
    """How many GPUs torch can use on this machine."""
    return int(_torch().cuda.device_count())


def usable_device(name: str) -> str:
    """The device that a name stands for; a UsageError if it is not there."""
    return _device(_torch(), name)


def _device(torch: Any, name: str) -> str:
    where = name if name != "auto" else ("cuda" if torch.cuda.is_available() else "cpu")
    if where.partition(":")[0] == "cuda" and not torch.cuda.is_available():
        raise UsageError(f"torch found no usable GPU. Use {option('device', 'cpu')}.")
    try:
        torch.empty(0, device=where)
    except (RuntimeError, AssertionError) as error:
        raise UsageError(
            f"There is no device {where!r}. Use {option('device', 'cpu')}, cuda or cuda:1."
        ) from error
    return where


def _ours(folder: Path, languages: tuple[str, str] | None) -> Model:
    import transformers

    try:
        notes = json.loads(read_text(folder / NOTES))
        found = (str(notes["languages"][0]), str(notes["languages"][1]))
        version = notes["format"]
    except (ValueError, KeyError, IndexError, TypeError, RecursionError) as error:
        raise DataError(f"{folder / NOTES} is not what `litmus train` writes.") from error
    if version != FORMAT:
        raise DataError(f"{folder / NOTES} has format {version}; this litmus reads {FORMAT}.")
    if languages is not None and languages != found:
        raise UsageError(f"{folder} translates {'-'.join(found)}, not {'-'.join(languages)}.")
    context = notes.get("context", {})
    if notes.get("vocabulary") == "tokenizer":  # fine-tuned: it reads like what it came from
        return replace(_foreign(str(folder), found, context.get("between")), context=context)
    if not (folder / PIECES).is_file():
        raise DataError(f"{folder / PIECES} does not exist: the model has lost its vocabulary.")
    network = _packed(folder) or _loaded(transformers.AutoModelForSeq2SeqLM, str(folder))
    try:
        codec = Vocabulary((folder / PIECES).read_bytes())
    except RuntimeError as error:
        raise DataError(f"{folder / PIECES} is not a SentencePiece model.") from error
    return Model(str(folder), network, "encoder-decoder", found, codec, context=context)


def _packed(folder: Path) -> Any:
    """The network of a folder whose weights are packed; None if they are not."""
    import torch
    import transformers
    from safetensors import SafetensorError

    from litmus.nmt.packed import PACKED, read_packed

    path = folder / PACKED
    if not path.is_file():
        return None
    config = _loaded(transformers.AutoConfig, str(folder))
    with torch.random.fork_rng(devices=[]):  # a network is built with random weights
        network = transformers.AutoModelForSeq2SeqLM.from_config(config)
    try:
        weights = read_packed(path)
        # Not strict: the output layer is the embedding, and is not written twice.
        odd = network.load_state_dict(weights, strict=False)
    except (OSError, RuntimeError, KeyError, SafetensorError) as error:
        raise DataError(f"{path} cannot be read: {str(error).splitlines()[0]}.") from error
    network.tie_weights()
    found = network.state_dict()
    written = {found[name].data_ptr() for name in weights if name in found}
    missing = [name for name in odd.missing_keys if found[name].data_ptr() not in written]
    for names, verb in ((odd.unexpected_keys, "has"), (missing, "lacks")):
        if names:
            raise DataError(f"{path} is not of this network: it {verb} {names[0]}.")
    return network


def _foreign(name: str, languages: tuple[str, str], between: str | None) -> Model:
    import torch
    import transformers

    config = _loaded(transformers.AutoConfig, name)
    tokenizer = _loaded(transformers.AutoTokenizer, name)
    if config.is_encoder_decoder:
        network = _loaded(transformers.AutoModelForSeq2SeqLM, name)
        codec = TokenizerCodec(tokenizer, network, languages, between)
        return Model(name, network, "encoder-decoder", languages, codec, tokenizer)
    # Encoders such as BERT can be made decoders, and are then listed among them.
    masked = type(config) in transformers.AutoModelForMaskedLM._model_mapping
    causal = type(config) in transformers.AutoModelForCausalLM._model_mapping
    if not causal or (masked and not config.is_decoder):
        raise UsageError(
            f"{name} is a {config.model_type} model, which does not write text.\n"
            "Give a translation model (encoder-decoder) or a language model (decoder)."
        )
    # A file's weights come in a few bits each; unpacked into less than float32 they would lose
    # some of what they are. A folder says itself what its weights are.
    single = gguf_file(name) is not None
    how = {"config": config, "dtype": torch.float32} if single else {}
    network = _loaded(transformers.AutoModelForCausalLM, name, **how)
    return Model(name, network, "decoder-only", languages, tokenizer=tokenizer)


@contextmanager
def _no_progress_bar() -> Iterator[None]:
    from transformers.utils import logging

    shown = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        if shown:
            logging.enable_progress_bar()


def _loaded(loader: Any, name: str, **how: Any) -> Any:
    from safetensors import SafetensorError

    place, single = place_of(name)
    try:
        # Files are unpacked under a bar of tqdm's own, which no setting takes away.
        with _no_progress_bar(), redirect_stderr(StringIO()) if single else nullcontext():
            # never, and not after a question either: code that comes with a model
            return loader.from_pretrained(place, trust_remote_code=False, **single, **how)
    except (
        OSError, ValueError, LookupError, RuntimeError, SafetensorError, struct.error
    ) as error:  # fmt: skip
        reason = str(error).strip().split("\n")[0]
        raise DataError(f"{name} cannot be loaded: {reason}\n{_WAY_OUT}") from error
