"""A text as units: contractions and elisions opened, apostrophes of all kinds, exact spans."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litmus.idioms.matching.words import gap, pieces, splitter


def units(code: str, text: str) -> list[tuple[str, tuple[str, ...]]]:
    """What is written and what it may stand for, unit by unit."""
    return [(text[unit.start : unit.end], unit.readings) for unit in splitter(code)(text)]


def readings(code: str, text: str) -> list[tuple[str, ...]]:
    return [unit.readings for unit in splitter(code)(text)]


@pytest.mark.parametrize("apostrophe", ["'", "’", "‘", "´", "\u02bc"])
def test_contractions_are_opened(apostrophe: str) -> None:
    text = "He doesn't know it's Ann's; we'd go.".replace("'", apostrophe)
    assert readings("en", text) == [
        ("he",), ("does",), ("not",), ("know",), ("it",), ("is", "has"),
        ("ann",), ("s", "is", "has", "us", "does"), ("we",), ("had", "would"), ("go",),
    ]  # fmt: skip
    # their parts share a span, but not those around an apostrophe
    text = "I can't: Ann's".replace("'", apostrophe)
    assert [written for written, _ in units("en", text)] == [
        "I", f"can{apostrophe}t", f"can{apostrophe}t", "Ann", "s",
    ]  # fmt: skip
    found = readings("fr", "J'ai d'autres chats qu'aujourd'hui".replace("'", apostrophe))
    assert found[:3] == [("j", "je"), ("ai",), ("d", "de")]
    assert ("chats",) in found


def test_contractions_without_apostrophe() -> None:
    for code, text, words in (
        ("fr", "du jeu au roi", "de le jeu à le roi"),
        ("de", "ins Gras", "in das gras"),
        ("de", "im Sack", "in dem sack"),
        ("it", "al lupo", "a il lupo"),
        ("es", "al profesor", "a el profesor"),
    ):
        assert {reading for unit in readings(code, text) for reading in unit} >= set(
            words.split()
        ), (code, text)


def test_clipped_words_need_their_apostrophe() -> None:
    assert readings("en", "get 'em") == [("get",), ("em", "them")]
    assert readings("en", "get em") == [("get",), ("em",)]
    assert readings("en", "cup o' tea")[1] == ("o", "of")
    # quotes are none
    assert readings("en", "'kick' the ‘bucket’") == [("kick",), ("the",), ("bucket",)]


@pytest.mark.parametrize(
    ("code", "text", "written"),
    [
        ("en", "once-in-a-blue\u2011moon", ["once", "in", "a", "blue", "moon"]),
        ("en", "𝒦ick 😀the👍🏽 bucket", ["𝒦ick", "the", "bucket"]),
        ("fr", "la me\u0300che bru\u0302le\u0301e", ["la", "me\u0300che", "bru\u0302le\u0301e"]),
        ("tr", "İstanbul İİ x", ["İstanbul", "İİ", "x"]),  # lower case is longer
        ("zh", "雪上 加霜！𠀀a1", ["雪", "上", "加", "霜", "𠀀", "a", "1"]),
        *(("en", text, []) for text in ("", " ", "…!", "\u0301", "👍", "_")),
    ],
)  # fmt: skip
def test_units_are_words(code: str, text: str, written: list[str]) -> None:
    assert [word for word, _ in units(code, text)] == written


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


def test_pieces_of_a_contraction_are_what_a_filter_must_think_of() -> None:
    assert {"can", "not"} <= pieces("en")("can")  # can't
    assert "not" in pieces("en")("t")
    assert {"s", "is", "has"} <= pieces("en")("s")
    assert {"im", "in", "dem"} <= pieces("de")("im")
    assert "de" in pieces("fr")("d")
    assert (pieces("en")("bucket"), pieces("zh")("雪")) == ({"bucket"}, {"雪"})
