"""DEMETR: how often chrF scores a translation above the same one with an error."""

import gzip
import json
from collections.abc import Iterator, Sequence

import numpy as np

from litmus.arrays import Floats
from litmus.corpus.segment import Segment
from litmus.failures import reading
from litmus.metrics.base import Batch, Outputs, Setup
from litmus.metrics.registry import create
from litmus.published.case import Data, Found
from litmus.published.headed import read_headed


def recompute(data: Data) -> Iterator[Found]:
    """Every kind of error; sentences in which it could not be made are left out."""
    for expected in read_headed(data.file("demetr/expected.tsv")):
        kind = expected["category"]
        path = data.file(f"demetr/{kind}.json.gz")
        with reading(path, "JSON"):
            items = json.loads(gzip.decompress(path.read_bytes()))
        made = [item for item in items if item["pert_check"]]
        references = [item["eng_sent"] for item in made]
        good, bad = (
            _chrf(references, [item[side] for item in made]) for side in ("mt_sent", "pert_sent")
        )
        yield Found("made", kind, len(made), int(expected["perturbed"]))
        yield Found("right", kind, int((good > bad).sum()), int(expected["chrF_right"]))
        yield Found("tied", kind, int((good == bad).sum()), int(expected["chrF_ties"]))


def _chrf(references: Sequence[str], hypotheses: Sequence[str]) -> Floats:
    """chrF of every sentence."""
    metric = create("chrf", Setup("xx", "en"))
    segments = [Segment(str(n), "", (reference,)) for n, reference in enumerate(references)]
    rows = metric.measure(metric.prepare(Batch(segments)), Outputs("mt", list(hypotheses)))
    return np.array([metric.value(np.array(row.counts)) for row in rows], float)
