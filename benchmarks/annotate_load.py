"""Annotation under load: latency of a judgement, and that none is lost when the server is killed.

    python benchmarks/annotate_load.py [--annotators 50] [--judgements 5000] [--think 0]

Simulated annotators judge as fast as the server answers (`--think`: so many seconds between two
answers, give or take half). Then once more, and on the way the server gets SIGKILL and is started
again; annotators send what was not confirmed once more, as the page does. At the end the store must
hold every confirmed judgement, and each exactly once. Latency is from sending a judgement to having
the next item; the time the server was away is not in it.
"""

import argparse
import asyncio
import json
import os
import platform
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from litmus.annotate.campaigns.create import Made, Plan, create_campaign
from litmus.annotate.label_sets import find_label_set
from litmus.annotate.store.database import NAME
from litmus.corpus.segment import Idiom, Segment
from litmus.corpus.suite import SuiteInfo, read_suite, write_suite

LABELS = ("correct", "understandable", "literal", "omitted", "incorrect")


def make_campaign(folder: Path, n_annotators: int, n_judgements: int) -> Made:
    """A campaign of ordinary sentences in which everyone judges as many items."""
    n_segments = n_judgements // 4  # two systems, and two annotators an item
    source = "She has been barking up the wrong tree since the very beginning of it all"
    idiom = Idiom("bark up the wrong tree", ((13, 39),))
    segments = [
        Segment(str(k), f"{source}, {k}.", (f"Elle se trompe, {k}.",), f"d{k // 10}", (idiom,))
        for k in range(n_segments)
    ]
    outputs = {
        name: [
            f"{name} aboie au mauvais arbre depuis le tout début, {k}." for k in range(n_segments)
        ]
        for name in ("left", "right")
    }
    write_suite(folder / "suite", SuiteInfo("load", "en", "fr"), segments, systems=outputs)
    suite = read_suite(folder / "suite")
    names = tuple(f"annotator {k:02}" for k in range(n_annotators))
    plan = Plan(find_label_set("idiom"), names, sample="all", overlap=2)
    return create_campaign(folder / "campaign", suite, suite.systems, plan)


class Server:
    """`litmus annotate serve` in a process of its own."""

    def __init__(self, campaign: Path) -> None:
        self._campaign = campaign
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start, on the port of before if there was one, and wait until it listens."""
        command = [sys.executable, "-m", "litmus", "annotate", "serve", str(self._campaign)]
        self._process = subprocess.Popen(
            [*command, "--port", str(self.port)], stderr=subprocess.PIPE, text=True
        )
        assert self._process.stderr
        said = self._process.stderr.readline()
        self.port = int(said.partition("http://127.0.0.1:")[2].partition("/")[0])

    def kill(self) -> None:
        """SIGKILL: no handler runs, nothing is flushed."""
        assert self._process
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        assert self._process.stderr
        self._process.stderr.close()


class Judged(NamedTuple):
    """A judgement as it was sent, or is stored."""

    request: str
    label: str
    comment: str


@dataclass
class Seen:
    """What the annotators saw."""

    seconds: list[float] = field(default_factory=list)
    confirmed: dict[str, Judged] = field(default_factory=dict)  # by request
    sent_again: int = 0


class Annotator:
    """Judges all it is given over one connection; sends again what was not confirmed."""

    def __init__(self, server: Server, name: str, secret: str, think: float, seen: Seen) -> None:
        self._server, self._name, self._think, self._seen = server, name, think, seen
        self._secret = secret
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def run(self) -> None:
        """From the first open item to the last."""
        place = await self._again("GET", "/api/start", None)
        number = 0
        while place["item"] is not None:
            number += 1
            sent = Judged(
                f"{self._name}-{number}",
                LABELS[number % len(LABELS)],
                "a remark" if number % 7 == 0 else "",
            )
            body = {"position": place["item"]["position"], **sent._asdict()}
            await asyncio.sleep(self._think * (0.5 + random.random()))
            place = await self._again("POST", "/api/judgements", body)
            self._seen.confirmed[sent.request] = sent
        self._close()

    async def _again(self, method: str, path: str, body: Any) -> Any:
        while True:
            try:
                start = perf_counter()
                answer = await self._ask(method, path, body)
                if method == "POST":
                    self._seen.seconds.append(perf_counter() - start)
                return answer
            except (OSError, asyncio.IncompleteReadError):
                self._close()
                self._seen.sent_again += 1
                await asyncio.sleep(0.05)

    async def _ask(self, method: str, path: str, body: Any) -> Any:
        """A small HTTP client, so that the machine's time goes to the server."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._server.port)
        reader, writer = self._streams
        content = json.dumps(body).encode() if body is not None else b""
        writer.write(
            f"{method} {path} HTTP/1.1\r\nhost: localhost\r\n"
            f"authorization: Bearer {self._secret}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(content)}\r\n\r\n".encode()
            + content
        )
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.partition("content-length: ")[2].partition("\r\n")[0])
        answer = json.loads(await reader.readexactly(length))
        assert head.startswith("http/1.1 200"), (head, answer)
        return answer

    def _close(self) -> None:
        if self._streams is not None:
            with suppress(OSError):
                self._streams[1].close()
            self._streams = None


