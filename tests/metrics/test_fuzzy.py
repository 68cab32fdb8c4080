"""Words that differ by a letter or two."""

from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from litmus.metrics.idiom.fuzzy import common_prefix, edit_distance, similar

WORDS = st.text("abé", max_size=9)


def plain_distance(left: str, right: str) -> int:
    """Levenshtein's definition, word for word."""

    @cache
    def distance(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        change = left[i - 1] != right[j - 1]
        return min(distance(i - 1, j) + 1, distance(i, j - 1) + 1, distance(i - 1, j - 1) + change)

    return distance(len(left), len(right))


@given(WORDS, WORDS)
def test_edit_distance_is_that_of_levenshtein(left: str, right: str) -> None:
    assert edit_distance(left, right) == plain_distance(left, right)


def test_similar_by_hand() -> None:
    for left, right, expected in (
        ("maison", "maisons", True),  # 1 edit of 7
        ("bouilloire", "bouilloires", True),
        ("bouilloire", "mouilloire", False),  # another beginning
        ("gouvernement", "gouvernant", False),  # 2 deletions and a change
        ("gouvernement", "gouvernements", True),
        ("seau", "seaux", True),  # 1 edit of 5: just
        ("eau", "eaux", False),  # 1 edit of 4: too much
        ("anticonstitution", "anticonstitutabc", False),  # 3 edits of 16 letters
        ("anticonstitution", "anticonstitutiab", True),  # 2 edits of 16
        ("", "a", False),
    ):
        assert similar(left, right) is similar(right, left) is expected, (left, right)
        assert similar(left, left), (left, right)


def test_common_prefix() -> None:
    pairs = (("maison", "mais"), ("", "mais"), ("eau", "seau"))
    assert [common_prefix(*pair) for pair in pairs] == [4, 0, 0]
