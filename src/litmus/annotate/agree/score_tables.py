"""Agreement with human scores as tables."""

from collections.abc import Iterator, Sequence

from litmus.annotate.agree.rows import FIELDS, Row
from litmus.annotate.agree.score_compare import ScoreAgreement
from litmus.annotate.agree.score_rows import SEGMENTS, SYSTEMS
from litmus.annotate.agree.span_rows import PEOPLE, SPANS
from litmus.tables import formats
from litmus.tables.cells import number, with_interval
from litmus.tables.formats import INTERVAL, Sheet, Table, columns, records

_SYSTEM_MEASURES = {
    "soft_accuracy": "soft pairwise accuracy",
    "accuracy": "pairwise accuracy",
    "pearson": "Pearson",
    "kendall": "Kendall",
    "spearman": "Spearman",
}
_SEGMENT_MEASURES = {
    "acc_eq": "acc-eq",
    "pearson": "Pearson",
    "kendall": "Kendall",
    "spearman": "Spearman",
    "kendall_like": "Kendall-like",
    "kendall_item": "Kendall by segment",
}
_LEADING = {SYSTEMS: "soft_accuracy", SEGMENTS: "acc_eq"}
_EXTRA = 2  # decimals more than of percentages: these figures go from 0 to 1


def render_scores(agreement: ScoreAgreement, format: str, decimals: int) -> str:
    """The agreement in one of `litmus.tables.FORMATS`, ending in a newline."""
    sheet = Sheet(
        heading=agreement.heading,
        tables=score_tables(agreement, decimals),
        fields=FIELDS,
        records=records(agreement.rows, FIELDS),
        notes=_notes(agreement),
        signatures=list(dict.fromkeys(row.signature for row in agreement.rows)),
        indent=2,
    )
    return formats.render(sheet, format)


def score_tables(agreement: ScoreAgreement, decimals: int) -> Iterator[Table]:
    """The tables there is something to say in."""
    yield _people(agreement, decimals)
    shown = decimals + _EXTRA
    for table, title, measures, ranked in (
        (SYSTEMS, "Metrics and human scores, systems", _SYSTEM_MEASURES, "accuracy"),
        (SEGMENTS, "Metrics and human scores, segments", _SEGMENT_MEASURES, "acc_eq"),
    ):
        mine = [row for row in agreement.rows if row.table == table and row.metric]
        if mine:
            yield _metrics(mine, title, measures, ranked, _LEADING[table], shown)
    yield from _spans(agreement, shown)


def _people(agreement: ScoreAgreement, decimals: int) -> Table:
    """Systems by what people say, the best first."""
    mine = [row for row in agreement.rows if row.table == SYSTEMS and row.metric is None]
    mine.sort(key=lambda row: (row.value is None, -(row.value or 0.0)))
    rows = [(str(row.system), with_interval(row, decimals + 1), f"{row.n:,}") for row in mine]
    heads = columns("text", "system") + columns("score", mine[0].measure) + columns("number", "n")
    return Table("What people say", heads, rows)


def _metrics(
    mine: Sequence[Row], title: str, measures: dict[str, str], ranked: str, leading: str, shown: int
) -> Table:
    found = {(row.metric, row.measure): row for row in mine if row.verdict is None}
    names = list(dict.fromkeys(row.metric for row in mine))
    names.sort(key=lambda name: -_value(found.get((name, leading))))
    there = [key for key in measures if any((name, key) in found for name in names)]
    with_rank = any((name, f"{ranked}_rank") in found for name in names)
    rows = []
    for name in names:
        cells = [with_interval(found[name, key], shown) for key in there]
        rank = found.get((name, f"{ranked}_rank"))
        cells += [number(rank.value, 0) if rank else ""] if with_rank else []
        rows.append((str(name), *cells, f"{found[name, there[0]].n:,}"))
    heads = columns("text", "metric") + columns("score", *(measures[key] for key in there))
    heads += columns("number", *(("rank",) if with_rank else ()), "n")
    return Table(title, heads, rows, fold=True)


def _value(row: Row | None) -> float:
    return float("-inf") if row is None or row.value is None else row.value


def _spans(agreement: ScoreAgreement, shown: int) -> Iterator[Table]:
    mine = {(r.metric, r.verdict, r.measure): r for r in agreement.rows if r.table == SPANS}
    if not mine:
        return
    rows = []
    for metric, verdict in dict.fromkeys((metric, verdict) for metric, verdict, _ in mine):
        found = [mine[metric, verdict, measure] for measure in ("precision", "recall", "f1")]
        name = f"{metric} and {PEOPLE}" if metric else str(verdict)
        rows.append((name, *(with_interval(row, shown) for row in found), f"{found[0].n:,}"))
    heads = columns("text", "") + columns("score", "precision", "recall", "F1")
    yield Table("Error spans", heads + columns("number", "n"), rows)


def _notes(agreement: ScoreAgreement) -> list[str]:
    lines = [f"{INTERVAL} Documents are resampled."]
    measures = {row.measure for row in agreement.rows}
    if "acc_eq" in measures:
        lines.append(
            "acc-eq: pairs of systems on a segment ordered, or tied, as by people; a metric's ties "
            "by its best threshold (Deutsch et al. 2023)."
        )
    if any(measure.endswith("_rank") for measure in measures):
        lines.append(
            "rank: of clusters by pairwise accuracy and acc-eq; permutation tests, p ≤ 0.05 "
            "uncorrected, as in WMT."
        )
    if any(row.table == SPANS for row in agreement.rows):
        lines.append(
            "Error spans: characters that both mark, half where the severity differs; of two "
            "raters, the first is the truth."
        )
    return lines
