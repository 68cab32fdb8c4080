"""Published figures and ours as tables; and the list of cases."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields

from litmus.published.case import Case, Source
from litmus.published.results import FigureRow, Reproduction
from litmus.tables.cells import number
from litmus.tables.formats import Column, Sheet, Table, columns, records, render
from litmus.wording import count

FIELDS = tuple(field.name for field in fields(FigureRow))
NOTES = (
    "source: printed in the paper, what the authors' code says, or counted by others in the data.",
    "equal: the same at the decimals that were published; difference: ours minus published.",
)
_EXPLAINED = "explained"
_VERDICTS = ("equal", "within tolerance", _EXPLAINED, "differs")


def render_figures(result: Reproduction, format: str, *, colour: bool = False) -> str:
    """Everything, in one of the formats of tables."""
    sheet = Sheet(
        heading=heading(result),
        about=[origins(result)],
        tables=[summary(result), *(case_table(rows) for rows in by_case(result).values())],
        fields=FIELDS,
        records=records(result.rows, FIELDS),
        notes=NOTES,
    )
    return render(sheet, format, colour=colour)


def heading(result: Reproduction) -> str:
    """How many figures there are, and how they fare."""
    found = _verdicts(result.figures)
    words = {_EXPLAINED: "differ for a known reason", "differs": "differ and nobody knows why"}
    parts = [f"{found[one]:,} {words.get(one, one)}" for one in _VERDICTS if found[one]]
    cases = count(len(by_case(result)), "case")
    text = f"{count(len(result.figures), 'figure')} of {cases}: {', '.join(parts)}"
    return text + (f"; {count(len(result.skipped), 'case')} skipped" if result.skipped else "")


def origins(result: Reproduction) -> str:
    """How many figures come from where."""
    found = Counter(row.source for row in result.figures)
    words: dict[Source, str] = {
        "paper": "printed in papers",
        "authors' code": "of the authors' code",
        "data": "counted in the data",
    }
    return ", ".join(f"{found[one]:,} {shown}" for one, shown in words.items() if found[one])


def _verdicts(rows: Iterable[FigureRow]) -> Counter[str]:
    """How many have each verdict, where an explained difference is a verdict of its own."""
    return Counter(
        _EXPLAINED if row.verdict == "differs" and row.reason else row.verdict for row in rows
    )


def by_case(result: Reproduction) -> dict[str, list[FigureRow]]:
    """The figures of each case that was run."""
    found: dict[str, list[FigureRow]] = {}
    for row in result.figures:
        found.setdefault(row.case, []).append(row)
    return found


def summary(result: Reproduction) -> Table:
    """A row for each case, also for those that were skipped."""
    found = by_case(result)
    rows = []
    for case in result.cases:
        verdicts = _verdicts(found.get(case.name, ()))
        cells = [f"{sum(verdicts.values())}", *(f"{verdicts[one]}" for one in _VERDICTS)]
        shown = cells if verdicts else ["skipped", *("" for _ in _VERDICTS)]
        rows.append((case.name, case.paper, *shown))
    heads = columns("number", "figures", "equal", "within", "explained", "differs")
    return Table("Cases", (*columns("text", "case", "paper"), *heads), rows)


def case_table(found: Sequence[FigureRow]) -> Table:
    """The figures of one case. What all have in common is said in the title."""
    first = found[0]
    one_table = len({row.table for row in found}) == 1
    one_source = len({row.source for row in found}) == 1
    same = [first.table] * one_table + [str(first.source)] * one_source
    head = [Column("what", "text"), *columns("number", "published", "ours", "difference")]
    head += columns("text", *["table"] * (not one_table), *["source"] * (not one_source), "verdict")
    rows = [
        (
            f"{row.what}: {row.item}" if row.item else row.what,
            *(number(value, row.decimals) for value in (row.published, row.ours, row.difference)),
            *[row.table] * (not one_table),
            *[str(row.source)] * (not one_source),
            _verdict(row),
        )
        for row in found
    ]
    aside = f" ({'; '.join(same)})" if same else ""
    return Table(f"{first.case}: {first.paper}{aside}", head, rows)


def _verdict(row: FigureRow) -> str:
    if row.verdict == "within tolerance":
        return f"within {row.tolerance:g}"
    return f"differs: {row.reason}" if row.reason else row.verdict


def render_list(cases: Sequence[Case], format: str) -> str:
    """What can be recomputed, and from which folders of data."""
    rows = [
        (case.name, case.paper, case.title, ", ".join(one.folder for one in case.data))
        for case in cases
    ]
    sheet = Sheet(
        heading=f"{count(len(cases), 'case')}, recomputed by: litmus reproduce DATA NAME",
        tables=[Table("", columns("text", "case", "paper", "what", "folders in DATA"), rows)],
        fields=("case", "paper", "title", "cite", "figures", "data"),
        records=map(_record, cases),
        notes=["Where the data come from, under which licence, file by file: add -f json"],
    )
    return render(sheet, format)


def _record(case: Case) -> Mapping[str, object]:
    data = [
        {
            "folder": one.folder,
            "origin": one.origin,
            "licence": one.licence,
            "files": dict(one.files),
        }
        for one in case.data
    ]
    return {
        "case": case.name,
        "paper": case.paper,
        "title": case.title,
        "cite": case.cite,
        "figures": [figures.what for figures in case.figures],
        "data": data,
    }
