"""English text in which people marked what was left out, and how each set is divided.

`labels.tsv` holds our own reading, as places in texts that are not here: set, line (from 0),
first character of the word, and a label (verb, noun, tag, unsure, none). The Penn Treebank marks
verb phrases by `*?*`, NoEl names the words whose noun is missing.
"""

import gzip
import hashlib
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.discourse.penn import sentences as penn_sentences

DATA = Path(__file__).parents[2].parent / "shared" / "data"
LABELS = Path(__file__).parents[2] / "experiments" / "ellipsis" / "labels"
TREEBANKS = {
    f"{name}-{part}": f"ud/{folder}{part}{suffix}.conllu.gz"
    for name, folder, suffix in (("ewt", "en/", "-ewt"), ("gum", "en-gum-coref/", ""))
    for part in ("train", "dev", "test")
}
Span = tuple[int, int]


class Marked(NamedTuple):
    """A text with the spans of the words that license a gap; `unsure` ones count neither way."""

    text: str
    gaps: tuple[Span, ...]
    unsure: tuple[Span, ...] = ()


def penn(part: str, data: Path = DATA) -> list[Marked]:
    """The Treebank sample: all `*?*`, also those after no auxiliary ("than expected").

    Nothing is trained on it. Files with an odd number are the development part.
    """
    with zipfile.ZipFile(data / "treebank" / "treebank_combined.zip") as archive:
        names = sorted(name for name in archive.namelist() if name.endswith(".mrg"))
        held = [name for name in names if (int(name[-8:-4]) % 2 == 0) == (part == "test")]
        texts = [archive.read(name).decode() for name in held]
    return [Marked(text, gaps) for content in texts for text, gaps in penn_sentences(content)]


def rows(path: Path) -> list[list[str]]:
    """The rows of a gzipped TSV file, without its header."""
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        return [line.removesuffix("\n").split("\t") for line in lines][1:]


def part_of(key: str) -> str:
    """Train, dev or test, by a hash of the document's name: 7, 1 and 2 in ten."""
    number = int(hashlib.sha256(key.encode()).hexdigest(), 16) % 10
    return "test" if number < 2 else "dev" if number < 3 else "train"


def noel(parts: Sequence[str], data: Path = DATA) -> list[Marked]:
    """Lines of the films in these parts; of equal words, those that are last of a phrase count."""
    found = []
    for label, film, _, text, licensors in rows(data / "noel-noun-ellipsis" / "noel.tsv.gz"):
        if part_of(film) in parts:
            named = (
                [item.rsplit(":", 1)[0] for item in licensors.split("|")] if label == "1" else []
            )
            found.append(Marked(text, tuple(_places(text, named))))
    return found


def _places(text: str, licensors: Iterable[str]) -> Iterator[Span]:
    """Where the licensors stand; the file names their words, not their places.

    Of several equal words the one with no word after it is meant, or else the first.
    """
    used: set[Span] = set()
    for licensor in licensors:
        pattern = r"\s+".join(map(re.escape, licensor.split()))
        spans = [m.span() for m in re.finditer(rf"(?<!\w){pattern}(?!\w)", text, re.IGNORECASE)]
        spans = spans or [m.span() for m in re.finditer(pattern, text, re.IGNORECASE)]
        free = [span for span in spans if span not in used]
        ends = [span for span in free if not re.match(r"\s*\w", text[span[1] :])]
        for span in (ends or free)[:1]:
            used.add(span)
            yield span


class Row(NamedTuple):
    """An automatic example: a line with an auxiliary whose translation is a full verb."""

    auxiliary: str
    source: str
    before: str
    before2: str
    part: str


def vpe_rows(data: Path = DATA) -> list[Row]:
    """The rows of vp-ellipsis-en; those that share a long line are from one film, in one part."""
    held = rows(data / "vp-ellipsis-en" / "vp_ellipsis.tsv.gz")
    parent = list(range(len(held)))

    def root(row: int) -> int:
        while parent[row] != row:
            parent[row] = parent[parent[row]]
            row = parent[row]
        return row

    seen: dict[str, int] = {}
    for number, row in enumerate(held):
        for column, least in ((2, 15), (3, 20), (4, 20)):
            key = re.sub(r"\W+", " ", row[column].lower()).strip()
            if len(key) >= least:
                parent[root(number)] = root(seen.setdefault(key, number))
    first: dict[int, int] = {}
    for number in range(len(held)):
        first.setdefault(root(number), number)
    parts = [part_of("|".join(held[first[root(number)]][2:5])) for number in range(len(held))]
    return [
        Row(row[1], row[2], row[3], row[4], part) for row, part in zip(held, parts, strict=True)
    ]


def treebank_texts(name: str, data: Path = DATA) -> list[str]:
    """The sentences of a treebank file, by the names of `TREEBANKS`."""
    with gzip.open(data / TREEBANKS[name], "rt", encoding="utf-8", newline="\n") as lines:
        return [line[9:-1] for line in lines if line.startswith("# text = ")]


def labels() -> dict[str, dict[tuple[int, int], str]]:
    """Our reading: set -> (line, first character) -> label."""
    found: dict[str, dict[tuple[int, int], str]] = {}
    for line in (LABELS / "labels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        name, number, start, label = line.split("\t")
        found.setdefault(name, {})[int(number), int(start)] = label
    return found


def marked(texts: dict[int, str], read: dict[tuple[int, int], str], wanted: str) -> list[Marked]:
    """Texts by line number with what was read in them; one character stands for each word."""
    gaps: dict[str, dict[int, list[Span]]] = {wanted: {}, "unsure": {}}
    for (number, start), label in read.items():
        if label in gaps:
            gaps[label].setdefault(number, []).append((start, start + 1))
    return [
        Marked(text, tuple(gaps[wanted].get(n, ())), tuple(gaps["unsure"].get(n, ())))
        for n, text in texts.items()
    ]
