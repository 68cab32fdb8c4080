"""The store: one SQLite file in WAL mode. Judgements are a log to which rows are only added.

`synchronous = FULL`: a commit returns when the disk has it. With WAL, NORMAL would already survive
the death of the process; FULL also survives the death of the machine, and costs one `fsync` a
commit, which the server shares among all who judge at the same moment (`writer.py`).
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from litmus.annotate.store.faults import Connection, damaged, fault
from litmus.annotate.store.schema import bring_up_to_date, lay_out
from litmus.corpus.ratings import ErrorSpan, Rating, rating_from_json, rating_to_json
from litmus.errors import DataError

NAME = "campaign.db"
BUSY_S = 30.0
_MARKS = "the marks of a judgement"


@dataclass(frozen=True, slots=True)
class Standing:
    """What an annotator says of an item at present.

    `label` is "" where none was asked for; `spans` and `score` are None where they were not.
    `seconds` is the time spent on the item so far, None where it is not known.
    """

    label: str
    comment: str
    spans: tuple[ErrorSpan, ...] | None = None
    score: float | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """An item as it comes up for an annotator."""

    position: int
    shown: Mapping[str, Any]
    standing: Standing | None
    previous: int | None  # positions beside it; None at the ends
    next: int | None


def now() -> str:
    """The time in UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def hashed(secret: str) -> str:
    """What is stored of a link's secret. It is 192 random bits, so a plain hash is enough."""
    return sha256(secret.encode()).hexdigest()


def connect(path: Path, *, create: bool = False) -> Connection:
    """A connection that begins no transaction by itself."""
    if not create and not path.exists():
        raise DataError(
            f"There is no campaign in {path.parent}: {path.name} is missing.\n"
            "Make one with: litmus annotate new FOLDER -t SUITE --annotators NAME,NAME"
        )
    try:
        connection = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None, factory=Connection)
    except sqlite3.Error as error:
        raise fault(path, error) from error
    connection.path = path
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        if create:
            lay_out(connection)
        bring_up_to_date(connection)
    except BaseException:
        connection.close()
        raise
    return connection


