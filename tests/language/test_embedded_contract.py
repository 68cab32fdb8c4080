"""What the interface promises, held against the analyser that comes with litmus."""

from functools import cache

import pytest
from analysing import EDGES, by_language, check, check_batches
from hypothesis import given, settings
from hypothesis import strategies as st

from litmus.language.analysers import load_analyser
from litmus.language.analysis import Analyser

LANGUAGES = ("en", "fr", "es", "ar", "he", "zh", "ja", "tr", "de")
SAMPLES = {
    "en": "They don't know what it was.",
    "fr": "Elle parle du chat, aux enfants qu'elle a vus.",
    "es": "Dámelo al salir del cine, ¿vale?",
    "ar": "وكتبها في البيت.",
    "he": "הילדים הלכו לבית הספר.",
    "zh": "他们不知道那是什么。",
    "ja": "彼らはそれが何だったか知らない。",
    "tr": "Evdekiler gelmediler mi?",
    "de": "Ich habe sie im Garten gesehen.",
}
anything = st.text(st.characters(), max_size=40)  # with halves of characters
per_language = pytest.mark.parametrize("language", by_language(LANGUAGES, "en", "zh"))


@cache
def analyser(language: str) -> Analyser:
    return load_analyser("embedded", language)


@per_language
@pytest.mark.parametrize("mode", ["given", "split"])
@pytest.mark.parametrize("text", EDGES.values(), ids=EDGES.keys())
def test_embedded_at_the_edges_of_language(language: str, mode: str, text: str) -> None:
    (found,) = analyser(language).analyse([text], sentences=mode)
    check(text, found, given=mode == "given")


@per_language
@given(text=anything, parse=st.booleans(), split=st.booleans())
def test_embedded_of_any_text(language: str, text: str, parse: bool, split: bool) -> None:
    mode = "split" if split else "given"
    (found,) = analyser(language).analyse([text], sentences=mode, parse=parse)
    check(text, found, given=not split, parse=parse)


@per_language
@settings(max_examples=10)
@given(data=st.data())
def test_embedded_is_the_same_in_every_batch(language: str, data: st.DataObject) -> None:
    some = data.draw(st.lists(anything | st.sampled_from(list(SAMPLES.values())), max_size=6))
    texts = [*some, SAMPLES[language], ""]
    check_batches(analyser(language), texts, data.draw(st.permutations(range(len(texts)))))


@pytest.mark.parametrize(
    ("language", "parse"),
    # 100,000 words; their heads take a minute
    by_language([("en", True), ("ar", True), ("zh", False)], "en"),
)
def test_embedded_takes_a_very_long_text_without_a_space(language: str, parse: bool) -> None:
    text = next(filter(str.isalpha, SAMPLES[language])) * 100_000
    (found,) = analyser(language).analyse([text], parse=parse)
    check(text, found, given=True, parse=parse)


@pytest.mark.parametrize("language", by_language(("zh", "ja"), "zh"))
def test_embedded_parses_thousands_of_words_without_a_space(language: str) -> None:
    text = SAMPLES[language] * 200
    (found,) = analyser(language).analyse([text])
    check(text, found, given=True)
    assert len(found[0].words) > 1000
