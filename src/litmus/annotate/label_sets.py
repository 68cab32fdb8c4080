"""Label sets: what annotators may say of an item, as data."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from litmus.corpus.jsonl import check_keys, field, strings
from litmus.errors import DataError, UnknownName

UNITS = ("idiom", "tag", "segment")
TONES = ("good", "fair", "bad", "none")
ERROR, LITERAL, NO_VERDICT = "error", "literal error", "no verdict"
MEANINGS = (ERROR, LITERAL, NO_VERDICT)
# Keys of the page itself: comment, guideline, help, undo, theme.
RESERVED = "cghtu?"
_KEYS = ("name", "version", "unit", "ordered", "question", "guideline", "labels")
_LABEL_KEYS = ("key", "name", "hotkey", "sign", "tone", "description", "means")


@dataclass(frozen=True, slots=True)
class Label:
    """One answer. `sign` and `name` say what `tone`, its colour, says: colour is never alone."""

    key: str
    name: str
    hotkey: str
    sign: str
    tone: str = "none"
    description: str = ""
    means: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LabelSet:
    """The answers to one question. `unit` is what an item is; `ordered`: from best to worst."""

    name: str
    version: int
    unit: str
    question: str
    labels: tuple[Label, ...]
    guideline: str = ""
    ordered: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        """The labels' keys, in order."""
        return tuple(label.key for label in self.labels)

    def meaning(self, meaning: str) -> frozenset[str]:
        """The keys of the labels that mean an error, a literal error, or no verdict."""
        return frozenset(label.key for label in self.labels if meaning in label.means)


def shipped_label_sets() -> Mapping[str, Path]:
    """Name -> file."""
    with resources.as_file(resources.files("litmus.annotate") / "labels") as folder:
        return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def find_label_set(name: str) -> Path:
    """The file of a label set: a path, or the name of one that ships."""
    shipped = shipped_label_sets()
    if name in shipped:
        return shipped[name]
    if Path(name).is_file():
        return Path(name)
    if name.endswith(".toml"):
        raise DataError(
            f"{name} does not exist. A label set is a TOML file (see docs/annotation.md)."
        )
    raise UnknownName("task", name, shipped)


def load_label_set(path: Path) -> LabelSet:
    """The label set in a file, checked."""
    try:
        value = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{path} is not TOML: {error}.") from error
    where = str(path)
    check_keys(where, value, _KEYS)
    labels = tuple(_label(where, item) for item in field(where, value, "labels", list, []))
    ordered = value.get("ordered", False)
    if not isinstance(ordered, bool):
        raise DataError(f"{where}: 'ordered' must be true or false.")
    found = LabelSet(
        field(where, value, "name", str, path.stem),
        field(where, value, "version", int, 1),
        field(where, value, "unit", str, "segment"),
        field(where, value, "question", str, "How is this translated?"),
        labels,
        field(where, value, "guideline", str, "").strip(),
        ordered,
    )
    _check(where, found)
    return found


def _label(where: str, item: Any) -> Label:
    if not isinstance(item, dict):
        raise DataError(f"{where}: a label is a table, [[labels]].")
    check_keys(where, item, _LABEL_KEYS)
    for key in ("key", "hotkey", "sign"):
        if not item.get(key):
            raise DataError(f"{where}: a label needs {key!r}.")
    key = field(where, item, "key", str, "")
    return Label(
        key,
        field(where, item, "name", str, key),
        field(where, item, "hotkey", str, ""),
        field(where, item, "sign", str, ""),
        field(where, item, "tone", str, "none"),
        field(where, item, "description", str, ""),
        strings(where, item, "means"),
    )


def _check(where: str, found: LabelSet) -> None:
    if len(found.labels) < 2:
        raise DataError(f"{where}: a label set needs at least two [[labels]].")
    if found.unit not in UNITS:
        raise DataError(f"{where}: 'unit' is one of {', '.join(UNITS)}, not {found.unit!r}.")
    for attribute in ("key", "hotkey", "sign"):
        values = [getattr(label, attribute) for label in found.labels]
        for value in values:
            if values.count(value) > 1:
                raise DataError(f"{where}: two labels have the {attribute} {value!r}.")
    for label in found.labels:
        if not re.fullmatch(r"[\w.-]+", label.key):
            raise DataError(
                f"{where}: the key {label.key!r} may hold letters, digits and . - _ only."
            )
        if len(label.hotkey) != 1 or not label.hotkey.isalnum() or label.hotkey in RESERVED:
            raise DataError(
                f"{where}: the hotkey {label.hotkey!r} must be one letter or digit, and not one "
                f"of the page's own: {' '.join(RESERVED)}"
            )
        if label.tone not in TONES:
            raise DataError(f"{where}: 'tone' is one of {', '.join(TONES)}, not {label.tone!r}.")
        for meaning in label.means:
            if meaning not in MEANINGS:
                raise DataError(
                    f"{where}: a label may mean {', '.join(MEANINGS)}; not {meaning!r}."
                )
        if LITERAL in label.means and ERROR not in label.means:
            raise DataError(
                f"{where}: {label.key!r} means a literal error, which is an error, too.\n"
                'Write: means = ["error", "literal error"]'
            )
