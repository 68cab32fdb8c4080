"""What is in a file or folder, in a few letters: two have the same digest if they hold the same."""

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

from litmus.failures import reading

_PIECE = 1 << 20


def content_digest(path: Path) -> str:
    """Of the bytes of a file; of a folder, of the names and bytes of all files below it."""
    digest = blake2b(digest_size=16)
    if not path.is_dir():
        for piece in _pieces(path):
            digest.update(piece)
        return digest.hexdigest()
    for file in sorted(path.rglob("*")):
        if file.is_file():
            digest.update(f"{file.relative_to(path).as_posix()}\0{content_digest(file)}\n".encode())
    return digest.hexdigest()


def _pieces(path: Path) -> Iterator[bytes]:
    with reading(path), path.open("rb") as file:
        while piece := file.read(_PIECE):
            yield piece
