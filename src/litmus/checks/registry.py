"""All checkers, asked in turn whether a file is theirs."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from litmus.checks import (
    conllu,
    idiom_lists,
    judgements,
    line_files,
    occurrences,
    ratings,
    rules,
    segment_files,
    term_lists,
)
from litmus.checks.report import Checker, Languages, Report
from litmus.corpus.shipped import suite_folders
from litmus.errors import DataError, UnknownName, UsageError
from litmus.idioms.entries import lists
from litmus.importers import FORMATS
from litmus.importers.recognise import recognise
from litmus.language.knowledge import language_code, language_pair
from litmus.stages import stage
from litmus.wording import Message, option

CHECKERS: tuple[Checker, ...] = (
    idiom_lists.CHECKER,
    conllu.CHECKER,
    Checker(
        rules.KIND,
        "rules of the discourse taggers for a language",
        lambda path, _: rules.check_rules(path),
        lambda path, _: rules.is_rules(path),
        explains=True,
    ),
    *occurrences.CHECKERS,
    *ratings.CHECKERS,
    *judgements.CHECKERS,
    *line_files.CHECKERS,
    term_lists.CHECKER,
    *segment_files.CHECKERS,
)
BY_KIND: Mapping[str, Checker] = {checker.kind: checker for checker in CHECKERS}


def check_file(
    path: Path,
    kind: str | None = None,
    languages: str | None = None,
    target_analyser: str | None = None,
) -> Report:
    """Read a file or folder to its end; whatever is wrong with it is in the report.

    `path` may be the name of a suite or idiom list. `kind` is one of `BY_KIND`,
    otherwise it is recognised. `languages` is a pair (en-fr), where the format does not say; one
    language (en) makes the file an idiom list. `target_analyser` is for the examples of discourse
    rules.
    """
    chosen = checker_of(kind) if kind is not None else None
    name, suites = str(path), suite_folders()
    if name in suites:
        path = suites[name].path
    elif not path.exists() and kind in (None, idiom_lists.KIND) and name in lists.idiom_lists():
        languages, path = languages or lists.list_language(name), lists.idiom_lists()[name].path
    codes = _codes(kind, languages)
    if not path.exists():
        raise DataError(f"{path} does not exist.")
    checker = chosen or _recognised(path, codes)
    with stage(f"checking {path.name}"):
        if target_analyser is not None:
            if checker.kind != rules.KIND:
                raise UsageError(
                    f"{option('target_analyser')} is for the examples of {rules.KIND}, and {path} "
                    f"is {checker.kind}."
                )
            return rules.check_rules(path, target_analyser)
        report = checker.check(path, codes)
    if kind is None and report.kind in ("text", "tsv") and not codes:
        return replace(report, notes=(*report.notes, *_hints(path)))
    return report


def checker_of(kind: str) -> Checker:
    """The checker of a kind of file; plug-ins may add formats."""
    if kind not in BY_KIND and kind not in FORMATS:
        raise UnknownName("kind of file", kind, {*BY_KIND, *FORMATS})
    return BY_KIND.get(kind) or segment_files.data_set_checker(kind)


def _codes(kind: str | None, languages: str | None) -> Languages:
    if languages is None:
        return ()
    if kind == idiom_lists.KIND or (kind is None and "-" not in languages):
        return (language_code(languages),)
    return language_pair(languages)


def _recognised(path: Path, languages: Languages) -> Checker:
    for checker in CHECKERS:
        if checker.recognises(path, languages):
            return checker
    return checker_of(recognise(path))


def _hints(path: Path) -> list[str]:
    """Words without a language may be a list of idioms, which only its language can explain."""
    if not idiom_lists.may_be_idioms(path):
        return []
    return [
        Message(
            f"If {path} is an idiom list, name its language to have its entries checked: "
            f"{option('languages', 'en')}"
        )
    ]
