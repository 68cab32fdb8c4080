"""Judgements out of a campaign, and verdicts from elsewhere into it."""

import json
import math
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

from litmus.annotate.campaign_ratings import fitted
from litmus.annotate.campaigns.campaign import Campaign
from litmus.annotate.campaigns.suggestions import suggested_label
from litmus.annotate.judgements import (
    FIELDS,
    JUDGEMENT_TEXTS,
    Judgement,
    plain,
    read_judgements,
    tsv_lines,
)
from litmus.annotate.label_sets import LabelSet
from litmus.annotate.rating_files import RATINGS, kind_of, ratings_in
from litmus.annotate.store.database import Store, now
from litmus.annotate.store.faults import damaged
from litmus.corpus.ratings import Rating, rating_from_json, rating_to_json, says_nothing
from litmus.errors import DataError, UsageError
from litmus.files.jsonl import line, read_objects
from litmus.wording import option

FORMATS = ("jsonl", "tsv")


@dataclass(frozen=True, slots=True)
class Exported:
    """Rows that are read once, and their keys, which are known even if there is none."""

    fields: tuple[str, ...]
    rows: Iterator[dict[str, Any]]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return self.rows


def exported(campaign: Campaign, *, everything: bool = False, checks: bool = False) -> Exported:
    """The judgements that stand, as rows with the fields of `fields_of`.

    With `everything`, the whole log: also what was changed or taken back (label, score and spans
    null). With `checks`, attention checks too, and where their damage is.
    """
    fields = fields_of(campaign.labels, checks=checks)
    return Exported(fields, _rows(campaign, fields, everything=everything, checks=checks))


def _rows(
    campaign: Campaign, fields: Iterable[str], *, everything: bool, checks: bool
) -> Iterator[dict[str, Any]]:
    store = campaign.store()
    with closing(store.connection) as connection:
        for row in store.log(checks=checks) if everything else store.standing(checks=checks):
            try:
                weight, comment = round(row["size"] / row["drawn"], 6), plain(row["comment"])
            except (TypeError, AttributeError, ZeroDivisionError) as error:
                where = f"judgement {row['judgement']} cannot be read"
                raise damaged(connection.path, where) from error
            value = dict(row) | {
                "campaign": campaign.settings.name,
                "task": campaign.labels.name,
                "weight": weight,
                "span": connection.stored(row["span"], list, f"the span of item {row['item']}"),
                "comment": comment,  # old campaigns may hold anything
                "suggested": None,
                "score": store.number(row["score"]),
                "seconds": store.number(row["seconds"]),
                "spans": row["spans"] and connection.stored(row["spans"], list, "marks"),
                "damage": row["damage"] and connection.stored(row["damage"], list, "a damage"),
            }
            if campaign.settings.suggest and row["origin"] is None:  # imported ones saw nothing
                shown = connection.stored(row["shown"], dict, f"what item {row['item']} shows")
                value["suggested"] = suggested_label(shown)
            yield {key: value[key] for key in fields}


def fields_of(labels: LabelSet, *, checks: bool = False) -> tuple[str, ...]:
    """The keys of an exported row: the label, or the score and the spans in its place, or both.

    A row without a label is a rating, as `litmus agree` reads it.
    """
    asked = {"label": labels.labels, "score": labels.slider, "spans": labels.spans}
    answer = [key for key, found in asked.items() if found]
    of_idioms = ("mark", "span", "suggested") if labels.rates else ()
    place = FIELDS.index("label")
    found = [*FIELDS[:place], *answer, *(k for k in FIELDS[place + 1 :] if k not in of_idioms)]
    return (*found, *(("check_of", "damage") if checks else ()))


def standing_judgements(campaign: Campaign) -> Iterator[Judgement]:
    """The same as judgements."""
    for row in exported(campaign):
        yield Judgement(
            **{key: str(row[key]) for key in JUDGEMENT_TEXTS if row.get(key) is not None},
            size=row["size"],
            mark=row.get("mark"),
            where=f"{campaign.folder}: item {row['item']}",
        )


def export_lines(rows: Exported | Iterable[Mapping[str, Any]], format: str) -> Iterator[str]:
    """The text of a file in one of `FORMATS`."""
    if format == "tsv":
        return tsv_lines(rows, rows.fields if isinstance(rows, Exported) else FIELDS)
    return (line(dict(row)) + "\n" for row in rows)


