"""Which pairs are fit: every reason on its edge, duplicates found with little memory."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from litmus.bitext import duplicates as repeats
from litmus.bitext.cleaning import Cleaner, Cleaning, digest, explain, normalise
from litmus.bitext.duplicates import Repeats
from litmus.language.words import compose
from litmus.language.words import words as words_of


def words(count: int, start: str = "w") -> str:
    return " ".join(f"{start}{n}" for n in range(count))


def reason(
    source: str, target: str, pair: tuple[str, str] = ("en", "fr"), **limits: float
) -> str | None:
    return Cleaner(pair, Cleaning(**limits)).reason(normalise(source), normalise(target))  # type: ignore[arg-type]


def test_normalise() -> None:
    assert normalise("No — I said:  “NO”!") == "no i said no"
    assert normalise("l'e\u0301te\u0301") == normalise("L’ÉTÉ") == "l été"
    assert normalise(" … ") == ""
    assert normalise("x\u00a0y\tz_a") == "x y z a"


_WESTERN = "".join(bytes([n]).decode("cp1252", "ignore") for n in range(256))


@given(st.text(st.one_of(st.sampled_from(_WESTERN), st.characters(exclude_categories=["Cs"]))))
@example(" ".join(f"a{letter}B {letter}" for letter in _WESTERN))
def test_normalise_is_the_same_by_table_and_by_pattern(text: str) -> None:
    assert normalise(text) == " ".join(words_of(compose(text).lower()))


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        *((blank, "quelque chose", "empty") for blank in ("", "   ", "…", "!?")),
        ("something", "…", "empty"),
        (words(80), words(80, "v"), None),
        (words(81), words(80, "v"), "long"),
        (words(80), words(81, "v"), "long"),
        ("This stays in English here", "this stays, in english here!", "copy"),
        ("This stays in English here", "this stays in english ici", None),  # 4 of 6
        (words(9), words(8) + " x", "copy"),  # 8 of 10
        (words(8), words(7) + " x", None),  # 7 of 9
        ("Madrid", "Madrid", None),  # a name
        ("New York", "New York", "copy"),
        # the first reason counts
        (words(200), "", "empty"),
        (words(200), words(1), "long"),
    ],
)
def test_reason(source: str, target: str, expected: str | None) -> None:
    assert reason(source, target) == expected


def test_limit_of_length_can_be_set() -> None:
    assert reason(words(6), words(5, "v"), longest=5) == "long"


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        (1, 1, None), (2, 1, None), (3, 1, None), (4, 1, "ratio"),
        (10, 10, None), (17, 10, None), (18, 10, "ratio"),
        (40, 60, None), (40, 62, None), (40, 63, "ratio"),
    ],
)  # fmt: skip
def test_ratio(one: int, two: int, expected: str | None) -> None:
    """Over 1.5 times as long, two words left to chance."""
    assert reason(words(one), words(two, "v")) == expected
    assert reason(words(two), words(one, "v")) == expected


def test_ratio_of_text_without_spaces() -> None:
    """Sixteen characters are as much as ten words."""
    assert reason("雪" * 16, words(10), ("zh", "en")) is None
    assert reason("雪" * 16, words(17), ("zh", "en")) is None
    assert reason("雪" * 16, words(18), ("zh", "en")) == "ratio"


def test_explain_names_every_filter_in_order() -> None:
    counts = Counter({"ratio": 2, "duplicate": 5})
    assert explain(counts, Cleaning(70, 2.0)) == [
        ("one side has no letters", 0),
        ("one side is over 70 words", 0),
        ("one side is over 2.0 times as long as the other", 2),
        ("the target is nearly the source, untranslated", 0),
        ("the same pair came before, but for case and punctuation", 5),
    ]


def test_digest_tells_sides_apart() -> None:
    assert len({digest("a b", "c"), digest("a", "b c"), digest("a", "b"), digest("b", "a")}) == 4
    assert digest("a", "b") == digest("a", "b")


@given(
    digests=st.lists(st.integers(0, 6) | st.integers(0, 2**64 - 1), max_size=60),
    part=st.integers(1, 9),
)
def test_repeats_are_all_but_the_first(
    tmp_path_factory: pytest.TempPathFactory, digests: list[int], part: int
) -> None:
    seen: set[int] = set()
    later = set()
    for line, value in enumerate(digests, start=1):
        if value in seen:
            later.add(line)
        seen.add(value)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(repeats, "_PART", part)
        with Repeats(tmp_path_factory.mktemp("r")) as found:
            for line, value in enumerate(digests, start=1):
                found.add(line, value)
            told = list(found.later())
    assert sorted(told) == sorted(later)


def test_repeats_beyond_the_buffer(tmp_path: Path) -> None:
    rng = Random(4)
    values = [rng.randrange(150_000) for _ in range(200_000)]
    with Repeats(tmp_path) as found:
        for line, value in enumerate(values, start=1):
            found.add(line, value)
        told = set(found.later())
    first: dict[int, int] = {}
    for line, value in enumerate(values, start=1):
        first.setdefault(value, line)
    assert told == set(range(1, 200_001)) - set(first.values())
    assert list(tmp_path.iterdir()) == []
