"""Connections of the page's server: none may wait for ever, and new ones always find room.

uvicorn closes a connection that is idle after an answer, but waits without end for the rest of a
request, so that strangers could hold every descriptor. Here each phase has its time. uvicorn's h11
protocol is used for what it refuses by itself: heads over a limit, and more than one request read
ahead. (httptools keeps a head of any size, and thousands of requests that came in one piece.)
"""

import asyncio
from collections.abc import Collection
from contextlib import suppress
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_HEAD = 16 * 1024  # bytes of a request line with its headers
# Seconds for the head of a request (from the connection, or its first byte), for all of it, for
# the answer, and between two requests.
HEAD_S, BODY_S, ANSWER_S, IDLE_S = 10.0, 30.0, 90.0, 75.0
MOST_CONNECTIONS = 16_384
BATCH = 32  # connections that are accepted before the first of them is counted
_RESERVE = 32 + 3 * BATCH  # descriptors for the database, and for those not counted yet


class Connection(H11Protocol):
    """A connection that knows how long it has been waiting."""

    since = 0.0  # when its present phase began
    is_idle = False  # not a byte since the last answer

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A new one; if there are too many, others go."""
        super().connection_made(transport)
        self.since = self.loop.time()
        if len(self.connections) > most_connections():
            make_room(self.connections)

    def data_received(self, data: bytes) -> None:
        """Bytes of a request; only the first of a phase counts."""
        if self.is_idle:
            self.since, self.is_idle = self.loop.time(), False
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:  # its head is complete
            self.since, self.is_idle = self.loop.time(), False

    def on_response_complete(self) -> None:
        """Idle from now, unless the next request is here, or the rest of this one is not."""
        self.since = self.loop.time()
        before = self.cycle
        super().on_response_complete()
        self.is_idle = self.cycle is before and self.conn.their_state is h11.IDLE

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP is told so, unless an answer is under way."""
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:
            self.transport.abort()

    @property
    def is_answered(self) -> bool:
        """Whether nobody works on a request of it."""
        return self.cycle is None or self.cycle.response_complete

    @property
    def limit(self) -> float:
        """The seconds that its present phase may take."""
        if self.is_answered:
            return IDLE_S + 1 if self.is_idle else HEAD_S  # uvicorn ends idle ones more politely
        return BODY_S if self.cycle.more_body else ANSWER_S


def sweep(connections: Collection[Any], now: float) -> None:
    """End the connections whose time is up; at once, as there may be nobody to read an answer."""
    for connection in list(connections):
        if now - connection.since > connection.limit:
            connection.transport.abort()


def make_room(connections: Collection[Any]) -> None:
    """End those too many, and one in sixteen: first who never asked anything, then the oldest.

    A browser whose idle connection ends opens another. Requests that are being answered stay.
    """
    live = [one for one in connections if not one.transport.is_closing()]
    surplus = len(live) - most_connections()
    if surplus > 0:
        waiting = [one for one in live if one.is_answered]
        waiting.sort(key=lambda one: (one.cycle is not None, one.since))
        for one in waiting[: surplus + len(live) // 16]:
            one.transport.abort()


def most_connections() -> int:
    """How many connections the process has descriptors for."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST_CONNECTIONS
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return min(MOST_CONNECTIONS, max(soft - _RESERVE, soft // 2))


def raise_descriptors() -> None:
    """Let the process have as many descriptors as it needs, or as it may have."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + _RESERVE
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
