"""Heads of punctuation from the tree of the other words; trees by hand, by the rules of UD."""

import json
from collections.abc import Sequence
from pathlib import Path

from litmus.language.embedded import marks
from litmus.language.embedded.marks import Table, places, rehang

# When he came , she left .
CAME = (["When", "he", "came", ",", "she", "left", "."], [3, 3, 6, 0, 6, 0, 0])
CAME_NAMES = ["mark", "nsubj", "advcl", "punct", "nsubj", "root", "punct"]
# He said ( I think ) that it rains
SAID = (["He", "said", "(", "I", "think", ")", "that", "it", "rains"], [2, 0, 0, 5, 2, 0, 9, 9, 2])
SAID_NAMES = ["nsubj", "root", "punct", "nsubj", "parataxis", "punct", "mark", "nsubj", "ccomp"]


def hung(
    sentence: tuple[list[str], list[int]], names: Sequence[str], table: Table, wrong: int
) -> list[int]:
    """Heads after marks that hang on word `wrong` were given to the table."""
    forms, tree = sentence
    own = [name == "punct" for name in names]
    heads = [wrong if mark else head for head, mark in zip(tree, own, strict=True)]
    rehang(forms, heads, names, own, table)
    return heads


def could(sentence: tuple[list[str], list[int]], names: Sequence[str], at: int) -> dict[str, int]:
    forms, tree = sentence
    own = [name == "punct" for name in names]
    heads = [1 if mark else head for head, mark in zip(tree, own, strict=True)]
    (found,) = (place.heads for place in places(forms, heads, names, own) if place.at == at)
    return dict(found)


def test_heads_that_a_mark_can_have() -> None:
    comma, stop = could(CAME, CAME_NAMES, 4), could(CAME, CAME_NAMES, 7)
    # a comma after a clause: came, left, she
    found = {place: comma[place] for place in ("own", "over", "before", "after")}
    assert found == {"own": 3, "over": 6, "before": 3, "after": 5}
    assert {stop["own"], stop["over"], stop["root"]} == {6}
    # brackets hang on what they enclose
    assert could(SAID, SAID_NAMES, 3)["within"] == could(SAID, SAID_NAMES, 6)["within"] == 5


def test_table_moves_marks_and_nothing_else() -> None:
    table = Table({", > advcl": ("own", 0.9), ". |.": ("root", 0.99)}, 0.8)
    assert hung(CAME, CAME_NAMES, table, 1) == [3, 3, 6, 3, 6, 0, 6]


def test_table_is_asked_by_its_closest_key_whose_share_is_large_enough() -> None:
    over = {">": ("over", 0.9)}
    assert hung(CAME, CAME_NAMES, Table(over | {", >": ("own", 0.9)}, 0.8), 1)[3] == 3
    assert hung(CAME, CAME_NAMES, Table(over, 0.8), 1)[3] == 6
    small = Table({", > advcl": ("own", 0.7), ", >": ("over", 0.99)}, 0.8)
    assert hung(CAME, CAME_NAMES, small, 2)[3] == 2  # the head of the parser


def test_pair_is_asked_for_before_what_stands_around_it() -> None:
    table = Table({"( (": ("within", 1.0), ")": ("within", 1.0), "<": ("over", 1.0)}, 0.5)
    heads = hung(SAID, SAID_NAMES, table, 1)
    assert (heads[2], heads[5]) == (5, 5)


def test_mark_that_holds_a_word_or_is_the_root_stays() -> None:
    heads = [0, 1, 2]
    table = Table({">": ("after", 1.0), "<": ("after", 1.0)}, 0.0)
    names = ["root", "punct", "vocative"]
    rehang(["Yes", ",", "sir"], heads, names, [False, True, False], table)
    assert heads == [0, 1, 2]
    heads = [0, 1]
    rehang(["!", "!"], heads, ["root", "punct"], [True, True], Table({"^": ("own", 1.0)}, 0.0))
    assert heads == [0, 1]
    for heads in ([2, 3, 1, 0], [0, 0, 1, 1]):  # what is no tree ends too
        list(places(["a", "b", "c", "!"], heads, ["dep"] * 4, [False, False, False, True]))


def test_table_is_read_from_the_folder_of_the_model(tmp_path: Path) -> None:
    about = {"xx": {"least": 0.7, "places": {", <": ["own", 0.9]}}}
    (tmp_path / marks.FILE).write_text(json.dumps(about), encoding="utf-8")
    assert marks.load("xx", tmp_path) == Table({", <": ("own", 0.9)}, 0.7)
    assert marks.load("yy", tmp_path) is None
