"""Strangers before login: unfinished requests end, heads are limited, new connections find room."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from campaigning import FIXTURES, Served

pytest.importorskip("uvicorn", reason="uvicorn is not installed: pip install -e '.[test]'")

from litmus.annotate.server import connections

campaign, served = FIXTURES
HEAD = b"GET /api/start HTTP/1.1\r\nhost: localhost\r\n"
POST = b"POST /api/judgements HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"


@contextmanager
def line_to(served: Served) -> Iterator[socket.socket]:
    host, _, port = served.url.removeprefix("http://").rstrip("/").partition(":")
    with closing(socket.create_connection((host, int(port)), timeout=30)) as line:
        yield line


def _heard(line: socket.socket) -> bytes:
    """All until the other side hangs up."""
    found = b""
    try:
        while more := line.recv(65536):
            found += more
    except ConnectionResetError:
        pass
    return found


def _answer(served: Served, sent: bytes, *, is_all: bool = False) -> bytes:
    """What comes back until the other side hangs up, with no more to come or without a word."""
    with line_to(served) as line:
        line.sendall(sent)
        if is_all:
            line.shutdown(socket.SHUT_WR)
        return _heard(line)


def _with_secret(served: Served) -> bytes:
    return f"authorization: Bearer {served.secrets['ana']}\r\n".encode()


def test_an_unfinished_head_or_body_ends(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_S", -1.0)  # over at the next look
    for sent in (b"", b"GET", HEAD, HEAD + b"x: " + b"a" * 9000):
        assert _answer(served, sent) == b""
    monkeypatch.undo()
    monkeypatch.setattr(connections, "BODY_S", -1.0)
    head = POST + _with_secret(served) + b"content-length: 100\r\n\r\n"
    assert _answer(served, head + b"{") == b"" and served.standing() == []


@pytest.mark.parametrize(("limit", "seconds", "sent"), [
    ("HEAD_S", -1.0, POST + b"transfer-encoding: chunked\r\n\r\n1\r\na\r\n"),  # nobody reads it
    ("IDLE_S", -2.0, HEAD + b"\r\n"),
])  # fmt: skip
def test_a_connection_after_its_answer_ends(
    served: Served, limit: str, seconds: float, sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, limit, seconds)
    assert _answer(served, sent).startswith(b"HTTP/1.1 401")


def test_a_head_has_a_limit(served: Served) -> None:
    for head in (HEAD + b"x: " + b"a" * (64 << 10), HEAD + b"x: y\r\n" * (16 << 10),
                 b"GET /" + b"a" * (64 << 10) + b" HTTP/1.1\r\n"):  # fmt: skip
        with line_to(served) as line:
            try:
                line.sendall(head)  # without its end
            except ConnectionError:
                continue  # it would not even hear all of it
            assert _heard(line)[:12] in (b"HTTP/1.1 400", b"")


def test_what_is_no_request_is_told_so(served: Served) -> None:
    for sent in (
        b"\0" * 100,
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: a\r\nhost: localhost\r\n\r\n",
        HEAD + b"content-length: 9\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        HEAD + b"content-length: " + b"9" * 5000 + b"\r\n\r\n",
        HEAD + b"content-length: -1\r\n\r\n",
    ):
        assert _answer(served, sent, is_all=True)[:10] in (b"HTTP/1.1 4", b""), sent


def test_a_broken_chunk_during_an_answer_ends_the_connection(served: Served) -> None:
    with line_to(served) as line:
        line.sendall(HEAD + b"content-length: 999999999\r\n\r\n")
        assert line.recv(12, socket.MSG_WAITALL) == b"HTTP/1.1 413"  # a body has a limit, too
    with line_to(served) as line:
        line.sendall(POST + b"transfer-encoding: chunked\r\n\r\n1\r\na\r\n")
        assert line.recv(12) == b"HTTP/1.1 401"
        line.sendall(b"nonsense\r\n")
        _heard(line)  # no time-out: it was closed


@dataclass
class Line:
    """A connection as `sweep` and `make_room` see it."""

    since: float
    limit: float = 10.0
    asked: bool = False
    is_answered: bool = True
    transport: Any = field(init=False)
    is_ended: bool = False

    def __post_init__(self) -> None:
        self.transport = SimpleNamespace(abort=self._end, is_closing=lambda: self.is_ended)

    @property
    def cycle(self) -> object:
        return self if self.asked else None

    def _end(self) -> None:
        self.is_ended = True


def test_only_those_whose_time_is_up_end() -> None:
    lines = [Line(0.0), Line(5.0), Line(0.0, limit=30.0)]
    connections.sweep(lines, 11.0)
    assert [line.is_ended for line in lines] == [True, False, False]


def test_room_is_made_by_those_who_never_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "most_connections", lambda: 32)
    annotators = [Line(0.0, asked=True), Line(1.0, is_answered=False)]
    strangers = [Line(float(k)) for k in range(31)]
    connections.make_room([*annotators, *strangers])
    # one too many, and one in sixteen: the oldest strangers
    assert [k for k, line in enumerate(strangers) if line.is_ended] == [0, 1, 2]
    assert not any(line.is_ended for line in annotators)
    connections.make_room([*annotators, *strangers])
    assert sum(line.is_ended for line in strangers) == 3  # enough has been made


def test_a_full_server_still_serves(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "most_connections", lambda: 4)
    with ExitStack() as stack:
        first, *_ = [stack.enter_context(line_to(served)) for _ in range(40)]
        head = HEAD + _with_secret(served) + b"connection: close\r\n\r\n"
        assert _answer(served, head).startswith(b"HTTP/1.1 200")
        assert _heard(first) == b""  # the oldest had to go


def test_connections_leave_descriptors_for_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource", reason="Windows has no such limits")
    for soft, most in ((256, 128), (1024, 896), (20_000, 16_384), (10, 5), (-1, 16_384)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, soft=soft: (soft, soft))
        assert connections.most_connections() == most
    for limits, raised in (
        ((1024, 1 << 20), (16_512, 1 << 20)), ((1024, 4096), (4096, 4096)),
        ((1024, -1), (16_512, -1)), ((20_000, 20_000), None), ((-1, -1), None),
    ):  # fmt: skip
        found: list[tuple[int, int]] = []
        monkeypatch.setattr(resource, "getrlimit", lambda _, limits=limits: limits)
        monkeypatch.setattr(resource, "setrlimit", lambda _, new, found=found: found.append(new))
        connections.raise_descriptors()
        assert found == ([raised] if raised else []), limits
