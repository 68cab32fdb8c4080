"""Likeness of many pairs at once, against likeness of each."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from litmus.alignment.embedded.looks import Looks
from litmus.alignment.tokens import likeness

WORDS = st.lists(st.text("abcé你", max_size=11), min_size=1, max_size=6)


@given(WORDS, WORDS)
def test_looks_of_many_pairs_are_the_likeness_of_each(left: list[str], right: list[str]) -> None:
    pairs = [
        (i, j)
        for i, a in enumerate(left)
        for j, b in enumerate(right)
        if a[:1] == b[:1]  # as the aligner asks
    ]
    places = np.array(pairs, np.int64).reshape(-1, 2)
    found = Looks(left, right).between(places[:, 0], places[:, 1])
    assert found.tolist() == [likeness(left[i], right[j]) for i, j in pairs]
