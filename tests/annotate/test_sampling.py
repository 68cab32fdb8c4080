"""Which items are drawn, and who gets them."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litmus.annotate.campaigns.assignment import assign
from litmus.annotate.campaigns.items import Mark, Offer
from litmus.annotate.campaigns.sampling import Drawn, draw, parse_rule
from litmus.corpus.segment import Segment
from litmus.errors import DataError, UsageError


def offers(n: int, systems: tuple[str, ...] = ("a", "b")) -> list[Offer]:
    texts = dict.fromkeys(systems, "text")
    marks = tuple(Mark(system, "idiom") for system in systems)
    return [Offer(Segment(f"s{k}", "source"), texts, marks) for k in range(n)]


def drawn(rule: str, n: int = 50, every: int = 5, seed: int = 1) -> Drawn:
    """Every fifth segment of system a is triggered, none of b."""

    def flagged(segment: str, mark: Mark) -> bool:
        return mark.system == "a" and int(segment[1:]) % every == 0

    return draw(offers(n), parse_rule(rule), unit="idiom", flagged=flagged, seed=seed)


def test_all_that_is_triggered_and_so_many_of_the_rest_of_each_system() -> None:
    found = drawn("triggered+8")
    assert found.sizes == {("a", "triggered"): 10, ("a", "rest"): 40, ("b", "rest"): 50}
    taken = Counter(found.strata.values())
    assert taken == {("a", "triggered"): 10, ("a", "rest"): 8, ("b", "rest"): 8}
    # key: number of the segment, number of the mark (a's is 0)
    assert {key for key, s in found.strata.items() if s == ("a", "triggered")} == {
        (k, 0) for k in range(0, 50, 5)
    }


def test_a_number_draws_whole_segments() -> None:
    found = drawn("7")
    assert len(found.strata) == 14
    assert len({number for number, _ in found.strata}) == 7
    assert found.sizes == {("a", "random"): 50, ("b", "random"): 50}
    assert drawn("7", seed=3) == drawn("7", seed=3) != drawn("7", seed=4)
    # more than there is means all
    assert len(drawn("triggered+999").strata) == len(drawn("999").strata) == 100


def test_every_item_of_the_rest_has_the_same_chance() -> None:
    hits = Counter(key for seed in range(400) for key in drawn("triggered+10", seed=seed).strata)
    rest = [hits[k, 0] for k in range(50) if k % 5]  # 400 x 10 / 40 = 100 each
    assert min(rest) > 65 and max(rest) < 140  # about 3.7 standard deviations of 9.4


def test_tags_are_strata_of_their_own() -> None:
    found = [
        Offer(Segment(f"s{k}", "x"), {"reference": "x"},
              (Mark("reference", "formality"), *([Mark("reference", "ellipsis")] if k < 3 else [])))
        for k in range(20)
    ]  # fmt: skip
    result = draw(found, parse_rule("ellipsis+5"), unit="tag", flagged=lambda *_: False, seed=1)
    taken = Counter(name for _, name in result.strata.values())
    assert taken == {"ellipsis": 3, "formality": 5}
    assert result.sizes == {("reference", "formality"): 20, ("reference", "ellipsis"): 3}
    with pytest.raises(UsageError, match="nothing is tagged 'elipsis'. Known: ellipsis, formality"):
        draw(found, parse_rule("elipsis+5"), unit="tag", flagged=lambda *_: False, seed=1)
    one = Segment("s", "x")
    result = draw([Offer(one, {"r": "x"}, (Mark("r", "t"),))], parse_rule("0"), unit="tag",
                  flagged=lambda *_: False, seed=1)  # fmt: skip
    assert result.missed == [("r", "t")]
    with pytest.raises(DataError, match="No segment of this suite has an idiom"):
        draw([Offer(one, {"a": "x"}, ())], parse_rule("all"), unit="idiom",
             flagged=lambda *_: False, seed=1)  # fmt: skip


def test_rules_that_are_none() -> None:
    for text in ("", "some", "triggered+", "+5", "-3", "triggered + 5", "1.5"):
        with pytest.raises(UsageError, match=r"sample cannot be .* Write all, a number of segment"):
            parse_rule(text)


@given(st.integers(0, 60), st.integers(1, 6), st.integers(1, 6), st.integers(0, 10), st.booleans())
def test_every_item_goes_to_as_many_different_annotators_as_asked(
    n_items: int, n_people: int, overlap: int, shared: int, shuffle: bool
) -> None:
    people = [f"p{k}" for k in range(n_people)]
    overlap = min(overlap, n_people)
    given = assign(n_items, people, overlap=overlap, shared=shared, shuffle=shuffle, seed=2)
    for items in given.values():
        assert len(set(items)) == len(items)  # nothing twice to one person
    times = Counter(item for items in given.values() for item in items)
    assert set(times) == set(range(n_items))
    common = min(shared, n_items)
    expected = Counter({overlap: n_items - common}) + Counter({n_people: common})
    assert Counter(times.values()) == expected
    loads = [len(items) for items in given.values()]
    assert max(loads) - min(loads) <= 1


def test_all_pairs_of_annotators_meet() -> None:
    given = assign(200, ["a", "b", "c", "d"], overlap=2, seed=5)
    for left in given:
        for right in set(given) - {left}:
            assert len(set(given[left]) & set(given[right])) > 15  # 33 expected


def test_orders_differ_unless_told() -> None:
    shuffled = assign(30, ["a", "b"], overlap=2)
    assert shuffled["a"] != shuffled["b"] != sorted(shuffled["b"])
    kept = assign(30, ["a", "b"], overlap=2, shuffle=False)
    assert kept["a"] == kept["b"] == list(range(30))
    assert assign(30, ["a", "b"], seed=0) == assign(30, ["a", "b"], seed=0)


def test_assignments_that_cannot_be() -> None:
    for people, options, message in (
        ([], {}, "A campaign needs annotators: annotators=NAME,NAME"),
        (["a", "a"], {}, "Two annotators are called 'a'."),
        (["a\tb"], {}, "An annotator cannot be called 'a\\tb'."),
        (["a"], {"overlap": 2}, "overlap=2: an item can be judged by 1 to 1 of 1 annotators."),
        (["a"], {"overlap": 0}, "overlap=0: an item can be judged by 1 to 1 of 1 annotators."),
        (["a"], {"shared": -1}, "shared must be at least 0, not -1."),
    ):
        with pytest.raises(UsageError) as error:
            assign(3, people, **options)  # type: ignore[arg-type]
        assert str(error.value) == message
