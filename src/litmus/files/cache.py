"""A cache of what took long to compute: bounded, shared by runs, and never trusted blindly.

An entry is a file named by a digest of everything that decides its content, our own code included.
It appears whole (written beside, then renamed), begins with a digest of itself, and one that is
damaged is computed again. So runs may share a folder, and any file in it may be deleted.
"""

import os
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_cache_path

PLACE = "LITMUS_CACHE"  # a folder, or "off"
MOST = 2 << 30  # bytes; the entries that were not used for longest go first
_DIGEST = 16
_NAME = "?" * 40  # of an entry: its key
_PACKED = 1  # zlib: six times smaller, and quick


class Size(NamedTuple):
    """What a cache holds."""

    entries: int
    bytes: int


@dataclass(frozen=True)
class Cache:
    """Bytes by key. What goes wrong with its files is no error: then it is as if it were empty."""

    folder: Path
    most: int = MOST

    def get(self, key: str) -> bytes | None:
        """What was kept under a key."""
        path = self._path(key)
        try:
            content = path.read_bytes()
            data = zlib.decompress(content[_DIGEST:])
        except (OSError, zlib.error):
            return None
        if _digest(data) != content[:_DIGEST]:
            return None
        with suppress(OSError):
            os.utime(path)  # used: it stays longer
        return data

    def put(self, key: str, data: bytes) -> None:
        """Keep it."""
        path = self._path(key)
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(".new", dir=path.parent)
            try:
                with os.fdopen(handle, "wb") as out:
                    out.write(_digest(data) + zlib.compress(data, _PACKED))
                Path(name).replace(path)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise

    def size(self) -> Size:
        """How much there is."""
        sizes = [size for _, size, _ in self._files()]
        return Size(len(sizes), sum(sizes))

    def trim(self) -> None:
        """If it is too full, delete the oldest entries until a fifth of the room is free."""
        files = sorted(self._files())
        total = sum(size for _, size, _ in files)
        if total <= self.most:
            return
        for _, size, path in files:
            if total <= self.most * 4 // 5:
                break
            with suppress(OSError):
                path.unlink()
                total -= size

    def clear(self) -> Size:
        """Delete everything; what there was."""
        files = list(self._files())
        for _, _, path in files:
            with suppress(OSError):
                path.unlink()
        return Size(len(files), sum(size for _, size, _ in files))

    def _files(self) -> Iterator[tuple[float, int, Path]]:
        """When it was used last, its size, and where it is; only what we have written."""
        for pattern in (f"??/{_NAME}", "??/tmp*.new"):  # a run that was killed leaves the latter
            for path in self.folder.glob(pattern):
                with suppress(OSError):
                    found = path.stat()
                    yield found.st_mtime, found.st_size, path

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / key


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=_DIGEST).digest()


def default_cache() -> Cache | None:
    """The user's own; none where the environment says so."""
    place = os.environ.get(PLACE, "")
    if place == "off":
        return None
    if place:
        return Cache(Path(place).expanduser())
    return Cache(user_cache_path("litmus", appauthor=False))


def cache_key(kind: str, *parts: str | Iterable[str]) -> str:
    """The key of what is made from these parts, by this very code."""
    digest = blake2b(digest_size=20)
    for part in (_code(), kind, *parts):
        for text in (part,) if isinstance(part, str) else part:
            raw = text.encode("utf-8", "surrogatepass")
            digest.update(len(raw).to_bytes(8, "big") + raw)
        digest.update(b"\xff" * 8)  # the end of a part
    return digest.hexdigest()


@lru_cache(maxsize=1)
def _code() -> str:
    """A digest of the names, sizes and dates of our files: other code may compute other things,
    even under the same version."""
    root = Path(__file__).parents[1]
    digest = blake2b(digest_size=16)
    for path in sorted(root.rglob("*")):
        if path.suffix != ".pyc" and path.is_file():
            found = path.stat()
            mark = f"{path.relative_to(root)}\0{found.st_size}\0{found.st_mtime_ns}\n"
            digest.update(mark.encode())
    return digest.hexdigest()
