"""What ten systems cost against one: the work on source and reference is done once.

    python benchmarks/many_systems.py

Whole `litmus score` runs, interpreter start and dictionary included: first the idiom metrics that
need no alignment, then BLEU and chrF, whose work on each output cannot be shared.
"""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

from litter import data
from machine import machine, timed

TARGETED = ("litter:case=fold,stopwords=drop", "blacklist")
GLOBAL = ("bleu", "chrf")
REPEATS = 3


def main() -> None:
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        segments, hypotheses, dictionary = data(rng, folder)
        write(folder / "src", [segment.source for segment in segments])
        write(folder / "ref", [segment.references[0] for segment in segments])
        spans = [f"{s.idioms[0].label}\t[{s.idioms[0].spans[0]}]" for s in segments]
        write(folder / "spans", spans)
        for system in range(10):
            write(folder / f"out{system}", rng.sample(hypotheses, len(hypotheses)))
        for metrics in (TARGETED, GLOBAL):
            chosen = [m.replace("litter:", f"litter:dictionary={dictionary},") for m in metrics]
            one, spread, check = timed(lambda m=chosen: score(folder, 1, m), REPEATS)
            ten, _, _ = timed(lambda m=chosen: score(folder, 10, m), REPEATS)
            print(
                f"{' '.join(m.partition(':')[0] for m in metrics):18} one {one:5.2f} s  "
                f"ten {ten:5.2f} s  x{ten / one:.2f}  spread {spread:.0%}  check {check}"
            )
    print(machine())


def write(path: Path, lines: list[str]) -> None:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def score(folder: Path, n_systems: int, metrics: list[str]) -> str:
    outputs = [str(folder / f"out{k}") for k in range(n_systems)]
    done = subprocess.run(
        [
            sys.executable, "-m", "litmus", "score", "-l", "en-fr", "-s", str(folder / "src"),
            "-r", str(folder / "ref"), "--spans", str(folder / "spans"), "-i", *outputs,
            "-m", *metrics, "-b", "-q",
        ],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout.split("\n")[0].replace("\t", "/")


if __name__ == "__main__":
    main()
