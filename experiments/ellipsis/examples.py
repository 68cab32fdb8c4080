"""Candidates with their labels, from the sets a model may be shipped from."""

import gzip
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from benchmarks.discourse.ellipsis_sets import (
    Marked,
    Row,
    labels,
    noel,
    treebank_texts,
    vpe_rows,
)
from written import read_written

from litmus.discourse.gaps.candidates import candidates
from litmus.discourse.gaps.gap import GapKind
from litmus.discourse.gaps.nouns import noun_features
from litmus.discourse.gaps.verbs import AUXILIARIES, CLITICS, after_negation, verb_features
from litmus.discourse.gaps.view import SentenceView, low
from litmus.language.analysers import load_analyser
from litmus.language.analysis import Sentence

_ANALYSER = load_analyser("embedded", "en")
_POSSESSIVES = ("mine", "yours", "hers", "ours", "theirs")
# What shows that the *do* of an automatic example is a main verb: "I did it", "how do you do?"
_OBJECTS = frozenset(
    ["it", "that", "this", "them", "him", "her", "us", "me", "so", "these", "those", "everything"]
    + ["something", "nothing", "anything", "what", "whatever"]
)
_AUTOMATIC = 0.4  # weight of a label that nobody read


class Example(NamedTuple):
    """What the classifier sees of a candidate, whether something is missing, and its source."""

    features: list[str]
    gap: bool
    weight: float
    origin: str
    group: str  # examples of one document are together in one fold


def analysed(texts: Iterable[str]) -> list[Sentence]:
    """One sentence per text; blank texts have no words."""
    empty = Sentence("", 0, 0, (), ())
    return [found[0] if found else empty for found in _ANALYSER.analyse(texts)]


def featured(sentence: Sentence, kind: GapKind) -> Iterator[tuple[int, list[str]]]:
    """The candidates of a sentence with their features."""
    view: SentenceView | None = None
    make = verb_features if kind == "verb phrase" else noun_features
    for place, found in candidates(sentence.words):
        if found == kind:
            view = view or SentenceView(sentence.words)
            yield place, make(view, place)


def verb_examples(data: Path) -> Iterator[Example]:
    """Candidates for missing verb phrases."""
    read = labels()
    rows = vpe_rows(data)
    for name in ("ewt-train", "gum-train"):  # read wholly: what has no label is no gap
        yield from _read(treebank_texts(name, data), name, read[name], "verb", whole=True)
    yield from _automatic(rows, read["vpe-source"])
    for name, texts in {
        "vpe-before": [row.before if row.part == "train" else "" for row in rows],
        "vpe-before2": [row.before2 if row.part == "train" else "" for row in rows],
        **_corpora(data),
    }.items():
        yield from _read(texts, name, read[name], "verb", whole=False)
    yield from _marked(read_written("verb.txt"), "written", "verb phrase")


def noun_examples(data: Path) -> Iterator[Example]:
    """Candidates for missing nouns."""
    read = labels()
    yield from _marked(noel(("train",), data), "noel", "noun phrase")
    for name in ("ewt-train", "gum-train"):
        yield from _read(treebank_texts(name, data), name, read[name], "noun", whole=True)
    for name, texts in _corpora(data).items():
        yield from _read(texts, name, read[name], "noun", whole=False)
    yield from _marked(read_written("noun.txt"), "written", "noun phrase")


def _corpora(data: Path) -> dict[str, list[str]]:
    found = {}
    for name in ("fr", "es"):
        with gzip.open(data / "tatoeba" / f"en-{name}.tsv.gz", "rt", encoding="utf-8") as lines:
            found[f"tatoeba-{name}"] = [line.split("\t")[0] for line in lines]
    with gzip.open(data / "europarl-docs" / "train.en.gz", "rt", encoding="utf-8") as lines:
        found["europarl"] = [line.removesuffix("\n") for line in islice(lines, 60_000)]
    found["ntrex"] = (data / "ntrex" / "src.en").read_text(encoding="utf-8").split("\n")
    for path in sorted((data / "novels-en-fr").glob("*.en")):
        found[f"novel:{path.stem}"] = path.read_text(encoding="utf-8").split("\n")
    return found


