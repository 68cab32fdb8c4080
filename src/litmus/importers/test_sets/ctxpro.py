"""CTXPro (Wicks & Post, WMT 2023): the word in the translation that only the context decides.

Two layouts are read: JSON lines with the context in every object, and the authors' own, where the
context is in `inputs/` and outputs of systems are in `outputs/`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from litmus.corpus.expected import ExpectedWord
from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError, UnknownName
from litmus.files.jsonl import field, parse, read_objects, strings
from litmus.files.text import decoded_lines, one_line, plain_name, read_lines
from litmus.importers.imported import (
    Anew,
    Distinct,
    Imported,
    choose,
    existing,
    pair_for,
    title,
)
from litmus.importers.sample import Sample
from litmus.wording import count

NAME = "ctxpro"
SUMMARY = "JSON of CTXPro, or a folder of it with inputs/ and outputs/: words the context decides"
PHENOMENA = ("gender", "formality", "auxiliary", "animacy", "inflection")
OPTIONS: Mapping[str, str] = {
    "part": "the set, where a folder holds several: the name of its file without .json",
    "phenomenon": f"one of {', '.join(PHENOMENA)}, where neither file nor rule says it",
}
LAYOUT = "SET.json, and perhaps inputs/SET and outputs/SYSTEM.SET.MODE"
SAME_NUMBER = "with the document and number of another; the id got a suffix."
_SEPARATOR = "<eos>"
_KEYS = (b'"src segment"', b'"src_segment"')
_REGISTER = re.compile(r"\b(?:IN)?FORM\b")


def recognises(sample: Sample) -> bool:
    """Its keys, whose spaces may be underscores; or a folder of such files with their outputs."""
    if sample.form == "folder":
        return (sample.path / "outputs").is_dir() and bool(parts_of(sample.path))
    if sample.form != "JSON":
        return False
    keys = {key.replace(" ", "_") for key in sample.keys}
    if keys:
        return {"src_segment", "ref_segment", "expected"} <= keys
    return b'"expected"' in sample.start and any(key in sample.start for key in _KEYS)


def read(
    path: Path,
    *,
    languages: tuple[str, str] | None,
    name: str | None,
    part: str | None = None,
    phenomenon: str | None = None,
) -> Imported:
    """The suite: one expected word per segment, and the systems whose outputs are there."""
    if phenomenon is not None and phenomenon not in PHENOMENA:
        raise UnknownName("phenomenon of CTXPro", phenomenon, PHENOMENA)
    if path.is_dir():
        path = _file_of(path, part)
    files = _Files.beside(path)
    source, target = pair_for(NAME, languages, path.name, path.resolve().parent.name)
    info = SuiteInfo(
        title(path, name), source, target, metrics=("context-word",),
        origin="Wicks, Post (WMT 2023), https://github.com/rewicks/ctxpro",
    )  # fmt: skip
    notes: list[str] = []
    named = phenomenon or next((known for known in PHENOMENA if known in path.name.split(".")), "")
    return Imported(
        info,
        Anew(lambda: _segments(files, named, target, notes)),
        systems={system: _outputs(files, file) for system, file in files.outputs.items()},
        notes=notes,
    )


def parts_of(folder: Path) -> list[str]:
    """The sets in a folder of the authors' layout."""
    names = [plain_name(file) for file in folder.iterdir() if file.is_file()]
    return sorted({name.removesuffix(".json") for name in names if name.endswith(".json")})


def _file_of(folder: Path, part: str | None) -> Path:
    parts = parts_of(folder)
    if not parts:
        raise DataError(f"{folder} holds no .json file. A {NAME} folder holds {LAYOUT}.")
    file = existing(folder / f"{choose('part', parts, part, folder)}.json")
    assert file is not None  # it has just been listed
    return file


@dataclass(frozen=True, slots=True)
class _Files:
    """A set, and what stands beside it or, as in the authors' repository, beside its folder."""

    items: Path
    inputs: Path | None
    outputs: Mapping[str, Path]

    @classmethod
    def beside(cls, path: Path) -> "_Files":
        """What belongs to a file of items, by its name."""
        name = re.sub(r"\.jsonl?$", "", plain_name(path))
        folders = (path.resolve().parent, path.resolve().parent.parent)
        inputs = next((f for folder in folders if (f := existing(folder / "inputs" / name))), None)
        pattern = re.compile(rf"(.+)\.{re.escape(name)}(?:\.(.+))?")
        outputs: dict[str, Path] = {}
        for folder in folders:
            for file in sorted((folder / "outputs").glob("*")):
                if match := pattern.fullmatch(plain_name(file)):
                    outputs.setdefault(".".join(filter(None, match.groups())), file)
        return cls(path, inputs, outputs)


