"""The metric of consistency by hand, from verdicts on words."""

from dataclasses import replace

import numpy as np
import pytest
from measuring import tagged

from litmus.corpus.formats.tags import Break
from litmus.corpus.segment import Segment
from litmus.errors import UsageError
from litmus.metrics.base import Batch, Outputs, SegmentRow, Setup
from litmus.metrics.registry import create


def rows(spec: str, *sentences: str) -> list[SegmentRow]:
    metric = create(spec, Setup("en", "fr"))
    segments = [Segment(str(n), "x", ("y",)) for n in range(len(sentences))]
    outputs = Outputs("sys", ["y"] * len(sentences), tags=[tagged(text) for text in sentences])
    return metric.measure(metric.prepare(Batch(segments)), outputs)


TEXT = (
    "tu/register=kept+formality et vous/register=broken",
    "chapitre/terms=kept section/terms=broken partie/terms=broken",
    "rien/formality",
)


def test_consistency_by_hand() -> None:
    register, terms = rows("consistency", *TEXT)
    assert (register.segment, register.label, register.counts) == (0, "register", (1.0, 2.0))
    assert (terms.segment, terms.label, terms.counts) == (1, "terms", (1.0, 3.0))
    assert register.evidence == {"tag": "register", "broken": ["vous"]}
    assert terms.evidence == {"tag": "terms", "broken": ["section", "partie"]}


NAMES = "Anna/names=kept Anne/names=broken Haus/terms=kept"


def test_consistency_of_what_is_asked_for() -> None:
    for options, text, labels in (
        (":of=terms", TEXT, ["terms"]),
        (":of=register", TEXT, ["register"]),
        ("", (NAMES,), ["terms"]),
        (":of=all", (NAMES,), ["terms", "names"]),
        (":of=names", (NAMES,), ["names"]),
    ):
        assert [row.label for row in rows(f"consistency{options}", *text)] == labels, (
            options,
            text,
        )


def test_consistency_explains_what_was_broken() -> None:
    broken = (
        Break("terms", "committee", "Gremium", "Ausschuss", "12", "synonym", "both are known"),
        Break("terms", "committee", "Komitee", "Ausschuss", "0", "synonym", "both are known"),
        Break("names", "Ann", "Anne", "Ann", "12", "variant", "another spelling"),
    )
    text = replace(tagged("Gremium/terms=broken Komitee/terms=broken"), breaks=broken)
    metric = create("consistency", Setup("en", "de"))
    (row,) = metric.measure(
        metric.prepare(Batch([Segment("0", "x", ("y",))])), Outputs("sys", ["y"], tags=[text])
    )
    assert row.evidence["broken"] == ["Gremium", "Komitee"]
    assert row.evidence["breaks"][0] == {
        "source": "committee",
        "here": "Gremium",
        "before": "Ausschuss",
        "before_segment": "12",
        "kind": "synonym",
        "why": "both are known",
    }
    assert row.evidence["why"] == {
        "committee": [
            "Gremium here, Ausschuss in segment 12 (synonym: both are known)",
            "Komitee here, Ausschuss earlier in this segment (synonym: both are known)",
        ]
    }


def test_consistency_values_by_hand() -> None:
    metric = create("consistency", Setup("en", "fr"))
    assert float(metric.value(np.array([2.0, 5.0]))) == 40.0
    assert metric.signature_parts() == {"of": "both", "judge": "v2", "avg": "micro"}


def test_consistency_cannot_be_read_off_tag_files() -> None:
    metric = create("consistency", Setup("en", "fr"))
    prepared = metric.prepare(Batch([Segment("1", "x", ("y",))]))
    with pytest.raises(UsageError) as caught:
        metric.measure(prepared, Outputs("sys", ["y"]))
    assert str(caught.value) == (
        "consistency is computed while scoring; it cannot be read from tag files.\nLeave out tags."
    )
