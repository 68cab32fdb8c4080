"""What a document has said so far."""

import pytest

from litmus.discourse.memory import Memory


@pytest.mark.parametrize(("reach", "sentences", "counts"), [
    (None, ["aab", "a"], [3, 1, 0]), (None, ["a"] + [""] * 1000, [1, 0, 0]),
    (2, ["aa", "b"], [2, 1, 0]),
    (2, ["aa", "b", "a"], [1, 1, 0]),  # the first sentence is out of reach, with both of its words
    (2, ["aa", "b", "a", ""], [1, 0, 0]),
    (1, ["a", ""], [0, 0, 0]), (0, ["a"], [0, 0, 0]),
])  # fmt: skip
def test_memory_counts_what_is_within_reach(
    reach: int | None, sentences: list[str], counts: list[int]
) -> None:
    memory = Memory() if reach is None else Memory(reach)
    for sentence in sentences:
        memory.add([*sentence])
    assert [memory.count(thing) for thing in "abc"] == counts
