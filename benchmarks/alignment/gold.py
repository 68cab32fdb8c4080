"""Sentence pairs aligned by people, and the alignment error rate."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from litmus.alignment.links import Link
from litmus.corpus.formats.pharaoh import read_pharaoh

DEFAULT = Path(__file__).parents[2].parent / "shared" / "data" / "word-align-gold"
SETS = ("en-fr", "de-en", "en-es", "en-pt", "ja-en", "stories-fr-en")


class Gold(NamedTuple):
    """Tokenised pairs with sure links, and those that are at least possible."""

    languages: tuple[str, str]
    pairs: list[tuple[str, str]]
    sure: list[frozenset[Link]]
    possible: list[frozenset[Link]]


def load(folder: Path, name: str) -> Gold:
    """A set of `folder`: files NAME.xx beside each other, or a folder of several texts."""
    source, target = name.split("-")[-2:]
    stems = [folder / name]
    if (folder / name).is_dir():
        stems = sorted(path.with_suffix("") for path in (folder / name).glob("*.gold"))
    pairs: list[tuple[str, str]] = []
    sure, possible = [], []
    for stem in stems:
        sides = [_lines(stem.with_name(f"{stem.name}.{code}")) for code in (source, target)]
        pairs += zip(*sides, strict=True)
        for links in read_pharaoh(stem.with_name(f"{stem.name}.gold")):
            sure.append(links.sure)
            possible.append(links.sure | links.possible)
    return Gold((source, target), pairs, sure, possible)


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def every_other(gold: Gold, first: int) -> Gold:
    """The pairs of even number, or, from 1 on, of odd number."""
    return Gold(gold.languages, gold.pairs[first::2], gold.sure[first::2], gold.possible[first::2])


def error_rate(gold: Gold, found: Iterable[Iterable[Link]]) -> float:
    """AER of Och and Ney, in per cent."""
    linked = wanted = right = 0
    for links, sure, possible in zip(map(set, found), gold.sure, gold.possible, strict=True):
        linked += len(links)
        wanted += len(sure)
        right += len(links & sure) + len(links & possible)
    return 100 * (1 - right / (linked + wanted))
