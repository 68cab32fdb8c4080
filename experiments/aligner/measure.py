"""`python measure.py FOLDER [--data FOLDER]`: what sift.py marks in the dictionaries of a folder.

Per language: marked pairs, words of either side (as written) that lose their last content word as
partner, then how many pairs of MUSE and FreeDict (same stems) and of `written/` that the file holds
are not marked; then the pairs of idiom_equivalents.tsv that the files hold. The thresholds of
sift.py were chosen on the English words of the half `chosen on`.
"""

import argparse
import gzip
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

from sift import DOUBTFUL, Line, Pair, stemmer, written_pairs

from litmus.files.text import read_lines
from litmus.language.knowledge import load

DATA = Path(__file__).parents[2].parent / "shared" / "data"
FREEDICT = {
    "ar": "ara", "de": "deu", "es": "spa", "fr": "fra", "is": "isl", "it": "ita", "nl": "nld",
    "pt": "por", "ru": "rus",
}  # fmt: skip
HALVES = ("reported on", "chosen on")


def half(stem: str) -> int:
    return crc32(stem.encode()) % 2


def published(code: str, data: Path) -> Iterator[Pair]:
    """Pairs of MUSE and FreeDict, English first."""
    three = FREEDICT.get(code, "none")
    files = {
        f"muse-dicts/en-{code}.txt.gz": False,
        f"muse-dicts/{code}-en.txt.gz": True,
        f"freedict/eng-{three}.tsv.gz": False,
        f"freedict/{three}-eng.tsv.gz": True,
    }
    for name, turned in files.items():
        if (data / name).exists():
            with gzip.open(data / name, "rt", encoding="utf-8") as lines:
                for line in lines:
                    pair = line.rstrip("\n").split("\t") if "\t" in line else line.split()
                    if len(pair) == 2:
                        yield (pair[1], pair[0]) if turned else (pair[0], pair[1])


def equivalents(code: str) -> Iterator[Pair]:
    for line in read_lines(Path(__file__).parent / "idiom_equivalents.tsv"):
        language, words, others = line.split("\t") if line[:1] != "#" else ("", "", "")
        if language == code:
            yield from ((a, b) for a in words.split(" ") for b in others.split(" "))


def rows_of(path: Path) -> list[Line]:
    rows = (line.split("\t") for line in read_lines(path) if line[:1] != "#")
    return [(word, other, count) for word, other, count in rows if word and other]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--data", type=Path, default=DATA)
    args = parser.parse_args()
    idioms: list[tuple[int, bool, str]] = []
    print(f"{'':6}{'pairs':>8}{'marked':>8}{'words without entry':>22}"
          f"{'written kept':>20}{'published kept: ' + HALVES[0]:>32}{HALVES[1]:>24}")  # fmt: skip
    for path in sorted(args.folder.glob("en-*.tsv.xz")):
        code = path.name[3:5]
        rows = rows_of(path)
        english, other = stemmer("en"), stemmer(code)

        def stems(pair: Pair, english=english, other=other) -> Pair:  # type: ignore[no-untyped-def]
            return english(pair[0].lower()), other(pair[1].lower())

        known = {stems(pair) for pair in published(code, args.data)}
        wanted = {stems(pair) for pair in equivalents(code)}
        by_hand = set(written_pairs(code))
        kept = [[0, 0], [0, 0]]
        kept_by_hand = [0, 0]
        for word, translation, count in rows:
            pair, stays = stems((word, translation)), not count.endswith(DOUBTFUL)
            if pair in known:
                kept[half(pair[0])][0] += stays
                kept[half(pair[0])][1] += 1
            if (word, translation) in by_hand:
                kept_by_hand[0] += stays
                kept_by_hand[1] += 1
            if pair in wanted:
                shown = f"en-{code} {word} {translation} {count.removesuffix(DOUBTFUL)}"
                idioms.append((half(pair[0]), not stays, shown))
        marked = sum(count.endswith(DOUBTFUL) for _, _, count in rows)
        gone = sum(len(_without_entry(rows, code, side)) for side in (0, 1))
        print(f"en-{code} {len(rows):>8,}{marked:>8,}{gone:>22,}{_share(kept_by_hand):>20}"
              f"{_share(kept[0]):>32}{_share(kept[1]):>24}", flush=True)  # fmt: skip
    for part, name in enumerate(HALVES):
        some = [(marked, shown) for place, marked, shown in idioms if place == part]
        print(f"equivalents of idioms, {name}: {sum(m for m, _ in some)} of {len(some)} marked")
        print("  marked: " + "; ".join(shown for marked, shown in some if marked))
        print("  not marked: " + "; ".join(shown for marked, shown in some if not marked))


def _without_entry(rows: list[Line], code: str, side: int) -> set[str]:
    """Words as they are written that have partners besides function words, all of them marked."""
    idle, idle_there = load("en").stopwords, load(code).stopwords
    some = [row for row in rows if row[0].lower() not in idle and row[1].lower() not in idle_there]
    return {row[side] for row in some} - {
        row[side] for row in some if not row[2].endswith(DOUBTFUL)
    }


def _share(counts: list[int]) -> str:
    return f"{counts[0]:,}/{counts[1]:,} {counts[0] / counts[1]:.2%}" if counts[1] else "-"


if __name__ == "__main__":
    main()
