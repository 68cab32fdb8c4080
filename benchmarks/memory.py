"""Peak memory of streaming scoring at 20,000, 200,000 and 2,000,000 segments.

    python benchmarks/memory.py

Two systems, LitTER with labels, micro and macro, a paired test, evidence written out; memory should
not grow with the number of segments, and time should grow with it linearly.
"""

import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from litter import data
from machine import machine

SIZES = (20_000, 200_000, 2_000_000)


def main() -> None:
    if len(sys.argv) > 1:
        child(Path(sys.argv[1]))
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        segments, hypotheses, dictionary = data(random.Random(1), folder)
        base = None
        for size in SIZES:
            write(folder, size, segments, hypotheses)
            start = perf_counter()
            done = subprocess.run(
                [sys.executable, __file__, str(folder)], capture_output=True, text=True, check=True
            )
            seconds = perf_counter() - start
            peak, check = done.stdout.split("|")
            base = base or float(peak)
            print(
                f"{size:9,} segments  {seconds:6.1f} s  {size / seconds:8,.0f} segments/s  "
                f"peak {float(peak):6.0f} MB  x{float(peak) / base:.2f}  check {check.strip()}",
                flush=True,
            )
    print(machine())


def write(folder: Path, size: int, segments: list, hypotheses: list[str]) -> None:
    n = len(segments)
    files = {
        "src": lambda i: segments[i % n].source,
        "ref": lambda i: segments[i % n].references[0],
        "spans": lambda i: (
            f"{segments[i % n].idioms[0].label}\t[{segments[i % n].idioms[0].spans[0]}]"
        ),
        "a": lambda i: hypotheses[i % n],
        "b": lambda i: hypotheses[(i * 7 + i // n) % n],
    }
    for name, line in files.items():
        with (folder / name).open("w", encoding="utf-8") as out:
            out.writelines(f"{line(i)}\n" for i in range(size))


def child(folder: Path) -> None:
    from litmus.cli import main as litmus

    sys.stdout = (folder / "result").open("w", encoding="utf-8")
    litmus(
        [
            "score", "-l", "en-fr", "-s", str(folder / "src"), "-r", str(folder / "ref"),
            "--spans", str(folder / "spans"), "-i", str(folder / "a"), str(folder / "b"),
            "-m", f"litter:dictionary={folder / 'en-fr.txt'}",
            f"litter:dictionary={folder / 'en-fr.txt'},average=macro", "--paired-ar", "--trials",
            "1000", "-b", "-q", "--segments", str(folder / "evidence.jsonl"),
        ]
    )  # fmt: skip
    sys.stdout.close()
    sys.stdout = sys.__stdout__
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    shown = (folder / "result").read_text(encoding="utf-8").replace("\n", " ").replace("\t", "/")
    print(f"{peak}|{shown}")


if __name__ == "__main__":
    main()
