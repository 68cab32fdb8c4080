"""`python paradigms.py TREEBANKS`: words and how they inflect -> model/paradigms-xx.txt.xz.

Icelandic: the core of the Database of Icelandic Morphology (BÍN), CC BY-SA 4.0, from the packages
islenska 2.1.0 and islenska-data 5.0.0. Russian: of the dictionary of OpenCorpora, CC BY-SA 3.0,
from pymorphy3 2.0.6 with pymorphy3-dicts-ru 2.4.417150.4580142, names, words of the training files
and frequent ones (wordfreq 3.1.1, data CC BY-SA 4.0). Takes minutes; to be run anew only for other
words. `choose_lemmas.py` says when to ask.
"""

import argparse
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from treebanks import files, read

from litmus.language.embedded.paradigms import SHORTEST, Paradigm, pack

MODEL = Path(__file__).parents[2] / "src/litmus/language/embedded/model"
LEAST = 2  # words of a paradigm; one that inflects like no other is mostly frequent and learned

# Icelandic
LAST = 600_000  # numbers of entries are below it
CORE = "K"
CLASSES = {"kk": "NOUN", "kvk": "NOUN", "hk": "NOUN", "lo": "ADJ", "so": "VERB"}
# The treebank gives numbers that are one word that word as lemma.
CARDINALS = (
    "núll einn tveir þrír fjórir fimm sex sjö átta níu tíu ellefu tólf þrettán fjórtán fimmtán "
    "sextán sautján átján nítján tuttugu"
)
TENS = "þrjátíu fjörutíu fimmtíu sextíu sjötíu áttatíu níutíu hundrað"  # from 30
# from 1
ORDINALS = "fyrstur annar þriðji fjórði fimmti sjötti sjöundi áttundi níundi tíundi ellefti tólfti"

# Russian
PARTS = {"ADJF": "ADJ", "ADVB": "ADV", "INFN": "VERB", "NOUN": "NOUN", "NPRO": "PRON"}
NAMES = {"Name", "Patr", "Geox", "Surn", "Orgn"}
ALL_OF = {"Name", "Patr", "Geox"}  # whether the training files have them or not
FREQUENT = 40_000  # forms
INITIALS = "абвгдежзиклмнопрстуфхцчшщэюя"
PATRONYMICS = ("ович", "евич")  # as if they were words: the others are found by these ends

Inflection = tuple[str, tuple[tuple[str, str], ...]]  # part of speech, endings
Words = dict[str, set[Inflection]]
Found = Iterator[tuple[str, str, Iterable[str]]]  # part of speech, dictionary word, forms


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("treebanks", type=Path, help="a folder a language")
    parser.add_argument("--languages", nargs="+", default=["is", "ru"], metavar="CODE")
    args = parser.parse_args()
    for language in args.languages:
        found = icelandic() if language == "is" else russian(lemmas(args.treebanks) | frequent())
        words: Words = defaultdict(set)
        for upos, word, forms in found:
            words[word].add((upos, tuple(sorted({ending(form, word) for form in forms}))))
        content = pack(paradigms(words))
        (MODEL / f"paradigms-{language}.txt.xz").write_bytes(content)
        print(f"{language}  {len(words)} words, {len(content)} bytes", flush=True)


def icelandic() -> Found:
    from islenska import Bin

    known = Bin()
    for number in range(1, LAST):
        entries = known.lookup_id(number)
        if entries and entries[0].birting == CORE and entries[0].ofl in CLASSES:
            # hyphens mark joints; lemmas of the treebank are in small letters
            word, *forms = (
                text.replace("-", "").lower()
                for text in (entries[0].ord, *(entry.bmynd for entry in entries))
            )
            if word.isalpha():
                yield CLASSES[entries[0].ofl], word, [f for f in forms if f.isalpha()]
    tens = zip(range(30, 110, 10), TENS.split(), strict=True)
    for number, word in [*enumerate(CARDINALS.split()), *tens]:
        yield "NUM", word, [str(number)]
    for number, word in enumerate(ORDINALS.split(), 1):
        yield "ADJ", word, [f"{number}."]


def russian(wanted: set[str]) -> Found:
    """Patronymics and surnames of women, and superlatives, are words of their own."""
    from pymorphy3 import MorphAnalyzer

    known = MorphAnalyzer(lang="ru").dictionary
    for text, (number, place) in known.words.iteritems():
        if place or not text.replace("-", "").isalpha():
            continue
        paradigm = known.build_paradigm_info(number)
        _, first, end = paradigm[0]
        upos = "DET" if "Apro" in first else PARTS.get(first.POS)
        if not upos or not (ALL_OF & first.grammemes or plain(text) in wanted):
            continue
        if upos == "NOUN" and NAMES & first.grammemes:
            upos = "PROPN"
        stem = text.removesuffix(end)
        cut = len(text) - SHORTEST if "Patr" in first and text.endswith(PATRONYMICS) else 0
        own: dict[str, list[str]] = defaultdict(list)
        for prefix, tag, end in paradigm:
            if not prefix:
                woman = "femn" in tag and {"Surn", "Patr"} & tag.grammemes
                kind = "Supr" if "Supr" in tag else "femn" if woman else ""
                own[kind].append(plain(stem + end)[cut:])
        for forms in own.values():
            yield upos, forms[0], forms
    for letter in INITIALS:
        yield "PROPN", letter, [letter, f"{letter}."]


def frequent() -> set[str]:
    from wordfreq import top_n_list

    return {plain(word) for word in top_n_list("ru", FREQUENT)}


def lemmas(folder: Path) -> set[str]:
    """Those of the training files."""
    return {
        plain(row.lemma.lower())
        for _, path in files(folder, "ru", "train")
        for sentence in read(path)
        for row in sentence.rows
    }


def plain(word: str) -> str:
    return word.replace("ё", "е")


def ending(form: str, word: str) -> tuple[str, str]:
    same = len(os.path.commonprefix([form, word]))
    return form[same:], word[same:]


def paradigms(words: Words) -> list[Paradigm]:
    """Without those of few words, and without words that inflect as a known one at their end."""
    groups: dict[Inflection, list[str]] = defaultdict(list)
    for word, found in words.items():
        for inflection in found:
            groups[inflection].append(word)
    few = {key for key, found in groups.items() if len(found) < LEAST and len(key[1]) > 1}
    kept: Words = {}
    for word in sorted(words, key=lambda word: (len(word), word)):
        found = words[word] - few
        ends = (kept[word[at:]] for at in range(1, len(word) - SHORTEST + 1) if word[at:] in kept)
        if found and (len(found) > 1 or next(ends, None) != found):
            kept[word] = found
    groups.clear()
    for word, found in kept.items():
        for inflection in found:
            groups[inflection].append(word)
    return [Paradigm(*inflection, tuple(found)) for inflection, found in groups.items()]


if __name__ == "__main__":
    main()
