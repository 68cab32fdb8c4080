"""`python choose_quotes.py TREEBANKS...`: quotation marks that the networks have learned to read.

Counted in the training files of each language. Kinds of marks with fifteen in a thousand sentences
or more are left as they are (fewest: Icelandic curly ones, 22); others are shown to the networks as
plain ones (most: English curly ones, 10). Languages without spaces have marks of their own and are
left out. Writes `model/quotes.json`, which `litmus.language.embedded.typography` reads.
"""

import json
import sys
import tomllib
from collections import Counter
from pathlib import Path

from prepare import load

from litmus.language.embedded import languages
from litmus.language.embedded.model import about
from litmus.language.embedded.typography import DOUBLE, FILE, KINDS

CONFIG = Path(__file__).with_name("config.toml")
MODEL = Path(__file__).parents[2] / "src/litmus/language/embedded/model"
LEAST = 0.015  # marks of a kind in a sentence


def main() -> None:
    table = {}
    for language in languages():
        if language in about()["segmenter"]["unspaced"]:
            continue
        marks, sentences = count(list(map(Path, sys.argv[1:])), language)
        table[language] = "".join(
            kind for kind in KINDS if sum(marks[mark] for mark in kind) >= LEAST * sentences
        )
        print(f"{language}  {sentences:,} sentences  {dict(marks)}  {table[language]}", flush=True)
    content = json.dumps(table, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
    (MODEL / FILE).write_text(content, encoding="utf-8")


def count(folders: list[Path], language: str) -> tuple[Counter[str], int]:
    """How often each mark is in training text, and how many sentences there are."""
    config = tomllib.loads(CONFIG.read_text(encoding="utf-8")) | {"languages": [language]}
    marks: Counter[str] = Counter()
    sentences = 0
    for folder in folders:
        for kind in config["data"]["kinds"] if (folder / language).is_dir() else ():
            for *_, found in load(folder, config, kind):
                sentences += len(found)
                marks.update(
                    mark for sentence in found for row in sentence.rows for mark in row.form
                    if mark in DOUBLE
                )  # fmt: skip
    return marks, sentences


if __name__ == "__main__":
    main()
