"""Tags that give way to those of the treebank whose manner is followed."""

from pathlib import Path

import pytest

from litmus.language import embedded
from litmus.language.embedded.analyser import EmbeddedAnalyser
from litmus.language.embedded.lexicon import FOLDER
from litmus.language.embedded.manner import FILE, NONE, Manner, load, pack

TEXT = "The old dogs were sleeping, but she walked on."


def tags(analyser: EmbeddedAnalyser, text: str) -> list[tuple[str, str, str]]:
    ((sentence,),) = analyser.analyse([text])
    return [(word.form, word.upos, word.feats) for word in sentence.words]


def test_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    table = {
        "de": Manner(
            {"A|B=C": "A|"}, {"ADV|": {"leer": "ADJ|Degree=Pos", "voll": "ADJ|", "roh": "ADJ|"}}
        ),
        "tr": Manner({}, {"X|": {"a-b": "Y|"}}),
    }
    (tmp_path / FILE).write_bytes(pack(table))
    assert {language: load(language, tmp_path) for language in ("de", "tr", "en")} == {
        **table, "en": NONE,
    }  # fmt: skip


def test_model_of_ones_own_has_its_own_table(tmp_path: Path) -> None:
    assert load("de", tmp_path) == NONE
    assert NONE.numbered(["A|", "B|C=D"]) == (["A|", "B|C=D"], {})
    for path in FOLDER.iterdir():
        (tmp_path / path.name).symlink_to(path)
    (tmp_path / FILE).unlink()
    text = "Der Minister hat das offiziell bestätigt."
    assert ("offiziell", "ADV", "") in tags(EmbeddedAnalyser("de", folder=tmp_path), text)
    assert ("offiziell", "ADJ", "Degree=Pos") in tags(EmbeddedAnalyser("de"), text)


def test_forms_are_known_by_what_the_network_answered() -> None:
    """So that a tag that is renamed for all words can be another for some."""
    own = Manner({"A|": "B|"}, {"A|": {"x": "C|", "y": "A|"}, "unknown|": {"x": "C|"}})
    assert own.numbered(["A|", "B|"]) == (["B|", "B|", "C|", "A|"], {0: {"x": 2, "y": 3}})


def test_tag_gives_way_for_all_words_or_for_a_form() -> None:
    plain = tags(EmbeddedAnalyser("en", own_manner=NONE), TEXT)
    nouns = [row for row in plain if row[1:] == ("NOUN", "Number=Plur")]
    marks = [row for row in plain if row[1] == "PUNCT"]
    assert [form for form, *_ in nouns + marks] == ["dogs", ",", "."]
    other = Manner({"PUNCT|": "SYM|"}, {"NOUN|Number=Plur": {"dogs": "NEW|Odd=Yes", "cats": "X|"}})
    changed = tags(EmbeddedAnalyser("en", own_manner=other), TEXT)
    assert [new for old, new in zip(plain, changed, strict=True) if old != new] == [
        ("dogs", "NEW", "Odd=Yes"), (",", "SYM", ""), (".", "SYM", ""),
    ]  # fmt: skip
    capital = tags(EmbeddedAnalyser("en", own_manner=other), "Dogs were sleeping.")
    assert capital[0] == ("Dogs", "NEW", "Odd=Yes")


def test_forms_are_found_in_any_batch() -> None:
    """Sentences go through the network sorted by length."""
    other = Manner({}, {"NOUN|Number=Plur": {"dogs": "NEW|", "cats": "ODD|", "cafés": "BAR|"}})
    analyser = EmbeddedAnalyser("en", own_manner=other)
    texts = [
        "Cats sleep.",
        TEXT,
        "",
        "Two cats and three dogs were sleeping in the old cafe\u0301s.",
    ]
    found = [*analyser.analyse(texts)]
    assert found == [answer for text in texts for answer in analyser.analyse([text])]
    words = [word for sentences in found for sentence in sentences for word in sentence.words]
    assert [(w.form, w.upos) for w in words if w.upos in ("NEW", "ODD", "BAR")] == [
        ("Cats", "ODD"), ("dogs", "NEW"), ("cats", "ODD"), ("dogs", "NEW"), ("cafe\u0301s", "BAR"),
    ]  # fmt: skip


@pytest.mark.release
@pytest.mark.parametrize(
    ("language", "text", "form", "without", "shipped"),
    [
        ("tr", "Bu en güzel gündü.", "en", "ADV|Degree=Sup", "ADV|"),
        ("is", "Hann er 17 ára.", "17", "NUM|", "NUM|NumType=Card"),
        ("zh", "我用iPhone。", "iPhone", "X|Foreign=Yes", "X|"),
    ],
)
def test_what_ships(language: str, text: str, form: str, without: str, shipped: str) -> None:
    for analyser, tag in (
        (EmbeddedAnalyser(language, own_manner=NONE), without),
        (EmbeddedAnalyser(language), shipped),
    ):
        found = [f"{upos}|{feats}" for own, upos, feats in tags(analyser, text) if own == form]
        assert found == [tag]


def test_all_that_can_be_said_of_a_word() -> None:
    turkish = [*embedded.tags("tr")]
    assert len(turkish) == len(set(turkish))
    assert ("ADV", "") in turkish
    assert ("ADV", "Degree=Sup") not in turkish  # never answered any more
    to_forms = {
        other for others in load("ru").forms.values() for other in others.values()
    }  # some are tags that the network does not have
    assert to_forms <= {"|".join(tag) for tag in embedded.tags("ru")}
