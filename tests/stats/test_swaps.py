"""Trials of a macro average: outcomes from a table are those that adding up gives."""

import numpy as np
import pytest
from counting import rate

from litmus.stats.averages import LABELS, MACRO, gather
from litmus.stats.swaps import Swaps
from litmus.stats.tally import Tally


@pytest.mark.parametrize("sizes", [(1,), (1, 1, 2), (3, 1, 4, 2, 1, 6), (5, 7)])
def test_macro_of_swapped_outputs_is_the_mean_of_its_labels(sizes: tuple[int, ...]) -> None:
    rng = np.random.default_rng(sum(sizes))
    n_units, n_systems = sum(sizes), 3
    labels = np.repeat(np.arange(len(sizes)), sizes)
    tallies = [Tally(2) for _ in range(n_systems)]
    for tally in tallies:
        cases = rng.integers(0, 3, n_units)  # some labels have no case in some trials
        counts = np.stack([rng.integers(0, cases + 1), cases], axis=1).astype(float)
        tally.add(rng.permutation(n_units), labels, counts)
    counted = gather(tallies, n_units, 1)
    masks = rng.integers(0, 2, (50, n_units)).astype(float)
    macro, by_label = (Swaps(counted, rate, average) for average in (MACRO, LABELS))
    pairs = zip(macro.values(masks, (0, 2)), by_label.values(masks, (0, 2)), strict=True)
    for found, plain in pairs:
        for mean, values in zip(found, plain, strict=True):
            n = (~np.isnan(values)).sum(axis=1)
            expected = np.where(n > 0, np.nansum(values, axis=1) / np.maximum(n, 1), np.nan)
            np.testing.assert_allclose(mean[:, 0], expected, rtol=1e-12)
