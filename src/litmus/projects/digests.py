"""Digests of files that are remembered: one that was not touched is not read again."""

import json
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from litmus.files.digests import content_digest
from litmus.files.text import write_text

_SETTLED = (
    2_000_000_000  # ns: a file that was written later may change within one tick of its clock
)


class Digests:
    """Content digests by path, kept in a file that may be lost or damaged: then all are taken
    anew."""

    def __init__(self, memory: Path) -> None:
        self._memory = memory
        self._known: dict[str, tuple[int, int, str]] = {}
        self._used: dict[str, tuple[int, int, str]] = {}
        self._settled: set[str] = set()
        with suppress(OSError, ValueError, TypeError, AttributeError):
            found = json.loads(memory.read_text("utf-8"))
            self._known = {
                path: (int(size), int(when), str(digest))
                for path, (size, when, digest) in found.items()
            }

    def of(self, path: Path) -> str:
        """The digest of a file, or of all files in a folder; "" if there is nothing."""
        if path.is_dir():
            below = sorted(file for file in path.rglob("*") if file.is_file())
            return "+".join(
                f"{file.relative_to(path).as_posix()}:{self.of(file)}" for file in below
            )
        if not path.exists():
            return ""
        found = path.stat()
        name, touched = str(path.absolute()), (found.st_size, found.st_mtime_ns)
        size, when, digest = self._used.get(name) or self._known.get(name, (-1, -1, ""))
        if (size, when) != touched:
            digest = content_digest(path)
        self._used[name] = (*touched, digest)
        if found.st_mtime_ns < time.time_ns() - _SETTLED:
            self._settled.add(name)
        return digest

    def of_all(self, paths: Iterable[Path]) -> dict[str, str]:
        """Path as written -> digest."""
        return {path.as_posix(): self.of(path) for path in paths}

    def save(self) -> None:
        """For the next run; those of files that nobody asks for any more are forgotten."""
        with write_text(self._memory) as out:
            json.dump({name: self._used[name] for name in sorted(self._settled)}, out)


def digest_of(value: object) -> str:
    """Of plain data."""
    return blake2b(json.dumps(value, sort_keys=True).encode(), digest_size=16).hexdigest()


def named_files(texts: Iterable[str]) -> Iterator[Path]:
    """Those of these texts that are the names of files. Folders are none: a word that happens to
    name one (`/`, `out`) must not make all that is below it part of what decides a result."""
    for text in texts:
        with suppress(OSError, ValueError):  # too long for a name, or none
            if text and (path := Path(text)).is_file():
                yield path
