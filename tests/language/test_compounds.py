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


@pytest.mark.parametrize(
    ("code", "word", "part", "known", "expected"),
    [
        ("de", "schultür", "schule", "tür", True),  # the e is gone
        ("de", "schultür", "tür", "schule", True),
        ("de", "waschmaschine", "waschen", "maschine", True),  # a verb
        ("de", "firmenwagen", "firma", "wagen", True),  # Firm(a) + en + Wagen
        ("de", "geschichtsbuch", "geschichte", "buch", True),  # Geschicht(e) + s + Buch
        ("de", "schultern", "schule", "tür", False),
        ("de", "neben", "nehmen", "ben", False),
        ("de", "ehre", "ehe", "tür", False),
        ("nl", "werkplaats", "werken", "plaats", True),
        ("nl", "aardappel", "appel", "aarde", True),
        ("is", "tímabil", "tími", "bil", True),  # tím(i) + a + bil
        ("is", "vikublað", "blað", "vika", True),  # vik(a) + u + blað
        ("is", "bróðursonur", "bróðir", "sonur", True),
        ("is", "söngvakeppni", "söngur", "keppni", True),
        ("is", "landslið", "land", "lið", True),
        ("is", "bókarkápa", "bók", "kápa", True),
    ],
)
def test_part_that_lost_its_ending(
    code: str, word: str, part: str, known: str, expected: bool
) -> None:
    language = load(code)
    found = contains_part(word, part, language.linking, {known}, dropped=language.dropped)
    assert found is expected


def test_part_keeps_its_ending_unless_told() -> None:
    assert not contains_part("schultür", "schule", load("de").linking, {"tür"})
