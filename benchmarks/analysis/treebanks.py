"""The treebanks of a folder: which files count for a language, and what is in them."""

import gzip
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from benchmarks.analysis.conll18 import Row, Token

DEFAULT = Path("../shared/data/ud")
DEV_ONLY = ("de", "ja", "tr")  # their test sets are held back; ja/test-pud has annotation of 2019


class Treebank(NamedTuple):
    language: str
    path: Path
    counted: bool  # False: shown, but no part of the language's figure

    @property
    def name(self) -> str:
        """Such as `test-gsd`."""
        return self.path.name.partition(".")[0]


class Gold(NamedTuple):
    text: str
    tokens: tuple[Token, ...]


def treebanks(folder: Path, languages: list[str] | None = None) -> list[Treebank]:
    """Test files, and development files for languages whose test set is held back."""
    known = sorted(p.name for p in folder.iterdir() if p.is_dir() and len(p.name) == 2)
    found = []
    for language in languages or known:
        kind = "dev" if language in DEV_ONLY else "test"
        for path in sorted((folder / language).glob("*.conllu*")):
            if path.name.startswith(("test-", f"{kind}-")):
                found.append(Treebank(language, path, path.name.startswith(kind)))
    if not found:
        raise SystemExit(f"No test-*.conllu.gz in a folder per language under {folder}.")
    return found


def read(path: Path, limit: int | None = None) -> list[Gold]:
    """Its sentences, at most `limit`; of a development file those that trained no model."""
    skip = _lent().get(path.parent.name, 0) if path.name.startswith("dev-") else 0
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8", newline="\n") as lines:
        stop = None if limit is None else skip + limit
        return [_sentence(block) for block in islice(_blocks(lines), skip, stop)]


@cache
def _lent() -> dict[str, int]:
    """Language -> how many sentences of its development file went into training."""
    config = Path(__file__).parents[2] / "experiments/analyser/config.toml"
    found: dict[str, int] = tomllib.loads(config.read_text(encoding="utf-8"))["data"]["lent"]
    return found


def _blocks(lines: Iterable[str]) -> Iterator[list[str]]:
    block: list[str] = []
    for line in lines:
        if line := line.removesuffix("\n"):
            block.append(line)
        elif block:
            yield block
            block = []
    if block:
        yield block


def _sentence(block: list[str]) -> Gold:
    text, tokens = "", []
    rows: list[Row] = []
    surface, last = "", 0  # the multiword token we are in, and the number of its last row
    for line in block:
        if line.startswith("#"):
            text = line.removeprefix("# text = ") if line.startswith("# text = ") else text
            continue
        number, form, lemma, upos, _, feats, head, relation, *_ = line.split("\t")
        if "." in number:
            continue
        if "-" in number:
            surface, rows, last = form, [], int(number.partition("-")[2])
            continue
        row = Row(form, lemma, upos, feats, int(head) if head != "_" else 0, relation)
        if int(number) > last:
            tokens.append(Token(form, (row,)))
            continue
        rows.append(row)
        if int(number) == last:
            tokens.append(Token(surface, tuple(rows)))
    return Gold(text, tuple(tokens))
