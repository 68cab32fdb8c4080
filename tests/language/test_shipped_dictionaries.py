"""The dictionaries that come with litmus: English and fifteen languages, in either direction."""

from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from pathlib import Path

import pytest
from analysing import by_language

from litmus.corpus.segment import Idiom, Segment
from litmus.errors import UsageError
from litmus.files.text import read_lines
from litmus.language.dictionary.bilingual import Dictionary, shipped, shipped_counts, shipped_pairs
from litmus.language.knowledge import load
from litmus.metrics.base import Batch, Outputs, Setup
from litmus.metrics.registry import create

LANGUAGES = ("ar", "de", "es", "fr", "he", "is", "it", "ja", "ko", "nl", "pt", "ro", "ru", "tr", "zh")  # fmt: skip
FOLDER = Path(str(resources.files("litmus.language") / "dictionaries"))

# What anyone would say; languages that inflect may have any of the forms.
EXPECTED = {
    "ar": "water-ماء water-مياه year-عام year-سنة",
    "de": "house-Haus water-Wasser",
    "es": "house-casa year-año",
    "fr": "house-maison work-travail",
    "he": "year-שנה work-עבודה",
    "is": "year-ár water-vatn",
    "it": "house-casa work-lavoro",
    "ja": "house-家 water-水",
    "ko": "water-물 year-년",
    "nl": "house-huis work-werk",
    "pt": "house-casa water-água",
    "ro": "water-apă year-an",
    "ru": "year-год work-работа",
    "tr": "house-ev water-su",
    "zh": "house-房子 work-工作",
}


@lru_cache(maxsize=2)
def dictionary(source: str, target: str) -> Dictionary:
    return shipped(source, target)


def written(code: str) -> tuple[dict[str, str], list[list[str]]]:
    """The header of a file and its rows."""
    lines = list(read_lines(FOLDER / f"en-{code}.tsv.xz"))
    pairs = (line.removeprefix("# ").partition(": ") for line in lines if line.startswith("# "))
    rows = [line.split("\t") for line in lines if not line.startswith("# ")]
    return {key: value for key, _, value in pairs}, rows


def test_shipped_dictionaries_are_both_directions_of_english() -> None:
    files = sorted(path.name for path in FOLDER.iterdir() if not path.name.startswith("__"))
    assert files == ["LICENSE.md", *(f"en-{code}.tsv.xz" for code in sorted(LANGUAGES))]
    expected = [(a, b) for code in LANGUAGES for a, b in (("en", code), (code, "en"))]
    assert shipped_pairs() == sorted(expected)


def wrong_in(code: str) -> Iterator[str]:
    """What is wrong with the file of a language: with its header, and with its rows."""
    header, rows = written(code)
    expected = {"languages": f"en-{code}", "litmus dictionary": ""}
    yield from (f"header: {key}" for key in expected if header.get(key) != expected[key])
    missing = ("name", "licence", "sources", "version")
    yield from (f"no {key}" for key in missing if not header.get(key))
    if any(len(row) != 3 or not (row[0] or row[1]) for row in rows):
        yield "rows without word, translation and count"
    if any(float(row[2].removesuffix("?")) <= 0 for row in rows):
        yield "counts that count nothing"
    if len({(row[0], row[1]) for row in rows}) < len(rows):
        yield "pairs that come twice"
    if any(column != column.strip() for row in rows for column in row):
        yield "blanks around words"
    for side in (0, 1):
        if all(row[side] for row in rows):
            yield f"no words without a partner in column {2 - side}"
    idle, idle_there = load("en").stopwords, load(code).stopwords
    telling = [
        row
        for row in rows
        if all(row[:2]) and row[0].lower() not in idle and row[1].lower() not in idle_there
    ]
    for side in (0, 1):
        if {row[side] for row in telling} != {
            row[side] for row in telling if not row[2].endswith("?")
        }:
            yield f"words of column {side + 1} whose translations are all in doubt"


def wrong_as_read(code: str) -> Iterator[str]:
    """What differs between the rows of a file and what both directions say of them."""
    header, rows = written(code)
    there, back = dictionary("en", code), dictionary(code, "en")
    name = f"{header['name']}.v{header['version']}"
    facts = {(one.source, one.target, one.name) for one in (there, back)}
    if facts != {("en", code, name), (code, "en", name)}:
        yield f"names: {facts}"
    if len(there) <= 5000:
        yield f"{len(there)} pairs"
    if any("" in words or not words for words in there.entries.values()):
        yield "empty translations"
    idle = load("en").stopwords | load(code).stopwords  # kept where a word has nothing else
    both = [
        {
            (a.lower(), b.lower())
            for a, found in one.entries.items()
            for b in found
            if not {a.lower(), b.lower()} & idle
        }
        for one in (there, back)
    ]
    if {(b, a) for a, b in both[0]} != both[1]:
        yield "one direction is not the mirror of the other"
    folded = {(row[0].lower(), row[1]) for row in rows}
    if not {(word, other) for word, found in there.entries.items() for other in found} <= folded:
        yield "entries that stand in no row"
    for direction, order in ((("en", code), (0, 1)), ((code, "en"), (1, 0))):
        counted = shipped_counts(*direction)
        expected = [(*(row[at] for at in order), float(row[2].removesuffix("?"))) for row in rows]
        if counted is None or (list(counted[0]), counted[1]) != (expected, name):
            yield f"counts of {'-'.join(direction)}"


def test_shipped_dictionary_is_sound() -> None:
    assert [*wrong_in("is"), *wrong_as_read("is")] == []


@pytest.mark.release
def test_every_shipped_dictionary_is_sound() -> None:
    wrong = {code: [*wrong_in(code), *wrong_as_read(code)] for code in LANGUAGES}
    assert {code: found for code, found in wrong.items() if found} == {}


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


@pytest.mark.parametrize("code", by_language(EQUIVALENTS, "fr"))
def test_shipped_dictionary_leaves_equivalents_of_idioms_out_and_keeps_literal_ones(
    code: str,
) -> None:
    # text translates idioms by idioms; their words were linked, which helps the aligner alone
    there, back = dictionary("en", code), dictionary(code, "en")
    counted = shipped_counts("en", code)
    assert counted is not None
    counts = {(word, other): count for word, other, count in counted[0]}
    for word, other in (pair.split("-") for pair in EQUIVALENTS[code].split()):
        assert other not in there.lookup(word)
        assert word not in back.lookup(other)
        assert counts[word, other] > 1
    for word, other in (pair.split("-") for pair in LITERAL[code].split()):
        assert other in there.lookup(word)


@pytest.mark.parametrize("code", by_language(LANGUAGES, "fr"))
def test_shipped_dictionary_knows_common_words_both_ways(code: str) -> None:
    common = EXPECTED[code].split() + FREQUENT.get(code, "").split()
    for word, other in (pair.split("-") for pair in common):
        assert other in dictionary("en", code).lookup(word), word
        assert word in dictionary(code, "en").lookup(other), other


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


def test_shipped_counts_of_other_pairs_are_none() -> None:
    for pair in (("de", "fr"), ("sv", "en"), ("en", "en"), ("en", "sv")):
        assert shipped_counts(*pair) is None


def test_shipped_dictionary_that_is_not_there() -> None:
    with pytest.raises(UsageError) as caught:
        shipped("de", "ja")
    known = ", ".join(f"{a}-{b}" for a, b in shipped_pairs())
    assert str(caught.value) == (
        f"No dictionary for de-ja comes with litmus (there are: {known}).\n"
        "Give one: metrics=litter:dictionary=PATH, in MUSE, TSV, FreeDict or CC-CEDICT format."
    )
