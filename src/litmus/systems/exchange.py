"""One HTTP exchange, bounded in time and size. A redirect is not followed: it is the answer."""

import ssl
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from http.client import HTTPConnection, HTTPException, HTTPResponse, IncompleteRead
from io import BufferedReader, RawIOBase
from socket import socket
from time import monotonic
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.request import (
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    Request,
    build_opener,
)

MOST_ANSWER = 64 << 20  # bytes
MOST_REFUSAL = 64 << 10
PATIENCE = 10  # an answer may take so many timeouts, however steadily it drips
_PIECE = 1 << 16
# A connection that was there and is gone; asking again may help.
LOST = (ConnectionResetError, ConnectionAbortedError, BrokenPipeError, IncompleteRead)


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back. `is_cut`: there was more, which was not read."""

    status: int
    reason: str
    headers: Any
    content: bytes
    is_cut: bool = False


class Unbounded(Exception):
    """An answer that does not end, or not in time."""


class NoAnswer(Exception):
    """There was none. `cause` is why."""

    def __init__(self, cause: BaseException) -> None:
        super().__init__(str(cause))
        self.cause = cause

    @property
    def is_lost(self) -> bool:
        """Whether there was a connection, and it broke."""
        return isinstance(self.cause, LOST)

    @property
    def is_insecure(self) -> bool:
        """Whether the two sides did not agree on a secure connection."""
        return isinstance(self.cause, ssl.SSLError) and not isinstance(self.cause, ssl.SSLEOFError)


def exchange(request: Request, timeout: float) -> Reply:
    """Sends a request, and reads what comes back, whatever its status.

    `timeout` is for connecting, sending, and every wait for more of the answer.
    """
    try:
        with _opener().open(request, timeout=timeout) as response:
            content = _content(response, MOST_ANSWER + 1)
            if len(content) > MOST_ANSWER:
                raise Unbounded(f"answered more than {MOST_ANSWER >> 20} MiB")
            return Reply(response.status, response.reason, response.headers, content)
    except HTTPError as refusal:
        with refusal:
            return _refusal(refusal)
    except (OSError, HTTPException) as error:
        cause = error.reason if isinstance(error, URLError) else error
        raise NoAnswer(cause if isinstance(cause, Exception) else error) from None


def _refusal(refusal: HTTPError) -> Reply:
    try:
        content = _content(refusal.fp, MOST_REFUSAL + 1)
    except (OSError, HTTPException, Unbounded):  # gone in the middle of its words
        content = b""
    is_cut = len(content) > MOST_REFUSAL
    reason = str(refusal.reason)
    return Reply(refusal.code, reason, refusal.headers, content[:MOST_REFUSAL], is_cut)


def _content(response: Any, most: int) -> bytes:
    """At most so many bytes of the body."""
    content = bytearray()
    while len(content) < most:
        piece = response.read(min(_PIECE, most - len(content)))
        if not piece:
            if getattr(response, "length", None):  # it had promised more
                raise IncompleteRead(b"", response.length)
            break
        content += piece
    return bytes(content)


class _Timed(RawIOBase):
    """A socket's stream until a moment; a byte now and then does not put it off."""

    def __init__(self, stream: Any, connection: socket) -> None:
        self._stream, self._connection = stream, connection
        self._timeout = connection.gettimeout() or 60.0
        self._end = monotonic() + PATIENCE * self._timeout

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        if monotonic() >= self._end:
            raise Unbounded(f"gave no whole answer in {PATIENCE * self._timeout:g} s")
        found: int | None = self._stream.readinto(buffer)
        return found

    def close(self) -> None:
        self._stream.close()
        super().close()


class _Response(HTTPResponse):
    """A response whose every byte is read in time: status, headers, body and trailers."""

    def __init__(self, sock: socket, *args: Any, **settings: Any) -> None:
        super().__init__(sock, *args, **settings)
        plain: Any = self.fp
        self.fp = BufferedReader(_Timed(plain.detach(), sock))


def _timed(connection: Callable[..., HTTPConnection]) -> Callable[..., HTTPConnection]:
    def made(host: str, **settings: Any) -> HTTPConnection:
        found = connection(host, **settings)
        found.response_class = _Response
        return found

    return made


class _Http(HTTPHandler):
    def do_open(self, http_class: Any, req: Request, **settings: Any) -> Any:
        return super().do_open(_timed(http_class), req, **settings)


class _Https(HTTPSHandler):
    def do_open(self, http_class: Any, req: Request, **settings: Any) -> Any:
        return super().do_open(_timed(http_class), req, **settings)


class _NoRedirect(HTTPRedirectHandler):
    """A redirect would carry the key to an address that nobody named; it is not even looked at."""

    def http_error_302(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Any
    ) -> None:
        return None

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302


@cache  # reading the certificates takes milliseconds
def _opener() -> OpenerDirector:
    return build_opener(_Http, _Https, _NoRedirect)
