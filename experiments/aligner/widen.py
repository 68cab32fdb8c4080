"""`python widen.py PACKAGES FOLDER CODE...`: adds everyday words to dictionaries of software text.

Software says *bucket* of storage, and never *hay* or *crocodile*. Two tables know such words: the
everyday words that were written for this project (src/litmus/language/everyday), and the names of
emoji in Unicode's CLDR, taken where a name is one word in both languages. FOLDER holds the finished
files en-CODE.tsv.xz, which become version 3; marks of doubtful pairs stay, but for pairs that
somebody wrote down. PACKAGES holds cldr-annotations-full (README.md). Running this again changes
nothing.
"""

import argparse
import json
import lzma
import tarfile
from collections.abc import Iterator
from pathlib import Path

from collect import PackageMissing, Pair, tidy
from sift import DOUBTFUL, Line, read

from litmus.alignment.word_pairs import is_word
from litmus.language.dictionary.everyday import everyday_words

VERSION = 3
WRITTEN = "everyday words written for litmus"
NAMES = "CLDR names of emoji (Unicode License v3)"
COUNT = "1"  # how often a pair counts as seen


def emoji(folder: Path, code: str) -> Iterator[Pair]:
    """Names of emoji that are one word in English and in the other language."""
    found = sorted(folder.glob("cldr-annotations-full-*.tgz"))
    if not found:
        raise PackageMissing("cldr-annotations-full (npm pack cldr-annotations-full@48.2.0)")
    names = []
    with tarfile.open(found[-1]) as archive:
        for language in ("en", code):
            stream = archive.extractfile(f"package/annotations/{language}/annotations.json")
            table = json.loads(stream.read() if stream else b"{}")["annotations"]["annotations"]
            names.append({sign: about["tts"][0] for sign, about in table.items() if "tts" in about})
    for sign, name in names[0].items():
        pair = tidy(name), tidy(names[1].get(sign, ""))
        if all(is_word(word) and " " not in word for word in pair):
            yield pair


def widened(rows: list[Line], marked: set[Pair], more: list[Pair]) -> list[str]:
    """The lines of a dictionary with more pairs, sorted; those that it has keep their count."""
    new = dict.fromkeys(pair for pair in more if pair[0][:1] != "#")
    counts = dict.fromkeys(new, COUNT) | {(word, other): count for word, other, count in rows}
    return [
        f"{word}\t{other}\t{count}" + (DOUBTFUL if (word, other) in marked - new.keys() else "")
        for (word, other), count in sorted(counts.items())
    ]


def marks(path: Path) -> set[Pair]:
    """The pairs of a file that are marked as doubtful."""
    with lzma.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        cut = (line.removesuffix("\n").split("\t") for line in lines if not line.startswith("#"))
        return {(word, other) for word, other, count in cut if count.endswith(DOUBTFUL)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("packages", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("languages", nargs="+", metavar="CODE")
    args = parser.parse_args()
    for code in args.languages:
        path = args.folder / f"en-{code}.tsv.xz"
        header, rows = read(path)
        marked = marks(path)
        more = [*everyday_words("en", code), *emoji(args.packages, code)]
        lines = widened(rows, marked, more)
        about = [line.partition(f", {WRITTEN}")[0] for line in header]
        about = [
            f"# version: {VERSION}" if line.startswith("# version: ")
            else f"{line}, {WRITTEN}, {NAMES}" if line.startswith("# sources: ")
            else line
            for line in about
        ]  # fmt: skip
        with lzma.open(path, "wt", encoding="utf-8", preset=9) as file:
            file.writelines(f"{line}\n" for line in [*about, *lines])
        print(f"en-{code}: {len(lines) - len(rows)} pairs more, {len(lines)} in all", flush=True)


if __name__ == "__main__":
    main()
