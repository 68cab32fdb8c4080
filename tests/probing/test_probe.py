"""Probes against values worked out by hand, with a model that does as it is told."""

import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from litmus.alignment.links import Alignment
from litmus.corpus.segment import Idiom, Segment
from litmus.errors import DataError, UsageError
from litmus.nmt.probing.marked import Context, Marked
from litmus.probing.measure import Probes, items
from litmus.probing.plots import write_probe_plots
from litmus.probing.results import ProbeResult, ProbeRow, extras, rows
from litmus.probing.tables import bar, render
from litmus.reports.extras import read_extras

KICK, BEANS = "kick the bucket", "spill the beans"
SEGMENTS = [
    Segment("a", "He kicked the bucket", ("Il est mort",), idioms=(Idiom(KICK, ((3, 20),)),)),
    Segment("b", "They kicked the bucket", ("Ils sont morts",), idioms=(Idiom(KICK, ((5, 22),)),)),
    Segment("c", "Spill the beans", ("Vends la mèche",), idioms=(Idiom(BEANS, ((0, 15),)),)),
    Segment("d", "I sing", ("Je chante",)),
]
TEXTS: dict[str, list[str]] = {
    "full": ["Il est mort", "Ils sont morts hier", "Vends la mèche"],
    "phrase": ["Il est mort", "Ils ont pris le seau", "Vends les haricots"],
    "word": ["Il a pris le seau", "Ils ont pris le seau", "Renverse les haricots"],
}


