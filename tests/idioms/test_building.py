"""From occurrences to suites and training files: what each scheme and condition promises."""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from building_sets import (
    IDIOMS,
    Corpus,
    accounted,
    card_of,
    everything,
    facts_of,
    files_below,
    labels_of,
    suite_pairs,
    training,
    usual,
)
from tests.killing import killed_at, moments, steps

from litmus.bitext.cleaning import Cleaning
from litmus.corpus.suite import read_suite
from litmus.idioms.building import batches

# --- the parts -------------------------------------------------------------------------------------


def test_build_by_hand(tmp_path: Path) -> None:
    corpus = usual()
    built = corpus.build(tmp_path, upsample=(3,))
    assert (built.pairs, built.regular) == (70, 50)
    assert built.test + built.train == Counter(
        {"spill the beans": 10, "kick the bucket": 7, "bite the dust": 2}
    )
    assert (built.test["spill the beans"], built.test["bite the dust"]) == (5, 1)
    assert built.test["kick the bucket"] in (3, 4)
    n = built.train.total()
    assert built.conditions == {"zero": 50, "joint": 50 + n, "upsample-3": 50 + 3 * n}
    regular = [pair for line, pair in enumerate(corpus.pairs, 1) if line not in corpus.found]
    idiom = training(tmp_path, "idiom")
    assert training(tmp_path, "regular") == training(tmp_path, "zero") == regular
    assert Counter(training(tmp_path, "joint")) == Counter([*regular, *idiom])
    assert Counter(training(tmp_path, "upsample-3")) == Counter([*regular, *idiom * 3])
    assert labels_of(idiom) == built.train
    assert labels_of(suite_pairs(tmp_path)) == built.test
    assert not set(idiom) & set(suite_pairs(tmp_path))
    assert set(idiom) | set(suite_pairs(tmp_path)) == {
        pair for line, pair in enumerate(corpus.pairs, 1)
        if line in corpus.found and corpus.found[line][0].idiom != "red tape"
    }  # fmt: skip


@pytest.mark.slow
def test_build_by_several_processes_writes_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for size, workers in ((batches.SIZE, 1), (7, 2)):  # pairs of one fate fall into two batches
        monkeypatch.setattr(batches, "SIZE", size)
        folder = tmp_path / str(workers)
        folder.mkdir()
        built = everything(3).build(folder, workers=workers, upsample=(2,))
        found.append((built, files_below(folder / "out")))
    assert found[0] == found[1]


def test_build_files(tmp_path: Path) -> None:
    usual().build(tmp_path, upsample=(2, 5), unseen=1)
    conditions = ["idiom", "joint", "regular", "upsample-2", "upsample-5", "zero"]
    suites = ("suite", "suite-unseen")
    assert files_below(tmp_path / "out").keys() == {
        "card.json", "card.md", "frequency.svg",
        *(f"train/{name}.{code}" for name in conditions for code in ("en", "fr")),
        *(f"{name}/{file}" for name in suites for file in ("idioms.jsonl", "segments.jsonl", "suite.toml")),
        *(f"{name}.marked.en" for name in suites),
    }  # fmt: skip
    assert sorted(path.name for path in tmp_path.iterdir()) == ["corpus.en", "corpus.fr", "out"]
    card = (tmp_path / "out" / "card.md").read_text("utf-8")
    heads = [row for row, below in pairwise(card.split("\n")) if "---" in below]
    assert [re.findall(r"\w[\w ]*\w", row) for row in heads] == [
        ["part", "pairs", "idioms"], ["condition", "training pairs"], ["why", "pairs"],
        ["why", "pairs"], ["idiom", "train", "test", "unseen"],
    ]  # fmt: skip


def test_suite_holds_spans_labels_equivalents_and_frequencies(tmp_path: Path) -> None:
    corpus = usual()
    built = corpus.build(tmp_path, equivalents={"kick the bucket": ("casser sa pipe",)})
    suite = read_suite(tmp_path / "out" / "suite")
    assert (suite.info.name, suite.info.source, suite.info.target) == ("out", "en", "fr")
    assert suite.info.origin == "built from corpus.en, corpus.fr"
    for segment in suite.segments():
        [idiom] = segment.idioms
        assert corpus.pairs[int(segment.id) - 1] == (segment.source, segment.references[0])
        [(start, end)] = idiom.spans
        assert segment.source[start:end] == IDIOMS[idiom.label]
    facts = facts_of(tmp_path)
    frequencies = {label: fact.get("training_frequency", 0) for label, fact in facts.items()}
    assert frequencies == dict(built.train)
    assert facts["kick the bucket"]["equivalents"] == ["casser sa pipe"]


def test_training_frequency_counts_every_training_pair_with_the_idiom(tmp_path: Path) -> None:
    corpus = Corpus()
    corpus.idiom("spill the beans", count=40)
    corpus.idiom("spill the beans", "kick the bucket", count=20)
    corpus.plain(5)
    corpus.build(tmp_path)
    told = {label: fact["training_frequency"] for label, fact in facts_of(tmp_path).items()}
    assert told == dict(labels_of(training(tmp_path, "idiom")))


