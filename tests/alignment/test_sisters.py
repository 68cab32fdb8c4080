"""Languages with small dictionaries profit from those of a language that is spelt like them."""

import pytest

from litmus.alignment.embedded.counts import Counts
from litmus.alignment.embedded.prior import _with_sister, prior_counts


def weight(counts: Counts, source: str, target: str) -> float:
    found: float = counts.between([source], [target])[2].sum()
    return found


def test_what_spanish_spells_the_same_counts_a_little_in_portuguese() -> None:
    spanish, name = prior_counts("en", "es")
    alone = Counts.of([("house", "casa", 50.0), ("shut", "fecha", 3.0)])
    both, names = _with_sister(alone, "mine", "en", "pt")
    assert names == f"mine+{name}"
    # 5 times the geometric mean of both shares, by hand from the Spanish counts
    for word, other, own in (("close", "cerra", 0.0), ("house", "casa", 50.0)):
        count = weight(spanish, word, other)
        sums = spanish.sums(0, [word])[0], spanish.sums(1, [other])[0]
        expected = own + 5 * count / (sums[0] * sums[1]) ** 0.5
        assert weight(both, word, other) == pytest.approx(expected)
    assert weight(both, "shut", "fecha") == 3.0


def test_the_other_direction_has_the_same_counts() -> None:
    there, _ = prior_counts("en", "pt")
    back, _ = prior_counts("pt", "en")
    assert weight(there, "close", "cerra") > 0
    assert weight(back, "cerra", "close") == pytest.approx(weight(there, "close", "cerra"))


def test_others_have_no_sister() -> None:
    alone = Counts.of([("house", "casa", 50.0)])
    for pair in (("en", "es"), ("es", "pt"), ("en", "ja")):
        assert _with_sister(alone, "mine", *pair) == (alone, "mine")
    assert prior_counts("en", "nl")[1] == "en-nl.v3+en-de.v2"  # signatures name both
