"""`experiments/analyser/choose_manner.py`: where a network answers in another treebank's manner."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from litmus.language.embedded.manner import Manner

DEM = "Case=Nom|PronType=Dem"


@pytest.fixture
def script(analyser_script: Callable[[str], ModuleType]) -> ModuleType:
    return analyser_script("choose_manner")


def words(script: ModuleType, times: int, form: str, own: str, given: str) -> list[Any]:
    """So many words whose lemma is their form, with what the network says and what is right."""
    both = [tuple(tag.split("|", 1)) for tag in (own, given)]
    return [script.Seen(form, form, *both)] * times


def test_tag_or_form_that_is_mostly_another(script: ModuleType) -> None:
    seen = [
        *words(script, 9, "a", "NUM|", "NUM|NumType=Card"),
        *words(script, 3, "b", "NUM|", "NUM|"),
        *words(script, 4, "a", "SYM|", "X|"),  # too few
        *words(script, 5, "a", "ADV|", "ADJ|"),  # not often enough
        *words(script, 3, "b", "ADV|", "ADV|"),
    ]
    assert script.by_tag(seen) == {"NUM|": "NUM|NumType=Card"}
    seen = [
        *words(script, 5, "hep", "ADV|PronType=Ind", "ADV|"),
        *words(script, 5, "başka", "ADV|PronType=Ind", "ADV|PronType=Ind"),
        *words(script, 5, "17", "NUM|", "DET|"),  # no word
    ]
    assert script.by_form(seen, {}) == {"ADV|PronType=Ind": {"hep": "ADV|"}}
    assert script.by_form(seen, {"ADV|PronType=Ind": "ADV|"}) == {}  # done for all forms


def test_what_a_word_always_is(script: ModuleType) -> None:
    taught = [
        *words(script, 3, "этот", f"DET|{DEM}", f"DET|{DEM}"),
        *words(script, 2, "весь", "DET|PronType=Tot", "DET|PronType=Tot"),  # too few
        *words(script, 3, "sein", "DET|", "DET|Gender[psor]=Masc,Neut"),
        *words(script, 3, "как", "ADV|", "ADV|"),
        *words(script, 1, "как", "ADV|", "ADV|PronType=Rel"),  # not always
        *words(script, 4, "дом", "NOUN|NumType=Card", "NOUN|"),  # an open class
    ]
    others = [
        *words(script, 1, "этот", "DET|Case=Gen|Poss=Yes", "DET|Case=Gen"),
        *words(script, 1, "этот", "DET|PronType=Rel", "DET|PronType=Rel"),  # its place may decide
        *words(script, 1, "sein", "DET|Gender[psor]=Masc", "DET|Gender[psor]=Masc"),
        *words(script, 1, "весь", "DET|Case=Nom", "DET|Case=Nom"),
        *words(script, 1, "как", "ADV|PronType=Int", "ADV|PronType=Int"),
        *words(script, 1, "дом", "NOUN|NumType=Card", "NOUN|"),
    ]
    assert script.by_word(taught, [*taught, *others]) == {
        "DET|": {"sein": "DET|Gender[psor]=Masc,Neut"},
        "DET|Case=Gen|Poss=Yes": {"этот": "DET|Case=Gen|Poss=Yes|PronType=Dem"},
        "DET|Gender[psor]=Masc": {"sein": "DET|Gender[psor]=Masc,Neut"},
    }


def test_how_many_are_right(script: ModuleType) -> None:
    seen = [
        *words(script, 2, "a", "ADV|", "ADJ|Degree=Pos"),
        *words(script, 3, "b", "ADV|", "ADV|"),
        *words(script, 4, "c", "X|Foreign=Yes", "X|"),
    ]
    assert script.right(seen, Manner({}, {})) == (7, 3)
    table = Manner({"X|Foreign=Yes": "X|"}, {"ADV|": {"a": "ADJ|Degree=Pos"}})
    assert script.right(seen, table) == (9, 9)
    assert script.together(Manner({"A|": "B|"}, {}), Manner({"A|": "C|", "D|": "E|"}, {})) == (
        Manner({"A|": "B|", "D|": "E|"}, {})
    )


def test_gain_that_keeps_a_table(script: ModuleType) -> None:
    assert script.enough(2, 3, 1000)
    assert not any(script.enough(*gain) for gain in ((0, 4, 1000), (9, -1, 1000), (0, 9, 10_000)))
