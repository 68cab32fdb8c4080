"""What annotators may mark and rate, as data: error spans with a severity and a kind, and a slider.

They are tables of a label set's file (`label_sets.py`): `[spans]` and `[slider]`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from litmus.corpus.ratings import ErrorSpan
from litmus.errors import DataError
from litmus.files.toml_tables import key

Tone = Literal["good", "fair", "bad", "none"]
Side = Literal["source", "target"]
_EMPTY = " covers no character."
# What a file of ratings, or one of WMT's tables, can hold; weights are found by such names.
_NAME = re.compile(r"[^\s<>\"](?:[^\t\n\r<>\"]*[^\s<>\"])?")


@dataclass(frozen=True, slots=True)
class Severity:
    """How bad an error is. `sign` and `name` say what `tone`, its colour, says."""

    key: str
    hotkey: str
    sign: str
    name: str = ""  # the key, if the file does not say
    tone: Tone = "bad"
    description: str = ""


@dataclass(frozen=True, slots=True)
class Category:
    """A kind of error: `Accuracy/Omission`, or one without a group.

    `side` is where such an error is marked, if not on both; `whole`: it covers the translation from
    end to end, and there is one at most. `severity` is the only one it can have.
    """

    key: str
    description: str = ""
    side: Side | None = None
    whole: bool = False
    severity: str | None = None


@dataclass(frozen=True, slots=True)
class SpanRules:
    """What can be marked. `missing` is the category of content that is left out, and for which
    nothing can be marked; "": such errors are not asked for. `most` is how many errors a
    translation may have."""

    severities: tuple[Severity, ...] = ()
    categories: tuple[Category, ...] = ()
    source: bool = False  # whether errors can be marked in the source, too
    missing: str = ""
    most: int = key(100, least=1, most=100)

    def severity(self, name: str) -> Severity | None:
        """The severity of this name, however it is capitalised."""
        return next((one for one in self.severities if one.key.lower() == name.lower()), None)

    def category(self, name: str) -> Category | None:
        """The category of this name, however it is capitalised; also what is missing."""
        known = (*self.categories, Category(self.missing))
        return next((one for one in known if name and one.key.lower() == name.lower()), None)


@dataclass(frozen=True, slots=True)
class Anchor:
    """What a value of the slider means."""

    value: int
    text: str


@dataclass(frozen=True, slots=True)
class Slider:
    """A score in whole numbers, higher is better; `anchors` say what some values mean."""

    question: str = "How good is the translation?"
    least: int = 0
    most: int = 100
    anchors: tuple[Anchor, ...] = ()


def fault(rules: SpanRules, span: ErrorSpan, length: int) -> str:
    """What is wrong with an error in a text of this length, as the end of a sentence; "": nothing.

    Whoever marked it: the page, or a file that is imported.
    """
    if span.in_source and not rules.source:
        return ": errors cannot be marked there."
    if span.start == span.end:
        # Only what is missing can be meant, and that has one way to be said.
        is_missing = bool(rules.missing) and span.category == rules.missing
        return "" if is_missing and not span.start and not span.in_source else _EMPTY
    if not rules.categories:
        return ": this task has no categories." if span.category else ""
    category = next((one for one in rules.categories if one.key == span.category), None)
    if category is None:
        return f": no category is called {span.category!r}."
    side = "source" if span.in_source else "target"
    if category.side not in (None, side):
        return f": {category.key!r} is marked in the {category.side}."
    if category.severity not in (None, span.severity):
        return f": {category.key!r} is always {category.severity}."
    if category.whole and (span.start, span.end, side) != (0, length, "target"):
        return f": {category.key!r} covers the whole translation."
    return ""


def crowded(rules: SpanRules, spans: Sequence[ErrorSpan]) -> str:
    """What is wrong with several errors together, as a sentence; "": nothing."""
    wholes = [one.key for one in rules.categories if one.whole]
    names = [span.category for span in spans if span.category in wholes]
    if not names or len(spans) == 1:
        return ""
    return f"{names[0]!r} covers the whole translation and stands alone."


def checked_spans(where: str, rules: SpanRules) -> SpanRules:
    """Rules that hold together, with names for all severities."""
    if not rules.severities:
        raise DataError(f"{where}: [spans] needs at least one severity: [[spans.severities]]")
    for kind, keys in (
        ("severities", [one.key.lower() for one in rules.severities]),
        ("categories", [one.key.lower() for one in rules.categories]),
    ):
        for name in keys:
            if keys.count(name) > 1:
                raise DataError(f"{where}: two {kind} have the key {name!r}; case does not count.")
    severities = [one.key for one in rules.severities]
    categories = [one.key for one in rules.categories]
    for name in (*severities, *categories, rules.missing):
        if name and not _NAME.fullmatch(name):
            raise DataError(
                f"{where}: the name {name!r} must begin and end with a character that is no blank, "
                'and hold no tab, line end, <, > or ".'
            )
    if rules.missing and categories and rules.missing not in categories:
        raise DataError(
            f"{where}: 'spans.missing' is {rules.missing!r}, which is none of the categories."
        )
    for category in rules.categories:
        _check_category(where, rules, category)
    named = tuple(replace(one, name=one.name or one.key) for one in rules.severities)
    return replace(rules, severities=named)


def _check_category(where: str, rules: SpanRules, category: Category) -> None:
    severities = [one.key for one in rules.severities]
    if category.severity is not None and category.severity not in severities:
        raise DataError(
            f"{where}: the category {category.key!r} has the severity {category.severity!r}, which "
            "is none of [[spans.severities]]."
        )
    if category.side == "source" and not rules.source:
        raise DataError(
            f"{where}: the category {category.key!r} is marked in the source.\n"
            "Allow that: source = true under [spans]"
        )
    if category.whole and category.side == "source":
        raise DataError(
            f"{where}: the category {category.key!r} covers the whole translation, so its side "
            "cannot be the source."
        )


def check_slider(where: str, slider: Slider) -> None:
    """Ends in order, and anchors between them."""
    if not slider.least < slider.most:
        raise DataError(
            f"{where}: the slider goes from {slider.least} to {slider.most}; 'least' must be below "
            "'most'."
        )
    for anchor in slider.anchors:
        if not slider.least <= anchor.value <= slider.most:
            raise DataError(
                f"{where}: the anchor {anchor.value} is not on the slider, which goes from "
                f"{slider.least} to {slider.most}."
            )
