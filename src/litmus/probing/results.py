"""Probes as rows: macro-averaged over idiom labels, with intervals."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from litmus.arrays import Floats
from litmus.nmt.probing.marked import CONTEXTS
from litmus.probing.measure import Measure, Probes
from litmus.stats.averages import MACRO, gather, value_of
from litmus.stats.intervals import percentiles
from litmus.stats.resampling import bootstrap_weights
from litmus.stats.tally import align_bins

FIELDS = ("model", "probe", "words", "context", "n", "idioms", "value", "low", "high")
# A wider context minus the next narrower one: the steps between the bars.
STEPS = (("full", "phrase"), ("phrase", "word"))


@dataclass(frozen=True, slots=True)
class ProbeRow:
    """One number. `context` is one of three, two of them ("full, phrase"), or a difference.

    `n` counts cases, `idioms` the labels that are averaged. None: no evidence.
    """

    model: str
    probe: str
    words: str | None
    context: str
    n: int
    idioms: int
    value: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class ProbeResult:
    """All rows; `about`: lines for people on what was measured."""

    heading: str
    about: Sequence[str]
    models: Sequence[str]
    rows: Sequence[ProbeRow]
    signature: str
    notes: Sequence[str] = ()

    def kinds(self) -> list[tuple[str, str | None]]:
        """Every probe with its words, in order."""
        return list(dict.fromkeys((row.probe, row.words) for row in self.rows))

    def row(self, model: str, probe: str, words: str | None, context: str) -> ProbeRow | None:
        """The row of that kind, if there is one."""
        key = (model, probe, words, context)
        return next((r for r in self.rows if (r.model, r.probe, r.words, r.context) == key), None)


def rows(model: str, probes: Probes, *, n_bootstrap: int, seed: int) -> Iterator[ProbeRow]:
    """Every measure's rows. Contexts share their resamples, so that differences are paired."""
    for measure in probes.measures:
        yield from _measured(model, measure, probes, n_bootstrap, seed)


def _measured(
    model: str, measure: Measure, probes: Probes, n_bootstrap: int, seed: int
) -> Iterator[ProbeRow]:
    tallies = probes.tallies[measure.probe, measure.words]
    counts = gather(tallies, align_bins(tallies))
    everything = np.ones((1, len(counts.dense)))
    n = round(float(counts.totals(everything)[0, 0, -1]))
    labels = len(counts.labels)
    if not n:
        for name in measure.names:
            yield ProbeRow(model, measure.probe, measure.words, name, 0, 0, None)
        return
    actual = measure.after(value_of(counts, everything, measure.value, MACRO)[0, 0])
    weights = bootstrap_weights(len(counts.dense), n_bootstrap, seed, counts.label_width)
    parts = [value_of(counts, chunk, measure.value, MACRO)[:, 0] for chunk in weights]
    drawn = measure.after(np.concatenate(parts))

    def row(name: str, value: float, trials: Floats) -> ProbeRow:
        low, high = percentiles(trials[:, None])
        varied = low[0] < high[0]  # resamples that all agree give no interval
        bounds = (float(low[0]), float(high[0])) if varied else (None, None)
        number = None if np.isnan(value) else float(value)
        return ProbeRow(model, measure.probe, measure.words, name, n, labels, number, *bounds)

    for k, name in enumerate(measure.names):
        yield row(name, actual[k], drawn[:, k])
    for wide, narrow in () if measure.pairs else STEPS:
        a, b = CONTEXTS.index(wide), CONTEXTS.index(narrow)
        yield row(f"{wide} - {narrow}", actual[a] - actual[b], drawn[:, a] - drawn[:, b])


def extras(result: ProbeResult) -> Iterator[dict[str, object]]:
    """Rows for `litmus report --extras`.

    A pair of contexts is named by the narrower one, if the other is the full sentence; of
    distances only the cosine is included.
    """
    for row in result.rows:
        context = row.context.removeprefix("full, ")
        if row.value is None or context not in CONTEXTS or row.words == "euclidean":
            continue
        extra: dict[str, object] = {
            "kind": "probe", "model": row.model, "probe": row.probe, "context": context,
        }  # fmt: skip
        if row.probe == "entropy":
            extra["words"] = row.words
        yield extra | {"n": row.n, "value": row.value, "low": row.low, "high": row.high}
