"""Output that survives a kill: a part file, and beside it how far it is good."""

import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO

from litmus.errors import DataError, UsageError
from litmus.failures import NotWritten, writing
from litmus.files.leftovers import remove_leftovers
from litmus.files.locks import locked
from litmus.files.text import COMPRESSED, write_bytes
from litmus.wording import option

_OVERWRITE = option("overwrite", "True")


@dataclass(frozen=True, slots=True)
class Done:
    """How far a run came: bytes of the corpus read with their digest, bytes of output that belong
    to them."""

    signature: str = ""
    offset: int = 0
    lines: int = 0
    written: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)
    digest: str = ""


class Stream:
    """Rows and the note of how far they go, written together."""

    def __init__(
        self, rows: IO[bytes], state: Path, signature: str, output: Path, lines: int
    ) -> None:
        self._rows = rows
        self._state = state
        self._signature = signature
        self._output = output
        self._lines = lines

    def write(self, rows: str, offset: int, lines: int, counts: Counter[str], digest: str) -> None:
        """The rows first, then the note: a kill between the two costs work, never rows."""
        try:
            unwritten = memoryview(rows.encode("utf-8"))
            while unwritten:
                unwritten = unwritten[self._rows.write(unwritten) :]
            written = self._rows.tell()
            done = Done(self._signature, offset, lines, written, dict(counts), digest)
            write_bytes(self._state, json.dumps(asdict(done), ensure_ascii=False).encode())
            self._lines = lines
        except (OSError, NotWritten) as error:
            raise DataError(
                f"{self._output} cannot be written further: {error.strerror}. Occurrences up to "
                f"line {self._lines:,} are kept.\n"
                f"Make room, then resume: {option('resume', 'True')}"
            ) from error


def kept_part(output: Path) -> Path | None:
    """Where the beginning of a stopped run is kept, if there is one to resume."""
    part, state = _beside(output)
    return part if part.exists() and state.exists() else None


def _beside(output: Path) -> tuple[Path, Path]:
    """The part file and the note of how far it is good."""
    return output.with_name(f"{output.name}.part"), output.with_name(f"{output.name}.state")


class Unfinished:
    """`OUT.part` and `OUT.state` while the run is unfinished; `OUT` when it is done."""

    def __init__(self, output: Path, signature: str) -> None:
        if output.suffix in COMPRESSED:
            raise UsageError(
                f"{output} cannot be written compressed: a run that was stopped could not resume.\n"
                f"Write {output.with_suffix('')} and compress it afterwards."
            )
        if output.is_dir():
            raise DataError(f"{output} is a folder; give the name of a file.")
        if output.exists() and not output.is_file():  # /dev/null
            raise DataError(f"{output} is no file: a run that was stopped could not resume.")
        self._output = output
        self._signature = signature
        self._part, self._state = _beside(output)

    @contextmanager
    def open(self, *, resume: bool, overwrite: bool) -> Iterator[tuple[Stream, Done]]:
        """The stream, positioned where an earlier run stopped, and how far that run came."""
        with locked(self._output):
            yield from self._opened(resume=resume, overwrite=overwrite)

    def _opened(self, *, resume: bool, overwrite: bool) -> Iterator[tuple[Stream, Done]]:
        remove_leftovers(self._state)
        if not self._part.exists():  # a kill after the last step
            self._state.unlink(missing_ok=True)
        done = self._earlier(resume=resume, overwrite=overwrite)
        try:
            self._output.parent.mkdir(parents=True, exist_ok=True)
            if not done.offset:
                self._state.unlink(missing_ok=True)
            # Unbuffered: what could not be written is not tried again on closing.
            rows = self._part.open("r+b" if done.offset else "wb", buffering=0)
        except OSError as error:
            raise DataError(f"{self._part} cannot be written: {error.strerror}.") from error
        with rows:
            rows.truncate(done.written)
            rows.seek(done.written)
            try:
                yield Stream(rows, self._state, self._signature, self._output, done.lines), done
            except BaseException:
                if not self._state.exists():  # nothing to resume
                    self._part.unlink(missing_ok=True)
                raise
            os.fsync(rows.fileno())
        with writing(self._output):
            self._part.replace(self._output)
            self._state.unlink(missing_ok=True)

    def _earlier(self, *, resume: bool, overwrite: bool) -> Done:
        if overwrite:
            return Done()
        if self._output.exists():
            raise UsageError(
                f"{self._output} already exists. Choose another name, or add {_OVERWRITE}."
            )
        if not self._state.exists() or not self._part.exists():
            return Done()
        if not resume:
            raise UsageError(
                f"{self._part} holds the beginning of a run that was stopped.\n"
                f"Resume it with {option('resume', 'True')}, or start again with {_OVERWRITE}."
            )
        try:
            done = Done(**json.loads(self._state.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError, RecursionError) as error:
            raise DataError(f"{self._state} is damaged. Start again with {_OVERWRITE}.") from error
        if self._part.stat().st_size < done.written:
            raise DataError(
                f"{self._part} is shorter than {self._state} says; something was lost.\n"
                f"Start again with {_OVERWRITE}."
            )
        if done.signature != self._signature:
            raise UsageError(
                f"{self._part} was begun with another list, corpus or setting:\n"
                f"  then {done.signature}\n  now  {self._signature}\n"
                f"Use the same ones as then, or start again with {_OVERWRITE}."
            )
        return done
