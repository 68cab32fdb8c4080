"""What is built is clean: pairs dropped or set aside, leaks removed, idioms marked."""

import re
from collections import Counter
from pathlib import Path

import pytest
from building_sets import IDIOMS, Corpus, card_of, everything, lines, suite_pairs, training, usual

from litmus.bitext.cleaning import normalise
from litmus.bitext.leaks import Leaks
from litmus.errors import DataError
from litmus.idioms.mining.occurrences import JudgedOccurrence

# --- cleaning and what is set aside ----------------------------------------------------------------


def test_cleaning_counts_by_hand(tmp_path: Path) -> None:
    corpus = usual()
    same = "the same words on both sides here"
    corpus.pairs += [
        ("", "rien"), ("nothing", " "), ("…", "rien"),  # 3 empty
        (corpus.words(81), corpus.words(70, "v")),  # 1 long
        (corpus.words(20), corpus.words(5, "v")),  # 1 ratio
        (same, same.upper()), (same, f"{same}."),  # 2 copies
        corpus.pairs[0], (corpus.pairs[1][0].upper() + " !", corpus.pairs[1][1]),  # 2 duplicates
        (corpus.pairs[2][0], corpus.words(10, "v")),  # another translation is no duplicate
    ]  # fmt: skip
    built = corpus.build(tmp_path)
    assert built.dropped == Counter(empty=3, long=1, ratio=1, copy=2, duplicate=2)
    assert built.regular == 51
    assert card_of(tmp_path)["removed"] == built.dropped


def test_dropped_idiom_pairs_are_in_no_part(tmp_path: Path) -> None:
    corpus = usual()
    twin = corpus.pairs[30]
    corpus.pairs.append(twin)
    corpus.found[len(corpus.pairs)] = corpus.found[31]
    built = corpus.build(tmp_path)
    assert built.dropped == Counter(duplicate=1)
    assert [*training(tmp_path, "idiom"), *suite_pairs(tmp_path)].count(twin) == 1


def test_literal_doubtful_and_bare_matches_are_set_aside(tmp_path: Path) -> None:
    corpus = usual()
    corpus.idiom("kick the bucket", verdict="literal", count=2)
    corpus.idiom("kick the bucket", doubtful=True, count=3)
    corpus.idiom("kick the bucket", around=2, count=4)  # four words around it
    built = corpus.build(tmp_path, min_context=5)
    assert built.set_aside == Counter(literal=2, doubtful=3, context=4, once=1)
    aside = {pair for line, pair in enumerate(corpus.pairs, 1) if line > 70}
    assert len(aside) == 9
    for name in ("regular", "idiom", "joint"):
        assert not aside & set(training(tmp_path, name))
    assert not aside & set(suite_pairs(tmp_path))
    built = corpus.build(tmp_path, min_context=4, use_doubtful=True, overwrite=True)
    assert built.set_aside == Counter(literal=2, once=1)
    assert built.train["kick the bucket"] + built.test["kick the bucket"] == 14


def test_pair_is_set_aside_for_any_of_its_matches(tmp_path: Path) -> None:
    corpus = usual()
    corpus.idiom("spill the beans", "kick the bucket")
    one, two = corpus.found[71]
    corpus.found[71] = one, JudgedOccurrence(two.idiom, two.span, two.pieces, "literal", False)
    assert corpus.build(tmp_path).set_aside == Counter(literal=1, once=1)


def test_nothing_left_after_cleaning(tmp_path: Path) -> None:
    corpus = Corpus()
    corpus.idiom("kick the bucket", count=3, verdict="literal")
    with pytest.raises(DataError) as caught:
        corpus.build(tmp_path)
    assert str(caught.value) == (
        "No pair with an idiom is left after cleaning; nothing was built.\n"
        "Of 3 lines with a match, 3 were called literal by a person."
    )
    assert not (tmp_path / "out").exists()


# --- leaks -----------------------------------------------------------------------------------------


def planted(corpus: Corpus, change: str) -> list[int]:
    """Adds a near copy of every idiom pair to the regular pairs; their lines."""
    added = []
    for line in sorted(corpus.found):
        corpus.pairs.append((change.format(corpus.pairs[line - 1][0]), corpus.words(11, "u")))
        added.append(len(corpus.pairs))
    return added


@pytest.mark.parametrize("change", ["{}", "{} !", "{} indeed", "well {}", "so {} then"])
def test_planted_leaks_are_removed(tmp_path: Path, change: str) -> None:
    corpus = usual()
    added = planted(corpus, change)
    built = corpus.build(tmp_path)
    assert built.leaks == Counter(regular=built.test.total())
    assert built.regular == 50 + len(added) - built.test.total()
    tests = {normalise(source) for source, _ in suite_pairs(tmp_path)}
    for source, _ in training(tmp_path, "joint"):
        assert not any(test in normalise(source) for test in tests)


@pytest.mark.parametrize("seed", range(3))
def test_no_training_file_is_near_a_test(tmp_path: Path, seed: int) -> None:
    corpus = everything(seed)
    corpus.build(tmp_path, unseen=1, upsample=(2,), seed=seed)
    tests = [
        source for name in ("suite", "suite-unseen") for source, _ in suite_pairs(tmp_path, name)
    ]
    check = Leaks(tests)
    for name in ("regular", "idiom", "zero", "joint", "upsample-2"):
        assert [s for s, _ in training(tmp_path, name) if check.find(s)] == []


def test_leaks_among_idiom_pairs_are_removed_from_training(tmp_path: Path) -> None:
    corpus = Corpus()
    corpus.plain(5)
    for _ in range(20):
        corpus.idiom("kick the bucket")
        line = len(corpus.pairs)
        source, _ = corpus.pairs[-1]
        corpus.pairs.append((f"{source} indeed", corpus.words(12, "v")))
        corpus.found[line + 1] = corpus.found[line]
    built = corpus.build(tmp_path)
    assert built.test.total() == 20
    assert 0 < built.leaks["idiom-train"] < 20
    assert built.train.total() == 20 - built.leaks["idiom-train"]


# --- marking ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mark", "pattern"),
    [
        ("none", r"w\d+ .* {} .*"),
        ("sentence", r"<idm> w\d+ .* {} .*"),
        ("span", r"w\d+ .* <idm> {} </idm> .*"),
    ],
)
def test_marking(tmp_path: Path, mark: str, pattern: str) -> None:
    corpus = usual()
    built = corpus.build(tmp_path, mark=mark, upsample=(2,))
    phrase = f"({'|'.join(IDIOMS.values())})"
    marked = [source for source, _ in training(tmp_path, "idiom")]
    marked += lines(tmp_path / "out" / "suite.marked.en")
    assert len(marked) == 19
    assert all(re.fullmatch(pattern.format(phrase), source) for source in marked)
    n = sum("<idm>" in source for source, _ in training(tmp_path, "upsample-2"))
    assert n == (2 * built.train.total() if mark != "none" else 0)
    assert not any("<idm>" in source for source, _ in suite_pairs(tmp_path))
