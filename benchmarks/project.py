"""What `litmus run` costs when little has changed: processor time and peak memory of each run.

    python benchmarks/project.py [SIZE...]

Two systems, BLEU and chrF, no test, one worker. `kept` is the number of entries that the run added
to what is kept: one for each metric, system and batch of 100 segments that it measured.
"""

import os
import random
import resource
import subprocess
import sys
import tempfile
from contextlib import redirect_stdout
from pathlib import Path

from machine import machine

SIZES = (2_000, 20_000)
VOCABULARY = [f"word{k}" for k in range(5_000)]
SUITE = '[suites.text]\nlanguage-pair = "en-fr"\nsource = "src"\nreferences = "ref"\n'


def main() -> None:
    if len(sys.argv) > 1 and Path(sys.argv[1]).is_dir():
        child(Path(sys.argv[1]))
        return
    for size in [int(size) for size in sys.argv[1:]] or SIZES:
        with tempfile.TemporaryDirectory() as name:
            measure(Path(name), size)
    print(machine())


def measure(folder: Path, size: int) -> None:
    """Run after run, each with something changed."""
    write(folder, size)
    kept: set[str] = set()
    for what, metrics, systems in (
        ("first run", ("bleu", "chrf"), "ab"),
        ("nothing changed", ("bleu", "chrf"), "ab"),
        ("one line changed", ("bleu", "chrf"), "ab"),
        ("one more system", ("bleu", "chrf"), "abc"),
        ("one more metric", ("bleu", "chrf", "chrf++"), "abc"),
    ):
        named = "".join(f'{name} = "{name}"\n' for name in systems)
        listed = ", ".join(f'"{name}"' for name in metrics)
        text = f"metrics = [{listed}]\nworkers = 1\n{SUITE}[systems]\n{named}"
        (folder / "litmus.toml").write_text(text, encoding="utf-8")
        if what == "one line changed":
            with (folder / "b").open("r+b") as file:
                file.write(b"W")
        done = subprocess.run(
            [sys.executable, __file__, str(folder)], capture_output=True, text=True, check=True
        )
        seconds, peak = map(float, done.stdout.split())
        now = {path.name for path in (folder / ".litmus/cache").rglob("*") if path.is_file()}
        print(
            f"{size:8,} segments  {what:16}  {seconds:6.1f} s  peak {peak:4.0f} MB  "
            f"kept {len(now - kept):,}",
            flush=True,
        )
        kept = now


def write(folder: Path, size: int) -> None:
    rng = random.Random(1)  # same text on every machine
    for name in ("src", "ref", "a", "b", "c"):
        with (folder / name).open("w", encoding="utf-8") as out:
            for _ in range(size):
                out.write(" ".join(rng.choices(VOCABULARY, k=25)) + "\n")


def child(folder: Path) -> None:
    """The command, its table thrown away; its seconds and the peak of its memory in MB."""
    from litmus.cli import main as litmus

    os.chdir(folder)
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
        code = litmus(["run", "-q"])
    assert code == 0
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


if __name__ == "__main__":
    main()
