"""What a training configuration says, table by table: names, defaults and limits."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from litmus.files.toml_tables import key

Size = Literal["none", "static", "dynamic"]


@dataclass(frozen=True)
class Corpus:
    """`[[data.train]]`: parallel text, as often as `upsample` says; `mark` opens every source."""

    source: Path
    target: Path
    docids: Path | None = None
    upsample: int = key(1, least=1)
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

    words: int = key(80, least=0)
    ratio: float = key(1.5, least=0)
    copies: bool = False
    duplicates: bool = False


@dataclass(frozen=True)
class Subwords:
    """`[vocabulary]`: a joint SentencePiece model, trained on at most `lines`, or taken as is."""

    size: int = key(32_000, least=16)
    coverage: float = key(0.9999, least=0.9, most=1)
    lines: int = key(4_000_000, least=100)
    marks: tuple[str, ...] = ()
    file: Path | None = None


@dataclass(frozen=True)
class Context:
    """`[context]`: sentences before. Dynamic: between none and all of them, drawn every time."""

    size: Size = "none"
    source: int = key(0, least=0)
    target: int = key(0, least=0)
    pieces: int = key(
        0, least=0
    )  # of sentence and context together, on either side; 0: all that fit
    between: str | None = None


@dataclass(frozen=True)
class Noise:
    """`[noise]`: shares of the pieces a model reads that are hidden or exchanged."""

    mask_source: float = key(0.0, least=0, most=1)
    replace_source: float = key(0.0, least=0, most=1)
    replace_target: float = key(0.0, least=0, most=1)

    def __bool__(self) -> bool:
        return bool(self.mask_source or self.replace_source or self.replace_target)


@dataclass(frozen=True)
class Architecture:
    """`[model]`: the network that is built where no checkpoint is given."""

    family: Literal["transformer", "mbart"] = "transformer"
    hidden: int = key(512, least=8)
    feed_forward: int = key(1024, least=8)
    encoder_layers: int = key(6, least=1)
    decoder_layers: int = key(6, least=1)
    heads: int = key(8, least=1)
    positions: int = key(1024, least=16)


@dataclass(frozen=True)
class Training:
    """`[training]`: how weights change. Steps are updates; batches are counted with padding."""

    batch_tokens: int = key(24_000, least=16)
    accumulate: int = key(1, least=1)
    steps: int = key(100_000, least=1)
    epochs: int | None = key(None, least=1)
    schedule: Literal["inverse-sqrt", "fixed"] = "inverse-sqrt"
    learning_rate: float = key(5e-4, least=0)
    warm_up: int = key(4_000, least=0)
    betas: tuple[float, ...] = (0.9, 0.98)
    epsilon: float = key(1e-8, least=0)
    weight_decay: float = key(0.0, least=0)
    dropout: float = key(0.3, least=0, most=0.99)
    attention_dropout: float = key(0.1, least=0, most=0.99)
    label_smoothing: float = key(0.1, least=0, most=0.99)
    clip: float = key(1.0, least=0)
    shift_positions: int = key(0, least=0)
    precision: Literal["bf16", "fp32"] = "bf16"
    dev_every: int = key(5_000, least=1)
    report_every: int = key(100, least=1)
    patience: int = key(0, least=0)
    keep: int = key(0, least=0)
    deterministic: bool = False


@dataclass(frozen=True)
class Decoding:
    """`[decoding]`: how the dev set is translated, and with which sentences before."""

    beam: int = key(5, least=1)
    length_penalty: float = 1.0
    context: Literal["reference", "predicted", "none"] = "reference"


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
