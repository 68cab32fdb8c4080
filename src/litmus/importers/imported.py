"""What an importer gives back, and what importers share: language pairs and files by name."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from litmus.corpus.segment import IdiomFacts, Segment
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError, UnknownName, UsageError
from litmus.files.text import COMPRESSED, plain_name
from litmus.wording import option

T = TypeVar("T")
_PAIR = re.compile(r"(?<![a-zA-Z0-9])([a-z]{2,3})-([a-z]{2,3})(?![a-zA-Z0-9])")


@dataclass(frozen=True)
class Imported:
    """A foreign data set as a suite. `segments` and `systems` stream, anew at every pass.

    `notes` say what was merged, skipped or odd, one sentence each; what is only known at the end
    is added there when the segments have been read. `beside` are the lines of further files, by
    their names in the suite's folder.
    """

    info: SuiteInfo
    segments: Iterable[Segment]
    facts: Sequence[IdiomFacts] = ()
    systems: Mapping[str, Iterable[str]] = field(default_factory=dict)
    notes: Sequence[str] = ()
    beside: Mapping[str, Iterable[str]] = field(default_factory=dict)


class Anew(Generic[T]):
    """An iterable that calls its maker at every pass."""

    def __init__(self, make: Callable[[], Iterator[T]]) -> None:
        self._make = make

    def __iter__(self) -> Iterator[T]:
        return self._make()


def pair_for(format: str, languages: tuple[str, str] | None, *names: str) -> tuple[str, str]:
    """The pair asked for, or the first one that a file's or folder's name shows.

    >>> pair_for("ctxpro", None, "formality.en-de.dev.jsonl.gz")
    ('en', 'de')
    >>> pair_for("ctxpro", ("en", "fr"), "formality.en-de.dev.jsonl.gz")
    ('en', 'fr')
    """
    if languages is not None:
        return languages
    for name in names:
        if match := _PAIR.search(name):
            return match[1], match[2]
    raise UsageError(
        f"This {format} data does not say its languages. Pass them: "
        f"{option('languages', 'SOURCE-TARGET')}, such as en-de"
    )


def title(path: Path, name: str | None) -> str:
    """The suite's name: the one asked for, or the file's or folder's without its suffixes.

    >>> title(Path("data/formality.en-de.dev.jsonl.gz"), None)
    'formality.en-de.dev'
    """
    if name:
        return name
    plain = plain_name(path.resolve())
    suffixes = r"txt|tsv|csv|jsonl?|parquet|xml|tmx|sgml?|xlf|[a-z]*xliff|po|srt|vtt"
    return re.sub(rf"\.({suffixes})$", "", plain)


def existing(path: Path) -> Path | None:
    """The file itself, or its compressed form."""
    for suffix in ("", *COMPRESSED):
        candidate = path.with_name(path.name + suffix)
        if candidate.is_file():
            return candidate
    return None


def needed(path: Path, format: str, layout: str) -> Path:
    """Like `existing`, but an error that says what the format's folder should hold."""
    file = existing(path)
    if file is None:
        raise DataError(f"{path} does not exist. A {format} folder holds {layout}.")
    return file


def choose(kind: str, names: Sequence[str], name: str | None, where: Path) -> str:
    """The one that is there, or the one asked for among several."""
    if name is not None:
        if name not in names:
            raise UnknownName(kind, name, names)
        return name
    if len(names) != 1:
        raise UsageError(
            f"{where} holds several: {', '.join(sorted(names))}.\n"
            f"Choose one: {option(kind, 'NAME')}, for example {option(kind, sorted(names)[0])}"
        )
    return names[0]


class Distinct:
    """Gives every key back as an id of its own: a key that returns gets a number."""

    def __init__(self) -> None:
        self._used: set[str] = set()
        self.repeated = 0

    def __call__(self, key: str) -> str:
        number, chosen = 1, key
        while chosen in self._used:
            number += 1
            chosen = f"{key}.{number}"
        self.repeated += number > 1
        self._used.add(chosen)
        return chosen
