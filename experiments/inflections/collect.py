"""Treebanks and written tables -> `xx.txt`: the forms that a stem does not lead to their lemma.

    python collect.py UD OUT [LANGUAGE ...]

Deterministic: the same files in, the same bytes out.
"""

import argparse
import re
import sys
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Set
from pathlib import Path

import turkish
from expand import Table, read_written

from litmus.files.text import decoded_lines, write_text
from litmus.language import knowledge
from litmus.language.dictionary.bilingual import shipped_counts, shipped_pairs
from litmus.language.forms import stemmer

HERE = Path(__file__).parent
LANGUAGES = ["ar", "de", "en", "es", "fr", "he", "is", "it", "nl", "pt", "ro", "ru", "tr"]
# `nc-` (not for commerce) and `test-` files are never read.
KINDS = ("train", "dev", "morph-train", "old-train")
# Learners' Italian: its errors are its purpose.
LEFT_OUT = {"valico"}
CONTENT = {"NOUN", "VERB", "ADJ", "ADV", "AUX", "ADP"}
# Edited text, or too little of it for a word to be seen twice.
TRUSTED = {"ar", "he", "is", "ro", "tr"}
# Hebrew letters with another shape at the end of a word: here an ending was split off.
NEVER_LAST = "כמנפצ"
# Written tables have the pronouns: one treebank's lemma of "nous" is "il".
CLOSED = {"PRON", "DET"}
# Written tables without pronouns: these come from treebanks, as where nothing is written.
NO_PRONOUNS = {"ar", "he", "ro"}
# What is no form of the language as it is written.
ODD = ("Typo=Yes", "Abbr=Yes", "Foreign=Yes", "Style=")
# A word of plain Latin or Cyrillic consonants alone is an abbreviation.
CONSONANTS = set("bcdfghjklmnpqrstvwxzбвгджзйклмнпрстфхцчшщ")
VOWELS = {chr(code) for code in range(0xC0, 0x250)} | set("aeiouyаеёиоуыэюя")
# A form so often another word's that one sighting here is an error of annotation.
OFTEN = 5
# So often that a lemma is believed which is not found elsewhere.
SURE = 3

Pairs = Counter[tuple[str, str]]


def treebank_files(root: Path, language: str) -> list[tuple[str, Path]]:
    """(treebank, file) of what may ship, by the names of the files."""
    found = []
    for path in sorted((root / language).glob("*.conllu.gz")):
        kind, _, name = path.name.removesuffix(".conllu.gz").rpartition("-")
        if kind in KINDS and name not in LEFT_OUT:
            found.append((name, path))
    return found


def as_written(word: str) -> str:
    """A word as running text has it: lower case, NFC, Arabic without its vowel signs."""
    return "".join(
        character
        for character in unicodedata.normalize("NFC", word.lower().replace("ٱ", "ا"))
        if not "\u064b" <= character <= "\u0652" and character not in "\u0640\u0670"
    )


def read_pairs(path: Path, classes: Set[str]) -> Iterator[tuple[str, str]]:
    """(form, lemma), lower-cased, of the words that inflect."""
    for line in decoded_lines(path):
        cells = line.split("\t")
        if len(cells) != 10 or not cells[0].isdecimal() or cells[3] not in classes:
            continue
        if any(mark in cells[5] for mark in ODD):
            continue
        if cells[1][1:] != cells[1][1:].lower():  # RVs, WMDs, SHOUTING
            continue
        if path.parent.name == "tr":
            cells[1], cells[2] = turkish.lower(cells[1]), turkish.infinitive(*cells[1:6])
        form, lemma = (as_written(cell) for cell in cells[1:3])
        if form.isalpha() and lemma.isalpha() and form[-1] not in NEVER_LAST:
            yield form, lemma


def is_short_for(form: str, lemma: str) -> bool:
    """Whether a form is an abbreviation: "prof", "km"."""
    cut = lemma.startswith(form) and len(form) <= len(lemma) / 2
    return cut or (bool(set(form) & CONSONANTS) and not set(form) & VOWELS)


def plausible(
    seen: Pairs, words: Set[str], trusted: bool, suffixing: bool
) -> Iterator[tuple[str, str]]:
    """The pairs that are no errors of annotation; `words` are known to be words.

    Where the text is not trusted, a form that was seen once must be one of them. In a suffixing
    language a form begins as its lemma does.
    """
    by_form: dict[str, Counter[str]] = defaultdict(Counter)
    for (form, lemma), count in seen.items():
        by_form[form][lemma] += count
    for form, lemmas in by_form.items():
        if len(form) == 1 or (lemmas.total() == 1 and not (trusted or form in words)):
            continue
        most = max(lemmas.values())
        for lemma, count in lemmas.items():
            if is_short_for(form, lemma) or (suffixing and form[0] != lemma[0]):
                continue
            known = trusted or count >= SURE or lemma in words or lemma in by_form
            if known and not (count == 1 and most >= OFTEN):
                yield form, lemma


