"""What a document has said so far."""

from litmus.discourse.memory import Memory


def test_memory_counts_every_occurrence() -> None:
    memory = Memory()
    memory.add(["a", "a", "b"])
    memory.add(["a"])
    assert [memory.count(thing) for thing in "abc"] == [3, 1, 0]


def test_memory_without_reach_forgets_nothing() -> None:
    memory = Memory()
    memory.add(["a"])
    for _ in range(1000):
        memory.add([])
    assert memory.count("a") == 1


def test_memory_with_reach_forgets_the_oldest_sentence() -> None:
    memory = Memory(2)
    memory.add(["a", "a"])
    memory.add(["b"])
    assert (memory.count("a"), memory.count("b")) == (2, 1)
    memory.add(["a"])  # the first sentence is out of reach, with both of its words
    assert (memory.count("a"), memory.count("b")) == (1, 1)
    memory.add([])
    assert (memory.count("a"), memory.count("b")) == (1, 0)


def test_memory_sentences_without_words_count_as_sentences() -> None:
    memory = Memory(1)
    memory.add(["a"])
    memory.add([])
    assert memory.count("a") == 0


def test_memory_of_no_reach_remembers_nothing() -> None:
    memory = Memory(0)
    memory.add(["a"])
    assert memory.count("a") == 0
