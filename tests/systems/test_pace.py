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


BOTH = {"requests_per_minute": 60, "tokens_per_minute": 6000}


@pytest.mark.parametrize(("limits", "tokens", "expected"), [
    ({"requests_per_minute": 120}, 0, [0.5] * 4), ({"tokens_per_minute": 6000}, 1000, [10] * 4),
    (BOTH, 10, [1] * 4), (BOTH, 500, [5] * 4), ({}, 1e9, []),
])  # fmt: skip
def test_the_narrower_limit_counts(
    waits: list[float], limits: dict[str, float], tokens: float, expected: list[float]
) -> None:
    gate = Pace(**limits)
    for _ in range(5):
        gate.enter(tokens)
        gate.leave()
    assert waits == expected


def test_a_correction_of_tokens_leaves_the_distance_of_requests(waits: list[float]) -> None:
    gate = Pace(requests_per_minute=60, tokens_per_minute=6000)
    gate.enter(50)
    gate.leave(more_tokens=-49)
    gate.enter(50)
    gate.leave(more_tokens=250)
    gate.enter(50)
    assert waits == [1, 3]


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
