"""Japanese text cut by MeCab, as further examples for the segmenter.

`python silver_segments.py PREPARED TREEBANKS OUT FILE...`: what PREPARED has for the segmenter goes
to OUT, with sentences of the files, one a line, beside it. Earlier files are used up first.
Needs fugashi and unidic-lite, whose words are as short as the treebank's. Prints how well they
agree with the sentences that train.
"""

import argparse
import random
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from fugashi import Tagger
from optimise import configuration
from prepare import load
from segments import SENTENCE_END, SILVER, TOKEN_END, Marked, joined
from treebanks import Sentence, read

SHORTEST, LONGEST = 8, 120  # characters of a sentence
OWN = 0.75  # share of its characters that are Japanese, at least
JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff々、。]")
SYMBOLS = re.compile(r"[^\w\s]{2,}")
ORDINALS = {"st", "nd", "rd", "th"}
STOPS = "。！？!?"


def cut(text: str, tagger: Tagger) -> list[str]:
    """Tokens by the dictionary, mended where the treebank plainly has another manner."""
    made: list[str] = []
    for node in tagger(text):
        word = node.surface
        before = made[-1] if made else ""
        number = before.isdecimal()
        if SYMBOLS.fullmatch(word):  # unknown ones come in one piece
            made += word
        elif node.is_unk and "・" in word:  # names of several parts
            made += filter(None, re.split("(・)", word))
        elif word == "年代" and number:
            made += "年代"
        elif (
            (word == "人" and before in ("1", "2", "１", "２"))  # words of their own when spoken
            or (word in ORDINALS and number)
            or before + word == "°C"
        ):
            made[-1] += word
        elif not word.isspace():
            made.append(word)
    return made


def chosen(files: Iterable[Path], known: set[str], most: int, seed: int) -> Iterator[str]:
    """Sentences of the files in turn, each shuffled, none twice and none of the treebanks."""
    seen = set(known)
    for file in files:
        lines = list(dict.fromkeys(file.read_text(encoding="utf-8").split("\n")))
        random.Random(seed).shuffle(lines)
        for line in lines:
            own = len(JAPANESE.findall(line))
            if line in seen or not SHORTEST <= len(line) <= LONGEST or own < OWN * len(line):
                continue
            if len(seen) == len(known) + most:
                return
            seen.add(line)
            yield line


def asked(mark: Marked) -> Marked:
    """Without the ends of sentences: those are for the treebanks to teach."""
    text, ends, splits = mark
    return (
        text,
        [
            -1 if e == SENTENCE_END or c in STOPS or c.isspace() else e
            for c, e in zip(text, ends, strict=True)
        ],
        splits,
    )


def add(prepared: Path, out: Path, language: int, marks: Iterable[Marked]) -> None:
    """segments.npz with more examples at its end, as a part of their own."""
    arrays = dict(np.load(prepared / "segments.npz"))
    texts, ends, meta = "", [], []
    for text, some, _ in marks:
        meta.append((len(arrays["ends"]) + len(ends), len(text), language, 1, SILVER))
        texts += f"\n{text}"
        ends += some
    more = {
        "texts": np.frombuffer(texts.encode(), np.uint8),
        "ends": np.array(ends, np.int8),
        "splits": np.where(np.array(ends) == TOKEN_END, 0, -1).astype(np.int16),  # 0: never
        "meta": np.array(meta, np.int32),
    }
    np.savez_compressed(
        out / "segments.npz", **{key: np.concatenate([arrays[key], more[key]]) for key in more}
    )
    print(f"{len(ends):,} characters in {len(meta):,} examples")


def agreement(sentences: list[Sentence], tagger: Tagger) -> float:
    """F1 of the tokens against the treebank."""
    right = given = wanted = 0
    for sentence in sentences:
        found = spans(sentence.text, cut(sentence.text, tagger))
        gold = spans(sentence.text, [form for form, _, _ in sentence.tokens])
        right, given, wanted = right + len(found & gold), given + len(found), wanted + len(gold)
    return 200 * right / (given + wanted)


def spans(text: str, forms: list[str]) -> set[tuple[int, int]]:
    found, at = set(), 0
    for form in forms:
        start = text.index(form, at)
        at = start + len(form)
        found.add((start, at))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("prepared", type=Path)
    parser.add_argument("treebanks", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--sentences", type=int, default=50_000)
    args = parser.parse_args()
    config, tagger = configuration(), Tagger()
    args.out.mkdir(parents=True, exist_ok=True)
    for _, treebank, sentences in load(args.treebanks, config | {"languages": ["ja"]}, "train"):
        print(f"{treebank}: tokens F1 {agreement(sentences, tagger):.2f}")
    known = {s.text for f in (args.treebanks / "ja").glob("*.conllu*") for s in read(f)}
    lines = chosen(args.files, known, args.sentences, config["seed"])
    silver = (Sentence(line, [(w, 1, False) for w in cut(line, tagger)], []) for line in lines)
    marks = map(asked, joined(silver, space=False, seed=config["seed"]))
    add(args.prepared, args.out, config["languages"].index("ja"), marks)
    for name in ("splits.json", "labels.json"):
        shutil.copy(args.prepared / name, args.out)


if __name__ == "__main__":
    main()
