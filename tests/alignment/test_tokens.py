"""Tokens and what counts as the same word."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litmus.alignment.tokens import bare, key_function, keys_of, likeness, tokens, units


def cut(text: str, language: str, tokenisation: str = "words") -> list[str]:
    return [text[start:end] for start, end in tokens(text, language, tokenisation)]


@pytest.mark.parametrize(
    ("text", "language", "tokenisation", "expected"),
    [
        ("It's 5 o'clock.", "en", "words", "It ' s 5 o ' clock ."),
        ("Öl für 3,5 €!", "de", "words", "Öl für 3 , 5 € !"),
        ("שָׁלוֹם עולם", "he", "words", "שָׁלוֹם עולם"),
        ("我们在北京工作。", "zh", "words", "我们 在 北京 工作 。"),
        ("iPhone很贵", "zh", "words", "iPhone 很 贵"),
        ("東京の大学で勉強する。", "ja", "words", "東京 の 大学 で 勉強 する 。"),
        (" \u00a0\u3000", "zh", "words", ""),
        # text that was cut is left alone
        ("我们在 北京", "zh", "space", "我们在 北京"),
        ("It's a dog.", "en", "space", "It's a dog."),
        ("It's a dog.", "en", "moses", "It 's a dog ."),
    ],
)
def test_tokens_by_hand(text: str, language: str, tokenisation: str, expected: str) -> None:
    assert cut(text, language, tokenisation) == expected.split()


@given(st.text(), st.sampled_from(["en", "zh", "ja", "ar", "ko"]))
def test_tokens_cover_all_that_is_no_space(text: str, language: str) -> None:
    spans = tokens(text, language)
    assert all(start < end for start, end in spans)
    assert all(end <= start for (_, end), (start, _) in zip(spans, spans[1:], strict=False))
    assert "".join("".join(cut(text, language)).split()) == "".join(text.split())


@pytest.mark.parametrize("language", ["en", "zh", "ko", "sw"])
def test_keys_of_punctuation_that_means_the_same(language: str) -> None:
    key = key_function(language)
    for same in ('“”„«»「」"', "。.．", "，,、،", "？?؟", "’'‘", "–—-־"):
        assert len({key(mark) for mark in same}) == 1
    assert len({key(mark) for mark in ".,;:?!()\"'-"}) == 11


def test_keys_do_not_see_case_endings_or_normal_form() -> None:
    key = key_function("en")
    assert key("HOUSE") == key("house")
    assert key("translations") == key("Translated")
    assert key("house") != key("horse")
    for word in ("Élève", "Ärger", "ｆｕｌｌ"):
        assert key(unicodedata.normalize("NFD", word)) == key(word)


def test_bare_letters() -> None:
    words = [("Élève", "fr", "eleve"), ("naïve", "en", "naive"), ("HOUSE", "en", "house"),
             ("Москва", "ru", "moskva"), ("。", "zh", "."), ("", "en", "")]  # fmt: skip
    for word, language, expected in words:
        assert bare(word, language) == expected
        assert bare(unicodedata.normalize("NFD", word), language) == expected


def test_likeness_of_names_numbers_and_cognates() -> None:
    assert likeness("berlin", "berlin") == 1.0
    assert likeness("2024", "2024") == 1.0
    assert likeness("parlamento", "parliament") > likeness("parlamento", "palace") > 0
    assert likeness("house", "maison") == 0.0
    assert likeness("of", "or") == 0.0  # too short to say


@given(st.text(max_size=8), st.text(max_size=8))
def test_likeness_is_symmetric_and_from_0_to_1(a: str, b: str) -> None:
    assert 0 <= likeness(a, b) == likeness(b, a) <= 1
    assert likeness(a, a) == 1.0


@pytest.mark.parametrize("language", ["en", "zh", "ja", "sv"])
@given(st.lists(st.sampled_from(["造営", "し", "た", "の", "は", "東京", "dog", "2024", "。"])))
def test_units_hold_every_token_once(language: str, words: list[str]) -> None:
    found = units(words, language, str)
    places = [place for unit in found for place in range(unit.first, unit.last)]
    assert places == list(range(len(words)))
    assert all(unit.key for unit in found)
    if language != "ja":
        assert [unit.key for unit in found] == words


def test_keys_of_a_list_are_those_of_its_words() -> None:
    words = "Translations « Übersetzung ﬁne 번역했습니다 Ελλάς 翻译 a «".split() + [""]  # noqa: SIM905
    for language in ("en", "ko", "zh", "ru"):
        assert keys_of(words, language) == [*map(key_function(language), words)]


def test_keys_fold_marks_that_writers_leave_out() -> None:
    spellings = {
        "ro": "și şi si",  # comma, cedilla, neither
        "tr": "ışık isik IŞIK İşik", "ar": "أحمد احمد أَحْمَد", "he": "שָׁלוֹם שלום", "ru": "ещё еще",
        "pt": "não nao na\u0303o", "ko": f"한국 {unicodedata.normalize('NFD', '한국')}",
    }  # fmt: skip
    for language, words in spellings.items():
        assert len(set(keys_of(words.split(), language))) == 1, language
    assert key_function("ko")(unicodedata.normalize("NFD", "한국")) == "한국"


def test_keys_keep_apart_letters_that_are_others() -> None:
    others = [("de", "schon schön"), ("es", "ano año"), ("is", "a á"), ("ja", "かき がき"),
              ("ja", "ハン パン"), ("ko", "가 각"), ("ru", "мои мой"), ("hi", "कल काल")]  # fmt: skip
    for language, words in others:
        one, other = map(key_function(language), words.split())
        assert one != other, words
