"""CIBB (Shao et al., LREC 2018): 50 Chinese idioms, their sentences, and words that give away
a literal translation. https://github.com/sythello/CIBB-dataset
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from litmus.corpus.segment import Idiom, IdiomFacts, Segment, Span
from litmus.corpus.suite import SuiteInfo
from litmus.corpus.text import read_lines, read_parallel
from litmus.errors import DataError
from litmus.importers.imported import Anew, Imported, existing, needed
from litmus.importers.sample import Sample

NAME = "cibb"
SUMMARY = "folder of CIBB, Chinese idioms with blacklists (Shao et al. 2018)"
OPTIONS: Mapping[str, str] = {}
LAYOUT = "idiom_blacklist.{src.zh,ref.en,blacklist.en}.txt and list_idiom_blacklist.txt"


def recognises(sample: Sample) -> bool:
    """A folder with the list of idioms."""
    return existing(sample.path / "list_idiom_blacklist.txt") is not None


def read(path: Path, *, languages: tuple[str, str] | None, name: str | None) -> Imported:
    """The suite: one segment a line, marked with the idiom that its blacklist belongs to."""
    source, target = languages or ("zh", "en")
    sides = [f"src.{source}", f"ref.{target}", f"blacklist.{target}"]
    files = [needed(path / f"idiom_blacklist.{side}.txt", NAME, LAYOUT) for side in sides]
    facts = _facts(needed(path / "list_idiom_blacklist.txt", NAME, LAYOUT))
    info = SuiteInfo(
        name or "cibb", source, target, metrics=("blacklist",),
        origin="Shao, Sennrich, Webber, Fancellu (LREC 2018), "
        "https://github.com/sythello/CIBB-dataset",
    )  # fmt: skip
    notes: list[str] = []
    return Imported(info, Anew(lambda: _segments(files, facts, notes)), facts, notes=notes)


def _facts(path: Path) -> list[IdiomFacts]:
    lines = list(read_lines(path, any_line_end=True))
    while lines and not lines[-1].strip():
        lines.pop()
    facts = []
    for start in range(0, len(lines), 5):
        where = f"{path}:{start + 1}"
        block = [line.strip() for line in lines[start : start + 5]]
        if (
            len(block) < 4
            or not block[1].isdecimal()
            or not block[3].startswith("X:")
            or any(block[4:])
        ):
            raise DataError(
                f"{where}: an idiom takes 5 lines: the idiom, its training frequency, its "
                "translation, 'X: words', and a blank one."
            )
        label, frequency, meaning, words = block[:4]
        facts.append(
            IdiomFacts(
                label,
                blacklist=tuple(words.removeprefix("X:").split()),
                meaning=meaning,
                training_frequency=int(frequency),
            )
        )
    return facts


def _segments(files: list[Path], facts: list[IdiomFacts], notes: list[str]) -> Iterator[Segment]:
    odd: Counter[str] = Counter()
    for number, (source, reference, words) in enumerate(read_parallel(files), start=1):
        blacklist = tuple(words.split())
        where = f"{files[0]}:{number}"
        yield Segment(
            str(number),
            source,
            (reference,),
            idioms=_idioms(where, source, blacklist, facts, odd),
            blacklist=blacklist,
        )
    notes[:] = [_NOTES[kind].format(count) for kind, count in odd.items()]


_NOTES = {
    "several": "{} sources hold several of the idioms; the line's blacklist says which.",
    "repeated": "{} sources hold their idiom twice; both occurrences are marked.",
    "spaced": "{} sources have blanks inside the idiom; the span includes them.",
}


def _idioms(
    where: str, source: str, blacklist: tuple[str, ...], facts: list[IdiomFacts], odd: Counter[str]
) -> tuple[Idiom, ...]:
    found = {fact.label: spans for fact in facts if (spans := _occurrences(fact.label, source))}
    labels = [fact.label for fact in facts if fact.label in found and fact.blacklist == blacklist]
    if not labels:
        raise DataError(
            f"{where} holds no idiom whose blacklist is {' '.join(blacklist)!r}.\n"
            "Is the blacklist file of the same version as the list of idioms?"
        )
    odd.update(["several"] * (len(found) > 1))
    spans = found[labels[0]]
    odd.update(["repeated"] * (len(spans) > 1))
    odd.update(["spaced"] * any(end - start > len(labels[0]) for start, end in spans))
    return tuple(Idiom(labels[0], (span,)) for span in spans)


def _occurrences(label: str, source: str) -> list[Span]:
    pattern = r"\s*".join(map(re.escape, label))
    return [match.span() for match in re.finditer(pattern, source)]
