"""`python lexicons.py PARALLEL OUT CODE...`: word pairs of English and another language, counted.

Trains the aligner that ships, without its dictionaries, on the text at hand, links that text, and
counts which word forms were linked: OUT/en-CODE.tsv.xz, the dictionary and the aligner's prior in
one; pairs that are no translations are marked (sift.py). PARALLEL holds en-CODE.tsv.gz
(collect.py); --ntrex, --europarl, --tatoeba and --novels are folders with the files of those
corpora, used where they have the language.
"""

import argparse
import gzip
import lzma
import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from sift import VERSION, sift

from litmus.alignment.word_pairs import Row, is_word, word_pairs
from litmus.language.dictionary.bilingual import HEADER
from litmus.language.dictionary.formats import clean_gloss, read_counts, read_pairs

WRITTEN = Path(__file__).parent / "written"
LICENCE = "CC BY-SA 4.0"
SEED = 20261115
ATTRIBUTION = {
    "ja": "EDICT (Electronic Dictionary Research and Development Group, CC BY-SA 3.0)",
    "zh": "CC-CEDICT (CC BY-SA 4.0)",
}
DICTIONARY = 1.0  # how often a pair of words in a dictionary counts as seen; rare words half
LONGEST_PHRASE = 3  # words
_KANA = re.compile("[\u3041-\u309f]+")

Pair = tuple[str, str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    add = parser.add_argument
    add("parallel", type=Path)
    add("out", type=Path)
    add("languages", nargs="+", metavar="CODE")
    for corpus in CORPORA:
        add(f"--{corpus}", type=Path)
    add("--dictionary", nargs=2, action="append", default=[], metavar=("CODE", "FILE"))
    add("--most", type=int, default=150_000, help="sentence pairs of a language")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for code in args.languages:
        begun = time.time()
        folders = {name: getattr(args, name) for name in CORPORA}
        found = {
            name: list(dict.fromkeys(pairs))
            for name, pairs in corpora(code, args.parallel, folders)
        }
        pairs = sample([pair for some in found.values() for pair in some], args.most)
        known = [row for given, path in args.dictionary if given == code for row in words_of(path)]
        known += written_for(code)
        rows = merged(word_pairs(pairs, ("en", code), known), known)
        sources = ", ".join(f"{name} {len(some)}" for name, some in found.items() if some)
        if any(given == code for given, _ in args.dictionary):
            sources += f", {ATTRIBUTION[code]}"
        if any(written_for(code)):
            sources += ", written for litmus"
        write(args.out / f"en-{code}.tsv.xz", code, rows, sources)
        print(f"en-{code}: {sources}; {len(pairs)} used, {len(rows)} word pairs, "
              f"{time.time() - begun:.0f} s", flush=True)  # fmt: skip
    settle(args.out)
    sift(args.out, VERSION)


def sample(pairs: list[Pair], most: int) -> list[Pair]:
    if len(pairs) <= most:
        return pairs
    return random.Random(SEED).sample(pairs, most)


def lines(path: Path) -> list[str]:
    with (
        gzip.open(path, "rt", encoding="utf-8")
        if path.suffix == ".gz"
        else path.open(encoding="utf-8") as stream
    ):
        return stream.read().replace("\r\n", "\n").split("\n")[:-1]


def _columns(path: Path) -> Iterator[Pair]:
    if path.exists():
        for line in lines(path):
            source, _, target = line.partition("\t")
            yield source, target


def _sides(english: Path, other: Path) -> Iterator[Pair]:
    if other.exists():
        yield from zip(lines(english), lines(other), strict=True)


def _novels(folder: Path, code: str) -> Iterator[Pair]:
    for path in sorted(folder.glob(f"novels-en-{code}/*.{code}")):
        yield from _sides(path.with_suffix(".en"), path)


# fmt: off
CORPORA = {
    "ntrex": lambda folder, code: _sides(folder / "src.en", folder / f"ref.{code}"),
    "europarl": lambda folder, code: _sides(folder / "train.en.gz", folder / f"train.{code}.gz"),
    "tatoeba": lambda folder, code: _columns(folder / f"en-{code}.tsv.gz"),
    "novels": _novels,
}
# fmt: on


def corpora(
    code: str, parallel: Path, folders: dict[str, Path | None]
) -> Iterator[tuple[str, Iterator[Pair]]]:
    yield "software", _columns(parallel / f"en-{code}.tsv.gz")
    for name, read in CORPORA.items():
        folder = folders[name]
        if folder is not None:
            yield name, read(folder, code)


def words_of(path: str) -> Iterator[Row]:
    """Words and short phrases of a dictionary of the other language into English: EDICT's as
    collect.py writes it, with `P` for common words, or CC-CEDICT's (word, reading, glosses)."""
    for line in lines(Path(path)):
        word, second, third = line.split("\t")
        edict = third in ("", "P")
        common = third == "P" or not edict
        if not is_word(word) or (not common and _KANA.fullmatch(word)):
            continue
        for gloss in map(clean_gloss, [second] if edict else third.split("/")):
            size = len(gloss.split(" "))
            if is_word(gloss) and size <= (LONGEST_PHRASE if common else 1):
                yield gloss, word, DICTIONARY if common else DICTIONARY / 2


def written_for(code: str) -> Iterator[Row]:
    """Words that were written down for this project, of either direction."""
    for path in (WRITTEN / f"en-{code}.tsv", WRITTEN / f"{code}-en.tsv"):
        if path.exists():
            for word, other in read_pairs(path):
                pair = (word, other) if path.name.startswith("en-") else (other, word)
                yield (*pair, DICTIONARY)


def merged(*tables: list[Row]) -> list[Row]:
    """Counts of the same pair added up; a word that begins with # would be a comment."""
    found: Counter[Pair] = Counter()
    for source, target, count in (row for table in tables for row in table):
        found[source, target] += count
    return sorted((*pair, count) for pair, count in found.items() if pair[0][:1] != "#")


def write(path: Path, code: str, rows: list[Row], sources: str) -> None:
    with lzma.open(path, "wt", encoding="utf-8", preset=9) as out:
        out.write(f"{HEADER}\n# name: en-{code}\n# version: {VERSION}\n# languages: en-{code}\n")
        out.write(f"# licence: {LICENCE}\n# sources: {sources}\n")
        out.writelines(f"{source}\t{target}\t{count:.3g}\n" for source, target, count in rows)


def settle(folder: Path) -> None:
    """English words that any of the files has in lower case are so in all: titles say nothing. So
    are their partners, except in German, whose nouns have capitals."""
    paths = sorted(folder.glob("en-*.tsv.xz"))
    tables = {path: list(read_counts(path)) for path in paths}
    lower = {word for rows in tables.values() for word, _, _ in rows if word == word.lower()}
    for path, rows in tables.items():
        with lzma.open(path, "rt", encoding="utf-8") as old:
            sources = next(line for line in old if line.startswith("# sources: "))
        code, settled = path.name[3:5], []
        for word, other, count in rows:
            if word.lower() in lower:
                word = word.lower()
                if code != "de" and other[1:].islower():
                    other = other.lower()
            settled.append((word, other, count))
        write(path, code, merged(settled), sources.removeprefix("# sources: ").strip())


if __name__ == "__main__":
    main()
