"""Commands that are killed (SIGKILL) at random moments, and started again as a user would.

The result must be that of a run nobody disturbed, to the byte, and neither a file nor a process may
be left. Of the annotation server: every confirmed judgement must be there as it was sent, and once.
`benchmarks/attack.py` prints the table.
"""

import asyncio
import json
import os
import random
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

from benchmarks.annotate_load import Seen, Server, judge, make_campaign, stored
from tests.nmt.toy_training import CONTEXT, DATA, DEV, TINY, toy_config

LITMUS = (sys.executable, "-m", "litmus")


@dataclass
class Outcome:
    """What so many kills have done."""

    kills: int = 0
    different: int = 0  # files or judgements that are not as they should be
    doubled: int = 0
    left: frozenset[str] = frozenset()  # files that should not be there


@dataclass(frozen=True)
class Victim:
    """Somebody to kill, so often, by the seed, in an empty folder."""

    name: str
    kill: Callable[[int, random.Random, Path], Outcome]


def killing(victims: Sequence[Victim], kills: int, seed: int) -> bool:
    """The table of kills; whether all is well."""
    print(
        f"\n{'command':22} {'kills':>9} {'different':>10} {'doubled':>10} {'seconds':>8}  left over"
    )
    fine = True
    for victim in victims:
        start = perf_counter()
        with tempfile.TemporaryDirectory() as scratch:
            found = victim.kill(kills, random.Random(seed), Path(scratch))
        print(
            f"{victim.name:22} {found.kills:9} {found.different:10} {found.doubled:10} "
            f"{perf_counter() - start:8.0f}  {', '.join(sorted(found.left)) or 'nothing'}",
            flush=True,
        )
        fine = fine and not (found.different or found.doubled or found.left)
    return fine


