"""Translations that exist: a file as a system."""

from hashlib import blake2b
from pathlib import Path

from litmus.errors import DataError
from litmus.files.text import read_lines
from litmus.systems.system import Documents, Progress, SystemSetup


class FileSystem:
    """A file of translations, one a line, in the order of the sentences."""

    kept = 0

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lines = list(read_lines(path))
        self.notes: list[str] = []

    @property
    def signature(self) -> str:
        """The file's name and content."""
        content = blake2b("\n".join(self._lines).encode(), digest_size=4).hexdigest()
        return f"file:{self._path.name}#{content}"

    def translate(
        self, documents: Documents, *, progress: Progress | None = None
    ) -> list[list[str]]:
        """The lines of the file, document by document; a DataError where their number is wrong."""
        expected = sum(map(len, documents))
        if len(self._lines) != expected:
            raise DataError(
                f"{self._path} has {len(self._lines):,} lines, but there are {expected:,} "
                "sentences.\n"
                "Every sentence needs one line. Lines end at \\n only; nothing was done."
            )
        empty = sum(not line.strip() for line in self._lines)
        self.notes = [f"{empty:,} lines of {self._path} are empty."] if empty else []
        rest = iter(self._lines)
        found = [[next(rest) for _ in document] for document in documents]
        if progress:
            progress(expected)
        return found


def translations(setup: SystemSetup, path: str) -> FileSystem:
    """The system `file:PATH`."""
    return FileSystem(Path(path))
