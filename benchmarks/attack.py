"""The attack of tests/attack at full length: damaged files at every door, and kills.

    python -m benchmarks.attack [--inputs 1000000] [--kills 100] [--seed 1] [--only NAME...]

Damaged files: every reader and command gets its share, commands a hundredth of a reader's, for they
take a hundred times as long. Each input must be read or refused with a message, in 2 s, and what is
read must be what the file says. Memory is the peak of the process that tried them, less what it had
before.

Kills: a command is killed (SIGKILL) at random moments and started again as a user would, so many
times; the result must be that of a run nobody disturbed, to the byte, and neither a file nor a
process may be left.
"""

import argparse
import json
import random
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

from tests.attack.attack import Tally, attack
from tests.attack.doors import Door, commands, readers

COMMAND = 100  # a reader gets so many times the inputs of a command
LITMUS = (sys.executable, "-m", "litmus")


def doors() -> dict[str, tuple[Door, int]]:
    """All doors, with their weight."""
    weighted = chain(((door, COMMAND) for door in readers()), ((door, 1) for door in commands()))
    return {door.name: (door, weight) for door, weight in weighted}


def tried(name: str, inputs: int, seed: int) -> tuple[Tally, float]:
    """One door in a process of its own: the tally, and the peak of memory in MB."""
    in_memory = Path("/dev/shm")  # a disk would take longer than litmus
    with tempfile.TemporaryDirectory(dir=in_memory if in_memory.is_dir() else None) as scratch:
        before = _peak()
        tally = attack(doors()[name][0], inputs, seed, Path(scratch))
        return tally, _peak() - before


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def damage(inputs: int, seed: int, only: Sequence[str]) -> bool:
    """The table of damaged files; whether all is well."""
    chosen = {name: weight for name, (_, weight) in doors().items() if not only or name in only}
    total = sum(chosen.values())
    shares = {name: max(1, round(inputs * weight / total)) for name, weight in chosen.items()}
    print(f"{'door':22} {'inputs':>9} {'tracebacks':>10} {'misaligned':>10} {'over 2 s':>8} "
          f"{'slowest':>8} {'peak MB':>8} {'answers':>7}")  # fmt: skip
    everything, peak = Tally(), 0.0
    with ProcessPoolExecutor(mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        results = pool.map(tried, shares, shares.values(), [seed] * len(shares))
        for name, (tally, used) in zip(shares, results, strict=True):
            print(_row(name, tally, used), flush=True)
            for files, what in tally.failures:
                print(f"    {what.strip().splitlines()[-1][:200]}\n    {dict(files)!r:.300}")
            everything.inputs += tally.inputs
            everything.tracebacks += tally.tracebacks
            everything.misaligned += tally.misaligned
            everything.slow += tally.slow
            everything.slowest = max(everything.slowest, tally.slowest)
            everything.outcomes |= {f"{name}: {one}" for one in tally.outcomes}
            peak = max(peak, used)
    print(_row("all", everything, peak))
    return not (everything.tracebacks or everything.misaligned or everything.slow)


def _row(name: str, tally: Tally, peak: float) -> str:
    return (
        f"{name:22} {tally.inputs:9,} {tally.tracebacks:10} {tally.misaligned:10} {tally.slow:8} "
        f"{tally.slowest:7.2f}s {peak:8.0f} {len(tally.outcomes):7}"
    )


@dataclass(frozen=True)
class Victim:
    """A command to kill. `prepare` writes its inputs; `again` are the words after a kill."""

    name: str
    prepare: Callable[[Path], None]
    words: tuple[str, ...]
    again: tuple[str, ...]
    results: tuple[str, ...]  # files, or folders, that must be the same in the end


def _text(folder: Path, lines: int) -> None:
    chance = random.Random(7)
    words = ["he", "kicked", "the", "bucket", "spilled", "beans", "and", "all", "day"]
    for name in ("a.en", "a.fr"):
        text = "".join(f"{' '.join(chance.choices(words, k=12))} {n}\n" for n in range(lines))
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "idioms.tsv").write_text("kick the bucket\nspill the beans\nall day\n")


def _mined(folder: Path) -> None:
    _text(folder, 40_000)
    with (folder / "m.jsonl").open("w") as out:
        for number, line in enumerate((folder / "a.en").read_text().splitlines(), start=1):
            at = line.find("all day")
            if at >= 0:
                row = {"line": number, "idiom": "all day", "span": [at, at + 7],
                       "pieces": [[at, at + 7]], "text": "all day", "flags": []}  # fmt: skip
                out.write(json.dumps(row) + "\n")


