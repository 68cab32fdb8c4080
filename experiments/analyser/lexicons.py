"""Word lists: `python lexicons.py LISTS zh=dict.txt ja=sys.dic it=FOLDER ru tr`.

Writes LISTS/xx.tsv: word, price (a hint where nothing separates words) and class (what the list
has to say of its part of speech, in its own terms). `--ship` also writes the list that ships, of
the prices only, which a language needs before its first training; `train_classes.py` adds the
classes.

- zh: `dict.txt` of the package jieba (MIT)
- ja: `sys.dic` of unidic-lite (BSD); classes by fugashi
- it: words.json, adjectives.json and verbs.json of the npm packages italian-words-dict,
  italian-adjectives-dict and italian-verbs-dict (Morph-it!, CC BY-SA), those wordfreq has
- ru: pymorphy3 with its dictionary (OpenCorpora, CC BY-SA), for the words wordfreq has
- tr: zeyrek (MIT), for the words wordfreq has; minutes
- others: `de=FILE.tsv.gz`, one or more (`es=ONE,OTHER`): form, UPOS and features, as of the full
  training files of treebanks; those with the licence of the treebank. `nc-` files are refused.
"""

import gzip
import json
import logging
import math
import os
import re
import struct
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import numpy as np

from litmus.language.embedded.lexicon import pack

MODEL = Path(__file__).parents[2] / "src/litmus/language/embedded/model"
HAN = re.compile(r"[\u3400-\u9fff]{1,4}")
JAPANESE = re.compile(
    r"(?![\u30a0-\u30ff]+$)[\u3040-\u30ff\u3400-\u9fff々]{2,4}"
)  # not all katakana
RAREST = 3  # occurrences of a Chinese word in jieba's counts
LONGEST = 8  # characters of a word with a class
WORDS = 200_000  # of a language, by frequency
LIKELY = 0.1  # share of a reading that counts

Rows = Iterator[tuple[str, int | None, str]]


def chinese(path: Path) -> Rows:
    """Prices: minus the logarithm of how often a word comes, in whole numbers."""
    rows = [line.split(" ") for line in path.read_text(encoding="utf-8").split("\n") if line]
    counts = {word: int(count) for word, count, _ in rows if int(count) >= RAREST}
    total = math.log(sum(counts.values()))
    for word, _, kind in rows:
        if word in counts and HAN.match(word) and len(word) <= LONGEST:
            short = HAN.fullmatch(word)
            yield word, round(total - math.log(counts[word])) if short else None, kind


def japanese(path: Path) -> Rows:
    """All at one price, so that the path of fewest words wins."""
    from fugashi import Tagger

    tagger = Tagger()
    for word in surfaces(path):
        price = 12 if JAPANESE.fullmatch(word) else None
        read = tagger(word) if len(word) <= LONGEST and not word.isascii() else []
        kind = japanese_kind(read[0].feature) if len(read) == 1 else ""
        if price or kind:
            yield word, price, kind


def japanese_kind(feature: object) -> str:
    """Part of speech and form; nothing for closed classes and for rare forms of verbs."""
    pos, more, further, form = (
        getattr(feature, name) or "*" for name in ("pos1", "pos2", "pos3", "cForm")
    )
    form = form.partition("-")[0]
    if pos in ("助詞", "助動詞", "補助記号", "記号", "空白") or form in (
        "意志推量形",
        "命令形",
        "仮定形",
    ):
        return ""
    return "/".join((pos, more, further, form))


def surfaces(path: Path) -> list[str]:
    """The surfaces of a MeCab dictionary, read from its double array level by level."""
    content = path.read_bytes()
    size = struct.unpack("<10I", content[:40])[6]
    cells = np.frombuffer(content[72 : 72 + size], np.uint32).reshape(-1, 2)
    base, check = cells[:, 0].view(np.int32).astype(np.int64), cells[:, 1].astype(np.int64)
    base, check = np.pad(base, (0, 300)), np.pad(check, (0, 300), constant_values=-1)
    nodes, names, found = base[:1], [b""], []
    while len(nodes):
        ends = (check[nodes] == nodes) & (base[nodes] < 0)
        found += [names[at] for at in np.nonzero(ends)[0]]
        below, longer = [], []
        for start in range(0, len(nodes), 20_000):
            some = nodes[start : start + 20_000]
            children = some[:, None] + np.arange(256) + 1
            node, byte = np.nonzero(check[children] == some[:, None])
            below.append(base[children[node, byte]])
            longer += [names[start + n] + bytes([b]) for n, b in zip(node, byte, strict=True)]
        nodes, names = np.concatenate(below), longer
    return sorted({name.decode("utf-8") for name in found})


def russian(_: Path) -> Rows:
    from pymorphy3 import MorphAnalyzer
    from wordfreq import top_n_list

    analyser = MorphAnalyzer(lang="ru")
    for word in top_n_list("ru", WORDS):
        if analyser.word_is_known(word) and word.isalpha():
            read = {_russian_kind(r.tag) for r in analyser.parse(word) if r.score >= LIKELY}
            yield word, None, " ".join(sorted(read))


