"""What can go wrong with a campaign's database, told with its file and the way out.

Every statement of ours runs on a `Connection`, so that this is the one place where SQLite's errors
become ours.
"""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from litmus.errors import DataError

T = TypeVar("T")
_NO_ACCESS = {
    sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_AUTH, sqlite3.SQLITE_NOLFS,
}  # fmt: skip


def fault(path: Path, error: sqlite3.Error) -> DataError:
    """An error of SQLite as one of ours."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return DataError(
            f"{path} cannot be written: the disk is full.\n"
            "Make room and go on; everything that was confirmed is there."
        )
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return DataError(f"{path} is in use: {error}.\nTry again when the other program is done.")
    if code in _NO_ACCESS:
        return DataError(
            f"{path} cannot be used: {error}.\n"
            "The file and its folder must be yours to write to, and on a local disk."
        )
    return damaged(path, str(error))


def damaged(path: Path, what: str) -> DataError:
    """A database that does not hold what we wrote."""
    return DataError(
        f"{path} is damaged: {what}.\n"
        f"Restore a copy of it, or save what can be read: sqlite3 {path.name} .recover"
    )


def _guarded(method: Callable[..., T]) -> Callable[..., T]:
    def guarded(self: "Cursor", *arguments: Any) -> T:
        try:
            return method(self, *arguments)
        except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
            raise  # a rule of the store, or a mistake of ours
        except sqlite3.Error as error:
            raise fault(self.path, error) from error

    return guarded


class Cursor(sqlite3.Cursor):
    """A cursor whose every step may tell what is wrong with the file."""

    @property
    def path(self) -> Path:
        """The database's file."""
        assert isinstance(self.connection, Connection)
        return self.connection.path

    execute = _guarded(sqlite3.Cursor.execute)
    executemany = _guarded(sqlite3.Cursor.executemany)
    executescript = _guarded(sqlite3.Cursor.executescript)
    fetchone = _guarded(sqlite3.Cursor.fetchone)
    fetchall = _guarded(sqlite3.Cursor.fetchall)
    __next__ = _guarded(sqlite3.Cursor.__next__)


class Connection(sqlite3.Connection):
    """A connection that knows its file; every statement goes through a cursor of ours."""

    path: Path

    def execute(self, *arguments: Any) -> Any:
        """One statement."""
        return self.cursor().execute(*arguments)

    def executemany(self, *arguments: Any) -> Any:
        """One statement for many rows."""
        return self.cursor().executemany(*arguments)

    def executescript(self, *arguments: Any) -> Any:
        """Many statements."""
        return self.cursor().executescript(*arguments)

    def cursor(self, factory: Any = Cursor) -> Any:
        """A cursor of ours."""
        return super().cursor(factory)

    def stored(self, text: Any, kind: type[T], what: str) -> T:
        """A value that was stored as JSON."""
        try:
            value = json.loads(text)
        except (ValueError, TypeError, RecursionError) as error:
            raise damaged(self.path, f"{what} cannot be read") from error
        if not isinstance(value, kind):
            raise damaged(self.path, f"{what} cannot be read")
        return value
