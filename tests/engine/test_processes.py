"""Batches through processes: in order, once each, and nothing changes if a worker dies."""

import os
import pickle
import sys
from functools import partial
from pathlib import Path

import pytest
from tests.engine import working

from litmus.engine import processes
from litmus.engine.batches import map_batches
from litmus.engine.processes import WorkerDied, cores
from litmus.errors import LitmusError, MissingExtra, UnknownName, UsageError
from litmus.failures import NotWritten
from litmus.wording import option


@pytest.mark.parametrize("workers", [1, 2, pytest.param(3, marks=pytest.mark.slow)])
def test_results_come_in_order_whatever_the_number_of_workers(workers: int) -> None:
    found = list(map_batches(working.slow_doubling, range(40), workers=workers))
    assert [result for result, _ in found] == [2 * n for n in range(40)]
    pids = {pid for _, pid in found}
    assert (pids == {os.getpid()}) is (workers == 1)
    assert len(pids) <= workers
    assert list(map_batches(working.doubling, [], workers=workers)) == []


def test_small_work_needs_no_other_process() -> None:
    assert list(map_batches(working.doubling, [])) == []
    found = list(map_batches(working.doubling, range(1000)))
    assert {pid for _, pid in found} == {os.getpid()}


def test_large_work_goes_over_to_workers_in_the_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_ALONE", 0.1)
    monkeypatch.setattr(processes, "cores", lambda: 2)
    found = list(map_batches(working.slow_doubling, range(40)))
    assert [result for result, _ in found] == [2 * n for n in range(40)]
    mine = [pid == os.getpid() for _, pid in found]
    assert mine[0] and not mine[-1]
    assert mine == sorted(mine, reverse=True)  # first all of ours, then all of theirs


def test_each_process_makes_its_work_once(tmp_path: Path) -> None:
    make = partial(working.counting_calls, tmp_path)
    assert list(map_batches(make, range(30), workers=2)) == list(range(30))
    assert 1 <= len(list(tmp_path.iterdir())) <= 2


def test_batches_are_read_no_further_than_the_workers_need() -> None:
    taken: list[int] = []
    batches = (taken.append(n) or n for n in range(1000))  # type: ignore[func-returns-value]
    results = map_batches(working.doubling, batches, workers=2)
    next(results)
    assert len(taken) <= 2 * 3 + 1
    results.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_of_a_worker_is_ours_after_the_results_before_it(workers: int) -> None:
    results = map_batches(working.refusing, range(20), workers=workers)
    assert [next(results) for _ in range(7)] == list(range(7))
    with pytest.raises(UnknownName, match="No number is called '7'") as caught:
        next(results)
    assert caught.value.exit_code == 2
    with pytest.raises(UsageError, match="There is nothing to make of it"):
        list(map_batches(working.unmakeable, range(3), workers=workers))


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
@pytest.mark.slow
def test_a_killed_worker_costs_nothing_but_time_unless_all_are_killed(tmp_path: Path) -> None:
    for times in (2, 99):
        folder = tmp_path / str(times)
        folder.mkdir()
        results = map_batches(partial(working.dying, folder, times), range(20), workers=2)
        assert [next(results) for _ in range(5)] == [n * n for n in range(5)]
        if times == 2:
            assert list(results) == [n * n for n in range(5, 20)]
            assert len(list(folder.iterdir())) == 2
        else:
            with pytest.raises(WorkerDied, match="died 3 times over the same part of the data"):
                next(results)


def test_a_worker_has_one_thread_and_we_keep_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    assert list(map_batches(working.threads, [0], workers=2)) == ["1"]
    assert "OMP_NUM_THREADS" not in os.environ
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    assert list(map_batches(working.threads, [0], workers=2)) == ["3"]


def test_errors_pass_between_processes_unchanged() -> None:
    errors: list[LitmusError] = [
        UsageError(f"Add {option('docids', 'FILE')}."), UnknownName("metric", "blue", ["bleu"]),
        MissingExtra("Ray", "ray"), NotWritten(Path("x"), "No space left on device"),
    ]  # fmt: skip
    for error in errors:
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert (str(again), again.exit_code) == (str(error), error.exit_code)
        assert again.message.template == error.message.template
        assert again.__dict__ == error.__dict__
    assert 1 <= cores() <= (os.cpu_count() or 1)
