"""CXMI as tables: the whole text, groups of words, words, and the words that gained most."""

from collections.abc import Iterator, Mapping
from textwrap import wrap

from litmus.context import contrastive
from litmus.context.contrastive import READINGS, Contrasted
from litmus.context.results import FIELDS, CxmiResult, CxmiRow
from litmus.tables import formats
from litmus.tables.cells import number, text_width, with_interval
from litmus.tables.formats import INTERVAL, WIDTH, Sheet, Table, columns, records

DECIMALS = 3
GAP = "context - random"
# Two tables, so that both fit a terminal: the JSON name of a reading and what tables call it.
_SENTENCES: Mapping[str, str] = {"cxmi": "sum (CXMI)", "sentence-mean": "mean of its subwords"}
_PARTS: Mapping[str, str] = {"token": "subwords", "word": "words"}
TITLES: Mapping[str, str] = {
    "pos": "Part of speech",
    "tag": "Discourse tag",
    "tagged": "Tagged and untagged words",
    "word": "Words as written",
}
HEADS: Mapping[str, str] = {
    "pos": "part of speech",
    "tag": "tag",
    "tagged": "words",
    "word": "word",
}


def render(result: CxmiResult, format: str) -> str:
    """The result in one of `litmus.tables.FORMATS`, ending in a newline."""
    first, *rest = wrap(result.summary, WIDTH) if format == "text" else [result.summary]
    sheet = Sheet(
        heading=first,
        tables=result_tables(result),
        fields=(*FIELDS, "id", "span", "signature"),
        records=flat_rows(result),
        about=[*rest, result.heading, *result.about],
        notes=[INTERVAL],
        signatures=[result.signature],
    )
    return formats.render(sheet, format)


def render_contrast(result: Contrasted, format: str) -> str:
    """The result of contrastive scoring in one of `litmus.tables.FORMATS`."""
    sheet = Sheet(
        heading=result.heading,
        tables=contrast_tables(result),
        fields=(*contrastive.FIELDS, "signature"),
        records=records(result.rows, contrastive.FIELDS, signature=result.signature),
        about=result.about,
        notes=[INTERVAL],
        signatures=[result.signature],
    )
    return formats.render(sheet, format)


def flat_rows(result: CxmiResult) -> Iterator[dict[str, object]]:
    """Every row, and the top words with their segment and span, as plain objects of one shape."""
    signature = result.signature
    yield from records(result.rows, FIELDS, id=None, span=None, signature=signature)
    for top in result.top:
        values = {result.contexts[0]: top.value}
        if result.control is not None and top.control is not None:
            values[result.control] = top.control
            values[f"{result.contexts[0]} - {result.control}"] = top.value - top.control
        rows = [CxmiRow("token", top.text, name, 1, 1, value) for name, value in values.items()]
        span = list(top.mark.span)
        yield from records(rows, FIELDS, id=top.id, span=span, signature=signature)


def result_tables(result: CxmiResult) -> list[Table]:
    """The whole text, then by group, then words, then the top tokens."""
    tables = [
        _overall(result, f"P-CXMI of a sentence: mean of all, {result.unit}", _SENTENCES),
        _overall(result, f"P-CXMI of a subword and of a word: mean of all, {result.unit}", _PARTS),
    ]
    for by in ("pos", "tagged", "tag", "word"):
        if result.of(by):
            tables.append(_grouped(result, by))
    if result.top:
        tables.append(_top(result))
    return tables


def _overall(result: CxmiResult, title: str, names: Mapping[str, str]) -> Table:
    rows = []
    for context in dict.fromkeys(row.context for row in result.of("corpus")):
        by_name = {row.name: row for row in result.of("corpus", context)}
        rows.append(
            [_title(result, context), *(with_interval(by_name[name], DECIMALS) for name in names)]
        )
    first = {row.name: row for row in result.of("corpus", result.contexts[0])}
    rows.append(["n", *(f"{first[name].n:,}" for name in names)])
    return Table(title, columns("text", "context") + columns("number", *names.values()), rows)


