"""LitTER: what holds for every text and every combination of our own options."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from measuring import muse, rows_of, totals

from litmus.corpus.segment import Idiom, Segment
from litmus.metrics.base import Metric, Setup
from litmus.metrics.registry import create

ENTRIES = {
    "de": [
        "bear\tBär", "bear\tBären", "bear\ttragen", "service\tDienst", "service\tBedienung",
        "break\tbrechen", "break\tkaputt machen", "ice\tEis", "the\tdas", "the\tdie", "foot\tFuß",
        "feet\tFüße", "cold\tkalt", "cold\tKälte", "in\tin",
    ],
    "zh": ["bear\t熊", "service\t服务", "break\t打破", "ice\t冰", "foot\t脚", "cold\t冷", "in\t在"],
}  # fmt: skip
ENGLISH = ("bear", "service", "break", "ice", "the", "foot", "feet", "cold", "in", "Ice", "breaks")
TARGET = {
    "de": (
        "Bär", "bär", "Bären", "Bärendienst", "Eisdienst", "Dienst", "Dienste", "Bedienung", "Eis",
        "EIS", "brechen", "bricht", "kaputt", "machen", "das", "die", "Fuß", "Fu\u00dfes", "Füße",
        "Fu\u0308ße", "Fuesse", "kalt", "kalte", "Kälte", "Kalte", "in", "Haus", "Hausbär", ",", ".",
    ),
    "zh": ("熊", "服务", "打", "破", "冰", "冷", "在", "脚", "了", "人", "，"),
}  # fmt: skip
CHOICES: dict[str, tuple[str, ...]] = {
    "case": ("exact", "fold"),
    "accents": ("keep", "strip"),
    "stopwords": ("keep", "drop"),
    "source_words": ("keep", "drop"),
    "compounds": ("off", "on"),
    "partial": ("off", "on"),
    "fuzzy": ("off", "on"),
}
MATCHES = {"de": ("form", "stem"), "zh": ("form",)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("dictionaries")
    for target, entries in ENTRIES.items():
        muse(path / f"en-{target}.tsv", *entries)
    return path


@cache
def metric(path: Path, target: str, options: tuple[tuple[str, str], ...]) -> Metric[Any]:
    chosen = "".join(f",{key}={value}" for key, value in options)
    return create(f"litter:dictionary={path / f'en-{target}.tsv'}{chosen}", Setup("en", target))


@st.composite
def options(draw: st.DrawFn, target: str) -> tuple[tuple[str, str], ...]:
    by_word = ("compounds", "partial", "fuzzy")  # refused where words are not separated
    chosen = {
        key: draw(st.sampled_from(values))
        for key, values in CHOICES.items()
        if target != "zh" or key not in by_word
    }
    return tuple(chosen.items()) + (("match", draw(st.sampled_from(MATCHES[target]))),)


@st.composite
def texts(draw: st.DrawFn, target: str) -> str:
    words = draw(st.lists(st.sampled_from(TARGET[target]), max_size=8))
    return ("" if target == "zh" else " ").join(words)


@st.composite
def segments(draw: st.DrawFn, target: str) -> Segment:
    words = draw(st.lists(st.sampled_from(ENGLISH), min_size=1, max_size=7))
    source = " ".join(words)
    starts = [len(" ".join(words[:i])) + bool(i) for i in range(len(words))]
    idioms = []
    for label in draw(st.sampled_from(([], ["one"], ["one", "two"]))):
        first = draw(st.integers(0, len(words) - 1))
        last = draw(st.integers(first, len(words) - 1))
        idioms.append(Idiom(label, ((starts[first], starts[last] + len(words[last])),)))
    references = draw(st.lists(texts(target), min_size=1, max_size=3))
    return Segment("1", source, tuple(references), idioms=tuple(idioms))


TARGETS = st.sampled_from(("de", "zh"))


@given(st.data())
def test_litter_a_reference_never_triggers(folder: Path, data: st.DataObject) -> None:
    target = data.draw(TARGETS)
    segment = data.draw(segments(target))
    made = metric(folder, target, data.draw(options(target)))
    for reference in segment.references:
        assert totals(rows_of(made, [segment], [reference]))[:1] in [(), (0.0,)]


@given(st.data())
def test_litter_another_reference_never_adds_a_trigger(folder: Path, data: st.DataObject) -> None:
    target = data.draw(TARGETS)
    segment, more = data.draw(segments(target)), data.draw(texts(target))
    longer = Segment("1", segment.source, (*segment.references, more), idioms=segment.idioms)
    made = metric(folder, target, data.draw(options(target)))
    text = data.draw(texts(target))
    before, after = (rows_of(made, [s], [text]) for s in (segment, longer))
    for one, other in zip(before, after, strict=True):
        assert one.label == other.label
        assert one.counts[0] >= other.counts[0]
        assert one.counts[1:] == other.counts[1:]  # whether there is evidence stays


@given(st.data())
def test_litter_counts_are_those_of_each_segment_alone(folder: Path, data: st.DataObject) -> None:
    target = data.draw(TARGETS)
    made = metric(folder, target, data.draw(options(target)))
    cases = data.draw(st.lists(st.tuples(segments(target), texts(target)), max_size=6))
    together = rows_of(made, [s for s, _ in cases], [t for _, t in cases])
    alone = [row for s, t in cases for row in rows_of(made, [s], [t])]
    assert [(row.label, row.counts) for row in together] == [
        (row.label, row.counts) for row in alone
    ]