@dataclass(frozen=True, slots=True)
class Imported:
    """How many verdicts were new, known already, and about items this campaign does not have."""

    added: int
    known: int
    skipped: int


def import_judgements(
    campaign: Campaign,
    paths: Iterable[Path],
    *,
    annotator: str | None = None,
    renamed: Mapping[str, str] | None = None,
    skip_unknown: bool = False,
) -> Imported:
    """Add verdicts from files; all of them, or none if one cannot be placed.

    A verdict finds its item by id, system and (if it says one) mark. `renamed` maps foreign labels,
    severities and categories to ours. What was imported before is not added again. A campaign that
    asks for errors or scores takes files of ratings (`rating_files.py`).
    """
    store = campaign.store()
    counts = {"added": 0, "known": 0, "skipped": 0}
    with closing(store.connection) as connection:
        connection.execute("BEGIN IMMEDIATE")
        for path in paths:
            for arrival in _arrivals(campaign, path):
                judgement = arrival.judgement
                name = annotator or judgement.annotator
                if not name:
                    raise DataError(
                        f"{judgement.where} does not say who judged. Say it for the whole file: "
                        f"{option('annotator', 'NAME')}"
                    )
                label = (renamed or {}).get(judgement.label, judgement.label)
                _check_label(campaign, judgement, label)
                items = _items(connection, judgement)
                if len(items) != 1 and not (skip_unknown and not items):
                    raise DataError(_not_placed(judgement, len(items)))
                if not items:
                    counts["skipped"] += 1
                    continue
                item, shown = items[0]
                if arrival.rating:
                    texts = connection.stored(shown, dict, f"what item {item} shows")
                    rating = fitted(campaign, arrival.rating, texts, renamed or {})
                    arrival = replace(arrival, rating=rating)
                new = _add(store, name, item, arrival, label)
                counts["added" if new else "known"] += 1
        connection.execute("COMMIT")
    return Imported(**counts)


@dataclass(frozen=True, slots=True)
class _Arrival:
    """A row of a file: what identifies its item, and the rating where the campaign asks for one."""

    judgement: Judgement
    rating: Rating | None = None
    seconds: float | None = None


def _arrivals(campaign: Campaign, path: Path) -> Iterator[_Arrival]:
    if not campaign.labels.rates:
        yield from map(_Arrival, read_judgements(path))
        return
    kind = kind_of(path)
    if kind not in (RATINGS, None):
        for rating in ratings_in(path, kind or RATINGS):
            if not rating.id:
                raise DataError(
                    f"{rating.where} names a document, not a segment, so it has no place in a "
                    "campaign.\nGive ratings with ids: JSON lines, WMT's MQM table, or Pearmut's "
                    "annotations."
                )
            found = Judgement(rating.id, "", rating.system, rating.annotator, where=rating.where)
            yield _Arrival(found, rating)
        return
    for number, row in read_objects(path):
        if says_nothing(row):
            continue
        where = f"{path}:{number}"
        rating = rating_from_json(where, row)
        label, comment, time = (str(row.get(key) or "") for key in ("label", "comment", "time"))
        seconds = row.get("seconds")
        known = isinstance(seconds, int | float) and 0 <= seconds < math.inf
        yield _Arrival(
            Judgement(
                rating.id, label, rating.system, rating.annotator, comment, time, where=where
            ),
            rating,
            float(seconds) if known and seconds is not None else None,
        )


def _check_label(campaign: Campaign, judgement: Judgement, label: str) -> None:
    if not campaign.labels.labels:
        return
    if label not in campaign.labels.keys:
        raise DataError(
            f"{judgement.where}: the label {label!r} is not one of this campaign's: "
            f"{', '.join(campaign.labels.keys)}.\n"
            f"Map it: {option('renamed', f'{judgement.label}=LABEL')}"
        )


def _items(connection: sqlite3.Connection, judgement: Judgement) -> list[tuple[int, str]]:
    """The numbers of the items that a judgement may mean, and what they show."""
    query = (
        "SELECT i.id, i.shown FROM items i JOIN strata s ON s.id = i.stratum "
        "WHERE i.segment = :id AND i.check_of IS NULL "
        "AND (:system = '' OR s.system = :system) AND (:mark IS NULL OR i.mark = :mark)"
    )
    values = {"id": judgement.id, "system": judgement.system, "mark": judgement.mark}
    return list(connection.execute(query, values))


