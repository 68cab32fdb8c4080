"""CIBB (Shao et al., LREC 2018): 50 Chinese idioms, their sentences, and words that give away
a literal translation. https://github.com/sythello/CIBB-dataset
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from litmus.corpus.segment import Idiom, IdiomFacts, Segment, Span
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError
from litmus.files.text import read_lines, read_parallel
from litmus.importers.imported import Anew, Imported, existing, needed
from litmus.importers.sample import Sample
from litmus.wording import count

NAME = "cibb"
SUMMARY = "folder of CIBB, Chinese idioms with blacklists (Shao et al. 2018)"
OPTIONS: Mapping[str, str] = {}
LAYOUT = "idiom_blacklist.{src.zh,ref.en,blacklist.en}.txt and list_idiom_blacklist.txt"


def recognises(sample: Sample) -> bool:
    """A folder with the list of idioms."""
    return existing(sample.path / "list_idiom_blacklist.txt") is not None


def read(path: Path, *, languages: tuple[str, str] | None, name: str | None) -> Imported:
    """The suite: one segment per line, marked with the idiom that its blacklist belongs to."""
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
            or not re.fullmatch(r"\d{1,18}", block[1])
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
    remarks: Counter[str] = Counter()
    for number, (source, reference, words) in enumerate(read_parallel(files), start=1):
        blacklist = tuple(words.split())
        where = f"{files[0]}:{number}"
        yield Segment(
            str(number),
            source,
            (reference,),
            idioms=_idioms(where, source, blacklist, facts, remarks),
            blacklist=blacklist,
        )
    notes[:] = [f"{count(n, 'source')} {_NOTES[kind]}" for kind, n in remarks.items() if n]


_NOTES = {
    "several": "with several of the idioms; the line's blacklist says which.",
    "repeated": "with the idiom twice; both occurrences are marked.",
    "spaced": "with spaces inside the idiom; the span includes them.",
}


def _idioms(
    where: str,
    source: str,
    blacklist: tuple[str, ...],
    facts: list[IdiomFacts],
    remarks: Counter[str],
) -> tuple[Idiom, ...]:
    by_label = {fact.label: spans for fact in facts if (spans := _occurrences(fact.label, source))}
    labels = [
        fact.label for fact in facts if fact.label in by_label and fact.blacklist == blacklist
    ]
    if not labels:
        raise DataError(
            f"{where} contains no idiom whose blacklist is {' '.join(blacklist)!r}.\n"
            "Is the blacklist file of the same version as the list of idioms?"
        )
    spans = by_label[labels[0]]
    remarks["several"] += len(by_label) > 1
    remarks["repeated"] += len(spans) > 1
    remarks["spaced"] += any(end - start > len(labels[0]) for start, end in spans)
    return tuple(Idiom(labels[0], (span,)) for span in spans)


def _occurrences(label: str, source: str) -> list[Span]:
    pattern = r"\s*".join(map(re.escape, label))
    return [match.span() for match in re.finditer(pattern, source)]
