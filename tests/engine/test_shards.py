"""Shards: every row in exactly one run, whatever the batches and the number of runs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litmus.engine.shards import Shard, Stretch, cut, read_shard
from litmus.errors import UsageError


@given(st.lists(st.integers(1, 9), max_size=30), st.integers(1, 40))
def test_shards_share_the_rows_without_gap_or_overlap(sizes: list[int], of: int) -> None:
    numbers = iter(range(sum(sizes)))
    batches = [[f"row {next(numbers)}" for _ in range(size)] for size in sizes]
    rows = [row for batch in batches for row in batch]
    end, taken, digests = 0, [], set()
    for number in range(1, of + 1):
        own, stretch = cut(lambda: batches, Shard(number, of), iter)
        found = [row for batch in own() for row in batch]
        assert stretch is not None
        assert (stretch.first, stretch.total) == (end, len(rows))
        assert found == rows[stretch.first : stretch.stop]
        assert found == [row for batch in own() for row in batch]  # again
        end = stretch.stop
        taken += found
        digests.add(stretch.digest)
    assert taken == rows
    assert len(digests) == 1


def stretch(batches: list[list[str]], number: int, of: int) -> Stretch:
    _, found = cut(lambda: batches, Shard(number, of), iter)
    assert found is not None
    return found


def test_shares_are_about_equal() -> None:
    batches = [[str(n)] * 10 for n in range(1000)]
    shares = [stretch(batches, number, 16) for number in range(1, 17)]
    sizes = [one.stop - one.first for one in shares]
    assert max(sizes) - min(sizes) <= 10


def test_the_digest_is_of_the_rows_and_not_of_the_batches() -> None:
    def digest(*batches: list[str]) -> str:
        return stretch(list(batches), 1, 2).digest

    assert digest(["a", "b"], ["c"]) == digest(["a"], ["b", "c"])
    assert digest(["a", "b"]) != digest(["ab"]) != digest(["a"], ["bb"])


def test_without_a_shard_the_input_is_read_once() -> None:
    reads = []

    def batches() -> list[list[str]]:
        reads.append(1)
        return [["a"]]

    own, stretch = cut(batches, None, iter)
    assert (list(own()), stretch, len(reads)) == ([["a"]], None, 1)


@pytest.mark.parametrize(("text", "environment", "expected"), [
    ("1/1", {}, (1, 1)),
    ("16/16", {"SLURM_ARRAY_TASK_ID": "3"}, (16, 16)),
    ("auto", {"SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "8"}, (3, 8)),
    ("auto", {"SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_MAX": "7"}, (1, 8)),
    ("auto/9", {"SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_MAX": "8"}, (3, 9)),
    ("auto", {"SGE_TASK_ID": "2", "SGE_TASK_FIRST": "1", "SGE_TASK_LAST": "4"}, (2, 4)),
    ("auto", {"SGE_TASK_ID": "undefined", "LSB_JOBINDEX": "2", "LSB_JOBINDEX_END": "4"}, (2, 4)),
    ("auto/5", {"PBS_ARRAY_INDEX": "5"}, (5, 5)),
    ("auto", {"AWS_BATCH_JOB_ARRAY_INDEX": "0", "AWS_BATCH_JOB_ARRAY_SIZE": "6"}, (1, 6)),
])  # fmt: skip
def test_which_run_this_is(
    text: str, environment: dict[str, str], expected: tuple[int, int]
) -> None:
    assert read_shard(text, environment) == expected


@pytest.mark.parametrize(("text", "environment", "message"), [
    *((text, {}, f"shard is {text!r}; it should be such as 3/16, the third of sixteen runs, or auto in an array job.")
      for text in ("3", "a/b")),
    *((text, {}, f"shard is {text}, but runs are numbered 1 to {text[2:]}.") for text in ("0/4", "5/4", "1/0")),
    ("auto", {"PBS_ARRAY_INDEX": "5"}, "The scheduler does not say how many runs there are: shard=auto/N"),
    ("auto", {}, "shard=auto is for array jobs, and none of their variables is set (SLURM_ARRAY_TASK_ID, SGE_TASK_ID, "
                 "LSB_JOBINDEX, PBS_ARRAY_INDEX, AWS_BATCH_JOB_ARRAY_INDEX).\nGive the number: shard=K/N"),
])  # fmt: skip
def test_what_is_no_run_is_refused(text: str, environment: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_shard(text, environment)
    assert str(caught.value) == message
