"""What the numbers are in each pair of languages for plain phrases that people have translated.

python -m experiments.idiom_verdict.profiles DATA FILE

Dictionaries, aligners and tokens differ from language to language, and so do the numbers, whatever
the translation is worth. The same 500 phrases of NTREX-128 (three words, two of them content
words) in all languages show by how much. Nothing here has a verdict.
"""

import json
import random
import sys
from pathlib import Path

import numpy as np

from litmus.alignment.aligners import learn, load_aligner
from litmus.alignment.tokens import tokens
from litmus.language.dictionary.bilingual import shipped_pairs
from litmus.language.knowledge import load
from litmus.metrics.idiom.verdict.finding import Known
from litmus.metrics.idiom.verdict.signs import Signs

PHRASES = 500
LONGEST = 300  # characters of a line


def main() -> None:
    data, file = Path(sys.argv[1]), Path(sys.argv[2])
    profiles = {}
    for source, target in shipped_pairs():
        profiles[f"{source}-{target}"] = profile(data / "ntrex", source, target)
        print(source, target, flush=True)
        file.write_text(json.dumps(profiles), encoding="utf-8")


def profile(folder: Path, source: str, target: str) -> dict[str, list[float]]:
    """Name of a number -> mean and spread."""
    lines = [
        (folder / ("src.en" if code == "en" else f"ref.{code}")).read_text("utf-8").split("\n")
        for code in (source, target)
    ]
    pairs, spans = [], []
    stop, rng = load(source).stopwords, random.Random(f"{source}-{target}")
    order = [n for n, line in enumerate(lines[0]) if 0 < len(line) <= LONGEST]
    rng.shuffle(order)
    for n in order:
        found = tokens(lines[0][n], source)
        words = [lines[0][n][a:b] for a, b in found]
        starts = [k for k in range(len(words) - 2) if _plain(words[k : k + 3], stop)]
        if starts and lines[1][n].strip():
            first = rng.choice(starts)
            pairs.append((lines[0][n], lines[1][n]))
            spans.append((found[first][0], found[first + 2][1]))
        if len(pairs) == PHRASES:
            break
    aligner = learn(load_aligner("embedded", (source, target)), pairs)
    signs, rows = Signs(source, target), []
    for pair, span, links in zip(pairs, spans, aligner.align(pairs), strict=True):
        here = signs.text(pair[0], links.source, 0)
        there = signs.text(pair[1], links.target, 1)
        rows.append(signs.find([span], here, there, links, Known()).numbers)
    return {
        name: [round(float(np.mean(own)), 4), round(float(np.std(own)), 4)]
        for name in rows[0]
        if np.std(own := [row[name] for row in rows]) > 0.01
    }


def _plain(words: list[str], stop: frozenset[str]) -> bool:
    content = sum(word.lower() not in stop for word in words)
    return content >= 2 and all(word.isalpha() and not word[0].isupper() for word in words)


if __name__ == "__main__":
    main()
