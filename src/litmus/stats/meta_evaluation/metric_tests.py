"""Is one metric closer to people than another? Permutation tests, as WMT's metrics task runs them.

PERM-BOTH (Deutsch et al. 2021): the standardised scores of two metrics change places, each with
chance 1/2. For accuracy with calibrated ties the verdicts on pairs change places instead (Deutsch
et al. 2023): every metric keeps its own threshold. One-sided, uncorrected: the share of trials
in which the first metric leads by at least as much as it did.
"""

from collections.abc import Callable, Sequence

import numpy as np

from litmus.arrays import Bools, Floats, Ints
from litmus.stats.resampling import swap_masks

_TOLERANCE = 1e-12


def swapped_scores(
    gold: Floats,
    first: Floats,
    second: Floats,
    value: Callable[[Floats, Floats], Floats],
    *,
    n_trials: int = 1000,
    seed: int = 12345,
) -> float:
    """p of `first` being better than `second` by chance alone, for any figure of score vectors.

    `value` takes people's scores and rows of a metric's, and gives a figure for each row.
    """
    left, right = _standard(first), _standard(second)
    observed = float(value(gold, left[None])[0] - value(gold, right[None])[0])
    hits = 0
    for masks in swap_masks(len(gold), n_trials, seed):
        mixed = right + masks * (left - right)
        other = left - masks * (left - right)
        hits += int((value(gold, mixed) - value(gold, other) >= observed - _TOLERANCE).sum())
    return hits / n_trials


def pearson_rows(gold: Floats, rows: Floats) -> Floats:
    """Pearson's r of people's scores with every row; 0 where a row is constant."""
    a = gold - gold.mean()
    b = rows - rows.mean(axis=1, keepdims=True)
    norm = np.sqrt((a @ a) * (b * b).sum(axis=1))
    values: Floats = np.divide(b @ a, norm, out=np.zeros(len(rows)), where=norm > 0)
    return values


def swapped_pearson(
    gold: Floats, metrics: Floats, pairs: Sequence[tuple[int, int]], *, n_trials: int, seed: int
) -> list[float]:
    """p of Pearson's r for pairs of metrics (metrics, scores), for long vectors.

    r is a function of sums, and a mixed vector has part of one metric's sums and the rest of the
    other's: one product with the masks for every metric, not for every pair.
    """
    scores = np.stack([_standard(row) for row in metrics])
    a = gold - gold.mean()
    observed = pearson_rows(gold, scores)
    terms = np.stack([a * scores, scores, scores * scores])  # (3, metrics, scores)
    whole = terms.sum(axis=2)
    hits = np.zeros(len(pairs))
    for masks in swap_masks(len(gold), n_trials, seed):
        part = masks @ terms.reshape(-1, len(gold)).T
        kept = part.reshape(len(masks), *whole.shape)
        for k, (i, j) in enumerate(pairs):
            moved = kept[..., i] - kept[..., j]
            mixed = _pearson(whole[:, j] + moved, a @ a, len(gold))
            other = _pearson(whole[:, i] - moved, a @ a, len(gold))
            hits[k] += (mixed - other >= observed[i] - observed[j] - _TOLERANCE).sum()
    return [float(hit) / n_trials for hit in hits]


def _pearson(sums: Floats, gold: float, n: int) -> Floats:
    products, total, squares = (sums[:, k] for k in range(3))
    norm = np.sqrt(gold * np.maximum(squares - total * total / n, 0))
    values: Floats = np.divide(products, norm, out=np.zeros(len(sums)), where=norm > 0)
    return values


def swapped_verdicts(
    right: Sequence[Bools],
    segments: Ints,
    pairs: Sequence[tuple[int, int]],
    *,
    n_trials: int,
    seed: int,
) -> list[float]:
    """p of accuracy, the mean over segments, for pairs of metrics whose verdicts change places.

    `right` has one row per metric: whether it is right about each pair of systems.
    """
    n = np.bincount(segments)
    share = 1.0 / (n[segments] * (n > 0).sum())
    verdicts = np.stack(right) * share
    observed = verdicts.sum(axis=1)
    hits = np.zeros(len(pairs))
    for masks in swap_masks(len(segments), n_trials, seed):
        signed = 2 * (masks @ verdicts.T) - observed
        for k, (i, j) in enumerate(pairs):
            lead = observed[i] - observed[j]
            hits[k] += (signed[:, i] - signed[:, j] >= lead - _TOLERANCE).sum()
    return [float(hit) / n_trials for hit in hits]


def ranks(values: Sequence[float], p_values: Callable[[int, int], float]) -> list[int]:
    """The rank of each metric's cluster, 1 for the best; `p_values(i, j)` for i ahead of j.

    From the best down, a new cluster begins where some metric of this one is surely better.
    """
    order = sorted(range(len(values)), key=lambda k: -values[k])
    found, rank, start = [0] * len(values), 1, 0
    for place, metric in enumerate(order):
        if any(p_values(ahead, metric) <= 0.05 for ahead in order[start:place]):
            rank, start = rank + 1, place
        found[metric] = rank
    return found


def _standard(scores: Floats) -> Floats:
    spread = scores.std()
    standard: Floats = (scores - scores.mean()) / (spread if spread > 0 else 1.0)
    return standard
