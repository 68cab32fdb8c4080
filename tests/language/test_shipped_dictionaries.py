"""The dictionaries that come with litmus: English and fifteen languages, in either direction."""

from functools import lru_cache
from importlib import resources
from pathlib import Path

import pytest

from litmus.corpus.segment import Idiom, Segment
from litmus.errors import UsageError
from litmus.files.text import read_lines
from litmus.language.dictionary.bilingual import Dictionary, shipped, shipped_counts, shipped_pairs
from litmus.language.knowledge import load
from litmus.metrics.base import Batch, Outputs, Setup
from litmus.metrics.registry import create

MOST = ("ar", "de", "es", "fr", "he", "is", "it", "ko", "nl", "pt", "ro", "ru", "tr", "zh")
LANGUAGES = (*MOST, "ja")  # with half a million rows, which not every test goes through
FOLDER = Path(str(resources.files("litmus.language") / "dictionaries"))
MOST_BYTES = 8_000_000

# What anyone would say; languages that inflect may have any of the forms.
EXPECTED = {
    "ar": {"water": "ماء مياه المياه الماء", "year": "عام سنة العام", "work": "عمل العمل يعمل"},
    "de": {"house": "Haus", "water": "Wasser", "year": "Jahr", "work": "Arbeit"},
    "es": {"house": "casa", "water": "agua", "year": "año", "work": "trabajo"},
    "fr": {"house": "maison", "water": "eau", "year": "année", "work": "travail"},
    "he": {"water": "מים המים", "year": "שנה", "work": "עבודה"},
    "is": {"water": "vatn vatni vatnið", "year": "ár", "work": "vinna vinnu"},
    "it": {"house": "casa", "water": "acqua", "year": "anno", "work": "lavoro"},
    "ja": {"house": "家", "water": "水", "year": "年", "work": "仕事"},
    "ko": {"water": "물 물이 물에", "year": "년 해", "work": "일 작업 업무"},
    "nl": {"house": "huis", "water": "water", "year": "jaar", "work": "werk"},
    "pt": {"house": "casa", "water": "água", "year": "ano", "work": "trabalho"},
    "ro": {"house": "casă casa", "water": "apă", "year": "an", "work": "muncă lucru"},
    "ru": {"house": "дом дома", "water": "вода воды воду", "year": "год", "work": "работа"},
    "tr": {"house": "ev", "water": "su", "year": "yıl", "work": "iş"},
    "zh": {"house": "房子", "water": "水", "year": "年", "work": "工作"},
}


# Tests of one language follow each other, so that no more than its dictionaries are held.
of_all = pytest.mark.parametrize("code", LANGUAGES, scope="module")
of_most = pytest.mark.parametrize("code", MOST, scope="module")


@lru_cache(maxsize=2)
def dictionary(source: str, target: str) -> Dictionary:
    return shipped(source, target)


def header(language: str) -> dict[str, str]:
    found = {}
    for line in read_lines(FOLDER / f"en-{language}.tsv.xz"):
        if not line.startswith("# "):
            break
        key, _, value = line.removeprefix("# ").partition(": ")
        found[key] = value
    return found


def test_shipped_pairs_are_both_directions_of_english() -> None:
    expected = [(a, b) for code in LANGUAGES for a, b in (("en", code), (code, "en"))]
    assert shipped_pairs() == sorted(expected)


def test_shipped_dictionaries_are_the_only_files_and_small() -> None:
    files = sorted(path.name for path in FOLDER.iterdir() if not path.name.startswith("__"))
    assert files == ["LICENSE.md", *(f"en-{code}.tsv.xz" for code in sorted(LANGUAGES))]
    assert sum((FOLDER / name).stat().st_size for name in files) < MOST_BYTES


@of_all
def test_shipped_dictionary_says_what_it_is(code: str) -> None:
    found = header(code)
    assert list(found)[:1] == ["litmus dictionary"]
    assert found["languages"] == f"en-{code}"
    assert int(found["version"]) >= 1
    for key in ("name", "licence", "sources"):
        assert found[key]
    assert dictionary("en", code).name == f"{found['name']}.v{found['version']}"


