"""Sentence pairs a second: learning from a test set and linking it, and linking by a saved model.

    python -m benchmarks.alignment.speed [--pairs 3000] [--cpu] [FOLDER]

FOLDER holds train.en.gz and train.fr.gz of Europarl. The baseline is tokenisation alone, in the
same run. The check value, links found, must not change between runs.
With `--cpu` seconds are those of the processor: others may use the machine meanwhile.
"""

import argparse
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from benchmarks.machine import machine, timed

from litmus.alignment.embedded.aligner import EmbeddedAligner
from litmus.alignment.embedded.model_files import load, save
from litmus.alignment.tokens import tokens
from litmus.files.text import read_parallel

DEFAULT = Path(__file__).parents[2].parent / "shared" / "data" / "europarl-docs"
LANGUAGES = ("en", "fr")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT)
    parser.add_argument("--pairs", type=int, default=3000)
    parser.add_argument("--cpu", action="store_true")
    args = parser.parse_args()
    paths = [args.folder / f"train.{code}.gz" for code in LANGUAGES]
    pairs = [(a, b) for a, b in islice(read_parallel(paths), args.pairs)]

    def cut() -> int:
        return sum(
            len(tokens(text, c)) for pair in pairs for text, c in zip(pair, LANGUAGES, strict=True)
        )

    def learn_and_link() -> int:
        aligner = EmbeddedAligner(LANGUAGES).learn(pairs)
        return sum(len(found.links) for found in aligner.align(pairs))

    with TemporaryDirectory() as folder:
        path = Path(folder) / "model"
        save(EmbeddedAligner(LANGUAGES).learn(pairs), path)

        def link() -> int:
            aligner = load(path)
            return sum(
                len(found.links)
                for start in range(0, len(pairs), 1000)
                for found in aligner.align(pairs[start : start + 1000])
            )

        print(f"{'':32}{'seconds':>9}{'spread':>8}{'pairs/s':>10}{'ratio':>8}  check")
        baseline = 0.0
        for name, run in (
            ("tokens alone", cut),
            ("learn and link", learn_and_link),
            ("load a saved model and link", link),
        ):
            seconds, spread, check = timed(run, 3, process_time if args.cpu else perf_counter)
            baseline = baseline or seconds
            print(
                f"{name:32}{seconds:>9.2f}{spread:>8.0%}{len(pairs) / seconds:>10,.0f}"
                f"{seconds / baseline:>8.1f}  {check}"
            )
    print(machine())


if __name__ == "__main__":
    main()
