"""How fast a service is asked: so many requests or tokens a minute, and slower when it is busy."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import inf
from threading import Condition
from time import monotonic


class Closed(Exception):
    """The run ends: nobody may ask any more."""


def sleep(turn: Condition, seconds: float | None) -> None:
    """Waits until somebody calls, or so long."""
    turn.wait(seconds)


class Pace:
    """The gate of one service, for all threads that ask it.

    Requests go out at even distances. A service that is busy is left alone by all of them until it
    said, or we guess, that it is not; then half as many ask at once, and one more with every round
    of answers, as TCP does it.
    """

    def __init__(
        self, requests_per_minute: float | None = None, tokens_per_minute: float | None = None
    ) -> None:
        self._apart = 60 / requests_per_minute if requests_per_minute else 0.0
        self._per_token = 60 / tokens_per_minute if tokens_per_minute else 0.0
        self._turn = Condition()
        self._next = self._next_tokens = self._resume = 0.0  # corrections move tokens alone
        self._inside, self._room = 0, inf
        self._is_closed = False

    @property
    def counts_tokens(self) -> bool:
        """Whether it matters how many tokens a request has."""
        return self._per_token > 0

    def enter(self, tokens: float = 0, wait: float = 0) -> None:
        """Waits for the turn of a request of so many tokens, at least so long.

        Raises `Closed` when there will be none.
        """
        with self._turn:
            earliest = monotonic() + wait
            while True:
                if self._is_closed:
                    raise Closed
                now = monotonic()
                early = max(self._next, self._next_tokens, self._resume, earliest) - now
                if early > 0:
                    sleep(self._turn, early)
                elif self._inside >= self._room:
                    sleep(self._turn, None)
                else:
                    break
            self._next = now + self._apart
            self._next_tokens = now + tokens * self._per_token
            self._inside += 1

    def leave(self, *, busy_for: float | None = None, more_tokens: float = 0) -> None:
        """The request is over: `more_tokens` than it entered with were counted.

        With `busy_for`, the service had no time for it, and nobody asks for so many seconds.
        """
        with self._turn:
            now = monotonic()
            self._next_tokens += more_tokens * self._per_token
            if busy_for is None:
                self._room += 1 / self._room
            else:
                if self._resume <= now:  # what many hear at once is said once
                    self._room = max(1.0, min(self._room, self._inside) // 2)
                self._resume = max(self._resume, now + busy_for)
            self._inside -= 1
            self._turn.notify_all()

    def close(self) -> None:
        """Whoever waits gives up, until it is opened."""
        with self._turn:
            self._is_closed = True
            self._turn.notify_all()

    def open(self) -> None:
        """Requests may go out."""
        with self._turn:
            self._is_closed = False


def retry_after(text: str | None) -> float | None:
    """Seconds from now of a Retry-After header, which holds seconds or a date; None for nonsense.

    >>> retry_after("7"), retry_after("nan"), retry_after("9" * 400)
    (7.0, None, inf)
    """
    if text is None:
        return None
    text = str(text).strip()
    if text.isdecimal():
        return float(text)
    try:
        when = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    try:
        return max(0.0, (when.astimezone(UTC) - datetime.now(UTC)).total_seconds())
    except (ValueError, OverflowError, OSError):  # beyond what a calendar holds
        return inf if when.year > datetime.now(UTC).year else 0.0
