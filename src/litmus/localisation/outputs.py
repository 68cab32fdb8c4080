"""XLIFF, PO and subtitles as outputs of a system: targets are found by id, cues by time."""

import warnings
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from litmus.corpus.in_memory import Lines
from litmus.corpus.suite import Suite
from litmus.errors import DataError, LitmusWarning
from litmus.files.text import plain_name
from litmus.language.knowledge import language_code
from litmus.localisation import po
from litmus.localisation.bilingual import Bilingual, Unit, files_of
from litmus.localisation.subtitles.by_time import texts_by_time
from litmus.localisation.subtitles.cues import SUFFIXES as SUBTITLES
from litmus.localisation.xliff.codes import SHOWN
from litmus.localisation.xliff.document import SUFFIXES as XLIFF
from litmus.localisation.xliff.reader import read_xliff
from litmus.wording import count

_NAMED = 3  # ids in a message


def is_localised(path: Path) -> bool:
    """Whether a file is read by its ids or times, not line by line; a folder if its files are."""
    return bool(_kind(path))


def _kind(path: Path) -> tuple[str, ...]:
    """The suffixes of the format; none if it is another one."""
    if path.is_dir():
        return next(filter(None, map(_kind, sorted(path.rglob("*.*")))), ())
    suffix = Path(plain_name(path).lower()).suffix
    return next((known for known in (XLIFF, po.SUFFIXES, SUBTITLES) if suffix in known), ())


def localised_output(path: Path, suite: Suite) -> Lines:
    """The translations of the suite's segments, in its order.

    A segment whose id is not in the file is an error. One without a translation is empty, and
    what the suite does not ask for is left out; both are worth a warning.
    """
    if _kind(path) == SUBTITLES:
        return _timed_output(path, suite)
    sources = {segment.id: segment.source for segment in suite.segments()}
    files = _files(path, suite, sources)
    units = _units(files)
    _refuse_missing(
        path, suite, sources, units, sum(file.left_out[po.MANY_FORMS] for file in files)
    )
    texts = tuple(units[key].translation for key in sources)
    if not any(texts):
        raise DataError(
            f"{path} has {count(len(texts), 'segment')} of {suite.info.name}, and no translation."
        )
    for message in _oddities(sources, units):
        _warn(f"{path}: {message}")
    return Lines(str(path), texts)


def _timed_output(path: Path, suite: Suite) -> Lines:
    found = texts_by_time(path, suite)
    asked = count(len(found.texts), "segment")
    if not any(found.texts):
        raise DataError(
            f"No sentence of {path} is on the screen together with one of {suite.info.name}.\n"
            "Are both of the same film, with the same times?"
        )
    if empty := found.texts.count(""):
        _warn(f"{path}: {empty:,} of {asked} without a sentence at their time: empty.")
    if found.left_out:
        told = count(found.left_out, "sentence")
        _warn(f"{path}: {told} left out: no segment of the suite is on the screen with them.")
    return Lines(str(path), tuple(found.texts))


def _warn(text: str) -> None:
    warnings.warn(LitmusWarning(text), stacklevel=4)


def _units(files: Sequence[Bilingual]) -> dict[str, Unit]:
    return {unit.id: unit for file in files for unit in file.units}


def _files(path: Path, suite: Suite, sources: Mapping[str, str]) -> list[Bilingual]:
    """What was read, with codes shown as the suite shows them: so that the sources fit."""
    kind = _kind(path)
    best: list[Bilingual] = []
    fewest = len(sources) + 1  # sources that do not fit
    for codes in SHOWN if kind == XLIFF else ("",):
        files = [_read(file, prefix, codes) for file, prefix in files_of(path, kind)]
        for file in files:
            _refuse_languages(file, suite)
        changed = len(_changed(sources, _units(files)))
        if changed < fewest:
            best, fewest = files, changed
        if not fewest:
            break
    return best


def _read(path: Path, prefix: str, codes: str) -> Bilingual:
    if _kind(path) == XLIFF:
        return read_xliff(path, prefix, codes)
    return po.read_po(path, prefix, fuzzy=True)


def _refuse_languages(file: Bilingual, suite: Suite) -> None:
    """A DataError if a file says that it is in other languages than the suite."""
    pair = (suite.info.source, suite.info.target)
    for side, said, asked in zip(("source", "target"), file.languages, pair, strict=True):
        if said and language_code(said) != language_code(asked):
            raise DataError(
                f"{file.path} says that its {side} is {said}, but {suite.info.name} is "
                f"{'-'.join(pair)}.\nGive the file of that language, or correct what it says."
            )


def _changed(sources: Mapping[str, str], units: Mapping[str, Unit]) -> list[str]:
    """Ids under which the file has another source than the suite."""
    return [key for key, text in sources.items() if key in units and units[key].source != text]


def _oddities(sources: Mapping[str, str], units: Mapping[str, Unit]) -> Iterator[str]:
    asked = count(len(sources), "segment")
    if empty := [key for key in sources if not units[key].translation]:
        yield f"{len(empty):,} of {asked} without a target, such as {empty[0]!r}: empty."
    if none_yet := [key for key in empty if units[key].target]:
        yield (
            f"{len(none_yet):,} of these with a target whose state says that it is none yet, such "
            f"as {none_yet[0]!r}."
        )
    if changed := _changed(sources, units):
        yield f"{len(changed):,} of {asked} with another source, such as {changed[0]!r}."
    if extra := len(units.keys() - sources.keys()):
        yield f"{count(extra, 'unit')} left out: not in the suite."


def _refuse_missing(
    path: Path, suite: Suite, asked: Collection[str], there: Collection[str], plurals: int
) -> None:
    """A DataError if an id is not there; `plurals` entries could not be read as they have too
    many forms."""
    missing = [key for key in asked if key not in there]
    if not missing:
        return
    named = ", ".join(map(repr, missing[:_NAMED]))
    if more := len(missing) - _NAMED:
        named += f" and {more:,} more" if more > 0 else ""
    if plurals:
        way_out = (
            f"It has {count(plurals, 'plural')} of three or more forms; no source says which "
            "numbers these are for. Import the suite from this file: such entries are left out."
        )
    elif len(missing) == len(asked):
        way_out = (
            "None of its ids fits: it is of another project, or the suite was not imported from "
            "such a file."
        )
    else:
        way_out = (
            "Translations are found by their ids. Export the file again from the same project."
        )
    raise DataError(
        f"{path} lacks {len(missing):,} of the {count(len(asked), 'segment')} of "
        f"{suite.info.name}: {named}.\n{way_out} Nothing was done."
    )
