"""Vectors of nouns and of the places where they stand, from plain text and treebanks.

    python -m experiments.antecedents.fits [--shared FOLDER] [-o FILE]

The text is analysed by the embedded analyser (5 million words: 8 minutes on an idle core). Nouns
and places that met are counted, weighted by positive pointwise mutual information, and reduced to
16 dimensions by singular values.
"""

import argparse
import gzip
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from benchmarks.discourse.antecedents_gold import SHARED
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from scipy.sparse.linalg import svds

from litmus.discourse.antecedents.scoring.fit import nouns_in_places
from litmus.files.text import read_lines
from litmus.language.analysers import load_analyser
from litmus.language.conllu.reader import read_conllu

LEAST, DIMENSIONS, SMOOTHING = 20, 16, 0.75
DEFAULT = Path(__file__).parents[2] / "src/litmus/discourse/models/antecedents-fit.npz"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--shared", type=Path, default=SHARED)
    parser.add_argument("-o", "--out", type=Path, default=DEFAULT)
    args = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    for sentences in load_analyser("embedded", "en").analyse(texts(args.shared)):
        for sentence in sentences:
            counts.update(nouns_in_places(sentence.words))
    for name in ("en/train-ewt", "en-gum-coref/train"):
        for entry in read_conllu(args.shared / "ud" / f"{name}.conllu.gz"):
            counts.update(nouns_in_places(entry.sentence.words))
    nouns, places, vectors = reduced(counts)
    np.savez_compressed(
        args.out,
        nouns=np.frombuffer("\n".join(nouns).encode(), np.uint8),
        places=np.frombuffer("\n".join(places).encode(), np.uint8),
        noun_vectors=vectors[0],
        place_vectors=vectors[1],
    )
    print(f"{len(nouns):,} nouns, {len(places):,} places, {args.out.stat().st_size:,} bytes")


def texts(shared: Path) -> Iterator[str]:
    """English sentences under licences that let derived numbers ship."""
    seen: set[str] = set()
    for pair in ("en-fr", "en-es"):
        with gzip.open(shared / "tatoeba" / f"{pair}.tsv.gz", "rt", encoding="utf-8") as lines:
            for line in lines:
                text = line.partition("\t")[0]
                if text not in seen:
                    seen.add(text)
                    yield text
    yield from read_lines(shared / "europarl-docs" / "train.en.gz")
    for path in sorted((shared / "novels-en-fr").glob("*.en")):
        yield from read_lines(path)
    yield from read_lines(shared / "ntrex" / "src.en", any_line_end=True)


def reduced(
    counts: Counter[tuple[str, str]],
) -> tuple[list[str], list[str], list[NDArray[np.int8]]]:
    """Nouns and places that are frequent enough, and a vector for each."""
    totals = [_totals((key[side], count) for key, count in counts.items()) for side in (0, 1)]
    names = [sorted(name for name, n in of.items() if n >= LEAST) for of in totals]
    rows = [{name: row for row, name in enumerate(side)} for side in names]
    kept = {key: n for key, n in counts.items() if key[0] in rows[0] and key[1] in rows[1]}
    noun_totals, place_totals = (
        _totals((key[side], count) for key, count in kept.items()) for side in (0, 1)
    )
    scale = sum(n**SMOOTHING for n in place_totals.values())
    cells, values = [], []
    for (noun, place), count in kept.items():
        expected = noun_totals[noun] * place_totals[place] ** SMOOTHING / scale
        if count > expected:
            cells.append((rows[0][noun], rows[1][place]))
            values.append(np.log(count / expected))
    matrix = csr_matrix((values, tuple(zip(*cells, strict=True))), shape=tuple(map(len, names)))
    left, weights, right = svds(matrix, k=DIMENSIONS, random_state=0)
    root = np.sqrt(weights)
    return names[0], names[1], [_small(left * root), _small(right.T * root)]


def _totals(pairs: Iterable[tuple[str, int]]) -> Counter[str]:
    totals: Counter[str] = Counter()
    for name, count in pairs:
        totals[name] += count
    return totals


def _small(vectors: NDArray[np.float64]) -> NDArray[np.int8]:
    lengths = np.abs(vectors).max(axis=1, keepdims=True)
    return np.round(127 * vectors / np.maximum(lengths, 1e-9)).astype(np.int8)


if __name__ == "__main__":
    main()
