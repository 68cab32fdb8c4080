"""Words and tokens in many scripts."""

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litmus.errors import UnknownName
from litmus.language.words import (
    compose,
    holds_word,
    locate,
    strip_accents,
    token_offsets,
    words,
)

# Letters, marks, digits and signs of many scripts, so that random text has words in it.
ALPHABET = (
    "aZé9_ \u00a0\u3000'’-.,!…\"«»"
    "e\u0301o\u0308ßœﬁİ"
    "абвЁ" "αβΣς" "אבג\u05b8\u05bc\u05be" "ابت\u064e\u0651\u0640" "कख\u093f\u094d\u0902"
    "த\u0bbf\u0bcd" "กข\u0e31\u0e48" "中文字，。" "かなカ\u3099ー" "한글" "က\u102c\u1031" "🙂\u200d\ufe0f"
)  # fmt: skip
TEXT = st.text(st.sampled_from(ALPHABET), max_size=30)


def test_words_of_many_scripts() -> None:
    texts = {
        "": [], " \t ": [], "... !": [], "snake_case": ["snake", "case"], "Größe": ["Größe"],
        "It's 3.5%, e-mail me!": ["It", "s", "3", "5", "e", "mail", "me"],
        "cafe\u0301 café": ["cafe\u0301", "café"], "съешь же ещё": ["съешь", "же", "ещё"],
        "שָׁלוֹם, עולם": ["שָׁלוֹם", "עולם"], "بيت-لحم كَتَبَ": ["بيت", "لحم", "كَتَبَ"],
        "हिन्दी में": ["हिन्दी", "में"], "தமிழ் மொழி": ["தமிழ்", "மொழி"], "తెలుగు": ["తెలుగు"],
        "මිනිසා": ["මිනිසා"], "မြန်မာ": ["မြန်မာ"], "ภาษาไทยที่": ["ภาษาไทยที่"],
        "你好，世界": ["你好", "世界"], "한국어 문장": ["한국어", "문장"],
        "<unk> word": ["unk", "word"], "one\u2028two": ["one", "two"],
    }  # fmt: skip
    assert {text: words(text) for text in texts} == texts


def test_tokens_of_many_scripts() -> None:
    texts = {
        "": "", "Don't stop_it 3.5": "Don ' t stop _ it 3 . 5", "他说OK。": "他 说 OK 。",
        "カタカナabc": "カ タ カ ナ abc", "שָׁלוֹם!": "שָׁלוֹם !", "हिन्दी।": "हिन्दी ।",
        "e\u0301t\u00e9": "e\u0301t\u00e9", "한글 a": "한글 a", "👍🏽": "👍 🏽",
    }  # fmt: skip
    found = {text: [text[s:e] for s, e in token_offsets(text, "words", "en")] for text in texts}
    assert found == {text: tokens.split() for text, tokens in texts.items()}
    text = " a  b,c\u00a0d "
    assert [text[s:e] for s, e in token_offsets(text, "space", "en")] == ["a", "b,c", "d"]


@given(TEXT, st.sampled_from(("words", "space", "moses")), st.sampled_from(("en", "fr", "zh")))
def test_token_offsets_are_ordered_and_leave_out_nothing_but_blanks(
    text: str, tokenisation: str, language: str
) -> None:
    spans = token_offsets(text, tokenisation, language)
    assert all(0 <= start <= end <= len(text) for start, end in spans)
    assert all(left[1] <= right[0] for left, right in pairwise(spans))
    if tokenisation != "moses":  # which may alter tokens
        assert all(
            text[start:end] and text[start:end].split() == [text[start:end]] for start, end in spans
        )
        assert "".join(text[start:end] for start, end in spans) == "".join(text.split())


@given(TEXT, TEXT)
def test_holds_word_agrees_with_splitting_the_text(text: str, other: str) -> None:
    for word in {*words(text), *words(other)}:
        assert holds_word(text, word) == (word in words(text)), (text, word)


def test_tokens_by_moses_slice_back_to_its_tokens() -> None:
    text = 'He said: "Don\'t panic" (42% of the time).'
    from sacremoses import MosesTokenizer  # half a second

    tokens = MosesTokenizer(lang="en").tokenize(text, escape=False)
    assert [text[s:e] for s, e in token_offsets(text, "moses", "en")] == tokens


def test_tokens_are_found_one_after_the_other_and_altered_ones_have_an_empty_span() -> None:
    assert locate("a … b", ["a", "...", "b"]) == ((0, 1), (1, 1), (4, 5))
    assert locate("a a b a", ["a", "a", "b", "a"]) == ((0, 1), (2, 3), (4, 5), (6, 7))


def test_unknown_tokenisation_is_refused() -> None:
    with pytest.raises(UnknownName) as caught:
        token_offsets("a b", "mosses", "en")
    assert str(caught.value) == (
        "No tokenisation is called 'mosses'. Did you mean 'moses'?\nKnown: moses, space, words"
    )


@given(TEXT)
def test_compose_is_nfc(text: str) -> None:
    assert compose(text) == unicodedata.normalize("NFC", text)


def test_strip_accents() -> None:
    texts = {
        "naïve cafe\u0301": "naive cafe", "Ångström": "Angstrom", "ﬁn": "fin", "дом": "дом",
        "ß ø": "ß ø",  # letters of their own, not accents
        "שָׁלוֹם": "שלום", "plain": "plain",
    }  # fmt: skip
    assert {text: strip_accents(text) for text in texts} == texts
