"""Seconds for verdicts on 2,000 segments and 10 systems, beside LitTER and BLEU on the same.

    python -m benchmarks.idioms.verdict [--segments 2000] [--systems 10] [--workers 2]

The segments are those of demo-en-de, repeated; a system's line is the reference or one of the demo
systems' lines, its words turned round at a place that depends on line and system, so that no two
outputs are the same and nothing is found in a cache. Check value: the sum of all verdicts' counts.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter

from benchmarks.machine import machine

from litmus.corpus.shipped import load_suite
from litmus.corpus.suite import write_suite


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--segments", type=int, default=2000)
    parser.add_argument("--systems", type=int, default=10)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        suite = made(Path(name), asked.segments, asked.systems)
        base = seconds(suite, ["litter", "bleu"], asked.workers)
        ours = seconds(suite, ["verdict"], asked.workers)
        alone = seconds(suite, ["verdict:company=no"], asked.workers)
    print(f"litter, bleu: {base:.1f} s; verdict: {ours:.1f} s ({ours / base:.1f} x); "
          f"by itself: {alone:.1f} s ({alone / base:.1f} x)")  # fmt: skip
    print(machine())


def made(folder: Path, n_segments: int, n_systems: int) -> Path:
    """The suite, with its outputs."""
    demo = load_suite("demo-en-de")
    own = list(demo.segments())
    texts = [path.read_text(encoding="utf-8").split("\n") for path in demo.systems.values()]
    texts.append([segment.references[0] for segment in own])
    segments = [
        replace(segment, id=str(n)) for n, segment in enumerate(islice(cycle(own), n_segments))
    ]
    systems = {
        f"s{k}": [
            turned(texts[(k + n) % len(texts)][n % len(own)], n + k) for n in range(n_segments)
        ]
        for k in range(n_systems)
    }
    write_suite(folder / "suite", demo.info, segments, [], systems)
    return folder / "suite"


def turned(line: str, place: int) -> str:
    words = line.split()
    cut = place % max(1, len(words))
    return " ".join(words[cut:] + words[:cut]) or "-"


def seconds(suite: Path, metrics: list[str], workers: int) -> float:
    """Of a whole run, interpreter and models included."""
    command = [sys.executable, "-m", "litmus", "score", "-t", suite, "-m", *metrics, "-q",
               "--workers", str(workers), "-f", "json"]  # fmt: skip
    began = perf_counter()
    done = subprocess.run([str(part) for part in command], capture_output=True, check=True)
    took = perf_counter() - began
    scores = json.loads(done.stdout)
    print(f"    {metrics[0]}: check {sum(row['value'] or 0 for row in scores):.3f}")
    return took


if __name__ == "__main__":
    main()
