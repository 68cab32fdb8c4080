"""CXMI as rows with intervals: documents are resampled, not sentences."""

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
    Item,
    Themes,
    Top,
)
from litmus.engine.parts import Written
from litmus.stats.averages import Counts, gather
from litmus.stats.intervals import percentiles
from litmus.stats.resampling import bootstrap_weights
from litmus.stats.tally import Tally, align_bins

FIELDS = ("by", "name", "context", "n", "documents", "value", "low", "high")
_BLOCK = 256  # groups resampled at a time
FEWEST_DOCUMENTS = 5  # with fewer, intervals of a bootstrap are too narrow

# Name -> what is summed, over what: the four ways to read P-CXMI over a text.
READINGS: Mapping[str, tuple[int, int]] = {
    "cxmi": (SUM, SENTENCES),
    "sentence-mean": (MEAN, SENTENCES),
    "token": (SUM, TOKENS),
    "word": (SUM, WORDS),
}


@dataclass(frozen=True, slots=True)
class CxmiRow:
    """One number. `by`: corpus, pos, tag, tagged, word, token.

    `context` is the condition's name, or "A - B" for the value of A minus that of B. The n cases
    are in `documents` documents; if those are too few to be resampled, there is no interval
    (None), and there is none for words and tokens.
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
class CxmiResult:
    """All rows. `unit`: nats or bits; `about`: lines for people on what was measured.

    One of several runs (a shard) has no rows; what it has `written` is a part of them all.
    """

    heading: str
    about: Sequence[str]
    unit: str
    contexts: Sequence[str]
    control: str | None
    rows: Sequence[CxmiRow]
    top: Sequence[Top]
    signature: str
    notes: Sequence[str] = ()
    summary: str = ""  # one sentence
    written: Written | None = None

    def of(self, by: str, context: str | None = None) -> list[CxmiRow]:
        """The rows of a kind, of all contexts or one."""
        return [r for r in self.rows if r.by == by and (context is None or r.context == context)]


def rows(
    themes: Themes, *, n_bootstrap: int, seed: int, min_count: int, items: int, tags: bool
) -> list[CxmiRow]:
    """Every table's rows: the whole text, groups, words that are frequent enough."""
    themes.settle()
    measured = list(_overall(themes, n_bootstrap, seed))
    measured += _groups(themes, n_bootstrap, seed, tags)
    return measured + _vocabulary(themes, min_count, items)


def _overall(themes: Themes, n_bootstrap: int, seed: int) -> Iterator[CxmiRow]:
    counts = _counts(themes.overall)
    names = [condition.name for condition in themes.conditions]
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
        for k, name in enumerate([*names, *_gap_name(themes)]):
            bounds = _bounds(drawn[:, k], documents)
            yield CxmiRow("corpus", reading, name, n, documents, _number(actual[k]), *bounds)


def _groups(themes: Themes, n_bootstrap: int, seed: int, tags: bool) -> list[CxmiRow]:
    counts = _counts(themes.groups)
    labels = list(themes.labels)
    kinds = ("pos", "tag", "tagged") if tags else ("pos",)
    measured: list[CxmiRow] = []
    for kind in kinds:
        indices = [k for k, code in enumerate(counts.labels) if labels[code][0] == kind]
        for start in range(0, len(indices), _BLOCK):
            block = indices[start : start + _BLOCK]
            names = [labels[counts.labels[k]][1] for k in block]
            measured += _block(themes, kind, names, counts.choose(block), n_bootstrap, seed)
    order = {WITH_TAG: 0, NO_TAG: 1}
    return sorted(measured, key=lambda r: (kinds.index(r.by), order.get(r.name, 2), r.name))