def word_spans(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(match.span() for match in re.finditer(r"\S+", text))


@dataclass
class Scores:
    """What a scorer gives: one subword per word."""

    spans: tuple[tuple[int, int], ...]
    log_probs: Any
    entropies: Any
    end: float = -1.0

    @property
    def total(self) -> float:
        return float(self.log_probs.sum()) + self.end


@dataclass
class Apart:
    cosine: float
    euclidean: float


@dataclass
class Told:
    """A probed model whose answers are written down."""

    signature: str = "told"
    checked: list[str] = field(default_factory=list)

    def check(self, request: Marked, name: str) -> None:
        self.checked.append(name)

    def translate(self, context: Context, requests: Sequence[Marked]) -> list[str]:
        return TEXTS[context][: len(requests)]

    def score(self, context: Context, requests: Sequence[Marked]) -> Iterator[Any]:
        cost = {"full": 1.0, "phrase": 2.0, "word": 3.0}[context]
        for request in requests:
            words = [*word_spans(request.target), (99, 99), (99, 99)][:3]
            high = cost if request.source.startswith("Spill") else 2 * cost
            yield Scores(tuple(words), np.full(3, -high), cost * np.array([1.0, 2.0, 6.0]), -high)

    def distances(self, one: Context, other: Context, requests: Sequence[Marked]) -> Any:
        gap = 0.5 if {one, other} == {"full", "word"} else 0.25
        return [[Apart(gap, 2 * gap) for _ in request.phrases] for request in requests]


class Linked:
    """The last word of the reference is linked to the idiom, but for segment c."""

    signature = "by-hand"

    def align(self, pairs: Sequence[tuple[str, str]]) -> list[Alignment]:
        return [self._links(*pair) for pair in pairs]

    def _links(self, source: str, target: str) -> Alignment:
        spans = word_spans(target)
        links = {(0, len(spans) - 1)} if not source.startswith("Spill") else set()
        return Alignment(((0, len(source)),), spans, frozenset(links))

    def finish(self) -> None:
        pass


def probed(segments: Sequence[Segment] = SEGMENTS, **settings: Any) -> Probes:
    probes = Probes(Told(), ("en", "fr"), **settings)
    probes.run(items(segments, "en", aligner=Linked()))
    return probes


def result_of(probes: Probes, n_bootstrap: int = 100) -> ProbeResult:
    all_rows = list(rows("told", probes, n_bootstrap=n_bootstrap, seed=1))
    return ProbeResult("set", ["about"], ["told"], all_rows, "signature")


def value(probe: str, words: str | None, context: str) -> float:
    row = result_of(probed()).row("told", probe, words, context)
    assert row is not None and row.value is not None
    return row.value


# kick: 2 nats per subword (3 subwords and the end), beans: 1; mean over labels 1.5.
# The last word has 6 nats times the cost; the others 1 and 2. Segment c has no link.
@pytest.mark.parametrize(("probe", "words", "context", "expected"), [
    ("perplexity", None, "full", math.exp(1.5)), ("perplexity", None, "word", math.exp(4.5)),
    ("perplexity", None, "full - phrase", math.exp(1.5) - math.exp(3)),
    ("entropy", "idiom", "full", 6.0), ("entropy", "other", "full", 1.5),
    ("entropy", "other", "word", 4.5),
    ("distance", "cosine", "full, word", 0.5), ("distance", "euclidean", "phrase, word", 0.5),
])  # fmt: skip
def test_probes_by_hand(probe: str, words: str | None, context: str, expected: float) -> None:
    assert value(probe, words, context) == pytest.approx(expected)


def test_segments_without_a_link_are_counted() -> None:
    probes = probed()
    assert probes.unlinked == 1
    row = result_of(probes).row("told", "entropy", "idiom", "full")
    assert row is not None and (row.n, row.idioms) == (2, 1)


def test_chrf_is_sacrebleus_per_label_averaged() -> None:
    from sacrebleu.metrics.chrf import CHRF

    def mean(texts: list[str], against: list[str]) -> Any:
        parts = (slice(0, 2), slice(2, 3))  # kick, beans
        scores = (CHRF().corpus_score(texts[part], [against[part]]).score for part in parts)
        return pytest.approx(sum(scores) / 2)

    references = [segment.references[0] for segment in SEGMENTS]
    for context, texts in TEXTS.items():
        assert value("chrf", None, context) == mean(texts, references)
    # pairwise, the narrower is held against the wider
    assert value("pairwise", None, "full, word") == mean(TEXTS["word"], TEXTS["full"])


def test_a_words_entropy_is_the_mean_of_its_pieces() -> None:
    class Pieces(Told):
        def score(self, context: Context, requests: Sequence[Marked]) -> Iterator[Any]:
            for _ in requests:  # "Il" whole, "est" and "mort" in two
                spans = ((0, 2), (3, 4), (4, 6), (7, 9), (9, 11))
                yield Scores(spans, np.full(5, -1.0), np.array([1.0, 2.0, 4.0, 5.0, 10.0]))

    probes = Probes(Pieces(), ("en", "fr"), probes=["entropy"])
    probes.run(items(SEGMENTS[:1], "en", aligner=Linked()))
    by_words = {row.words: row.value for row in result_of(probes).rows if row.context == "full"}
    assert by_words == {"idiom": pytest.approx(7.5), "other": pytest.approx((1 + 3) / 2)}


def test_segments_without_idiom_are_left_alone_and_the_rest_checked() -> None:
    probes = probed()
    assert (probes.segments, probes.idioms, list(probes.labels)) == (3, 3, [KICK, BEANS])
    assert probes._model.checked == ["Segment 'a'", "Segment 'b'", "Segment 'c'"]  # type: ignore[attr-defined]


def test_a_segment_with_two_idioms_counts_under_both_labels() -> None:
    idioms = (Idiom(KICK, ((3, 20),)), Idiom(BEANS, ((0, 2),)))
    both = Segment("a", "He kicked the bucket", ("Il est mort",), idioms=idioms)
    row = result_of(probed([both])).row("told", "chrf", None, "full")
    assert row is not None and (row.idioms, row.n) == (2, 2)
    assert row.value == pytest.approx(100)


def test_no_link_at_all_is_no_evidence_not_zero() -> None:
    row = result_of(probed(SEGMENTS[2:3])).row("told", "entropy", "idiom", "full")
    assert row == ProbeRow("told", "entropy", "idiom", "full", 0, 0, None)


def test_links_are_read_for_every_segment_in_order() -> None:
    seen: list[str] = []

    class Noting(Linked):
        def align(self, pairs: Sequence[tuple[str, str]]) -> list[Alignment]:
            seen.extend(source for source, _ in pairs)
            return super().align(pairs)

    mixed = [SEGMENTS[3], *SEGMENTS]
    found_items = list(items(mixed, "en", aligner=Noting()))
    assert seen == [segment.source for segment in mixed]
    assert [item.segment.id for item in found_items] == ["a", "b", "c"]
    assert all(
        item.links and item.links.source[0][1] == len(item.segment.source) for item in found_items
    )


def test_words_of_an_idiom_are_those_of_its_spans() -> None:
    apart = Segment("a", "They have kicked it, the bucket.", ("x",),
                    idioms=(Idiom(KICK, ((21, 31), (10, 19))),))  # fmt: skip
    (item,) = items([apart], "en")
    source = apart.source
    assert [source[a:b] for a, b in item.request.phrases[0]] == ["kicked", "it", "the", "bucket"]
    chinese = Segment("b", "他画蛇添足了。", ("x",), idioms=(Idiom("画蛇添足", ((1, 5),)),))
    (item,) = items([chinese], "zh")
    words = item.request.phrases[0]
    assert (words[0][0], words[-1][1]) == (1, 5)
    assert all(a[1] == b[0] for a, b in zip(words, words[1:], strict=False))


def test_a_segment_without_reference_is_refused_where_one_is_needed() -> None:
    bare = Segment("a", "He kicked the bucket", idioms=SEGMENTS[0].idioms)
    with pytest.raises(DataError) as error:
        list(items([bare], "en"))
    assert str(error.value) == (
        "Segment 'a' has no reference, but these probes need one.\n"
        "Add it (references=FILE), or choose probes that need none (probes): distance, pairwise"
    )
    assert len(list(items([bare], "en", references=False))) == 1


def test_report_reads_the_extras(tmp_path: Path) -> None:
    path = tmp_path / "extras.jsonl"
    written = list(extras(result_of(probed())))
    path.write_text("".join(json.dumps(row) + "\n" for row in written), encoding="utf-8")
    read = read_extras(path)
    assert [row["value"] for row in read] == [row["value"] for row in written]
    kinds = {(row["probe"], row["context"], row.get("words")) for row in read}
    three, two = ("full", "phrase", "word"), ("phrase", "word")
    assert kinds == {
        *((probe, context, None) for probe in ("chrf", "perplexity") for context in three),
        *(("entropy", context, words) for context in three for words in ("idiom", "other")),
        *((probe, context, None) for probe in ("distance", "pairwise") for context in two),
    }


def test_intervals_hold_the_value_and_come_from_segments() -> None:
    row = result_of(probed(), 500).row("told", "chrf", None, "word")
    assert row is not None and row.value is not None
    assert row.low is not None and row.high is not None
    assert row.low <= row.value <= row.high and row.low < row.high
    same = result_of(probed(), 500).row("told", "distance", "cosine", "full, word")
    assert same is not None and (same.low, same.high) == (None, None)


def test_bars_lie_over_each_other_with_the_shorter_in_front() -> None:
    assert bar({"full": 4.0, "phrase": 3.0, "word": 2.0}, 4.0, 8) == "░░░░▓▓██"
    assert bar({"full": None, "phrase": 2.0, "word": None}, 4.0, 8) == "▓▓▓▓"
    assert bar({}, 0.0) == ""


def test_every_format_has_every_number() -> None:
    result = result_of(probed())
    flat = json.loads(render(result, "json"))
    assert [row["value"] for row in flat] == [row.value for row in result.rows]
    assert {row["signature"] for row in flat} == {"signature"}
    assert render(result, "tsv").count("\n") == 1 + len(flat)
    text, markdown, latex = (render(result, form) for form in ("text", "md", "latex"))
    assert "░" in text and "░" not in markdown + latex
    for shown_value in ("4.48 [", "6.000"):
        assert shown_value in text
    assert "6.000" in markdown and "6.000" in latex
    assert re.search(r"^\|( ?---+ ?\|)+( ?-+: ?\|){2,3}$", markdown, re.MULTILINE)


def test_figures_that_cannot_be_drawn_or_written(tmp_path: Path) -> None:
    result = result_of(probed())
    rest = [row for row in result.rows if row.probe in ("distance", "pairwise")]
    with pytest.raises(UsageError) as caught:
        write_probe_plots(replace(result, rows=rest), tmp_path)
    assert str(caught.value) == (
        "plots draws chrf, perplexity and entropy; none of them was measured."
    )
    (tmp_path / "probes.svg").mkdir()
    with pytest.raises(DataError) as error:
        write_probe_plots(result, tmp_path)
    assert str(error.value) == f"{tmp_path / 'probes.svg'} cannot be written: Is a directory."
