"""Dictionary counts that are shared with other forms of the two words."""

import pytest

from litmus.alignment.embedded.counts import Counts
from litmus.alignment.embedded.prior import _with_forms


def weights(rows: list[tuple[str, str, float]]) -> dict[tuple[str, str], float]:
    counts = _with_forms(Counts.of(rows))
    source, target = counts.keys
    first, second = counts.places()
    return {
        (source[i], target[j]): weight
        for i, j, weight in zip(first, second, counts.weights.tolist(), strict=True)
    }


def test_forms_share_a_part_of_the_count() -> None:
    # habla and hablo: 0.3 of 10 for two pairs, and of 4 for the two of hablo itself
    found = weights([("speak", "habla", 10.0), ("talks", "hablo", 4.0)])
    assert found["speak", "habla"] == pytest.approx(10 + 1.5)
    assert found["speak", "hablo"] == pytest.approx(1.5)
    assert found["talks", "hablo"] == pytest.approx(4 + 0.6)
    assert found["talks", "habla"] == pytest.approx(0.6)


@pytest.mark.parametrize(
    "rows",
    [
        [("sees", "ver", 10.0), ("seed", "vera", 10.0)],  # too short to be cut
        [("speak", "habla", 1.0), ("talks", "hablo", 1.0)],  # seen once
        [("", "habla", 10.0), ("", "hablo", 4.0)],  # words without a partner
    ],
)
def test_forms_of_other_pairs_share_nothing(rows: list[tuple[str, str, float]]) -> None:
    assert weights(rows) == {(word, other): count for word, other, count in rows}
