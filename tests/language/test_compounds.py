"""Parts of compounds."""

import pytest

from litmus.language.compounds import contains_part
from litmus.language.knowledge import load

GERMAN = {"dienst", "haus", "tür", "ding", "ende", "woche", "es"}
DUTCH = {"kast", "huis", "wijs"}


@pytest.mark.parametrize(
    ("word", "part", "expected"),
    [
        ("bärendienst", "bär", True),  # Bär + en + Dienst
        ("haustür", "tür", True),
        ("wochenende", "ende", True),  # Woche + n + Ende
        ("wochenende", "woche", True),
        ("bärtig", "bär", False),  # tig is no word
        ("dienst", "dienst", False),  # the word itself is no compound
        ("dienstes", "dienst", False),  # es is an ending, too short to be a part
        ("esding", "es", False),  # and so is the part asked for
        ("hausbär", "bär", True),
        ("überbären", "bär", False),  # in the middle
        ("", "bär", False),
        ("bärendienst", "", False),
    ],
)
def test_part_of_a_german_compound(word: str, part: str, expected: bool) -> None:
    assert contains_part(word, part, load("de").linking, GERMAN) is expected


@pytest.mark.parametrize(
    ("word", "part", "expected"),
    [
        ("boekenkast", "boek", True),  # boek + en + kast
        ("boekenkast", "kast", False),  # boek is not in this vocabulary
        ("stadshuis", "stad", True),  # stad + s + huis
        ("boeking", "boek", False),
    ],
)
def test_part_of_a_dutch_compound(word: str, part: str, expected: bool) -> None:
    assert contains_part(word, part, load("nl").linking, DUTCH) is expected


def test_part_needs_no_linking_letters() -> None:
    assert contains_part("haustür", "haus", (), GERMAN)
    assert not contains_part("bärendienst", "bär", (), GERMAN)
