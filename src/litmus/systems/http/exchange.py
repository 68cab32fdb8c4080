"""HTTP exchanges over connections that stay open, bounded in time and size, and never logged.

A redirect is not followed: it is the answer.
"""

import logging
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from threading import Lock, local
from time import monotonic
from typing import Any
from urllib.request import getproxies, proxy_bypass
from weakref import finalize

import httpcore
import httpx

MOST_ANSWER = 64 << 20  # bytes
MOST_REFUSAL = 64 << 10
PATIENCE = 10  # an answer may take so many timeouts, however steadily it drips
PIECE = 1 << 16  # bytes that are read at a time
_SENT = 1 << 20
_LOGGERS = [f"httpcore.{one}" for one in ("connection", "http11", "proxy", "socks")]
_FAILED = (
    httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException, httpcore.ProxyError,
    httpcore.UnsupportedProtocol, OSError, UnicodeError,
)  # fmt: skip


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
    """There was none. `cause` is why; `is_lost`: there was a connection, and it broke."""

    def __init__(self, cause: BaseException, *, is_lost: bool = False) -> None:
        super().__init__(str(cause))
        self.cause, self.is_lost = cause, is_lost

    @property
    def is_insecure(self) -> bool:
        """Whether the two sides did not agree on a secure connection."""
        return isinstance(self.cause, ssl.SSLError) and not isinstance(self.cause, ssl.SSLEOFError)


class _Watch(local):
    """The exchange that this thread is at: when it must be over, and what became of it."""

    is_on = False
    end, limit = inf, inf
    is_new = False  # whether the connection was made for it
    has_heard = False  # whether a byte came back
    hung_up = False  # whether the other side was the one to end it

    def look(self) -> None:
        """A look at the clock."""
        if monotonic() >= self.end:
            raise Unbounded(f"gave no whole answer in {self.limit:g} s")

    @contextmanager
    def over(self, timeout: float) -> Iterator[None]:
        """One exchange."""
        self.is_on, self.limit = True, PATIENCE * timeout
        self.is_new = self.has_heard = self.hung_up = False
        self.end = monotonic() + self.limit
        try:
            yield
        finally:
            self.is_on = False


_WATCH = _Watch()


class _Mute(logging.Filter):
    """Addresses and headers hold keys. What others do with the same libraries is still logged."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not _WATCH.is_on


for _name in _LOGGERS:
    logging.getLogger(_name).addFilter(_Mute())


class Wire:
    """The connections to one service, used again and again, by many threads at once.

    `timeout` is for connecting, sending, and every wait for more of the answer. The pool is used
    without httpx's client, which reads where a redirect goes, keeps cookies, and cannot be told
    when an answer must be over.
    """

    def __init__(self, url: str, timeout: float) -> None:
        self._url, self._timeout = httpx.URL(url), timeout
        self._made = Lock()
        self._pool: httpcore.ConnectionPool | None = None

    def exchange(self, request: httpx.Request) -> Reply:
        """Sends a request, and reads what comes back, whatever its status.

        A server may close a connection that nobody uses just when somebody does; then the next one
        is tried, until one is new.
        """
        while True:
            try:
                return self._once(request)
            except NoAnswer as problem:
                if not problem.is_lost or _WATCH.is_new or _WATCH.has_heard:
                    raise

    def _once(self, request: httpx.Request) -> Reply:
        with _WATCH.over(self._timeout):
            try:
                response = self._connected().handle_request(self._sent(request))
                try:
                    return _reply(response)
                finally:
                    response.close()
            except _FAILED as error:
                cause = error.__cause__ if isinstance(error.__cause__, OSError) else error
                is_gone = isinstance(error, httpcore.ReadError | httpcore.WriteError)
                raise NoAnswer(cause, is_lost=_WATCH.hung_up or is_gone) from None

    def _sent(self, request: httpx.Request) -> httpcore.Request:
        url = request.url
        return httpcore.Request(
            request.method,
            httpcore.URL(
                scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path
            ),
            headers=request.headers.raw,
            content=request.content,
            extensions={"timeout": httpx.Timeout(self._timeout).as_dict()},
        )

    def _connected(self) -> httpcore.ConnectionPool:
        """The pool, made when it is first needed: reading the certificates takes milliseconds."""
        with self._made:
            if self._pool is None:
                is_secure = self._url.scheme == "https"
                self._pool = httpcore.ConnectionPool(
                    ssl_context=ssl.create_default_context() if is_secure else None,
                    proxy=_proxy(self._url),
                    max_connections=None,  # as many as there are threads
                    keepalive_expiry=60.0,
                    network_backend=_Backend(),
                )
                finalize(self, self._pool.close)
            return self._pool


def _reply(response: httpcore.Response) -> Reply:
    reason = response.extensions.get("reason_phrase", b"").decode("latin-1")
    headers = httpx.Headers(response.headers)
    if 200 <= response.status < 300:
        content = _content(response, MOST_ANSWER + 1)
        if len(content) > MOST_ANSWER:
            raise Unbounded(f"answered more than {MOST_ANSWER >> 20} MiB")
        return Reply(response.status, reason, headers, content)
    try:
        content = _content(response, MOST_REFUSAL + 1)
    except (*_FAILED, Unbounded):  # gone in the middle of its words
        content = b""
    is_cut = len(content) > MOST_REFUSAL
    return Reply(response.status, reason, headers, content[:MOST_REFUSAL], is_cut)


def _content(response: httpcore.Response, most: int) -> bytes:
    """At most so many bytes of the body."""
    content = bytearray()
    for piece in response.iter_stream():
        content += piece
        if len(content) >= most:
            break
    return bytes(content[:most])


class _Backend(httpcore.SyncBackend):
    def connect_tcp(self, *place: Any, **settings: Any) -> httpcore.NetworkStream:
        _WATCH.is_new = True
        return _Stream(super().connect_tcp(*place, **settings))


class _Stream(httpcore.NetworkStream):
    """A connection that looks at the clock: a byte now and then does not put the end off."""

    def __init__(self, stream: httpcore.NetworkStream) -> None:
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        _WATCH.look()
        found = self._stream.read(min(max_bytes, PIECE), timeout)
        _WATCH.hung_up = not found
        _WATCH.has_heard |= bool(found)
        return found

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        for start in range(0, len(buffer), _SENT):
            _WATCH.look()
            self._stream.write(buffer[start : start + _SENT], timeout)

    def close(self) -> None:
        self._stream.close()

    def start_tls(self, *settings: Any, **more: Any) -> httpcore.NetworkStream:
        return _Stream(self._stream.start_tls(*settings, **more))

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def _proxy(url: httpx.URL) -> httpcore.Proxy | None:
    """The proxy that the environment names for an address, if there is one."""
    named = getproxies().get(url.scheme)
    if not named or proxy_bypass(url.netloc.decode("ascii")):
        return None
    try:
        found = httpx.Proxy(named if "://" in named else f"http://{named}")
        return httpcore.Proxy(str(found.url), auth=found.raw_auth)
    except (ValueError, httpx.InvalidURL):
        raise OSError(f"{url.scheme}_proxy is not the address of a proxy") from None
