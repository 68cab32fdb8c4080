"""`python choose_manner.py TREEBANKS...`: tags of the manner taught in place of another's.

Three tables, each learned from training files and kept in a language if development files gain:

- tags: what the network answers in the text of the manner itself, where another tag is right there
  twice as often;
- forms: the same for a form with a tag;
- words: what a word of a closed class always is in the manner (*этот* PronType=Dem), for the forms
  and tags with which the network leaves it out in any training file.

`--adjectives de=FORMS/de-gsd.tsv.gz`: forms that another list of the manner has as adjectives,
where the network says adverb. Run it after every export, from the root or with it in PYTHONPATH; it
writes `model/manner.json.xz`.
"""

import argparse
import gzip
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.analysis.conll18 import Row, Token, align, document, features
from benchmarks.analysis.quality import tokens_of
from benchmarks.analysis.treebanks import DEFAULT, read
from choose_lemmas import MODEL, files
from prepare import load
from settings import configuration
from treebanks import Sentence as Gold

from litmus.language.embedded import languages
from litmus.language.embedded.analyser import EmbeddedAnalyser
from litmus.language.embedded.edits import lowered
from litmus.language.embedded.manner import FILE, NONE, Manner, pack
from litmus.language.embedded.manner import load as shipped

SENTENCES = 3000  # of a training file
RAREST = {"tags": 5, "forms": 5, "words": 3}  # how often something must have been seen
TIMES, SHARE = 2, 0.75  # as often as the network's own answer, and of all answers
CLOSED = frozenset(["ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NUM", "PART", "PRON", "SCONJ"])
# What a word is; the others are what its form is, or its place.
LEXICAL = ("Gender[psor]", "NumForm", "NumType", "Poss", "PronType", "Reflex")
LEAST_POINTS, LEAST_WORDS = 0.1, 5  # of UPOS and features together that a language must gain

Tag = tuple[str, str]  # part of speech and features, as the model writes them
Features = dict[str, str]


class Seen(NamedTuple):
    """A word with the tag that the network gives it and the one that the treebank has."""

    form: str  # in small letters
    lemma: str  # the network's
    own: Tag
    given: Tag


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="*", type=Path, default=[DEFAULT])
    parser.add_argument("--languages", nargs="+", metavar="CODE", help="others stay as they are")
    parser.add_argument("--adjectives", nargs="*", default=[], metavar="CODE=FILE")
    parser.add_argument("--out", type=Path, default=MODEL / FILE)
    args = parser.parse_args()
    lists = dict(given.split("=", 1) for given in args.adjectives)
    table = {language: shipped(language, args.out.parent) for language in languages()}
    print("lang  words; table: UPOS and features right more often, in development files")
    for language in args.languages or languages():
        table[language] = choose(args.folders, language, lists.get(language))
        args.out.write_bytes(pack({code: own for code, own in table.items() if own != NONE}))


def choose(folders: list[Path], language: str, adjectives: str | None) -> Manner:
    config = configuration()
    analyser = EmbeddedAnalyser(language, own_manner=NONE)
    own = config | {"languages": [language]}
    names = config["same"] | config["newer"]
    parts: dict[bool, list[Seen]] = {True: [], False: []}
    for folder in folders:
        for code, name, sentences in load(folder, own, "train"):
            treebank = names.get(f"{code}:{name}", f"{code}:{name}").partition(":")[2]
            taught = treebank in config["manner"][language]
            parts[taught] += answered(analyser, sentences[:SENTENCES])
    alone = len(config["manner"][language]) == 1  # where there are two, the text decides
    tags = by_tag(parts[True])
    tried = {
        "tags": Manner(tags, {}),
        "forms": Manner({}, by_form(parts[True] if alone else (), tags)),
        "words": Manner({}, by_word(parts[True], [*parts[True], *parts[False]])),
    }
    if adjectives:
        tried["adjectives"] = Manner({}, by_list(Path(adjectives), parts[True]))
    development = [word for path in files(folders[0], language) for word in given(analyser, path)]
    kept, said = NONE, []
    for name, table in tried.items():
        more = together(kept, table)
        before, after = right(development, kept), right(development, more)
        upos, feats = after[0] - before[0], after[1] - before[1]
        keep = enough(upos, feats, len(development))
        size = len(table.tags) + sum(map(len, table.forms.values()))
        said.append(f"{name} ({size}) {upos:+} {feats:+}{'' if keep else ' left off'}")
        if keep:
            kept = more
    print(f"{language}  {len(development)}; {'; '.join(said)}", flush=True)
    return kept


def enough(upos: int, feats: int, words: int) -> bool:
    """Whether so many parts of speech and features more that are right, of so many words, are."""
    least = max(LEAST_WORDS, LEAST_POINTS / 100 * words)
    return min(upos, feats) >= 0 and upos + feats >= least


def answered(analyser: EmbeddedAnalyser, sentences: Sequence[Gold]) -> Iterator[Seen]:
    """Words of training sentences; those of a sentence whose text is not that of its words are
    passed over."""
    texts = analyser.analyse((s.text for s in sentences), parse=False)
    for sentence, found in zip(sentences, texts, strict=True):
        tokens, at = [], 0
        for surface, size, _ in sentence.tokens:
            rows = sentence.rows[at : at + size]
            at += size
            tokens.append(
                Token(surface, tuple(Row(r.form, r.lemma, r.upos, r.feats) for r in rows))
            )
        try:
            yield from seen(tokens, [token for part in found for token in tokens_of(part)])
        except ValueError:
            continue


