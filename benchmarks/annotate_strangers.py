"""Strangers at the annotation server: what they cost, and that an annotator is served meanwhile.

    python benchmarks/annotate_strangers.py [--connections 10000] [--seconds 15]

Each attack runs against a fresh server: connections that say nothing, that send a byte now and
then, that stop before the end of a large head or of a body, one head without end, requests that
come thousands in one piece, and a server with few descriptors. Meanwhile an annotator opens the
page's first item again and again. Memory is the server's, at its highest.
"""

import argparse
import asyncio
import resource
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from benchmarks.annotate_load import Server, make_campaign

HEAD = b"GET / HTTP/1.1\r\nhost: localhost\r\n"
BODY = b"POST /api/undo HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n"
Lines = list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]


@dataclass
class Desk:
    """A server with its annotator."""

    server: Server
    secret: str
    lines: Lines = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    memory: float = 0.0

    @property
    def pid(self) -> int:
        assert self.server._process
        return self.server._process.pid

    async def open(self, number: int, first: bytes = b"") -> None:
        """So many connections, which begin with these bytes."""
        for _ in range(0, number, 100):
            await asyncio.gather(*(self._open(first) for _ in range(min(100, number))))
        self.look()

    async def _open(self, first: bytes) -> None:
        line = await asyncio.open_connection("127.0.0.1", self.server.port)
        line[1].write(first)
        self.lines.append(line)

    async def ask(self) -> None:
        """The annotator's question, answered."""
        start = perf_counter()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        writer.write(
            b"GET /api/start HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n"
            b"authorization: Bearer " + self.secret.encode() + b"\r\n\r\n"
        )
        answer = await asyncio.wait_for(reader.read(), 60)
        assert answer.startswith(b"HTTP/1.1 200"), answer[:100]
        writer.close()
        self.seconds.append(perf_counter() - start)
        self.look()

    def look(self) -> None:
        """Remember the highest memory, in MB."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        kilobytes = int(status.partition("VmHWM:")[2].split()[0])
        self.memory = max(self.memory, kilobytes / 1024)

    @property
    def held(self) -> int:
        """Descriptors that the server has open."""
        return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))


async def _endless(desk: Desk, _: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", desk.server.port)
    writer.write(HEAD + b"x: ")
    with suppress(ConnectionError):
        for _ in range(3200):  # 200 MB
            writer.write(b"a" * 65536)
            await writer.drain()


async def _few(desk: Desk, number: int) -> None:
    resource.prlimit(desk.pid, resource.RLIMIT_NOFILE, (1024, 1024))
    await desk.open(number)


ATTACKS: dict[str, Callable[[Desk, int], Awaitable[None]]] = {
    "nothing said": lambda desk, n: desk.open(n),
    "a byte now and then": lambda desk, n: desk.open(n, HEAD + b"x: "),
    "heads of 16 kB without end": lambda desk, n: desk.open(n // 2, HEAD + b"x: " + b"a" * 16_000),
    "bodies without end": lambda desk, n: desk.open(n // 5, BODY),
    "one head of 200 MB": _endless,
    "9,000 requests in one piece": lambda desk, n: desk.open(n // 50, (HEAD + b"\r\n") * 9000),
    "1,024 descriptors": _few,
}


async def attack(name: str, connections: int, seconds: float) -> str:
    """One attack; a line about it."""
    with tempfile.TemporaryDirectory() as scratch:
        made = make_campaign(Path(scratch), 4, 400)
        server = Server(Path(scratch) / "campaign")
        server.start()
        desk = Desk(server, next(iter(made.secrets.values())))
        try:
            await desk.ask()
            before = desk.memory
            await ATTACKS[name](desk, connections)
            held, start = desk.held, perf_counter()
            while perf_counter() - start < seconds:
                await desk.ask()
                for _, writer in desk.lines if name == "a byte now and then" else ():
                    with suppress(ConnectionError):
                        writer.write(b"b")
                await asyncio.sleep(1)
            left = desk.held
        finally:
            server.kill()
            for _, writer in desk.lines:
                writer.transport.abort()
    return (
        f"{name}: {len(desk.lines):,} connections, {held:,} descriptors held, {left:,} after "
        f"{seconds:g} s; memory {before:.0f} to {desk.memory:.0f} MB; annotator served "
        f"{len(desk.seconds)} times, at worst in {1000 * max(desk.seconds):.0f} ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--connections", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=15.0)
    args = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for name in ATTACKS:
        print(asyncio.run(attack(name, args.connections, args.seconds)), flush=True)


if __name__ == "__main__":
    main()
