"""Rows that an earlier run has measured: each metric on each system, batch by batch.

The key of a batch names all that decides what a metric finds in it: the metric with its options,
code and data, the segments, the system's texts, and whatever made the links and tags it reads.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from litmus.files.cache import Cache, cache_key
from litmus.files.digests import content_digest
from litmus.language.knowledge import own_data
from litmus.metrics.base import Metric, SegmentRow
from litmus.metrics.options import option_files
from litmus.scoring.measuring.inputs import Read
from litmus.scoring.measuring.links_and_tags import LinksAndTags, in_any_order

Place = tuple[int, int]  # of a metric and a system, in the order of each


class KeptRows:
    """Rows of metrics in a cache. What a file of links or tags has a part in is not kept: such a
    file is read from top to bottom."""

    def __init__(self, cache: Cache, metrics: Sequence[Metric[Any]], sources: LinksAndTags) -> None:
        self._cache, self._metrics, self._sources = cache, metrics, sources
        self._marks = [_mark(metric) for metric in metrics]

    def keys(self, read: Read) -> dict[Place, str]:
        """The keys of a batch, for every metric and system whose rows can be kept."""
        segments = cache_key("segments", [repr(segment) for segment in read.segments])
        company = cache_key("company", *(item for own in read.texts.items() for item in own))
        keys = {}
        for m, metric in enumerate(self._metrics):
            together = company if metric.compares_systems or metric.code else ""
            for s, (system, texts) in enumerate(read.texts.items()):
                made_by = self._made_by(metric, system)
                if made_by is not None:
                    parts = (self._marks[m], made_by, segments, together, system, texts)
                    keys[m, s] = cache_key("rows", *parts)
        return keys

    def get(self, key: str, metric: int) -> list[SegmentRow] | None:
        """What was measured."""
        data = self._cache.get(key)
        n = len(self._metrics[metric].columns)
        if data is None:
            return None
        rows = [
            SegmentRow(at, label, tuple(counts), why) for at, label, counts, why in json.loads(data)
        ]
        return rows if all(len(row.counts) == n for row in rows) else None

    def put(self, key: str, rows: Sequence[SegmentRow]) -> None:
        """Keep what was measured."""
        values = [[row.segment, row.label, row.counts, row.evidence] for row in rows]
        self._cache.put(key, json.dumps(values, separators=(",", ":"), default=_plain).encode())

    def _made_by(self, metric: Metric[Any], system: str) -> list[str] | None:
        """What links and tags come from; None where that is a file."""
        marks = []
        for needed, sources in (
            (metric.needs_links, self._sources.aligners),
            (metric.needs_tags, self._sources.tags),
        ):
            for name in ("", system) if needed else ():
                source = sources.get(name)
                if source is not None and not in_any_order(source):
                    return None
                marks.append("" if source is None else _source_mark(source))
        return marks


def _source_mark(source: Any) -> str:
    return str(getattr(source, "cache_mark", source.signature))


def _mark(metric: Metric[Any]) -> str:
    """The metric, with the content of the files that its options name."""
    files = {name: content_digest(path) for name, path in option_files(metric.options).items()}
    languages = (metric.setup.source, metric.setup.target)
    facts: Mapping[str, Any] = {
        "name": metric.name,
        "code": metric.code,
        "columns": metric.columns,
        "languages": [*languages, own_data(languages)],
        "options": metric.options,
        "signature": metric.signature_parts(),
        "files": files,
    }
    return json.dumps(facts, sort_keys=True)


def _plain(value: Any) -> Any:
    """A number of NumPy's as one of Python's, a set as a list."""
    return sorted(value) if isinstance(value, set | frozenset) else value.item()
