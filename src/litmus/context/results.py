"""What was measured, as rows with intervals: documents are resampled, not sentences."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from litmus.arrays import Floats
from litmus.context.thematic import (
    GROUP_SUM,
    GROUP_WORDS,
    MEAN,
    NO_TAG,
    SENTENCES,
    SUM,
    TOKENS,
    WITH_TAG,
    WORDS,
    Themes,
    Top,
)
from litmus.stats.averages import Counts, gather
from litmus.stats.intervals import percentiles
from litmus.stats.resampling import bootstrap_weights
from litmus.stats.tally import Tally, align_bins

FIELDS = ("by", "name", "context", "n", "documents", "value", "low", "high")
_BLOCK = 256  # groups resampled at a time
FEWEST_DOCUMENTS = 5  # with fewer, a bootstrap would claim to be surer than it is

# Name -> what is summed, over what: the four ways to read P-CXMI over a text.
READINGS: Mapping[str, tuple[int, int]] = {
    "cxmi": (SUM, SENTENCES),
    "sentence-mean": (MEAN, SENTENCES),
    "token": (SUM, TOKENS),
    "word": (SUM, WORDS),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One number. `by`: corpus, pos, tag, tagged, word, token.

    `context` is the condition's name, or "A - B" where B's value is taken from A's.
    `documents` is in how many documents the n cases stand; there is no interval (None) where
    they are too few to be resampled, and none for words and tokens.
    """

    by: str
    name: str
    context: str
    n: int
    documents: int | None
    value: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Result:
    """All of it. `unit`: nats or bits; `about` are lines on what was measured, for people."""

    heading: str
    about: Sequence[str]
    unit: str
    contexts: Sequence[str]
    control: str | None
    rows: Sequence[Row]
    top: Sequence[Top]
    known: Mapping[str, str]
    signature: str
    notes: Sequence[str] = ()

    def of(self, by: str, context: str | None = None) -> list[Row]:
        """The rows of a kind, of one context if it is named."""
        return [r for r in self.rows if r.by == by and (context is None or r.context == context)]


def rows(
    themes: Themes, *, n_bootstrap: int, seed: int, min_count: int, items: int, tags: bool
) -> list[Row]:
    """Every table's rows: the whole text, groups, words that are frequent enough."""
    themes.settle()
    found = list(_overall(themes, n_bootstrap, seed))
    found += _groups(themes, n_bootstrap, seed, tags)
    return found + _vocabulary(themes, min_count, items)


def _overall(themes: Themes, n_bootstrap: int, seed: int) -> Iterator[Row]:
    counts = _counts(themes.overall)
    names = [condition.name for condition in themes.asked]
    everything = counts.totals(np.ones((1, len(counts.dense))))[0]
    trials = [
        counts.totals(weights)
        for weights in bootstrap_weights(len(counts.dense), n_bootstrap, seed)
    ]
    documents = _documents(themes.overall[0], counts, (counts.dense[:, 0, SENTENCES] > 0).sum())
    for reading, (over, under) in READINGS.items():
        value = _ratio(over, under)
        drawn = np.concatenate([value(totals) for totals in trials])
        actual = value(everything)
        n = round(float(everything[0, under]))
        if themes.control is not None:
            drawn, actual = (_with_gap(part, themes.control) for part in (drawn, actual))
        for place, name in enumerate([*names, *_gap_name(themes)]):
            bounds = _bounds(drawn[:, place], documents)
            yield Row("corpus", reading, name, n, documents, _known(actual[place]), *bounds)


def _groups(themes: Themes, n_bootstrap: int, seed: int, tags: bool) -> list[Row]:
    counts = _counts(themes.groups)
    labels = list(themes.labels)
    kinds = ("pos", "tag", "tagged") if tags else ("pos",)
    found: list[Row] = []
    for kind in kinds:
        places = [p for p, code in enumerate(counts.labels) if labels[code][0] == kind]
        for start in range(0, len(places), _BLOCK):
            block = places[start : start + _BLOCK]
            named = [labels[counts.labels[place]][1] for place in block]
            found += _block(themes, kind, named, counts.choose(block), n_bootstrap, seed)
    order = {WITH_TAG: 0, NO_TAG: 1}
    return sorted(found, key=lambda r: (kinds.index(r.by), order.get(r.name, 2), r.name))


