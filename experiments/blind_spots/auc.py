"""AUC within strata, its interval by document, its p-value, and what it could have shown.

The AUC of a score is the chance that it puts an output without errors above one with an error, both
of one stratum; a tie is half. All pairs of all strata count the same.

Documents are resampled. A pair of outputs of two documents is drawn as often as the product of
both; so the sum over pairs is a quadratic form of the documents' weights, and a trial costs one
product of matrices. Where a stratum lies inside a document, a document that is drawn twice brings
its strata twice, and its pairs twice, not four times (`nested`).
"""

from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from litmus.arrays import Bools, Floats, Ints
from litmus.stats.intervals import percentiles
from litmus.stats.resampling import bootstrap_weights

ALPHA, POWER = 0.05, 0.8


@dataclass(frozen=True)
class Pairs:
    """Each case (an output with an error) with each clean output of its stratum."""

    case: Ints  # (pairs,): rows of cases
    clean: Ints  # (pairs,): rows of outputs without errors
    nested: bool  # both are always of one document

    @property
    def n_cases(self) -> int:
        """How many cases have a partner."""
        return len(np.unique(self.case))


class Comparison(NamedTuple):
    """AUC of scorers on the same pairs, and in resamples of documents."""

    value: Floats  # (scorers,)
    trials: Floats  # (trials, scorers)

    @property
    def error(self) -> Floats:
        """(scorers,): the standard error."""
        error: Floats = np.nanstd(self.trials, axis=0, ddof=1)
        return error

    @property
    def interval(self) -> tuple[Floats, Floats]:
        """The 95 % interval of each scorer."""
        return percentiles(self.trials)


def pairs_within(stratum: Ints, is_case: Bools, is_clean: Bools, *, nested: bool) -> Pairs:
    """Every case with every clean row of the same stratum; a stratum below 0 is left out.

    >>> pairs = pairs_within(
    ...     np.array([0, 0, 0, 1]), np.array([1, 0, 0, 1], bool), np.array([0, 1, 1, 0], bool),
    ...     nested=False,
    ... )
    >>> pairs.case.tolist(), pairs.clean.tolist()
    ([0, 0], [1, 2])
    """
    cases = np.flatnonzero(is_case & (stratum >= 0))
    clean = np.flatnonzero(is_clean & (stratum >= 0))
    clean = clean[np.argsort(stratum[clean], kind="stable")]
    first = np.searchsorted(stratum[clean], stratum[cases], "left")
    size = np.searchsorted(stratum[clean], stratum[cases], "right") - first
    begins = np.cumsum(size) - size
    place = np.arange(size.sum()) - np.repeat(begins - first, size)
    return Pairs(np.repeat(cases, size), clean[place], nested)


def compare(
    pairs: Pairs, scores: Floats, document: Ints, *, n_trials: int = 2000, seed: int = 12345
) -> Comparison:
    """AUC of each column of scores (rows, scorers); nan scores leave a pair out.

    All scorers are compared on the same resamples, so their differences can be read off.
    """
    documents, place = np.unique(document, return_inverse=True)
    n, n_scorers = len(documents), scores.shape[1]
    first, second = place[pairs.case], place[pairs.clean]
    assert not pairs.nested or (first == second).all(), "a nested pair is of one document"
    value = np.full(n_scorers, np.nan)
    trials = np.full((n_trials, n_scorers), np.nan)
    weights = np.concatenate(list(bootstrap_weights(n, n_trials, seed)))
    for column in range(n_scorers):
        worse, better = scores[pairs.case, column], scores[pairs.clean, column]
        known = ~(np.isnan(worse) | np.isnan(better))
        wins = np.where(known, (better > worse) + 0.5 * (better == worse), 0.0)
        if not known.any():
            continue
        value[column] = wins.sum() / known.sum()
        won, all_pairs = (
            weights @ np.bincount(first, x, n) if pairs.nested else _form(weights, first, second, x)
            for x in (wins, known.astype(np.float64))
        )
        np.divide(won, all_pairs, out=trials[:, column], where=all_pairs > 0)
    return Comparison(value, trials)


def _form(weights: Floats, first: Ints, second: Ints, values: Floats) -> Floats:
    """(trials,): values of pairs, each as often as both of its documents are drawn."""
    n = weights.shape[1]
    table = np.bincount(first * n + second, values, n * n).reshape(n, n)
    form: Floats = ((weights @ table) * weights).sum(axis=1)
    return form


def p_value(difference: float, error: float) -> float:
    """Two-sided, from the normal distribution: resamples alone cannot give a p that is small
    enough for hundreds of tests.

    >>> round(p_value(0.0588, 0.03), 3)
    0.05
    """
    if not error > 0:
        return 1.0 if difference == 0 else float("nan")
    return 2 * NormalDist().cdf(-abs(difference) / error)


def detectable(error: float, n_tests: int = 1) -> float:
    """The AUC that a test would have found with a chance of 80 %, at 5 % over all tests.

    >>> round(detectable(0.03), 3)
    0.584
    """
    normal = NormalDist()
    steps = normal.inv_cdf(1 - ALPHA / 2 / n_tests) + normal.inv_cdf(POWER)
    return 0.5 + steps * error
