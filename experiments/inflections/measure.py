"""How many words of the test files reach their lemma, by the stem alone and with the tables.

    python measure.py UD TABLES

Nouns, verbs and adjectives. "Right" counts, of the words whose form a table has, those whose lemma
it gives or whose stem is their lemma's.
"""

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

from collect import LANGUAGES, read_pairs

from litmus.files.text import read_lines
from litmus.language import knowledge
from litmus.language.forms import stemmer


def read_table(path: Path) -> dict[str, set[str]]:
    """Lemmas by form."""
    lemmas: dict[str, set[str]] = defaultdict(set)
    for line in read_lines(path):
        if not line.startswith("#"):
            lemma, forms = line.split("\t")
            for form in forms.split(" "):
                lemmas[form].add(lemma)
    return dict(lemmas)


def test_pairs(root: Path, language: str) -> Iterator[tuple[str, str]]:
    """(form, lemma) of every word that counts."""
    for path in sorted((root / language).glob("test-*.conllu.gz")):
        yield from read_pairs(path, {"NOUN", "VERB", "ADJ"})


def measure(root: Path, tables: Path, language: str) -> str:
    """One line of results."""
    stem: Callable[[str], str] = stemmer(language) if knowledge.load(language).snowball else str
    table = read_table(tables / f"{language}.txt")
    words = by_stem = reached = looked_up = right = 0
    for form, lemma in test_pairs(root, language):
        same, given = stem(form) == stem(lemma), lemma in table.get(form, ())
        words += 1
        by_stem += same
        reached += same or given
        looked_up += form in table
        right += form in table and (same or given)
    if not words:
        return f"{language}  no test file"
    return (
        f"{language}  {words:6} words  by stem {100 * by_stem / words:5.1f}  "
        f"with table {100 * reached / words:5.1f}  "
        f"in table {looked_up:5}, right {100 * right / max(looked_up, 1):5.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("treebanks", type=Path)
    parser.add_argument("tables", type=Path)
    args = parser.parse_args()
    for language in LANGUAGES:
        print(measure(args.treebanks, args.tables, language))


if __name__ == "__main__":
    main()
