"""The pace of requests: at even distances, all of them quiet when the service is busy."""

from threading import Event, Thread

import pytest
from tests.systems.answering import unhurried

from litmus.systems.http import pace
from litmus.systems.http.pace import Closed, Pace


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The waits, which are not waited."""
    return unhurried(monkeypatch)


def _asked(gate: Pace, times: int, tokens: float = 0) -> None:
    for _ in range(times):
        gate.enter(tokens)
        gate.leave()


def test_requests_per_minute(waits: list[float]) -> None:
    _asked(Pace(requests_per_minute=120), 5)
    assert waits == [0.5] * 4


def test_tokens_per_minute(waits: list[float]) -> None:
    _asked(Pace(tokens_per_minute=6000), 3, tokens=1000)
    assert waits == [10, 10]


def test_the_narrower_of_two_limits_counts(waits: list[float]) -> None:
    _asked(Pace(requests_per_minute=60, tokens_per_minute=6000), 2, tokens=10)
    _asked(Pace(requests_per_minute=60, tokens_per_minute=6000), 2, tokens=500)
    assert waits == [1, 5]


def test_tokens_that_were_counted_correct_the_guess(waits: list[float]) -> None:
    gate = Pace(tokens_per_minute=6000)
    gate.enter(1000)
    gate.leave(more_tokens=-900)
    gate.enter(1000)
    assert waits == [1]


def test_a_correction_of_tokens_leaves_the_distance_of_requests(waits: list[float]) -> None:
    gate = Pace(requests_per_minute=60, tokens_per_minute=6000)
    gate.enter(50)
    gate.leave(more_tokens=-49)
    gate.enter(50)
    gate.leave(more_tokens=250)
    gate.enter(50)
    assert waits == [1, 3]


def test_without_limits_nobody_waits(waits: list[float]) -> None:
    _asked(Pace(), 1000, tokens=1e9)
    assert waits == []


def test_a_busy_service_is_left_alone_by_all(waits: list[float]) -> None:
    gate = Pace()
    gate.enter()
    gate.enter()
    gate.leave(busy_for=30)
    gate.leave()
    gate.enter()  # somebody else
    assert waits == [30]


def test_a_busy_service_is_asked_by_half_as_many_and_then_by_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    monkeypatch.setattr(pace, "monotonic", lambda: now[0])
    gate = Pace()
    for _ in range(16):
        gate.enter()
    for _ in range(16):
        gate.leave(busy_for=1)  # sixteen say what is one event
    now[0] = 2
    for _ in range(8):
        gate.enter()
    full = Event()
    ninth = Thread(target=lambda: (gate.enter(), full.set()), daemon=True)
    ninth.start()
    assert not full.wait(0.05)
    gate.leave()
    assert full.wait(20)
    ninth.join()


def test_whoever_waits_gives_up_when_the_run_ends() -> None:
    gate, gone = Pace(), Event()
    gate.enter()
    gate.leave(busy_for=1000)

    def wait() -> None:
        with pytest.raises(Closed):
            gate.enter()
        gone.set()

    thread = Thread(target=wait, daemon=True)
    thread.start()
    gate.close()
    assert gone.wait(20)
    thread.join()
    with pytest.raises(Closed):
        gate.enter()