def _read(
    texts: list[str], name: str, read: dict[tuple[int, int], str], wanted: str, *, whole: bool
) -> Iterator[Example]:
    """Candidates of texts that were read; those marked unsure are left out.

    Where a text was not read wholly, a candidate without a label may be anything.
    """
    kind: GapKind = "verb phrase" if wanted == "verb" else "noun phrase"
    lines = range(len(texts)) if whole else sorted({line for line, _ in read})
    for line, sentence in zip(lines, analysed(texts[line] for line in lines), strict=True):
        for place, features in featured(sentence, kind):
            label = read.get((line, sentence.words[place].start), "none" if whole else "unsure")
            if label != "unsure":
                yield Example(features, label == wanted, 1.0, name, f"{name}{line // 20}")


def _marked(texts: list[Marked], name: str, kind: GapKind) -> Iterator[Example]:
    sentences = analysed(text.text for text in texts)
    for number, (text, sentence) in enumerate(zip(texts, sentences, strict=True)):
        for place, features in featured(sentence, kind):
            word = sentence.words[place]
            end = word.end
            if kind == "verb phrase":
                end = sentence.words[after_negation(sentence.words, place) - 1].end
            gap = any(word.start < stop and start < end for start, stop in text.gaps)
            # Annotators passed over some of these; they never have a noun.
            gap = gap or low(word.form) in _POSSESSIVES
            yield Example(features, gap, 1.0, name, f"{name}{number // 20}")


def _automatic(rows: list[Row], read: dict[tuple[int, int], str]) -> Iterator[Example]:
    """Automatic examples; where they were read, as they were read."""
    lines = [line for line, row in enumerate(rows) if row.part == "train"]
    sentences = analysed(rows[line].source for line in lines)
    for line, sentence in zip(lines, sentences, strict=True):
        for place, features in featured(sentence, "verb phrase"):
            word = sentence.words[place]
            label = read.get((line, word.start))
            if label is None and low(word.form) == low(rows[line].auxiliary):
                gap = _plausible(sentence, place)
                if gap is not None:
                    yield Example(features, gap, _AUTOMATIC, "vpe-source", f"vpe{line // 20}")
            elif label not in (None, "unsure"):
                yield Example(features, label == "verb", 1.0, "vpe-source", f"vpe{line // 20}")


def _plausible(sentence: Sentence, place: int) -> bool | None:
    """Can an automatic label be true? None: the speaker was interrupted, nobody can say."""
    words = sentence.words
    then = after_negation(words, place)
    follows = low(words[then].form) if then < len(words) else ""
    before = low(words[place - 1].form) if place else ""
    if AUXILIARIES.get(low(words[place].form)) == "do":
        if before not in ("so", "neither", "nor", "as", "than"):
            asked = then + 1 < len(words) and words[then + 1].form == "?"
            question = follows in ("it", "that", "this") and place < 2 and asked
            if follows in _OBJECTS and not question:
                return False
            if then == place + 1 < len(words) and words[place].upos == "VERB":
                after = words[then]
                if after.upos in ("DET", "NOUN", "NUM", "ADJ", "PROPN") and after.form[0].islower():
                    return False
        if _after_auxiliary(sentence, place):
            return False
    if follows in ("...", "..", "--", "-"):
        return None
    tag = before == "," and follows in ("i", "you", "he", "she", "it", "we", "they", "there")
    return not (tag and any(word.upos in ("VERB", "AUX") for word in words[:place]))


def _after_auxiliary(sentence: Sentence, place: int) -> bool:
    """Does another auxiliary or *to* of the clause stand before this *do*?"""
    for step in range(1, min(place, 5) + 1):
        word = sentence.words[place - step]
        form = low(word.form)
        if word.upos == "PUNCT":
            return False
        if form in ("to", "na", "ta") and step == 1:
            return True
        if AUXILIARIES.get(form) in ("do", "modal") or form in CLITICS:
            return True
    return False