@of_all
def test_shipped_dictionary_loads_under_its_name(code: str) -> None:
    found = dictionary("en", code)
    assert (found.source, found.target) == ("en", code)
    assert f"en-{code}.v" in found.name
    assert len(found) > 5000


@of_most
def test_shipped_dictionary_of_the_other_direction_is_the_mirror(code: str) -> None:
    there, back = dictionary("en", code), dictionary(code, "en")
    assert (back.source, back.target, back.name) == (code, "en", there.name)
    idle = load("en").stopwords | load(code).stopwords  # kept where a word has nothing else
    both = [
        {
            (a.lower(), b.lower())
            for a, found in entries.items()
            for b in found
            if not {a.lower(), b.lower()} & idle
        }
        for entries in (there.entries, back.entries)
    ]
    assert {(b, a) for a, b in both[0]} == both[1]


@of_all
def test_shipped_dictionary_has_no_empty_words(code: str) -> None:
    # rows with an empty side count words without a partner; they are no translations
    found = dictionary("en", code)
    assert "" not in found.entries
    assert not any("" in words or not words for words in found.entries.values())
    assert all(word == word.strip() for word in found.entries)


@of_most
def test_shipped_counts_are_numbers_of_words_and_of_words_alone(code: str) -> None:
    counted = shipped_counts("en", code)
    assert counted is not None
    rows, name = counted
    assert name == dictionary("en", code).name
    alone = [0, 0]
    pairs = set()
    for source, target, count in rows:
        assert count > 0
        alone[0] += not target
        alone[1] += not source
        assert source or target
        assert (source, target) not in pairs
        pairs.add((source, target))
    assert min(alone) > 0  # both sides have words that go without a partner
    entries = dictionary("en", code).entries
    folded = {(source.lower(), target) for source, target in pairs}
    assert {(word, other) for word, found in entries.items() for other in found} <= folded


def test_shipped_dictionary_leaves_function_words_out() -> None:
    # their counts help the aligner, but their translation says nothing of an idiom
    found = dictionary("en", "fr")
    assert found.lookup("the") == found.lookup("of") == frozenset()
    assert not found.target_words & {"le", "la", "de"}
    counted = shipped_counts("en", "fr")
    assert counted is not None
    assert {("the", "la"), ("of", "de")} <= {(a, b) for a, b, _ in counted[0]}


# Idioms and their equivalents: beat about the bush, tourner autour du pot; andarse con rodeos, ...
EQUIVALENTS = {
    "fr": "bush-pot dogs-cordes stone-ciel bud-œuf towel-éponge boat-coche straw-vase birds-coups "
    "floor-parole tape-bureaucratie",
    "es": "leg-pelo eye-gorda bush-rodeos straw-vaso floor-palabra tape-burocracia",
    "de": "floor-Wort tape-Bürokratie pipeline-Vorbereitung",
}
LITERAL = {
    "fr": "bush-buisson dogs-chiens stone-pierre towel-serviette boat-bateau boat-barque",
    "es": "leg-pierna leg-pata eye-ojo bush-arbusto straw-paja floor-suelo",
    "de": "stone-Stein boat-Boot eye-Auge head-Kopf",
}
# Frequent, but what idioms are told by does not tell them from idioms.
FREQUENT = {
    "fr": "kingdom-royaume committees-commissions advice-avis context-cadre",
    "de": "rights-Menschenrechte environmental-Umwelt advice-Rat implications-Auswirkungen",
    "es": "mind-cuenta",  # the price: an equivalent seen 115 times
}


@pytest.mark.parametrize("code", EQUIVALENTS)
def test_shipped_dictionary_leaves_equivalents_of_idioms_out(code: str) -> None:
    # text translates idioms by idioms; their words were linked, which helps the aligner alone
    there, back, counted = (
        dictionary("en", code),
        dictionary(code, "en"),
        shipped_counts("en", code),
    )
    assert counted is not None
    counts = {(word, other): count for word, other, count in counted[0]}
    for word, other in (pair.split("-") for pair in EQUIVALENTS[code].split()):
        assert other not in there.lookup(word)
        assert word not in back.lookup(other)
        assert counts[word, other] > 1


