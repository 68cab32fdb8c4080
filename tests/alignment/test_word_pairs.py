"""Dictionaries out of parallel text whose dictionary is known."""

from aligning import DICTIONARY, LONELY, joined, text

from litmus.alignment.word_pairs import is_word, word_pairs


def test_word_pairs_are_the_dictionary_that_made_the_text() -> None:
    pairs = joined(text(1, 300))
    rows = word_pairs(pairs, ("sv", "fi"))
    assert {(a, b) for a, b, _ in rows if a and b} == set(DICTIONARY.items())
    assert rows == sorted(rows)
    for word, other, count in rows:
        if word and other:  # how often they were linked
            times = sum(word in source.split() for source, _ in pairs)
            assert 0.8 * times < count < 1.05 * times


def test_word_pairs_show_words_that_often_have_no_partner() -> None:
    rows = word_pairs(joined(text(3, 300, lonely=True)), ("sv", "fi"))
    alone = {(a, b) for a, b, _ in rows if not (a and b)}
    assert alone == {(LONELY[0], ""), ("", LONELY[1])}


def test_word_pairs_are_written_as_inside_a_sentence() -> None:
    # three times at the start of a sentence, where the capital says nothing, and once inside
    pairs = [("Hus brinner", "talo palaa")] * 3 + [("brinner hus", "palaa talo")]
    known = [("hus", "talo", 20.0), ("brinner", "palaa", 20.0)]
    rows = word_pairs(pairs, ("sv", "fi"), known)
    assert {(a, b) for a, b, _ in rows} == {("hus", "talo"), ("brinner", "palaa")}


def test_word_pairs_keep_the_capital_of_a_noun() -> None:
    named = [(source.title(), target) for source, target in joined(text(1, 300))]
    found = {a for a, b, _ in word_pairs(named, ("sv", "fi")) if a and b}
    assert found == {word.title() for word in DICTIONARY}


def test_word_pairs_start_from_what_is_known() -> None:
    # one sentence, in the opposite order: only the dictionary can know
    pairs = [("ett hus brinner", "palaa talo yksi")]
    known = [("ett", "yksi", 20.0), ("hus", "talo", 20.0), ("brinner", "palaa", 20.0)]
    rows = word_pairs(pairs, ("sv", "fi"), known)
    assert {(a, b) for a, b, _ in rows} == {(a, b) for a, b, _ in known}


def test_word_pairs_hold_no_numbers_and_no_punctuation() -> None:
    pairs = [("2024 ! oslo", "2024 ! oslo")] * 5 + [("12 . bergen", "12 . bergen")] * 5
    assert {(a, b) for a, b, _ in word_pairs(pairs, ("sv", "fi"))} == {
        ("oslo", "oslo"),
        ("bergen", "bergen"),
    }
    assert [is_word(word) for word in ("hus", "2024", "B2B", "!", "", "水")] == [
        True, False, False, False, False, True,
    ]  # fmt: skip


def test_word_pairs_of_nothing_are_none() -> None:
    assert word_pairs([], ("sv", "fi")) == []
    assert word_pairs([("", "x"), ("y", "")], ("sv", "fi")) == []
