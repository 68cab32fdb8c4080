"""What ratings cost a report and a conversion: size, time and memory.

    python benchmarks/report_ratings.py [2000x4] [20000x4]

Every translation is rated by three people with two error spans each, in random order. Each run has
a process of its own, for the largest memory it ever had.
"""

import json
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time

from machine import machine
from report_size import write_suite

from litmus.api.ratings import convert_ratings
from litmus.api.report import report

PEOPLE, SPANS = ("ana", "ben", "cy"), 2
KINDS = [(f"Category {k // 3}/Kind {k}", ("minor", "major")[k % 2]) for k in range(20)]


def write_ratings(folder: Path, segments: int, systems: int) -> None:
    """Ratings as JSON lines, in random order."""
    rng = random.Random(2)
    lines = []
    for system in range(systems):
        name = f"system-{system}"
        outputs = (folder / f"systems/{name}.txt").read_text().splitlines()
        for number in range(segments):
            for person in PEOPLE:
                spans = []
                for _ in range(SPANS):
                    start = rng.randrange(len(outputs[number]) - 10)
                    category, severity = rng.choice(KINDS)
                    spans.append({"start": start, "end": start + rng.randrange(1, 10),
                                  "category": category, "severity": severity})  # fmt: skip
                row = {"id": str(number), "system": name, "annotator": person, "spans": spans}
                lines.append(json.dumps(row | {"score": rng.randrange(101)}))
    rng.shuffle(lines)
    (folder / "ratings.jsonl").write_text("\n".join(lines) + "\n")


def run(folder: Path, what: str) -> None:
    """One run, and what it took."""
    ratings, start = folder / "ratings.jsonl", process_time()
    if what == "convert":
        out = folder / "ratings.tsv"
        check = convert_ratings(ratings, out, format="mqm", suite=folder).n
    else:
        out = folder / "page.html"
        made = report(
            folder, path=out, metrics="chrf", test=None, links=False, n_bootstrap=1,
            ratings=ratings if what == "rated" else (),
        )  # fmt: skip
        check = round(made.result.overall("system-0", "chrf").value, 2)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{what:8} {process_time() - start:6.1f} CPU s  {memory:5.0f} MB  "
          f"file {out.stat().st_size / 1e6:6.2f} MB  check {check}", flush=True)  # fmt: skip


def main() -> None:
    """Every size, each in three ways."""
    for size in sys.argv[1:] or ["2000x4", "20000x4"]:
        segments, systems = map(int, size.split("x"))
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch) / "suite"
            write_suite(folder, segments, systems)
            write_ratings(folder, segments, systems)
            given = segments * systems * len(PEOPLE)
            print(f"{size}: {given:,} ratings, {given * SPANS:,} spans", flush=True)
            for what in ("plain", "rated", "convert"):
                subprocess.run([sys.executable, __file__, "--run", str(folder), what], check=True)
    print(machine())


if __name__ == "__main__":
    if sys.argv[1:2] == ["--run"]:
        run(Path(sys.argv[2]), sys.argv[3])
    else:
        main()
