"""Toy text and configurations for the tests of training: networks of a few thousand weights."""

from pathlib import Path
from random import Random
from typing import Any

from litmus.nmt.training.config import read_config
from litmus.nmt.training.settings import Config

_WORDS = {
    "red": "rouge", "green": "vert", "cat": "chat", "dog": "chien", "house": "maison",
    "tree": "arbre", "sees": "voit", "finds": "trouve", "the": "le", "a": "un", "old": "vieux",
    "small": "petit", "river": "fleuve", "boat": "bateau", "and": "et", "never": "jamais",
}  # fmt: skip

TINY = """
[model]
hidden = 16
feed_forward = 24
encoder_layers = 1
decoder_layers = 1
heads = 2
positions = 64

[vocabulary]
size = 60

[training]
batch_tokens = 200
steps = 12
dev_every = 4
report_every = 2
learning_rate = 1e-2
warm_up = 4
dropout = 0.2
attention_dropout = 0.1

[decoding]
beam = 1
"""
DATA = """
[[data.train]]
source = "train.en"
target = "train.fr"
docids = "train.docids"
"""
DEV = """
[data.dev]
source = "dev.en"
target = "dev.fr"
docids = "dev.docids"
"""
CONTEXT = """
[context]
size = "dynamic"
source = 1
target = 3
"""


def write_text(folder: Path, name: str, lines: int, seed: int = 1, longest: int = 9) -> None:
    """Parallel sentences, word for word, in documents of four."""
    draw, files = Random(seed), {"en": "", "fr": "", "docids": ""}
    for number in range(lines):
        words = draw.choices(list(_WORDS), k=draw.randint(2, longest))
        files["en"] += " ".join(words) + ".\n"
        files["fr"] += " ".join(_WORDS[word] for word in words) + ".\n"
        files["docids"] += f"d{number // 4}\n"
    for ending, text in files.items():
        (folder / f"{name}.{ending}").write_text(text, encoding="utf-8")


def toy_config(
    folder: Path, *parts: str, origin: str = 'recipe = "tiny"', output: str = "out", **top: Any
) -> Config:
    """The configuration of these parts over toy text, which is written if it is not there."""
    if not (folder / "train.en").exists():
        write_text(folder, "train", 120)
        write_text(folder, "dev", 5, seed=2, longest=3)
    more = "".join(f"{key} = {value}\n" for key, value in top.items())
    path = folder / "config.toml"
    head = f'{origin}\nlanguages = "en-fr"\noutput = "{output}"\n{more}'
    path.write_text(head + "\n".join(parts), encoding="utf-8")
    return read_config(path)
