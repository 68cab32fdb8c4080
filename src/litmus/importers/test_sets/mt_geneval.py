"""MT-GenEval (Currey et al., EMNLP 2022): references of the right and of the wrong gender.

Two parts. *context*: the sentence before says the gender; `context <sep> sentence`, and files of
the original and the flipped translation, or one table of the three. *sentences*: each sentence in
the feminine and in the masculine; the reference of the one is the wrong variant of the other.
https://github.com/amazon-science/machine-translation-gender-eval
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from litmus.corpus.segment import Entity, Segment
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError, UnknownName
from litmus.files.text import one_line, read_columns, read_parallel
from litmus.importers.imported import Anew, Imported, needed, pair_for, title
from litmus.importers.sample import Sample
from litmus.wording import count

NAME = "mt-geneval"
SUMMARY = "folder or table of MT-GenEval: gender, by context or counterfactual (Currey et al. 2022)"
OPTIONS: Mapping[str, str] = {
    "part": "context (default) or sentences: which part of a folder",
    "split": "test (default) or dev: which part of a folder",
}
PARTS, SPLITS = ("context", "sentences"), ("test", "dev")
COLUMNS = "context <sep> sentence, reference, reference of the wrong gender"
_CONTEXT = "geneval-context-wikiprofessions"
_SENTENCES = "geneval-sentences"
_GENDERS = {"feminine": "female", "masculine": "male"}
_PRONOUNS = {
    "male": frozenset({"he", "him", "his", "himself"}),
    "female": frozenset({"she", "her", "hers", "herself"}),
}
_WORD = re.compile(r"[a-z]+")
SEPARATOR = "<sep>"


def recognises(sample: Sample) -> bool:
    """A folder with its files, or a table of the contextual part."""
    if sample.form == "folder":
        folders = [folder for part in PARTS for folder in _folders(sample.path, part, "*")]
        return any(any(folder.glob("geneval-*")) for folder in folders)
    cells = sample.cells if sample.form == "table" else []
    return cells[1:] == ["ref_original", "ref_flipped"]


def read(
    path: Path,
    *,
    languages: tuple[str, str] | None,
    name: str | None,
    part: str = "context",
    split: str = "test",
) -> Imported:
    """The suite: the reference of the wrong gender is the `contrastive` variant."""
    for kind, chosen, known in (("part", part, PARTS), ("split", split, SPLITS)):
        if chosen not in known:
            raise UnknownName(kind, chosen, known)
    source, target = pair_for(NAME, languages, path.name)
    info = SuiteInfo(
        name or (f"mt-geneval-{part}-{target}" if path.is_dir() else title(path, None)),
        source, target, metrics=("gender",), licence="CC BY-SA 3.0",
        origin="Currey et al. (EMNLP 2022), "
        "https://github.com/amazon-science/machine-translation-gender-eval",
    )  # fmt: skip
    notes: list[str] = []
    if not path.is_dir():
        return Imported(info, Anew(lambda: _contextual(_table(path), notes)), notes=notes)
    pair = f"{split}.{source}_{target}"
    if part == "context":
        kinds = (("2to1", source), ("original", target), ("flipped", target))
        files = [_file(path, part, split, f"{_CONTEXT}-{k}-{pair}.{code}") for k, code in kinds]
        return Imported(info, Anew(lambda: _contextual(_rows(files), notes)), notes=notes)
    sides = [
        _file(path, part, split, f"{_SENTENCES}-{gender}-{pair}.{code}")
        for gender in _GENDERS
        for code in (source, target)
    ]
    return Imported(info, Anew(lambda: _counterfactual(sides, notes)), notes=notes)


def _folders(path: Path, part: str, split: str) -> Iterator[Path]:
    """Where the files of a part may be: in the folder, or at their place in the repository."""
    yield path
    for top in (path, path / "data"):
        yield from (top / part,) if part == "context" else top.glob(f"{part}/{split}")
        if part == "sentences":
            yield from top.glob(split)


def _file(path: Path, part: str, split: str, name: str) -> Path:
    for folder in _folders(path, part, split):
        if (folder / name).is_file():
            return folder / name
    return needed(path / name, NAME, f"data/{part} as its authors publish it")


def _table(path: Path) -> Iterator[tuple[str, str, str, str]]:
    for number, cells in read_columns(path, (3,), COLUMNS):
        if number > 1 or cells[1:] != ["ref_original", "ref_flipped"]:
            yield f"{path}:{number}", cells[0], cells[1], cells[2]


def _rows(files: list[Path]) -> Iterator[tuple[str, str, str, str]]:
    for number, (source, right, wrong) in enumerate(read_parallel(files), start=1):
        yield f"{files[0]}:{number}", source, right, wrong


def _contextual(rows: Iterator[tuple[str, str, str, str]], notes: list[str]) -> Iterator[Segment]:
    unknown = same = 0
    for where, both, right, wrong in rows:
        context, mark, sentence = both.rpartition(SEPARATOR)
        if not mark or not sentence.strip():
            raise DataError(f"{where}: there is no {SEPARATOR} between context and sentence.")
        gender = _gender(both)
        unknown += gender is None
        if right.strip() == wrong.strip():
            same += 1
            continue
        yield Segment(
            where.rpartition(":")[2],
            one_line(sentence),
            (one_line(right),),
            context=(one_line(context),) if context.strip() else (),
            contrastive=(one_line(wrong),),
            entities=(Entity(None, gender),) if gender else (),
        )
    notes.clear()
    if unknown:
        notes.append(f"{count(unknown, 'example')} with pronouns of both genders, or of none.")
    if same:
        notes.append(f"{count(same, 'example')} left out: both references are the same.")


def _gender(text: str) -> str | None:
    """The gender of the only kind of pronouns in context and sentence."""
    words = set(_WORD.findall(text.lower()))
    found = [gender for gender, pronouns in _PRONOUNS.items() if words & pronouns]
    return found[0] if len(found) == 1 else None


def _counterfactual(files: list[Path], notes: list[str]) -> Iterator[Segment]:
    same = 0
    for number, texts in enumerate(read_parallel(files), start=1):
        sources, references = texts[::2], texts[1::2]
        if references[0].strip() == references[1].strip():
            same += 1
            continue
        for (word, gender), source, right, wrong in zip(
            _GENDERS.items(), sources, references, references[::-1], strict=True
        ):
            if not source.strip():
                raise DataError(f"{files[0]}:{number}: the {word} sentence is empty.")
            yield Segment(
                f"{number}.{word}",
                one_line(source),
                (one_line(right),),
                contrastive=(one_line(wrong),),
                group=str(number),
                entities=(Entity(None, gender),),
            )
    notes.clear()
    if same:
        notes.append(f"{count(same, 'sentence')} left out: both references are the same.")
