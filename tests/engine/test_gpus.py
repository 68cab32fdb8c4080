"""GPUs: each worker sees one, and more than there are is an error."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from tests.engine import working

from litmus.engine import actors
from litmus.engine.actors import on_ray
from litmus.engine.batches import map_batches
from litmus.engine.cluster import Connection
from litmus.errors import UsageError


@pytest.mark.parametrize(("ours", "theirs"), [(None, {"0", "1"}), ("4,6,7", {"4", "6"})])
@pytest.mark.slow
def test_workers_take_turns_with_gpus(
    monkeypatch: pytest.MonkeyPatch, ours: str | None, theirs: set[str]
) -> None:
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    if ours:
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", ours)
    found = set(map_batches(working.gpu, range(40), workers=3, gpus=2))
    assert len(found) == len({pid for pid, _ in found}) <= 3  # one GPU for each, all the time
    assert {gpu for _, gpu in found} == theirs
    assert os.environ.get("CUDA_VISIBLE_DEVICES") == ours


def test_without_gpus_workers_see_what_we_see(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "4,6")
    found = set(map_batches(working.gpu, range(2), workers=2))
    assert {gpu for _, gpu in found} == {"4,6"}


class Ray:
    """As much of Ray as is needed to see what actors are asked for."""

    def __init__(self, gpus: int) -> None:
        self._gpus = gpus

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 8.0, "GPU": float(self._gpus)} if self._gpus else {"CPU": 8.0}

    def remote(self, _: object) -> "Ray":
        return self

    def options(self, **options: Any) -> None:
        raise KeyError(options)


def on_fake_ray(monkeypatch: pytest.MonkeyPatch, has: int, gpus: int | None) -> None:
    @contextmanager
    def connected(*_: object) -> Iterator[Connection]:
        yield Connection(Ray(has), {"num_cpus": 1}, 8)

    monkeypatch.setattr(actors, "connected", connected)
    list(on_ray(working.doubling, [1], workers=None, engine="ray://h:1", gpus=gpus))


def test_every_actor_has_a_gpu_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    for gpus in (2, None):
        with pytest.raises(KeyError) as asked:
            on_fake_ray(monkeypatch, 2, gpus)
        assert asked.value.args[0].get("num_gpus") == (1 if gpus else None)


@pytest.mark.parametrize(("has", "says"), [(0, "none"), (2, "2")])
def test_more_gpus_than_ray_has_are_refused(
    monkeypatch: pytest.MonkeyPatch, has: int, says: str
) -> None:
    with pytest.raises(UsageError) as caught:
        on_fake_ray(monkeypatch, has, 3)
    assert str(caught.value) == f"gpus is 3, but ray://h:1 has {says}."
