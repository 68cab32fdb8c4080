"""WinoMT (Stanovsky et al., ACL 2019): sentences in which a pronoun decides somebody's gender.

`en.txt` has four columns without a header: gender, index of the person's word, sentence, person.
Outputs of systems have `English ||| translation` in every line. Two layouts are read: everything in
one folder (`en.txt`, `outputs/SYSTEM.en-de.txt`), and that of the authors' repository
(`data/aggregates/en.txt`, `translations/SYSTEM/en-de.txt`). https://github.com/gabrielStanovsky/mt_gender
"""

import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from litmus.corpus.segment import GENDERS, Entity, Segment, Span
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError, UsageError
from litmus.files.text import plain_name, read_columns, read_lines
from litmus.importers.imported import Anew, Imported, choose, existing, needed
from litmus.importers.sample import Sample
from litmus.wording import count, option

NAME = "winomt"
SUMMARY = "folder of WinoMT, or its en.txt: gender of occupations (Stanovsky et al. 2019)"
OPTIONS: Mapping[str, str] = {"part": "the outputs to take, such as en-de, in place of languages"}
LAYOUT = "en.txt, en_pro.txt, en_anti.txt and perhaps outputs/SYSTEM.en-de.txt"
COLUMNS = "gender, index of the word, sentence, person"
MARK = " ||| "
_ARTICLE = re.compile(r"(?:the|an?) ", re.IGNORECASE)
_OUTPUT = re.compile(r"(?P<system>.+)\.(?P<pair>[a-z]{2,3}-[a-z]{2,3})\.txt")


def recognises(sample: Sample) -> bool:
    """A folder with the sentences and their stereotypes, or the table itself."""
    if sample.form == "folder":
        return existing(_texts(sample.path) / "en_pro.txt") is not None
    cells = sample.cells if sample.form == "table" else []
    return len(cells) == 4 and cells[0] in GENDERS and cells[1].isdecimal()


def read(
    path: Path, *, languages: tuple[str, str] | None, name: str | None, part: str | None = None
) -> Imported:
    """The suite: one segment per sentence, its systems those that translate into the language."""
    folder = path if path.is_dir() else path.parent
    texts = _texts(folder)
    file = needed(texts / "en.txt", NAME, LAYOUT) if path.is_dir() else path
    outputs = _outputs(folder)
    if part is not None:
        languages = _pair(choose("part", sorted(outputs), part, folder))
    source, target = languages or _only_pair(folder, outputs)
    info = SuiteInfo(
        name or f"winomt-{target}", source, target,
        metrics=("gender:compat=winomt",), licence="MIT",
        origin="Stanovsky, Smith, Zettlemoyer (ACL 2019), "
        "https://github.com/gabrielStanovsky/mt_gender",
    )  # fmt: skip
    notes: list[str] = []
    systems = {
        system: Anew(partial(_translations, output))
        for system, output in outputs.get(f"{source}-{target}", {}).items()
    }
    for system, output in outputs.get(f"{source}-{target}", {}).items():
        notes += _checked(system, output, file)
    return Imported(info, Anew(lambda: _segments(file)), systems=systems, notes=notes)


def _texts(folder: Path) -> Path:
    """Where the sentences are: the folder itself, or its place in the authors' repository."""
    aggregates = folder / "data" / "aggregates"
    return aggregates if existing(aggregates / "en.txt") else folder


def _outputs(folder: Path) -> dict[str, dict[str, Path]]:
    """Pair -> system -> file."""
    found: dict[str, dict[str, Path]] = {}
    for file in sorted((folder / "outputs").glob("*.txt*")):
        if match := _OUTPUT.fullmatch(plain_name(file)):
            found.setdefault(match["pair"], {})[match["system"]] = file
    for file in sorted((folder / "translations").glob("*/*.txt*")):
        pair = plain_name(file).removesuffix(".txt")
        found.setdefault(pair, {})[file.parent.name] = file
    return found


def _only_pair(folder: Path, outputs: Mapping[str, object]) -> tuple[str, str]:
    if len(outputs) == 1:
        return _pair(next(iter(outputs)))
    listed = f" It has outputs for: {', '.join(sorted(outputs))}." if outputs else ""
    raise UsageError(
        f"{folder} does not say which language to test.{listed}\n"
        f"Choose one: {option('languages', 'en-de')}"
    )


def _pair(text: str) -> tuple[str, str]:
    source, _, target = text.partition("-")
    return source, target


def parts_of(folder: Path) -> list[str]:
    """The pairs of languages that a folder has outputs for."""
    return sorted(_outputs(folder))


def _segments(path: Path) -> Iterator[Segment]:
    kinds = {
        kind: {tuple(cells[:3]) for _, cells in read_columns(file, (4,), COLUMNS)}
        for kind in ("pro", "anti")
        if (file := existing(path.parent / f"en_{kind}.txt")) is not None
    }
    for number, cells in read_columns(path, (4,), COLUMNS):
        where = f"{path}:{number}"
        gender, index, source, person = (cell.strip() for cell in cells)
        if gender not in GENDERS:
            raise DataError(f"{where}: the gender is {gender!r}, not one of {', '.join(GENDERS)}.")
        stereotype = next(
            (kind for kind, rows in kinds.items() if tuple(cells[:3]) in rows), "none"
        )
        entity = Entity(_span(where, index, source, person), gender, stereotype)
        yield Segment(str(number), source, entities=(entity,))


def _span(where: str, index: str, source: str, person: str) -> Span:
    """Where the person is: from the word of that index on, over double blanks."""
    words = source.split(" ")
    if not index.isdecimal() or int(index) >= len(words):
        raise DataError(
            f"{where}: the index {index!r} is not that of one of its {len(words)} words, "
            "counted from 0."
        )
    start = sum(len(word) + 1 for word in words[: int(index)])
    start += len(source[start:]) - len(source[start:].lstrip())
    wanted = _ARTICLE.sub("", person, count=1)
    if not wanted or source[start : start + len(wanted)].lower() != wanted.lower():
        raise DataError(f"{where}: word {index} does not begin {person!r}.")
    return start, start + len(wanted)


def _translations(path: Path) -> Iterator[str]:
    for number, line in enumerate(read_lines(path), start=1):
        _, mark, translation = line.partition(MARK)
        if not mark:
            raise DataError(
                f"{path}:{number} has no {MARK.strip()!r} between English and translation."
            )
        yield translation.strip()


def _checked(system: str, output: Path, file: Path) -> Iterator[str]:
    """Complains of an output of another length; notes lines that translate something else."""
    sources = [cells[2].strip() for _, cells in read_columns(file, (4,), COLUMNS)]
    english = [line.partition(MARK)[0].strip() for line in read_lines(output)]
    if len(english) != len(sources):
        raise DataError(
            f"{output} has {count(len(english), 'line')}, but {file} has {len(sources):,}.\n"
            "Every sentence needs exactly one translation."
        )
    other = [
        at for at, pair in enumerate(zip(sources, english, strict=True), 1) if len({*pair}) > 1
    ]
    if other:
        yield (
            f"{system}: {count(len(other), 'line')} translated from another sentence, the first "
            f"in line {other[0]}."
        )
