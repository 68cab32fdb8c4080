"""Sources whose licence keeps them out of the lists: they only confirm an entry."""

import re
from collections.abc import Iterator
from pathlib import Path

from experiments.idiom_lists.found import entry_of, key_of, words_of


def ding(folder: Path, code: str) -> Iterator[str]:
    """Keys of figurative phrases and proverbs in Ding (GPL)."""
    side = {"de": 0, "en": 1}[code]
    marks = r"\[(übtr|Sprw|ugs|fig|prov|coll|Redewendung)\.?\]"
    for line in (folder / "debian/trans-de-en/usr/share/trans/de-en").open(encoding="utf-8"):
        sides = line.rstrip("\n").split(" :: ")
        if len(sides) == 2 and re.search(marks, line):
            for text in re.split(r"[|;]", sides[side]):
                entry = entry_of(re.sub(r"\[[^\]]*\]|\{[^}]*\}|\([^)]*\)|/.*?/", "", text), code)
                if entry and len(words_of(entry)) >= 2:
                    yield key_of(entry)


def openthesaurus(folder: Path) -> Iterator[str]:
    """Keys of figurative and colloquial phrases in OpenThesaurus (LGPL)."""
    path = folder / "debian/openthesaurus-de-text/usr/share/openthesaurus-de/openthesaurus.txt"
    for line in path.open(encoding="utf-8"):
        for text in line.split(";"):
            if re.search(r"\((fig|ugs|Redensart|sprichwörtlich)", text):
                entry = entry_of(re.sub(r"\([^)]*\)", "", text), "de")
                if entry and len(words_of(entry)) >= 2:
                    yield key_of(entry)


def turkish_wordnet(folder: Path) -> Iterator[str]:
    """Keys of the phrases in the Turkish WordNet (GPL)."""
    text = (folder / "pypi/nlptoolkit_wordnet/WordNet/data/turkish_wordnet.xml").read_text("utf-8")
    for literal in re.findall(r"<LITERAL>([^<]+)<", text):
        if len(words_of(literal)) >= 3:
            yield key_of(literal)


def lexicon_grammar(folder: Path) -> Iterator[str]:
    """Keys of the fixed expressions of the Lexicon-Grammar tables (LGPL-LR)."""
    import gzip

    path = folder / "github/lexicon-grammar-fr/expressions-figees.tsv.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            if entry := entry_of(line.split("\t")[0], "fr"):
                yield key_of(entry)
