"""Batches through Ray: what local processes give, on a Ray that nobody else can reach."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.engine import working

import litmus
from litmus.engine.batches import map_batches
from litmus.engine.cluster import Connection, NoRay, connected
from litmus.engine.processes import WorkerDied
from litmus.errors import UnknownName, UsageError

missing = sys.platform == "win32" or not working.ray_is_there()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(missing, reason="needs ray[client]")]
# Two ports that no test listens at.
FOREIGN = "127.0.0.1:9"
NOBODY = "ray://127.0.0.1:9"


@pytest.fixture(scope="module")
def started() -> Iterator[Connection]:
    """One start for all tests, in surroundings that must not matter."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_ADDRESS", FOREIGN)
        patch.setenv("RAY_AUTH_MODE", "disabled")
        import ray  # noqa: F401 - sets a variable when it is imported

        before, handler = dict(os.environ), signal.getsignal(signal.SIGTERM)
        with connected("ray", 2) as connection:
            assert dict(os.environ) == before
            assert signal.getsignal(signal.SIGTERM) is handler
            yield connection
    assert not connection.ray.is_initialized()


on_ray = partial(map_batches, workers=2, engine="ray")


def test_results_come_in_order_from_as_many_actors(started: Connection) -> None:
    found = list(on_ray(working.slow_doubling, range(40)))
    assert [result for result, _ in found] == [2 * n for n in range(40)]
    pids = {pid for _, pid in found}
    assert len(pids) == 2 and os.getpid() not in pids
    assert list(on_ray(working.doubling, [])) == []


def test_each_actor_makes_its_work_once(started: Connection, tmp_path: Path) -> None:
    assert list(on_ray(partial(working.counting_calls, tmp_path), range(30))) == list(range(30))
    assert 1 <= len(list(tmp_path.iterdir())) <= 2


def test_batches_are_read_no_further_than_the_actors_need(started: Connection) -> None:
    taken: list[int] = []
    results = on_ray(working.doubling, (taken.append(n) or n for n in range(1000)))  # type: ignore[func-returns-value]
    next(results)
    assert len(taken) == 2 * 3
    results.close()  # type: ignore[attr-defined]


def test_an_error_of_ours_comes_as_it_is_after_the_results_before_it(started: Connection) -> None:
    results = on_ray(working.refusing, range(20))
    assert [next(results) for _ in range(7)] == list(range(7))
    with pytest.raises(UnknownName) as caught:
        next(results)
    assert type(caught.value) is UnknownName
    assert str(caught.value) == "No number is called '7'.\nKnown: eight, six"
    with pytest.raises(UsageError, match="^There is nothing to make of it.$"):
        list(on_ray(working.unmakeable, range(3)))