def _words(command: str) -> tuple[str, ...]:
    return tuple(shlex.split(command))


VICTIMS = (
    Victim(
        "mine",
        partial(_text, lines=40_000),
        _words("mine idioms.tsv a.en -l en --analyser none --workers 2 -q -o out.jsonl"),
        ("--resume",),
        ("out.jsonl",),
    ),
    Victim(
        "build",
        _mined,
        _words("build m.jsonl -l en-fr -s a.en -r a.fr -q -o suite"),
        ("--overwrite",),
        ("suite",),
    ),
    Victim(
        "translate",
        partial(_text, lines=4_000),
        _words("translate --system 'cmd:tr a-z A-Z' -l en-fr -s a.en --batch 40 -q -o out.fr"),
        (),
        ("out.fr",),
    ),
)


def kill(victim: Victim, kills: int, seed: int) -> tuple[int, int, int, list[str]]:
    """Kills, results that differ, lines that doubled, and what is left over."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as scratch:
        calm, folder = Path(scratch) / "calm", Path(scratch) / "killed"
        for path in (calm, folder):
            path.mkdir()
            victim.prepare(path)
        start = perf_counter()
        _run(victim.words, calm)
        took = perf_counter() - start
        done = different = doubled = 0
        left: set[str] = set()
        while done < kills:
            words = victim.words
            while (killed := _killed(words, folder, chance.uniform(0, took))) and done < kills:
                done += 1
                words = (*victim.words, *victim.again)
                if _whole(victim, folder):  # killed after its last step
                    break
            if killed and not _whole(victim, folder):
                _run(words, folder)
            wrong, twice = _compare(calm, folder, victim.results)
            different, doubled = different + wrong, doubled + twice
            left |= {path.name for path in folder.iterdir()} - {p.name for p in calm.iterdir()}
            for name in victim.results:
                path = folder / name
                shutil.rmtree(path) if path.is_dir() else path.unlink()
    return done, different, doubled, sorted(left)


def _whole(victim: Victim, folder: Path) -> bool:
    """Whether the result is there, which appears under its name only when it is complete."""
    return all((folder / name).exists() for name in victim.results)


def _run(words: Sequence[str], folder: Path) -> None:
    subprocess.run([*LITMUS, *words], cwd=folder, check=True, capture_output=True)


def _killed(words: Sequence[str], folder: Path, after: float) -> bool:
    """Runs a command; whether it was still at work after so many seconds, and was killed."""
    silent = subprocess.DEVNULL
    process = subprocess.Popen([*LITMUS, *words], cwd=folder, stdout=silent, stderr=subprocess.PIPE)
    try:
        _, said = process.communicate(timeout=after)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate(timeout=30)  # a worker that lives on would keep the pipe open
        return True
    if process.returncode:
        raise SystemExit(f"litmus {' '.join(words)} failed:\n{said.decode()}")
    return False


def _compare(calm: Path, folder: Path, results: Sequence[str]) -> tuple[int, int]:
    wrong = twice = 0
    for name in results:
        files = [calm / name] if (calm / name).is_file() else sorted((calm / name).rglob("*"))
        for file in files:
            if file.is_file():
                other = folder / file.relative_to(calm)
                expected = file.read_bytes()
                found = other.read_bytes() if other.exists() else b""
                wrong += found != expected
                twice += len(found) > len(expected)
    return wrong, twice


def killing(kills: int, seed: int) -> bool:
    """The table of kills; whether all is well."""
    print(f"\n{'command':22} {'kills':>9} {'different':>10} {'doubled':>10}  left over")
    fine = True
    for victim in VICTIMS:
        done, different, doubled, left = kill(victim, kills, seed)
        beside = ", ".join(left) or "nothing"
        print(f"{victim.name:22} {done:9} {different:10} {doubled:10}  {beside}", flush=True)
        fine = fine and not (different or doubled or left)
    return fine


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=(), metavar="DOOR")
    args = parser.parse_args()
    fine = damage(args.inputs, args.seed, args.only) if args.inputs else True
    return 0 if (killing(args.kills, args.seed) if args.kills else True) and fine else 1


if __name__ == "__main__":
    sys.exit(main())
