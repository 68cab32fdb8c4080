"""simplemma's lists, read in stretches."""

from collections.abc import Iterator

import pytest
from analysing import by_language
from simplemma.strategies.dictionaries import StreamDictionaryFactory

from litmus.language.embedded import lemmas, streams


@pytest.fixture
def shipped(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Places for two short lists, which ship without."""
    places = {language: streams.places(language, 16) for language in ("he", "it")}
    monkeypatch.setattr(streams, "_shipped", lambda: places)
    streams._stream.cache_clear()
    yield
    streams._stream.cache_clear()


@pytest.mark.parametrize("language", by_language(("he", "it"), "he"))
def test_stream_answers_as_simplemma_does(shipped: None, language: str) -> None:
    ours, theirs = streams._stream(language), StreamDictionaryFactory().get_dictionary(language)
    assert ours is not None
    words = list(theirs)
    some = words[:40] + words[2040:2060] + words[2048::997] + words[-40:]
    assert [ours.get(word) for word in some] == [theirs[word] for word in some]
    absent = ["", "\uffff", "x" * 50, *(word + "\x00" for word in some)]
    assert [ours.get(word) for word in absent] == [theirs.get(word) for word in absent]
    assert list(ours) == words
    assert len(ours) == len(theirs)


def test_stream_is_a_mapping(shipped: None) -> None:
    found = streams._stream("it")
    assert found is not None
    assert found["cani"] == "cane"
    assert "cani" in found
    with pytest.raises(KeyError):
        found["xyzzy"]
    assert found.get("xyzzy", "?") == "?"


def test_streams_that_ship_are_of_the_longest_lists_that_are_asked() -> None:
    shipped = streams._shipped().keys()
    assert shipped == {"de", "en", "es", "fr", "it", "pt", "ru", "tr"}
    assert all(
        language in lemmas.shipped_limits() or lemmas.shipped_rules(language).words
        for language in shipped
    )
    german = streams.Lists().get_dictionary("de")
    assert isinstance(german, streams.Stream)
    assert german["Mäuse"] == "Maus"


def test_list_that_has_changed_is_read_by_simplemma(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "_shipped", lambda: {"it": (0, [], "")})
    streams._stream.cache_clear()
    try:
        found = streams.Lists().get_dictionary("it")
        assert not isinstance(found, streams.Stream)
        assert found["cani"] == "cane"
    finally:
        streams._stream.cache_clear()
