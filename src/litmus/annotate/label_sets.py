"""Label sets: what annotators may say of an item, as data: labels, error spans, a score."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Literal

from litmus.annotate.span_rules import Slider, SpanRules, Tone, check_slider, checked_spans
from litmus.errors import DataError, UnknownName
from litmus.files.toml_tables import Place, check_table, read_toml

ERROR, LITERAL, NO_VERDICT = "error", "literal error", "no verdict"
Unit = Literal["idiom", "tag", "segment"]
Meaning = Literal["error", "literal error", "no verdict"]
# Keys of the page itself: comment, guideline, help, undo, theme.
RESERVED = "cghtu?"
# Where errors are marked or a score is given: mark, mark in the original, score, missing content.
RESERVED_FOR_RATING = "mosx"


@dataclass(frozen=True, slots=True)
class Label:
    """One answer. `sign` and `name` say what `tone`, its colour, says: colour is never alone.

    `verdicts` are the verdicts of metrics that say the same.
    """

    key: str
    hotkey: str
    sign: str
    name: str = ""  # the key, if the file does not say
    tone: Tone = "none"
    description: str = ""
    means: tuple[Meaning, ...] = ()
    verdicts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LabelSet:
    """What is asked of an item: one label, errors to mark, a score, or several of these.

    `unit` is what an item is; `ordered`: the labels go from best to worst.
    """

    name: str
    version: int = 1
    unit: Unit = "segment"
    question: str = "How is this translated?"
    labels: tuple[Label, ...] = ()
    guideline: str = ""
    ordered: bool = False
    spans: SpanRules | None = None
    slider: Slider | None = None

    @property
    def rates(self) -> bool:
        """Whether errors are marked or a score is given, so that an answer is a rating."""
        return self.spans is not None or self.slider is not None

    @property
    def keys(self) -> tuple[str, ...]:
        """The labels' keys, in order."""
        return tuple(label.key for label in self.labels)

    def meaning(self, meaning: str) -> frozenset[str]:
        """The keys of the labels that mean an error, a literal error, or no verdict."""
        return frozenset(label.key for label in self.labels if meaning in label.means)

    def label_for(self, verdict: str) -> str | None:
        """The key of the first label that says what a metric's verdict says."""
        return next((label.key for label in self.labels if verdict in label.verdicts), None)


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
    table = {"name": path.stem, **read_toml(path)}
    found = check_table(Place(path), table, LabelSet)
    _check(str(path), found)
    labels = tuple(replace(label, name=label.name or label.key) for label in found.labels)
    spans = checked_spans(str(path), found.spans) if found.spans else None
    return replace(found, labels=labels, spans=spans, guideline=found.guideline.strip())


def _check(where: str, found: LabelSet) -> None:
    if len(found.labels) < 2 and (found.labels or not found.rates):
        raise DataError(f"{where}: a label set needs at least two [[labels]].")
    if found.rates and found.unit != "segment":
        raise DataError(
            f'{where}: errors and scores are about a whole translation.\nWrite: unit = "segment"'
        )
    if found.slider:
        check_slider(where, found.slider)
    severities = found.spans.severities if found.spans else ()
    for attribute in ("key", "hotkey", "sign"):
        values = [getattr(label, attribute) for label in found.labels]
        if attribute == "hotkey":
            values += [severity.hotkey for severity in severities]
        for value in values:
            if values.count(value) > 1:
                raise DataError(f"{where}: two labels have the {attribute} {value!r}.")
    reserved = RESERVED + RESERVED_FOR_RATING * found.rates
    for hotkey in (*(one.hotkey for one in found.labels), *(one.hotkey for one in severities)):
        _check_hotkey(where, hotkey, reserved)
    for label in found.labels:
        if not re.fullmatch(r"[\w.-]+", label.key):
            raise DataError(
                f"{where}: the key {label.key!r} may hold letters, digits and . - _ only."
            )
        if LITERAL in label.means and ERROR not in label.means:
            raise DataError(
                f"{where}: {label.key!r} means a literal error, which is an error, too.\n"
                'Write: means = ["error", "literal error"]'
            )


def _check_hotkey(where: str, hotkey: str, reserved: str) -> None:
    if len(hotkey) != 1 or not hotkey.isalnum() or hotkey in reserved:
        raise DataError(
            f"{where}: the hotkey {hotkey!r} must be one letter or digit, and not one "
            f"of the page's own: {' '.join(reserved)}"
        )
