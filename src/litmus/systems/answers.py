"""Answers of an engine, kept in a file as they come: nothing is asked twice.

A first line says whose they are, then one JSON object a line: what was asked (a digest of system,
languages and text) and what came back, as it came back, with why it ended and its tokens.
"""

import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

from litmus.errors import DataError, UsageError
from litmus.files.jsonl import line
from litmus.files.text import write_bytes
from litmus.systems.engine import Answer
from litmus.wording import option

_ANSWERS = b'{"litmus": "answers", '


class Answers:
    """Text -> answer of one engine. Without a path they are kept in memory only.

    `of` names the run that a file belongs to; files of other runs are refused, or replaced if
    `replace` says so. An empty one is for a file that many runs share; one that a stopped run
    left becomes such a file, with all that is in it. Answers are put by one thread only.
    """

    def __init__(self, path: Path | None = None, *, of: str = "", replace: bool = False) -> None:
        self.path, self._of, self._replace = path, of, replace
        self._old: set[str] = set()
        self._found: dict[str, Answer] = {}
        if path is not None:
            self._load(path)

    def __len__(self) -> int:
        return len(self._found)

    def see(self, path: Path | None) -> None:
        """Knows what is in a file, which stays as it is."""
        try:
            content = path.read_bytes() if path is not None and path.is_file() else b""
        except OSError as error:
            raise DataError(f"{path} cannot be used: {error.strerror}.") from error
        if path is not None and content.startswith(_ANSWERS):
            rows = _rows(path, content)
            self._found |= rows
            self._old |= set(rows)

    def get(self, identity: str, text: str) -> Answer | None:
        """What came back for this text, if it was asked before."""
        return self._found.get(_key(identity, text))

    def is_old(self, identity: str, text: str) -> bool:
        """Whether an earlier run asked."""
        return _key(identity, text) in self._old

    def put(self, identity: str, pairs: Iterable[tuple[str, Answer]]) -> None:
        """Keeps texts with their answers; on disk before it returns."""
        self._put({_key(identity, text): answer for text, answer in pairs})

    def take(self, path: Path) -> int:
        """Takes over what a stopped run left in its file, and removes that; how many it had.

        A file that is none of a stopped run, or not there, is left alone.
        """
        try:
            old = path.read_bytes() if path.is_file() else b""
            if not old.startswith(_ANSWERS) or old.startswith(_header("")):
                return 0
            rows = _rows(path, old)
            self._put(rows)
            self._old |= set(rows)
            path.unlink()
        except OSError as error:
            raise DataError(f"{path} cannot be used: {error.strerror}.") from error
        return len(rows)

    def _put(self, found: Mapping[str, Answer]) -> None:
        self._found |= found
        if self.path is None:
            return
        rows = "".join(f"{line(_to_json(key, answer))}\n" for key, answer in found.items())
        try:
            _append(self.path, rows.encode("utf-8"))
        except OSError as error:
            raise DataError(f"{self.path} cannot be written: {error.strerror}.") from error

    def _load(self, path: Path) -> None:
        header = _header(self._of)
        try:
            old = path.read_bytes() if path.exists() else b""
            if not old.startswith(header):
                old = header + self._of_others(path, old, header)
                if len(old) > len(header):
                    write_bytes(path, old)
                else:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(header)
            whole = old[: old.rindex(b"\n") + 1]  # a kill may have left half a line
            if len(whole) < len(old):
                os.truncate(path, len(whole))
        except OSError as error:
            raise DataError(f"{path} cannot be used: {error.strerror}.") from error
        self._found = _rows(path, whole)
        self._old = set(self._found)

    def _of_others(self, path: Path, old: bytes, header: bytes) -> bytes:
        """What of a file stays, behind our header. A UsageError where somebody's work would go."""
        ours = old.startswith(b'{"litmus": ')
        if not old or header.startswith(old) or (ours and old.count(b"\n") <= 1):
            return b""
        if not self._of:
            if not old.startswith(_ANSWERS):
                raise UsageError(f"{path} holds no answers of engines. Give another name.")
            return old.partition(b"\n")[2]
        if old.startswith(_header("")):
            raise UsageError(
                f"{path} is a cache of other runs; this run would keep its answers there.\n"
                f"Give the cache another name; {option('cache', 'NAME')} uses it."
            )
        if not ours:
            raise UsageError(
                f"{path} is where answers are kept, but litmus did not write it. Move it."
            )
        if not self._replace:
            raise UsageError(
                f"{path} is of another system or other settings.\n"
                "Continue with the settings it was begun with, or start afresh with "
                f"{option('overwrite', 'True')}."
            )
        return b""


def _append(path: Path, content: bytes) -> None:
    """Adds to a file, all or nothing; on disk before it returns.

    Ctrl-C may come at any step, also before `with` would have a file that is open.
    """
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
    out, size = os.open(path, flags, 0o666), None
    try:
        size = os.fstat(out).st_size
        while content:
            content = content[os.write(out, content) :]
        os.fsync(out)
    except BaseException:
        with suppress(OSError):  # a full disk leaves half a line, which would spoil the next
            if size is not None:
                os.truncate(path, size)
        raise
    finally:
        os.close(out)


def _header(of: str) -> bytes:
    return json.dumps({"litmus": "answers", "of": of}).encode() + b"\n"


def _rows(path: Path, content: bytes) -> dict[str, Answer]:
    """The answers behind the first line; what follows the last line end is half a line."""
    rows = content.split(b"\n")[1:-1]
    return dict(_row(f"{path}:{number}", row) for number, row in enumerate(rows, start=2))


def _row(where: str, row: bytes) -> tuple[str, Answer]:
    try:
        value: Any = json.loads(row)
        tokens = value.get("tokens") or (None, None)
        found = Answer(str(value["answer"]), str(value.get("finish", "")), *tokens)
        return str(value["asked"]), found
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise DataError(f"{where} is not an engine's answer. Remove the line.") from error


def _to_json(key: str, answer: Answer) -> dict[str, Any]:
    value: dict[str, Any] = {"asked": key, "answer": answer.text}
    value |= {"finish": answer.finish} if answer.finish else {}
    tokens = answer.input_tokens, answer.output_tokens
    return value if tokens == (None, None) else value | {"tokens": tokens}


def _key(identity: str, text: str) -> str:
    return blake2b(f"{identity}\n{text}".encode("utf-8", "replace"), digest_size=16).hexdigest()
