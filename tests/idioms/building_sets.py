"""What the tests of building share: a corpus whose every pair is known, and what became of it."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from litmus.bitext.files import Bitext
from litmus.corpus.suite import read_suite
from litmus.idioms.building.build import build
from litmus.idioms.building.plan import Built, Plan
from litmus.idioms.mining.occurrences import JudgedOccurrence

Pair = tuple[str, str]
IDIOMS = {
    "spill the beans": "spilled the beans",
    "kick the bucket": "kicked the bucket",
    "bite the dust": "bit the dust",
    "red tape": "red tape",
}


class Corpus:
    """Sentences of random words, so that no two are alike but those that are planted."""

    def __init__(self, seed: int = 1) -> None:
        self.pairs: list[Pair] = []
        self.found: dict[int, tuple[JudgedOccurrence, ...]] = {}
        self._rng = Random(seed)

    def words(self, count: int, start: str = "w") -> str:
        return " ".join(f"{start}{self._rng.randrange(10**9)}" for _ in range(count))

    def plain(self, count: int = 1) -> None:
        for _ in range(count):
            self.pairs.append((self.words(10), self.words(10, "v")))

    def idiom(self, *labels: str, count: int = 1, around: int = 4, **given: Any) -> None:
        """Pairs that hold these idioms."""
        for _ in range(count):
            source, found = self.words(around), []
            for label in labels:
                text = IDIOMS[label]
                start = len(source) + 1
                source = f"{source} {text} {self.words(around)}"
                span = start, start + len(text)
                settings = {"verdict": None, "doubtful": False} | given
                found.append(JudgedOccurrence(label, span, (span,), **settings))
            self.pairs.append((source, self.words(len(source.split()), "v")))
            self.found[len(self.pairs)] = tuple(found)

    def write(self, folder: Path) -> Bitext:
        paths = folder / "corpus.en", folder / "corpus.fr"
        for side, path in enumerate(paths):
            path.write_text("".join(f"{pair[side]}\n" for pair in self.pairs), "utf-8")
        return Bitext(("en", "fr"), *paths)

    def build(self, folder: Path, **plan: Any) -> Built:
        settings = {"min_context": 0} | plan
        extra = {
            key: settings.pop(key)
            for key in ("equivalents", "overwrite", "workers")
            if key in settings
        }
        return build(self.write(folder), self.found, folder / "out", Plan(**settings), **extra)


def usual() -> Corpus:
    corpus = Corpus()
    corpus.plain(30)
    corpus.idiom("spill the beans", count=10)
    corpus.plain(20)
    corpus.idiom("kick the bucket", count=7)
    corpus.idiom("bite the dust", count=2)
    corpus.idiom("red tape")
    return corpus


def lines(path: Path) -> list[str]:
    return path.read_text("utf-8").removesuffix("\n").split("\n") if path.stat().st_size else []


def training(folder: Path, name: str) -> list[Pair]:
    both = (lines(folder / "out" / "train" / f"{name}.{code}") for code in ("en", "fr"))
    return list(zip(*both, strict=True))


def suite_pairs(folder: Path, name: str = "suite") -> list[Pair]:
    return [(s.source, s.references[0]) for s in read_suite(folder / "out" / name).segments()]


def labels_of(pairs: Iterable[Pair]) -> Counter[str]:
    return Counter(label for source, _ in pairs for label, text in IDIOMS.items() if text in source)


def facts_of(folder: Path, suite: str = "suite") -> dict[str, dict[str, Any]]:
    """What a suite says of each label."""
    rows = map(json.loads, lines(folder / "out" / suite / "idioms.jsonl"))
    return {row["label"]: row for row in rows}


def files_below(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def card_of(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "out" / "card.json").read_text("utf-8"))
    return found


def accounted(facts: Mapping[str, Any]) -> int:
    """Pairs that the card says went somewhere."""
    groups = ("removed", "set_aside", "leaks_removed")
    parts = ("regular", "idiom_train", "idiom_test", "unseen_test")
    counts: list[int] = [count for group in groups for count in facts[group].values()]
    counts += [facts[part] for part in parts]
    return sum(counts)


def everything(seed: int) -> Corpus:
    """A corpus with everything that can happen to a pair."""
    corpus = Corpus(seed)
    corpus.plain(20)
    corpus.idiom("spill the beans", count=12)
    corpus.idiom("spill the beans", "kick the bucket", count=3)
    corpus.idiom("kick the bucket", count=9)
    corpus.idiom("bite the dust", count=4)
    corpus.idiom("red tape")
    corpus.idiom("kick the bucket", verdict="literal")
    corpus.idiom("kick the bucket", doubtful=True, count=2)
    corpus.idiom("kick the bucket", around=1)
    corpus.pairs += [
        corpus.pairs[0], corpus.pairs[20], ("", "x"), ("x", ""), ("w " * 50, "v " * 50),
        ("one two three four", "un"), ("the same on both sides", "The same on both sides!"),
    ]  # fmt: skip
    corpus.pairs += [
        (f"{corpus.pairs[n][0]} indeed", corpus.words(12, "v")) for n in (20, 21, 22, 35)
    ]
    return corpus
