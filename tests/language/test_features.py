"""What the networks see of words and characters, worked out again by hand."""

import os
import subprocess
import sys
from zlib import crc32

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from litmus.language.embedded.features import (
    character_rows,
    hint_rows,
    shape,
    whole_rows,
    word_rows,
)

PIECES, WORDS, ROWS = 1009, 499, 997
TEXTS = st.text(st.characters(), max_size=40)  # with halves of characters


def row(piece: str, salt: int, n: int) -> int:
    """A row worked out character by character, in whole numbers without an end."""
    hashed = 0
    for character in piece:
        hashed = (hashed * 0x100000001B3 + ord(character)) % 2**64
    return scattered(hashed, salt) % n


def scattered(hashed: int, salt: int) -> int:
    mixed = (hashed + salt) * 0x9E3779B97F4A7C15 % 2**64
    return ((mixed ^ (mixed >> 29)) * 0x9E3779B97F4A7C15 % 2**64) >> 20


def numbers(pieces: list[str], pattern: str, n: int = PIECES) -> list[int]:
    """Rows of the pieces of a word, and of its shape."""
    shown = scattered(crc32(pattern.encode("utf-8", "replace")), 1) % n
    return sorted([*(row(piece, len(piece), n) for piece in pieces), shown])


def word_pieces(form: str, language: str = "en") -> list[int]:
    rows, counts = word_rows([form], language, PIECES)
    assert counts.tolist() == [len(rows)]
    return sorted(rows.tolist())


def whole(form: str, language: str) -> list[int]:
    (rows,) = whole_rows([form], language, WORDS).tolist()
    return [int(row) for row in rows]


def characters(text: str) -> list[list[int]]:
    return [[int(row) for row in four] for four in character_rows([text], ROWS)]


def test_word_rows_by_hand() -> None:
    pieces = ["<c", "ca", "at", "t>", "<ca", "cat", "at>", "<cat", "cat>", "<cat>"]
    assert word_pieces("Cat") == numbers(pieces, "Xx")


def test_whole_rows_know_language_and_all_letters_but_not_case() -> None:
    name = b"de:haus"
    expected = [crc32(name) % WORDS, crc32(name, 7) % WORDS]
    assert whole("Haus", "de") == whole("haus", "de") == expected
    assert whole("Haus", "nl") != expected
    assert whole("a" * 30, "de") != whole("a" * 31, "de")


def test_word_rows_look_at_both_ends_of_a_long_word() -> None:
    start, end = "abcdefghijkl", "mnopqrstuvwx"
    exactly = word_pieces(start + end)
    assert word_pieces(start + "yz" + end) == exactly
    assert word_pieces(start + "y" * 10_000 + end) == exactly
    assert word_pieces(start + end[1:]) != exactly
    pieces = [f"<{start}{end}>"[i : i + n] for n in (2, 3, 4, 5) for i in range(27 - n)]
    assert exactly == numbers(pieces, "x")


def test_word_rows_take_hangul_apart() -> None:
    k, a, ss = "\u1100\u1161\u11bb"  # 갔 = ㄱ + ㅏ + ㅆ
    both = [f"<{k}", k + a, a + ss, f"{ss}>", f"<{k}{a}", k + a + ss, f"{a}{ss}>"]
    apart = [*both, f"<{k}{a}{ss}", f"{k}{a}{ss}>", f"<{k}{a}{ss}>"]
    assert word_pieces("갔", "ko") == numbers(apart, "x")
    assert word_pieces("갔", "ja") == numbers(["<갔", "갔>", "<갔>"], "x")


def test_word_rows_are_the_same_however_an_accent_is_written() -> None:
    # The shape differs: a combining accent is neither letter nor digit.
    composed, combining = word_pieces("été", "fr"), word_pieces("e\u0301te\u0301", "fr")
    (x,), (y,) = numbers([], "x"), numbers([], "x\u0301x\u0301")
    assert sorted([*composed, y]) == sorted([*combining, x])


def test_rows_are_those_the_model_was_trained_with() -> None:
    # Of the sizes that ship. If these change, the model has to be trained again.
    cat = [39245, 21965, 95525, 29247, 76969, 10294, 26625, 16486, 82693, 8451, 3552]
    went = [92197, 88523, 83208, 95715, 23108, 54673, 27342, 96227, 9763, 88680, 53566]
    rows, counts = word_rows(["Cat", "갔"], "ko", 98304)
    assert (rows.tolist(), counts.tolist()) == (cat + went, [11, 11])
    assert whole_rows(["Cat", "갔"], "ko", 40960).tolist() == [[15577, 19553], [19184, 6728]]
    assert character_rows(["a 1", "中"], 32768).tolist() == [
        [6021, 4125, 28391, 5338],
        [21306, 11626, 31912, 26903],
        [16328, 8138, 17759, 15178],
        [9103, 21460, 30284, 31173],
    ]
    assert hint_rows(["中国"], {"中国": 6}, 32768).tolist() == [
        [5821, 22465, 6312, 21963],
        [26455, 10236, 4307, 21532],
    ]


