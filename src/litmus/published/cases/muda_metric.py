"""MuDA's word F-measure, on a made-up corpus that its authors' code has scored."""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from litmus.corpus.formats.tags import TaggedSentence
from litmus.corpus.segment import Segment
from litmus.files.text import read_text
from litmus.metrics.base import Batch, Outputs, Setup
from litmus.metrics.registry import create
from litmus.published.case import Data, Found

KEYS = ("f1", "precision", "recall")  # in the order of our readings


def recompute(data: Data) -> Iterator[Found]:
    """F, precision and recall of four tags."""
    for case in json.loads(read_text(data.file("golden/muda_metrics/sample.json"))):
        metric = create("word-f:compat=muda", Setup("en", "fr"))
        references, hypotheses = (_tagged(case[side]) for side in ("refs", "hyps"))
        segments = [Segment(str(n), "x", ("y",)) for n in range(len(references))]
        prepared = metric.prepare(Batch(segments, reference_tags=references))
        outputs = Outputs("s", ["y"] * len(hypotheses), tags=hypotheses)
        sums: dict[str | None, Any] = {}
        for row in metric.measure(prepared, outputs):
            sums[row.label] = sums.get(row.label, 0.0) + np.array(row.counts)
        for key, reading in zip(KEYS, metric.readings, strict=True):
            for tag, published in case[key].items():
                ours = float(reading.value(sums[tag])) / 100 if tag in sums else None
                yield Found("tag", f"{key}, {tag}", ours, published)


def _tagged(documents: list[list[list[dict[str, Any]]]]) -> list[TaggedSentence]:
    return [
        TaggedSentence(
            tuple(word["token"] for word in sentence),
            tuple(frozenset(word["tags"]) for word in sentence),
        )
        for document in documents
        for sentence in document
    ]
