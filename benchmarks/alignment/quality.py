"""Alignment error rates on gold sets: the embedded aligner beside eflomal and fast_align.

    python -m benchmarks.alignment.quality [GOLD]

Every aligner sees the pairs of the set alone; ours has its dictionaries beside. Packages that are
not installed are left out; the model of fast_align is always there, by diagonal.py. With
`--text SRC TGT N SET` the first N pairs of two files are learned from too, with
`--without-diacritics` all marks are taken off the text of the set, with `--halves` the pairs of
even and of odd number are rated by themselves, and no time is given.
"""

import argparse
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from time import perf_counter

from benchmarks.alignment import diagonal
from benchmarks.alignment.gold import DEFAULT, SETS, Gold, error_rate, every_other, load
from benchmarks.machine import machine

from litmus.alignment.aligners import learn, load_aligner
from litmus.alignment.links import Link
from litmus.errors import MissingExtra
from litmus.files.text import read_parallel
from litmus.language.words import strip_accents

Text = list[tuple[str, str]]


def by_name(name: str) -> Callable[[Gold, Text], list[frozenset[Link]]]:
    def run(gold: Gold, text: Text) -> list[frozenset[Link]]:
        aligner = learn(load_aligner(name, gold.languages, "space"), [*gold.pairs, *text])
        return [found.links for found in aligner.align(gold.pairs)]

    return run


def by_diagonal(gold: Gold, text: Text) -> list[set[Link]]:
    return diagonal.align([*gold.pairs, *text])[: len(gold.pairs)]


ALIGNERS = {
    "embedded": by_name("embedded"),
    "eflomal": by_name("eflomal"),
    "fast_align": by_name("fast_align"),
    "fast_align's model": by_diagonal,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT)
    parser.add_argument("--sets", nargs="+", default=SETS)
    parser.add_argument("--aligners", nargs="+", choices=ALIGNERS, default=list(ALIGNERS))
    parser.add_argument("--without-diacritics", action="store_true")
    parser.add_argument("--halves", action="store_true")
    parser.add_argument("--text", nargs=4, metavar=("SRC", "TGT", "N", "SET"))
    args = parser.parse_args()
    print(f"{'':24}{'pairs':>7}" + "".join(f"{name:>20}" for name in args.aligners))
    for name in args.sets:
        gold, text = load(args.folder, name), []
        if args.without_diacritics:
            plain = [
                (strip_accents(source), strip_accents(target)) for source, target in gold.pairs
            ]
            gold = gold._replace(pairs=plain)
        if args.text and args.text[3] == name:
            paths = [Path(path) for path in args.text[:2]]
            rows = islice(read_parallel(paths), int(args.text[2]))
            text = [(source, target) for source, target in rows]
        row = f"{name + (f' + {len(text):,}' if text else ''):24}{len(gold.pairs):>7}"
        for run in map(ALIGNERS.__getitem__, args.aligners):
            begun = perf_counter()
            try:
                found = run(gold, text)
                rate = error_rate(gold, found)
            except MissingExtra:
                row += f"{'-':>20}"
                continue
            cell = f"{rate:.1f} ({perf_counter() - begun:.1f} s)"
            if args.halves:
                parts = (error_rate(every_other(gold, n), found[n::2]) for n in (0, 1))
                cell = f"{rate:.2f} {' '.join(f'{part:.2f}' for part in parts)}"
            row += f"{cell:>20}"
        print(row, flush=True)
    print(machine())


if __name__ == "__main__":
    main()