def test_rows_are_the_same_in_every_process() -> None:
    rows = (
        "[found.tolist() for found in word_rows(['Straßenbahn'], 'de', 1009)],"
        "whole_rows(['Straßenbahn'], 'de', 499).tolist(), character_rows(['a 1'], 997).tolist(),"
        "hint_rows(['中国人'], {'中国': 6}, 997).tolist()"
    )
    code = f"from litmus.language.embedded.features import *; print({rows})"
    here = " ".join(map(str, eval(rows)))
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", code]
        there = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert there.stdout.strip() == here


@given(st.lists(TEXTS, min_size=1, max_size=6), st.sampled_from(["de", "ko"]))
def test_rows_do_not_depend_on_the_rest_of_the_batch(texts: list[str], language: str) -> None:
    rows, counts = word_rows(texts, language, PIECES)
    alone = [word_rows([text], language, PIECES)[0].tolist() for text in texts]
    assert [part.tolist() for part in np.split(rows, np.cumsum(counts))[:-1]] == alone
    wholes = [whole_rows([text], language, WORDS)[0].tolist() for text in texts]
    assert whole_rows(texts, language, WORDS).tolist() == wholes
    fours = [four for text in texts for four in character_rows([text], ROWS).tolist()]
    assert character_rows(texts, ROWS).tolist() == fours


def test_character_rows_by_hand() -> None:
    # 2024 and the like are all 0, every space is a space, the ends of the text are marked
    seen = "é0 "
    expected = [
        (seen[0], "\x02é", "é0", "\x02é0"),
        (seen[1], "é0", "0 ", "é0 "),
        (seen[2], "0 ", " \x03", "0 \x03"),
    ]
    rows = [[row(piece, at + 1, ROWS) for at, piece in enumerate(four)] for four in expected]
    assert characters("é7\u3000") == rows
    assert characters("é٣\u2028") == rows


def test_character_rows_are_those_of_the_neighbourhood_in_the_text() -> None:
    assert characters("") == []
    assert character_rows(["", ""], ROWS).tolist() == []
    assert characters("abcde")[2] == characters("xbcdx")[2]
    # neighbours in a batch are no neighbours in a text
    assert character_rows(["ab", "cd"], ROWS).tolist() == characters("ab") + characters("cd")
    assert characters("abcd")[1:3] != [characters("ab")[1], characters("cd")[0]]


def test_hint_rows_by_hand() -> None:
    found = [("2", "", "|", "001"), ("", "2", "2|", "010")]  # of 中国, which is a word
    rows = [
        [crc32(f"\x04{place}{value}".encode()) % ROWS for place, value in enumerate(row)]
        for row in found
    ]
    assert hint_rows(["中国"], {"中国": 6}, ROWS).tolist() == rows
    assert hint_rows(["中国", "", "中国"], {"中国": 6}, ROWS).tolist() == rows * 2
    assert hint_rows([""], {"中国": 6}, ROWS).shape == (0, 4)
    # without words, the row after the last
    assert hint_rows(["a", "b"], {}, ROWS).tolist() == [[ROWS] * 4] * 2


@given(TEXTS)
def test_rows_of_any_text_are_in_their_tables(text: str) -> None:
    pieces = word_pieces(text, "ko")
    assert pieces and all(0 <= row < PIECES for row in pieces)
    both = whole(text, "ko")
    assert len(both) == 2 and all(0 <= row < WORDS for row in both)
    rows = characters(text)
    assert len(rows) == len(text)
    assert all(0 <= row < ROWS for four in rows for row in four)


@pytest.mark.parametrize("half", ["\ud800", "\udfff"])
def test_rows_of_half_characters_are_worked_out_like_others(half: str) -> None:
    pieces = ["<a", f"a{half}", f"{half}>", f"<a{half}", f"a{half}>", f"<a{half}>"]
    assert word_pieces(f"a{half}") == numbers(pieces, "x?")
    assert whole(f"a{half}", "en") == whole("a?", "en")
    seen = (half, f"\x02{half}", f"{half}\x03", f"\x02{half}\x03")
    assert characters(half) == [[row(piece, n, ROWS) for n, piece in enumerate(seen, 1)]]


def test_shape_by_hand() -> None:
    shapes = {
        "": "", "iPhone": "xXx", "NATO": "X", "U.S.": "X.X.", "1,000.50": "d,d.d", "٣٤": "d",
        "COVID-19": "X-d", "l'Été": "x'Xx", "東京": "x", "كتاب": "x", "Москва": "Xx", "...": ".",
        "?!?": "?!?", "😀😀": "😀", "e\u0301": "x\u0301",
        "a" * 23 + "1": "xd", "a" * 24 + "1": "x",  # after 24 characters nothing is looked at
    }  # fmt: skip
    assert {form: shape(form) for form in shapes} == shapes
