"""The sentence track of the WMT25 terminology task: terms and outputs of systems, as published."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from litmus.corpus.segment import Segment, Term
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError, UnknownName, UsageError
from litmus.files.jsonl import read_objects
from litmus.files.text import one_line, plain_name
from litmus.importers.imported import Anew, Imported, title
from litmus.importers.sample import Sample
from litmus.wording import option

NAME = "wmt25-terminology"
SUMMARY = "folder with full_data.enXX.jsonl, submissions/SYSTEM/SYSTEM.enXX.MODE.jsonl"
OPTIONS: Mapping[str, str] = {
    "mode": "whose outputs: proper (default), random or noterm, by the terms that systems were "
    "given",
    "terms": "the list that is scored: proper (default) or random",
}
MODES = ("proper", "random", "noterm")
LISTS = ("proper", "random")
_SOURCE = "en"
_DATA = re.compile(r"full_data\.en([a-z]{2})\.jsonl")


def recognises(sample: Sample) -> bool:
    """A folder with one of the files of segments."""
    return sample.form == "folder" and bool(_targets(sample.path))


def read(
    path: Path,
    *,
    languages: tuple[str, str] | None,
    name: str | None,
    mode: str = "proper",
    terms: str = "proper",
) -> Imported:
    """The suite of one target language, with the outputs of one mode; ids are line numbers."""
    if mode not in MODES:
        raise UnknownName("mode", mode, MODES)
    if terms not in LISTS:
        raise UnknownName("list of terms", terms, LISTS)
    target = _target(path, languages)
    file = _targets(path)[target]
    info = SuiteInfo(
        f"{title(path, name)}-{target}-{mode}-{terms}", _SOURCE, target,
        metrics=("terms", "bleu", "chrf++"),
        licence="CC BY-NC 4.0",
        origin="WMT25 terminology shared task, https://github.com/wmt-conference/wmt25-terminology",
    )  # fmt: skip
    outputs = {
        system: Anew(lambda found=found: _translations(file, found, target))  # type: ignore[misc]
        for system, found in _submissions(path, target, mode)
    }
    return Imported(info, Anew(lambda: _segments(file, target, terms)), systems=outputs)


def _targets(path: Path) -> dict[str, Path]:
    """Target language -> the file of its segments."""
    found = ((_DATA.fullmatch(plain_name(file)), file) for file in sorted(path.glob("full_data.*")))
    return {match[1]: file for match, file in found if match}


def _target(path: Path, languages: tuple[str, str] | None) -> str:
    known = _targets(path) if path.is_dir() else {}
    if not known:
        raise DataError(f"{path} holds no full_data.enXX.jsonl. {NAME} is a {SUMMARY}.")
    if languages is None and len(known) == 1:
        return next(iter(known))
    pairs = ", ".join(f"{_SOURCE}-{code}" for code in known)
    if languages is None:
        first = option("languages", f"{_SOURCE}-{next(iter(known))}")
        raise UsageError(f"{path} holds {pairs}. Choose one, such as {first}")
    if languages[0] != _SOURCE or languages[1] not in known:
        raise UsageError(f"{path} holds {pairs}, but not {'-'.join(languages)}.")
    return languages[1]


def _submissions(path: Path, target: str, mode: str) -> list[tuple[str, Path]]:
    """The outputs of a mode by system; not all systems have all modes."""
    ending = f".{_SOURCE}{target}.{mode}.jsonl"
    files = sorted((path / "submissions").glob(f"*/*{ending}*"))
    return [
        (plain_name(file).removesuffix(ending), file)
        for file in files
        if plain_name(file).endswith(ending)
    ]


def _segments(path: Path, target: str, listed: str) -> Iterator[Segment]:
    for number, value in read_objects(path):
        where = f"{path}:{number}"
        source, reference = _text(where, value, _SOURCE), _text(where, value, target)
        found = value.get(listed)
        if not isinstance(found, dict):
            raise DataError(f"{where}: {listed!r} must be an object, term to translation.")
        terms = tuple(Term(one, (other,)) for one, other in found.items() if _is_pair(one, other))
        if len(terms) != len(found):
            raise DataError(f"{where}: a term of {listed!r} or its translation is empty.")
        yield Segment(str(number), source, (reference,), terms=terms)


def _is_pair(source: str, target: Any) -> bool:
    return isinstance(target, str) and bool(source.strip()) and bool(target.strip())


def _translations(data: Path, path: Path, target: str) -> Iterator[str]:
    """The outputs, whose English sides must be those of the segments, line by line."""
    sources = read_objects(data)
    for number, value in read_objects(path):
        where = f"{path}:{number}"
        beside = next(sources, None)
        if beside is None or _text(where, value, _SOURCE) != _text(where, beside[1], _SOURCE):
            raise DataError(f"{where} has another source than {data.name}: they do not line up.")
        yield _text(where, value, target)


def _text(where: str, value: Mapping[str, Any], key: str) -> str:
    found = value.get(key)
    if not isinstance(found, str):
        raise DataError(f"{where}: the key {key!r} is missing, or no text.")
    return one_line(found)
