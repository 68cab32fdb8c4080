"""What the shipped lists know of an idiom that somebody has named."""

from pathlib import Path

import pytest

from litmus.idioms.entries.lists import load_idioms
from litmus.idioms.entries.meanings import Meanings, meanings, written_equivalents
from litmus.language.dictionary.everyday import everyday_languages, everyday_words
from litmus.language.knowledge import load
from litmus.language.language_check import script


@pytest.mark.parametrize(
    "label", ["spill the beans", "to spill the beans", "Spilled the beans", "spilling beans"]
)
def test_an_idiom_is_found_however_it_is_written(label: str) -> None:
    meaning, equivalents = meanings("en", "de").find(label)
    assert meaning == "reveal a secret"
    assert "auspacken" in equivalents


def test_slots_do_not_matter() -> None:
    assert meanings("en", "fr").find("pull <someone>'s leg")[0]
    assert meanings("en", "fr").find("pull someone's leg")[0]


def test_what_is_in_no_list_is_not_known() -> None:
    assert meanings("en", "fr").find("colourless green ideas") == ("", ())
    assert meanings("en", "fr").find("") == ("", ())
    assert Meanings("sw", "en").find("anything") == ("", ())


@pytest.mark.parametrize("language", everyday_languages())
def test_everyday_words_are_written_in_their_script(language: str) -> None:
    pairs = list(everyday_words("en", language))
    assert len(pairs) > 1500
    assert len(set(pairs)) == len(pairs)
    back = list(everyday_words(language, "en"))
    assert sorted(back) == sorted((b, a) for a, b in pairs)
    assert all(a and b and a == a.strip() and b == b.strip() for a, b in pairs)
    scripts = {script(letter) for _, other in pairs for letter in other} - {None}
    assert scripts <= set(load(language).scripts)


@pytest.mark.parametrize("language", ["de", "is", "he", "ko", "zh", "ar"])
def test_equivalents_belong_to_entries_of_the_list(language: str) -> None:
    labels = {idiom.label for idiom in load_idioms("en", "en").idioms}
    written = written_equivalents("en", language)
    assert len(written) > 600
    assert set(written) <= labels
    assert all(text.strip() for texts in written.values() for text in texts)


def test_no_table_for_a_pair_without_english() -> None:
    assert list(everyday_words("de", "fr")) == []
    assert written_equivalents("de", "fr") == {}


def test_a_file_called_as_a_language_is_not_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Parallel text is often kept as files called en and fr.
    (tmp_path / "en").write_text("The same line.\nThe same line.\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert Meanings("en", "fr").find("spill the beans")[0] == "reveal a secret"
