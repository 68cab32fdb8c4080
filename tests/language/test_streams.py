"""simplemma's lists, read in stretches."""

from collections.abc import Iterator

import pytest
from analysing import by_language
from simplemma.strategies.dictionaries import StreamDictionaryFactory

from litmus.language.embedded import lemmas, streams


@pytest.fixture(params=by_language(("he", "it"), "it"))
def short(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A language with a short list, which ships without places and has some here."""
    language = request.param
    monkeypatch.setattr(streams, "_shipped", lambda: {language: streams.places(language, 16)})
    streams._stream.cache_clear()
    yield language
    streams._stream.cache_clear()


def test_stream_answers_as_simplemma_does(short: str) -> None:
    ours, theirs = streams._stream(short), StreamDictionaryFactory().get_dictionary(short)
    assert ours is not None
    words = list(theirs)
    some = words[:40] + words[2040:2060] + words[2048::997] + words[-40:]
    assert [ours.get(word) for word in some] == [theirs[word] for word in some]
    absent = ["", "\uffff", "x" * 50, *(word + "\x00" for word in some)]
    assert [ours.get(word) for word in absent] == [theirs.get(word) for word in absent]
    assert list(ours) == words
    assert len(ours) == len(theirs)
    assert words[0] in ours and "xyzzy" not in ours
    assert (ours[words[0]], ours.get("xyzzy", "?")) == (theirs[words[0]], "?")
    with pytest.raises(KeyError):
        ours["xyzzy"]


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


@pytest.mark.slow
def test_list_that_has_changed_is_read_by_simplemma(
    short: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "_shipped", lambda: {short: (0, [], "")})
    found = streams.Lists().get_dictionary(short)
    assert not isinstance(found, streams.Stream)
    assert found == StreamDictionaryFactory().get_dictionary(short)
