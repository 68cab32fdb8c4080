"""Where a text can be cut, and what marks say there."""

import numpy as np
import pytest

from litmus.resegmenting.cutting.additions import remarks, repetitions
from litmus.resegmenting.cutting.cuts import cuts_of
from litmus.resegmenting.cutting.lengths import log_fit, ratio
from litmus.resegmenting.cutting.marks import KINDS, Signs, beginning_shares, end_shares


def pieces(text: str, language: str, *, sentences: bool = False) -> list[str]:
    """The text cut at every place where it may be."""
    cuts = cuts_of(text, language)
    places = (cuts.sentence if sentences else cuts.allowed).nonzero()[0].tolist()
    spans = cuts.words.spans
    return [text[spans[a][0] : spans[b - 1][1]] for a, b in zip(places, places[1:], strict=False)]


@pytest.mark.parametrize(("text", "language", "expected"), [
    ("Er kam. Sie ging!", "de", ["Er kam.", "Sie ging!"]),
    ("»Komm!«, rief er. »Ja.«", "de", ["»Komm!«, rief er.", "»Ja.«"]),
    ("Er kam um 3.5 Uhr\nnach Hause", "de", ["Er kam um 3.5 Uhr", "nach Hause"]),
    ("¿Quién? Yo.", "es", ["¿Quién?", "Yo."]),
    ("他说：“好。”她走了。12日", "zh", ["他说：“好。”", "她走了。", "12日"]),
    ("「はい。」と言った。2020年", "ja", ["「はい。」", "と言った。", "2020年"]),
    ("They came.Then they left at example.org", "en", ["They came.", "Then they left at example.org"]),
])  # fmt: skip
def test_sentences_may_end_where_marks_say(text: str, language: str, expected: list[str]) -> None:
    assert pieces(text, language, sentences=True) == expected


def test_words_are_never_torn() -> None:
    assert pieces("L'eau-de-vie, c'est 40 %.", "fr") == ["L'eau-de-vie,", "c'est", "40", "%."]


def test_text_without_blanks_can_be_cut_between_its_words() -> None:
    assert "".join(pieces("雪崩は土曜日に起こった", "ja")) == "雪崩は土曜日に起こった"
    assert len(pieces("雪崩は土曜日に起こった", "ja")) > 2
    assert pieces("GPT4o", "zh") == ["GPT4o"]


def test_a_straight_quotation_mark_opens_or_closes_by_what_is_around_it() -> None:
    signs = Signs('"Yes," he said. "No."')
    found = signs.begins(0), signs.begins(5), signs.ends(21), Signs("it's").begins(2)
    assert [KINDS[kind] for kind in found] == ["open", "close", "closed", "close"]


def test_shares_of_kinds_are_probabilities() -> None:
    for shares in (beginning_shares(), end_shares()):
        assert shares.min() > 0
        assert shares.sum(axis=1) == pytest.approx([1.0] * len(KINDS), abs=0.03)


def test_a_repetition_is_found_where_it_follows() -> None:
    cuts = cuts_of("Er kam. Sie ging heim. Sie ging heim. Er kam.", "de")
    assert [(a, b) for a, b, _ in repetitions(cuts, [], "en")] == [(7, 11)]


@pytest.mark.parametrize(("text", "sources", "n"), [
    ("Here is the translation:\nEr kam.\nSie ging.", ["He came.", "She left."], 1),
    ("**Übersetzung**\nEr kam.\nSie ging.\n---", ["He came.", "She left."], 2),
    ("Er kam.\nSie ging.", ["He came.", "She left."], 0),
    ("Die Übersetzung war gut.\nEr kam.\nSie ging.", ["The translation was good.", "He came."], 0),
])  # fmt: skip
def test_remarks_are_first_or_last_lines(text: str, sources: list[str], n: int) -> None:
    assert len(remarks(text, cuts_of(text, "de"), sources, ("en", "de"))) == n


def test_the_ratio_of_lengths_stays_within_reason() -> None:
    source = ["abcdefghij" * 10]
    assert ratio(source, "abcdefghij" * 11) == pytest.approx(1.1)
    assert ratio(source, "x") == pytest.approx(1 / 1.4)  # most of it is missing
    assert ratio(source, "字" * 38) == pytest.approx(0.38)


def test_lengths_fit_best_where_they_are_expected() -> None:
    fits = log_fit(20.0, np.array([20.0, 25.0, 60.0]))
    assert fits[0] == 0.0
    assert fits[0] > fits[1] > fits[2]
