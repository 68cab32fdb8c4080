"""`python sift.py FOLDER`: marks the pairs of finished dictionaries that are no translations.

Text that says *tourner autour du pot* for *beat about the bush* makes *pot* a translation of
*bush*. Counts alone do not tell: *pot* was seen six times, *buisson* once. But *pot* translates
*pot* and *jar* too, and in no other language does *bush* share a word with these, as *boat* and
*ship* do, which *bateau* translates. So a pair is doubtful if

- each of its words has other partners, which hold most of its counts,
- no other language relates the English word to another English partner of its partner,
- it was seen in one form of both words alone: idioms are fixed, translations are not,
- the words do not look alike, neither is a function word, and nobody wrote the pair down,
- it was not seen often: idioms are rare,
- it is not the most frequent partner of both words, nor, seen more than a few times, of the other
  word (*royaume*: *kingdom*). The English word alone does not count: *tape* is mostly *red tape*,
- neither word would be left without a partner: its most frequent one stays.

The last two look at words as they are written and at partners that are no function words. Doubtful
is not wrong: of 120 marked German and French pairs drawn by chance, 57 are right or fair
(marked_sample.tsv).

Words are brought together by their stems. German, Spanish and French do not speak for each other:
they were counted in the same speeches and share their turns of phrase. A doubtful pair gets a mark
behind its count (`6?`): the aligner uses it, a dictionary does not show it. Running this again
changes nothing.
"""

import argparse
import lzma
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from math import sqrt
from pathlib import Path

from litmus.alignment.tokens import likeness
from litmus.language.dictionary.formats import DOUBTFUL, read_pairs
from litmus.language.forms import can_match, normaliser
from litmus.language.knowledge import load

WRITTEN = Path(__file__).parent / "written"
VERSION = 2
SAME_TEXT = frozenset(("de", "es", "fr"))
BY_HAND = {"ja", "zh"}  # hold a dictionary, whose pairs count as seen once, rare ones half
ONCE = ("1", "0.5")
# Chosen on every second English word (measure.py): what marks most of idiom_equivalents.tsv, and of
# such settings the one that marks fewest pairs of MUSE and FreeDict. OFTEN gives up one equivalent,
# mind-cuenta (115 times), for the sake of context-cadre (112) and its like.
MOST_OF_ENGLISH, MOST_OF_OTHER = 0.7, 0.35  # share of the counts of either word that saves a pair
RELATED = 0.0005  # how related to partners of its partner the English word is, to save a pair
ALIKE = 0.5
OFTEN = 40  # nothing seen so often is marked
SELDOM = 3  # seen more often, the most frequent partner of the other word is not marked

Pair = tuple[str, str]
Line = tuple[str, str, str]


class Table:
    """How often stems of English and of another language were linked."""

    def __init__(self, code: str, lines: list[Line]) -> None:
        self.code = code
        self.stem, self.stem_there = stemmer("en"), stemmer(code)
        self.forms: dict[Pair, set[Pair]] = defaultdict(set)
        self.partners: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        self.partners_there: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        for word, other, count in lines:
            if word and other:
                pair = self.stems(word, other)
                self.forms[pair].add((word.lower(), other.lower()))
                self.partners[pair[0]][pair[1]] += float(count)
                self.partners_there[pair[1]][pair[0]] += float(count)
        self.sums = {word: sum(found.values()) for word, found in self.partners.items()}
        self.sums_there = {word: sum(found.values()) for word, found in self.partners_there.items()}

    def stems(self, word: str, other: str) -> Pair:
        return self.stem(word.lower()), self.stem_there(other.lower())

    def shares(self, pair: Pair) -> tuple[float, float]:
        """Share of the pair in the counts of its English and of its other word."""
        count = self.partners[pair[0]][pair[1]]
        return count / self.sums[pair[0]], count / self.sums_there[pair[1]]

    def related(self, word: str, second: str) -> float:
        """0 to 1: how likely one English word becomes the other by way of this language and back
        (geometric mean of both ways; Bannard and Callison-Burch 2005)."""
        if word not in self.partners or second not in self.partners:
            return 0.0
        few, many = sorted((self.partners[word], self.partners[second]), key=len)
        common = sum(
            count * many[other] / self.sums_there[other]
            for other, count in few.items()
            if other in many and not (self.code == "ja" and is_reading(other))
        )
        return common / sqrt(self.sums[word] * self.sums[second])


