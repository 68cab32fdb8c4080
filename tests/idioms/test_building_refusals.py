"""The data card, and builds that fail: nothing half-written, nothing of others touched."""

import errno
import os
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from building_sets import (
    IDIOMS,
    Corpus,
    card_of,
    everything,
    suite_pairs,
    training,
    usual,
)

from litmus.errors import DataError, UsageError
from litmus.idioms.building import build as building
from litmus.idioms.building import card
from litmus.idioms.building.build import build
from litmus.idioms.building.plan import Plan

# --- the card --------------------------------------------------------------------------------------


def test_card_in_words(tmp_path: Path) -> None:
    built = usual().build(tmp_path, upsample=(20,))
    n = built.train.total()
    text = (tmp_path / "out" / "card.md").read_text("utf-8")
    assert text.startswith("# Data card: en-fr from corpus.en, corpus.fr\n")
    for row in (
        "| regular (training) | 50 |  |",
        f"| idiom-train | {n} | 3 |",
        f"| idiom-test | {19 - n} | 3 |",
        f"| upsample-20 | {50 + 20 * n} |",
        "| one side is over 80 words | 0 |",
        "| the only pair of its idiom | 1 |",
        "| spill the beans | 5 | 5 | 0 |",
    ):
        assert row in text.split("\n")


def test_card_and_plot_escape_labels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(IDIOMS, "geraten|raten", "in Sicht geraten")
    corpus = usual()
    corpus.idiom("geraten|raten", count=2)
    corpus.build(tmp_path)
    text = (tmp_path / "out" / "card.md").read_text("utf-8")
    assert "| geraten\\|raten | 1 | 1 | 0 |" in text.split("\n")
    plot = card.frequency_plot(Counter({"<NP1> & co": 2}), Counter())
    assert "&lt;NP1&gt; &amp; co" in plot
    ElementTree.fromstring(plot)
    ElementTree.fromstring(card.frequency_plot(Counter(), Counter()))


def test_plot_is_an_image_with_every_idiom(tmp_path: Path) -> None:
    usual().build(tmp_path)
    root = ElementTree.fromstring((tmp_path / "out" / "frequency.svg").read_text("utf-8"))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[1:] == ["spill the beans", "10", "kick the bucket", "7", "bite the dust", "2"]


# --- what is refused -------------------------------------------------------------------------------


def left(folder: Path) -> list[str]:
    return sorted(
        path.name for path in folder.iterdir() if path.name not in ("corpus.en", "corpus.fr")
    )


def refused(folder: Path, corpus: Corpus, **plan: Any) -> str:
    with pytest.raises((DataError, UsageError)) as caught:
        corpus.build(folder, **plan)
    assert left(folder) == []
    return str(caught.value)


def test_occurrences_that_are_not_in_the_corpus(tmp_path: Path) -> None:
    corpus = usual()
    corpus.found[71] = corpus.found[70]
    assert refused(tmp_path, corpus) == (
        "An occurrence names line 71, but the corpus ends at line 70.\n"
        "Build from the corpus that was mined."
    )
    corpus = usual()
    corpus.pairs[30] = ("short", "court")
    assert refused(tmp_path, corpus) == (
        "Line 31 of the corpus does not have the occurrence of 'spill the beans'.\n"
        "Build from the corpus that was mined; a line was added or lost."
    )


def test_sides_of_unequal_length_and_folders_below_a_file(tmp_path: Path) -> None:
    corpus = usual()
    bitext = corpus.write(tmp_path)
    with pytest.raises(DataError, match="cannot be written"):
        build(bitext, corpus.found, tmp_path / "corpus.en" / "out", Plan())
    (tmp_path / "corpus.fr").write_text("un\n" * 69, "utf-8")
    with pytest.raises(DataError) as caught:
        build(bitext, corpus.found, tmp_path / "out", Plan())
    assert str(caught.value).startswith(
        f"{tmp_path / 'corpus.fr'} has 69 lines, but {tmp_path / 'corpus.en'} has 70.\n"
    )
    assert left(tmp_path) == []


def test_folder_that_is_there_already(tmp_path: Path) -> None:
    corpus = usual()
    corpus.build(tmp_path)
    before = card_of(tmp_path)
    with pytest.raises(UsageError) as caught:
        corpus.build(tmp_path, seed=3)
    out = tmp_path / "out"
    assert str(caught.value) == f"{out} already exists. Choose another name, or add overwrite=True."
    assert card_of(tmp_path) == before
    corpus.build(tmp_path, seed=3, overwrite=True)
    assert card_of(tmp_path)["seed"] == 3


def test_overwrite_spares_folders_of_others(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.tex").write_text("mine")
    with pytest.raises(UsageError) as caught:
        usual().build(tmp_path, overwrite=True)
    assert str(caught.value) == (
        f"{tmp_path / 'out'} was not written by litmus (it has no card.json); "
        "overwrite=True would delete it.\nChoose another name, or remove it yourself."
    )
    assert (tmp_path / "out" / "thesis.tex").read_text() == "mine"


@pytest.mark.parametrize("what", ["write_text", "write_suite_files"])
def test_full_disk_leaves_nothing_and_spares_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    corpus = usual()
    corpus.build(tmp_path)
    before = card_of(tmp_path)
    monkeypatch.setattr(building, what, full)
    with pytest.raises(DataError) as caught:
        corpus.build(tmp_path, seed=3, overwrite=True)
    assert str(caught.value) == (
        f"{tmp_path / 'out'} cannot be written: No space left on device. Nothing of it was kept.\n"
        "Make room, or choose another folder, and try again."
    )
    assert left(tmp_path) == ["out"]
    assert card_of(tmp_path) == before


def test_interruption_leaves_nothing_and_progress_tells_both_passes(tmp_path: Path) -> None:
    corpus = usual()
    corpus.plain(10_000)
    before = dict(corpus.found)
    told: list[tuple[str, int]] = []

    def interrupt(what: str, number: int) -> None:
        raise KeyboardInterrupt

    given = corpus.write(tmp_path), corpus.found, tmp_path / "out", Plan()
    with pytest.raises(KeyboardInterrupt):
        build(*given, progress=interrupt)
    assert left(tmp_path) == []
    build(*given, progress=lambda what, number: told.append((what, number)))
    assert told == [("cleaning", 10_000), ("writing", 10_000)]
    assert corpus.found == before


def test_labels_are_those_of_the_lines(tmp_path: Path) -> None:
    """No pair changes its translation on the way."""
    corpus = everything(5)
    corpus.build(tmp_path, unseen=1, upsample=(2,))
    known = set(corpus.pairs)
    for name in ("regular", "idiom", "zero", "joint", "upsample-2"):
        assert set(training(tmp_path, name)) <= known
    assert {*suite_pairs(tmp_path), *suite_pairs(tmp_path, "suite-unseen")} <= known
