"""IdiomTranslationDS (Fadaee et al., LREC 2018): German and English idioms in WMT's training data.
https://github.com/marziehf/IdiomTranslationDS
"""

from collections.abc import Iterator, Mapping
from html import unescape
from pathlib import Path

from litmus.corpus.segment import Idiom, IdiomFacts, Segment
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError
from litmus.files.text import read_lines, read_parallel
from litmus.importers.alternatives import expand
from litmus.importers.imported import Anew, Imported, choose, existing, needed, pair_for
from litmus.importers.locate import locate
from litmus.importers.sample import Sample
from litmus.wording import count

PARTS = {"test": "idiom_test", "UNK": "idiom_test.UNK", "trainplus": "idiom_trainplus"}
NAME = "idiom-ds"
SUMMARY = "folder of IdiomTranslationDS: idiom_test.{de,en,info} (Fadaee et al. 2018)"
OPTIONS: Mapping[str, str] = {
    "part": "test, UNK or trainplus (default: test)",
    "entities": "keep leaves &apos; and the like as they are (default: plain characters)",
}
LAYOUT = "idiom_test.de, idiom_test.en and idiom_test.info (also idiom_test.UNK, idiom_trainplus)"


def recognises(sample: Sample) -> bool:
    """A folder with the facts of one part."""
    return sample.form == "folder" and bool(parts_of(sample.path))


def read(
    path: Path,
    *,
    languages: tuple[str, str] | None,
    name: str | None,
    part: str = "test",
    entities: str = "plain",
) -> Imported:
    """The suite: one segment per line, its idiom located word by word in the tokenised source."""
    choose("part", list(PARTS), part, path)
    choose("entities", ["plain", "keep"], entities, path)
    source, target = pair_for(NAME, languages, path.resolve().name)
    stem = path / PARTS[part]
    files = [
        needed(stem.with_name(f"{stem.name}.{side}"), NAME, LAYOUT)
        for side in (source, target, "info")
    ]
    info = SuiteInfo(
        name or f"idiom-ds.{source}-{target}.{part}", source, target,
        metrics=("apt-eval", "idiom-accuracy"),
        origin="Fadaee, Bisazza, Monz (LREC 2018), https://github.com/marziehf/IdiomTranslationDS",
    )  # fmt: skip
    notes: list[str] = []
    plain = entities == "plain"
    facts = _facts(files[2], plain)
    segments = Anew(lambda: _segments(files, source, plain, notes))
    return Imported(info, segments, facts, notes=notes)


def _info(where: str, line: str, plain: bool) -> tuple[str, tuple[str, ...], int | None]:
    """Label, equivalents and training frequency of one .info line."""
    columns = (unescape(line) if plain else line).split("\t")
    if len(columns) not in (3, 4) or not columns[1].strip() or not columns[2].strip():
        raise DataError(
            f"{where}: expected number, source idiom, target idiom and (in the test set) training "
            f"count, separated by tabs; found {len(columns)} columns."
        )
    if len(columns) == 4 and not columns[3].strip().isdecimal():
        raise DataError(f"{where}: the training count {columns[3]!r} is not a number.")
    equivalents = tuple(expand(columns[2].strip(), where=where))
    return columns[1].strip(), equivalents, int(columns[3]) if len(columns) == 4 else None


def _facts(path: Path, plain: bool) -> list[IdiomFacts]:
    facts: dict[str, IdiomFacts] = {}
    for number, line in enumerate(read_lines(path, any_line_end=True), start=1):
        label, equivalents, frequency = _info(f"{path}:{number}", line, plain)
        if label in facts:
            equivalents = tuple(dict.fromkeys(facts[label].equivalents + equivalents))
        facts[label] = IdiomFacts(label, equivalents, training_frequency=frequency)
    return list(facts.values())


def _segments(files: list[Path], language: str, plain: bool, notes: list[str]) -> Iterator[Segment]:
    unmarked = number = 0
    for number, row in enumerate(read_parallel(files), start=1):
        where = f"{files[2]}:{number}"
        source, reference = map(unescape, row[:2]) if plain else row[:2]
        label, equivalents, _ = _info(where, row[2], plain)
        # in a label | separates readings of one word: "geraten|raten"
        forms = expand(label.replace("|", "/"), where=where)
        spans = next(filter(None, (locate(form, source, language) for form in forms)), ())
        unmarked += not spans
        yield Segment(str(number), source, (reference,), idioms=(Idiom(label, spans, equivalents),))
    notes.clear()
    if plain:
        notes.append("Moses entities such as &apos; were replaced by plain characters.")
    if unmarked:
        notes.append(f"{unmarked:,} of {count(number, 'idiom')} not found in the source; no span.")


def parts_of(folder: Path) -> list[str]:
    """The parts of the data set that are in a folder."""
    return [part for part, stem in PARTS.items() if existing(folder / f"{stem}.info")]