class Store:
    """Questions and additions on one connection; the caller begins and ends transactions."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def meta(self, key: str) -> dict[str, Any]:
        """What was stored when the campaign was made."""
        found = self.connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        if found is None:
            raise damaged(self.connection.path, f"its {key} are missing")
        return self.connection.stored(found[0], dict, f"its {key}")

    def annotators(self) -> dict[str, int]:
        """Name -> number, in the order they were added."""
        return dict(self.connection.execute("SELECT name, id FROM annotators ORDER BY id"))

    def log_in(self, secret: str) -> tuple[int, str] | None:
        """Number and name of the annotator whose secret this is."""
        found: tuple[int, str] | None = self.connection.execute(
            "SELECT id, name FROM annotators WHERE secret = ?", (hashed(secret),)
        ).fetchone()
        return found

    def progress(self, annotator: int) -> tuple[int, int]:
        """How many items are judged, and how many there are."""
        total, remaining = self.connection.execute(
            "SELECT (SELECT count(*) FROM assignments WHERE annotator = :a), "
            "(SELECT count(*) FROM assignments WHERE annotator = :a AND judgement IS NULL)",
            {"a": annotator},
        ).fetchone()
        return total - remaining, total

    def next_open(self, annotator: int, after: int = 0) -> int | None:
        """The next position without a judgement, from the start again at the end."""
        for where in (after, 0):
            (found,) = self.connection.execute(
                "SELECT min(position) FROM assignments "
                "WHERE annotator = ? AND judgement IS NULL AND position > ?",
                (annotator, where),
            ).fetchone()
            if found is not None:
                return int(found)
        return None

    def last(self, annotator: int) -> int | None:
        """The last position of an annotator's list."""
        query = "SELECT max(position) FROM assignments WHERE annotator = ?"
        found: int | None = self.connection.execute(query, (annotator,)).fetchone()[0]
        return found

    def task(self, annotator: int, position: int) -> Task | None:
        """The item at a position of an annotator's list, and what stands beside it."""
        found = self.connection.execute(_TASK, {"a": annotator, "p": position}).fetchone()
        if found is None:
            return None
        shown, label, comment, spans, score, seconds, previous, following = found
        item = self.connection.stored(shown, dict, "what an item shows")
        standing = None
        if label is not None:
            given = self.spans(spans), self.number(score), self.number(seconds)
            standing = Standing(label, comment, *given)
        return Task(position, item, standing, previous, following)

    def number(self, value: Any) -> float | None:
        """A score or a time, from what is stored: SQLite keeps whatever somebody puts there."""
        if value is None or isinstance(value, float):
            return value
        raise damaged(self.connection.path, "a score or a time cannot be read")

    def spans(self, text: str | None) -> tuple[ErrorSpan, ...] | None:
        """The marked errors of a judgement, from what is stored."""
        if text is None:
            return None
        row = {"id": "1", "system": "1", "spans": self.connection.stored(text, list, _MARKS)}
        try:
            return rating_from_json("", row).spans
        except DataError as error:
            raise damaged(self.connection.path, f"{_MARKS} cannot be read") from error

    def judge(
        self,
        annotator: int,
        position: int,
        label: str,
        comment: str,
        request: str,
        *,
        spans: tuple[ErrorSpan, ...] | None = None,
        score: float | None = None,
        seconds: float | None = None,
        time: str | None = None,
        origin: str | None = None,
    ) -> bool:
        """Add a judgement and let it stand. False: this request was recorded already.

        It is recorded too for the annotator's other items that look the same. What comes from
        elsewhere (`origin`) is about the one item only.
        """
        found = self.connection.execute(
            "SELECT item FROM assignments WHERE annotator = ? AND position = ?",
            (annotator, position),
        ).fetchone()
        if found is None:
            raise LookupError(position)
        answer = (label, comment, _stored_spans(spans), score, seconds, time or now())
        number = self._add((annotator, found[0], *answer, request, None, origin, None))
        if number is None:
            return False
        self._let_stand(annotator, position, number)
        if origin is None:
            others = self.connection.execute(_ALIKE, {"a": annotator, "i": found[0]}).fetchall()
            for place, item in others:
                same = (annotator, item, *answer, f"{request} {item}", None, None, number)
                self._let_stand(annotator, place, self._add(same))
        return True

    def undo(self, annotator: int, request: str) -> int | None:
        """Take the annotator's last judgement back; its position. None: there is none."""
        repeated = self.connection.execute(
            "SELECT a.position FROM judgements j JOIN assignments a USING (annotator, item) "
            "WHERE j.annotator = ? AND j.request = ?",
            (annotator, request),
        ).fetchone()
        if repeated is not None:
            return int(repeated[0])
        last = self.connection.execute(
            f"{_EFFECTIVE} AND j.origin IS NULL AND j.repeats IS NULL ORDER BY j.id DESC LIMIT 1",
            (annotator,),
        ).fetchone()
        if last is None:
            return None
        position, leading = self._take_back(annotator, last[0], last[1], request, None)
        repeated = self.connection.execute(
            "SELECT id, item FROM judgements WHERE repeats = ? AND undoes IS NULL", (last[0],)
        ).fetchall()
        for undone, item in repeated:
            self._take_back(annotator, undone, item, f"{request} {item}", leading)
        return position

    def _take_back(
        self, annotator: int, undone: int, item: int, request: str, repeats: int | None
    ) -> tuple[int, int | None]:
        """Let the judgement before stand again; the item's position and the number of the entry."""
        before = self.connection.execute(
            f"{_EFFECTIVE} AND j.item = ? AND j.id < ? ORDER BY j.id DESC LIMIT 1",
            (annotator, item, undone),
        ).fetchone()
        number, _, *answer = before or (None, None, None, "", None, None, None)
        added = self._add((annotator, item, *answer, now(), request, undone, None, repeats))
        (position,) = self.connection.execute(
            "SELECT position FROM assignments WHERE annotator = ? AND item = ?", (annotator, item)
        ).fetchone()
        self._let_stand(annotator, position, number)
        return int(position), added

    def _add(self, row: tuple[Any, ...]) -> int | None:
        """The number of the new row; None where the request is there already."""
        cursor = self.connection.execute(
            "INSERT INTO judgements "
            "(annotator, item, label, comment, spans, score, seconds, time, request, undoes, "
            "origin, repeats) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (annotator, request) DO NOTHING",
            row,
        )
        return cursor.lastrowid if cursor.rowcount else None

    def _let_stand(self, annotator: int, position: int, judgement: int | None) -> None:
        self.connection.execute(
            "UPDATE assignments SET judgement = ? WHERE annotator = ? AND position = ?",
            (judgement, annotator, position),
        )

    def standing(self, *, checks: bool = False) -> Iterator[sqlite3.Row]:
        """Every judgement that stands, with its item, in the order of items and annotators.

        Items with a damaged translation (`checks`) are left out unless asked for.
        """
        only = "" if checks else " AND i.check_of IS NULL"
        query = f"{_EXPORT}, assignments a WHERE a.judgement = j.id{only} ORDER BY i.id, n.id"
        return self._rows(query)

    def log(self, *, checks: bool = False) -> Iterator[sqlite3.Row]:
        """Everything that was ever recorded, in order."""
        only = "" if checks else " WHERE i.check_of IS NULL"
        return self._rows(f"{_EXPORT}{only} ORDER BY j.id")

    def _rows(self, query: str) -> Iterator[sqlite3.Row]:
        cursor = self.connection.cursor()
        cursor.row_factory = sqlite3.Row
        yield from cursor.execute(query)


