"""The attack of tests/attack at full length: damaged files at every door, and kills.

    python -m benchmarks.attack [--inputs 1000000] [--kills 100] [--seed 1] [--only NAME...]

`--inputs 0` only kills, `--kills 0` only damages; `--only` names doors, or commands to kill.

Damaged files: every reader and command gets its share, commands a hundredth of a reader's, for they
take a hundred times as long. Each input must be read or refused with a message, in 2 s or, tried
again, in 2 s then, and what is read must be what the file says. Memory is the peak of the process
that tried them, less what it had before.

Kills: see `benchmarks/kills.py`.
"""

import argparse
import resource
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from multiprocessing import get_context
from pathlib import Path

from benchmarks.kills import VICTIMS, killing
from tests.attack.attack import Tally, attack
from tests.attack.doors import Door, commands, readers

COMMAND = 100  # a reader gets so many times the inputs of a command


def doors() -> dict[str, tuple[Door, int]]:
    """All doors, with their weight."""
    weighted = chain(((door, COMMAND) for door in readers()), ((door, 1) for door in commands()))
    return {door.name: (door, weight) for door, weight in weighted}


def tried(name: str, inputs: int, seed: int) -> tuple[Tally, float]:
    """One door: the tally, and the peak of memory in MB, less what the process had before."""
    _forget_peak()
    in_memory = Path("/dev/shm")  # a disk would take longer than litmus
    with tempfile.TemporaryDirectory(dir=in_memory if in_memory.is_dir() else None) as scratch:
        before = _peak()
        tally = attack(doors()[name][0], inputs, seed, Path(scratch))
        return tally, _peak() - before


def _forget_peak() -> bool:
    """Whether the peak of this process is that of now, as Linux can make it."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return False
    return True


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def damage(inputs: int, seed: int, names: Sequence[str]) -> bool:
    """The table of damaged files; whether all is well."""
    chosen = {name: weight for name, (_, weight) in doors().items() if name in names}
    total = sum(chosen.values())
    shares = {name: max(1, round(inputs * weight / total)) for name, weight in chosen.items()}
    print(f"{'door':22} {'inputs':>9} {'tracebacks':>10} {'misaligned':>10} {'over 2 s':>8} "
          f"{'slowest':>8} {'peak MB':>8} {'answers':>7}")  # fmt: skip
    everything, peak = Tally(), 0.0
    # To import all modules takes longer than most doors do, so processes go on to the next door,
    # unless their memory could not be told apart then.
    doors_each = None if _forget_peak() else 1
    spawn = get_context("spawn")
    with ProcessPoolExecutor(mp_context=spawn, max_tasks_per_child=doors_each) as pool:
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=(), metavar="NAME")
    args = parser.parse_args()
    victims = [victim for victim in VICTIMS if not args.only or victim.name in args.only]
    hit = [name for name in doors() if not args.only or name in args.only]
    if unknown := set(args.only) - {victim.name for victim in victims} - set(hit):
        parser.error(f"there is no {', '.join(sorted(unknown))}")
    fine = damage(args.inputs, args.seed, hit) if args.inputs and hit else True
    if args.kills and victims:
        fine = killing(victims, args.kills, args.seed) and fine
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
