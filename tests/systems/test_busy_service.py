"""A service that is too busy for all who ask: everybody waits, fewer ask, and all are answered."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock

import pytest
from tests.systems.answering import Heard, Reply, Service, libre, service

from litmus.api.translate import translate
from litmus.errors import DataError
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


@pytest.mark.parametrize("status", [429, 503, 529])
def test_all_are_answered_in_the_end(status: int) -> None:
    with _narrow(2, status) as (there, refused):
        found = translate(
            languages="en-fr", source=LINES, system="http:libretranslate", url=there.url, batch=1,
            parallel=16,
        )  # fmt: skip
    assert found.texts == [line.upper() for line in LINES]
    assert found.usage is not None
    assert found.usage.requests == len(LINES) and found.usage.retries >= len(refused) > 0
    assert len(there.heard) == len(LINES) + len(refused)


def test_a_service_that_is_busy_for_ever_is_left() -> None:
    with (
        service(lambda _: Reply({}, 429)) as there,
        pytest.raises(DataError, match=r"429 Too Many Requests.*\nThat was attempt 6") as failed,
    ):
        translate(
            languages="en-fr", source=LINES, system="http:libretranslate", url=there.url, batch=1,
            parallel=4,
        )  # fmt: skip
    assert len(there.heard) <= 4 * 6
    assert "Try again later" in str(failed.value)


def test_a_text_that_a_service_cannot_do_ends_the_run_and_keeps_the_rest(tmp_path: object) -> None:
    def reply(request: Heard) -> Reply:
        return Reply({}, 500) if request.body["q"] == ["line 7"] else libre(request)

    with service(reply) as there, pytest.raises(DataError, match="attempt 6"):
        translate(
            languages="en-fr", source=LINES, system="http:libretranslate", url=there.url, batch=1,
            parallel=4, output=f"{tmp_path}/out.fr",
        )  # fmt: skip
    sent = [heard.body["q"][0] for heard in there.heard]
    assert sent.count("line 7") == 6 and sent.count("line 8") == 1
