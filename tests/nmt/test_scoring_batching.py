"""Batches of alike lengths, and memory that runs out."""

from collections.abc import Sequence

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from litmus.errors import DataError
from litmus.nmt.attention import any_shape
from litmus.nmt.batching import by_length, halving

sizes = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=60)


@given(sizes, st.integers(1, 200))
def test_every_item_is_in_one_batch_and_no_batch_is_over_budget(
    items: list[tuple[int, int]], budget: int
) -> None:
    batches = list(by_length(items, lambda pair: pair, budget))
    assert sorted(i for batch in batches for i in batch) == list(range(len(items)))
    for batch in batches:
        width = max(items[i][0] for i in batch) + max(items[i][1] for i in batch)
        assert len(batch) == 1 or width * len(batch) <= budget


@given(st.lists(st.integers(1, 30), max_size=60), st.integers(1, 200))
def test_batches_are_as_large_as_the_budget_lets_them(lengths: list[int], budget: int) -> None:
    batches = list(by_length(lengths, int, budget))
    for batch, _ in zip(batches, batches[1:], strict=False):
        assert lengths[batch[0]] * (len(batch) + 1) > budget


def test_the_longest_come_first_and_equals_in_order() -> None:
    assert list(by_length([3, 5, 3, 9], int, 6)) == [[3], [1], [0, 2]]
    assert list(by_length([], len, 10)) == []


def run(error: Exception, room: int) -> list[tuple[list[int], int]]:
    def work(indices: Sequence[int]) -> int:
        if len(indices) > room:
            raise error
        return sum(indices)

    return [(list(indices), total) for indices, total in halving(work, [4, 1, 7, 2, 9, 5, 3])]


@pytest.mark.parametrize("error", [
    torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 MiB."),
    RuntimeError("[enforce fail at alloc_cpu.cpp:124] DefaultCPUAllocator: can't allocate memory"),
    RuntimeError("MPS backend out of memory"), MemoryError(),
])  # fmt: skip
def test_what_does_not_fit_is_halved(error: Exception) -> None:
    assert run(error, 3) == [([4, 1], 5), ([7, 2], 9), ([9, 5, 3], 17)]
    with pytest.raises(DataError, match=r"^Segment 5 alone does not fit in memory\.\nGive it less"):
        run(error, 0)


def test_another_error_is_not_swallowed() -> None:
    with pytest.raises(RuntimeError, match="shapes"):
        run(RuntimeError("mat1 and mat2 shapes cannot be multiplied"), 1)


def test_cudnn_is_off_inside_and_as_before_after_an_error() -> None:
    before = torch.backends.cuda.cudnn_sdp_enabled()
    with pytest.raises(KeyError), any_shape():
        assert not torch.backends.cuda.cudnn_sdp_enabled()
        assert torch.backends.cuda.flash_sdp_enabled()
        raise KeyError
    assert torch.backends.cuda.cudnn_sdp_enabled() == before
