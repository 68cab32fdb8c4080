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

SPANS = """
[spans]
source = true
[[spans.severities]]
key = "bad"
hotkey = "1"
sign = "!"
[[spans.categories]]
key = "Style/Odd"
"""
SLIDER = "[slider]\nleast = 1\nmost = 5\n"


def written(folder: Path, text: str) -> Path:
    path = folder / "own.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_what_ships() -> None:
    assert set(shipped_label_sets()) == {
        "esa", "formality", "idiom", "mqm", "pronoun", "tag", "understanding"
    }  # fmt: skip
    for name in shipped_label_sets():
        found = load_label_set(find_label_set(name))
        assert found.name == name and found.question and blocks(found.guideline)
        assert all(label.description and label.name for label in found.labels)


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
    assert [label.name for label in found.labels] == ["yes", "no"] and not found.rates
    found = load_label_set(written(tmp_path, SPANS + SLIDER))
    assert found.spans is not None and found.slider is not None and found.rates
    assert found.keys == () and found.spans.severities[0].name == "bad"
    assert (found.slider.least, found.slider.most) == (1, 5)
    both = load_label_set(written(tmp_path, MINIMAL + SPANS))
    assert both.keys == ("yes", "no") and both.rates


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
    ("[spans]\n", "[spans] needs at least one severity: [[spans.severities]]"),
    (SPANS + '[[spans.severities]]\nkey = "Bad"\nhotkey = "2"\nsign = "?"', "two severities have the key 'bad'; case does not count."),
    (SPANS + '[[spans.categories]]\nkey = "style/odd"', "two categories have the key 'style/odd'; case does not count."),
    (SPANS + '[[spans.categories]]\nkey = "a\\tb"', "the name 'a\\tb' must begin and end with a character that is no blank, and hold no tab, line end, <, > or \"."),
    (SPANS + '[[spans.categories]]\nkey = "<v>"', "the name '<v>' must begin"),
    (SPANS.replace("source = true", 'missing = "Omission"'), "'spans.missing' is 'Omission', which is none of the categories."),
    (SPANS + 'severity = "worse"', "the category 'Style/Odd' has the severity 'worse', which is none of [[spans.severities]]."),
    (SPANS.replace("source = true", "") + 'side = "source"', "the category 'Style/Odd' is marked in the source.\nAllow that: source = true under [spans]"),
    (SPANS + 'side = "source"\nwhole = true', "the category 'Style/Odd' covers the whole translation, so its side cannot be the source."),
    (SPANS.replace("source = true", "most = 101"), "'spans.most' must be"),
    (SPANS.replace('"1"', '"m"'), "the hotkey 'm' must be one letter or digit, and not one of the page's own: c g h t u ? m o s x"),
    (MINIMAL + SPANS.replace('"1"', '"y"'), "two labels have the hotkey 'y'."),
    ("unit = 'idiom'\n" + SPANS, 'errors and scores are about a whole translation.\nWrite: unit = "segment"'),
    ("[slider]\nleast = 3\nmost = 3", "the slider goes from 3 to 3; 'least' must be below 'most'."),
    (SLIDER + '[[slider.anchors]]\nvalue = 0\ntext = "x"', "the anchor 0 is not on the slider, which goes from 1 to 5."),
    ("[slider]\nfrom = 3", "unknown key 'slider.from'."),
])  # fmt: skip
def test_what_is_wrong_is_said(tmp_path: Path, text: str, message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(DataError) as error:
        load_label_set(path)
    assert str(error.value).startswith(f"{path}: {message}")


def test_files_that_are_not_there_or_no_toml(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="No task is called 'idoim'. Did you mean 'idiom'"):
        find_label_set("idoim")
    with pytest.raises(DataError, match="gone.toml does not exist"):
        find_label_set("gone.toml")
    with pytest.raises(DataError, match="is not TOML"):
        load_label_set(written(tmp_path, "a = "))


def test_guidelines_become_runs_not_markup() -> None:
    found = blocks(
        "# Look\n- **one** `two`\n- <b>three</b>\n  goes on\n\nA *last* one\nwith two lines\n"
        "# Then\nend"
    )
    assert " ".join(block["kind"] for block in found) == (
        "heading item item paragraph heading paragraph"
    )
    assert found[1]["runs"] == [
        {"text": "one", "style": "strong"}, {"text": " "}, {"text": "two", "style": "code"},
    ]  # fmt: skip
    assert found[2]["runs"] == [{"text": "<b>three</b> goes on"}]
    assert found[3]["runs"][-1] == {"text": " one with two lines"}


def test_every_error_of_the_mqm_task_has_a_weight() -> None:
    from litmus.annotate.error_weights import mqm_weights
    from litmus.corpus.ratings import ErrorSpan

    rules = load_label_set(find_label_set("mqm")).spans
    assert rules is not None

    def cost(severity: str, category: str) -> float:
        return mqm_weights().cost("", ErrorSpan(0, 1, category, severity))

    # Freitag et al. 2021, Table 4: 5 and 1, non-translation 25, minor punctuation 0.1, neutral 0
    special = {("Major", "Non-translation!"): 25.0, ("Minor", "Fluency/Punctuation"): 0.1}
    for severity, usual in (("Major", 5.0), ("Minor", 1.0), ("Neutral", 0.0)):
        for category in rules.categories:
            expected = special.get((severity, category.key), usual)
            assert cost(severity, category.key) == expected, (severity, category.key)
    assert {one.key for one in rules.severities} == {"Major", "Minor", "Neutral"}
