"""Batches of whole documents, and documents that are in several pieces."""

from collections.abc import Iterator

import pytest

from litmus.corpus.documents import Documents, documents_together, in_batches, in_one_piece
from litmus.errors import DataError


@pytest.mark.parametrize(("documents", "expected"), [
    ([], []), ([None] * 99, [99]), ([None] * 100, [100]), ([None] * 101, [100, 1]),
    (["a"] * 250, [250]),
    (["a"] * 99 + ["b"] * 3 + ["c"], [102, 1]),
    (["a"] * 100 + ["b"] * 2, [100, 2]),
    (["a"] * 100 + [None] * 101, [100, 100, 1]),
    ([None] + ["a"] * 150 + [None], [151, 1]),
])  # fmt: skip
def test_a_batch_ends_where_a_document_ends(
    documents: list[str | None], expected: list[int]
) -> None:
    rows = list(enumerate(documents))
    batches = list(documents_together(rows, lambda row: row[1]))
    assert [len(batch) for batch in batches] == expected
    assert [row for batch in batches for row in batch] == rows


def test_a_document_that_comes_back_is_refused() -> None:
    for between in ("b", None):
        with pytest.raises(DataError) as caught:
            list(documents_together(["a", between, "a"], lambda name: name))
        assert str(caught.value) == (
            "Document 'a' continues at sentence 3, after another document.\n"
            "Put the sentences of a document together, in their order."
        )


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


@pytest.mark.parametrize(("n", "expected"), [
    (0, []), (2, [[0, 1]]), (3, [[0, 1, 2]]), (7, [[0, 1, 2], [3, 4, 5], [6]]),
])  # fmt: skip
def test_so_many_rows_at_a_time_and_those_before_an_error_first(
    n: int, expected: list[list[int]]
) -> None:
    def failing() -> Iterator[int]:
        yield from range(n)
        raise ValueError("the next row")

    assert [list(batch) for batch in in_batches(range(n), 3)] == expected
    found = []
    with pytest.raises(ValueError, match="the next row"):
        for batch in in_batches(failing(), 3):
            found.append(batch)
    assert found == expected
