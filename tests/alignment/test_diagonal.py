"""fast_align's forward links: what can be said of them by hand."""

import pickle

import pytest
from aligning import linked

from litmus.alignment.aligners import align, load_aligner
from litmus.errors import UnknownName, UsageError

PAIRS = [
    ("the house", "das Haus"),
    ("the book", "das Buch"),
    ("a book", "ein Buch"),
    ("the old house", "das alte Haus"),
]


def test_diagonal_links_words_that_go_together() -> None:
    *_, last = found = align(PAIRS, ("en", "de"), aligner="diagonal", tokens="space")
    assert linked(PAIRS[-1], last) == {("the", "das"), ("old", "alte"), ("house", "Haus")}
    for one in found:  # every target token once at most
        targets = [j for _, j in one.links]
        assert len(targets) == len(set(targets))


def test_diagonal_argument_says_the_tokens() -> None:
    aligner = load_aligner("diagonal:space", ("en", "de")).learn(PAIRS)  # type: ignore[attr-defined]
    (found,) = aligner.align([("the book.", "das Buch.")])
    assert found.target == ((0, 3), (4, 9))
    assert aligner.signature.startswith("diagonal.v1.space#")
    with pytest.raises(UnknownName, match="No tokenisation is called 'letters'"):
        load_aligner("diagonal:letters", ("en", "de"))


def test_diagonal_must_learn_first() -> None:
    with pytest.raises(UsageError, match="links nothing before it has learned"):
        load_aligner("diagonal", ("en", "de")).align([("a", "b")])


def test_diagonal_on_empty_sides_and_unknown_words() -> None:
    aligner = load_aligner("diagonal", ("en", "de")).learn([*PAIRS, ("", "leer")])  # type: ignore[attr-defined]
    empty, unknown = aligner.align([("the", ""), ("zebra", "Quark")])
    assert not empty.links
    assert unknown.links <= {(0, 0)}
    assert not load_aligner("diagonal", ("en", "de")).learn([]).align([("", "")])[0].links  # type: ignore[attr-defined]


def test_diagonal_says_the_same_in_another_process_and_in_any_batch() -> None:
    aligner = load_aligner("diagonal", ("en", "de")).learn(PAIRS)  # type: ignore[attr-defined]
    copy = pickle.loads(pickle.dumps(aligner))
    one_by_one = [copy.align([pair])[0] for pair in PAIRS]
    assert one_by_one == aligner.align(PAIRS)
