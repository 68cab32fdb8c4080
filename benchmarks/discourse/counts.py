"""How many words carry each tag in the same documents, in all languages: as MuDA's Table 3.

    python -m benchmarks.discourse.counts SHARED_DATA [LANG ...] [--markdown]

NTREX: English news of 94 documents, translated by people. Prints words and tags of a language,
or, with --markdown, the table of docs/measured/discourse.md.
"""

import argparse
from collections.abc import Iterator, Mapping
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
    parser.add_argument("--markdown", action="store_true")
    args = parser.parse_args()
    languages = args.languages or codes()
    if args.markdown:
        counts = {code: counted(args.data / "ntrex", code) for code in languages}
        print("\n".join(markdown(counts)))
        return
    print(f"{'':4}{'words':>8}" + "".join(f"{name:>18}" for name in PHENOMENA))
    for code in languages:
        own = counted(args.data / "ntrex", code)
        cells = (str(own.get(name, "-")) for name in PHENOMENA)
        print(f"{code:4}{own['words']:8,}" + "".join(f"{cell:>18}" for cell in cells), flush=True)
    print(machine())


def counted(folder: Path, code: str) -> dict[str, int]:
    """Words, and words with each tag that the language has."""
    names = ("docids", "src.en", f"ref.{code}")
    columns = [list(read_lines(folder / name, any_line_end=True)) for name in names]
    items = [Item(*row) for row in zip(*columns, strict=True)]
    tagger = DocumentTagger(("en", code))
    tagger.learn((item.source, item.target) for item in items)
    counts = dict.fromkeys(("words", *tagger.phenomena), 0)
    for row in tagger.tag(items):
        counts["words"] += sum(any(c.isalnum() for c in token) for token in row.tokens)
        for tags in row.tags:
            for tag in tags:
                counts[tag] += 1
    return counts


def markdown(counts: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    """One column per language."""
    yield f"| | {' | '.join(counts)} |"
    yield f"| --- |{' ---: |' * len(counts)}"
    for name in ("words", *PHENOMENA):
        cells = (f"{own[name]:,}" if name in own else "" for own in counts.values())
        yield f"| {name.replace('_', ' ')} | {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
