"""What the papers' own code put out, in the extracts of tests/golden, which everybody has.

The whole outputs, where they are there: test_golden.py.
"""

import json
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from measuring import muse, rows_of

from litmus import evaluate
from litmus.alignment.links import Alignment
from litmus.arrays import Floats
from litmus.corpus.formats.tags import TaggedSentence
from litmus.corpus.segment import Idiom, Segment
from litmus.language.words import token_offsets
from litmus.metrics.base import Batch, Metric, Outputs, SegmentRow, Setup
from litmus.metrics.registry import create
from litmus.scoring.results import Result

FOLDER = Path(__file__).parents[1] / "golden"
OUTPUTS = ("a", "b", "c")
AVERAGES = ("micro", "macro")
OPTIONS = {"micro": "", "macro": ",case=fold,stopwords=drop,average=macro"}


def extract(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


# --- LitTER -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def litter() -> Any:
    return extract("litter")


@pytest.mark.parametrize("average", AVERAGES)
@pytest.mark.parametrize("name", OUTPUTS)
def test_litter_decides_as_the_published_code(
    litter: Any, tmp_path: Path, name: str, average: str
) -> None:
    file = muse(tmp_path / "en-fr.txt", *map(" ".join, litter["dictionary"]))
    segments = []
    for case in litter["cases"]:
        source = " ".join(["x", *case["span"]])
        idiom = Idiom("an idiom", ((2, len(source)),))
        reference = " ".join(case["reference"]) or "."
        segments.append(Segment(str(case["line"]), source, (reference,), idioms=(idiom,)))
    texts = [" ".join(case["reference" if name == "a" else name]) for case in litter["cases"]]
    rows = rows_of(f"litter:dictionary={file},compat=idiom-mt{OPTIONS[average]}", segments, texts)
    found = [[row.counts[0] == 1, row.evidence["triggered"]] for row in rows]
    assert found == [case["decided"][f"{name} {average}"] for case in litter["cases"]]
    assert any(triggered for triggered, _ in found) == (name != "a")


@pytest.fixture(scope="module", params=AVERAGES)
def counted(request: pytest.FixtureRequest, litter: Any, tmp_path_factory: Any) -> Any:
    """As many cases and errors of each idiom as in the paper's test set, scored by us."""
    average = request.param
    counts = {name: litter["totals"][f"{name} {average}"]["counts"] for name in OUTPUTS}
    labels = [number for number, (n, _) in enumerate(counts["a"]) for _ in range(n)]
    texts = {
        name: [text for n, wrong in own for text in ["eis"] * wrong + ["x"] * (n - wrong)]
        for name, own in counts.items()
    }
    file = muse(tmp_path_factory.mktemp("counted") / "en-fr.txt", "ice eis")
    result = evaluate(
        languages="en-fr",
        source=["ice"] * len(labels),
        references=["y"] * len(labels),
        spans=[[(0, 3, str(label))] for label in labels],
        outputs=texts,
        metrics=f"litter:dictionary={file},compat=idiom-mt,average={average}",
        n_bootstrap=2,
    )
    return average, result


@pytest.mark.parametrize("name", OUTPUTS)
def test_litter_averages_as_the_published_code(
    litter: Any, counted: tuple[str, Result], name: str
) -> None:
    average, result = counted
    printed = litter["totals"][f"{name} {average}"]["printed"]
    row = result.overall(name, "litter")
    assert (row.n, round((row.value or 0.0) / 100, 4)) == (2525, printed["score"])
    if average == "macro":  # it prints them with that only, and nan where there are no errors
        found = next(one for one in result.correlations if one.system == name)
        assert (found.n_labels, found.pearson is None) == (98, name == "a")
        for kind in ("pearson", "spearman"):
            ours = getattr(found, kind)
            assert (None if ours is None else round(ours, 2)) == printed.get(kind)


# --- APT-Eval -----------------------------------------------------------------------------------

SCORES = ("unigram", "chrf", "ter", "bleu", "mwe")
PRINTED = ("Unigram Precision", "ChrF", "TER", "sBLEU", "Score_MWE")


@pytest.fixture(scope="module")
def apt_eval() -> Any:
    return extract("apt_eval")


@pytest.fixture(scope="module")
def apt_rows(apt_eval: Any) -> list[SegmentRow]:
    """One idiom of one word, to which all words of both texts are linked."""
    segments, links, texts = [], ([], []), []
    for case in apt_eval["cases"]:
        reference, output = (" ".join(case[side]) for side in ("reference", "output"))
        segments.append(Segment("1", "idiom", (reference,), idioms=(Idiom("i", ((0, 5),)),)))
        texts.append(output)
        for own, text in zip(links, (reference, output), strict=True):
            spans = token_offsets(text, "space", "fr")
            own.append(Alignment(((0, 5),), spans, frozenset((0, i) for i in range(len(spans)))))
    return rows_of(
        "apt-eval:compat=idiom-mt", segments, texts, reference_links=links[0],
        hypothesis_links=links[1],
    )  # fmt: skip


@pytest.mark.parametrize("score", SCORES)
def test_apt_eval_scores_and_averages_as_the_published_code(
    apt_eval: Any, apt_rows: list[SegmentRow], score: str
) -> None:
    place, scale = SCORES.index(score), 100 if score == "bleu" else 1
    expected = [case["scores"][place] / scale for case in apt_eval["cases"]]
    assert len(expected) > 60
    assert [row.evidence["scores"][score] for row in apt_rows] == pytest.approx(expected, abs=2e-6)
    metric = create("apt-eval:compat=idiom-mt", Setup("en", "fr"))
    sums = [*apt_eval["sums"], apt_eval["scored"], apt_eval["empty"]]
    sums[SCORES.index("bleu")] /= 100
    reading = {reading.suffix or "unigram": reading for reading in metric.readings}[score]
    value = float(reading.value(np.array(sums))) * scale / 100
    assert round(value, 3) == apt_eval["printed"][PRINTED[place]]


def test_apt_eval_leaves_out_as_many_idioms_as_the_published_code(apt_eval: Any) -> None:
    metric = create("apt-eval:compat=idiom-mt", Setup("en", "fr"))
    assert apt_eval["printed"]["empty"] == 0.135
    sums = np.array([*apt_eval["sums"], apt_eval["scored"], apt_eval["empty"]], float)
    assert metric.notes(sums) == [
        "apt-eval: no reference word is linked to 342 idioms (13.5 %); such idioms are no evidence."
    ]


# --- word F -------------------------------------------------------------------------------------


def word_f(
    spec: str, reference: list[TaggedSentence], output: list[TaggedSentence]
) -> tuple[Metric[Any], dict[str | None, Floats]]:
    """The metric, and the counts of each tag."""
    metric: Metric[Any] = create(spec, Setup("en", "fr"))
    batch = Batch([Segment("1", "x", ("y",))] * len(reference), reference_tags=reference)
    found: dict[str | None, Floats] = {}
    texts = ["y"] * len(reference)
    for row in metric.measure(metric.prepare(batch), Outputs("s", texts, tags=output)):
        found[row.label] = found.get(row.label, np.zeros(3)) + row.counts
    return metric, found


@pytest.fixture(scope="module", params=["sys1", "sys2"])
def compare_mt(request: pytest.FixtureRequest) -> tuple[Any, Metric[Any], Any]:
    data = extract("compare_mt")
    sides: list[list[TaggedSentence]] = [[], [], []]
    for sentence in data["sentences"]:
        pairs: list[list[tuple[str, frozenset[str]]]] = [[], [], []]
        for number, word in zip(count(), sentence.split()):
            for own, tags in zip(pairs, word.split("|"), strict=True):
                own += [(f"w{number}", frozenset(tag)) for tag in tags]
        for side, own in zip(sides, pairs, strict=True):
            side.append(TaggedSentence(tuple(w for w, _ in own), tuple(t for _, t in own)))
    output = sides[("sys1", "sys2").index(request.param) + 1]
    metric, found = word_f("word-f:compat=compare-mt", sides[0], output)
    own = {label: found[letter] for label, letter in data["letters"].items()}
    return data["stats"][request.param], metric, own


def test_word_f_counts_and_scores_as_compare_mt(compare_mt: tuple[Any, Metric[Any], Any]) -> None:
    stats, metric, found = compare_mt
    for label in ("CC", "DT", "IN", "NN", "PRP", "VBZ"):
        expected, sums = stats[label], found[label]
        assert [*sums] == [expected["match"], expected["ref"], expected["out"]], label
        values = [float(reading.value(sums)) for reading in metric.readings]
        assert values == pytest.approx([100 * expected[key] for key in ("f", "prec", "rec")]), label


def test_word_f_scores_as_muda() -> None:
    data = extract("muda")
    sides = [
        [
            TaggedSentence(
                tuple(word for word, *_ in sentence),
                tuple(frozenset(tags) for _, *tags in sentence),
            )
            for sentence in data[side]
        ]
        for side in ("refs", "hyps")
    ]
    metric, found = word_f("word-f:compat=muda", *sides)
    for reading, name in zip(metric.readings, ("f1", "precision", "recall"), strict=True):
        assert len(data[name]) == 4
        values = {tag: float(reading.value(sums)) / 100 for tag, sums in found.items()}
        assert values == pytest.approx(data[name]), name