@pytest.mark.parametrize("code", LITERAL)
def test_shipped_dictionary_keeps_literal_translations_of_idioms_words(code: str) -> None:
    for word, other in (pair.split("-") for pair in LITERAL[code].split()):
        assert other in dictionary("en", code).lookup(word)


@pytest.mark.parametrize("code", FREQUENT)
def test_shipped_dictionary_keeps_frequent_translations(code: str) -> None:
    for word, other in (pair.split("-") for pair in FREQUENT[code].split()):
        assert other in dictionary("en", code).lookup(word)
        assert word in dictionary(code, "en").lookup(other)


@of_most
def test_shipped_dictionary_leaves_every_word_as_written_an_entry(code: str) -> None:
    idle, idle_there = load("en").stopwords, load(code).stopwords
    rows = [line.split("\t") for line in read_lines(FOLDER / f"en-{code}.tsv.xz")]
    rows = [
        row
        for row in rows
        if len(row) == 3
        and all(row[:2])
        and not (row[0].lower() in idle or row[1].lower() in idle_there)
    ]
    for side in (0, 1):
        kept = {row[side] for row in rows if not row[2].endswith("?")}
        assert {row[side] for row in rows} == kept


@pytest.mark.parametrize(
    ("source", "reference", "hypothesis", "literal"),
    [
        ("cats and dogs", "Il pleuvait à verse.", "Il pleuvait des cordes.", False),
        ("cats and dogs", "Il pleuvait à verse.", "Il pleuvait des chats et des chiens.", True),
        ("bush", "Ne pas tourner autour du pot.", "Ne pas battre autour du buisson.", True),
        ("bush", "Ne tergiverse pas.", "Ne tourne pas autour du pot.", False),
    ],
)
def test_shipped_dictionary_tells_equivalents_from_literal_translations(
    source: str, reference: str, hypothesis: str, literal: bool
) -> None:
    metric = create("litter:case=fold,stopwords=drop", Setup("en", "fr"))
    segment = Segment("1", source, (reference,), None, (Idiom("it", ((0, len(source)),)),))
    (row,) = metric.measure(
        metric.prepare(Batch([segment], None)), Outputs("system", [hypothesis], None)
    )
    assert bool(row.counts[0]) is literal


def test_shipped_counts_of_the_other_direction_are_turned_round() -> None:
    there, back = shipped_counts("en", "is"), shipped_counts("is", "en")
    assert there is not None
    assert back is not None
    assert [(b, a, n) for a, b, n in there[0]] == list(back[0])


@pytest.mark.parametrize("pair", [("de", "fr"), ("sv", "en"), ("en", "en"), ("en", "sv")])
def test_shipped_counts_of_other_pairs_are_none(pair: tuple[str, str]) -> None:
    assert shipped_counts(*pair) is None


@of_all
def test_shipped_dictionary_knows_common_words(code: str) -> None:
    for word, translations in EXPECTED[code].items():
        assert dictionary("en", code).lookup(word) & set(translations.split())


@pytest.mark.parametrize(
    ("pair", "word", "translation"),
    [
        (("de", "en"), "Wasser", "water"),
        (("fr", "en"), "eau", "water"),
        (("es", "en"), "año", "year"),
        (("zh", "en"), "水", "water"),
        (("ru", "en"), "год", "year"),
        (("tr", "en"), "su", "water"),
    ],
)
def test_shipped_dictionary_knows_common_words_of_other_languages(
    pair: tuple[str, str], word: str, translation: str
) -> None:
    assert translation in dictionary(*pair).lookup(word)


def test_shipped_dictionary_that_is_not_there() -> None:
    with pytest.raises(UsageError) as caught:
        shipped("de", "ja")
    known = ", ".join(f"{a}-{b}" for a, b in shipped_pairs())
    assert str(caught.value) == (
        f"No dictionary for de-ja comes with litmus (there are: {known}).\n"
        "Give one: metrics=litter:dictionary=PATH, in MUSE, TSV, FreeDict or CC-CEDICT format."
    )
