"""What the tests of COMET share: segments, a metric on a model, and what it answers."""

from pathlib import Path

import pytest

from litmus.corpus.segment import Segment
from litmus.errors import UsageError
from litmus.metrics.base import Batch, Outputs, Setup
from litmus.metrics.overall.comet import COMET
from litmus.metrics.registry import create

SOURCES = ["he kicked the bucket .", "the cat sat on the mat .", "he is dead .", "the dog sat"]
REFERENCES = ["er starb .", "die Katze saß auf der Matte .", "er ist tot .", "der Hund saß"]
HYPOTHESES = ["er trat den Eimer .", "die Katze saß auf der Matte .", "", "die Katze saß"]
SEGMENTS = [
    Segment(str(place), source, (reference, "not looked at"))
    for place, (source, reference) in enumerate(zip(SOURCES, REFERENCES, strict=True))
]


def metric(model: Path | str, options: str = "") -> COMET:
    made = create(f"comet:model={model}{options}", Setup("en", "de"))
    assert isinstance(made, COMET)
    return made


def scores(comet: COMET, segments: list[Segment] = SEGMENTS) -> list[float]:
    rows = comet.measure(comet.prepare(Batch(segments)), Outputs("x", HYPOTHESES))
    assert [(row.segment, row.label, row.counts[1]) for row in rows] == [
        (place, None, 1.0) for place in range(len(HYPOTHESES))
    ]
    return [row.counts[0] for row in rows]


def refused(model: Path | str) -> str:
    with pytest.raises(UsageError) as caught:
        metric(model).prepare(Batch(SEGMENTS))
    return str(caught.value)
