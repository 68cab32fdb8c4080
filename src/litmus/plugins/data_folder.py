"""The user's data folder: files there are found by name, exactly like those that ship.

`LITMUS_DATA` says where it is, otherwise the platform's usual place for a program's data. A file
of the user's wins over one that ships under the same name, and everything computed from it says so
in its signature.
"""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache, wraps
from hashlib import blake2b
from pathlib import Path
from typing import ParamSpec, TypeVar

from litmus.failures import reading

P = ParamSpec("P")
R = TypeVar("R")
VARIABLE = "LITMUS_DATA"
# Kind -> what its files are called; a suite is a folder.
KINDS = {
    "languages": "CODE.toml",
    "rules": "CODE.toml",
    "gender": "CODE.toml",
    "idioms": "CODE.tsv or CODE-NAME.tsv for a list, CODE.toml for the small words of a language",
    "dictionaries": "SRC-TGT.tsv, plain or with .gz, .xz or .zst",
    "engines": "NAME.toml",
    "prompts": "NAME.toml",
    "suites": "NAME, a folder with suite.toml in it",
}


def data_folder() -> Path:
    """Where the user's own files are; it need not exist."""
    chosen = os.environ.get(VARIABLE)
    return Path(chosen).expanduser().absolute() if chosen else _usual_folder()


@cache
def _usual_folder() -> Path:
    from platformdirs import user_data_path

    return user_data_path("litmus", appauthor=False)


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file or folder found by name. `replaces`: one of the same name ships."""

    path: Path
    own: bool = False
    replaces: bool = False

    @property
    def origin(self) -> str:
        """Where it comes from, for people; "litmus" if it ships."""
        if not self.own:
            return "litmus"
        replaced = ", in place of the one that ships" if self.replaces else ""
        return f"your data folder: {self.path}{replaced}"

    @property
    def mark(self) -> str:
        """What a signature shows behind the version: nothing if the file ships.

        Two files of one name and version are told apart by a digest of their content.
        """
        if not self.own:
            return ""
        with reading(self.path):
            content = self.path.read_bytes()
        return f".own-{blake2b(content, digest_size=4).hexdigest()}"


def data_files(
    kind: str, shipped: Iterable[Path], pattern: str, name_of: Callable[[Path], str | None]
) -> dict[str, DataFile]:
    """Name -> file, sorted: those that ship, and in their place or beside them the user's own.

    `name_of` is None for a file that matches the pattern but is not meant.
    """
    files = {name: DataFile(path) for path in shipped if (name := name_of(path)) is not None}
    for path in sorted((data_folder() / kind).glob(pattern)):
        name = None if path.name.startswith(".") else name_of(path)
        if name is not None:
            files[name] = DataFile(path, own=True, replaces=name in files)
    return dict(sorted(files.items()))


def per_data_folder(maxsize: int | None = None) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Like `functools.lru_cache`, but what was read with another data folder does not count."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @lru_cache(maxsize)
        def remembered(folder: str | None, *args: P.args, **kwargs: P.kwargs) -> R:
            return function(*args, **kwargs)

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            return remembered(os.environ.get(VARIABLE), *args, **kwargs)  # type: ignore[arg-type]

        call.cache_clear = remembered.cache_clear  # type: ignore[attr-defined]
        return call

    return decorate
