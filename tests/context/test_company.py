"""Which sentences are measured together: the text alone decides."""

from itertools import accumulate, chain

from hypothesis import given
from hypothesis import strategies as st

from litmus.context.passages import together, whole_documents

documents = st.lists(st.integers(1, 9), min_size=1, max_size=12)


def rows(lengths: list[int]) -> list[tuple[int, int]]:
    """(document, sentence)"""
    return [(unit, n) for unit, length in enumerate(lengths) for n in range(length)]


def unit(row: tuple[int, int]) -> int:
    return row[0]


@given(documents, st.integers(1, 5))
def test_whole_documents_are_whole_and_large_enough(lengths: list[int], size: int) -> None:
    batches = list(whole_documents(rows(lengths), unit, size))
    assert list(chain(*batches)) == rows(lengths)
    assert all(len(batch) >= size for batch in batches[:-1])
    ends = set(accumulate(lengths))
    assert set(accumulate(map(len, batches))) <= ends


@given(documents, st.integers(1, 5), st.data())
def test_some_of_the_documents_have_the_same_company_as_in_all(
    lengths: list[int], size: int, data: st.DataObject
) -> None:
    batches = list(whole_documents(rows(lengths), unit, size))
    first = data.draw(st.integers(0, len(batches)))
    stop = data.draw(st.integers(first, len(batches)))
    some = list(chain(*batches[first:stop]))
    theirs = list(together(some, unit, size))
    assert list(chain(*theirs)) == some
    assert [one for one in together(rows(lengths), unit, size) if set(one) <= set(some)] == theirs
    assert all(len(one) <= 2 * size for one in theirs)


def test_by_hand() -> None:
    lengths = [1, 3, 2, 9, 1]
    found = [len(batch) for batch in together(rows(lengths), unit, 3)]
    assert [len(batch) for batch in whole_documents(rows(lengths), unit, 3)] == [4, 11, 1]
    assert found == [4, 6, 5, 1]
