"""Workers with a model each: the same bits as one process, and refusals of what cannot be."""

import pickle
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from tests.nmt.dying_scorer import DyingScorer

from litmus.errors import DataError, LitmusError, UsageError
from litmus.nmt.scoring.scorer import Request, Scored, Scorer
from litmus.nmt.scoring.shared import SharedScorer
from litmus.nmt.windows import Window
from litmus.nmt.workers import ModelThere, Workers, model_here

BATCHES = [
    [
        Request(f"The cat sat {n} times.", "Le chat dort" + " bien" * (n % 3), window)
        for n in range(size)
        for window in (Window(), Window(("It rains.",), ("Il pleut.",)))
    ]
    for size in (3, 0, 5, 1, 4, 0)
]


def bits(results: Iterable[Sequence[Scored]]) -> list[list[tuple[bytes, bytes, float]]]:
    return [
        [(one.log_probs.tobytes(), one.entropies.tobytes(), one.end) for one in batch]
        for batch in results
    ]


def here(model: Path, workers: Workers) -> tuple[Scorer, ModelThere]:
    loaded, there = model_here(
        str(model), ("en", "fr"), device="cpu", between=None, workers=workers
    )
    return Scorer(loaded, batch_tokens=100), there


def test_a_batch_scores_the_same_whatever_comes_before_it(
    ours: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scorer, _ = here(ours, Workers())
    monkeypatch.setattr(scorer, "_chunk", 4)
    together = bits(scorer.score_batches(BATCHES))
    assert [len(batch) for batch in together] == [len(batch) for batch in BATCHES]
    assert together == [bits(scorer.score_batches([batch]))[0] for batch in BATCHES]


def test_what_a_worker_is_sent_scores_the_same_bits(ours: Path) -> None:
    two = Workers(2)
    scorer, there = here(ours, two)
    sent = pickle.dumps(SharedScorer(there, two, 100, None))
    score = pickle.loads(sent)._make()
    assert bits(map(score, BATCHES)) == bits(scorer.score_batches(BATCHES))


@pytest.mark.release  # a worker takes seconds to begin, and three begin
def test_workers_score_the_same_bits_also_if_one_is_killed(ours: Path, tmp_path: Path) -> None:
    two = Workers(2)
    scorer, there = here(ours, two)
    alone = bits(scorer.score_batches(BATCHES))
    dying = DyingScorer(there, two, 100, None, tmp_path)
    assert bits(dying.score_batches(BATCHES)) == alone
    assert (tmp_path / "dead").exists()


def test_a_worker_with_another_model_is_refused(ours: Path) -> None:
    _, there = here(ours, Workers(2))
    other = replace(there, signature="another")
    with pytest.raises(DataError) as caught:
        other.load()
    assert str(caught.value) == (
        f"A worker has loaded another model than this machine:\n  {there.signature}\n  another\n"
        f"Put the same {ours} on all machines."
    )


def test_threads_are_shared_out_unless_the_user_has_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    monkeypatch.setattr("litmus.nmt.workers.cores", lambda: 8)
    assert [Workers(n).threads() for n in (1, 2, 3, 16)] == [None, 4, 2, 1]
    assert Workers(2, "ray").threads() is None
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    assert Workers(2).threads() is None


@pytest.mark.parametrize(("asked", "device", "settled"), [
    (Workers(None), "cpu", (Workers(1), "cpu")),
    (Workers(3), "cpu", (Workers(3), "cpu")),
    (Workers(None, gpus=2), "auto", (Workers(2, gpus=2), "cuda")),
    (Workers(4, gpus=2), "cuda", (Workers(4, gpus=2), "cuda")),
    (Workers(None, gpus=3), "auto", "gpus is 3, but this machine has 2."),
    (Workers(1, gpus=2), "auto", "gpus is 2, workers is 1: every GPU needs a worker."),
    (Workers(2, gpus=1), "cpu", "gpus gives each worker its device; leave device out."),
    (Workers(2, gpus=1), "cuda:1", "gpus gives each worker its device; leave device out."),
    (Workers(0), "cpu", "workers must be at least 1, not 0."),
    (Workers(1, gpus=0), "cpu", "gpus must be at least 1, not 0."),
])  # fmt: skip
def test_how_many_and_where(
    monkeypatch: pytest.MonkeyPatch, asked: Workers, device: str, settled: object
) -> None:
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    try:
        assert asked.settled(device) == settled
    except UsageError as error:
        assert str(error) == settled


def test_on_ray_a_gpu_is_for_one_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("litmus.nmt.workers.check_engine", lambda engine: None)
    assert Workers(None, "ray", 2).settled("auto") == (Workers(2, "ray", 2), "cuda")
    assert Workers(None, "ray").settled("auto") == (Workers(None, "ray"), "cpu")
    with pytest.raises(LitmusError) as caught:
        Workers(3, "ray", 2).settled("auto")
    assert str(caught.value) == "gpus is 2, workers is 3: on Ray every worker has a GPU."
