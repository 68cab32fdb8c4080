"""Verdicts as a table, and below it the segments that cost a broken requirement most."""

from collections.abc import Iterator, Sequence

from litmus.gating.requirement import NotWorse
from litmus.gating.verdict import BROKEN, HELD, NO_EVIDENCE, UNDECIDED, Draw, Verdict
from litmus.scoring.rows import SIGNIFICANT, SUBSET
from litmus.stats.paired import FEWEST_CASES
from litmus.tables import formats
from litmus.tables.cells import number, text_width, with_interval
from litmus.tables.formats import INTERVAL, WIDTH, Sheet, Table, columns, records

FIELDS = (
    "requirement", "suite", "system", "metric", "tag", "outcome", "fails", "value", "low", "high",
    "n", "bound", "missed", "p", "p_raw", "test", "why", "decided_after", "decided_by",
)  # fmt: skip
_METHODS = {"ar": "approximate randomisation", "bs": "bootstrap"}
_LONGEST = 300  # characters of a segment where no terminal cuts it


def summary(verdicts: Sequence[Verdict]) -> str:
    """How many of each outcome: `3 held, 1 broken`."""
    outcomes = [verdict.outcome for verdict in verdicts]
    kinds = (HELD, BROKEN, NO_EVIDENCE, UNDECIDED)
    counts = {kind: outcomes.count(kind) for kind in kinds}
    return ", ".join(f"{n} {kind}" for kind, n in counts.items() if n)


def render(verdicts: Sequence[Verdict], format: str, *, decimals: int = 1) -> str:
    """The verdicts in one of `litmus.tables.FORMATS`, ending in a newline."""
    sheet = Sheet(
        heading=f"requirements: {summary(verdicts)}",
        tables=_tables(verdicts, format, decimals),
        fields=FIELDS,
        records=({field: record(verdict)[field] for field in FIELDS} for verdict in verdicts),
        notes=[*_notes(verdicts)],
    )
    return formats.render(sheet, format)


def record(verdict: Verdict) -> dict[str, object]:
    """A verdict as a plain object."""
    question, test, decided = verdict.question, verdict.test, verdict.decided
    (plain,) = records(
        [verdict],
        ("requirement", "outcome", "fails", "value", "low", "high", "n", "bound", "missed", "why"),
        suite=question.suite,
        system=question.system,
        metric=question.metric,
        tag=question.requirement.tag,
        p=None if test is None else test.p,
        p_raw=None if test is None else test.p_raw,
        test=None if test is None else f"{test.kind}.{test.method}{test.n_trials}",
        decided_after=None if decided is None else decided.after,
        decided_by=None if decided is None else decided.by or None,
    )
    return plain


def _tables(verdicts: Sequence[Verdict], format: str, decimals: int) -> Iterator[Table]:
    suites = len({verdict.question.suite for verdict in verdicts}) > 1
    tested = any(verdict.test for verdict in verdicts)
    heads = columns("text", "requirement", *(["suite"] if suites else []), "of", "verdict")
    heads += columns("score", "value") + columns("number", "bound", "missed by", "n")
    heads += columns("number", "p") if tested else ()
    drawn = any(verdict.decided for verdict in verdicts)
    heads += columns("text", "certain after") if drawn else ()
    rows = [
        [
            verdict.requirement,
            *([verdict.question.suite] if suites else []),
            verdict.name,
            verdict.outcome,
            with_interval(verdict, decimals),
            number(verdict.bound, decimals) if verdict.bound is not None else "",
            missed(verdict, decimals),
            f"{verdict.n:,}",
            *([p_value(verdict)] if tested else []),
            *([certain_after(verdict)] if drawn else []),
        ]
        for verdict in verdicts
    ]
    yield Table("", heads, rows)
    for verdict in verdicts:
        if verdict.fails and verdict.worst:
            where = f" on {verdict.question.suite}" if suites else ""
            title = f"{verdict.name}{where} ({verdict.requirement}): what cost most"
            yield _worst(verdict, title, format)


def missed(verdict: Verdict, decimals: int) -> str:
    """By how much a value is on the wrong side, never rounded to nothing."""
    if not verdict.missed:
        return ""
    shown = number(verdict.missed, decimals)
    return shown if float(shown) else f"{verdict.missed:.1g}"


def cost(value: float) -> str:
    """What a segment costs; small numbers as they are."""
    return f"{value:.2f}" if value >= 0.005 else f"{value:.1g}"


def p_value(verdict: Verdict) -> str:
    """The p of a test; nothing where a value decides."""
    if verdict.test is None:
        return ""
    return "<0.001" if verdict.test.p < 0.001 else f"{verdict.test.p:.3f}"


def certain_after(verdict: Verdict) -> str:
    """After how many segments a verdict was certain, and by what."""
    if verdict.decided is None or not verdict.decided.by:
        return ""
    return f"{verdict.decided.after:,} ({verdict.decided.by})"