def _outputs(files: _Files, file: Path) -> Anew[str]:
    """The lines of a system, as many as there are items."""

    def lines() -> Iterator[str]:
        n_lines = 0
        for line in read_lines(file):
            n_lines += 1
            yield line
        _same_number(file, n_lines, files.items, sum(1 for _ in objects(files.items)))

    return Anew(lines)


def _same_number(file: Path, n_lines: int, items: Path, n_items: int) -> None:
    if n_lines != n_items:
        raise DataError(
            f"{file} has {count(n_lines, 'line')}, but {items} has {count(n_items, 'item')}.\n"
            "Every item needs exactly one line, in the same order. Lines end at \\n only."
        )


def _segments(files: _Files, named: str, target: str, notes: list[str]) -> Iterator[Segment]:
    distinct = Distinct()
    without = unnamed = wordless = 0
    contexts = None if files.inputs is None else read_lines(files.inputs)
    n_items = 0
    for where, number, raw in objects(files.items):
        n_items += 1
        value = {key.replace(" ", "_"): item for key, item in raw.items()}
        expected = _expected(where, value, named, target)
        document = text_of(where, value, "document_id")
        source = text_of(where, value, "src_segment")
        context = strings(where, value, "src_context")
        if contexts is not None:
            context = context or _context(files, n_items, next(contexts, None), source)
        without += not context
        unnamed += not expected.rule and expected.phenomenon not in PHENOMENA
        wordless += not any(letter.isalnum() for letter in expected.word)
        yield Segment(
            distinct(f"{document}#{value.get('segment_id', number)}"),
            source,
            (text_of(where, value, "ref_segment"),),
            document,
            required=((expected.word,),),
            context=context,
            reference_context=strings(where, value, "ref_context"),
            expected=(expected,),
        )
    if contexts is not None and files.inputs is not None:
        _same_number(files.inputs, n_items + sum(1 for _ in contexts), files.items, n_items)
    notes[:] = [
        f"{count(n, 'segment')} {what}"
        for n, what in (
            (distinct.repeated, SAME_NUMBER),
            (without, "without context."),
            (unnamed, "that do not say what they are about (formality, ...)."),
            (wordless, "whose expected word has no letter; only compat=ctxpro counts them."),
        )
        if n
    ]


def _expected(where: str, value: dict[str, Any], named: str, target: str) -> ExpectedWord:
    """The word, and what it is about: as the file is named, else as the item looks."""
    word = text_of(where, value, "expected")
    texts = {
        key: field(where, value, key, str, "")
        for key in ("rule", "src_pronoun", "src_verb", "src_noun", "ref_verb_lemma")
    }
    return ExpectedWord(
        word,
        named or _phenomenon(texts, target),
        texts["rule"],
        one_line(texts["src_pronoun"] or texts["src_verb"] or texts["src_noun"]),
        one_line(texts["ref_verb_lemma"]),
    )


def _phenomenon(texts: Mapping[str, str], target: str) -> str:
    """What an item is about, by its keys and its rule."""
    if texts["src_verb"]:
        return "auxiliary"
    if texts["src_noun"]:
        return "inflection"
    if texts["src_pronoun"] and _REGISTER.search(texts["rule"]):
        return "formality"
    if texts["src_pronoun"]:
        return "animacy" if target == "en" else "gender"
    return "context"


def _context(files: _Files, number: int, line: str | None, source: str) -> tuple[str, ...]:
    """The sentences before the segment, which is the last one of its line."""
    if line is None:
        raise DataError(
            f"{files.inputs} has {count(number - 1, 'line')}, but {files.items} has more items.\n"
            "Every item needs exactly one line, in the same order."
        )
    *context, last = (one_line(sentence) for sentence in line.split(_SEPARATOR))
    if " ".join(last.split()) != " ".join(source.split()):
        raise DataError(
            f"{files.inputs}:{number} ends in another sentence than item {number} of "
            f"{files.items}.\nThe two files do not belong together, or their order differs."
        )
    return tuple(filter(None, context))


def objects(path: Path) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Place, number and object of every example: JSON lines, or one array."""
    first = next((line for line in decoded_lines(path) if line.strip()), "")
    if not first.lstrip("\ufeff \t\r\n").startswith("["):
        for number, value in read_objects(path):
            yield f"{path}:{number}", number, value
        return
    listed = parse(str(path), "".join(decoded_lines(path)).lstrip("\ufeff"))
    for number, value in enumerate(listed, start=1):
        where = f"{path}: example {number}"
        if not isinstance(value, dict):
            raise DataError(f"{where} is {type(value).__name__}, not a JSON object.")
        yield where, number, value


def text_of(where: str, value: dict[str, Any], key: str) -> str:
    """A string that must be there, on one line."""
    if key not in value:
        raise DataError(f"{where}: the key {key!r} is missing. Is it the right format?")
    text = one_line(field(where, value, key, str, ""))
    if not text:
        raise DataError(f"{where}: {key!r} is empty.")
    return text
