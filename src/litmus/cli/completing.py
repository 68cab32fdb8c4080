"""What the shell is told when somebody presses Tab: flags, and names where these are cheap to find.

The script of `litmus completion` runs litmus with a variable set; argcomplete then reads the words
so far, asks here for names, and ends the process. Nothing heavy is imported on the way.
"""

import argparse
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

_ASKED = "_ARGCOMPLETE"  # set by the script


def complete(parser: argparse.ArgumentParser) -> None:
    """Answers and ends the process if a shell asks; else does nothing."""
    if _ASKED not in os.environ:
        return
    from argcomplete import autocomplete

    for command, action in _all_actions(parser):
        if isinstance(action, argparse._SubParsersAction):
            action.choices = action._name_parser_map  # also where nothing is refused
        names = NAMES.get(f"{command} {action.dest}") or NAMES.get(action.dest)
        if names is not None and action.choices is None:
            action.completer = _Completer(names)  # type: ignore[attr-defined]
    autocomplete(parser, always_complete_options="long")


class _Completer:
    """The names that begin as what was typed does; files, if none does."""

    def __init__(self, names: Callable[[], Iterable[str]]) -> None:
        self._names = names

    def __call__(self, prefix: str, **_: Any) -> list[str]:
        from argcomplete.completers import FilesCompleter

        found: list[str] = []
        with suppress(Exception):  # a broken file of the user's own: there is nobody to tell
            found = [name for name in self._names() if name.startswith(prefix)]
        return found or list(FilesCompleter()(prefix))


def _suites() -> Iterable[str]:
    from litmus.corpus.shipped import suite_folders

    return suite_folders()


def _metrics() -> Iterable[str]:
    from litmus.metrics.registry import METRICS

    return METRICS


def _aligners() -> Iterator[str]:
    from litmus.alignment.aligners import ALIGNERS

    return _with_colon(ALIGNERS)


def _analysers() -> Iterator[str]:
    from litmus.language.analysers import ANALYSERS

    return _with_colon(ANALYSERS)


def _with_colon(registry: Any) -> Iterator[str]:
    """Names; a colon where something must follow. Plug-ins are named, not imported."""
    more = {entry.name for entry in registry.ours() if entry.argument[:1] not in ("", "[")}
    return (f"{name}:" if name in more else name for name in registry)


def _tasks() -> list[str]:
    from litmus.annotate.label_sets import shipped_label_sets
    from litmus.judging.task import shipped_tasks

    return sorted({*shipped_tasks(), *shipped_label_sets()})


def _languages() -> list[str]:
    from litmus.language.knowledge import language_files

    return sorted(language_files())


def _language_pairs() -> Iterator[str]:
    """Pairs of those that we know."""
    known = _languages()
    return (f"{source}-{target}" for source in known for target in known if source != target)


def _idioms() -> Iterable[str]:
    from litmus.idioms.entries.lists import idiom_lists

    return idiom_lists()


def _read_formats() -> Iterable[str]:
    from litmus.importers.registry import FORMATS

    return FORMATS


def _written_formats() -> Iterable[str]:
    from litmus.exporters.registry import FORMATS

    return FORMATS


# By the name under which argparse keeps the value, where needed after the command.
NAMES: Mapping[str, Callable[[], Iterable[str]]] = {
    "aligner": _aligners,
    "analyser": _analysers,
    "backend": _analysers,
    "litmus export format": _written_formats,
    "litmus import format": _read_formats,
    "idioms": _idioms,
    "language": _languages,
    "language_pair": _language_pairs,
    "metrics": _metrics,
    "source_analyser": _analysers,
    "suite": _suites,
    "target_analyser": _analysers,
    "task": _tasks,
    "tested": _metrics,
}


def _all_actions(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.Action]]:
    """Each with its command, such as `litmus import`."""
    for action in parser._actions:
        yield parser.prog, action
        if isinstance(action, argparse._SubParsersAction):
            for below in action._name_parser_map.values():
                yield from _all_actions(below)
