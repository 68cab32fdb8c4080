"""Ratings by segment, on disk: files of them are in any order, suites are read in theirs."""

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from litmus.corpus.formats.appraise import trimmed
from litmus.corpus.ratings import Rating, check_inside, span_to_json, spans_from_json
from litmus.corpus.segment import Segment
from litmus.errors import DataError
from litmus.wording import count, option

# All segments with the outputs by system, anew at every call.
Translations: TypeAlias = Callable[[], Iterable[tuple[Segment, Mapping[str, str]]]]

_SCHEMA = """
CREATE TABLE ratings (
    number INTEGER PRIMARY KEY, place INTEGER, rater INTEGER, id TEXT, document TEXT,
    position INTEGER, system TEXT, score REAL, spans TEXT, at TEXT
);
CREATE UNIQUE INDEX once ON ratings (rater, system, id, document, position);
CREATE INDEX by_id ON ratings (id);
CREATE INDEX by_document ON ratings (document, position) WHERE id = '';
"""
_COLUMNS = "number, rater, id, document, position, system, score, spans, at"


@dataclass(frozen=True, slots=True)
class Rater:
    """Whoever rated, and the file that says so; for a metric's rows, `is_metric`."""

    name: str
    file: str
    is_metric: bool = False

    @classmethod
    def of(cls, rating: Rating, file: str) -> "Rater":
        """Whoever gave a rating."""
        return cls(rating.metric or rating.annotator, file, rating.metric is not None)


def names_of(raters: Sequence[Rater]) -> list[str]:
    """What raters are called: a file's name is added where two files know the same name.

    It stands alone for those without a name; a metric without a file was scored just now.
    """
    names = [rater.name or rater.file for rater in raters]
    return [
        f"{name} ({rater.file or 'scored here'})"
        if names.count(name) > 1 and rater.file != name
        else name
        for name, rater in zip(names, raters, strict=True)
    ]


