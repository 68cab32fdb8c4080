"""Rows that were measured before: the same scores, and only what is new is measured."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from litmus.api.inputs import open_options, open_outputs, open_suite
from litmus.corpus.suite import Suite
from litmus.files.cache import Cache
from litmus.scoring.evaluate import score
from litmus.scoring.options import ScoringOptions
from litmus.scoring.results import Result

SOURCE = ["You are late.", "You know her.", "It is a cat.", "Take it.", "You are right."] * 30
TARGET = ["Tu es en retard.", "Tu la connais.", "C'est un chat.", "Prends-le.", "Vous avez raison."] * 30  # fmt: skip
OTHER = ["Vous êtes en retard.", "Tu le connais.", "Il est un chat.", "Prenez-la.", "Tu as raison."] * 30  # fmt: skip
IDS = [f"d{n // 7}" for n in range(len(SOURCE))]


@pytest.fixture
def talks() -> Suite:
    return open_suite(None, languages="en-fr", source=SOURCE, references=[TARGET], docids=IDS)


@pytest.fixture
def kept(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "kept")


def scored(
    suite: Suite,
    outputs: Mapping[str, list[str]],
    metrics: list[str],
    kept: Cache | None,
    workers: int = 1,
) -> Result:
    systems = open_outputs(outputs, suite)
    options: ScoringOptions = open_options(
        suite, systems, metrics=metrics, aligners=None, tags=None, tested=(), cache=False,
        n_bootstrap=20, workers=workers,
    )  # fmt: skip
    return score(suite, systems, replace(options, counts=kept, cache=kept))


def test_scores_are_the_same_from_kept_rows(talks: Suite, kept: Cache) -> None:
    metrics = ["bleu", "word-f:tags=both", "apt-eval", "consistency"]
    plain = scored(talks, {"a": OTHER}, metrics, None)
    first = scored(talks, {"a": OTHER}, metrics, kept)
    again = scored(talks, {"a": OTHER}, metrics, kept)
    assert plain == first == again
    names = ("bleu", "word-f", "apt-eval", "consistency")
    assert first.measured == {(name, "a"): 150 for name in names} == plain.measured
    assert again.measured == {}


def test_one_more_system_measures_no_other(talks: Suite, kept: Cache) -> None:
    scored(talks, {"a": OTHER}, ["bleu", "word-f"], kept)
    found = scored(talks, {"b": TARGET, "a": OTHER}, ["bleu", "word-f"], kept)
    assert found.measured == {("bleu", "b"): 150, ("word-f", "b"): 150}
    assert found == scored(talks, {"b": TARGET, "a": OTHER}, ["bleu", "word-f"], None)


@pytest.mark.parametrize(
    ("lines", "metrics", "measured"),
    [
        # one more metric, though it wants whole documents
        (OTHER, ["bleu", "word-f"], {("word-f", "a"): 150}),
        # batches end with documents of 7: 105 and 45 lines, and the last is changed
        ([*OTHER[:-1], "Tu."], ["bleu"], {("bleu", "a"): 45}),
        (OTHER, ["bleu:lowercase=yes"], {("bleu", "a"): 150}),
    ],
)
def test_only_what_is_new_is_measured(
    talks: Suite, kept: Cache, lines: list[str], metrics: list[str], measured: dict[object, int]
) -> None:
    scored(talks, {"a": OTHER}, ["bleu"], kept)
    assert scored(talks, {"a": lines}, metrics, kept).measured == measured


def test_a_changed_file_of_a_metric_measures_again(
    tmp_path: Path, talks: Suite, kept: Cache
) -> None:
    words = tmp_path / "words.tsv"
    head = "# litmus dictionary\n# name: tiny\n# version: 7\n"
    words.write_text(f"{head}late\tretard\n", encoding="utf-8")
    metrics = [f"litter:dictionary={words}"]
    marked = open_suite(
        None, languages="en-fr", source=SOURCE, references=[TARGET],
        spans=[[(0, len(text))] for text in SOURCE],
    )  # fmt: skip
    scored(marked, {"a": OTHER}, metrics, kept)
    assert scored(marked, {"a": OTHER}, metrics, kept).measured == {}
    words.write_text(f"{head}late\ttard\n", encoding="utf-8")
    assert scored(marked, {"a": OTHER}, metrics, kept).measured == {("litter", "a"): 150}


def test_a_metric_that_compares_systems_is_measured_in_other_company(kept: Cache) -> None:
    suite = open_suite(
        None, languages="en-es", source=["He kicked the bucket."] * 2,
        references=["Estiró la pata."] * 2, spans=[[(3, 20, "kick the bucket")]] * 2,
    )  # fmt: skip
    literal, right = ["Pateó el cubo."] * 2, ["Se murió."] * 2
    scored(suite, {"a": literal, "b": right}, ["verdict", "bleu"], kept)
    found = scored(suite, {"a": literal, "b": literal}, ["verdict", "bleu"], kept)
    assert found.measured == {("verdict", "a"): 2, ("verdict", "b"): 2, ("bleu", "b"): 2}


def test_documents_in_pieces_are_scored_where_no_metric_minds(kept: Cache) -> None:
    suite = open_suite(
        None, languages="en-fr", source=SOURCE, references=[TARGET], docids=["x", "y"] * 75
    )
    found = [scored(suite, {"a": OTHER}, ["bleu"], kept).measured for _ in range(2)]
    assert found == [{("bleu", "a"): 150}, {}]


def test_a_damaged_entry_is_measured_again(talks: Suite, kept: Cache) -> None:
    first = scored(talks, {"a": OTHER}, ["bleu"], kept)
    entries = [path for path in kept.folder.rglob("*") if path.is_file()]
    assert len(entries) == 2
    entries[0].write_bytes(b"nothing of ours")
    again = scored(talks, {"a": OTHER}, ["bleu"], kept)
    assert again == first
    assert again.measured[("bleu", "a")] in (105, 45)


@pytest.mark.slow
def test_workers_keep_and_find_the_same(talks: Suite, kept: Cache) -> None:
    plain = scored(talks, {"a": OTHER}, ["bleu", "litter"], None)
    shared = scored(talks, {"a": OTHER}, ["bleu", "litter"], kept, workers=2)
    assert shared == plain
    assert shared.measured == {("bleu", "a"): 150, ("litter", "a"): 150}
    alone = scored(talks, {"a": OTHER}, ["bleu", "litter"], kept)
    assert (alone, alone.measured) == (plain, {})
