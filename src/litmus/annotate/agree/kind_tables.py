"""Tables of verdicts of several kinds: beside people's, by confidence, and what was kept."""

from collections.abc import Iterable, Iterator, Sequence

from litmus.annotate.agree.rows import Row
from litmus.annotate.label_sets import LabelSet
from litmus.tables.cells import number, with_interval
from litmus.tables.formats import Table, columns

_SIGNS = ("precision", "recall", "f1")


def named_table(title: str, head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Table:
    """The first column has names, the others scores."""
    return Table(title, columns("text", head[0]) + columns("score", *head[1:]), rows)


def rounded(value: float) -> str:
    """A count, with a decimal where it is not whole: verdicts that are split count by halves.

    >>> rounded(1200), rounded(1.5), rounded(0.1 + 0.2 + 2.7)
    ('1,200', '1.5', '3')
    """
    return f"{value:,.1f}".removesuffix(".0")


def kind_tables(
    rows: Sequence[Row], metric: str, decimals: int, *, estimated: bool
) -> Iterator[Table]:
    """The tables of one metric, from its rows. Counts that are `estimated` have a star."""
    star = "*" if estimated else ""
    cells = {(r.verdict, r.measure): r.value or 0.0 for r in rows if r.table == "confusion"}
    if not cells:
        return
    names = list(dict.fromkeys(str(kind) for kind, _ in cells))
    found = {(r.verdict, r.measure): r for r in rows if r.table == "kinds"}
    lines = []
    for kind in names:
        counts = [cells[kind, people] for people in names]
        signs = [with_interval(found[kind, sign], decimals) for sign in _SIGNS]
        shown = [f"{rounded(value)}{star}" for value in counts]
        lines.append((kind, *shown, rounded(sum(counts)), *signs))
    people = [sum(cells[kind, name] for kind in names) for name in names]
    lines.append(("total", *map(rounded, people), rounded(sum(people)), "", "", ""))
    head = (f"{metric} says", *names, "total", "precision", "recall", "F1")
    yield named_table(f"What {metric} says (rows), and people (columns)", head, lines)
    same, kappa = found[None, "same"], found[None, "kappa"]
    whole = [
        ("same verdict, %", with_interval(same, decimals), f"{same.n:,}"),
        ("Cohen's kappa", with_interval(kappa, 2), f"{kappa.n:,}"),
    ]
    yield named_table(f"Agreement of {metric} with people", ("", "value", "items"), whole)
    yield from _confidence([r for r in rows if r.table == "confidence"], metric, decimals)


def _confidence(rows: Sequence[Row], metric: str, decimals: int) -> Iterator[Table]:
    found = {(row.verdict, row.measure): row for row in rows}
    lines = []
    for name in dict.fromkeys(row.verdict for row in rows):
        sure = found[name, "confidence"]
        shares = [with_interval(found[name, key], decimals) for key in ("same", "same_side")]
        lines.append((str(name), number(sure.value, decimals), *shares, f"{sure.n:,}"))
    head = ("confidence", "mean", "same verdict", "same right or wrong", "items")
    yield named_table(f"How sure {metric} is, and how often people agree (%)", head, lines)


def suggestion_table(rows: Iterable[Row], labels: LabelSet, decimals: int) -> Iterator[Table]:
    """How often suggestions were kept."""
    names = {label.key: label.name for label in labels.labels}
    lines = [
        (names.get(row.verdict or "", "all"), with_interval(row, decimals), f"{row.n:,}")
        for row in rows
        if row.table == "suggestions"
    ]
    if lines:
        yield named_table("Suggestions that people kept (%)", ("suggested", "kept", "n"), lines)
