"""What the tests of the metrics share: segments by hand, rows and values of one metric."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from litmus.alignment.links import Alignment
from litmus.corpus.formats.tags import TaggedSentence
from litmus.corpus.segment import Idiom, Segment
from litmus.language.words import token_offsets
from litmus.metrics.base import Batch, Metric, Outputs, SegmentRow, Setup
from litmus.metrics.registry import create


def spans_of(source: str, *pieces: str) -> tuple[tuple[int, int], ...]:
    """Where pieces of a text stand; each is looked for after the one before it."""
    spans, position = [], 0
    for piece in pieces:
        start = source.index(piece, position)
        position = start + len(piece)
        spans.append((start, position))
    return tuple(spans)


def marked(
    source: str,
    *references: str,
    idiom: str | Sequence[str],
    label: str = "an idiom",
    equivalents: tuple[str, ...] = (),
) -> Segment:
    """A segment with one idiom, given by the words of its span."""
    pieces = [idiom] if isinstance(idiom, str) else idiom
    found = Idiom(label, spans_of(source, *pieces), equivalents)
    return Segment("1", source, references, idioms=(found,))


def links(source: str, target: str, pairs: Iterable[tuple[str, str]]) -> Alignment:
    """An alignment written with words instead of positions; each word must stand there once."""
    sides = [token_offsets(text, "words", "en") for text in (source, target)]
    places = [
        {text[start:end]: i for i, (start, end) in enumerate(side)}
        for text, side in zip((source, target), sides, strict=True)
    ]
    found = frozenset((places[0][a], places[1][b]) for a, b in pairs)
    return Alignment(sides[0], sides[1], found)


def muse(path: Path, *pairs: str) -> Path:
    """A dictionary file; each pair is `word translation`, with a tab where there are phrases."""
    path.write_text("".join(f"{pair}\n" for pair in pairs), encoding="utf-8")
    return path


def tagged(text: str) -> TaggedSentence:
    """`word/TAG+TAG word` as a tagged sentence."""
    tokens, tags = [], []
    for item in text.split():
        token, _, found = item.partition("/")
        tokens.append(token)
        tags.append(frozenset(found.split("+")) if found else frozenset[str]())
    return TaggedSentence(tuple(tokens), tuple(tags))


def rows_of(
    spec: str | Metric[Any],
    segments: Sequence[Segment],
    hypotheses: Sequence[str],
    *,
    pair: tuple[str, str] = ("en", "fr"),
    reference_links: Sequence[Alignment] | None = None,
    hypothesis_links: Sequence[Alignment] | None = None,
) -> list[SegmentRow]:
    """The rows of one system on one batch."""
    metric = create(spec, Setup(*pair)) if isinstance(spec, str) else spec
    prepared = metric.prepare(Batch(segments, reference_links))
    return metric.measure(prepared, Outputs("system", hypotheses, hypothesis_links))


def totals(rows: Iterable[SegmentRow]) -> tuple[float, ...]:
    """The sum of the counts."""
    return tuple(sum(column) for column in zip(*(row.counts for row in rows), strict=True))


def value_of(spec: str, rows: Iterable[SegmentRow], pair: tuple[str, str] = ("en", "fr")) -> float:
    """The main value of the summed counts; nan is no evidence."""
    metric = create(spec, Setup(*pair))
    sums = totals(rows) or (0.0,) * len(metric.columns)
    return float(metric.value(np.array(sums)))
