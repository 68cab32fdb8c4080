"""P-CXMI by the length of what the model reads: what is due to context, what to its length?

    python by_length.py DATA SEED... [--at-most 128] -o results.json

DATA is the folder of prepare.sh after train.sh. Looked at after the results were seen: post hoc.
A window is a sentence with its context; its length counts the target pieces of both. `litmus cxmi`
writes what it read of the real context; the random one is drawn again, as it was drawn there.
All intervals are percentiles of 1,000 resamples of documents.
"""

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from litmus.context.control import Line, Pool
from litmus.context.passages import Passage
from litmus.files.text import read_lines
from litmus.nmt.windows import Window
from litmus.stats.intervals import percentiles
from litmus.stats.resampling import bootstrap_weights

SETS = (("test", "fr"), ("ted-fr", "fr"), ("test", "de"), ("ted-de", "de"))
EDGES = (0, 50, 100, 150, 200, 250, 1000)
RANDOM = "random (source 2, target 2)"
SEED = 12345  # of litmus cxmi, for the lines it draws and for the resamples
RESAMPLES = 1000

Array = npt.NDArray[np.float64]
Json = dict[str, Any]


@dataclass(frozen=True)
class Sentence:
    """A sentence that has context: P-CXMI in nats and pieces read, with the real and random one."""

    document: str
    real: float
    random: float
    real_pieces: int
    random_pieces: int
    words: tuple[Json, ...]


@dataclass(frozen=True)
class Sample:
    """What is averaged: one value of one document."""

    document: str
    value: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("data", type=Path, metavar="DATA")
    parser.add_argument("seeds", nargs="+", metavar="SEED")
    parser.add_argument("--at-most", type=int, default=128, metavar="PIECES")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="F.json")
    args = parser.parse_args()
    found = {
        seed: {
            f"{name}.{target}": analyse(list(read(args.data, name, target, seed)), args.at_most)
            for name, target in SETS
        }
        for seed in args.seeds
    }
    text = json.dumps({"at_most": args.at_most, "seeds": found}, indent=1)
    args.output.write_text(text + "\n", encoding="utf-8")


def read(data: Path, name: str, target: str, seed: str) -> Iterator[Sentence]:
    """The sentences of a set that have another before them."""
    rows = [json.loads(line) for line in read_lines(data / f"{name}.pcxmi-{seed}.{target}.jsonl")]
    sides = (read_lines(data / f"{name}.{side}") for side in ("docids", "en", target))
    lines = [Line(*line) for line in zip(*sides, strict=True)]
    pieces = {line.target: row["tokens"] for line, row in zip(lines, rows, strict=True)}
    pool = Pool(lines, SEED)
    for number, (row, line) in enumerate(zip(rows, lines, strict=True)):
        size = row["context"]["target"]
        if not size:
            continue
        before = lines[number - size : number]
        assert before[0].document == row["doc"]
        real = Window(
            source=tuple(line.source for line in before),
            target=tuple(line.target for line in before),
        )
        passage = Passage(row["id"], line.document, 0, number, line.source, line.target, real)
        drawn = pool.window(passage, real)
        yield Sentence(
            row["doc"],
            row["pcxmi"],
            row["others"][RANDOM],
            row["tokens"] + sum(pieces[text] for text in real.target),
            row["tokens"] + sum(pieces[text] for text in drawn.target),
            tuple(word for word in row["words"] if word["pcxmi"] is not None),
        )


def analyse(found: Sequence[Sentence], at_most: int) -> Json:
    """All tables of a set.

    Short are sentences whose windows are short with either context: where the real one alone is
    chosen to be short, the random one is longer, and loses for that.
    """
    both = [s for s in found if max(s.real_pieces, s.random_pieces) <= at_most]
    return {
        "sentences": len(found),
        "real": by_length([(s.real_pieces, Sample(s.document, s.real)) for s in found]),
        "random": by_length([(s.random_pieces, Sample(s.document, s.random)) for s in found]),
        "short": {
            "pieces": [
                float(np.mean([s.real_pieces for s in both])),
                float(np.mean([s.random_pieces for s in both])),
            ],
            "real": mean(Sample(s.document, s.real) for s in both),
            "random": mean(Sample(s.document, s.random) for s in both),
            "real - random": mean(Sample(s.document, s.real - s.random) for s in both),
        },
        "tags": by_tag(found),
        "short tags": by_tag(both),
    }


def by_length(samples: Sequence[tuple[int, Sample]]) -> list[Json]:
    """Mean and median for every class of lengths."""
    classes = []
    for low, high in pairwise(EDGES):
        chosen = [sample for pieces, sample in samples if low < pieces <= high]
        if chosen:
            median = float(np.median([sample.value for sample in chosen]))
            classes.append({"pieces": [low, high], **mean(chosen), "median": median})
    return classes


def by_tag(found: Sequence[Sentence]) -> Json:
    """By tag: both contexts, how far tagged words are above untagged ones, real above random."""
    words: dict[str, dict[str, list[Sample]]] = {}
    for sentence in found:
        for word in sentence.words:
            names = ["with tag", *word["tags"]] if word["tags"] else ["no tag"]
            values = {"real": word["pcxmi"], "random": word["random"]}
            values["real - random"] = values["real"] - values["random"]
            for name in names:
                kinds = words.setdefault(name, {})
                for kind, value in values.items():
                    kinds.setdefault(kind, []).append(Sample(sentence.document, value))
    rest = words["no tag"]
    return {
        name: {kind: mean(samples) for kind, samples in kinds.items()}
        | (_over(kinds, rest) if kinds is not rest else {})
        for name, kinds in sorted(words.items())
    }


def _over(kinds: dict[str, list[Sample]], rest: dict[str, list[Sample]]) -> Json:
    """How far words with a tag are above those without, by themselves and less random."""
    both = {"over no tag": "real", "real - random over no tag": "real - random"}
    return {name: mean(kinds[kind], rest[kind]) for name, kind in both.items()}


def mean(samples: Iterable[Sample], rest: Iterable[Sample] = ()) -> Json:
    """The mean, less that of the rest if there is one, with its interval."""
    sides = [list(side) for side in (samples, rest)]
    names = sorted({sample.document for side in sides for sample in side})
    place = {name: number for number, name in enumerate(names)}
    sums: Array = np.zeros((len(names), 4))
    for column, side in enumerate(sides):
        for sample in side:
            sums[place[sample.document], 2 * column : 2 * column + 2] += (sample.value, 1)
    trials = np.concatenate(
        [_value(w @ sums) for w in bootstrap_weights(len(names), RESAMPLES, SEED)]
    )
    low, high = percentiles(trials[:, None])
    value = _value(sums.sum(axis=0, keepdims=True))[0]
    numbers = {"value": value, "low": low[0], "high": high[0]}
    return {"n": len(sides[0])} | {key: round(float(v), 4) for key, v in numbers.items()}


def _value(sums: Array) -> Array:
    """A row a trial: sum and count of the samples, sum and count of the rest (or no rest)."""
    with np.errstate(invalid="ignore", divide="ignore"):
        rest = np.where(sums[:, 3] > 0, sums[:, 2] / sums[:, 3], 0.0)
        return np.asarray(sums[:, 0] / sums[:, 1] - rest, dtype=np.float64)


if __name__ == "__main__":
    main()
