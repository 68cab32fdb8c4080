"""A command as an engine: one text a line in, one translation a line out."""

import os
import shlex
import signal
import subprocess
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from threading import Lock

from litmus.errors import DataError, UsageError
from litmus.files.text import one_line
from litmus.systems.engine import Limit
from litmus.systems.markers import NEWLINE
from litmus.systems.system import SystemSetup
from litmus.wording import option, visible

BATCH, TIMEOUT = 100, 600.0
_SCRIPT = 1 << 20  # files named in a command count with their content up to this size
_SHOWN = 10  # lines of stderr


class Command:
    """A program that is started anew for every batch, never through a shell."""

    def __init__(
        self,
        command: str,
        languages: tuple[str, str],
        *,
        batch: int = BATCH,
        timeout: float = TIMEOUT,
    ) -> None:
        try:
            self._words = _words(command)
        except ValueError as error:
            raise UsageError(f"The command {command} cannot be read: {error}.") from error
        if not self._words:
            raise UsageError(
                f"There is no command. Write: {option('system', repr('cmd:PROGRAM ARGUMENTS'))}"
            )
        self._languages, self._timeout = languages, timeout
        self._running: set[subprocess.Popen[bytes]] = set()
        self._starting, self._is_stopped = Lock(), False
        self.parallel = 1  # unless told: a program may need all there is
        self.limit = Limit(batch, 10_000_000)

    @property
    def signature(self) -> str:
        """The command as it was given."""
        return f"cmd:{one_line(shlex.join(self._words))}"

    @property
    def identity(self) -> str:
        """The command with the content of the scripts it names, and the languages."""
        found = blake2b(repr((self._words, self._languages)).encode(), digest_size=16)
        for word in self._words:
            path = Path(word)
            try:
                if path.is_file() and path.stat().st_size <= _SCRIPT:
                    found.update(path.read_bytes())
            except OSError:
                continue  # a name too long for a path, or not ours to read
        return f"cmd:{found.hexdigest()}"

    def ask(self, texts: Sequence[str]) -> list[str]:
        """Runs the command once. A DataError unless it ends well with as many lines."""
        with self._starting:  # between the two, stop() would not see the process
            if self._is_stopped:
                raise DataError(f"The run ends: {self.signature} is not started any more.")
            process = self._started()
            self._running.add(process)
        try:
            return self._answered(process, texts)
        finally:
            self._running.discard(process)

    def start(self) -> None:
        """Processes may be started."""
        self._is_stopped = False

    def stop(self) -> None:
        """Ends what runs, and starts no more: it costs nothing to run it again."""
        with self._starting:
            self._is_stopped = True
            for process in list(self._running):
                _kill(process)

    def _answered(self, process: "subprocess.Popen[bytes]", texts: Sequence[str]) -> list[str]:
        sent = "".join(f"{one_line(text)}\n" for text in texts).encode("utf-8", "replace")
        try:
            out, err = process.communicate(sent, self._timeout)
        except subprocess.TimeoutExpired as error:
            raise self._failed(
                f"was not done with {len(texts):,} lines after {self._timeout:g} s",
                _stop(process),
                f"Allow more time ({option('timeout', 'SECONDS')}) or send fewer lines at a time "
                f"({option('batch', 'LINES')}).",
            ) from error
        except BaseException:
            _stop(process)
            raise
        if process.returncode:
            raise self._failed(f"ended with status {process.returncode}", err)
        try:
            lines = out.decode("utf-8").removesuffix("\n").split("\n") if out else []
        except UnicodeDecodeError as error:
            raise self._failed("did not print UTF-8", err) from error
        if len(lines) != len(texts):
            raise self._failed(
                f"printed {len(lines):,} lines for {len(texts):,}",
                err,
                "It must print one line for every line it reads, in their order. "
                f"First line sent: {_short(texts[0])}\n"
                f"{option('batch', '1')} finds the line that goes wrong.",
            )
        return lines

    def _started(self) -> "subprocess.Popen[bytes]":
        try:
            return subprocess.Popen(
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # so that it can be ended with all it started
            )
        except OSError as error:
            raise DataError(
                f"{self._words[0]} cannot be started: {error.strerror or error}.\n"
                "Give the program's name or path; for a line of shell: cmd:sh -c '...'"
            ) from error
        except ValueError as error:  # a NUL in it
            raise UsageError(f"{self.signature!r} cannot be started: {error}.") from error

    def _failed(self, what: str, err: bytes, way_out: str = "") -> DataError:
        shown = err.decode("utf-8", "replace").rstrip().split("\n")[-_SHOWN:]
        said = "".join(f"\n  {visible(line.expandtabs(4))}" for line in shown if line)
        return DataError(
            f"The command {shlex.join(self._words)} {what}."
            + (f"\nIt said:{said}" if said else "\nIt said nothing on stderr.")
            + (f"\n{way_out}" if way_out else "")
        )


def command(setup: SystemSetup, line: str) -> Command:
    """The system `cmd:COMMAND`."""
    if setup.marker == NEWLINE:
        raise UsageError(
            f"A command reads one text per line; {option('marker', NEWLINE)} cannot be used."
        )
    return Command(
        line, setup.languages, batch=setup.batch or BATCH, timeout=setup.timeout or TIMEOUT
    )


def _words(command: str) -> list[str]:
    """The command cut like a shell's. On Windows a backslash is a letter: C:\\tools\\mt.exe."""
    lexer = shlex.shlex(command, posix=True)
    lexer.whitespace_split, lexer.commenters = True, ""
    if os.name == "nt":
        lexer.escape = ""
    return list(lexer)


def _stop(process: "subprocess.Popen[bytes]") -> bytes:
    """Ends a process and those it started; what it said on stderr."""
    _kill(process)
    try:
        return process.communicate(timeout=5)[1]
    except subprocess.TimeoutExpired:  # a child that left the group holds the pipe
        return b""


def _kill(process: "subprocess.Popen[bytes]") -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (OSError, AttributeError):  # gone, or a system without groups
        process.kill()


def _short(text: str) -> str:
    return repr(text if len(text) <= 80 else f"{text[:77]}...")
