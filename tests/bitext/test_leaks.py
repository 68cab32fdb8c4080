"""Test sentences in the training data: the same, or nearly."""

import pytest

from litmus.bitext.leaks import Leak, Leaks

TEST = "After all these years he finally kicked the bucket in his old house."
CHINESE = "这场突如其来的大雨对灾区人民来说无疑是雪上加霜"


def found(test: str, train: str) -> Leak | None:
    return Leaks(["Something else entirely stands in this place here.", test]).find(train)


@pytest.mark.parametrize(
    "train",
    [
        TEST,
        TEST.upper(),
        TEST.rstrip("."),
        f"“{TEST}”",
        TEST.replace(" ", "  "),
        TEST.replace(" he", " – he"),
    ],
)
def test_exact_but_for_case_and_punctuation(train: str) -> None:
    assert found(TEST, train) == Leak(1, exact=True)


@pytest.mark.parametrize(
    "train",
    [
        f"{TEST} Amen.",
        f"Yes. {TEST}",
        TEST.replace("old house", "old home"),
        TEST.replace("After all", "Despite all"),
        "All these years he finally kicked the bucket in his old house",
        f"He told us the whole sad story again and again that evening: {TEST} And so on and so forth.",
    ],
)
def test_near_duplicates(train: str) -> None:
    assert found(TEST, train) == Leak(1, exact=False)


@pytest.mark.parametrize(
    "train",
    [
        "He kicked the bucket.",
        "Nobody knows when the old man next door kicked the bucket in that war.",
        "After all these years the committee has come to another view of fish.",
        "",
    ],
)
def test_others_are_no_leak(train: str) -> None:
    assert found(TEST, train) is None


def test_short_sentences_leak_only_if_they_are_the_same() -> None:
    assert found("He kicked the bucket.", "He kicked the bucket!") == Leak(1, exact=True)
    assert found("He kicked the bucket.", "He kicked the bucket again.") is None
    assert Leaks([]).find(TEST) is None


COMMAS = "这场突如其来的大雨，对灾区人民来说，无疑是雪上加霜"
MANY = "那一年，冬天来得很早，大雨下个不停，河水涨了上来，路也断了，真是雪上加霜"


@pytest.mark.parametrize(
    ("test", "train"),
    [
        (CHINESE, f"{CHINESE}啊"),
        (CHINESE, CHINESE.replace("大雨", "暴雨")),
        (CHINESE, f"他说{CHINESE}"),
        (COMMAS, f"{COMMAS}啊"),
        (MANY, MANY.replace("冬天", "春天").replace("路也", "桥也")),
    ],
)
def test_near_duplicates_in_chinese(test: str, train: str) -> None:
    assert found(test, train) == Leak(1, exact=False)
