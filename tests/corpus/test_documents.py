"""Batches of whole documents, and documents that are in several pieces."""

from collections.abc import Iterator

import pytest

from litmus.corpus.documents import SIZE, Documents, documents_together, in_batches, in_one_piece
from litmus.errors import DataError


def sizes(documents: list[str | None]) -> list[int]:
    return [len(batch) for batch in documents_together(documents, lambda name: name)]


@pytest.mark.parametrize(("documents", "expected"), [
    ([], []),
    ([None] * 99, [99]),
    ([None] * 100, [100]),
    ([None] * 101, [100, 1]),
    (["a"] * 250, [250]),
    (["a"] * 99 + ["b"] * 3 + ["c"], [102, 1]),
    (["a"] * 100 + ["b"] * 2, [100, 2]),
    (["a"] * 100 + [None] * 101, [100, 100, 1]),
    ([None] + ["a"] * 150 + [None], [151, 1]),
])  # fmt: skip
def test_a_batch_ends_where_a_document_ends(
    documents: list[str | None], expected: list[int]
) -> None:
    assert SIZE == 100
    assert sizes(documents) == expected


def test_rows_keep_their_order() -> None:
    rows = [(str(n // 60), n) for n in range(200)]
    batches = list(documents_together(rows, lambda row: row[0]))
    assert [len(batch) for batch in batches] == [120, 80]
    assert [row for batch in batches for row in batch] == rows


def test_a_document_that_comes_back_is_refused() -> None:
    message = (
        "Document 'a' continues at sentence 3, after another document.\n"
        "Put the sentences of a document together, in their order."
    )
    for between in ("b", None):
        with pytest.raises(DataError) as caught:
            sizes(["a", between, "a"])
        assert str(caught.value) == message


@pytest.mark.parametrize(("documents", "whole"), [
    ([], True), (["a", "a", "b"], True), (["a", "b", "a"], False), ([None, None], True),
    (["a", None, "b"], True), (["a", None, "a"], False),
    (["\ud83d", "\ud83e"], True),  # halves of characters are names as well
])  # fmt: skip
def test_whether_documents_are_in_one_piece(documents: list[str | None], whole: bool) -> None:
    assert in_one_piece(documents) is whole


def test_a_document_has_begun_once_it_was_started() -> None:
    documents = Documents()
    assert not documents.has("a")
    documents.start("a", 1)
    assert documents.has("a") and not documents.has("b")


@pytest.mark.parametrize(("n", "expected"), [(0, []), (2, [2]), (3, [3]), (7, [3, 3, 1])])
def test_so_many_rows_at_a_time(n: int, expected: list[int]) -> None:
    assert [len(batch) for batch in in_batches(range(n), 3)] == expected


@pytest.mark.parametrize(
    ("n", "expected"), [(2, [[0, 1]]), (3, [[0, 1, 2]]), (4, [[0, 1, 2], [3]])]
)
def test_rows_before_an_error_come_first(n: int, expected: list[list[int]]) -> None:
    def rows() -> Iterator[int]:
        yield from range(n)
        raise ValueError("the next row")

    found = []
    with pytest.raises(ValueError, match="the next row"):
        for batch in in_batches(rows(), 3):
            found.append(batch)
    assert found == expected