def _worst(verdict: Verdict, title: str, format: str) -> Table:
    rows = [
        row
        for segment in verdict.worst
        for row in (
            [segment.id, cost(segment.cost), "source", segment.source],
            *([["", "", "reference", segment.reference]] if segment.reference is not None else []),
            *([["", "", str(verdict.question.requirement.than), segment.other]]
              if segment.other is not None else []),
            ["", "", verdict.question.system, segment.hypothesis],
            ["", "", "metric", segment.saw],
        )
    ]  # fmt: skip
    heads = columns("text", "segment") + columns("number", "cost") + columns("text", "", "")
    width = _LONGEST
    if format == "text":
        width = WIDTH - sum(max(text_width(r[k]) for r in [["segment", "cost", ""], *rows]) + 2
                            for k in range(3))  # fmt: skip
    cells = [[*row[:3], cut(row[3], max(width, 20))] for row in rows]
    return Table(title, heads, cells)


def cut(text: str, width: int) -> str:
    """The text, or as much of it as fits.

    >>> cut("a long text", 7), cut("short", 7)
    ('a long…', 'short')
    """
    if text_width(text) <= width:
        return text
    end, used = 0, 1
    while used + text_width(text[end]) <= width:
        used += text_width(text[end])
        end += 1
    return text[:end] + "…"


def _notes(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """How it was decided."""
    draw = next((v.decided.draw for v in verdicts if v.decided is not None), None)
    if draw is not None:
        yield told(draw)
    yield f"{INTERVAL} A bound is compared with the value itself."
    alarms = [v.test for v in verdicts if v.test is not None and v.test.kind == "worse"]
    if alarms:
        one = alarms[0]
        over = f", Holm-corrected over {len(alarms)} such tests" if len(alarms) > 1 else ""
        yield (
            f"not worse than: broken where significantly worse (one-sided p < {SIGNIFICANT}, "
            f"{_METHODS[one.method]}, {one.n_trials:,} trials{over})."
        )
    shown = [v.test for v in verdicts if v.test is not None and v.test.kind == "margin"]
    if shown:
        yield (
            "not worse than ... by a margin: held where shown (p of being worse by the margin or "
            f"more < {SIGNIFICANT}, {_METHODS['bs']}, {shown[0].n_trials:,} trials, each by "
            "itself, since all must be shown)."
        )
    for verdict in verdicts:
        than = verdict.question.requirement.than
        is_subset = (verdict.question.requirement.tag or "").startswith(f"{SUBSET}:")
        if verdict.outcome == BROKEN and than and not verdict.worst and not is_subset:
            which = f"{verdict.name} ({verdict.requirement})"
            yield f"{which}: no segment is worse than that of {than}."
        if verdict.outcome == NO_EVIDENCE:
            yield f"{verdict.name} ({verdict.requirement}): {reason(verdict)}."


def told(draw: Draw) -> str:
    """What was drawn and saved, and what holds of it.

    >>> told(Draw(412, 2000, 12345, 0.95)).split(". ")[0]
    'Decided after 412 of 2,000 segments (79 % saved)'
    """
    saved = f"{100 * (1 - draw.segments / draw.of):.0f} % saved"
    return (
        f"Decided after {draw.segments:,} of {draw.of:,} segments ({saved}). Verdicts are those of "
        f"the whole suite, all of them together with {100 * draw.level:g} % certainty; values are "
        f"of the segments drawn (seed {draw.seed})."
    )


def reason(verdict: Verdict) -> str:
    """Why a verdict is what it is, in a few words."""
    if verdict.outcome == UNDECIDED:
        return f"{UNDECIDED}: {verdict.why}"
    if verdict.outcome == NO_EVIDENCE:
        few = f" (at least {FEWEST_CASES} are needed)" if "case" in verdict.why else ""
        allowed = ", which is allowed" if verdict.allowed else ""
        return f"no evidence{allowed}: {verdict.why}{few}"
    value, bound = number(verdict.value, 2), number(verdict.bound, 2)
    demand = verdict.question.requirement.demand
    if isinstance(demand, NotWorse):
        p = f"p = {p_value(verdict)}".replace("= <", "< ") if verdict.test else ""
        if demand.margin is not None:
            return f"{value}, {_by_margin(verdict, demand)}{p and f' ({p})'}{_when(verdict)}"
        return f"{value} against {bound} of {demand.than}{p and f', {p}'}{_when(verdict)}"
    off = f", off by {missed(verdict, 2)}" if verdict.missed else ""
    return f"{value}, required {demand.operator} {bound}{off}{_when(verdict)}"


def _by_margin(verdict: Verdict, demand: NotWorse) -> str:
    if verdict.outcome == HELD:
        return f"not worse than {demand.than} by {demand.margin:g}"
    if not verdict.missed or not demand.margin:
        return f"not shown not to be worse than {demand.than} by {demand.margin:g}"
    worst = number(verdict.missed + demand.margin, 2)
    return f"could be worse than {demand.than} by up to {worst}; allowed: {demand.margin:g}"


def _when(verdict: Verdict) -> str:
    shown = certain_after(verdict)
    return f", certain after {shown}" if shown else ""
