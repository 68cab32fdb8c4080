"""Everyday words translated by hand in all their senses, and what they add to a dictionary."""

from pathlib import Path

import pytest

from litmus.language.dictionary import bilingual, everyday
from litmus.language.dictionary.bilingual import shipped
from litmus.language.dictionary.entries import WithSenses
from litmus.language.dictionary.everyday import everyday_languages, everyday_words


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of one language in place of those that ship."""
    text = "# made up\n\nnail\tnaglo,ungo\nhouse\tdomo\n"
    (tmp_path / "en-eo.tsv").write_text(text, encoding="utf-8")
    (tmp_path / "LICENSE.md").touch()
    monkeypatch.setattr(everyday, "_FOLDER", tmp_path)
    everyday._pairs.cache_clear()


def test_everyday_words_go_both_ways(tables: None) -> None:
    pairs = [("nail", "naglo"), ("nail", "ungo"), ("house", "domo")]
    assert list(everyday_words("en", "eo")) == pairs
    assert list(everyday_words("eo", "en")) == [(b, a) for a, b in pairs]
    for source, target in (("eo", "fr"), ("fr", "eo"), ("fr", "en"), ("en", "fr")):
        assert list(everyday_words(source, target)) == []
    assert everyday_languages() == ["eo"]
    everyday._pairs.cache_clear()


def test_senses_stand_beside_the_entries() -> None:
    entries = {"nail": frozenset({"Nagel"}), "cat": frozenset({"Katze"})}
    more = {"nail": frozenset({"nageln", "Nagel"}), "dog": frozenset({"Hund"})}
    both = WithSenses(entries, more)
    assert dict(both) == {"nail": {"Nagel", "nageln"}, "cat": {"Katze"}, "dog": {"Hund"}}
    assert (list(both), len(both)) == (["nail", "cat", "dog"], 3)
    assert "dog" in both and "cat" in both and "bird" not in both
    with pytest.raises(KeyError):
        both["bird"]


def test_dictionary_with_senses_has_another_name_and_no_function_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pairs = [("house", "nýtt"), ("qxzzq", "nýtt"), ("The", "hús"), ("qxzzq", "Og")]
    monkeypatch.setattr(bilingual, "everyday_words", lambda source, target: pairs)
    plain = shipped("en", "is")
    found = shipped.__wrapped__("en", "is", senses=True)  # type: ignore[attr-defined]
    assert found.name == f"{plain.name}+everyday.v{everyday.VERSION}"
    assert found.lookup("house") == plain.lookup("house") | {"nýtt"} > {"nýtt"}
    assert found.lookup("qxzzq") == {"nýtt"}
    assert found.lookup("The") == frozenset()
    pairs.clear()
    assert shipped.__wrapped__("en", "is", senses=True).name == plain.name  # type: ignore[attr-defined]
