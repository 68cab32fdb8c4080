"""Entries that are put together when they are asked for, by hand."""

import pytest

from litmus.language.dictionary.columns import Columns
from litmus.language.dictionary.entries import Entries

LINES = [
    "\tEis\t3",  # a word without a partner
    "Ice\tGlace\t2",
    "bucket\tseau\t9",
    "bucket\tle\t1",  # idle beside something better
    "ice\tglace\t8",
    "kick\t\t4",
    "of\tglace\t1",  # a function word
    "the bucket\tseau\t1",
    "this\tle\t5",  # has nothing better
    "way\tchemin\t7?",  # doubtful
]


def entries(*, reverse: bool) -> Entries:
    idle = frozenset({"of"}), frozenset({"le"})
    here, there = reversed(idle) if reverse else idle
    return Entries(Columns.of_lines(LINES, reverse=reverse), idle=here, idle_there=there)


def test_entries_of_either_case_are_one_and_idle_translations_a_last_resort() -> None:
    assert dict(entries(reverse=False)) == {
        "ice": {"glace", "Glace"},
        "bucket": {"seau"},
        "the bucket": {"seau"},
        "this": {"le"},
    }


def test_entries_turned_round_and_without_lines() -> None:
    found = entries(reverse=True)
    assert dict(found) == {"glace": {"Ice", "ice"}, "seau": {"bucket", "the bucket"}}
    held = [word for word in ("seau", "le", "chemin") if word in found]
    assert (len(found), held) == (2, ["seau"])
    none = Entries(Columns.of_lines([], reverse=False), idle=frozenset(), idle_there=frozenset())
    assert dict(none) == {}
    with pytest.raises(KeyError):
        none["ice"]


def test_columns_are_numbered_in_the_order_in_which_words_come() -> None:
    words, translations, counts, doubtful = Columns.of_lines(LINES[1:4], reverse=False)
    assert (words.words, words.rows.tolist()) == (["Ice", "bucket"], [0, 1, 1])
    assert translations.all() == ["Glace", "seau", "le"]
    assert (counts.tolist(), doubtful.tolist()) == ([2.0, 9.0, 1.0], [False] * 3)
