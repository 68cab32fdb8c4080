"""A translation service with a latency, in a process of its own, which notes what it is asked.

It speaks as LibreTranslate does, and shouts. `busy` is the share of requests that it answers with
429 or 529 and a Retry-After of 0; `jitter` moves the latency of each by up to that share of it, so
that answers come in disorder. Every text that it answers is a line of the log, when it comes in.
"""

import argparse
import asyncio
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO


@contextmanager
def serving(log: Path, *, latency: float, jitter: float = 0, busy: float = 0) -> Iterator[str]:
    """The address of a server that runs as long as the block."""
    words = [__file__, str(log), str(latency), str(jitter), str(busy)]
    process = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield f"http://127.0.0.1:{int(process.stdout.readline())}/translate"
    finally:
        process.kill()
        process.communicate()


class _Server:
    def __init__(self, log: TextIO, latency: float, jitter: float, busy: float) -> None:
        self._log, self._latency, self._jitter, self._busy = log, latency, jitter, busy
        self._chance = random.Random(5)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, and all requests that come on it."""
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
                texts = json.loads(await reader.readexactly(length))["q"]
                writer.write(await self._reply(texts))
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def _reply(self, texts: list[str]) -> bytes:
        if self._chance.random() < self._busy:
            status = self._chance.choice((429, 529))
            return f"HTTP/1.1 {status} Busy\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n".encode()
        self._log.writelines(f"{text}\n" for text in texts)
        self._log.flush()
        await asyncio.sleep(self._latency * (1 + self._jitter * self._chance.uniform(-1, 1)))
        body = json.dumps({"translatedText": [text.upper() for text in texts]}).encode()
        return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body


async def _main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("log", type=Path)
    for name in ("latency", "jitter", "busy"):
        parser.add_argument(name, type=float)
    args = parser.parse_args()
    with args.log.open("a", encoding="utf-8") as log:
        one = _Server(log, args.latency, args.jitter, args.busy)
        server = await asyncio.start_server(one.serve, "127.0.0.1", 0, backlog=1024)
        print(server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_main())