def _title(result: CxmiResult, context: str) -> str:
    """What tables call a context."""
    if context == result.control:
        return "random"
    return context if context in result.contexts else GAP


def _grouped(result: CxmiResult, by: str) -> Table:
    main = result.contexts[0]
    contexts = list(dict.fromkeys(row.context for row in result.of(by)))
    cells = {(row.name, row.context): with_interval(row, DECIMALS) for row in result.of(by)}
    rows = [
        [
            row.name,
            f"{row.n:,}",
            "" if row.documents is None else f"{row.documents:,}",
            *(cells[row.name, context] for context in contexts),
        ]
        for row in result.of(by, main)
    ]
    titles = (_title(result, context) for context in contexts)
    heads = columns("text", HEADS[by]) + columns("number", "n", "docs", *titles)
    return Table(f"{TITLES[by]}: mean of its words, {result.unit}", heads, rows)


def _top(result: CxmiResult) -> Table:
    values = ["P-CXMI", *(["random", GAP] if result.control else [])]
    heads = columns("text", "word") + columns("number", *values) + columns("text", "segment", "in")
    rows = []
    for top in result.top:
        numbers = [top.value]
        if result.control:
            numbers += [top.control or 0.0, top.value - (top.control or 0.0)]
        rows.append([top.text, *(number(value, DECIMALS) for value in numbers), top.id])
    beside = zip((column.head for column in heads), *rows, strict=False)  # all but the last
    used = sum(max(map(text_width, cells)) + 2 for cells in beside)
    for row, top in zip(rows, result.top, strict=True):
        row.append(_around(top.target, top.mark.span, WIDTH - used))
    less = " less random" if result.control else ""
    return Table(f"Words with the highest P-CXMI{less}, {result.unit}", heads, rows)


def _around(text: str, span: tuple[int, int], width: int) -> str:
    """The word between its neighbours: at any width, some are shown on either side.

    >>> _around("We have never seen such a thing before", (19, 23), 26)
    '…ver seen [such] a thing …'
    """
    room = max(8, (width - text_width(text[span[0] : span[1]]) - 4) // 2)
    start, end = max(0, span[0] - room), min(len(text), span[1] + room)
    left, right = "…" * (start > 0), "…" * (end < len(text))
    return f"{left}{text[start : span[0]]}[{text[span[0] : span[1]]}]{text[span[1] : end]}{right}"


def contrast_tables(result: Contrasted) -> list[Table]:
    """Accuracy over all, by reading, then by label."""
    heads = columns("text", "context") + columns("number", "accuracy", "per token", "n")
    rows = []
    for context in result.contexts:
        by_reading = {r.reading: r for r in result.rows if r.by == "all" and r.context == context}
        cells = [with_interval(by_reading[reading], 1) for reading in READINGS]
        rows.append([context, *cells, f"{by_reading['sum'].n:,}"])
    for name in dict.fromkeys(r.name for r in result.rows if r.by == "difference"):
        gaps = {r.reading: r for r in result.rows if r.by == "difference" and r.name == name}
        rows.append([name, *(_gap(gaps[reading]) for reading in READINGS), ""])
    tables = [Table("Reference likelier than every wrong variant, in %", heads, rows)]
    labels = list(dict.fromkeys(row.name for row in result.rows if row.by == "label"))
    if labels:
        by_label = {(r.name, r.context): r for r in result.rows if r.by == "label"}
        body = [
            [
                label or "(no word of its own)",
                f"{by_label[label, result.contexts[0]].n:,}",
                *(with_interval(by_label[label, context], 1) for context in result.contexts),
            ]
            for label in labels
        ]
        heads = columns("text", "label") + columns("number", "n", *result.contexts)
        tables.append(Table("By what is to be chosen, in %", heads, body))
    return tables


def _gap(row: contrastive.ContrastRow) -> str:
    return with_interval(row, 1) + ("" if row.p is None else f", p = {row.p:.3f}")
