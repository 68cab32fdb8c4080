"""Subtitles as an output: a sentence belongs to the segment that is on the screen with it."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from litmus.corpus.segment import Segment
from litmus.corpus.suite import Suite
from litmus.errors import DataError, UnknownName
from litmus.language.knowledge import language_code, load
from litmus.localisation.bilingual import files_of, plain_stem
from litmus.localisation.subtitles.cues import SUFFIXES, read_cues
from litmus.localisation.subtitles.pairing import overlapping, shared, together
from litmus.localisation.subtitles.sentences import Sentence, joined

_CODE = re.compile(r"\.([a-z]{2,3})(?:[-_][A-Za-z]{2,4})?$")


class Found(NamedTuple):
    """The text of every segment, "" where there is none, and how many sentences were nobody's."""

    texts: list[str]
    left_out: int


def name_and_language(stem: str) -> tuple[str, str | None]:
    """What a file is called without the code of its language, and the code.

    >>> name_and_language("film.en"), name_and_language("film.pt-BR"), name_and_language("film")
    (('film', 'en'), ('film', 'pt'), ('film', None))
    """
    match = _CODE.search(stem)
    try:
        return (stem[: match.start()], language_code(match[1])) if match else (stem, None)
    except UnknownName:
        return stem, None


def files_by_name(path: Path, language: str) -> dict[str, Path]:
    """The file, or those of a folder that are in the language, by their names without it.

    Names may have a code (film.en.srt, film.fr.srt). Where some have that of the language, those
    with another one are not asked for; two files that may both be meant are an error.
    """
    found = [
        (*name_and_language(prefix.rstrip("/") or plain_stem(Path(file.name))), file)
        for file, prefix in files_of(path, SUFFIXES)
    ]
    if any(code == language for _, code, _ in found):
        found = [one for one in found if one[1] in (language, None)]
    files: dict[str, Path] = {}
    exact: set[str] = set()
    for name, code, file in sorted(found, key=lambda one: one[1] is None):  # codes first
        if name in files and (code == language or name not in exact):
            raise DataError(
                f"{files[name]} and {file} may both be the {language} subtitles of {name!r}.\n"
                f"Keep one of them in the folder, or call it {Path(name).name}.{language}"
                f"{file.suffix}"
            )
        if code == language:
            exact.add(name)
        files.setdefault(name, file)
    return dict(sorted(files.items()))


def texts_by_time(path: Path, suite: Suite) -> Found:
    """The texts of a file, or of a folder with a file for each document of the suite."""
    language = language_code(suite.info.target)
    segments = list(suite.segments())
    timed = [_timed(path, suite, segment) for segment in segments]
    places: dict[str | None, list[int]] = {}
    for place, segment in enumerate(segments):
        places.setdefault(segment.document if path.is_dir() else None, []).append(place)
    if not path.is_dir() and len({segment.document for segment in segments}) > 1:
        raise DataError(
            f"{path} is one file, but {suite.info.name} has several documents.\n"
            "Give a folder with a file for each of them."
        )
    files: dict[str | None, Path] = {} if path.is_dir() else {None: path}
    if path.is_dir():
        files.update(files_by_name(path, language).items())
    if missing := [name for name in places if name not in files]:
        raise DataError(f"{path} has no file for the document {missing[0]!r} of {suite.info.name}.")
    texts, left_out = [""] * len(segments), 0
    blank = "" if load(language).writing == "characters" else " "
    for name, own in places.items():
        sentences = joined(read_cues(files[name]).cues, language)
        owners = _owners([timed[place] for place in own], sentences)
        for sentence, owner in zip(sentences, owners, strict=True):
            if owner is None:
                left_out += 1
            else:
                texts[own[owner]] += (blank if texts[own[owner]] else "") + sentence.text
    return Found(texts, left_out)


def _timed(path: Path, suite: Suite, segment: Segment) -> Sentence:
    try:
        start, end = (1000 * float(segment.columns[name]) for name in ("start", "end"))
    except (KeyError, ValueError):
        raise DataError(
            f"{path} has cues, but the segments of {suite.info.name} have no times (columns start "
            f"and end), such as {segment.id!r}.\n"
            "Score subtitles on a suite of subtitles: litmus import srt"
        ) from None
    return Sentence(segment.source, (), start, end)


def _owners(segments: Sequence[Sentence], sentences: Sequence[Sentence]) -> list[int | None]:
    """For every sentence the segment with which it shares most time, if it shares enough."""
    owners: list[int | None] = [None] * len(sentences)
    most = [0.0] * len(sentences)
    for number, place in overlapping(sentences, segments):
        time = shared(segments[place], sentences[number])
        if time > most[number] and together(segments[place], sentences[number]):
            owners[number], most[number] = place, time
    return owners
