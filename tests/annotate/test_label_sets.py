"""Label sets are data, and checked."""

from pathlib import Path

import pytest

from litmus.annotate.label_sets import (
    ERROR,
    LITERAL,
    NO_VERDICT,
    find_label_set,
    load_label_set,
    shipped_label_sets,
)
from litmus.annotate.server.guideline import blocks
from litmus.errors import DataError, UnknownName

MINIMAL = """
[[labels]]
key = "yes"
hotkey = "y"
sign = "+"
[[labels]]
key = "no"
hotkey = "n"
sign = "-"
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "own.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_what_ships() -> None:
    assert set(shipped_label_sets()) == {"esa", "idiom", "mqm", "tag", "understanding"}


@pytest.mark.parametrize("name", ["idiom", "tag", "understanding"])
def test_every_shipped_set_is_whole(name: str) -> None:
    found = load_label_set(find_label_set(name))
    assert found.name == name and found.guideline and found.question
    assert all(label.description and label.name for label in found.labels)
    assert blocks(found.guideline)


def test_the_idiom_set_has_the_labels_of_the_papers() -> None:
    found = load_label_set(find_label_set("idiom"))
    assert found.keys == ("correct", "understandable", "literal", "omitted", "incorrect")
    assert found.meaning(LITERAL) == {"literal"}
    assert found.meaning(ERROR) == {"literal", "omitted", "incorrect"}
    assert load_label_set(find_label_set("tag")).meaning(NO_VERDICT) == {"unsure"}
    assert load_label_set(find_label_set("understanding")).ordered


def test_own_sets_need_little(tmp_path: Path) -> None:
    found = load_label_set(written(tmp_path, MINIMAL))
    assert (found.name, found.unit, found.keys) == ("own", "segment", ("yes", "no"))
    assert [label.name for label in found.labels] == ["yes", "no"]


@pytest.mark.parametrize(("text", "message"), [
    ("labels = 3", "'labels' must be a list of tables: [[labels]], not 3."),
    ("x = 1", "unknown key 'x'."),
    ("name = 'a'", "a label set needs at least two [[labels]]."),
    ("labels = ['a', 'b']", "'labels[0]' must be a table, not 'a'."),
    (f"unit = 'word'\n{MINIMAL}", "'unit' must be 'idiom', 'tag' or 'segment', not 'word'."),
    (f"ordered = 1\n{MINIMAL}", "'ordered' must be true or false, not 1."),
    (MINIMAL.replace('"no"', '"yes"'), "two labels have the key 'yes'."),
    (MINIMAL.replace('"n"', '"y"'), "two labels have the hotkey 'y'."),
    (MINIMAL.replace('"-"', '"+"'), "two labels have the sign '+'."),
    (MINIMAL.replace('sign = "-"', ""), "the key 'labels[1].sign' is missing."),
    (MINIMAL.replace('"n"', '"u"'), "the hotkey 'u' must be one letter or digit, and not one of the page's own: c g h t u ?"),
    (MINIMAL.replace('"no"', '"n o"'), "the key 'n o' may hold letters, digits and . - _ only."),
    (f"{MINIMAL}tone = 'blue'", "'labels[1].tone' must be 'good', 'fair', 'bad' or 'none', not 'blue'."),
    (f"{MINIMAL}means = ['wrong']", "'labels[1].means[0]' must be 'error', 'literal error' or 'no verdict', not 'wrong'."),
    (f"{MINIMAL}means = ['literal error']", "'no' means a literal error, which is an error, too.\n"
     'Write: means = ["error", "literal error"]'),
])  # fmt: skip
def test_what_is_wrong_is_said(tmp_path: Path, text: str, message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(DataError) as error:
        load_label_set(path)
    assert str(error.value).startswith(f"{path}: {message}")


def test_no_toml_at_all(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="is not TOML"):
        load_label_set(written(tmp_path, "a = "))


def test_names_that_are_not_there() -> None:
    with pytest.raises(UnknownName, match="No task is called 'idoim'. Did you mean 'idiom'"):
        find_label_set("idoim")
    with pytest.raises(DataError, match="gone.toml does not exist"):
        find_label_set("gone.toml")


def test_guidelines_become_runs_not_markup() -> None:
    found = blocks(
        "# Look\n- **one** `two`\n- <b>three</b>\n  goes on\n\nA *last* one\nwith two lines"
    )
    assert [block["kind"] for block in found] == ["heading", "item", "item", "paragraph"]
    assert found[1]["runs"] == [
        {"text": "one", "style": "strong"}, {"text": " "}, {"text": "two", "style": "code"},
    ]  # fmt: skip
    assert found[2]["runs"] == [{"text": "<b>three</b> goes on"}]
    assert found[3]["runs"][-1] == {"text": " one with two lines"}
