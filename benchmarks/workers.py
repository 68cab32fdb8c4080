"""What a second worker is worth: the same commands with one process and with two.

    python benchmarks/workers.py [--lines 4000] [--repeats 3] [--only tag score analyse mine align]

Whole commands, start-up and learning included, without the cache; the shortest of some runs in
turn. The text is that of the shipped suites, over and over, each time with other numbers, in
documents of twenty-five lines. The check value is a digest of the output, which must be the same.
Quiet cores are needed: two workers on one core are worth nothing.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from hashlib import blake2b
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter

from machine import machine

from litmus.corpus.shipped import load_suite

SUITE = "demo-en-fr"
FILES = ("-l", "en-fr", "-s", "src", "-r", "ref")
COMMANDS = {
    "tag": ("tag", *FILES, "--docids", "ids", "-o", "out"),
    "score": ("score", *FILES, "--docids", "ids", "-i", "hyp", "ref", "-m", "bleu", "chrf",
              "word-f", "consistency", "-f", "json", "--segments", "out", "-q"),
    "analyse": ("analyse", "src", "-l", "en", "-o", "out"),
    "align": ("align", *FILES, "-o", "out"),
    "mine": ("mine", "en", "long", "-l", "en", "-o", "out", "--overwrite"),
}  # fmt: skip


def write_text(folder: Path, lines: int) -> None:
    """Source, reference, output and documents; for mining twenty-five times as many lines."""
    suite = load_suite(SUITE)
    segments = list(suite.segments())
    output = next(iter(suite.systems.values())).read_text(encoding="utf-8").splitlines()
    texts = {
        "src": [segment.source for segment in segments],
        "ref": [segment.references[0] for segment in segments],
        "hyp": output,
    }
    for name, own in texts.items():
        repeated = enumerate(islice(cycle(own), lines))
        numbered = [f"{text} ({n // len(own)})\n" for n, text in repeated]
        (folder / name).write_text("".join(numbered), encoding="utf-8")
    (folder / "ids").write_text("".join(f"d{n // 25}\n" for n in range(lines)))
    source = (folder / "src").read_text(encoding="utf-8")
    (folder / "long").write_text(source * 25, encoding="utf-8")


def timed(folder: Path, words: tuple[str, ...], workers: int) -> tuple[float, str]:
    """Seconds, and a digest of what was written."""
    start = perf_counter()
    subprocess.run(
        [sys.executable, "-m", "litmus", *words, "--workers", str(workers)],
        cwd=folder, check=True, capture_output=True, env=os.environ | {"LITMUS_CACHE": "off"},
    )  # fmt: skip
    seconds = perf_counter() - start
    return seconds, blake2b((folder / "out").read_bytes(), digest_size=4).hexdigest()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--lines", type=int, default=4000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--only", nargs="+", choices=COMMANDS, default=list(COMMANDS))
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_text(folder, args.lines)
        for command in args.only:
            times: dict[int, list[float]] = {1: [], 2: []}
            checks = set()
            for _ in range(args.repeats):
                for workers, found in times.items():
                    seconds, check = timed(folder, COMMANDS[command], workers)
                    found.append(seconds)
                    checks.add(check)
            one, two = (min(found) for found in times.values())
            print(
                f"{command:8} {args.lines:7,} lines  one worker {one:6.1f} s  two {two:6.1f} s  "
                f"x{one / two:.2f}  check {' '.join(sorted(checks))}",
                flush=True,
            )
    print(f"{machine()}, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
