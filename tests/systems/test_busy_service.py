"""A service that is too busy for all who ask: everybody waits, fewer ask, and all are answered."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock

import pytest
from tests.systems.answering import Heard, Reply, Service, libre, service

from litmus.api.translate import translate
from litmus.systems.http import http_engine

LINES = [f"line {n}" for n in range(60)]


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits of a millisecond."""
    monkeypatch.setattr(http_engine, "uniform", lambda least, most: 0.001)
    monkeypatch.setenv("no_proxy", "*")


@contextmanager
def _narrow(room: int, status: int) -> Iterator[tuple[Service, list[int]]]:
    """A service that answers so many at once; how many it has refused."""
    inside, refused, lock = [0], list[int](), Lock()

    def reply(request: Heard) -> Reply:
        with lock:
            inside[0] += 1
            full = inside[0] > room
        try:
            if full:
                refused.append(inside[0])
                return Reply({}, status, {"Retry-After": "0"})
            Event().wait(0.005)
            return libre(request)
        finally:
            with lock:
                inside[0] -= 1

    with service(reply) as there:
        yield there, refused


def test_all_are_answered_in_the_end() -> None:
    with _narrow(2, 429) as (there, refused):
        found = translate(
            languages="en-fr", source=LINES, system="http:libretranslate", url=there.url, batch=1,
            parallel=16,
        )  # fmt: skip
    assert found.texts == [line.upper() for line in LINES]
    assert found.usage is not None
    assert found.usage.requests == len(LINES) and found.usage.retries >= len(refused) > 0
    assert len(there.heard) == len(LINES) + len(refused)
