"""Fills the store of a new campaign: items, strata, annotators, and who judges what."""

import json
import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from litmus.annotate.campaigns.attention import Twin
from litmus.annotate.campaigns.campaign import Settings, frozen_settings
from litmus.annotate.campaigns.items import Item, Key
from litmus.annotate.campaigns.sampling import Drawn
from litmus.annotate.campaigns.suggestions import Suggestion, Suggestions, as_shown
from litmus.annotate.store.database import hashed

Row = tuple[Any, ...]
_COLUMNS = (
    "id", "segment", "mark", "span", "shown", "document", "position", "line", "alike", "check_of",
    "damage", "stratum",
)  # fmt: skip


def fill(
    connection: sqlite3.Connection,
    settings: Settings,
    drawn: Drawn,
    rows: Mapping[Key, Row],
    assigned: Mapping[str, Sequence[Key]],
    links: Mapping[str, str],
    twins: Mapping[Key, Twin],
) -> None:
    """All of it in one transaction. `links` are the annotators' secrets."""
    connection.execute("BEGIN")
    frozen = json.dumps(frozen_settings(settings))
    connection.execute("INSERT INTO meta VALUES ('settings', ?)", (frozen,))
    taken = Counter(drawn.strata.values())
    numbers = {stratum: k for k, stratum in enumerate(taken, start=1)}
    connection.executemany(
        "INSERT INTO strata VALUES (?, ?, ?, ?, ?)",
        [(numbers[s], *s, drawn.sizes[s], taken[s]) for s in taken],
    )
    connection.executemany(
        f"INSERT INTO items ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})",
        [
            (*row, numbers[drawn.strata[twins[key].of if key in twins else key]])
            for key, row in rows.items()
        ],
    )
    for name, secret in links.items():
        cursor = connection.execute(
            "INSERT INTO annotators (name, secret) VALUES (?, ?)", (name, hashed(secret))
        )
        connection.executemany(
            "INSERT INTO assignments (annotator, position, item) VALUES (?, ?, ?)",
            [(cursor.lastrowid, p, rows[key][0]) for p, key in enumerate(assigned[name], start=1)],
        )
    connection.execute("COMMIT")


def item_rows(
    items: Mapping[Key, Item],
    groups: Sequence[Sequence[Key]],
    suggested: Suggestions,
    twins: Mapping[Key, Twin],
) -> dict[Key, Row]:
    """What is stored of every item and of every twin, without the stratum.

    A metric that compares systems may be surer of one than of another with the same translation;
    one answer stands for all, so all show what is suggested for the first. A twin shows it, too:
    one without a suggestion would be known for a check.
    """
    numbers = {key: number for number, key in enumerate((*items, *twins), start=1)}
    systems: dict[Key, str] = {}
    shown: dict[Key, Suggestion | None] = {}
    found: dict[Key, Row] = {}
    for group in groups:
        systems[group[0]] = ", ".join(items[key].mark.system for key in group)
        first = items[group[0]]
        suggestion = suggested(first.segment.id, first.mark.system, first.mark.name)
        shown[group[0]] = suggestion
        for key in group:
            row = _row(items[key], systems[group[0]], suggestion)
            found[key] = (numbers[key], *row, numbers[group[0]], None, None)
    ordered = {key: found[key] for key in items}
    for key, twin in twins.items():
        row = _row(twin.item, systems[twin.of], shown[twin.of])
        damage = json.dumps(twin.damage)
        ordered[key] = (numbers[key], *row, numbers[key], numbers[twin.of], damage)
    return ordered


def _row(item: Item, systems: str, suggestion: Suggestion | None) -> Row:
    mark = item.mark
    shown = {
        "source": item.segment.source,
        "target": item.target,
        "source_spans": mark.source_spans,
        "target_spans": mark.target_spans,
        "mark": mark.name,
        "meaning": item.meaning,
        "reference": item.segment.references[0] if item.segment.references else "",
        "before": item.before,
        "after": item.after,
        "system": systems,
        **as_shown(suggestion),
    }
    span = json.dumps(mark.target_spans or mark.source_spans)
    text = json.dumps(shown, ensure_ascii=False)
    where = item.segment.document, item.position, item.line
    return item.segment.id, mark.name, span, text, *where
