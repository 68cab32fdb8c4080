"""Language codes and pairs, right and wrong."""

import pytest

from litmus.errors import LitmusError
from litmus.language.knowledge import iso639, language_code, language_pair, load

KNOWN = "ar, de, en, es, fr, he, is, it, ja, ko, nl, pt, ro, ru, tr, zh"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("en", "en"), ("EN", "en"), ("eng", "en"), ("en-GB", "en"), ("en_US", "en"), ("fra", "fr"),
        ("fre", "fr"), ("deu", "de"), ("ger", "de"), ("zho", "zh"), ("chi", "zh"), ("zh-Hant", "zh"),
        ("nld", "nl"), ("dut", "nl"), ("isl", "is"), ("ice", "is"), ("ron", "ro"), ("rum", "ro"),
        ("fi", "fi"), ("ell", "el"),
    ],
)  # fmt: skip
def test_language_code_of_every_spelling(given: str, expected: str) -> None:
    assert language_code(given) == expected


@pytest.mark.parametrize(
    ("pair", "expected"),
    [("en-fr", ("en", "fr")), ("eng-fra", ("en", "fr")), ("zh-EN", ("zh", "en"))],
)
def test_language_pair(pair: str, expected: tuple[str, str]) -> None:
    assert language_pair(pair) == expected


@pytest.mark.parametrize("pair", ["en", "en-", "-fr", "en-fr-de", "", "en/fr", "en fr"])
def test_language_pair_that_is_none(pair: str) -> None:
    with pytest.raises(LitmusError) as caught:
        language_pair(pair)
    assert str(caught.value) == (
        f"{pair!r} is not a language pair. Write SOURCE-TARGET with two-letter codes, "
        "such as en-fr."
    )
    assert caught.value.exit_code == 2


def test_language_code_that_is_none() -> None:
    with pytest.raises(LitmusError) as caught:
        language_pair("en-xx")
    assert str(caught.value) == f"No language is called 'xx'.\nKnown: {KNOWN}"
    assert caught.value.exit_code == 2


def test_language_code_that_is_a_slip_gets_a_hint() -> None:
    with pytest.raises(LitmusError) as caught:
        language_code("der")
    assert str(caught.value) == f"No language is called 'der'. Did you mean 'de'?\nKnown: {KNOWN}"


def test_language_without_a_file_has_a_name_and_nothing_else() -> None:
    language = load("fi")
    assert (language.code, language.name, language.version) == ("fi", "Finnish", 0)
    assert (language.snowball, language.stopwords, language.writing) == (
        None,
        frozenset(),
        "spaces",
    )


def test_iso_table_is_complete() -> None:
    table = iso639()
    assert len(table) >= 183  # ISO 639-1
    assert all(len(two) == 2 and len(three) == 3 for two, (three, _) in table.items())
    assert len({three for three, _ in table.values()}) == len(table)
