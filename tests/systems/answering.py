"""What the tests of systems share: an engine in this process, and a real HTTP service."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import SHUT_WR
from socketserver import BaseRequestHandler, TCPServer, ThreadingTCPServer
from threading import Thread
from typing import Any

import pytest

from litmus.systems.engine import Limit
from litmus.systems.http import http_engine, pace

TWO = Limit(2, 10_000)
MARK = re.compile(r"<s(\d+)/>")


def shout(text: str) -> str:
    """A translation that leaves markers alone."""
    return re.sub(r"[^<>/]+(?![^<]*/>)", lambda found: found[0].upper(), text)


def unhurried(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The waits, which are not waited: a clock that goes on by them, and no chance in them."""
    found: list[float] = []

    def sleep(_: object, seconds: float | None) -> None:
        assert seconds is not None
        found.append(seconds)

    monkeypatch.setattr(pace, "monotonic", lambda: sum(found))
    monkeypatch.setattr(pace, "sleep", sleep)
    monkeypatch.setattr(http_engine, "uniform", lambda least, most: most)
    monkeypatch.setenv("no_proxy", "*")
    return found


class Toy:
    """An engine that answers by a function, and stops after some requests if told."""

    def __init__(
        self,
        reply: Callable[[str], str] = shout,
        *,
        limit: Limit = TWO,
        stop_after: int = 10_000,
        identity: str = "toy",
    ) -> None:
        self.signature = self.identity = identity
        self.limit, self._reply, self._stop = limit, reply, stop_after
        self.requests: list[list[str]] = []

    @property
    def texts(self) -> list[str]:
        """All that was asked."""
        return [text for request in self.requests for text in request]

    def ask(self, texts: Sequence[str]) -> list[str]:
        if len(self.requests) >= self._stop:
            raise KeyboardInterrupt
        self.requests.append(list(texts))
        return [self._reply(text) for text in texts]


@dataclass
class Reply:
    """What a service says."""

    body: Any = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    reason: str | None = None


@dataclass
class Heard:
    """A request as it came in; names of headers begin with a capital, as in `X-Api-Key`."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: Any
    port: int = 0  # of the client


@dataclass
class Service:
    """A running service."""

    url: str
    heard: list[Heard]


@contextmanager
def service(reply: Callable[[Heard], Reply], *, keeps: bool = False) -> Iterator[Service]:
    """A web service on this machine, which may keep connections."""
    heard: list[Heard] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1" if keeps else "HTTP/1.0"

        def _answer(self) -> None:
            size = int(self.headers.get("Content-Length", 0))
            sent = self.rfile.read(size)
            headers = {name.title(): value for name, value in self.headers.items()}
            body = json.loads(sent) if sent else None
            request = Heard(self.command, self.path, headers, body, self.client_address[1])
            heard.append(request)
            said = reply(request)
            content = said.body if isinstance(said.body, bytes) else json.dumps(said.body).encode()
            self.send_response(said.status, said.reason)
            for name, value in said.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_POST = do_GET = do_PUT = _answer  # noqa: N815

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    with _running(_Roomy(("127.0.0.1", 0), Handler), heard) as running:
        yield running


class _Roomy(ThreadingHTTPServer):
    request_queue_size = 128  # five would make others wait for a second


@contextmanager
def raw_service(*replies: bytes | Iterator[bytes]) -> Iterator[Service]:
    """A service that says just these bytes, one reply per connection, and hangs up.

    The last reply is said again and again; an empty one hangs up at once.
    """
    heard: list[Heard] = []
    rest = list(replies)

    class Handler(BaseRequestHandler):
        def handle(self) -> None:
            head = b""
            while b"\r\n\r\n" not in head and (more := self.request.recv(65536)):
                head += more
            heard.append(Heard("", "", {}, head))
            reply = rest.pop(0) if len(rest) > 1 else rest[0]
            with suppress(OSError):  # it has heard enough
                for piece in [reply] if isinstance(reply, bytes) else reply:
                    self.request.sendall(piece)
                self.request.shutdown(SHUT_WR)  # a close with unread data would be a reset
                self.request.settimeout(0.1)  # but a client may keep its side for the next request
                while self.request.recv(65536):
                    pass

    with _running(ThreadingTCPServer(("127.0.0.1", 0), Handler), heard) as running:
        yield running


@contextmanager
def _running(server: TCPServer, heard: list[Heard]) -> Iterator[Service]:
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield Service(f"http://127.0.0.1:{server.server_address[1]}/translate", heard)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def libre(request: Heard) -> Reply:
    """LibreTranslate that shouts."""
    return Reply({"translatedText": [shout(text) for text in request.body["q"]]})
