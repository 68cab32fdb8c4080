"""The classifier of the ellipsis detector, and readers of the sets that it learns from."""

from pathlib import Path

import numpy as np
import pytest
from benchmarks.discourse import penn
from benchmarks.discourse.ellipsis_sets import part_of

from litmus.discourse.gaps.classifier import Classifier, read_classifiers, write_classifiers


def test_classifier_by_hand() -> None:
    # rows: always, a, b; columns: two hidden units, direct. For {a}: units (1, -1) + (1, 0) =
    # (2, -1) -> (2, 0); 2 * 0.5 + direct (0.25 + 0.75) = 2; for {a, b}: units (2, 3), direct 1 - 4:
    # 2 * 0.5 + 3 * 1 - 3 = 1
    weights = np.array([[1, -1, 0.25], [1, 0, 0.75], [0, 4, -4]], np.float32)
    classifier = Classifier(["a", "b"], weights, np.array([0.5, 1], np.float32), 0.5)
    scores = classifier.score([["a"], ["b", "a", "never seen"]])
    assert scores == pytest.approx([1 / (1 + np.exp(-2)), 1 / (1 + np.exp(-1))], abs=1e-6)
    assert classifier.score([]).shape == (0,)


def test_classifiers_survive_a_file(tmp_path: Path) -> None:
    weights = np.array([[0.5, 1.5], [2, -1]], np.float32)
    classifier = Classifier(["x=é"], weights, np.array([1], np.float32), 0.25)
    write_classifiers(tmp_path / "held.npz", 7, {"verb phrase": classifier.parts()})
    version, held = read_classifiers(tmp_path / "held.npz", ["verb phrase"])
    assert version == 7
    assert held["verb phrase"].threshold == 0.25
    assert held["verb phrase"].score([["x=é"]]) == pytest.approx(classifier.score([["x=é"]]))


@pytest.mark.parametrize(("tree", "text", "gaps"), [
    ("( (SINV (ADVP (RB So)) (VP (VBD did) (VP (-NONE- *?*))) (NP-SBJ (NNP Dodge)) (. .)) )",
     "So did Dodge.", ((3, 6),)),  # the auxiliary of an inversion
    ("( (S (`` ``) (NP (PRP I)) (VP (MD ca) (RB n't)) ('' '') "
     "(-LRB- -LRB-) (NN x) (-RRB- -RRB-)) )",
     '"I can\'t" (x)', ()),  # quotes and brackets as printed
])  # fmt: skip
def test_penn(tree: str, text: str, gaps: tuple[tuple[int, int], ...]) -> None:
    assert list(penn.sentences(tree)) == [(text, gaps)]


def test_parts_are_fixed_by_the_name() -> None:
    # sha256sum of the names, modulo ten by bc: 9, 0, 1, 2, 3
    names = ("m0_movie", "m12_movie", "m15_movie", "m18_movie", "m2_movie")
    assert [part_of(name) for name in names] == ["train", "test", "test", "dev", "train"]
