"""Known words in text without spaces, and the cheapest way through them."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import pytest

from litmus.language.embedded.analyser import EmbeddedAnalyser
from litmus.language.embedded.edits import lowered
from litmus.language.embedded.lexicon import (
    UNKNOWN,
    cheapest_words,
    hints,
    lexicon,
    pack,
    word_classes,
)
from litmus.language.embedded.model import Rows, WordVectors, weights

CLASSED = ("de", "fr", "it", "ja", "tr", "zh")


def segmentations(text: str, words: Mapping[str, int]) -> Iterator[list[str]]:
    """Every way to cut a text into known words of at most four characters and single ones."""
    if not text:
        yield []
    for size in range(1, min(4, len(text)) + 1):
        if size == 1 or text[:size] in words:
            for rest in segmentations(text[size:], words):
                yield [text[:size], *rest]


def price(parts: list[str], words: Mapping[str, int]) -> int:
    return sum(words.get(part, UNKNOWN) for part in parts)


def path(text: str, words: Mapping[str, int]) -> list[str]:
    """The words of the path that the hints describe."""
    parts = [""]
    if not text:
        return []
    for character, (_, _, _, marks) in zip(text, hints(text, words), strict=True):
        parts[-1] += character
        if marks[1] == "1":
            parts.append("")
    assert parts.pop() == ""  # the last character always ends a word
    return parts


def test_hints_by_hand() -> None:
    # Known: ab (3), bc (1), abc (9). The cheapest way is a + bc at 24 + 1, not ab + c at 3 + 24
    # (dearer by 2), but abc costs 9 and wins.
    assert hints("abc", {"ab": 3, "bc": 1, "abc": 9}) == [
        ("23", "", "|2", "000"),
        ("2", "2", "2|", "001"),
        ("", "23", "23|", "010"),
    ]


def test_hints_of_short_and_empty_texts() -> None:
    assert hints("ab", {"ab": 1, "a": 1, "b": 1}) == [("2", "", "|", "001"), ("", "2", "2|", "010")]
    assert hints("", {"ab": 1}) == hints("", {}) == []
    for one in ("的", "x"):  # known or not
        assert hints(one, {"的": 5}) == [("", "", "|", "010")]
    assert hints("abcde", {"abcde": 1}) == hints("abcde", {"xxxxx": 1})  # longer than any word


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ({"研究": 8, "研究生": 9, "生命": 8, "命": 9, "起源": 9}, ["研究", "生命", "起源"]),  # 25
        ({"研究": 8, "研究生": 9, "生命": 8, "命": 6, "起源": 9}, ["研究生", "命", "起源"]),  # 24
        ({"研究生命": 99}, ["研", "究", "生", "命", "起", "源"]),  # dearer than four strangers: 96
        ({"研究生命": 95}, ["研究生命", "起", "源"]),
    ],
)
def test_hints_take_the_cheapest_path(words: dict[str, int], expected: list[str]) -> None:
    assert path("研究生命起源", words) == expected


def test_hints_and_cheapest_words_agree_with_every_way_to_cut() -> None:
    rng = Random(5)
    for _ in range(150):
        text = "".join(rng.choices("甲乙丙", k=rng.randint(1, 9)))
        words = {
            "".join(rng.choices("甲乙丙", k=rng.randint(1, 4))): rng.randint(1, 23)
            for _ in range(rng.randint(0, 12))
        }
        every = list(segmentations(text, words))
        found = path(text, words)
        assert found in every
        assert price(found, words) == min(price(parts, words) for parts in every)
        assert cheapest_words(text, words) == found


@pytest.mark.parametrize(
    "words",
    [[], ["x"], ["的"], ["x", "中国", "y"], ["中国"] * 2, ["e", "\u0301", "\ud800", "😀", "\0"]],
)
def test_cheapest_words_by_hand(words: list[str]) -> None:
    known = {"中国": 6, "的": 5}
    assert cheapest_words("".join(words), known) == path("".join(words), known) == words


def test_cheapest_words_of_long_text_are_all_of_it() -> None:
    text = "我们在北京工作" * 500
    found = cheapest_words(text, lexicon("zh"))
    assert "".join(found) == text
    assert found == cheapest_words("我们在北京工作", lexicon("zh")) * 500


def test_hints_name_all_words_that_start_and_end_at_a_character() -> None:
    rng = Random(6)
    for _ in range(100):
        text = "".join(rng.choices("甲乙", k=rng.randint(1, 9)))
        words = {"".join(rng.choices("甲乙", k=rng.randint(1, 4))): 9 for _ in range(8)}
        known = {
            (start, start + size)
            for size in (2, 3, 4)
            for start in range(len(text) - size + 1)
            if text[start : start + size] in words
        }
        for at, (starts, ends, around, _) in enumerate(hints(text, words)):
            after = "".join(str(e - s) for s, e in sorted(known) if s == at + 1)
            assert starts == "".join(str(e - s) for s, e in sorted(known) if s == at)
            assert ends == "".join(sorted(str(e - s) for s, e in known if e == at + 1))
            assert around == f"{ends}|{after}"


def test_hints_show_the_ends_of_neighbours() -> None:
    # 中国 + 人: ends after the second and the third character; there is none before the first.
    found = hints("中国人", {"中国": 6, "人": 5})
    assert [marks for *_, marks in found] == ["001", "011", "110"]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("zh", "我们 中国 学校 老师 朋友 今天 喜欢 图书馆"),
        ("ja", "日本 東京 学校 先生 友達 今日 食べる 大学"),
    ],
)
def test_lexicon_holds_everyday_words_that_cost_less_than_a_stranger(
    language: str, words: str
) -> None:
    found = lexicon(language)
    assert [word for word in words.split() if word not in found] == []
    assert len(found) > 10_000
    assert 0 <= min(found.values()) <= max(found.values()) < UNKNOWN
    assert not any(character.isspace() for word in found for character in word)
    assert lexicon("zh")["我们"] < lexicon("zh")["图书馆"]  # we, library


def test_lexicon_is_empty_where_spaces_separate_words() -> None:
    assert [lexicon(language) for language in ("en", "ko", "ar", "xx", "")] == [{}] * 5
    assert [word_classes(language) for language in ("en", "ko", "xx")] == [{}] * 3


def test_pack_is_what_is_read(tmp_path: Path) -> None:
    entries = {"高兴": (9, 2), "北京大学": (None, 1), "很": (0, None), "日": (23, 200)}
    (tmp_path / "lexicon-qq.txt.xz").write_bytes(pack(entries))
    assert lexicon("qq", tmp_path) == {"高兴": 9, "很": 0, "日": 23}
    assert word_classes("qq", tmp_path) == {"高兴": 2, "北京大学": 1, "日": 200}


def wrong_classes(language: str) -> list[str]:
    found, rows = word_classes(language), weights(language)["word_classes"]
    wrong = [word for word in found if word != lowered(word)]
    wrong += [f"class {number}" for number in {*found.values()} if not rows[number].any()]
    return wrong + ["few words"] * (len(found) <= 10_000) + ["no class"] * bool(rows[0].any())


@pytest.mark.release
def test_every_class_has_a_vector_and_no_class_has_none() -> None:
    assert {code: wrong for code in CLASSED if (wrong := wrong_classes(code))} == {}


def test_a_class_changes_what_the_network_sees_of_its_words_only() -> None:
    rows = weights("de")["word_classes"]
    word = max(word for word, number in word_classes("de").items() if rows[number].any())
    with_classes, without = WordVectors("de"), WordVectors("de")
    without._classes = {}
    forms = [word, word.capitalize(), "1999", "."]
    seen = []
    for vectors in (with_classes, without):
        vectors.learn(forms)
        seen.append(vectors.states([forms], Rows([len(forms)])))
    same = [bool((a == b).all()) for a, b in zip(*seen, strict=True)]
    assert same == [False, False, True, True]


@pytest.mark.parametrize(("form", "upos"), [("Motto", "NOUN"), ("Schwerin", "PROPN")])
def test_a_class_tells_kind_and_gender_of_a_word_never_seen(form: str, upos: str) -> None:
    ((sentence,),) = EmbeddedAnalyser("de").analyse([f"Wir sprachen über {form} und Berlin."])
    word = sentence.words[3]
    assert lowered(form) in word_classes("de")
    assert (word.form, word.upos, word.feature("Gender")) == (form, upos, "Neut")