def dictionary_words(language: str) -> set[str]:
    """The words of a language that the dictionaries of litmus have seen, lower-cased."""
    words = set()
    for other in sorted({pair[1] for pair in shipped_pairs() if pair[0] == language}):
        counts = shipped_counts(language, other)
        words |= {word.lower() for word, _, _ in counts[0]} if counts else set()
    return words


def collect(root: Path, language: str, written: Set[str]) -> tuple[Table, list[str]]:
    """Forms by lemma as the treebanks have them, and the treebanks."""
    seen: Pairs = Counter()
    files = treebank_files(root, language)
    classes = CONTENT if written and language not in NO_PRONOUNS else CONTENT | CLOSED
    for _, path in files:
        pairs = read_pairs(path, classes)
        if path.name.startswith("morph-"):  # most of its verbs are their own lemmas
            pairs = (pair for pair in pairs if pair[0] != pair[1])
        seen.update(pairs)
    words = written | dictionary_words(language)
    if language == "tr":
        seen = turkish.attested(seen, words)
    table: Table = defaultdict(set)
    for form, lemma in plausible(seen, words, language in TRUSTED, language == "tr"):
        table[lemma].add(form)
    if language == "ru":
        table = with_russian_past(table)
    return table, sorted({name.rstrip("0123456789") for name, _ in files})


def with_russian_past(table: Mapping[str, set[str]]) -> Table:
    """The table with the feminine, neuter and plural past wherever it has the masculine in -л."""
    full = {lemma: set(forms) for lemma, forms in table.items()}
    for lemma, forms in table.items():
        if lemma.endswith(("ть", "ти", "чь")):
            past = {re.sub("шел$", "шл", form) for form in forms if form.endswith("л")}
            full[lemma] |= {stem + end for stem in past for end in "аои"}
    return full


def irregular(table: Mapping[str, set[str]], stem: Callable[[str], str]) -> Table:
    """The forms whose stem is not their lemma's."""
    kept = {
        lemma: {form for form in forms if stem(form) != stem(lemma)}
        for lemma, forms in table.items()
    }
    return {lemma: forms for lemma, forms in kept.items() if forms}


def merged(*tables: Mapping[str, set[str]]) -> Table:
    """The forms of all tables."""
    both: Table = defaultdict(set)
    for table in tables:
        for lemma, forms in table.items():
            both[as_written(lemma)] |= {as_written(form) for form in forms}
    return both


def without(table: Mapping[str, set[str]], struck: Mapping[str, set[str]]) -> Table:
    """The table less the pairs of another."""
    return {lemma: forms - struck.get(lemma, set()) for lemma, forms in table.items()}


def write(path: Path, table: Mapping[str, set[str]], remarks: list[str]) -> None:
    with write_text(path) as out:
        out.writelines(f"# {remark}\n" for remark in remarks)
        out.writelines(f"{lemma}\t{' '.join(sorted(table[lemma]))}\n" for lemma in sorted(table))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("treebanks", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("languages", nargs="*", default=LANGUAGES)
    args = parser.parse_args()
    for language in args.languages:
        known = knowledge.load(language)
        stem = stemmer(language) if known.snowball else str
        written, struck = read_written(HERE / "written" / f"{language}.txt")
        collected, treebanks = collect(args.treebanks, language, set(written))
        table = irregular(without(merged(collected, written), struck), stem)
        path = args.out / f"{language}.txt"
        write(path, table, remarks(known.name, treebanks))
        forms = sum(map(len, table.values()))
        from_text = sum(map(len, irregular(collected, stem).values()))
        print(
            f"{language}  {len(table):6} lemmas  {forms:6} forms  of treebanks {from_text:6}  "
            f"written {sum(map(len, irregular(written, stem).values())):6}  "
            f"{path.stat().st_size:7} bytes",
            file=sys.stdout,
        )


def remarks(name: str, treebanks: list[str]) -> list[str]:
    """What the first lines say of origin and licence."""
    return [
        f"Forms of {name} words whose stem is not their lemma's: lemma, tab, forms.",
        f"Origin: Universal Dependencies ({', '.join(treebanks)}) and tables written for litmus.",
        "Licence: CC BY-SA 4.0. Made by experiments/inflections/collect.py; change that, not this.",
    ]


if __name__ == "__main__":
    main()
