"""The page on training: its configuration is one, and no key is missing."""

import re
from dataclasses import fields
from pathlib import Path

from litmus.nmt.training.config import read_config, recipes
from litmus.nmt.training.settings import (
    Architecture,
    Context,
    Corpus,
    Decoding,
    Dev,
    Filters,
    Noise,
    Subwords,
    Training,
)

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "training.md").read_text(encoding="utf-8")
TABLES = {
    "[[data.train]]": Corpus, "[data.dev]": Dev, "[cleaning]": Filters, "[vocabulary]": Subwords,
    "[context]": Context, "[noise]": Noise, "[model]": Architecture, "[training]": Training,
    "[decoding]": Decoding,
}  # fmt: skip


def test_configuration_of_the_page_is_read(tmp_path: Path) -> None:
    block = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert block is not None
    path = tmp_path / "en-fr.toml"
    path.write_text(block[1], encoding="utf-8")
    config = read_config(path)
    assert (config.recipe, config.context.size, config.context.target) == (
        "transformer-small",
        "dynamic",
        3,
    )
    assert [corpus.upsample for corpus in config.data.train] == [1, 20]
    assert config.output == tmp_path / "en-fr"


def test_every_key_and_recipe_is_on_the_page() -> None:
    for table, kind in TABLES.items():
        row = next(line for line in PAGE.split("\n") if line.startswith(f"| `{table}` |"))
        named = set(re.findall(r"`([a-z_]+)`", row))
        assert {item.name for item in fields(kind)} <= named, table
    for name in recipes():
        assert f"| `{name}`" in PAGE
