"""How many words carry each tag in the same documents, in all languages: as MuDA's Table 3.

    python -m benchmarks.discourse.counts SHARED_DATA [LANG ...]

NTREX: English news of 94 documents, translated by people. Prints words and tags of a language.
"""

import argparse
from collections import Counter
from pathlib import Path

from benchmarks.machine import machine

from litmus.discourse.phenomena.registry import PHENOMENA
from litmus.discourse.rules import codes
from litmus.discourse.source_side import Item
from litmus.discourse.tagging import DocumentTagger
from litmus.files.text import read_lines


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("languages", nargs="*")
    args = parser.parse_args()
    folder = args.data / "ntrex"
    print(f"{'':4}{'words':>8}" + "".join(f"{name:>18}" for name in PHENOMENA))
    for code in args.languages or codes():
        names = ("docids", "src.en", f"ref.{code}")
        columns = [list(read_lines(folder / name, any_line_end=True)) for name in names]
        items = [Item(*row) for row in zip(*columns, strict=True)]
        tagger = DocumentTagger(("en", code))
        tagger.learn((item.source, item.target) for item in items)
        counts: Counter[str] = Counter()
        for row in tagger.tag(items):
            counts["words"] += sum(any(c.isalnum() for c in token) for token in row.tokens)
            counts.update(tag for tags in row.tags for tag in tags)
        cells = (str(counts[name]) if name in tagger.phenomena else "-" for name in PHENOMENA)
        print(
            f"{code:4}{counts['words']:8,}" + "".join(f"{cell:>18}" for cell in cells), flush=True
        )
    print(machine())


if __name__ == "__main__":
    main()
