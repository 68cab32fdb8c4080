"""What the networks see of words and characters, worked out again by hand."""

import os
import subprocess
import sys
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litmus.language.embedded.features import character_rows, hint_rows, shape, word_rows

PIECES, WORDS, ROWS = 1009, 499, 997


def numbers(pieces: list[str], n: int = PIECES) -> list[int]:
    return sorted(crc32(piece.encode()) % n for piece in pieces)


def word_pieces(form: str, language: str = "en") -> list[int]:
    return word_rows(form, language, PIECES, WORDS)[0]


def test_crc32_is_the_one_of_the_books() -> None:
    assert crc32(b"123456789") == 0xCBF43926  # the check value of CRC-32/ISO-HDLC


def test_word_rows_by_hand() -> None:
    pieces = ["<c", "ca", "at", "t>", "<ca", "cat", "at>", "<cat", "cat>", "<cat>", "\x01Xx"]
    assert word_pieces("Cat") == numbers(pieces)


def test_word_rows_count_a_piece_once() -> None:
    # aa stands twice in <aaa>, aaa once
    pieces = ["<a", "aa", "a>", "<aa", "aaa", "aa>", "<aaa", "aaa>", "<aaa>", "\x01x"]
    assert word_pieces("aaa") == numbers(pieces)


def test_word_rows_of_one_letter() -> None:
    assert word_pieces("I") == numbers(["<i", "i>", "<i>", "\x01X"])


def test_word_rows_of_whole_words_know_language_but_not_case() -> None:
    whole = b"de:haus"
    expected = [crc32(whole) % WORDS, crc32(whole, 7) % WORDS]
    assert word_rows("Haus", "de", PIECES, WORDS)[1] == expected
    assert word_rows("haus", "de", PIECES, WORDS)[1] == expected
    assert word_rows("Haus", "nl", PIECES, WORDS)[1] != expected


def test_word_rows_look_at_both_ends_of_a_long_word() -> None:
    start, end = "abcdefghijkl", "mnopqrstuvwx"
    exactly = word_pieces(start + end)
    assert word_pieces(start + "yz" + end) == exactly
    assert word_pieces(start + "y" * 10_000 + end) == exactly
    assert word_pieces(start + end[1:]) != exactly
    pieces = {f"<{start}{end}>"[i : i + n] for n in (2, 3, 4, 5) for i in range(27 - n)}
    assert exactly == numbers([*pieces, "\x01x"])


def test_word_rows_tell_long_words_apart_as_wholes() -> None:
    one, other = "a" * 30, "a" * 31
    assert word_rows(one, "de", PIECES, WORDS)[1] != word_rows(other, "de", PIECES, WORDS)[1]


def test_word_rows_take_hangul_apart() -> None:
    k, a, ss = "\u1100\u1161\u11bb"  # 갔 = ㄱ + ㅏ + ㅆ
    both = [f"<{k}", k + a, a + ss, f"{ss}>", f"<{k}{a}", k + a + ss, f"{a}{ss}>"]
    apart = [*both, f"<{k}{a}{ss}", f"{k}{a}{ss}>", f"<{k}{a}{ss}>"]
    assert word_pieces("갔", "ko") == numbers([*apart, "\x01x"])
    assert word_pieces("갔", "ja") == numbers(["<갔", "갔>", "<갔>", "\x01x"])


def test_word_rows_are_the_same_however_an_accent_is_written() -> None:
    # The shape differs: a combining accent is neither letter nor digit.
    composed, combining = word_pieces("été", "fr"), word_pieces("e\u0301te\u0301", "fr")
    (x,), (y,) = numbers(["\x01x"]), numbers(["\x01x\u0301x\u0301"])
    assert sorted([*composed, y]) == sorted([*combining, x])


def test_word_rows_of_dotted_capital_i_are_those_of_i() -> None:
    pieces = ["<i", "iz", "z>", "<iz", "iz>", "<iz>", "\x01Xx"]
    assert word_pieces("İz", "tr") == numbers(pieces)


def test_rows_are_the_same_in_every_process() -> None:
    code = (
        "from litmus.language.embedded.features import *;"
        "print(word_rows('Straßenbahn', 'de', 1009, 499), character_rows('a 1', 997),"
        "hint_rows('中国人', {'中国': 6}, 997))"
    )
    here = (
        word_rows("Straßenbahn", "de", 1009, 499),
        character_rows("a 1", 997),
        hint_rows("中国人", {"中国": 6}, 997),
    )
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", code]
        there = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert there.stdout.strip() == " ".join(map(str, here))


def test_character_rows_by_hand() -> None:
    # 2024 and the like are all 0, every space is a space, the ends of the text are marked
    seen = "é0 "
    expected = [
        (seen[0], "\x02é", "é0", "\x02é0"),
        (seen[1], "é0", "0 ", "é0 "),
        (seen[2], "0 ", " \x03", "0 \x03"),
    ]
    rows = [tuple(crc32(piece.encode()) % ROWS for piece in row) for row in expected]
    assert character_rows("é7\u3000", ROWS) == rows
    assert character_rows("é٣\u2028", ROWS) == rows


def test_character_rows_of_nothing_are_none() -> None:
    assert character_rows("", ROWS) == []


def test_character_rows_are_those_of_the_neighbourhood() -> None:
    assert character_rows("abcde", ROWS)[2] == character_rows("xbcdx", ROWS)[2]


def test_hint_rows_by_hand() -> None:
    found = [("2", "", "|", "001"), ("", "2", "2|", "010")]  # of 中国, which is a word
    rows = [
        tuple(crc32(f"\x04{place}{value}".encode()) % ROWS for place, value in enumerate(row))
        for row in found
    ]
    assert hint_rows("中国", {"中国": 6}, ROWS) == rows


def test_hint_rows_without_words_are_the_row_after_the_last() -> None:
    assert hint_rows("ab", {}, ROWS) == [(ROWS,) * 4] * 2


@given(st.text(st.characters(), max_size=40))  # with halves of characters
def test_rows_of_any_text_are_in_their_tables(text: str) -> None:
    pieces, whole = word_rows(text, "ko", PIECES, WORDS)
    assert pieces and all(0 <= row < PIECES for row in pieces)
    assert len(whole) == 2 and all(0 <= row < WORDS for row in whole)
    rows = character_rows(text, ROWS)
    assert len(rows) == len(text)
    assert all(0 <= row < ROWS for four in rows for row in four)


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb", "\udfff x \ud800"])
def test_rows_of_half_characters_are_those_of_a_question_mark(text: str) -> None:
    asked = text.replace("\ud800", "?").replace("\udfff", "?")
    assert character_rows(text, ROWS) == character_rows(asked, ROWS)
    assert word_rows(text, "en", PIECES, WORDS) == word_rows(asked, "en", PIECES, WORDS)


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("", ""),
        ("iPhone", "xXx"),
        ("NATO", "X"),
        ("U.S.", "X.X."),
        ("1,000.50", "d,d.d"),
        ("٣٤", "d"),
        ("COVID-19", "X-d"),
        ("l'Été", "x'Xx"),
        ("東京", "x"),
        ("كتاب", "x"),
        ("Москва", "Xx"),
        ("...", "."),
        ("?!?", "?!?"),
        ("😀😀", "😀"),
        ("e\u0301", "x\u0301"),
        ("a" * 24 + "1", "x"),  # what comes after 24 characters is not looked at
        ("a" * 23 + "1", "xd"),
    ],
)
def test_shape_by_hand(form: str, expected: str) -> None:
    assert shape(form) == expected
