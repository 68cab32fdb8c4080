"""Runs of `litmus translate` on a web service that are killed (SIGKILL) at random moments.

    python -m benchmarks.service_kills [--kills 50] [--seed 3]

The result must be that of a run nobody disturbed. The service counts: no text may be asked more
often than it was under way when a run was killed, `parallel` texts a kill at most. Documents are
sent sentence by sentence, 16 at a time; the service is slow, answers in disorder and is now and
then busy.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from benchmarks.engine_server import serving

PARALLEL, LATENCY, LINES = 16, 0.1, 600


@dataclass(frozen=True)
class Killed:
    """What so many kills have done."""

    kills: int
    repeated: int  # texts asked more than once
    most: int  # so many may be
    is_same: bool
    left: frozenset[str]  # files beside the result

    @property
    def is_fine(self) -> bool:
        """Whether nothing was lost, left, or paid twice without need."""
        return self.is_same and not self.left and self.repeated <= self.most


def kill_service(kills: int, chance: random.Random, folder: Path, lines: int = LINES) -> Killed:
    """Each run is killed when so many texts have reached the service, and some milliseconds later.

    A run that comes to its end is begun anew, with other lines.
    """
    done, repeated, runs, is_same = 0, 0, 0, True
    while done < kills:
        runs += 1
        here = folder / str(runs)
        here.mkdir()
        source = [f"line {number} of run {runs}" for number in range(lines)]
        (here / "a.en").write_text("".join(f"{one}\n" for one in source), encoding="utf-8")
        log = folder / f"{runs}.log"
        with serving(log, latency=LATENCY, jitter=0.9, busy=0.02) as url:
            done += _until_done(kills - done, chance, here, log, url, lines)
        asked = Counter(log.read_text(encoding="utf-8").split("\n")[:-1])
        repeated += sum(asked.values()) - len(asked)
        found = (here / "out.fr").read_text(encoding="utf-8").split("\n")[:-1]
        is_same = is_same and found == [one.upper() for one in source]
        is_same = is_same and set(asked) == set(source)
    names = {path.name for path in folder.rglob("*") if path.is_file() and path.suffix != ".log"}
    left = frozenset(names - {"a.en", "out.fr", ".out.fr.lock"})
    return Killed(done, repeated, done * PARALLEL, is_same, left)


def _until_done(
    kills: int, chance: random.Random, here: Path, log: Path, url: str, lines: int
) -> int:
    """Starts the same command until it comes to its end; how often it was killed."""
    done, least = 0, 0
    while not (here / "out.fr").exists():
        process = subprocess.Popen(
            [sys.executable, "-m", "litmus", "translate", "-l", "en-fr", "-s", "a.en", "--system",
             "http:libretranslate", "--url", url, "--batch", "1", "--parallel", str(PARALLEL),
             "-q", "-o", "out.fr"],
            cwd=here, env={**os.environ, "no_proxy": "*"}, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        if done < kills:
            least += chance.randint(1, max(2, lines // 6))
            while process.poll() is None and _lines(log) < least:
                with suppress(subprocess.TimeoutExpired):
                    process.wait(0.002)
            with suppress(subprocess.TimeoutExpired):
                process.wait(chance.uniform(0, LATENCY))
            if process.poll() is None:
                process.kill()
                done += 1
        if process.wait() not in (0, -9):
            raise SystemExit("litmus translate failed; it says above why")
    return done


def _lines(log: Path) -> int:
    return log.read_bytes().count(b"\n")


def main() -> None:
    """Prints what was found; status 1 if that is not right."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=3)
    args = parser.parse_args()
    start = perf_counter()
    with tempfile.TemporaryDirectory() as scratch:
        found = kill_service(args.kills, random.Random(args.seed), Path(scratch))
    print(
        f"{found.kills} kills: result {'the same' if found.is_same else 'DIFFERENT'}, "
        f"{found.repeated} requests repeated of at most {found.most} under way, left over: "
        f"{', '.join(sorted(found.left)) or 'nothing'}, {perf_counter() - start:.0f} s"
    )
    sys.exit(not found.is_fine)


if __name__ == "__main__":
    main()
