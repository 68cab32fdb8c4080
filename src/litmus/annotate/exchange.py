"""Judgements out of a campaign, and verdicts from elsewhere into it."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

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
from litmus.annotate.store.database import Store, now
from litmus.annotate.store.faults import damaged
from litmus.errors import DataError, UsageError
from litmus.files.jsonl import line
from litmus.wording import option

FORMATS = ("jsonl", "tsv")


def exported(campaign: Campaign, *, everything: bool = False) -> Iterator[dict[str, Any]]:
    """The judgements that stand, as rows with the fields of `judgements.FIELDS`.

    With `everything`, the whole log: also what was changed or taken back (label null).
    """
    store = campaign.store()
    with closing(store.connection) as connection:
        for row in store.log() if everything else store.standing():
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
            }
            if campaign.settings.suggest and row["origin"] is None:  # imported ones saw nothing
                shown = connection.stored(row["shown"], dict, f"what item {row['item']} shows")
                value["suggested"] = suggested_label(shown)
            yield {key: value[key] for key in FIELDS}


def standing_judgements(campaign: Campaign) -> Iterator[Judgement]:
    """The same as judgements."""
    for row in exported(campaign):
        yield Judgement(
            **{key: str(row[key]) for key in JUDGEMENT_TEXTS if row[key] is not None},
            size=row["size"],
            mark=row["mark"],
            where=f"{campaign.folder}: item {row['item']}",
        )


def export_lines(rows: Iterable[Mapping[str, Any]], format: str) -> Iterator[str]:
    """The text of a file in one of `FORMATS`."""
    if format == "tsv":
        return tsv_lines(rows)
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

    A verdict finds its item by id, system and (if it says one) mark. `renamed` maps foreign labels
    to ours. What was imported before is not added again.
    """
    store = campaign.store()
    counts = {"added": 0, "known": 0, "skipped": 0}
    with closing(store.connection) as connection:
        connection.execute("BEGIN IMMEDIATE")
        for path in paths:
            for judgement in read_judgements(path):
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
                new = _add(store, name, items[0], judgement, label)
                counts["added" if new else "known"] += 1
        connection.execute("COMMIT")
    return Imported(**counts)


def _check_label(campaign: Campaign, judgement: Judgement, label: str) -> None:
    if label not in campaign.labels.keys:
        raise DataError(
            f"{judgement.where}: the label {label!r} is not one of this campaign's: "
            f"{', '.join(campaign.labels.keys)}.\n"
            f"Map it: {option('renamed', f'{judgement.label}=LABEL')}"
        )


def _items(connection: sqlite3.Connection, judgement: Judgement) -> list[int]:
    query = (
        "SELECT i.id FROM items i JOIN strata s ON s.id = i.stratum WHERE i.segment = :id "
        "AND (:system = '' OR s.system = :system) AND (:mark IS NULL OR i.mark = :mark)"
    )
    values = {"id": judgement.id, "system": judgement.system, "mark": judgement.mark}
    return [number for (number,) in connection.execute(query, values)]


def _not_placed(judgement: Judgement, found: int) -> str:
    asked = f"id {judgement.id!r}, system {judgement.system!r}, mark {judgement.mark!r}"
    if found:
        return (
            f"{judgement.where}: {found} items of this campaign have {asked}.\n"
            "Say more of it: columns 'system' and 'mark'"
        )
    return (
        f"{judgement.where}: no item of this campaign has {asked}.\n"
        f"Correct it, or skip such rows: {option('skip_unknown', 'True')}"
    )


def _add(store: Store, name: str, item: int, judgement: Judgement, label: str) -> bool:
    connection = store.connection
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
    content = json.dumps([item, label, judgement.comment, judgement.time])
    request = f"import-{blake2b(content.encode(), digest_size=12).hexdigest()}"
    origin = Path(judgement.where.rpartition(":")[0]).name
    return store.judge(
        annotator,
        position,
        label,
        plain(judgement.comment),
        request,
        time=judgement.time or now(),
        origin=origin,
    )


def move_open(campaign: Campaign, source: str, targets: list[str]) -> dict[str, int]:
    """Give the items that one annotator has not judged to others, in turn; how many each got.

    An item that a target has already goes to the next one; if all have it, it stays.
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
            "SELECT a.position, a.item, i.alike FROM assignments a JOIN items i ON i.id = a.item "
            "WHERE a.annotator = ? AND a.judgement IS NULL ORDER BY a.position", (numbers[source],),
        ).fetchall()  # fmt: skip
        taker: dict[int, str] = {}  # of items that look the same, so that they stay together
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
