"""Every language file that is shipped."""

import tomllib
import unicodedata
from importlib import resources
from pathlib import Path

import pytest
import sacrebleu.metrics.bleu
import snowballstemmer

from litmus.corpus.text import read_lines
from litmus.errors import DataError
from litmus.language import knowledge
from litmus.language.knowledge import codes, load

FOLDER = resources.files("litmus.language") / "data"


def test_every_language_of_the_papers_has_a_file() -> None:
    expected = "ar de en es fr he is it ja ko nl pt ro ru tr zh".split()  # noqa: SIM905
    assert list(codes()) == expected


@pytest.mark.parametrize("code", codes())
def test_language_file_loads_with_what_it_says(code: str) -> None:
    value = tomllib.loads((FOLDER / f"{code}.toml").read_text("utf-8"))
    language = load(code)
    assert language.code == code == value["code"]
    assert language.version >= 1
    assert language.name == knowledge.iso639()[code][1]
    assert language.writing in ("spaces", "characters")
    assert language.reviewed


@pytest.mark.parametrize("code", codes())
def test_language_file_names_a_stemmer_that_exists(code: str) -> None:
    snowball = load(code).snowball
    assert snowball is None or snowball in snowballstemmer.algorithms()


@pytest.mark.parametrize("code", codes())
def test_language_file_names_a_tokeniser_of_sacrebleu(code: str) -> None:
    assert load(code).bleu_tokenizer in sacrebleu.metrics.bleu.BLEU.TOKENIZERS


@pytest.mark.parametrize("code", codes())
def test_language_file_stop_words_can_match(code: str) -> None:
    # they are compared with lower-cased, composed words of a text
    for word in load(code).stopwords:
        assert word == word.lower()
        assert word == unicodedata.normalize("NFC", word)
        assert "'" not in word
        assert "’" not in word


@pytest.mark.parametrize("code", codes())
def test_language_file_has_stop_words(code: str) -> None:
    assert len(load(code).stopwords) >= 50


@pytest.mark.parametrize("code", ["de", "nl", "is"])
def test_language_file_of_a_compounding_language_has_linking_letters(code: str) -> None:
    assert "s" in load(code).linking


def test_language_file_english_has_the_stop_list_of_the_published_code(shared: Path) -> None:
    file = shared / "data/golden/litter/inputs/stopwords.nltk.english.txt"
    if not file.exists():
        pytest.skip("the stop list is not in the reference data")
    assert load("en").nltk_stopwords == set(read_lines(file))


def test_language_file_with_an_unknown_key_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    text = (FOLDER / "en.toml").read_text("utf-8").replace("snowball", "snowbal")
    (tmp_path / "en.toml").write_text(text, encoding="utf-8")
    (tmp_path / "iso639.tsv").write_text((FOLDER / "iso639.tsv").read_text("utf-8"), "utf-8")
    monkeypatch.setattr(knowledge, "_FOLDER", tmp_path)
    load.cache_clear()
    try:
        with pytest.raises(DataError) as caught:
            load("en")
    finally:
        load.cache_clear()
    known = "code, name, version, reviewed, snowball, writing, bleu_tokenizer, linking, stopwords"
    assert str(caught.value) == (
        f"{tmp_path / 'en.toml'}: unknown key 'snowbal'.\nKnown: {known}, nltk_stopwords"
    )