def test_a_killed_worker_costs_nothing_but_time(
    started: Connection, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    found = list(on_ray(partial(working.dying, tmp_path, 2), range(20)))
    assert found == [n * n for n in range(20)]
    assert len(list(tmp_path.iterdir())) == 2
    assert capfd.readouterr() == ("", "")  # stdout is for results


def test_a_batch_that_kills_every_worker_is_given_up(started: Connection, tmp_path: Path) -> None:
    results = on_ray(partial(working.dying, tmp_path, 99), range(20))
    assert [next(results) for _ in range(5)] == [n * n for n in range(5)]
    with pytest.raises(WorkerDied) as caught:
        next(results)
    assert str(caught.value) == (
        "A worker died 3 times over the same part of the data (out of memory?).\nTry fewer workers."
    )
    assert len(list(tmp_path.iterdir())) == 3


def test_two_runs_share_one_ray_without_waiting_for_each_other(started: Connection) -> None:
    first, second = (on_ray(working.doubling, range(50)) for _ in range(2))
    pairs = [(one, other) for (one, _), (other, _) in zip(first, second, strict=True)]
    assert pairs == [(2 * n, 2 * n) for n in range(50)]


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_ray_listens_at_loopback_only_and_a_worker_has_one_thread(started: Connection) -> None:
    port = started.ray.nodes()[0]["NodeManagerPort"]
    at = {address for address, listening in _listeners() if listening == port}
    assert at == {"127.0.0.1"}
    assert list(on_ray(working.threads, [0])) == ["1"]


def test_ray_checks_tokens_and_is_not_the_one_of_the_environment(started: Connection) -> None:
    address = started.ray.get_runtime_context().gcs_address
    assert address != FOREIGN
    ask = f"import ray; ray._raylet.GcsClient(address={address!r}).get_all_node_info()"
    for mode in ("disabled", "token"):
        environment = {**os.environ, "RAY_AUTH_MODE": mode, "RAY_AUTH_TOKEN": "0" * 64}
        done = subprocess.run(
            [sys.executable, "-c", ask], env=environment, capture_output=True, text=True
        )
        assert "InvalidAuthToken" in done.stderr


def test_a_connection_that_is_lost_is_an_error_and_no_other_cluster_is_joined(
    started: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    def disconnected(*_: Any, **__: Any) -> None:
        raise ConnectionError("Client is shutting down.")

    results = on_ray(working.slow_doubling, range(100))
    next(results)
    with monkeypatch.context() as lost:
        lost.setattr(started.ray, "wait", disconnected)
        with pytest.raises(NoRay) as caught:
            list(results)
    assert str(caught.value) == (
        "The connection to Ray was lost: Client is shutting down.\n"
        "See whether its head still runs, and start again."
    )
    assert started.ray._private.auto_init_hook.enable_auto_connect is False


def test_one_process_has_one_ray(started: Connection) -> None:
    with pytest.raises(UsageError) as caught:
        list(map_batches(working.doubling, [1], engine=NOBODY))
    assert str(caught.value) == (
        "This process is connected to Ray already, so it cannot use ray://127.0.0.1:9.\n"
        "Use the present one with engine='ray', or disconnect first: ray.shutdown()"
    )


def test_mine_finds_the_same_bytes(started: Connection, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.en"
    plain = f"{'A line without any of them. ' * 9}\n"
    lines = [f"{n} He kicked the bucket.\n" if n % 40 == 0 else plain for n in range(20_000)]
    corpus.write_text("".join(lines), encoding="utf-8")
    for engine in ("local", "ray"):
        litmus.mine("en", corpus, "en", workers=2, engine=engine, output=tmp_path / engine)
    found = (tmp_path / "ray").read_bytes()
    assert found.count(b"\n") == 500
    assert found == (tmp_path / "local").read_bytes()


ENGLISH = ["Are you coming?", "You know the way.", "I saw the car.", "It was red."] * 60
GERMAN = ["Kommst du?", "Du kennst den Weg.", "Ich sah das Auto.", "Es war rot."] * 60
TEXTS: dict[str, Any] = {
    "languages": "en-de", "source": ENGLISH, "docids": [str(n // 4) for n in range(240)], "workers": 2,
}  # fmt: skip


def test_tags_scores_and_page_are_the_same(started: Connection, tmp_path: Path) -> None:
    tagged, scored, pages = [], [], []
    for engine in ("local", "ray"):
        rows = litmus.tag(**TEXTS, reference=GERMAN, engine=engine)
        tagged.append([json.dumps(row.as_json()) for row in rows])
        page = tmp_path / f"{engine}.html"
        found = litmus.evaluate(
            **TEXTS, references=[GERMAN], outputs={"x": GERMAN[::-1]}, metrics=["chrf", "word-f"],
            n_bootstrap=20, engine=engine, page=page,
        )  # fmt: skip
        scored.append(found.rows)
        pages.append(page.read_bytes())
    assert any('"formality"' in row for row in tagged[1])
    for one, other in (tagged, scored, pages):
        assert one == other


def _listeners() -> Iterator[tuple[str, int]]:
    """Address and port of everything that listens on this machine."""
    for table in ("tcp", "tcp6"):
        for line in Path("/proc/net", table).read_text().splitlines()[1:]:
            _, local, _, state, *_ = line.split()
            if state == "0A":
                address, port = local.split(":")
                octets = bytes.fromhex(address)[-4:][::-1]
                yield ".".join(map(str, octets)), int(port, 16)
