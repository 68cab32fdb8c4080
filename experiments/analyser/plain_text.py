"""`python plain_text.py PREPARED xx=FILE...`: plain text as words, for guessing and teaching.

Segmented by the shipped analyser. A file is one sentence per line, gzipped or not; of a
tab-separated file name the column: `fr=pairs.tsv.gz:1`. At most WORDS words of a language.
"""

import argparse
import gzip
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from data import load_words

from litmus.language.embedded import load

WORDS = 3_000_000
SHORTEST, LONGEST = 3, 100


def lines(name: str) -> Iterator[str]:
    path, _, column = name.partition(":")
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8", newline="\n") as text:
        for line in text:
            yield line.strip().split("\t")[int(column)] if column else line.strip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("prepared", type=Path)
    parser.add_argument("texts", nargs="+", metavar="xx=FILE[:COLUMN]")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    _, forms, labels = load_words(args.prepared)
    languages = labels["languages"]
    number = {form: at for at, form in enumerate(forms)}
    words: list[int] = []
    sentences: list[tuple[int, int, int]] = []  # start, length, language
    for code in languages:
        mine = [text.partition("=")[2] for text in args.texts if text.startswith(f"{code}=")]
        if not mine:
            continue
        found = list(dict.fromkeys(line for name in mine for line in lines(name) if line))
        random.Random(args.seed).shuffle(found)
        before = len(words)
        for analysed in load(code).analyse(found, parse=False):
            made = [word.form for sentence in analysed for word in sentence.words]
            if SHORTEST <= len(made) <= LONGEST:
                sentences.append((len(words), len(made), languages.index(code)))
                words += [number.setdefault((code, form), len(number)) for form in made]
            if len(words) - before > WORDS:
                break
        print(f"{code}: {len(words) - before:,} words")
    start, length, language = np.array(sentences, np.int32).T
    new = list(number)[len(forms) :]
    np.savez_compressed(
        args.prepared / "raw.npz",
        word_type=np.array(words, np.int32),
        sentence_start=start,
        sentence_length=length,
        sentence_language=language,
        types=np.frombuffer("\n".join(form for _, form in new).encode(), np.uint8),
        type_language=np.array([languages.index(code) for code, _ in new], np.int32),
    )


if __name__ == "__main__":
    main()
