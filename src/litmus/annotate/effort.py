"""How annotators worked: time per item, attention checks, errors per item, mean score."""

import sqlite3
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import fmean, median

from litmus.annotate.campaigns.attention import passed
from litmus.annotate.store.database import Store
from litmus.annotate.store.faults import damaged
from litmus.corpus.ratings import errors_of


@dataclass
class _Found:
    """What stands of one annotator, without checks and answers that were recorded for others."""

    seconds: list[float] = field(default_factory=list)
    errors: list[int] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    items: int = 0


@dataclass(frozen=True, slots=True)
class Effort:
    """Of one annotator. What is not known, or was not asked for, is None.

    `seconds` is the median over items, `total` their sum with that of checks. A check counts among
    `checks` when it can be decided, and as passed if the damage was marked or the damaged
    translation scored below its original.
    """

    items: int
    seconds: float | None
    total: float | None
    passed: int
    checks: int
    errors: float | None
    score: float | None


def efforts(store: Store) -> dict[str, Effort]:
    """Name -> effort, of everybody who has judged here; imported judgements do not count."""
    own: dict[str, _Found] = defaultdict(_Found)
    totals: dict[str, float] = defaultdict(float)
    for row in store.connection.execute(_STANDING):
        name, is_check, spans, *numbers = row
        score, seconds = map(store.number, numbers)
        found = own[name]
        totals[name] += seconds or 0.0
        if is_check:
            continue
        found.items += 1
        found.seconds += [] if seconds is None else [seconds]
        found.scores += [] if score is None else [score]
        marks = store.spans(spans)
        found.errors += [] if marks is None else [sum(1 for _ in errors_of(marks))]
    checks = _checks(store)
    return {
        name: Effort(
            items=found.items,
            seconds=median(found.seconds) if found.seconds else None,
            total=totals[name] if found.seconds else None,
            passed=sum(checks.get(name, [])),
            checks=len(checks.get(name, [])),
            errors=fmean(found.errors) if found.errors else None,
            score=fmean(found.scores) if found.scores else None,
        )
        for name, found in own.items()
    }


def _checks(store: Store) -> Mapping[str, list[bool]]:
    """Name -> whether each check was passed."""
    found: dict[str, list[bool]] = defaultdict(list)
    cursor = store.connection.cursor()
    cursor.row_factory = sqlite3.Row
    for row in cursor.execute(_TWINS):
        place = store.connection.stored(row["damage"], list, "a damage")
        if len(place) != 2 or not all(isinstance(end, int) for end in place):
            raise damaged(store.connection.path, "a damage cannot be read")
        score, original = store.number(row["score"]), store.number(row["original_score"])
        lower = score is not None and original is not None and score < original
        if passed((place[0], place[1]), store.spans(row["spans"])) or lower:
            found[row["name"]].append(True)
        elif row["original"] is not None or score is None:  # no score can tell them apart later
            found[row["name"]].append(False)
    return found


_STANDING = (
    "SELECT n.name, i.check_of IS NOT NULL, j.spans, j.score, j.seconds FROM assignments a "
    "JOIN annotators n ON n.id = a.annotator JOIN items i ON i.id = a.item "
    "JOIN judgements j ON j.id = a.judgement "
    "WHERE j.origin IS NULL AND j.repeats IS NULL ORDER BY n.id, j.id"
)
_TWINS = (
    "SELECT n.name AS name, i.damage AS damage, j.spans AS spans, j.score AS score, "
    "o.id AS original, o.score AS original_score FROM items i "
    "JOIN assignments a ON a.item = i.id JOIN annotators n ON n.id = a.annotator "
    "JOIN judgements j ON j.id = a.judgement "
    "LEFT JOIN assignments b ON b.annotator = a.annotator AND b.item = i.check_of "
    "LEFT JOIN judgements o ON o.id = b.judgement WHERE i.check_of IS NOT NULL ORDER BY j.id"
)