def _not_placed(judgement: Judgement, found: int) -> str:
    asked = f"id {judgement.id!r}, system {judgement.system!r}"
    asked += "" if judgement.mark is None else f", mark {judgement.mark!r}"
    if found:
        return (
            f"{judgement.where}: {found} items of this campaign have {asked}.\n"
            "Say more of it: columns 'system' and 'mark'"
        )
    return (
        f"{judgement.where}: no item of this campaign has {asked}.\n"
        f"Correct it, or skip such rows: {option('skip_unknown', 'True')}"
    )


def _add(store: Store, name: str, item: int, arrival: _Arrival, label: str) -> bool:
    connection, judgement, rating = store.connection, arrival.judgement, arrival.rating
    connection.execute("INSERT INTO annotators (name) VALUES (?) ON CONFLICT DO NOTHING", (name,))
    (annotator,) = connection.execute(
        "SELECT id FROM annotators WHERE name = ?", (name,)
    ).fetchone()
    connection.execute(
        "INSERT INTO assignments (annotator, position, item) "
        "SELECT :a, 1 + coalesce(max(position), 0), :i FROM assignments WHERE annotator = :a "
        "ON CONFLICT (annotator, item) DO NOTHING",
        {"a": annotator, "i": item},
    )
    (position,) = connection.execute(
        "SELECT position FROM assignments WHERE annotator = ? AND item = ?", (annotator, item)
    ).fetchone()
    given = [rating_to_json(replace(rating, annotator=""))] if rating else []
    content = json.dumps([item, label, judgement.comment, judgement.time, *given])
    request = f"import-{blake2b(content.encode(), digest_size=12).hexdigest()}"
    origin = Path(judgement.where.rpartition(":")[0]).name
    return store.judge(
        annotator,
        position,
        label,
        plain(judgement.comment),
        request,
        spans=rating.spans if rating else None,
        score=rating.score if rating else None,
        seconds=arrival.seconds,
        time=judgement.time or now(),
        origin=origin,
    )


def move_open(campaign: Campaign, source: str, targets: list[str]) -> dict[str, int]:
    """Give the items that one annotator has not judged to others, in turn; how many each got.

    An item that a target has already goes to the next one; if all have it, it stays. So does an
    attention check whose original they have judged, for only together can the two be decided.
    """
    store = campaign.store()
    with closing(store.connection) as connection:
        numbers = store.annotators()
        for name in (source, *targets):
            if name not in numbers:
                raise UsageError(f"No annotator is called {name!r}. There is: {', '.join(numbers)}")
        if source in targets:
            raise UsageError(f"{source} cannot take over from {source}.")
        moved = dict.fromkeys(targets, 0)
        connection.execute("BEGIN IMMEDIATE")
        remaining = connection.execute(
            "SELECT a.position, a.item, coalesce(i.check_of, i.alike) FROM assignments a "
            "JOIN items i ON i.id = a.item WHERE a.annotator = ? AND a.judgement IS NULL "
            "AND NOT EXISTS (SELECT 1 FROM assignments o WHERE o.annotator = a.annotator "
            "AND o.item = i.check_of AND o.judgement IS NOT NULL) ORDER BY a.position",
            (numbers[source],),
        ).fetchall()  # fmt: skip
        # Of items that look the same, and of a check and its original, so that they stay together.
        taker: dict[int, str] = {}
        for position, item, alike in remaining:
            wanted = taker.get(alike)
            for name in sorted(targets, key=lambda one: (one != wanted, moved[one])):
                cursor = connection.execute(
                    "INSERT INTO assignments (annotator, position, item) SELECT :a, "
                    "1 + coalesce(max(position), 0), :i FROM assignments WHERE annotator = :a "
                    "ON CONFLICT (annotator, item) DO NOTHING",
                    {"a": numbers[name], "i": item},
                )
                if cursor.rowcount:
                    moved[name] += 1
                    taker[alike] = name
                    connection.execute(
                        "DELETE FROM assignments WHERE annotator = ? AND position = ?",
                        (numbers[source], position),
                    )
                    break
        connection.execute("COMMIT")
    return moved
