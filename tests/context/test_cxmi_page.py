"""The page of the top words: whole in itself, escaped, marked by more than colour."""

import re

import pytest

from litmus.context.annotation import Marked, Marks
from litmus.context.presentation.page import page, same_words
from litmus.context.results import CxmiResult, CxmiRow
from litmus.context.thematic import Top
from litmus.nmt.windows import Window

CONTEXTS = ("target 3", "random (target 3)")


def top(word: str, target: str, before: Window, lemma: str = "") -> Top:
    start = target.rindex(word)
    mark = Marked((start, start + len(word)), lemma, "NOUN", (), ("lexical_cohesion",))
    return Top(2.4142, 0.1, "12", "talk <1>", mark, "She has the virus.", target, before)


def result_with(*tops: Top) -> CxmiResult:
    rows = [
        CxmiRow("corpus", reading, context, 10, 6, 0.25, 0.125, 0.5)
        for reading in ("cxmi", "sentence-mean", "token", "word")
        for context in CONTEXTS
    ]
    return CxmiResult(
        "talks & <more>", ["model m"], "nats", CONTEXTS, CONTEXTS[1], rows, tops, "CXMI|m"
    )


VIRUS = top("病毒", "她也有病毒。", Window(("Her mother had it.",), ("她的母亲有病毒。",)))


def test_page_shows_the_word_with_its_value_and_marks_it_earlier() -> None:
    text = page(result_with(VIRUS), ("en", "zh"))
    assert '她也有<mark class="word">病毒<span class="value">2.41</span></mark>。' in text
    assert '<i class="before">她的母亲有<mark class="same">病毒</mark>。</i>' in text
    assert '<i class="before">Her mother had it.</i> She has the virus.' in text
    assert '<p class="sentence" lang="zh" dir="auto">' in text
    assert "with random context 0.10" in text
    assert "lexical_cohesion" in text and "0.250" in text and "CXMI|m" in text


def test_page_escapes_all_text() -> None:
    text = page(
        result_with(top("<b>", 'a "<b>" & c', Window((), ("<script>x</script>",)))), ("en", "fr")
    )
    assert "<script" not in text and "&lt;script&gt;" in text
    assert "talks &amp; &lt;more&gt;" in text and "talk &lt;1&gt;" in text
    assert '<mark class="word">&lt;b&gt;<span' in text


def test_page_asks_nothing_of_the_network() -> None:
    text = page(result_with(VIRUS), ("en", "zh"))
    assert "default-src 'none'" in text
    assert not re.search(r"https?://|<script|<link|@import|url\(", text)
    assert page(result_with(VIRUS), ("en", "zh")) == text


def test_page_without_a_word_says_so_and_dollar_signs_are_text() -> None:
    assert "No word was made likelier by context." in page(result_with(), ("en", "fr"))
    text = page(result_with(top("$title", "it is $title", Window())), ("en", "fr"))
    assert '<mark class="word">$title<span' in text


@pytest.mark.parametrize(("word", "other", "expected"), [
    ("maison", "La Maison, la maisonnette.", ["Maison"]), ("病毒", "有病毒的病毒。", ["病毒", "病毒"]),
    ("البيت", "كان البيت كبيرا.", ["البيت"]), ("c'", "C'est, c'était", ["C'", "c'"]),
])  # fmt: skip
def test_the_same_word_is_found_by_its_form(word: str, other: str, expected: list[str]) -> None:
    spans = same_words(top(word, f"x {word}", Window()), other, ())
    assert [other[start:end] for start, end in spans] == expected


def test_the_same_word_is_found_by_its_lemma() -> None:
    marks: Marks = (Marked((0, 4), "aller"), Marked((5, 7), "le"), Marked((8, 10), "aller"))
    word = top("vont", "ils vont", Window(), lemma="aller")
    assert same_words(word, "irai le va", marks) == [(0, 4), (8, 10)]
