"""Icelandic idioms with the words their translation must hold (Steingrímsson et al., 2024).

Two forms. The *processed* one has four columns: source, reference, words, number. The *original*
one (CLARIN-IS 20.500.12537/275) has nine: idiom, English equivalent, both meanings, an example in
each language, examples of the meanings, keywords; alternatives are written into the columns and
expand into all pairs.

The original has no word lists; the authors wrote theirs by hand. Ours, for an English example:
take the equivalent most of whose content words are in it, by case-folded form or English
Snowball stem (the first of equals); required are those words, as the example writes them. Slots,
articles, pronouns, forms of *be* and the prepositions below are no content words.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from litmus.corpus.segment import Idiom, IdiomFacts, Segment
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError
from litmus.files.text import read_columns
from litmus.importers.alternatives import expand
from litmus.importers.imported import Anew, Imported
from litmus.importers.locate import locate
from litmus.importers.sample import Sample
from litmus.importers.small_words import small_words
from litmus.language.forms import stemmer
from litmus.wording import count

NAME = "autoie"
SUMMARY = "TSV of Icelandic idioms, processed (4 columns) or original (9 columns)"
OPTIONS: Mapping[str, str] = {}
PROCESSED = "source, reference, words, segment number"
ORIGINAL = (
    "Icelandic idiom, English equivalent, meaning in Icelandic, in English, example in Icelandic, "
    "in English, example of the meaning in Icelandic, in English, keywords"
)
_WORD = re.compile(r"\w+(?:['’-]\w+)*")
_SLOT = re.compile(r"<[^<>]*>")


@dataclass(frozen=True, slots=True)
class Pair:
    """One pair: a variant of the source, of the reference, and the words that must be there."""

    number: str
    source: str
    reference: str
    words: tuple[str, ...]
    idioms: tuple[Idiom, ...] = ()


def recognises(sample: Sample) -> bool:
    """A table of nine columns, or of four with a number at the end."""
    cells = sample.cells if sample.form == "table" else []
    return len(cells) == 9 or (len(cells) == 4 and cells[3].strip().isdecimal())


def read(path: Path, *, languages: tuple[str, str] | None, name: str | None) -> Imported:
    """The suite: one segment per pair; the pairs of one number weigh 1 together."""
    source, target = languages or ("is", "en")
    info = SuiteInfo(
        name or "autoie", source, target, metrics=("autoie",),
        origin="Steingrímsson, Sigurðsson, Halldórsson, http://hdl.handle.net/20.500.12537/275",
    )  # fmt: skip
    facts: dict[str, IdiomFacts] = {}
    notes: list[str] = []
    if is_original(path):
        rows = list(_original(path, source, facts, notes))
    else:
        rows = list(_processed(path))
    return Imported(info, Anew(lambda: _segments(rows)), list(facts.values()), notes=notes)


def is_original(path: Path) -> bool:
    """Whether the first line has nine columns rather than four."""
    for _, columns in read_columns(path, (4, 9), f"{PROCESSED}; or {ORIGINAL}"):
        return len(columns) == 9
    return False


def _segments(rows: Sequence[Pair]) -> Iterator[Segment]:
    groups: dict[str, list[Pair]] = defaultdict(list)
    for row in rows:
        groups[row.number].append(row)
    variant: dict[str, int] = defaultdict(int)
    for row in rows:
        variant[row.number] += 1
        group = groups[row.number]
        same = [other.reference for other in group if other.source == row.source]
        yield Segment(
            f"{row.number}.{variant[row.number]}",
            row.source,
            tuple(dict.fromkeys([row.reference, *same])),
            idioms=row.idioms,
            required=tuple(
                words for words in dict.fromkeys([row.words, *(o.words for o in group)]) if words
            ),
            weight=1 / len(group),
            group=row.number,
        )


def _processed(path: Path) -> Iterator[Pair]:
    for number, (source, reference, words, group) in read_columns(path, (4,), PROCESSED):
        listed = tuple(word.strip() for word in words.split(",") if word.strip())
        if not source.strip() or not reference.strip() or not listed or not group.strip():
            raise DataError(
                f"{path}:{number}: a column is empty. Each row needs {PROCESSED}, the words "
                "separated by commas."
            )
        yield Pair(group.strip(), source, reference, listed)


def _original(
    path: Path, language: str, facts: dict[str, IdiomFacts], notes: list[str]
) -> Iterator[Pair]:
    without = unmarked = 0
    for number, columns in read_columns(path, (9,), ORIGINAL):
        where = f"{path}:{number}"
        label, equivalent, _, meaning, source, target = (cell.strip() for cell in columns[:6])
        if not (label and equivalent and source and target):
            raise DataError(f"{where}: the idiom, its equivalent or an example is empty.")
        equivalents = tuple(expand(equivalent, where=where))
        _add_fact(facts, label, equivalents, meaning)
        targets = expand(target, where=where)
        references = [(text, required_words(equivalents, text)) for text in targets]
        without += sum(not words for _, words in references)
        for variant in expand(source, where=where):
            idiom = Idiom(label, _locate(label, variant, language, where), equivalents)
            unmarked += not idiom.spans
            for reference, words in references:
                yield Pair(str(number), variant, reference, words, (idiom,))
    if without:
        notes.append(
            f"{count(without, 'English example')} without a content word of an equivalent; no word "
            "is required there."
        )
    if unmarked:
        notes.append(f"{count(unmarked, 'idiom')} not found in the example; no span.")


def _locate(label: str, source: str, language: str, where: str) -> tuple[tuple[int, int], ...]:
    forms = (_SLOT.sub(" ", form) for form in expand(label, where=where))
    return next((spans for form in forms if (spans := locate(form, source, language))), ())


def _add_fact(
    facts: dict[str, IdiomFacts], label: str, equivalents: tuple[str, ...], meaning: str
) -> None:
    """Remember a label; one that returns (a twofold meaning) gathers what is said of it."""
    known = facts.get(label, IdiomFacts(label))
    meanings = dict.fromkeys(filter(None, [known.meaning, meaning]))
    facts[label] = IdiomFacts(
        label,
        tuple(dict.fromkeys(known.equivalents + equivalents)),
        meaning="; ".join(meanings),
    )


def required_words(equivalents: Iterable[str], example: str) -> tuple[str, ...]:
    """The words of the example that make up an equivalent; see the top of this file.

    >>> required_words(["<NP1> take a nap", "<NP1> grab forty winks"], "Sigurður takes a nap.")
    ('takes', 'nap')
    """
    stem, function_words = stemmer("en"), small_words("en").function_words
    written = {
        stem(match[0].casefold()): match[0] for match in reversed(list(_WORD.finditer(example)))
    }
    best: tuple[str, ...] = ()
    for equivalent in equivalents:
        words = (match[0].casefold() for match in _WORD.finditer(_SLOT.sub(" ", equivalent)))
        stems = dict.fromkeys(stem(word) for word in words if word not in function_words)
        required = tuple(written[one] for one in stems if one in written)
        if len(required) > len(best):
            best = required
    return best
