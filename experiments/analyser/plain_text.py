"""`python plain_text.py PREPARED xx=FILE...`: plain text as words, for guessing and teaching.

Segmented by the shipped analyser. A file is one sentence per line, gzipped or not; of a
tab-separated file name the column: `fr=pairs.tsv.gz:1`. `fr=news.txt*3`: the student reads it
three times as often.
"""

import argparse
import gzip
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
from data import load_words

from litmus.language.embedded import load
from litmus.language.words import compose

SHORTEST, LONGEST = 3, 100


def lines(name: str) -> Iterator[str]:
    path, _, column = name.partition(":")
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8", newline="\n") as text:
        for line in text:
            yield line.strip().split("\t")[int(column)] if column else line.strip()


def segmented(code: str, files: list[str], most: int, seed: int) -> list[tuple[list[str], int]]:
    """Sentences of a language as words, and how often each is read; `most` words of a file."""
    segmenter = load(code)._segmenter  # tags would take most of the time
    found: list[tuple[list[str], int]] = []
    seen: set[str] = set()
    for file in files:
        name, _, times = file.partition("*")
        mine = [line for line in dict.fromkeys(lines(name)) if line and line not in seen]
        seen.update(mine)
        random.Random(seed).shuffle(mine)
        count = 0
        for start in range(0, len(mine), 1000):
            for pieces in segmenter.segment(mine[start : start + 1000]):
                made = [compose(form) for piece in pieces for form in piece.parts]
                if SHORTEST <= len(made) <= LONGEST:
                    found.append((made, int(times or 1)))
                    count += len(made)
            if count > most:
                break
        print(f"{code}: {count:,} words of {name}", flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("prepared", type=Path)
    parser.add_argument("texts", nargs="+", metavar="xx=FILE[:COLUMN][*TIMES]")
    parser.add_argument("--words", type=int, default=3_000_000, help="of a file at most")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    _, forms, labels = load_words(args.prepared)
    languages = labels["languages"]
    number = {form: at for at, form in enumerate(forms)}
    words: list[int] = []
    sentences: list[tuple[int, int, int, int]] = []  # start, length, language, times
    files = [[t.partition("=")[2] for t in args.texts if t.startswith(f"{c}=")] for c in languages]
    with ProcessPoolExecutor() as pool:
        work = partial(segmented, most=args.words, seed=args.seed)
        for at, found in enumerate(pool.map(work, languages, files)):
            code = languages[at]
            for made, times in found:
                sentences.append((len(words), len(made), at, times))
                words += [number.setdefault((code, form), len(number)) for form in made]
    start, length, language, times = np.array(sentences, np.int32).T
    new = list(number)[len(forms) :]
    np.savez_compressed(
        args.prepared / "raw.npz",
        word_type=np.array(words, np.int32),
        sentence_start=start,
        sentence_length=length,
        sentence_language=language,
        sentence_times=times,
        types=np.frombuffer("\n".join(form for _, form in new).encode(), np.uint8),
        type_language=np.array([languages.index(code) for code, _ in new], np.int32),
    )


if __name__ == "__main__":
    main()