def is_reading(word: str) -> bool:
    """Whether it is in hiragana alone: EDICT gives it the glosses of all its homophones."""
    return all("\u3041" <= character <= "\u309f" for character in word)


def stemmer(code: str) -> Callable[[str], str]:
    return normaliser("stem", code) if can_match("stem", code) else str


def written_pairs(code: str) -> Iterator[Pair]:
    """What was written down for this project, English first."""
    for path in (WRITTEN / f"en-{code}.tsv", WRITTEN / f"{code}-en.tsv"):
        if path.exists():
            for word, other in read_pairs(path):
                yield (word, other) if path.name.startswith("en-") else (other, word)


def doubtful(tables: dict[str, Table], code: str, lines: list[Line]) -> Iterator[Line]:
    """The lines of a language that are to be marked."""
    table = tables[code]
    others = [
        tables[other]
        for other in tables
        if other != code and not {code, other} <= SAME_TEXT
    ]  # fmt: skip
    idle, idle_there = load("en").stopwords, load(code).stopwords
    written = {table.stems(*pair) for pair in written_pairs(code)}

    @cache
    def is_doubtful(pair: Pair) -> bool:
        share, share_there = table.shares(pair)
        if pair in written or share >= MOST_OF_ENGLISH or share_there >= MOST_OF_OTHER:
            return False
        if len(table.forms[pair]) > 1:
            return False
        found = 0.0
        for second, count in table.partners_there[pair[1]].items():
            if second != pair[0]:
                best = max((other.related(pair[0], second) for other in others), default=0.0)
                found += count / table.sums_there[pair[1]] * best
                if found >= RELATED:
                    return False
        return True

    for line in lines:
        word, other, count = line
        if not word or not other or (code in BY_HAND and count in ONCE):
            continue
        if word.lower() in idle or other.lower() in idle_there:
            continue
        if likeness(word.lower(), other.lower()) < ALIKE and is_doubtful(table.stems(word, other)):
            yield line


def spared(rows: list[Line], marked: set[Line], code: str) -> set[Line]:
    """The marked lines that stay: seen often, or the best that a word of theirs has."""
    idle, idle_there = load("en").stopwords, load(code).stopwords
    rows = [
        row
        for row in rows
        if row[0] and row[1] and row[0].lower() not in idle and row[1].lower() not in idle_there
    ]
    most: tuple[dict[str, float], dict[str, float]] = {}, {}
    for row in rows:
        for side in (0, 1):
            most[side][row[side]] = max(float(row[2]), most[side].get(row[side], 0.0))
    found: set[Line] = set()
    for row in marked:
        count = float(row[2])
        best, best_there = (count >= most[side][row[side]] for side in (0, 1))
        if count >= OFTEN or (best_there and (best or count > SELDOM)):
            found.add(row)
    kept = [row for row in rows if row not in marked or row in found]
    for side in (0, 1):
        known = {row[side] for row in kept}
        best_left: dict[str, Line] = {}
        for row in rows:
            if row[side] not in known and float(row[2]) == most[side][row[side]]:
                best_left.setdefault(row[side], row)
        found |= set(best_left.values())
    return found


def read(path: Path) -> tuple[list[str], list[Line]]:
    """The header and the rows of a file of lexicons.py as they stand, without marks."""
    header, rows = list[str](), list[Line]()
    with lzma.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        for line in lines:
            if line.startswith("#"):
                header.append(line.removesuffix("\n"))
            else:
                word, other, count = line.removesuffix("\n").split("\t")
                rows.append((word, other, count.removesuffix(DOUBTFUL)))
    return header, rows


def sift(folder: Path, version: int) -> None:
    """Marks the doubtful pairs of every file of the folder, which become files of that version."""
    files = {path.name[3:5]: read(path) for path in sorted(folder.glob("en-*.tsv.xz"))}
    tables = {code: Table(code, rows) for code, (_, rows) in files.items()}
    for code, (header, rows) in files.items():
        marked = set(doubtful(tables, code, rows))
        marked -= spared(rows, marked, code)
        with lzma.open(folder / f"en-{code}.tsv.xz", "wt", encoding="utf-8", preset=9) as file:
            for line in header:
                old = line.startswith("# version: ")
                file.write(f"# version: {version}\n" if old else f"{line}\n")
            for row in rows:
                file.write("\t".join(row) + (f"{DOUBTFUL}\n" if row in marked else "\n"))
        print(f"en-{code}: {len(marked)} of {len(rows)} pairs are doubtful", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    sift(parser.parse_args().folder, VERSION)


if __name__ == "__main__":
    main()
