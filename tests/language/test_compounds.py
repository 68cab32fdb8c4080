"""Parts of compounds."""

import pytest

from litmus.language.compounds import contains_part
from litmus.language.knowledge import load

GERMAN = {"dienst", "haus", "tür", "ding", "ende", "woche", "es"}
DUTCH = {"kast", "huis", "wijs"}


@pytest.mark.parametrize(
    ("code", "word", "part", "expected"),
    [
        ("de", "bärendienst", "bär", True),  # Bär + en + Dienst
        ("de", "wochenende", "ende", True),  # Woche + n + Ende
        ("de", "wochenende", "woche", True),
        ("de", "bärtig", "bär", False),  # tig is no word
        ("de", "dienst", "dienst", False),  # the word itself is no compound
        ("de", "dienstes", "dienst", False),  # es is an ending, too short to be a part
        ("de", "esding", "es", False),  # and so is the part asked for
        ("de", "hausbär", "bär", True),
        ("de", "überbären", "bär", False),  # in the middle
        ("de", "schultür", "schule", False),  # has lost its ending, which is another question
        ("de", "", "bär", False),
        ("de", "bärendienst", "", False),
        ("nl", "boekenkast", "boek", True),  # boek + en + kast
        ("nl", "boekenkast", "kast", False),  # boek is not in this vocabulary
        ("nl", "stadshuis", "stad", True),  # stad + s + huis
        ("nl", "boeking", "boek", False),
    ],
)
def test_part_of_a_compound(code: str, word: str, part: str, expected: bool) -> None:
    words = {"de": GERMAN, "nl": DUTCH}[code]
    assert contains_part(word, part, load(code).linking, words) is expected


def test_part_needs_no_linking_letters() -> None:
    assert contains_part("haustür", "haus", (), GERMAN)
    assert not contains_part("bärendienst", "bär", (), GERMAN)


@pytest.mark.parametrize(
    ("code", "word", "part", "known", "expected"),
    [
        ("de", "schultür", "schule", "tür", True),  # the e is gone
        ("de", "waschmaschine", "waschen", "maschine", True),  # a verb
        ("de", "firmenwagen", "firma", "wagen", True),  # Firm(a) + en + Wagen
        ("de", "geschichtsbuch", "geschichte", "buch", True),  # Geschicht(e) + s + Buch
        ("de", "schultern", "schule", "tür", False),
        ("nl", "werkplaats", "werken", "plaats", True),
        ("nl", "aardappel", "appel", "aarde", True),
        ("is", "tímabil", "tími", "bil", True),  # tím(i) + a + bil
        ("is", "bróðursonur", "bróðir", "sonur", True),
        ("is", "söngvakeppni", "söngur", "keppni", True),
    ],
)
def test_part_that_lost_its_ending(
    code: str, word: str, part: str, known: str, expected: bool
) -> None:
    language = load(code)
    found = contains_part(word, part, language.linking, {known}, dropped=language.dropped)
    assert found is expected