class RatingIndex:
    """Ratings of files, first added, then placed, then asked for by the number of a segment."""

    def __init__(self) -> None:
        # A file of its own that goes with the connection: nothing in it needs to be taken back.
        self._database = sqlite3.connect("")
        self._database.execute("PRAGMA journal_mode = OFF")
        self._database.executescript(_SCHEMA)
        self._numbers: dict[Rater, int] = {}
        self.raters: list[Rater] = []

    def close(self) -> None:
        """Remove it."""
        self._database.close()

    def __len__(self) -> int:
        return int(self._one("SELECT count(*) FROM ratings"))

    def add(self, file: str, ratings: Iterable[Rating]) -> None:
        """Those of a file. One rating of a translation by each rater."""
        for rating in ratings:
            rater = Rater.of(rating, file)
            number = self._numbers.setdefault(rater, len(self._numbers))
            if number == len(self.raters):
                self.raters.append(rater)
            row = (
                number, rating.id, rating.document or "", rating.position or 0,
                rating.system.removeprefix("@"), rating.score, _written(rating), rating.where,
            )  # fmt: skip
            try:
                self._database.execute(
                    "INSERT INTO ratings (rater, id, document, position, system, score, spans, at) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row,
                )  # fmt: skip
            except sqlite3.IntegrityError as error:
                raise self._twice(rating, row) from error
            except UnicodeEncodeError as error:
                raise DataError(
                    f"{rating.where}: a name holds half of a character (a lone surrogate), which "
                    "is no text.\nCorrect it."
                ) from error

    def _twice(self, rating: Rating, row: Sequence[Any]) -> DataError:
        before = self._one(
            "SELECT at FROM ratings WHERE rater = ? AND id = ? AND document = ? AND position = ? "
            "AND system = ?", row[:5],
        )  # fmt: skip
        who = rating.metric or rating.annotator or "the annotator"
        what = rating.id or f"{rating.document} {rating.position}"
        return DataError(
            f"{rating.where}: {who} has rated {what!r} of {rating.system!r} before ({before}).\n"
            "Give one rating each."
        )

    def place(self, translations: Translations) -> list[str]:
        """Finds the segment of every rating, and checks that spans are inside the texts.

        Ratings of other systems are left out, and so are those by document of which not every
        segment was rated; notes say how many. One of an unknown segment is an error.
        """
        notes: list[str] = []
        systems: set[str] = set()
        if self._one("SELECT count(*) FROM ratings WHERE id = ''"):
            sizes = Counter(_document(segment) for segment, _ in translations())
            notes += self._leave_out_parts(sizes)
        positions: Counter[str] = Counter()
        for place, (segment, outputs) in enumerate(translations()):
            systems = systems or {*outputs}
            document = _document(segment)
            positions[document] += 1
            for number, rating in self._of(segment.id, document, positions[document]):
                if rating.system in outputs:
                    self._place(number, place, rating, segment.source, outputs[rating.system])
        notes += self._leave_out_systems(systems)
        self._refuse_unknown()
        self._database.execute("CREATE INDEX by_place ON ratings (place)")
        return notes

    def _place(self, number: int, place: int, rating: Rating, source: str, target: str) -> None:
        found = rating if rating.position is None else trimmed(rating, len(target))
        check_inside(found, {"source": source, "target": target})
        self._database.execute(
            "UPDATE ratings SET place = ?, id = ? WHERE number = ?", (place, rating.id, number)
        )
        if found is not rating:
            self._database.execute(
                "UPDATE ratings SET spans = ? WHERE number = ?", (_written(found), number)
            )

    def _of(self, identity: str, document: str, position: int) -> list[tuple[int, Rating]]:
        rows = self._database.execute(
            f"SELECT {_COLUMNS} FROM ratings WHERE id = ? UNION ALL "
            f"SELECT {_COLUMNS} FROM ratings WHERE id = '' AND document = ? AND position = ?",
            (identity, document, position),
        )
        return [(row[0], self._rating(row, identity)) for row in rows.fetchall()]

    def _rating(self, row: Sequence[Any], identity: str) -> Rating:
        _, number, _, document, position, system, score, spans, at = row
        rater = self.raters[number]
        return Rating(
            identity, system, "" if rater.is_metric else rater.name, score,
            None if spans is None else spans_from_json(at, json.loads(spans)),
            metric=rater.name if rater.is_metric else None, document=document or None,
            position=position or None, where=at,
        )  # fmt: skip

    def _leave_out_systems(self, systems: set[str]) -> Iterator[str]:
        found = [name for (name,) in self._database.execute("SELECT DISTINCT system FROM ratings")]
        others = sorted({*found} - systems)
        if others and len(others) == len(found):
            raise DataError(
                f"The ratings are of {', '.join(others)}, and none of the outputs is called that.\n"
                f"Name the outputs so: {option('outputs', f'{others[0]}=FILE')}"
            )
        for system in others:
            self._database.execute("DELETE FROM ratings WHERE system = ?", (system,))
        if others:
            yield f"Ratings of systems without output are left out: {', '.join(others)}."

    def _leave_out_parts(self, sizes: Mapping[str, int]) -> Iterator[str]:
        """What is left without an id, and what lies in documents that were rated in part."""
        groups = self._database.execute(
            "SELECT rater, system, document, count(*) FROM ratings WHERE position > 0 "
            "GROUP BY rater, system, document"
        ).fetchall()
        left = 0
        for rater, system, document, n in groups:
            if n != sizes.get(document):
                left += n
                self._database.execute(
                    "DELETE FROM ratings WHERE rater = ? AND system = ? AND document = ?",
                    (rater, system, document),
                )
        if left:
            yield (
                f"{count(left, 'rating')} of documents that are not in the suite, or were not "
                "rated whole, are left out: the file does not say which segments they are of."
            )

    def _refuse_unknown(self) -> None:
        row = self._database.execute("SELECT id, at FROM ratings WHERE place IS NULL").fetchone()
        if row is not None:
            raise DataError(
                f"{row[1]}: the suite has no segment {row[0]!r}.\n"
                f"Give the suite that was rated: {option('suite', 'SUITE')}"
            )

    def of_segments(self, first: int, n: int) -> Iterator[tuple[int, int, Rating]]:
        """The place of a segment, the number of a rater, and what they say, for some segments."""
        rows = self._database.execute(
            f"SELECT place, {_COLUMNS} FROM ratings WHERE place >= ? AND place < ? "
            "ORDER BY place, number", (first, first + n),
        )  # fmt: skip
        for place, *row in rows:
            yield place, row[1], self._rating(row, row[2])

    def _one(self, query: str, values: Sequence[Any] = ()) -> Any:
        return self._database.execute(query, values).fetchone()[0]


def _document(segment: Segment) -> str:
    return segment.document or segment.id


def _written(rating: Rating) -> str | None:
    spans = rating.spans
    return None if spans is None else json.dumps([span_to_json(span) for span in spans])