def given(analyser: EmbeddedAnalyser, path: Path) -> Iterator[Seen]:
    """Words of a development file."""
    sentences = read(path)
    texts = analyser.analyse((s.text for s in sentences), parse=False)
    for sentence, found in zip(sentences, texts, strict=True):
        yield from seen(sentence.tokens, [token for part in found for token in tokens_of(part)])


def seen(tokens: Sequence[Token], found: Sequence[Token]) -> Iterator[Seen]:
    gold, system = document([tokens]), document([found])
    for g, s in align(gold, system):
        row, own = gold.words[g].row, system.words[s].row
        yield Seen(lowered(own.form), own.lemma, tag(own), tag(row))


def tag(row: Row) -> Tag:
    return row.upos, "" if row.feats == "_" else row.feats


def written(given: Tag) -> str:
    return "|".join(given)


def by_tag(words: Iterable[Seen]) -> dict[str, str]:
    answers: dict[Tag, Counter[Tag]] = defaultdict(Counter)
    for word in words:
        answers[word.own][word.given] += 1
    return {
        written(own): written(other)
        for own, found in answers.items()
        if (other := better(own, found, RAREST["tags"]))
    }


def by_form(words: Iterable[Seen], tags: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """What tags alone do not put right."""
    answers: dict[tuple[str, Tag], Counter[Tag]] = defaultdict(Counter)
    for word in words:
        answers[word.form, word.own][word.given] += 1
    return grouped(
        (own, form, other)
        for (form, own), found in answers.items()
        if (other := better(own, found, RAREST["forms"]))
        and tags.get(written(own)) != written(other)
    )


def better(own: Tag, found: Counter[Tag], rarest: int) -> Tag | None:
    """What is right instead, if something is."""
    ((other, times),) = found.most_common(1)
    enough = times >= max(rarest, TIMES * found[own], SHARE * found.total())
    return other if other != own and enough else None


def by_word(taught: Iterable[Seen], words: Iterable[Seen]) -> dict[str, dict[str, str]]:
    """Only where something is missing: which of two values is right, the place may decide."""
    always = lexical(taught)
    made = []
    for word in words:
        upos, feats = word.own[0], features(word.own[1])
        more = {
            name: value
            for name, value in always.get((word.lemma, upos), {}).items()
            if set(feats.get(name, "").split(",")) - {""} < set(value.split(","))
        }
        if more:
            pairs = sorted((feats | more).items(), key=lambda pair: pair[0].lower())
            made.append((word.own, word.form, (upos, "|".join(map("=".join, pairs)))))
    return grouped(made)


def lexical(words: Iterable[Seen]) -> dict[tuple[str, str], Features]:
    """Lemma and part of speech -> features that never vary."""
    found: dict[tuple[str, str], list[Features]] = defaultdict(list)
    for word in words:
        if word.given[0] in CLOSED and word.own[0] == word.given[0]:
            found[word.lemma, word.given[0]].append(features(word.given[1]))
    return {
        key: {
            name: some[0][name]
            for name in LEXICAL
            if name in some[0] and len({feats.get(name) for feats in some}) == 1
        }
        for key, some in found.items()
        if len(some) >= RAREST["words"]
    }


def by_list(path: Path, taught: Iterable[Seen]) -> dict[str, dict[str, str]]:
    """Bare adjectives of the list that it has inflected, too (*offiziell*, *offizielle*; not
    *bisweilen*), and that the manner never has as something else. Those in -er and -st are left
    out: comparatives, superlatives, and inhabitants of towns."""
    other = {word.form for word in taught if word.given[0] != "ADJ"}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines]
    adjectives = {lowered(form): feats for form, upos, feats in rows if upos == "ADJ"}
    return grouped(
        (("ADV", feats), form, ("ADJ", "Degree=Pos"))
        for form, own in adjectives.items()
        if own == "_"
        and form not in other
        and not form.endswith(("er", "st"))
        and any(form + ending in adjectives for ending in ("e", "em", "en", "er", "es"))
        for feats in ("", "Degree=Pos")
    )


def grouped(made: Iterable[tuple[Tag, str, Tag]]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for own, form, other in made:
        if form.replace("-", "").isalpha():
            found.setdefault(written(own), {})[form] = written(other)
    return found


def together(first: Manner, second: Manner) -> Manner:
    """Both; the first decides where they differ."""
    forms = {
        name: {**second.forms.get(name, {}), **first.forms.get(name, {})}
        for name in {*first.forms, *second.forms}
    }
    return Manner({**second.tags, **first.tags}, forms)


def right(words: Sequence[Seen], table: Manner) -> tuple[int, int]:
    """How many parts of speech and how many features are."""
    upos = feats = 0
    for word in words:
        name = written(word.own)
        other = table.forms.get(name, {}).get(word.form, table.tags.get(name, name))
        part, _, own = other.partition("|")
        upos += part == word.given[0]
        feats += features(own) == features(word.given[1])
    return upos, feats


if __name__ == "__main__":
    main()
