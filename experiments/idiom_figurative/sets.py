"""Published sentences in which people said whether a phrase is meant figuratively."""

import csv
import gzip
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from litmus.idioms.entries.lists import IdiomList, load_idioms, make_list
from litmus.idioms.figurative.phrases import Use
from litmus.idioms.matching.matcher import Matcher


@dataclass(frozen=True)
class Labelled:
    """A phrase in a sentence, and what people said; figures are measured on those `sampled`."""

    use: Use
    literal: bool
    sampled: bool = True


def magpie(folder: Path) -> list[Labelled]:
    """Every sentence of the sample, the phrase as its mask marks it."""
    with gzip.open(folder / "magpie_sample.tsv.gz", "rt") as lines:
        next(lines)
        return [_masked(line) for line in lines]


def magpie_inputs(folder: Path, sample: Sequence[Labelled]) -> list[Labelled]:
    """All sentences of the idioms in the sample, from the files that it was drawn from.

    The other idioms are left out: others test on them.
    """
    idioms = {use.use.label for use in sample}
    sampled = {use.use for use in sample}
    every: dict[Use, Labelled] = {}
    for path in sorted(folder.glob("*.tsv")):
        with path.open() as lines:
            for line in lines:
                found = _masked(line)
                if found.use.label in idioms and found.use.pieces:
                    every.setdefault(found.use, replace(found, sampled=found.use in sampled))
    return list(every.values())


def _masked(line: str) -> Labelled:
    text, mask, label, usage, *_ = line.rstrip("\n").split("\t")
    spans = [token.span() for token in re.finditer(r"\S+", text)]
    marked = [span for span, mark in zip(spans, mask.split(), strict=True) if mark == "1"]
    return Labelled(Use(label, text, tuple(marked)), usage == "literal")


def wmt24(folder: Path) -> list[Labelled]:
    """Idiomatic and literal sentences of the same phrases, as the matcher finds them."""
    with gzip.open(folder / "idioms.json.gz", "rt") as stream:
        rows = json.load(stream)
    keys = {"idiomatic_ex_1": False, "idiomatic_ex_2": False}
    keys |= {"literal_exam_1": True, "literal_exam_2": True}
    return _matched(
        (row["idiom"], row[key], literal) for row in rows for key, literal in keys.items()
    )


def tide(folder: Path) -> list[Labelled]:
    """A figurative and a literal sentence a phrase, as the matcher finds them."""
    with gzip.open(folder / "tide_1idiom_per_row.csv.gz", "rt", newline="") as stream:
        rows = list(csv.DictReader(stream))
    return _matched(
        (row["idiom"], row[key], literal)
        for row in rows
        for key, literal in (("s_f", False), ("s_l", True))
    )


def id10m(folder: Path) -> list[Labelled]:
    """What the shipped list finds; literal if no word of it is tagged."""
    matcher = Matcher(load_idioms("en", "en"))
    uses = []
    for block in (folder / "test_english.tsv").read_text().split("\n\n"):
        tokens = [line.split("\t") for line in block.split("\n") if "\t" in line]
        text, tagged = "", []
        for form, tag in tokens:
            start = len(text)
            text += form.strip() + " "
            if tag.strip() != "O":
                tagged.append((start, len(text) - 1))
        for found in matcher.find(text):
            start, end = found.span
            literal = not any(first < end and start < last for first, last in tagged)
            uses.append(Labelled(Use(found.idiom, text, found.pieces), literal))
    return uses


def match_check(folder: Path) -> list[Labelled]:
    """Sentences of Europarl and news; `literal` is a match that people called wrong."""
    with gzip.open(folder / "match_check.test.en-de.csv.gz", "rt", newline="") as stream:
        rows = list(csv.DictReader(stream))
    return _matched((row["idiom_en"], row["src_en"], row["wrong"] == "x") for row in rows)


def _matched(rows: Iterable[tuple[str, str, bool]]) -> list[Labelled]:
    return list(_found([row for row in rows if row[1]]))


def _found(rows: list[tuple[str, str, bool]]) -> Iterator[Labelled]:
    matchers: dict[str, Matcher | None] = {}
    for label, text, literal in rows:
        if label not in matchers:
            matchers[label] = _matcher(label)
        matcher = matchers[label]
        for found in (matcher.find(text) if matcher else [])[:1]:
            yield Labelled(Use(label, text, found.pieces), literal)


def _matcher(label: str) -> Matcher | None:
    """A matcher of one phrase; None if the list's notation does not allow it."""
    from litmus.errors import LitmusError

    try:
        idioms: IdiomList = make_list([label.removeprefix("to ")], "en")
        return Matcher(idioms)
    except LitmusError:
        return None
