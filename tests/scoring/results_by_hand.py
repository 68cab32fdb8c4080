"""Results of scoring, written by hand."""

from litmus.scoring.results import Result
from litmus.scoring.rows import Column, Correlation, ResultRow


def result(
    *systems: str,
    rows: tuple[ResultRow, ...] = (),
    test: str | None = None,
    correlations: tuple[Correlation, ...] = (),
) -> Result:
    return Result(
        "made up v1, en-fr, 2 segments",
        systems,
        (Column("good", "Good", True, "idiom"), Column("bad", "Bad", False, "idiom")),
        rows or tuple(row(s, m) for m in ("good", "bad") for s in systems),
        correlations,
        (),
        test,
        10_000,
        0,
    )


def row(
    system: str,
    metric: str,
    value: float | None = 12.34,
    tag: str | None = None,
    p: float | None = None,
    n: int = 1234,
) -> ResultRow:
    low, high = (None, None) if value is None else (value - 1, value + 2)
    return ResultRow(system, metric, tag, n, value, low, high, p, f"{metric}|v:1")