def _block(
    themes: Themes, kind: str, names: Sequence[str], counts: Counts, n_bootstrap: int, seed: int
) -> Iterator[CxmiRow]:
    value = _ratio(GROUP_SUM, GROUP_WORDS)
    everything = counts.label_totals(np.ones((1, len(counts.dense))))[0]
    weights = bootstrap_weights(len(counts.dense), n_bootstrap, seed, counts.label_width)
    drawn = np.concatenate([value(counts.label_totals(chunk)) for chunk in weights])
    actual = value(everything)
    has = (counts.by_label[:, 0, GROUP_WORDS] > 0).astype(np.int64)
    documents = np.add.reduceat(has, counts.starts)
    contexts = [themes.conditions[condition].name for condition in themes.grouped]
    n_words = everything[:, 0, GROUP_WORDS]
    if themes.control is not None:
        drawn, actual = (_with_gap(part, 1) for part in (drawn, actual))
        contexts += _gap_name(themes)
    if kind == "tagged" and len(names) == 2:
        yes, no = names.index(WITH_TAG), names.index(NO_TAG)
        names = [*names, f"{WITH_TAG} - {NO_TAG}"]
        drawn = np.append(drawn, drawn[:, [yes]] - drawn[:, [no]], axis=1)
        actual = np.append(actual, actual[[yes]] - actual[[no]], axis=0)
        n_words, documents = np.append(n_words, n_words[yes]), np.append(documents, documents[yes])
    for k, name in enumerate(names):
        n = round(float(n_words[k]))
        n_documents = _documents(themes.groups[0], counts, documents[k])
        for c, context in enumerate(contexts):
            bounds = _bounds(drawn[:, k, c], n_documents)
            yield CxmiRow(kind, name, context, n, n_documents, _number(actual[k, c]), *bounds)


def _vocabulary(themes: Themes, min_count: int, items: int) -> list[CxmiRow]:
    """The words that the context helps most; with a control, what is due to its content."""
    enough = max(min_count, themes.vocabulary.dropped_below + 1)
    known = [(form, item) for form, item in themes.vocabulary.items.items() if item.n >= enough]
    known.sort(key=lambda word: (-_mean(word[1], gap=True), -word[1].n, word[0]))
    context = themes.conditions[0].name
    found = []
    for form, item in known[:items]:
        values = {context: _mean(item)}
        if themes.control is not None:
            values[themes.conditions[themes.control].name] = item.control / item.n
            values |= dict.fromkeys(_gap_name(themes), _mean(item, gap=True))
        found += [
            CxmiRow("word", form, name, item.n, item.documents, value)
            for name, value in values.items()
        ]
    return found


def _mean(item: Item, *, gap: bool = False) -> float:
    """P-CXMI of a word form; less that of the control, if `gap`: without one that is the same."""
    return (item.total - item.control * gap) / item.n


def _counts(tallies: Sequence[Tally]) -> Counts:
    return gather(tallies, align_bins(tallies))


def _gap_name(themes: Themes) -> list[str]:
    if themes.control is None:
        return []
    return [f"{themes.conditions[0].name} - {themes.conditions[themes.control].name}"]


def _with_gap(values: Floats, control: int) -> Floats:
    """The values of all contexts, then those of the first minus those of the control."""
    return np.append(values, values[..., :1] - values[..., [control]], axis=-1)


def _documents(tally: Tally, counts: Counts, bins: float) -> int | None:
    """How many documents; None where there are so many that they share bins."""
    return int(bins) if tally.n_units <= len(counts.dense) else None


def _ratio(over: int, under: int) -> Callable[[Floats], Floats]:
    def value(totals: Floats) -> Floats:
        top, bottom = totals[..., over], totals[..., under]
        ratio: Floats = np.divide(top, bottom, out=np.full(top.shape, np.nan), where=bottom > 0)
        return ratio

    return value


def _bounds(values: Floats, documents: int | None) -> tuple[float | None, float | None]:
    """The interval; none from few documents, or if all resamples have the same value."""
    low, high = (float(bound[0]) for bound in percentiles(values[:, None]))
    alike = math.isclose(low, high, rel_tol=1e-9, abs_tol=1e-12)  # but for rounding
    if alike or (documents is not None and documents < FEWEST_DOCUMENTS):
        return None, None
    return _number(low), _number(high)


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def extras(result: CxmiResult, model: str, scale: float) -> Iterator[dict[str, object]]:
    """Rows for `litmus report --extras`, in nats; `scale` is how many nats one unit has."""

    def extra(by: str, name: str, row: CxmiRow) -> dict[str, object]:
        numbers = {"value": row.value, "low": row.low, "high": row.high}
        scaled = {k: None if v is None else v * scale for k, v in numbers.items()}
        return {"kind": "pcxmi", "model": model, "by": by, "name": name, "n": row.n, **scaled}

    main = result.contexts[0]
    for row in result.of("corpus"):
        if row.name == "cxmi" and row.value is not None:
            yield extra("corpus", row.context, row)
    for by in ("pos", "tag", "tagged", "word"):
        for row in result.of(by, main):
            if row.value is not None:
                yield extra(by, row.name, row)
    for top in result.top:
        row = CxmiRow("token", top.text, main, 1, 1, top.value)
        context = " / ".join((*top.before.source, *top.before.target))
        yield extra("token", top.text, row) | {"text": top.target, "context": context}
