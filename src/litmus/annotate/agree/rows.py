"""Rows of agreement: one number each, the same shape whatever was compared."""

from dataclasses import dataclass

from litmus.stats.agreement import Estimate

FIELDS = (
    "table", "system", "metric", "verdict", "measure", "n", "value", "low", "high", "signature",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """`table` is where it belongs: metrics, counts, labels, tags, annotators or systems; for
    verdicts of several kinds confusion, kinds or confidence; suggestions.

    `system` and `metric` are None where a number is about all or none of them; `verdict` is what
    was to be found (error, literal error), a label, a tag, a pair of annotators, a metric's kind of
    verdict, or a range of its confidence.
    """

    table: str
    system: str | None
    metric: str | None
    verdict: str | None
    measure: str
    n: int
    value: float | None
    low: float | None
    high: float | None
    signature: str


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes rows of one table with one signature."""

    table: str
    signature: str

    def row(
        self,
        measure: str,
        found: Estimate,
        *,
        system: str | None = None,
        metric: str | None = None,
        verdict: str | None = None,
    ) -> Row:
        """A row of an estimate."""
        return Row(
            self.table, system, metric, verdict, measure, found.n, found.value, found.low,
            found.high, self.signature,
        )  # fmt: skip