def test_pair_with_two_idioms_belongs_to_the_rarer(tmp_path: Path) -> None:
    corpus = Corpus()
    corpus.idiom("spill the beans", count=6)
    corpus.idiom("spill the beans", "kick the bucket", count=2)
    built = corpus.build(tmp_path)
    assert built.test + built.train == Counter({"spill the beans": 6, "kick the bucket": 2})


# --- schemes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("scheme", ["halves", "sampled", "capped"])
def test_every_pair_is_accounted_for_once(tmp_path: Path, scheme: str, seed: int) -> None:
    corpus = everything(seed)
    built = corpus.build(
        tmp_path, scheme=scheme, seed=seed, min_context=5, unseen=1, cap=4,
        cleaning=Cleaning(40, 1.5),
    )  # fmt: skip
    facts = card_of(tmp_path)
    assert facts["pairs"] == built.pairs == len(corpus.pairs) == accounted(facts)
    # and what the card says is in the files
    assert len(training(tmp_path, "regular")) == facts["regular"]
    assert len(training(tmp_path, "idiom")) == facts["idiom_train"]
    assert len(suite_pairs(tmp_path)) == facts["idiom_test"]
    assert len(suite_pairs(tmp_path, "suite-unseen")) == facts["unseen_test"]
    for name, size in facts["conditions"].items():
        assert len(training(tmp_path, name)) == size


BEANS, BUCKET, DUST, TAPE = IDIOMS


def test_schemes(tmp_path: Path) -> None:
    built = usual().build(tmp_path)
    assert TAPE not in {*built.train, *built.test}  # halves
    assert card_of(tmp_path)["set_aside"]["once"] == 1
    for size in (3, 8, 16):
        built = usual().build(tmp_path, scheme="sampled", size=size, overwrite=True)
        assert built.test.total() == size
        assert set(built.test) == set(built.train) == {BEANS, BUCKET, DUST}
    built = usual().build(tmp_path, scheme="capped", cap=3, overwrite=True)
    assert built.test == Counter({BEANS: 3, BUCKET: 3, DUST: 2, TAPE: 1})
    assert built.train == Counter({BEANS: 7, BUCKET: 4})


@pytest.mark.parametrize("seed", range(4))
def test_unseen_idioms_are_in_no_training_file(tmp_path: Path, seed: int) -> None:
    corpus = usual()
    built = corpus.build(tmp_path, unseen=2, seed=seed, upsample=(2,))
    assert len(built.unseen) == 2
    for name in ("regular", "idiom", "zero", "joint", "upsample-2"):
        assert not set(built.unseen) & set(labels_of(training(tmp_path, name)))
    assert labels_of(suite_pairs(tmp_path, "suite-unseen")) == built.unseen
    facts = facts_of(tmp_path, "suite-unseen").values()
    assert all(not fact.get("training_frequency") for fact in facts)


def test_unseen_idiom_beside_a_rarer_one_is_in_no_training_file(tmp_path: Path) -> None:
    for seed in range(12):
        corpus = Corpus(seed)
        corpus.idiom("spill the beans", count=8)
        corpus.idiom("spill the beans", "kick the bucket", count=6)
        corpus.idiom("bite the dust", count=30)
        corpus.idiom("red tape", count=30)
        folder = tmp_path / str(seed)
        folder.mkdir()
        built = corpus.build(folder, unseen=1, seed=seed)
        assert not set(built.unseen) & set(labels_of(training(folder, "joint")))


def test_order_of_the_occurrences_changes_nothing(tmp_path: Path) -> None:
    contents = []
    for turn in (1, -1):
        corpus = everything(3)
        corpus.found = dict(list(corpus.found.items())[::turn])
        corpus.build(tmp_path, overwrite=True, unseen=1)
        contents.append(files_below(tmp_path / "out"))
    assert contents[0] == contents[1]


# --- kills ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("most", [4, pytest.param(1000, marks=pytest.mark.slow)])
def test_killed_at_counted_steps_the_old_set_stays_until_the_new_one_is_whole(
    tmp_path: Path, most: int
) -> None:
    corpus = usual()
    corpus.build(tmp_path, seed=1)
    old = files_below(tmp_path / "out")
    total = steps(tmp_path, lambda: corpus.build(tmp_path, seed=2, overwrite=True))
    new = files_below(tmp_path / "out")
    assert old != new and total > 50
    for moment in (*moments(total, most), total):
        corpus.build(tmp_path, seed=1, overwrite=True)
        assert killed_at(moment, tmp_path, lambda: corpus.build(tmp_path, seed=2, overwrite=True))
        assert files_below(tmp_path / "out") in (old, new)
        corpus.build(tmp_path, seed=2, overwrite=True)
        assert files_below(tmp_path / "out") == new
        assert sorted(path.name for path in tmp_path.iterdir()) == ["corpus.en", "corpus.fr", "out"]