def _stored_spans(spans: tuple[ErrorSpan, ...] | None) -> str | None:
    if spans is None:
        return None
    return json.dumps(rating_to_json(Rating("", "", spans=spans))["spans"], ensure_ascii=False)


_TASK = (
    "SELECT i.shown, j.label, j.comment, j.spans, j.score, j.seconds, "
    "(SELECT max(position) FROM assignments WHERE annotator = :a AND position < :p), "
    "(SELECT min(position) FROM assignments WHERE annotator = :a AND position > :p) "
    "FROM assignments a JOIN items i ON i.id = a.item LEFT JOIN judgements j ON j.id = a.judgement "
    "WHERE a.annotator = :a AND a.position = :p"
)
# An annotator's other items of which the same is shown, with their positions.
_ALIKE = (
    "SELECT a.position, a.item FROM items i JOIN items o ON o.alike = i.alike AND o.id <> i.id "
    "JOIN assignments a ON a.item = o.id AND a.annotator = :a WHERE i.id = :i ORDER BY o.id"
)
# Judgements of an annotator that were not taken back.
_EFFECTIVE = (
    "SELECT j.id, j.item, j.label, j.comment, j.spans, j.score, j.seconds FROM judgements j "
    "WHERE j.annotator = ? AND j.undoes IS NULL "
    "AND NOT EXISTS (SELECT 1 FROM judgements u WHERE u.undoes = j.id)"
)
_EXPORT = (
    "SELECT j.id AS judgement, i.id AS item, i.segment AS id, s.system AS system, n.name AS "
    "annotator, j.label AS label, j.comment AS comment, j.time AS time, s.name AS stratum, "
    "s.size AS size, s.drawn AS drawn, i.mark AS mark, i.span AS span, i.shown AS shown, "
    "j.undoes AS undoes, j.origin AS origin, j.spans AS spans, j.score AS score, "
    "j.seconds AS seconds, i.document AS document, i.position AS position, i.line AS line, "
    "i.check_of AS check_of, i.damage AS damage, "
    "CASE WHEN j.repeats IS NOT NULL OR EXISTS (SELECT 1 FROM judgements r WHERE r.repeats = j.id) "
    "THEN nullif(i.alike, i.id) END AS same_as "
    "FROM judgements j JOIN items i ON i.id = j.item JOIN strata s ON s.id = i.stratum "
    "JOIN annotators n ON n.id = j.annotator"
)
