"""What buckets cost: time and peak memory of scoring with and without `--by-column`.

    python benchmarks/buckets.py [SIZE...]

Two systems, BLEU, no test; the columns are length, frequency and one of 1,000 values. Memory should
not grow with the number of segments, and time should grow with it linearly.
"""

import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from machine import machine

SIZES = (20_000, 200_000)
VOCABULARY = [f"word{k}" for k in range(5_000)]


def main() -> None:
    if len(sys.argv) > 2 and Path(sys.argv[1]).is_dir():
        child(Path(sys.argv[1]), by_column=sys.argv[2] == "by")
        return
    sizes = [int(size) for size in sys.argv[1:]] or SIZES
    for size in sizes:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            write(folder, size)
            for how in ("plain", "by"):
                start = perf_counter()
                done = subprocess.run(
                    [sys.executable, __file__, str(folder), how],
                    capture_output=True, text=True, check=True,
                )  # fmt: skip
                seconds = perf_counter() - start
                peak, lines = done.stdout.split()
                print(
                    f"{size:9,} segments  {how:5}  {seconds:6.1f} s  peak {float(peak):5.0f} MB  "
                    f"check {lines} rows",
                    flush=True,
                )
    print(machine())


def write(folder: Path, size: int) -> None:
    rng = random.Random(1)  # same text on every machine
    files = {name: (folder / name).open("w", encoding="utf-8") for name in ("src", "ref", "a", "b")}
    for _ in range(size):
        text = rng.choices(VOCABULARY, k=rng.randint(3, 60))
        for name, file in files.items():
            words = [w if rng.random() < 0.8 else "other" for w in text] if name in "ab" else text
            file.write(" ".join(words) + "\n")
    for file in files.values():
        file.close()
    with (folder / "columns").open("w", encoding="utf-8") as out:
        out.write("class\n" + "".join(f"{k % 1000}\n" for k in range(size)))


def child(folder: Path, *, by_column: bool) -> None:
    from litmus.cli import main as litmus

    result = folder / "result.json"
    columns = ["--columns", folder / "columns", "--by-column", "class", "length", "frequency"]
    command = [
        "score", "-l", "en-fr", "-s", folder / "src", "-r", folder / "ref", "-i", folder / "a",
        folder / "b", "-m", "bleu", "-q", "-f", "json", "-o", result, "--workers", "1",
        *(columns if by_column else []),
    ]  # fmt: skip
    litmus([str(word) for word in command])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(peak, len(result.read_text(encoding="utf-8").splitlines()) - 2)


if __name__ == "__main__":
    main()
