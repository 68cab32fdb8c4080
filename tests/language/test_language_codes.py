"""Language codes and pairs, right and wrong."""

import pytest

from litmus.errors import LitmusError
from litmus.language.knowledge import iso639, language_code, language_pair

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


def test_language_pair() -> None:
    assert language_pair("en-fr") == language_pair("eng-fra") == ("en", "fr")
    assert language_pair("zh-EN") == ("zh", "en")


@pytest.mark.parametrize("pair", ["en", "en-", "-fr", "en-fr-de", "", "en/fr", "en fr"])
def test_language_pair_that_is_none(pair: str) -> None:
    with pytest.raises(LitmusError) as caught:
        language_pair(pair)
    assert str(caught.value) == (
        f"{pair!r} is not a language pair. Write SOURCE-TARGET with two-letter codes, "
        "such as en-fr."
    )
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(("code", "hint"), [("xx", ""), ("der", " Did you mean 'de'?")])
def test_language_code_that_is_none(code: str, hint: str) -> None:
    for ask in (lambda: language_code(code), lambda: language_pair(f"en-{code}")):
        with pytest.raises(LitmusError) as caught:
            ask()
        assert str(caught.value) == f"No language is called '{code}'.{hint}\nKnown: {KNOWN}"
        assert caught.value.exit_code == 2


def test_iso_table_is_complete() -> None:
    table = iso639()
    assert len(table) >= 183  # ISO 639-1
    assert all(len(two) == 2 and len(three) == 3 for two, (three, _) in table.items())
    assert len({three for three, _ in table.values()}) == len(table)