def _russian_kind(tag: object) -> str:
    names = [kind for kind in ("Name", "Surn", "Patr", "Geox", "Abbr") if kind in str(tag)]
    parts = ("POS", "case", "number", "gender", "tense", "person", "mood", "aspect")
    return "|".join([*names[:1], *(value for part in parts if (value := getattr(tag, part)))])


def italian(folder: Path) -> Rows:
    from wordfreq import zipf_frequency

    read: dict[str, set[str]] = {}
    for name in ("words", "adjectives", "verbs"):
        for lemma, entry in json.loads((folder / f"{name}.json").read_text("utf-8")).items():
            gender = entry.pop("G", "") if name == "words" else ""
            for form, path in _leaves(entry, f"{name}{gender}"):
                read.setdefault(form.lower(), set()).add(path)
            if "S" not in entry and name == "words":
                read.setdefault(lemma.lower(), set()).add(f"{name}{gender}|S")
    for word, kinds in read.items():
        if word.isalpha() and zipf_frequency(word, "it") > 0:
            yield word, None, " ".join(sorted(kinds))


def _leaves(entry: object, path: str) -> Iterator[tuple[str, str]]:
    """Forms in nested lists and objects, with the names on the way there."""
    if isinstance(entry, str):
        yield entry, path
    elif isinstance(entry, list):
        for item in entry:
            yield from _leaves(item, path)
    elif isinstance(entry, dict):
        for name, item in entry.items():
            yield from _leaves(item, f"{path}|{name}")


def turkish(_: Path) -> Rows:
    from wordfreq import top_n_list
    from zeyrek import MorphAnalyzer

    logging.disable(logging.WARNING)  # it logs what it tries, and some versions print it
    analyser = MorphAnalyzer()
    words = [word for word in top_n_list("tr", WORDS) if word.isalpha()]
    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):  # it prints what it tries
        read = [{_turkish_kind(way) for way in analyser._parse(word) if way} for word in words]
    for word, kinds in zip(words, read, strict=True):
        yield word, None, " ".join(sorted(kinds))


def _turkish_kind(found: Any) -> str:
    """Part of speech of the whole, what it was made from, and the endings after that."""
    names = [morpheme.id_ for morpheme, _ in found.morphemes]
    parts = [at for at, name in enumerate(names) if name in ("Noun", "Verb", "Adj", "Adv", "Num")]
    proper = "Prop" if "_Prop" in str(found.dict_item) else ""
    return "|".join([proper, *names[:1], *names[parts[-1] if parts else 0 :]])


OPEN = {"ADJ", "ADV", "NOUN", "NUM", "PROPN", "VERB"}
# What the form alone cannot say, where the commonest features of a form say it nevertheless.
CONTEXT = {"de": {"Case"}, "is": {"Case"}}
ADJECTIVES = {"de": {"Gender", "Number", "Case"}}


def treebank_forms(paths: str, code: str) -> Rows:
    """Forms of open classes, in small letters; a form of several kinds has them together."""
    read: dict[str, set[str]] = {}
    for path in map(Path, paths.split(",")):
        if path.name.startswith("nc-"):
            raise SystemExit(f"{path}: its licence does not allow a model that is passed on.")
        with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
            for line in lines:
                form, upos, feats = line.rstrip("\n").split("\t")
                if upos in OPEN and form.isalpha():
                    left_out = CONTEXT.get(code, set())
                    if upos == "ADJ":
                        left_out = ADJECTIVES.get(code, left_out)
                    pairs = feats.split("|") if feats != "_" else []
                    kept = [pair for pair in pairs if pair.partition("=")[0] not in left_out]
                    read.setdefault(form.lower(), set()).add("|".join([upos, *kept]))
    for word, kinds in read.items():
        yield word, None, " ".join(sorted(kinds))


LISTS = {"zh": chinese, "ja": japanese, "it": italian, "ru": russian, "tr": turkish}


def main() -> None:
    given = [argument for argument in sys.argv[1:] if argument != "--ship"]
    out = Path(given[0])
    out.mkdir(parents=True, exist_ok=True)
    for argument in given[1:]:
        code, _, path = argument.partition("=")
        # Classes are asked for in small letters; a word with a price has none that are not.
        own = treebank_forms(path, code) if ".tsv" in path else LISTS[code](Path(path))
        rows = sorted((word.lower(), *rest) for word, *rest in own)
        text = "".join(
            f"{word}\t{'' if price is None else price}\t{kind}\n" for word, price, kind in rows
        )
        (out / f"{code}.tsv").write_text(text, encoding="utf-8")
        prices = {word: (price, None) for word, price, _ in rows if price is not None}
        if prices and "--ship" in sys.argv:
            (MODEL / f"lexicon-{code}.txt.xz").write_bytes(pack(prices))
        print(f"{code}: {len(rows):,} words, {len({kind for *_, kind in rows})} classes")


if __name__ == "__main__":
    main()