@dataclass
class Done:
    """How long all judgements took, and how often the server was killed meanwhile."""

    seconds: float
    kills: int


async def judge(
    server: Server,
    made: Made,
    think: float,
    kills: Sequence[int],
    seen: Seen,
    later: Callable[[], float] = lambda: 0.0,
) -> Done:
    """All is judged; the server is killed after so many confirmed judgements, or a little later."""
    annotators = [Annotator(server, n, secret, think, seen) for n, secret in made.secrets.items()]
    start = perf_counter()
    work = asyncio.gather(*(annotator.run() for annotator in annotators))
    killed = 0
    for kill in kills:
        while len(seen.confirmed) < kill and not work.done():
            await asyncio.sleep(0.001)
        await asyncio.sleep(later())
        if work.done():
            break
        server.kill()
        killed += 1
        await asyncio.to_thread(server.start)
    await work
    return Done(perf_counter() - start, killed)


def stored(campaign: Path) -> tuple[list[Judged], bool]:
    """The judgements in the log, and whether the database is whole and all of them stand."""
    with closing(sqlite3.connect(campaign / NAME)) as database:
        found = database.execute("SELECT request, label, comment FROM judgements")
        judged = [Judged(*row) for row in found]
        standing = database.execute(
            "SELECT count(*) FROM assignments WHERE judgement IS NOT NULL"
        ).fetchone()[0]
        (health,) = database.execute("PRAGMA integrity_check").fetchone()
    return judged, health == "ok" and standing == len(judged)


def check(campaign: Path, seen: Seen, expected: int) -> None:
    """Every confirmed judgement is there as it was sent, each once, and everything is judged."""
    judged, is_healthy = stored(campaign)
    by_request = {one.request: one for one in judged}
    assert len(judged) == len(by_request), "a judgement was recorded twice"
    assert seen.confirmed.keys() <= by_request.keys(), "a confirmed judgement was lost"
    assert seen.confirmed == by_request, "a judgement is not as it was sent"
    assert len(judged) == expected
    assert is_healthy


def run(args: argparse.Namespace, kills: int) -> str:
    """A campaign judged from end to end, with so many kills on the way; a line about it."""
    with tempfile.TemporaryDirectory() as scratch:
        made = make_campaign(Path(scratch), args.annotators, args.judgements)
        total = sum(made.assigned.values())
        server, seen = Server(Path(scratch) / "campaign"), Seen()
        server.start()
        places = [total * (k + 1) // (kills + 1) for k in range(kills)]
        seconds = asyncio.run(judge(server, made, args.think, places, seen)).seconds
        server.kill()
        check(Path(scratch) / "campaign", seen, total)
    times = sorted(seen.seconds)
    median, p99 = (1000 * times[int(share * (len(times) - 1))] for share in (0.5, 0.99))
    return (
        f"{args.annotators} annotators, {total:,} judgements, {kills} x kill -9: "
        f"{total / seconds:,.0f}/s, median {median:.1f} ms, p99 {p99:.1f} ms, "
        f"max {1000 * times[-1]:.1f} ms; lost 0, twice 0, sent again {seen.sent_again}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--annotators", type=int, default=50)
    parser.add_argument("--judgements", type=int, default=5000)
    parser.add_argument("--think", type=float, default=0.0)
    parser.add_argument("--kills", type=int, default=3)
    args = parser.parse_args()
    print(run(args, 0), run(args, args.kills), sep="\n")
    print(
        f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, Python "
        f"{platform.python_version()}, Starlette {version('starlette')}, "
        f"uvicorn {version('uvicorn')}, SQLite {sqlite3.sqlite_version}, {platform.machine()}"
    )


if __name__ == "__main__":
    main()
