"""A service that means harm, or is broken: no key shows, nothing hangs, nothing fills the memory."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from tests.systems.answering import Service, raw_service, service
from tests.systems.test_http_engine import FINE, SECRET, _engine, _failure, waits

from litmus.systems.http import exchange
from litmus.systems.http.pace import retry_after

__all__ = ["waits"]


def _message(there: Service | str, **changes: Any) -> str:
    message = _failure(_engine(there, **changes), ["a"])
    assert not any(form in message for form in ("s3cr3t", "\x1b", "\x9b", "\u202e", "\r"))
    return message


GOOD = b'HTTP/1.1 200 OK\r\nContent-Length: 27\r\n\r\n{"out": [{"text": "A"}]}   '


HARM = f"bad Key {SECRET} \x1b[2J\x9b31m"


@pytest.mark.parametrize("status", [200, 204, 300, 302, 403, 404, 429, 500, 999])
def test_neither_status_nor_headers_nor_body_show_a_key(status: int, waits: list[float]) -> None:
    body = HARM.encode("latin-1") + "\u202e".encode()
    said = (
        f"HTTP/1.1 {status} {HARM}\r\nLocation: http://{HARM}/\r\nRetry-After: {HARM}\r\n"
        f"Content-Length: {0 if status == 204 else len(body)}\r\n\r\n"
    ).encode("latin-1")
    with raw_service(said + (b"" if status == 204 else body)) as there:
        message = _message(there)
    if status not in (200, 204):
        assert f"answered {status} bad Key ${{TOY_KEY}} \\x1b[2J" in message
    if status == 302:
        assert "moved to http://bad Key ${TOY_KEY} \\x1b[2J" in message


def test_a_key_that_is_not_http_does_not_show(waits: list[float]) -> None:
    with raw_service(f"220 {HARM}\r\n\r\n".encode("latin-1")) as there:
        said = "cannot be reached: illegal status line: bytearray(b'220 bad Key ${TOY_KEY} \\x1b[2J"
        assert said in _message(there)


def _endless(start: bytes, piece: bytes) -> Iterator[bytes]:
    return itertools.chain([start], itertools.repeat(piece))


def test_an_answer_without_end_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "MOST_ANSWER", 3 << 20)
    with raw_service(_endless(b"HTTP/1.1 200 OK\r\n\r\n", b" " * 65536)) as there:
        message = _message(there)
    assert message == (
        f"{there.url} answered more than 3 MiB.\n"
        "Send less at a time (batch=N), or allow more time (timeout=S)."
    )


def test_a_refusal_without_end_is_read_in_part() -> None:
    with raw_service(_endless(b"HTTP/1.1 403 No\r\n\r\n", b"x" * 65536)) as there:
        message = _message(there)
    assert f"answered 403 No: {'x' * 300}..." in message


DRIPPING = {
    "status": (b"HTTP/1.1 ", b"1"),
    "headers": (b"HTTP/1.1 200 OK\r\nX-A: ", b"a"),
    "continue": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "body": (b"HTTP/1.1 200 OK\r\n\r\n", b" "),
    "chunks": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
    "trailers": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", b"A: b\r\n"),
}


@pytest.mark.parametrize("part", DRIPPING)
def test_a_service_that_drips_is_left(
    part: str, monkeypatch: pytest.MonkeyPatch, waits: list[float]
) -> None:
    now = itertools.count(step=59.0)  # seconds that every look at the clock takes
    monkeypatch.setattr(exchange, "monotonic", lambda: next(now))
    monkeypatch.setattr(exchange, "PIECE", 1)  # byte by byte, as they drip
    with raw_service(_endless(*DRIPPING[part])) as there:
        message = _message(there)
    assert message.startswith(f"{there.url} gave no whole answer in 600 s.\n")
    assert waits == []


def test_a_refusal_that_drips_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    now = itertools.count(step=20.0)  # thirty bytes: head, and some of the body
    monkeypatch.setattr(exchange, "monotonic", lambda: next(now))
    monkeypatch.setattr(exchange, "PIECE", 1)  # byte by byte, as they drip
    with raw_service(_endless(b"HTTP/1.1 403 No\r\n\r\n", b" ")) as there:
        assert "answered 403 No." in _message(there)


@pytest.mark.parametrize(
    "value",
    ["-1", "inf", "nan", "-inf", "1e9", "", " ", "soon", "0x10", "1_000", "Mon, 99 Foo 2020", "²"]
    + ["Fri, 31 Dec 2020 25:61:61 GMT", "Thu, 01 Jan 1970 00:00:00 +9999999", "," * 500, "\x1b"]
    + ["Mon, 01 Jan 0001 00:00:00 +1200"],
)
def test_a_wait_of_nonsense_is_our_own(value: str) -> None:
    assert not retry_after(value)


@pytest.mark.parametrize(
    "value",
    ["9" * 400, "9" * 5000, "Fri, 31 Dec 9999 23:59:59 GMT", "Fri, 31 Dec 9999 23:59:59 -0800"]
    + ["Fri, 31 Dec 9999 23:59:59 -0000"],
)
def test_a_wait_for_ever_is_not_begun(value: str, waits: list[float]) -> None:
    said = f"HTTP/1.1 503 Busy\r\nRetry-After: {value}\r\nContent-Length: 0\r\n\r\n".encode()
    with raw_service(said) as there:
        message = _message(there)
    assert message == (
        f"{there.url} answered 503 Busy.\nIt asks to wait for more than a day. Come back then."
    )
    assert waits == []


LOST = {
    "before a word": b"",
    "in its body": GOOD[:-9],
    "in a chunk": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{",
}


@pytest.mark.parametrize("where", LOST)
def test_a_connection_lost_at_first_is_tried_again(where: str, waits: list[float]) -> None:
    with raw_service(LOST[where], LOST[where], GOOD) as there:
        assert _engine(there).ask(["a"]) == ["A"]
    assert (len(there.heard), waits) == (3, [1, 2])


@pytest.mark.parametrize("url", ["https://127.0.0.1:{}/", "http://nowhere.invalid:{}/"])
def test_what_cannot_be_is_not_tried_again(url: str, waits: list[float]) -> None:
    with service(lambda _: FINE) as there:  # speaks no TLS
        port = there.url.rpartition(":")[2].partition("/")[0]
        message = _message(url.format(port))
    assert message.endswith("Is the address right, and the service running? url=URL")
    assert waits == []


@pytest.mark.parametrize(
    "said",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 999999999999999999999999\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 200 + b"\r\n",
        b"HTTP/1.1 200 OK\r\nA: " + b"b" * 70_000 + b"\r\n\r\n",
        b"HTTP/1.1 20000 OK\r\n\r\n",
        b"HTTP/1.1 403 No\r\nContent-Length: 50\r\n\r\nhalf",
        b"HTTP/9.9 200 OK\r\n\r\n{}",
        b"\0" * 500,
        b"HTTP/1.1 200 OK\r\n\r\n" + b"9" * 5000,
        b"HTTP/1.1 200 OK\r\n\r\n" + b"[" * 200_000,
        b'HTTP/1.1 200 OK\r\n\r\n{"out": ' + b'{"a":' * 900 + b"1" + b"}" * 901,
    ],
)
def test_a_broken_answer_is_an_error_of_ours(said: bytes, waits: list[float]) -> None:
    with raw_service(said) as there:
        assert _message(there).startswith(there.url)
