"""The parts of the ellipsis detector: candidates, features, classifier, and the sets' readers."""

from pathlib import Path

import numpy as np
import pytest
from benchmarks.discourse import penn
from benchmarks.discourse.ellipsis_sets import noel, part_of

from litmus.discourse.gaps.candidates import candidates
from litmus.discourse.gaps.classifier import Classifier, read_classifiers, write_classifiers
from litmus.discourse.gaps.verbs import verb_features
from litmus.discourse.gaps.view import SentenceView
from litmus.language.analysis import Word


def words(*rows: tuple[str, str, int | None, str]) -> list[Word]:
    """Words from form, part of speech, head and relation."""
    return [
        Word(form, form.lower(), upos, "", head, relation, 1.0, 0, 0)
        for form, upos, head, relation in rows
    ]


def test_candidates_leave_out_an_auxiliary_with_its_verb() -> None:
    sentence = words(
        ("He", "PRON", 2, "nsubj"), ("will", "AUX", 2, "aux"), ("go", "VERB", None, "root")
    )
    assert list(candidates(sentence)) == []


def test_candidates_have_the_last_auxiliary_of_a_chain() -> None:
    sentence = words(
        ("He", "PRON", 2, "nsubj"), ("would", "AUX", 2, "aux"), ("have", "AUX", None, "root")
    )
    assert list(candidates(sentence)) == [(2, "verb phrase")]


def test_candidates_leave_out_clitics_unless_negated() -> None:
    alone = words(("I", "PRON", None, "root"), ("'ll", "AUX", 0, "aux"))
    negated = [*words(("It", "PRON", 1, "nsubj"), ("'s", "AUX", None, "root"))]
    negated += words(("not", "PART", 1, "advmod"))
    assert list(candidates(alone)) == []
    assert (1, "verb phrase") in list(candidates(negated))


def test_candidates_take_an_auxiliary_that_hangs_on_its_own_negation() -> None:
    sentence = words(
        ("He", "PRON", 2, "nsubj"), ("can", "AUX", 2, "aux"), ("not", "PART", None, "root")
    )
    assert list(candidates(sentence)) == [(1, "verb phrase")]


def test_candidates_leave_out_partitives() -> None:
    sentence = words(
        ("two", "NUM", None, "root"), ("of", "ADP", 2, "case"), ("them", "PRON", 0, "nmod")
    )
    assert list(candidates(sentence)) == []


def test_candidates_take_the_end_of_a_number() -> None:
    sentence = words(
        ("twenty", "NUM", 2, "compound"), ("-", "PUNCT", 0, "punct"), ("five", "NUM", None, "root")
    )
    assert list(candidates(sentence)) == [(2, "noun phrase")]


def test_view_measures_clauses() -> None:
    view = SentenceView(
        words(
            ("Well", "INTJ", 3, "discourse"),
            (",", "PUNCT", 3, "punct"),
            ("I", "PRON", 3, "nsubj"),
            ("do", "AUX", None, "root"),
            (".", "PUNCT", 3, "punct"),
        )
    )
    assert view.start(3) == 1
    assert view.tail(4) == (0, ".")
    assert view.tail(2) == (2, ".")
    assert [view.symbol(place) for place in (-1, 0, 2, 5)] == ["<s>", "well", "i", "</s>"]
    assert "tail=0" in verb_features(view, 3)
    assert "l:nsubj" in verb_features(view, 3)


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


def test_penn_finds_the_auxiliary_of_an_inversion() -> None:
    tree = "( (SINV (ADVP (RB So)) (VP (VBD did) (VP (-NONE- *?*))) (NP-SBJ (NNP Dodge)) (. .)) )"
    assert list(penn.sentences(tree)) == [("So did Dodge.", ((3, 6),))]


def test_penn_writes_quotes_and_brackets_as_printed() -> None:
    tree = "( (S (`` ``) (NP (PRP I)) (VP (MD ca) (RB n't)) ('' '') (-LRB- -LRB-) (NN x) (-RRB- -RRB-)) )"
    assert list(penn.sentences(tree)) == [('"I can\'t" (x)', ())]


def test_parts_are_fixed_by_the_name() -> None:
    # sha256sum of the names, modulo ten by bc: 9, 0, 1, 2, 3
    names = ("m0_movie", "m12_movie", "m15_movie", "m18_movie", "m2_movie")
    assert [part_of(name) for name in names] == ["train", "test", "test", "dev", "train"]


def test_noel_parts_share_no_film(shared: Path) -> None:
    if not (shared / "data" / "noel-noun-ellipsis").is_dir():
        pytest.skip("no NoEl beside the checkout")
    sizes = [len(noel((part,), shared / "data")) for part in ("train", "dev", "test")]
    assert sum(sizes) == 3_096
    marked = sum(len(item.gaps) for item in noel(("train", "dev", "test"), shared / "data"))
    assert marked >= 900  # of the 908 that its README says can be located
