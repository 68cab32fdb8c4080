"""How pairs are shared out: what each scheme promises, whatever the counts and the seed."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litmus.errors import UnknownName, UsageError
from litmus.idioms.building.splits import SCHEMES, Split, split

SEEDS = st.integers(0, 1 << 30)
COUNTS = st.dictionaries(st.text("abcdef", min_size=1, max_size=3), st.integers(1, 60), min_size=1)


def numbered(counts: Mapping[str, int]) -> dict[str, list[int]]:
    """Lines for every label, mixed with each other."""
    lines: dict[str, list[int]] = {label: [] for label in counts}
    number = 0
    for turn in range(max(counts.values())):
        for label, count in counts.items():
            if turn < count:
                number += 1
                lines[label].append(number)
    return lines


def check_every_line_once(lines: Mapping[str, list[int]], found: Split) -> None:
    parts = (found.train, found.test, found.unseen, found.discarded)
    assert sum(map(len, parts)) == len(frozenset().union(*parts))
    assert frozenset().union(*parts) == {line for own in lines.values() for line in own}


@given(counts=COUNTS, seed=SEEDS)
def test_halves_differ_by_one_at_most(counts: dict[str, int], seed: int) -> None:
    lines = numbered(counts)
    found = split(lines, "halves", seed=seed)
    check_every_line_once(lines, found)
    for own in lines.values():
        if len(own) == 1:
            assert set(own) <= found.discarded
        else:
            assert abs(len(found.train & set(own)) - len(found.test & set(own))) <= 1


def test_halves_give_the_odd_pair_to_either_side_and_are_no_beginnings_and_ends() -> None:
    lines = numbered(dict.fromkeys(map(str, range(200)), 3))
    found = split(lines, "halves", seed=1)
    more = sum(len(found.train & set(own)) == 2 for own in lines.values())
    assert 60 < more < 140  # 100 expected, 7 the standard deviation
    assert 10 < sum(line <= 50 for line in split(numbered({"a": 100}), "halves", seed=1).train) < 40


@given(counts=COUNTS, seed=SEEDS, data=st.data())
def test_sampled_has_every_idiom_on_both_sides_and_the_size_asked_for(
    counts: dict[str, int], seed: int, data: st.DataObject
) -> None:
    lines = numbered(counts)
    many = {label: own for label, own in lines.items() if len(own) > 1}
    total = sum(map(len, many.values()))
    size = data.draw(st.none() | st.integers(len(many), total - len(many)))
    found = split(lines, "sampled", seed=seed, size=size)
    check_every_line_once(lines, found)
    for label, own in lines.items():
        if label in many:
            assert found.train & set(own)
            assert found.test & set(own)
        else:
            assert set(own) <= found.discarded
    if size is None:
        size = min(max(total // 2, len(many)), total - len(many))
    assert len(found.test) == size


@given(counts=COUNTS, seed=SEEDS, cap=st.integers(1, 50))
def test_capped_takes_at_most_the_cap(counts: dict[str, int], seed: int, cap: int) -> None:
    lines = numbered(counts)
    found = split(lines, "capped", seed=seed, cap=cap)
    check_every_line_once(lines, found)
    for own in lines.values():
        assert len(found.test & set(own)) == min(cap, len(own))
    assert not found.discarded


@pytest.mark.parametrize("scheme", sorted(SCHEMES))
@given(counts=COUNTS, seed=SEEDS, data=st.data())
def test_unseen_idioms_are_kept_out_of_training_and_test(
    scheme: str, counts: dict[str, int], seed: int, data: st.DataObject
) -> None:
    lines = numbered(counts)
    unseen = data.draw(st.integers(0, len(lines) - 1))
    found = split(lines, scheme, seed=seed, unseen=unseen)
    check_every_line_once(lines, found)
    assert len(found.idioms_unseen) == unseen
    assert found.unseen == {line for label in found.idioms_unseen for line in lines[label]}


@pytest.mark.parametrize(
    ("scheme", "settings", "message"),
    [
        ("sampled", {"size": 1}, "size=1 is too small: 2 idioms need one test pair each."),
        ("sampled", {"size": 7}, "size=7 is too large"),
        ("halves", {"unseen": 3},
         "unseen=3 leaves no idiom for training; 3 idioms were found."),
        ("half", {}, "No scheme is called 'half'. Did you mean 'halves'?\n"
         "Known: capped, halves, sampled"),
    ],
)  # fmt: skip
def test_what_is_refused(scheme: str, settings: Any, message: str) -> None:
    with pytest.raises((UsageError, UnknownName)) as caught:
        split(numbered({"a": 4, "b": 4, "c": 1}), scheme, seed=1, **settings)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("scheme", sorted(SCHEMES))
@given(counts=COUNTS, seed=SEEDS)
def test_order_of_labels_and_lines_changes_nothing(
    scheme: str, counts: dict[str, int], seed: int
) -> None:
    lines = numbered(counts)
    turned = {label: lines[label][::-1] for label in reversed(lines)}
    assert split(turned, scheme, seed=seed) == split(lines, scheme, seed=seed)


@pytest.mark.parametrize("scheme", sorted(SCHEMES))
def test_seed_changes_the_split_and_0_is_a_seed(scheme: str) -> None:
    lines = numbered({"a": 60, "b": 50, "c": 7})
    found = {seed: split(lines, scheme, seed=seed, unseen=1) for seed in (0, 1, 2)}
    assert len({part.test for part in found.values()}) == 3
    assert split(lines, scheme, seed=0, unseen=1) == found[0]
