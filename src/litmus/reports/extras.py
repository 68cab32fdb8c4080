"""Extra rows of a report: context usage and probes, as JSON lines written by cxmi and probe.

`{"kind": "pcxmi", "model", "by", "name", "n", "value", "low", "high"}`: P-CXMI in nats, `by` one of
corpus, pos, word, tag, tagged; or token, with "text" and "context".
`{"kind": "probe", "model", "probe", "context", "words", "n", "value", "low", "high"}`: `probe` is
chrf, perplexity, entropy, distance or pairwise, `context` full, phrase or word, `words` (for
entropy) idiom or other.
"""

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from litmus.errors import DataError
from litmus.files.jsonl import check_keys, field, read_objects

_NUMBERS = ("n", "value", "low", "high")
KEYS: Mapping[str, tuple[str, ...]] = {
    "pcxmi": ("kind", "model", "by", "name", *_NUMBERS, "text", "context"),
    "probe": ("kind", "model", "probe", "context", "words", *_NUMBERS),
}
_REQUIRED = {"pcxmi": ("model", "by", "name"), "probe": ("model", "probe", "context")}
GROUPS = ("corpus", "pos", "word", "tag", "tagged", "token")
PROBES = ("chrf", "perplexity", "entropy", "distance", "pairwise")
CONTEXTS = ("full", "phrase", "word")


def read_extras(path: Path) -> list[dict[str, Any]]:
    """The rows of a file, checked."""
    return [_checked(f"{path}:{number}", value) for number, value in read_objects(path)]


def _checked(where: str, value: dict[str, Any]) -> dict[str, Any]:
    kind = str(value.get("kind"))
    if kind not in KEYS:
        raise DataError(f"{where}: 'kind' must be one of {', '.join(KEYS)}, but is {kind!r}.")
    check_keys(where, value, KEYS[kind])
    for key in _REQUIRED[kind]:
        if not field(where, value, key, str, ""):
            raise DataError(f"{where}: the key {key!r} is missing.")
    for key in ("words", "text"):
        if value.get(key) is not None:
            field(where, value, key, str, "")
    choices = {"by": GROUPS, "probe": PROBES} | ({"context": CONTEXTS} if kind == "probe" else {})
    for key, allowed in choices.items():
        if key in value and value[key] not in allowed:
            raise DataError(
                f"{where}: {key!r} must be one of {', '.join(allowed)}, but is {value[key]!r}."
            )
    if "value" not in value:
        raise DataError(f"{where}: the key 'value' is missing.")
    return value | {key: _number(where, value, key) for key in _NUMBERS}


def _number(where: str, value: dict[str, Any], key: str) -> float | int | None:
    if key == "n":
        return int(field(where, value, key, int, 0))
    if value.get(key) is None and key != "value":
        return None
    number = float(field(where, value, key, float, 0.0))
    if not math.isfinite(number):
        raise DataError(f"{where}: {key!r} must be a number, but is {number}.")
    return number