def _spawned(words: Sequence[str], folder: Path, after: float | None = None) -> bool:
    """Runs a command; whether it was still at work after so many seconds, and was killed."""
    process = subprocess.Popen(
        [*LITMUS, *words], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    try:
        _, said = process.communicate(timeout=after)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate(timeout=30)  # a worker that lives on would keep the pipe open
        return True
    if process.returncode:
        raise SystemExit(f"litmus {' '.join(words)} failed:\n{said.decode()}")
    return False


def _forked(words: Sequence[str], folder: Path, after: float | None = None) -> bool:
    """As `_spawned`, in a copy of this process, which has torch in memory already: most kills
    would hit a new one while it imports."""
    from transformers import M2M100ForConditionalGeneration  # noqa: F401

    import litmus.nmt.training.loop
    import litmus.nmt.training.summary  # noqa: F401

    process = get_context("fork").Process(target=_main, args=(words, folder))
    process.start()
    process.join(after)
    if process.is_alive():
        process.kill()
        process.join()
        return True
    if process.exitcode:
        raise SystemExit(
            f"litmus {' '.join(words)} failed:\n{(folder.parent / 'said').read_text()}"
        )
    return False


def _main(words: Sequence[str], folder: Path) -> None:
    from litmus.cli.main import main

    os.chdir(folder)
    for number, path in ((1, Path(os.devnull)), (2, folder.parent / "said")):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    sys.exit(main(list(words)))


@dataclass(frozen=True)
class Command:
    """A command to kill. `prepare` writes its inputs; `again` are the words after a kill."""

    prepare: Callable[[Path], object]
    words: tuple[str, ...]
    results: tuple[str, ...]  # files, or folders, that must be the same in the end
    again: tuple[str, ...] = ()
    whole_at_last: bool = True  # results appear under their names only when they are complete
    run: Callable[[Sequence[str], Path, float | None], bool] = _spawned
    apart: tuple[str, ...] = ()  # files whose content says how long things took

    def kill(self, kills: int, chance: random.Random, scratch: Path) -> Outcome:
        """Until it was killed so often; each time it comes to its end, it begins anew."""
        calm, folder = scratch / "calm", scratch / "killed"
        for path in (calm, folder):
            path.mkdir()
            self.prepare(path)
        self.run(self.words, calm, None)  # once more: the first run also fills caches
        shutil.rmtree(calm)
        calm.mkdir()
        self.prepare(calm)
        start = perf_counter()
        self.run(self.words, calm, None)
        took = perf_counter() - start
        outcome = Outcome()
        while outcome.kills < kills:
            self._until_done(folder, kills, took, chance, outcome)
            self._compare(calm, folder, outcome)
            for name in self.results:
                path = folder / name
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        return outcome

    def _until_done(
        self, folder: Path, kills: int, took: float, chance: random.Random, outcome: Outcome
    ) -> None:
        words = self.words
        while outcome.kills < kills:
            if not self.run(words, folder, chance.uniform(0, took)):
                return
            outcome.kills += 1
            if self._is_whole(folder):  # killed after its last step
                return
            words = (*self.words, *self.again)
        self.run(words, folder, None)

    def _is_whole(self, folder: Path) -> bool:
        return self.whole_at_last and all((folder / name).exists() for name in self.results)

    def _compare(self, calm: Path, folder: Path, outcome: Outcome) -> None:
        files = _files(calm)
        outcome.left |= _files(folder) - files
        for file in files:
            if file.partition("/")[0] in self.results and Path(file).name not in self.apart:
                expected, other = (calm / file).read_bytes(), folder / file
                found = other.read_bytes() if other.exists() else b""
                outcome.different += found != expected
                outcome.doubled += len(found) > len(expected)


def _files(folder: Path) -> frozenset[str]:
    return frozenset(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def kill_server(kills: int, chance: random.Random, scratch: Path) -> Outcome:
    """Twelve annotators judge without a pause, sending again what was not confirmed."""
    made = make_campaign(scratch, 12, 12 * kills + 24)
    campaign, total = scratch / "campaign", sum(made.assigned.values())
    before = _files(campaign)
    server, seen = Server(campaign), Seen()
    server.start()
    places = sorted(chance.sample(range(1, total - 12), kills))
    try:
        # A judgement takes some milliseconds; later kills meet other parts of its way.
        done = asyncio.run(judge(server, made, 0.0, places, seen, lambda: chance.uniform(0, 0.02)))
    finally:
        server.kill()
    rows, is_healthy = stored(campaign)
    names = [row.request for row in rows]
    wrong = sum(seen.confirmed.get(row.request, row) != row for row in rows)
    lost = len(seen.confirmed.keys() - set(names)) + abs(total - len(seen.confirmed))
    return Outcome(
        done.kills,
        wrong + lost + (not is_healthy),
        len(names) - len(set(names)),
        _files(campaign) - before,
    )


def _text(folder: Path, lines: int) -> None:
    chance = random.Random(7)
    words = ["he", "kicked", "the", "bucket", "spilled", "beans", "and", "all", "day"]
    for name in ("a.en", "a.fr"):
        text = "".join(f"{' '.join(chance.choices(words, k=12))} {n}\n" for n in range(lines))
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "idioms.tsv").write_text("kick the bucket\nspill the beans\nall day\n")


def _mined(folder: Path) -> None:
    _text(folder, 10_000)
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
        Command(
            partial(_text, lines=40_000),
            _words("mine idioms.tsv a.en -l en --analyser none --workers 2 -q -o out.jsonl"),
            ("out.jsonl",),
            again=("--resume",),
        ).kill,
    ),
    Victim(
        "build",
        Command(
            _mined,
            _words("build m.jsonl -l en-fr -s a.en -r a.fr -q -o suite"),
            ("suite",),
            again=("--overwrite",),
        ).kill,
    ),
    Victim(
        "translate",
        Command(
            partial(_text, lines=2_000),
            _words("translate --system 'cmd:tr a-z A-Z' -l en-fr -s a.en --batch 40 -q -o out.fr"),
            ("out.fr",),
        ).kill,
    ),
    Victim(
        "train",
        Command(
            lambda folder: toy_config(folder, TINY, DATA, DEV, CONTEXT),
            _words("train config.toml --device cpu -q"),
            ("out",),
            whole_at_last=False,
            run=_forked,
            apart=("log.jsonl",),
        ).kill,
    ),
    Victim("annotate", kill_server),
)
