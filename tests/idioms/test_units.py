"""A text as units: contractions and elisions opened, apostrophes of all kinds, exact spans."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litmus.idioms.matching.words import gap, pieces, splitter


def units(code: str, text: str) -> list[tuple[str, tuple[str, ...]]]:
    """What is written and what it may stand for, unit by unit."""
    return [(text[unit.start : unit.end], unit.readings) for unit in splitter(code)(text)]


def readings(code: str, text: str) -> list[tuple[str, ...]]:
    return [unit.readings for unit in splitter(code)(text)]


@pytest.mark.parametrize("apostrophe", ["'", "’", "‘", "´"])
def test_english_contractions(apostrophe: str) -> None:
    text = "He doesn't know it's Ann's; we'd go.".replace("'", apostrophe)
    assert readings("en", text) == [
        ("he",), ("does",), ("not",), ("know",), ("it",), ("is", "has"),
        ("ann",), ("s", "is", "has", "us", "does"), ("we",), ("had", "would"), ("go",),
    ]  # fmt: skip


def test_modifier_letter_apostrophe_is_an_apostrophe() -> None:
    assert readings("en", "it\u02bcs") == readings("en", "it's")


@pytest.mark.parametrize("apostrophe", ["'", "’"])
def test_parts_of_a_contraction_share_its_span_but_not_those_around_an_apostrophe(
    apostrophe: str,
) -> None:
    text = "I can't: Ann's".replace("'", apostrophe)
    assert [written for written, _ in units("en", text)] == [
        "I", f"can{apostrophe}t", f"can{apostrophe}t", "Ann", "s",
    ]  # fmt: skip


@pytest.mark.parametrize("apostrophe", ["'", "’"])
def test_french_elision(apostrophe: str) -> None:
    text = "J'ai d'autres chats qu'aujourd'hui".replace("'", apostrophe)
    found = readings("fr", text)
    assert found[:3] == [("j", "je"), ("ai",), ("d", "de")]
    assert ("chats",) in found


@pytest.mark.parametrize(
    ("code", "text", "words"),
    [
        ("fr", "du jeu au roi", [("de", "le"), ("jeu",), ("à",), ("le",), ("roi",)]),
        ("de", "ins Gras", [("in",), ("das",), ("gras",)]),
        ("de", "im Sack", [("in",), ("dem",), ("sack",)]),
        ("it", "al lupo", [("a",), ("il",), ("lupo",)]),
        ("es", "al profesor", [("a",), ("el",), ("profesor",)]),
    ],
)
def test_contractions_without_apostrophe(
    code: str, text: str, words: list[tuple[str, ...]]
) -> None:
    found = [reading for unit in readings(code, text) for reading in unit]
    for word in (reading for unit in words for reading in unit):
        assert word in found


def test_clipped_words_need_their_apostrophe() -> None:
    assert readings("en", "get 'em") == [("get",), ("em", "them")]
    assert readings("en", "get em") == [("get",), ("em",)]
    assert readings("en", "cup o' tea")[1] == ("o", "of")


def test_hyphens_part_words() -> None:
    assert [written for written, _ in units("en", "once-in-a-blue\u2011moon")] == [
        "once", "in", "a", "blue", "moon",
    ]  # fmt: skip


def test_quotes_are_no_apostrophes() -> None:
    assert readings("en", "'kick' the ‘bucket’") == [("kick",), ("the",), ("bucket",)]


def test_letters_outside_the_basic_plane_and_emoji() -> None:
    text = "𝒦ick 😀the👍🏽 bucket"
    found = [(text[u.start : u.end]) for u in splitter("en")(text)]
    assert found == ["𝒦ick", "the", "bucket"]


def test_combining_marks_belong_to_their_word() -> None:
    text = unicodedata.normalize("NFD", "la mèche brûlée")
    assert [written for written, _ in units("fr", text)] == text.split(" ")


def test_lower_case_that_is_longer_keeps_spans() -> None:
    text = "İstanbul İİ x"
    assert [written for written, _ in units("tr", text)] == ["İstanbul", "İİ", "x"]


def test_chinese_units_are_characters() -> None:
    assert [written for written, _ in units("zh", "雪上 加霜！𠀀a1")] == [
        "雪", "上", "加", "霜", "𠀀", "a", "1",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["", " ", "…!", "\u0301", "👍", "_"])
def test_text_without_words_has_no_units(text: str) -> None:
    assert units("en", text) == []


@pytest.mark.parametrize(
    ("between", "expected"),
    [
        ("", 0), (" ", 0), ("\u00a0", 0), ("-", 0), (" “", 0), ("' ", 0), ("/", 0), ("🙂", 0),
        (", ", 1), (" – ", 1), (" — ", 1), ("، ", 1), ("、", 1), ("，", 1),
        (". ", 2), ("! ", 2), ("?” ", 2), ("; ", 2), (": ", 2), ("… ", 2), (" (", 2), (") ", 2),
        ("。", 2), ("？", 2), ("：", 2), (", (", 2), (".\u00a0", 2), ("...", 2), ("] ", 2),
    ],
)  # fmt: skip
def test_gap(between: str, expected: int) -> None:
    assert gap(between) == expected


TEXTS = st.text(
    st.one_of(
        st.sampled_from("aeiknostdlm'’‘´ʼ- .,İıſßẞ\u0301\u0308\u00ad_0😀雪\u200d"),
        st.characters(exclude_categories=["Cs"], exclude_characters="\n"),
    ),
    max_size=60,
)


@pytest.mark.parametrize("code", ["en", "de", "fr", "it", "tr", "he", "zh"])
@given(text=TEXTS)
def test_units_are_in_order_inside_the_text_and_not_empty(code: str, text: str) -> None:
    found = splitter(code)(text)
    for unit in found:
        assert 0 <= unit.start < unit.end <= len(text)
        assert unit.readings
    assert [unit.start for unit in found] == sorted(unit.start for unit in found)


@pytest.mark.parametrize("code", ["en", "de", "fr", "it"])
@given(text=TEXTS)
def test_ascii_is_no_special_case(code: str, text: str) -> None:
    plain = "".join(c for c in text if c.isascii())
    # One letter more at the end, which is not ASCII, and no other unit may change.
    assert splitter(code)(f"{plain} é")[:-1] == splitter(code)(plain)


# --- what a filter must think of -----------------------------------------------------------------


def test_pieces_of_a_contraction() -> None:
    assert {"can", "not"} <= pieces("en")("can")  # can't
    assert "not" in pieces("en")("t")
    assert {"s", "is", "has"} <= pieces("en")("s")
    assert {"im", "in", "dem"} <= pieces("de")("im")
    assert "de" in pieces("fr")("d")
    assert pieces("en")("bucket") == {"bucket"}
    assert pieces("zh")("雪") == {"雪"}
