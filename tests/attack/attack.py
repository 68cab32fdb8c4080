"""The attack: damaged files at one door, and what came of them."""

import random
import shutil
import time
import traceback
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.attack.doors import Door, Files, Misaligned, outcome
from tests.attack.mutation import Mutator

LONGEST = 2.0  # CPU seconds an input may take


@dataclass
class Tally:
    """What became of some inputs. `failures` are the first few, to look into."""

    inputs: int = 0
    tracebacks: int = 0
    misaligned: int = 0
    slow: int = 0
    slowest: float = 0.0
    outcomes: set[str] = field(default_factory=set)
    failures: list[tuple[Files, str]] = field(default_factory=list)

    def fail(self, files: Files, what: str) -> None:
        if len(self.failures) < 5:
            self.failures.append((files, what))


def attack(door: Door, inputs: int, seed: int, folder: Path) -> Tally:
    """Tries a number of damaged inputs; nothing is raised, all is counted."""
    tally, chance = Tally(), random.Random(f"{door.name}{seed}")
    mutator = Mutator(list(door.files.values()), chance.randrange(1 << 30))
    for _ in range(inputs):
        damaged = chance.choice(list(door.files))
        files = {**door.files, damaged: mutator.damaged(door.files[damaged])}
        start = time.process_time()
        try:
            answer = outcome(door, files, folder)
        except Misaligned as error:
            tally.misaligned += 1
            tally.fail(files, str(error))
            answer = ""
        except Exception:  # what a user would see as a traceback
            tally.tracebacks += 1
            tally.fail(files, traceback.format_exc(limit=-6))
            answer = ""
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
        took = time.process_time() - start
        if took > LONGEST:
            took = min(took, _again(door, files, folder))
        tally.inputs += 1
        tally.slowest = max(tally.slowest, took)
        if took > LONGEST:
            tally.slow += 1
            tally.fail(files, f"took {took:.1f} s")
        if answer and answer not in tally.outcomes:
            tally.outcomes.add(answer)
            mutator.keep(files[damaged])
    return tally


def _again(door: Door, files: Files, folder: Path) -> float:
    """How long an input takes the second time: the first one also loads what the door needs."""
    start = time.process_time()
    with suppress(Exception):
        outcome(door, files, folder)
    return time.process_time() - start
