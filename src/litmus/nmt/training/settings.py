"""What a training configuration says, table by table: names, defaults and limits."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

Size = Literal["none", "static", "dynamic"]


def _key(default: Any, least: float | None = None, most: float | None = None) -> Any:
    return field(default=default, metadata={"least": least, "most": most})


def _one_of(*choices: str) -> Any:
    return field(default=choices[0], metadata={"choices": choices})


@dataclass(frozen=True)
class Corpus:
    """`[[data.train]]`: parallel text, as often as `upsample` says; `mark` opens every source."""

    source: Path
    target: Path
    docids: Path | None = None
    upsample: int = _key(1, 1)
    mark: str | None = None


@dataclass(frozen=True)
class Dev:
    """`[data.dev]`: what the best model is chosen by."""

    source: Path
    target: Path
    docids: Path | None = None
    mark: str | None = None


@dataclass(frozen=True)
class Data:
    """`[data]`: the text."""

    train: tuple[Corpus, ...] = ()
    dev: Dev | None = None


@dataclass(frozen=True)
class Filters:
    """`[cleaning]`: which pairs are not trained on; 0 sets no limit."""

    words: int = _key(80, 0)
    ratio: float = _key(1.5, 0)
    copies: bool = False
    duplicates: bool = False


@dataclass(frozen=True)
class Subwords:
    """`[vocabulary]`: a joint SentencePiece model, trained on at most `lines`, or taken as is."""

    size: int = _key(32_000, 16)
    coverage: float = _key(0.9999, 0.9, 1)
    lines: int = _key(4_000_000, 100)
    marks: tuple[str, ...] = ()
    file: Path | None = None


@dataclass(frozen=True)
class Context:
    """`[context]`: sentences before. Dynamic: between none and all of them, drawn every time."""

    size: Size = _one_of("none", "static", "dynamic")
    source: int = _key(0, 0)
    target: int = _key(0, 0)
    pieces: int = _key(0, 0)  # of sentence and context together, on either side; 0: all that fit
    between: str | None = None


@dataclass(frozen=True)
class Noise:
    """`[noise]`: shares of the pieces a model reads that are hidden or exchanged."""

    mask_source: float = _key(0.0, 0, 1)
    replace_source: float = _key(0.0, 0, 1)
    replace_target: float = _key(0.0, 0, 1)

    def __bool__(self) -> bool:
        return bool(self.mask_source or self.replace_source or self.replace_target)


@dataclass(frozen=True)
class Architecture:
    """`[model]`: the network that is built where no checkpoint is given."""

    family: Literal["transformer", "mbart"] = _one_of("transformer", "mbart")
    hidden: int = _key(512, 8)
    feed_forward: int = _key(1024, 8)
    encoder_layers: int = _key(6, 1)
    decoder_layers: int = _key(6, 1)
    heads: int = _key(8, 1)
    positions: int = _key(1024, 16)


@dataclass(frozen=True)
class Training:
    """`[training]`: how weights change. Steps are updates; batches are counted with padding."""

    batch_tokens: int = _key(24_000, 16)
    accumulate: int = _key(1, 1)
    steps: int = _key(100_000, 1)
    epochs: int | None = _key(None, 1)
    schedule: Literal["inverse-sqrt", "fixed"] = _one_of("inverse-sqrt", "fixed")
    learning_rate: float = _key(5e-4, 0)
    warm_up: int = _key(4_000, 0)
    betas: tuple[float, ...] = (0.9, 0.98)
    epsilon: float = _key(1e-8, 0)
    weight_decay: float = _key(0.0, 0)
    dropout: float = _key(0.3, 0, 0.99)
    attention_dropout: float = _key(0.1, 0, 0.99)
    label_smoothing: float = _key(0.1, 0, 0.99)
    clip: float = _key(1.0, 0)
    precision: Literal["bf16", "fp32"] = _one_of("bf16", "fp32")
    dev_every: int = _key(5_000, 1)
    report_every: int = _key(100, 1)
    patience: int = _key(0, 0)
    keep: int = _key(0, 0)
    deterministic: bool = False


@dataclass(frozen=True)
class Decoding:
    """`[decoding]`: how the dev set is translated, and with which sentences before."""

    beam: int = _key(5, 1)
    length_penalty: float = 1.0
    context: Literal["reference", "predicted", "none"] = _one_of("reference", "predicted", "none")


@dataclass(frozen=True)
class Config:
    """All of it. `recipe` or `checkpoint` says where the network comes from."""

    path: Path
    languages: tuple[str, str]
    output: Path
    recipe: str | None = None
    checkpoint: str | None = None
    seed: int = 1
    data: Data = Data()
    cleaning: Filters = Filters()
    vocabulary: Subwords = Subwords()
    context: Context = Context()
    noise: Noise = Noise()
    model: Architecture = Architecture()
    training: Training = Training()
    decoding: Decoding = Decoding()

    def name(self, path: Path) -> str:
        """A file as the configuration names it: the same wherever its folder is."""
        folder = self.path.parent
        return str(path.relative_to(folder) if path.is_relative_to(folder) else path)

    @property
    def marks(self) -> tuple[str, ...]:
        """Tokens that stand for themselves, whatever SentencePiece makes of text."""
        wanted = [*self.vocabulary.marks, *(corpus.mark for corpus in self.data.train)]
        wanted.append(self.data.dev.mark if self.data.dev else None)
        return tuple(dict.fromkeys(mark for mark in wanted if mark))