def _block(
    themes: Themes, kind: str, named: Sequence[str], counts: Counts, n_bootstrap: int, seed: int
) -> Iterator[Row]:
    value = _ratio(GROUP_SUM, GROUP_WORDS)
    everything = counts.label_totals(np.ones((1, len(counts.dense))))[0]
    weights = bootstrap_weights(len(counts.dense), n_bootstrap, seed, counts.label_width)
    drawn = np.concatenate([value(counts.label_totals(chunk)) for chunk in weights])
    actual = value(everything)
    has = (counts.by_label[:, 0, GROUP_WORDS] > 0).astype(np.int64)
    documents = np.add.reduceat(has, counts.starts)
    contexts = [themes.asked[condition].name for condition in themes.shown]
    n_words = everything[:, 0, GROUP_WORDS]
    if themes.control is not None:
        drawn, actual = (_with_gap(part, 1) for part in (drawn, actual))
        contexts += _gap_name(themes)
    if kind == "tagged" and len(named) == 2:
        one, two = named.index(WITH_TAG), named.index(NO_TAG)
        named = [*named, f"{WITH_TAG} - {NO_TAG}"]
        drawn = np.append(drawn, drawn[:, [one]] - drawn[:, [two]], axis=1)
        actual = np.append(actual, actual[[one]] - actual[[two]], axis=0)
        n_words, documents = np.append(n_words, n_words[one]), np.append(documents, documents[one])
    for place, name in enumerate(named):
        n = round(float(n_words[place]))
        for shown, context in enumerate(contexts):
            held = _documents(themes.groups[0], counts, documents[place])
            bounds = _bounds(drawn[:, place, shown], held)
            found = _known(actual[place, shown])
            yield Row(kind, name, context, n, held, found, *bounds)


def _vocabulary(themes: Themes, min_count: int, items: int) -> list[Row]:
    enough = max(min_count, themes.vocabulary.dropped_below + 1)
    context = themes.asked[0].name
    found = [
        Row("word", form, context, item.n, item.documents, item.total / item.n)
        for form, item in themes.vocabulary.items.items()
        if item.n >= enough
    ]
    found.sort(key=lambda row: (-(row.value or 0.0), -row.n, row.name))
    return found[:items]


def _counts(tallies: Sequence[Tally]) -> Counts:
    return gather(tallies, align_bins(tallies))


def _gap_name(themes: Themes) -> list[str]:
    if themes.control is None:
        return []
    return [f"{themes.asked[0].name} - {themes.asked[themes.control].name}"]


def _with_gap(values: Floats, control: int) -> Floats:
    """The values of all contexts, and the first's less the control's behind them."""
    return np.append(values, values[..., :1] - values[..., [control]], axis=-1)


def _documents(tally: Tally, counts: Counts, bins: float) -> int | None:
    """How many documents; not known where so many were read that they share bins."""
    return int(bins) if tally.n_units <= len(counts.dense) else None


def _ratio(over: int, under: int) -> Callable[[Floats], Floats]:
    def value(totals: Floats) -> Floats:
        top, bottom = totals[..., over], totals[..., under]
        shape = np.full(top.shape, np.nan)
        found: Floats = np.divide(top, bottom, out=shape, where=bottom > 0)
        return found

    return value


def _bounds(values: Floats, documents: int | None) -> tuple[float | None, float | None]:
    """The interval, unless resamples know too little of chance: few documents, or all alike."""
    low, high = (float(bound[0]) for bound in percentiles(values[:, None]))
    alike = math.isclose(low, high, rel_tol=1e-9, abs_tol=1e-12)  # but for rounding
    if alike or (documents is not None and documents < FEWEST_DOCUMENTS):
        return None, None
    return _known(low), _known(high)


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def extras(result: Result, model: str, scale: float) -> Iterator[dict[str, object]]:
    """Rows for `litmus report --extras`, in nats; `scale` is how many nats the unit is."""

    def made(by: str, name: str, row: Row) -> dict[str, object]:
        numbers = {"value": row.value, "low": row.low, "high": row.high}
        scaled = {k: None if v is None else v * scale for k, v in numbers.items()}
        return {"kind": "pcxmi", "model": model, "by": by, "name": name, "n": row.n, **scaled}

    main = result.contexts[0]
    for row in result.of("corpus"):
        if row.name == "cxmi" and row.value is not None:
            yield made("corpus", row.context, row)
    for by in ("pos", "tag", "tagged", "word"):
        for row in result.of(by, main):
            if row.value is not None:
                yield made(by, row.name, row)
    for top in result.top:
        row = Row("token", top.text, main, 1, 1, top.value)
        context = " / ".join((*top.before.source, *top.before.target))
        yield made("token", top.text, row) | {"text": top.target, "context": context}
