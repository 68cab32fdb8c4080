"""XLIFF and PO as suites: a unit is a segment, its target the reference or an output."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError, UnknownName, UsageError
from litmus.importers.imported import Imported, title
from litmus.language.knowledge import language_code
from litmus.localisation.bilingual import UNTRANSLATED, Bilingual, Unit, described, files_of
from litmus.wording import count, option

TARGETS = ("reference", "output", "none")
OPTIONS: Mapping[str, str] = {
    "target": "what targets are: reference (default), output (of a system), none (sources only)",
    "system": "what the system of target=output is called (default: output)",
}
Read = Callable[[Path, str], Bilingual]  # the path and what its ids begin with


def suite_of(
    format: str,
    path: Path,
    suffixes: Collection[str],
    read: Read,
    *,
    languages: tuple[str, str] | None,
    name: str | None,
    target: str = "reference",
    system: str = "output",
    refuse: Callable[[Unit], str] = lambda unit: "",
) -> Imported:
    """The suite of a file or a folder of files. `refuse` says why a target is no reference, ""
    if it is one."""
    if target not in TARGETS:
        raise UnknownName("kind of target", target, TARGETS)
    files = [read(file, prefix) for file, prefix in files_of(path, suffixes)]
    pair = _languages(format, files, languages)
    units = [unit for file in files for unit in file.units]
    left_out = sum((file.left_out for file in files), Counter[str]())
    if target == "reference":
        units = _referenced(path, units, left_out, refuse)
    elif target == "output" and not any(unit.translation for unit in units):
        raise _nothing_translated(path, len(units))
    segments = [
        Segment(
            unit.id,
            unit.source,
            (unit.target,) if target == "reference" else (),
            unit.document or None,
            columns=unit.columns,
        )
        for unit in units
    ]
    notes = list(described(left_out))
    systems = {}
    if target == "output":
        systems = {system: [unit.translation for unit in units]}
        if empty := sum(not unit.translation for unit in units):
            notes.append(f"{count(empty, 'unit')} without a target: the output is empty there.")
        if none_yet := sum(bool(unit.target and not unit.translation) for unit in units):
            notes.append(
                f"{none_yet:,} of these with a target whose state says that it is none yet."
            )
    return Imported(SuiteInfo(title(path, name), *pair), segments, systems=systems, notes=notes)


def _referenced(
    path: Path, units: Sequence[Unit], left_out: Counter[str], refuse: Callable[[Unit], str]
) -> list[Unit]:
    """The units that have a reference; the others are counted."""
    kept = []
    for unit in units:
        reason = refuse(unit) if unit.translation else UNTRANSLATED
        if reason:
            left_out[reason] += 1
        else:
            kept.append(unit)
    if not kept:
        if any(unit.translation for unit in units):
            parts = ", ".join(f"{n:,} {what}" for what, n in left_out.items() if n)
            raise DataError(f"{path} has no target that can be a reference: {parts}.")
        raise _nothing_translated(path, len(units))
    return kept


def _nothing_translated(path: Path, units: int) -> DataError:
    return DataError(
        f"{path} has {count(units, 'unit')} to translate, and no translation.\n"
        "Nothing in it can be a reference or an output. For a suite of its sources: "
        f"{option('target', 'none')}"
    )


def _languages(
    format: str, files: Sequence[Bilingual], languages: tuple[str, str] | None
) -> tuple[str, str]:
    """The pair that was asked for, or the one that all files say."""
    said: list[str] = []
    for place, side in enumerate(("source", "target")):
        found = {language_code(one): file for file in files if (one := file.languages[place])}
        if len(found) > 1:
            first, second = list(found)[:2]
            raise DataError(
                f"{found[first].path} is in {first} on its {side} side, {found[second].path} in "
                f"{second}.\nA suite has one pair of languages: import them one by one."
            )
        own = next(iter(found), None)
        if languages and own and language_code(languages[place]) != own:
            raise UsageError(
                f"{found[own].path} says that its {side} is {own}, but {option('languages')} says "
                f"{'-'.join(languages)}."
            )
        chosen = languages[place] if languages else own
        if chosen is None:
            raise UsageError(
                f"This {format} file does not say its {side} language. Pass both: "
                f"{option('languages', 'SOURCE-TARGET')}, such as en-de"
            )
        said.append(chosen)
    return said[0], said[1]
