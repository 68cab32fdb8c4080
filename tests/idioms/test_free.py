"""The free matcher: passives and other orders, gaps that are too wide, one sentence only."""

import pytest
from finding import finds, listed, matcher

from litmus.idioms.entries.grammar import load_grammar
from litmus.idioms.matching.characters import compile_characters, find_characters
from litmus.idioms.matching.in_order import Limits
from litmus.idioms.matching.matcher import Matcher

REORDERED = [
    ("en", "spill the beans", "The beans were spilled at last.", "beans were spilled"),
    ("en", "break the ice", "The ice had finally been broken by him.", "ice had finally been broken"),
    ("en", "bury the hatchet", "It was the hatchet that they buried.", "hatchet that they buried"),
    ("en", "let the cat out of the bag", "The cat has been let out of the bag.", "cat has been let out of the bag"),
    ("en", "pull someone's leg", "The leg she likes to pull is mine.", "leg she likes to pull"),
    ("de", "die Katze aus dem Sack lassen", "Aus dem Sack hat er die Katze gelassen.", "Aus dem Sack hat er die Katze gelassen"),
    ("de", "den Faden verlieren", "Verloren war der Faden.", "Verloren war der Faden"),
    ("nl", "de knoop doorhakken", "Doorgehakt is de knoop.", "Doorgehakt is de knoop"),
    ("fr", "vendre la mèche", "La mèche a été vendue.", "mèche a été vendue"),
    ("es", "tirar la toalla", "La toalla fue tirada.", "toalla fue tirada"),
    ("it", "gettare la spugna", "La spugna è stata gettata.", "spugna è stata gettata"),
    ("pt", "chutar o balde", "O balde foi chutado.", "balde foi chutado"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "entry", "sentence", "expected"), REORDERED)
def test_other_orders(code: str, entry: str, sentence: str, expected: str) -> None:
    assert finds(code, entry, sentence, kind="free") == [expected]


@pytest.mark.parametrize(("code", "entry", "sentence", "expected"), REORDERED[:5])
def test_ordered_matcher_leaves_them(code: str, entry: str, sentence: str, expected: str) -> None:
    assert finds(code, entry, sentence) == []


@pytest.mark.parametrize("gap", [0, 1, 3, 10])
def test_gap_limit(gap: int) -> None:
    finder = Matcher(
        listed("en", "spill the beans"), kind="free", limits=Limits(gap=gap), backend=None
    )
    for words in range(12):
        text = "beans " + "x " * words + "spilled"
        assert bool(finder.find(text)) == (words <= gap)


def test_gap_is_between_neighbours_not_all() -> None:
    finder = Matcher(
        listed("en", "hook line sinker"), kind="free", limits=Limits(gap=2), backend=None
    )
    assert finder.find("sinker a b hook c d line")
    assert not finder.find("sinker a b hook c d e line")


@pytest.mark.parametrize(
    ("code", "entry", "text", "expected"),
    [
        # every word needs its own place, the tightest words are taken
        ("en", "tit for tat", "tat for tat", []),
        ("en", "tit for tat", "tat for tit", ["tat for tit"]),
        ("en", "spill the beans", "beans and more beans were spilled", ["beans were spilled"]),
        # missing words
        ("en", "spill the beans", "The beans were good.", []),
        ("en", "spill the beans", "They spilled it.", []),
        ("en", "let the cat out of the bag", "The cat was out of the house.", []),
        ("en", "spill the beans", "", []),
        # words of two sentences
        ("en", "spill the beans", "He bought beans. Then he spilled the milk.", []),
        ("en", "kick the bucket", "He kicked. The bucket fell.", []),
        ("de", "den Faden verlieren", "Er nahm den Faden. Sie verloren das Spiel.", []),
    ],
)
def test_words_that_are_a_match(code: str, entry: str, text: str, expected: list[str]) -> None:
    assert finds(code, entry, text, kind="free") == expected


def test_long_line_of_the_same_words_ends() -> None:
    finder = matcher("en", "hook line sinker", kind="free", backend=None)
    assert finder.find("hook line " * 300) == []
    assert finder.find("hook line " * 100 + "sinker")


@pytest.mark.parametrize(
    ("code", "entry", "text"),
    [
        ("zh", "雪上加霜", "这真是雪上加霜，加霜雪上。"),
        ("ja", "手を焼く", "彼は手を焼いた。焼いた手を見た。"),
    ],
)
def test_in_characters_any_order_is_the_written_one(code: str, entry: str, text: str) -> None:
    [found] = matcher(code, entry, kind="free", backend=None).find(text)
    assert [found] == matcher(code, entry, kind="ordered", backend=None).find(text)


def test_patterns_of_characters_are_compiled_when_they_are_tried() -> None:
    idioms = listed("ja", "手を焼く", "猫の手も借りたい")
    patterns = compile_characters(idioms.idioms, load_grammar("ja"))
    assert list(find_characters("手を焼いた", patterns[:1], ["手を焼く", "猫の手も借りたい"]))
    assert ["expression" in vars(pattern) for pattern in patterns] == [True, False]


@pytest.mark.parametrize("text", ["手を焼いた", "猫の手も借りたい。手を焼く。", "焼いた手", ""])
def test_lines_are_tried_with_every_pattern_that_could_be_there(text: str) -> None:
    finder = matcher("ja", "手を焼く", "猫の手も借りたい", "手を(強く)焼く", backend=None)
    every = range(len(compile_characters(finder.idioms.idioms, load_grammar("ja"))))
    assert finder.find(text) == finder.find(text, every)
