"""Mining and tagging on a Ray of two nodes, beside local processes; a worker killed, a node lost.

    pip install "litmus-mt[ray]"
    python -m benchmarks.cluster [--lines 1000000] [--pairs 10000] [--repeats 3]

The text is made here. All nodes are on this machine, with one CPU each; where `unshare -rn` works,
in a network of their own that has nothing but loopback. One process gives the digest that all other
runs must have. Local processes and Ray take turns, so that other work on the machine meets both.
`seconds` are from the first batch to the last result, with the cluster up, and with the start of
workers in both; `CPU s` are of all processes, Ray's own too. Check values: digest, occurrences,
tagged rows.
"""

import argparse
import os
import random
import secrets
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.machine import machine

import litmus
from litmus.idioms.entries.lists import load_idioms

INSIDE = "--inside"
DOCUMENT = 20  # sentences
LETTERS = "eeetaoinsrhldcumfpgwybvk"
TOKEN = secrets.token_hex(32)  # Ray remembers the first one that a process has
NOUNS = [
    ("house", "das Haus", "es"), ("car", "das Auto", "es"), ("lamp", "die Lampe", "sie"),
    ("table", "der Tisch", "er"), ("letter", "der Brief", "er"), ("door", "die Tür", "sie"),
    ("book", "das Buch", "es"), ("garden", "der Garten", "er"), ("city", "die Stadt", "sie"),
    ("picture", "das Bild", "es"), ("watch", "die Uhr", "sie"), ("coat", "der Mantel", "er"),
]  # fmt: skip
ADJECTIVES = [
    ("old", "alt"), ("red", "rot"), ("large", "groß"), ("beautiful", "schön"), ("new", "neu"),
    ("expensive", "teuer"), ("heavy", "schwer"), ("small", "klein"), ("clean", "sauber"),
]  # fmt: skip
PEOPLE = ["Anna", "Paul", "Maria", "Peter", "Clara", "Jonas"]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument(INSIDE, action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    alone = ["unshare", "-rnpf", "--mount-proc", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
    if not args.inside and _works([*alone, "true"]):
        again = [sys.executable, "-m", "benchmarks.cluster", *sys.argv[1:], INSIDE]
        sys.exit(subprocess.run([*alone, *again]).returncode)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        jobs = [Mining(folder, args.lines), Tagging(folder, args.pairs)]
        same = [measure(job, args.repeats) for job in jobs if job.size]
    print(
        f"{machine()}, Ray {version('ray')}, {'loopback only' if args.inside else 'no namespace'}"
    )
    sys.exit(not all(same))


def _works(command: list[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True).returncode == 0
    except OSError:
        return False


class Mining:
    """Lines of random words, a quarter of them from idioms; every fiftieth holds an idiom."""

    name = "mine"

    def __init__(self, folder: Path, lines: int) -> None:
        self.size = lines
        self._corpus, self._output = folder / "corpus.en", folder / "found.jsonl"
        rng = random.Random(1)
        labels = [idiom.label for idiom in load_idioms("en", "en").idioms]
        words = sorted({word for label in labels for word in label.split()})
        words += [
            "".join(rng.choices(LETTERS, k=rng.randint(3, 10))) for _ in range(3 * len(words))
        ]
        with self._corpus.open("w", encoding="utf-8") as out:
            for number in range(lines):
                text = rng.choices(words, k=12)
                if number % 50 == 0:
                    text.insert(6, rng.choice(labels))
                out.write(" ".join(text) + "\n")

    def run(self, workers: int, engine: str, seen: Callable[[int], None]) -> tuple[str, int]:
        """Digest and count of what is found."""
        found = litmus.mine(
            "en", self._corpus, "en", workers=workers, engine=engine, output=self._output,
            overwrite=True, progress=lambda summary: seen(summary.lines),
        )  # fmt: skip
        return digest([self._output.read_bytes()]), found.occurrences


class Tagging:
    """Short sentences about things and people, in documents."""

    name = "tag"

    def __init__(self, folder: Path, pairs: int) -> None:
        self.size = pairs
        rng = random.Random(1)
        sides = [_pair(rng) for _ in range(pairs)]
        self._text: dict[str, Any] = {
            "source": [source for source, _ in sides],
            "reference": [target for _, target in sides],
            "docids": [str(number // DOCUMENT) for number in range(pairs)],
        }

    def run(self, workers: int, engine: str, seen: Callable[[int], None]) -> tuple[str, int]:
        """Digest and count of the rows; the aligner has learned before the first is asked for."""
        tagging = litmus.tag(languages="en-de", workers=workers, engine=engine, **self._text)
        seen(0)
        rows = []
        for number, row in enumerate(tagging, start=1):
            rows.append(repr(row).encode())
            if number % 500 == 0 or number == self.size:
                seen(number)
        return digest(rows), sum(b"',)" in row for row in rows)


def _pair(rng: random.Random) -> tuple[str, str]:
    """A sentence and its translation."""
    (noun, german, pronoun), (adjective, german_adjective) = (
        rng.choice(NOUNS),
        rng.choice(ADJECTIVES),
    )
    person, number = rng.choice(PEOPLE), rng.randrange(2, 1000)
    return rng.choice([
        (f"{person} saw the {noun} near the station in {number}.",
         f"{person} sah {number} {german} in der Nähe des Bahnhofs."),
        (f"It was {adjective}, and nobody knew why.",
         f"{pronoun.capitalize()} war {german_adjective}, und niemand wusste, warum."),
        (f"Do you think that the {noun} is {adjective}?",
         f"Glaubst du, dass {german} {german_adjective} ist?"),
        (f"I told you {number} times that she would come with {person}.",
         f"Ich habe dir {number} Mal gesagt, dass sie mit {person} kommen würde."),
    ])  # fmt: skip


def digest(parts: list[bytes]) -> str:
    found = blake2b(digest_size=8)
    for part in parts:
        found.update(part + b"\n")
    return found.hexdigest()


@dataclass
class Watch:
    """Seconds from the first to the last thing that is seen, and what to do on the way."""

    events: list[tuple[int, Callable[[], None]]]
    first: float = 0.0
    last: float = 0.0
    spent: float = 0.0

    def start(self) -> None:
        self._before = _cpu()
        self.first = perf_counter()

    def __call__(self, done: int) -> None:
        if done == 0:  # what comes before is the same for all
            self.start()
        while self.events and done >= self.events[0][0]:
            self.events.pop(0)[1]()
        self.last = perf_counter()
        # What has ended in between is not counted, so it must not have been counted before.
        self.spent = sum(now - self._before.get(pid, 0) for pid, now in _cpu().items())


def measure(job: Any, repeats: int) -> bool:
    """The table of one job; whether all runs gave the same."""
    print(
        f"\n{job.name}, {job.size:,} rows\n{'run':24} {'seconds':>8} {'CPU s':>8}  check",
        flush=True,
    )
    expected, _, _ = run("one process", job, 1, "local")
    fine, times = True, {"local": [], "ray": []}  # type: ignore[var-annotated]
    with Cluster() as cluster:
        for _ in range(repeats):
            for engine, name in (("local", "two processes"), ("ray", "Ray, two nodes")):
                check, seconds, spent = run(name, job, 2, engine)
                times[engine].append((seconds, spent))
                fine &= check == expected
        events = [(job.size // 4, cluster.kill_worker), (job.size // 2, cluster.lose_node)]
        check, _, _ = run("Ray, killed and lost", job, 2, "ray", events)
        fine &= check == expected and not events
    for index, what in enumerate(("seconds", "CPU seconds")):
        ours, rays = (median(row[index] for row in times[engine]) for engine in ("local", "ray"))
        print(f"Ray over processes, {what}: {rays / ours - 1:+.0%}")
    print("all outputs are the same" if fine else "OUTPUTS DIFFER", flush=True)
    return fine


def run(
    name: str, job: Any, workers: int, engine: str, events: list[Any] | None = None
) -> tuple[tuple[str, int], float, float]:
    watch = Watch([] if events is None else events)
    watch.start()
    check = job.run(workers, engine, watch)
    seconds = watch.last - watch.first
    print(f"{name:24} {seconds:8.1f} {watch.spent:8.1f}  {check[0]} {check[1]:,}", flush=True)
    return check, seconds, watch.spent


class Cluster:
    """Two nodes on this machine, and this process connected to them."""

    def __enter__(self) -> "Cluster":
        os.environ["RAY_AUTH_MODE"] = "token"
        os.environ["RAY_AUTH_TOKEN"] = TOKEN
        os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
        import ray
        import ray._private.worker
        from ray.cluster_utils import Cluster as RayCluster

        start = perf_counter()
        self._ray = ray
        ray._private.worker.listen_error_messages = lambda *_: None  # pages about every death
        node = {"num_cpus": 1, "node_ip_address": "127.0.0.1", "include_dashboard": False}
        self._cluster = RayCluster(initialize_head=True, head_node_args=node)
        self._second = self._cluster.add_node(num_cpus=1, node_ip_address="127.0.0.1")
        ray.init(address=self._cluster.address, logging_level="ERROR", log_to_driver=False)
        print(f"cluster up {perf_counter() - start:11.1f}")
        return self

    def __exit__(self, *_: object) -> None:
        self._ray.shutdown()
        self._cluster.shutdown()

    def kill_worker(self) -> None:
        workers = [pid for pid in _processes() if _title(pid).startswith("ray::_Worker")]
        os.kill(workers[0], signal.SIGKILL)
        print(f"    killed one of {len(workers)} workers")

    def lose_node(self) -> None:
        self._cluster.remove_node(self._second, allow_graceful=False)
        alive = sum(node["Alive"] for node in self._ray.nodes())
        print(f"    removed a node; nodes that Ray believes in: {alive}")


def _processes() -> Iterator[int]:
    """This process and all that it started, their own included."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        parents[int(path.parent.name)] = int(fields[1])
    for pid in parents:
        above = pid
        while above and above != os.getpid():
            above = parents.get(above, 0)
        if above:
            yield pid


def _title(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def _cpu() -> dict[int, float]:
    """Seconds of the processor of this process and of all that it started, by process."""
    seconds = {}
    for pid in _processes():
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        seconds[pid] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return seconds


if __name__ == "__main__":
    main()
