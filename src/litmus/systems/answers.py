"""Answers of an engine, kept in a file as they come: nothing is asked twice.

A first line says whose they are, then one JSON object a line: what was asked (a digest of system,
languages and text) and what came back, as it came back.
"""

import json
import os
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Any

from litmus.corpus.jsonl import line
from litmus.errors import DataError, UsageError


class Answers:
    """Text -> answer of one engine. Without a path they are kept in memory only.

    `of` names the run that a file belongs to; files of other runs are refused. An empty one is
    for a file that many runs share.
    """

    def __init__(self, path: Path | None = None, *, of: str = "") -> None:
        self.path, self._of = path, of
        self._old: set[str] = set()
        self._found: dict[str, str] = {}
        if path is not None:
            self._load(path)

    def __len__(self) -> int:
        return len(self._found)

    def get(self, identity: str, text: str) -> str | None:
        """What came back for this text, if it was asked before."""
        return self._found.get(_key(identity, text))

    def is_old(self, identity: str, text: str) -> bool:
        """Whether an earlier run asked."""
        return _key(identity, text) in self._old

    def put(self, identity: str, pairs: Iterable[tuple[str, str]]) -> None:
        """Keeps texts with their answers; on disk before it returns."""
        rows = []
        for text, answer in pairs:
            key = _key(identity, text)
            self._found[key] = answer
            rows.append(f"{line({'asked': key, 'answer': answer})}\n")
        if self.path is None:
            return
        try:
            with self.path.open("ab") as file:
                file.write("".join(rows).encode("utf-8"))
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise DataError(f"{self.path} cannot be written: {error.strerror}.") from error

    def _load(self, path: Path) -> None:
        header = json.dumps({"litmus": "answers", "of": self._of}).encode() + b"\n"
        try:
            old = path.read_bytes() if path.exists() else b""
            if not old.startswith(header):
                self._refuse_others(path, old, header)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(header)
                return
            whole = old[: old.rindex(b"\n") + 1]  # a kill may have left half a line
            if len(whole) < len(old):
                os.truncate(path, len(whole))
        except OSError as error:
            raise DataError(f"{path} cannot be used: {error.strerror}.") from error
        rows = whole[len(header) :].split(b"\n")[:-1]
        for number, row in enumerate(rows, start=2):
            key, answer = _row(f"{path}:{number}", row)
            self._found[key] = answer
        self._old = set(self._found)

    def _refuse_others(self, path: Path, old: bytes, header: bytes) -> None:
        """A UsageError where somebody's work would be lost."""
        ours = old.startswith(b'{"litmus": ')
        if not old or header.startswith(old) or (ours and old.count(b"\n") <= 1):
            return
        if not self._of:
            raise UsageError(f"{path} holds no answers of engines. Give another name.")
        raise UsageError(
            f"{path} is of another system or other settings.\n"
            "Go on with the command that began it, or start anew with --overwrite."
        )


def _row(where: str, row: bytes) -> tuple[str, str]:
    try:
        value: Any = json.loads(row)
        key, answer = value["asked"], value["answer"]
    except (ValueError, KeyError, TypeError) as error:
        raise DataError(f"{where} is no answer of an engine. Remove the line.") from error
    return str(key), str(answer)


def _key(identity: str, text: str) -> str:
    return blake2b(f"{identity}\n{text}".encode("utf-8", "replace"), digest_size=16).hexdigest()
