"""More text in which a pronoun hangs on the sentence before, from text without new sentences.

    python pronouns.py OUT TARGET [--pairs 40000]

OUT is that of prepare.sh: train.{en,TARGET,docids}.xz, and tatoeba.TARGET.{en,TARGET,conllu}.
Written are OUT/pronouns.TARGET.{en,TARGET,docids}.xz:
- fragments: three sentences of a speech, where *it* or *they* of the last is one of the pronouns
  that are rare (WEIGHTS), as often as its weight says;
- pairs: a sentence with one noun and one with a pronoun that agrees with it, both from Tatoeba.
  Pronouns are exchanged to agree where nothing else changes with them: in German always, in French
  where the sentence has no adjective and no *être*.
No sentence of a contrastive set is read.
"""

import argparse
import lzma
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from litmus.files.text import read_lines

SEED = 1
WRITTEN = Path(__file__).with_name("written.fr.tsv")
# How often a fragment counts, by the pronoun of its last sentence.
WEIGHTS = {
    "de": {"er": 6, "ihn": 6, "ihm": 6, "sie": 3, "ihr": 3},
    "fr": {"elle": 4, "elles": 4, "il": 1, "ils": 1},
}
ASKED = {"de": r"\bit\b", "fr": r"\b(?:it|they)\b"}
# An English sentence with one of these says by itself whom a pronoun means, or has two to mean.
OTHERS = {
    "de": r"\b(?:you|your|yours|he|him|his|she|her|hers|they|them|their|these|those|tom|mary)\b",
    "fr": r"\b(?:you|your|yours|he|him|his|she|her|hers|women|tom|mary)\b",
}
PEOPLE = re.compile(
    r"\b(?:man|men|woman|women|boys?|girls?|child|children|kids?|bab(?:y|ies)|mother|father|mom|mum|dad|"
    r"parents?|brothers?|sisters?|sons?|daughters?|wife|husband|uncle|aunt|cousins?|friends?|"
    r"girlfriend|boyfriend|teachers?|students?|doctors?|nurse|lawyer|boss|king|queen|president|"
    r"neighbou?rs?|guy|guys|lady|gentleman|people|person|someone|somebody|police|policeman|soldier|"
    r"actor|actress|singer|writer|author|artist|player|driver|captain|prince|princess|thief|"
    r"enem(?:y|ies)|guest|guests|twins?|famil(?:y|ies)|team|who)\b",
    re.I,
)
# Forms of a German pronoun by case, and by the gender it agrees with.
CASES = {
    "nominative": {"Masc": "er", "Fem": "sie", "Neut": "es"},
    "accusative": {"Masc": "ihn", "Fem": "sie", "Neut": "es"},
    "dative": {"Masc": "ihm", "Fem": "ihr", "Neut": "ihm"},
}
FRENCH = {
    "il": ("Masc", "Sing"),
    "elle": ("Fem", "Sing"),
    "ils": ("Masc", "Plur"),
    "elles": ("Fem", "Plur"),
}
ARGUMENTS = {"nsubj", "nsubj:pass", "obj", "root"}


@dataclass(frozen=True)
class Word:
    """What is needed of a line of CoNLL-U."""

    form: str
    lemma: str
    tag: str
    features: dict[str, str]
    head: int
    relation: str


@dataclass(frozen=True)
class Pair:
    """A sentence and its translation, analysed."""

    english: str
    target: str
    words: tuple[Word, ...]


Document = list[tuple[str, str]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("out", type=Path, metavar="OUT")
    parser.add_argument("target", choices=WEIGHTS)
    parser.add_argument("--pairs", type=int, default=40_000)
    args = parser.parse_args()
    draw = Random(SEED)
    documents = list(fragments(args.out, args.target))
    print(f"{len(documents):,} fragments")
    pairs = list(read_pairs(args.out / f"tatoeba.{args.target}", args.target))
    made = list(matched(pairs, args.target, args.pairs, draw))
    write(args.out, args.target, documents + made)


def fragments(out: Path, target: str) -> Iterator[Document]:
    """Three sentences of a speech that end in a rare pronoun, as often as it weighs."""
    asked, others = (re.compile(found[target], re.I) for found in (ASKED, OTHERS))
    weights = WEIGHTS[target]
    wanted = re.compile(rf"\b(?:{'|'.join(weights)})\b")
    counts: Counter[str] = Counter()
    before: Document = []
    last = None
    sides = (read_lines(out / f"train.{side}.xz") for side in ("docids", "en", target))
    for document, english, translation in zip(*sides, strict=True):
        before = before if document == last else []
        last = document
        if before and asked.search(english) and not others.search(english):
            # A capital opens the sentence, or is polite German *Sie*.
            text = translation[:1].lower() + translation[1:]
            found = wanted.findall(text)
            if found:
                times = max(weights[pronoun] for pronoun in found)
                counts[max(found, key=weights.__getitem__)] += 1
                for _ in range(times):
                    yield [*before[-2:], (english, translation)]
        before.append((english, translation))
    print(dict(counts))


def read_pairs(stem: Path, target: str) -> Iterator[Pair]:
    """Tatoeba's pairs with the analysis of their translation."""
    texts = zip(*(read_lines(Path(f"{stem}.{side}")) for side in ("en", target)), strict=True)
    words: list[Word] = []
    text = ""
    for line in [*read_lines(Path(f"{stem}.conllu")), ""]:
        if line.startswith("# text = "):
            text = line.removeprefix("# text = ")
        elif line and not line.startswith("#"):
            columns = line.split("\t")
            if columns[0].isdigit():
                features = dict(part.split("=", 1) for part in columns[5].split("|") if "=" in part)
                words.append(
                    Word(columns[1], columns[2], columns[3], features, int(columns[6]), columns[7])
                )
        elif not line and words:
            english, translation = next(texts)
            # the analyser writes every kind of space as a plain one
            assert translation.split() == text.split(), f"{stem}.conllu has other text: {text}"
            yield Pair(english, translation, tuple(words))
            words = []


def matched(pairs: list[Pair], target: str, size: int, draw: Random) -> Iterator[Document]:
    """Documents of a noun and a pronoun that agrees, some with a sentence before or between."""
    genders = usual_genders(pairs)
    nouns = [(pair, kind) for pair in pairs if (kind := only_noun(pair, target, genders))]
    pronouns = defaultdict(list)
    heads = meaning_heads(pairs) if target == "de" else set()
    for pair in pairs:
        for kind, text in agreeing(pair, target, heads):
            pronouns[kind].append((pair.english, text))
    for kind, sentence in written() if target == "fr" else ():
        pronouns[kind].append(sentence)
    fillers = [
        (pair.english, pair.target)
        for pair in pairs
        if len(pair.words) <= 7
        and not any(word.tag in ("NOUN", "PROPN") or third(word) for word in pair.words)
    ]
    print(f"{len(nouns):,} nouns, {len(fillers):,} fillers")
    print({kind: len(found) for kind, found in pronouns.items()})
    by_kind = defaultdict(list)
    for pair, kind in nouns:
        by_kind[kind].append((pair.english, pair.target))
    kinds = [kind for kind in by_kind if pronouns[kind]]
    for number in range(size):
        kind = kinds[number % len(kinds)]
        noun, pronoun = draw.choice(by_kind[kind]), draw.choice(pronouns[kind])
        chance = draw.random()
        if chance < 0.5:
            yield [noun, pronoun]
        elif chance < 0.75:
            yield [draw.choice(fillers), noun, pronoun]
        else:
            yield [noun, draw.choice(fillers), pronoun]


def third(word: Word) -> bool:
    return word.tag == "PRON" and word.features.get("Person") == "3"


def usual_genders(pairs: Iterable[Pair]) -> dict[str, str]:
    """The gender a noun has nearly always; the analyser errs now and then."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for pair in pairs:
        for word in pair.words:
            if word.tag == "NOUN" and "Gender" in word.features:
                counts[word.lemma][word.features["Gender"]] += 1
    return {
        lemma: found.most_common(1)[0][0]
        for lemma, found in counts.items()
        if found.most_common(1)[0][1] >= 0.8 * found.total()
    }


def only_noun(pair: Pair, target: str, genders: dict[str, str]) -> tuple[str, str] | None:
    """Gender and number of the one noun that a pronoun can mean, if there is just one."""
    if len(pair.words) > 16 or PEOPLE.search(pair.english):
        return None
    if re.search(
        OTHERS[target].replace("you|your|yours|", "") + r"|\bit\b|\bthey\b", pair.english, re.I
    ):
        return None
    nouns = [word for word in pair.words if word.tag in ("NOUN", "PROPN")]
    if len(nouns) != 1 or nouns[0].tag != "NOUN" or nouns[0].relation not in ARGUMENTS:
        return None
    if any(third(word) for word in pair.words):
        return None
    gender, number = genders.get(nouns[0].lemma), nouns[0].features.get("Number")
    if gender is None or number is None or (target == "de" and number != "Sing"):
        return None
    return gender, number


def agreeing(
    pair: Pair, target: str, heads: set[tuple[str, bool]]
) -> Iterator[tuple[tuple[str, str], str]]:
    """The translation for every kind of noun that its pronoun can mean."""
    forms = [w for w in pair.words if w.tag == "PRON" and w.form.lower() in _FORMS[target]]
    nouns = sum(word.tag in ("NOUN", "PROPN") for word in pair.words)
    if not asks(pair, target) or len(forms) != 1 or nouns > (target == "fr"):
        return
    pronoun = forms[0]
    if target == "fr":
        yield from in_french(pronoun, pair)
        return
    form, subject = pronoun.form.lower(), pronoun.relation.startswith("nsubj")
    if form == "es" and (
        not pronoun.head or (pair.words[pronoun.head - 1].lemma, subject) not in heads
    ):
        return
    case = "dative" if form in ("ihm", "ihr") else "nominative" if subject else "accusative"
    for gender, other in CASES[case].items():
        text = re.sub(rf"\b{pronoun.form}\b", _as(pronoun.form, other), pair.target, count=1)
        yield (gender, "Sing"), text


def in_french(pronoun: Word, pair: Pair) -> Iterator[tuple[tuple[str, str], str]]:
    """*They* as it is, and with the other gender where nothing agrees with it.

    *It* is often an empty *il*, so sentences with it are written (WRITTEN).
    """
    gender, number = FRENCH[pronoun.form.lower()]
    if number == "Sing" or not re.search(r"\bthey\b", pair.english, re.I):
        return
    if not pronoun.relation.startswith("nsubj"):
        return
    yield (gender, number), pair.target
    if not any(w.tag == "ADJ" or w.lemma == "être" for w in pair.words):
        other = {"ils": "elles", "elles": "ils"}[pronoun.form.lower()]
        text = re.sub(rf"\b{pronoun.form}\b", _as(pronoun.form, other), pair.target, count=1)
        yield ({"Masc": "Fem", "Fem": "Masc"}[gender], number), text


def written() -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
    """Our own sentences with *it* and *they*, which agree with a noun of either gender."""
    for line in read_lines(WRITTEN):
        english, *both = line.split("\t")
        number = "Plur" if re.search(r"\bthey\b", english, re.I) else "Sing"
        for gender, text in zip(("Masc", "Fem"), both, strict=True):
            yield (gender, number), (english, text)


_FORMS = {"de": {form for forms in CASES.values() for form in forms.values()}, "fr": set(FRENCH)}


def meaning_heads(pairs: Iterable[Pair]) -> set[tuple[str, bool]]:
    """Verbs that have *er*, *ihn* or *sie* for *it*, as subject or not: their *es* is not empty."""
    return {
        (pair.words[word.head - 1].lemma, word.relation.startswith("nsubj"))
        for pair in pairs
        if asks(pair, "de")
        for word in pair.words
        if word.head and word.tag == "PRON" and word.form.lower() in ("er", "ihn", "sie")
    } - {("sein", True)}


def asks(pair: Pair, target: str) -> bool:
    """Whether the English sentence has a pronoun that its translation must decide."""
    return bool(re.search(ASKED[target], pair.english, re.I)) and not re.search(
        OTHERS[target], pair.english, re.I
    )


def _as(form: str, other: str) -> str:
    return other.capitalize() if form[0].isupper() else other


def write(out: Path, target: str, documents: list[Document]) -> None:
    """The three files."""
    columns: dict[str, list[str]] = {"en": [], target: [], "docids": []}
    for number, document in enumerate(documents):
        for english, translation in document:
            columns["en"].append(english)
            columns[target].append(translation)
            columns["docids"].append(f"p{number}")
    for side, rows in columns.items():
        with lzma.open(
            out / f"pronouns.{target}.{side}.xz", "wt", encoding="utf-8", newline="\n"
        ) as stream:
            stream.writelines(row + "\n" for row in rows)
    print(f"{len(documents):,} documents, {len(columns['en']):,} sentences")


if __name__ == "__main__":
    main()
