"""Sequential decisions: is a value on the whole suite on the good side, before all is drawn?

Units (segments or documents) are drawn without replacement, in random order, from a suite of known
size. Somebody who doubts the claim "it is on the good side" bets against us at fair odds; where our
capital has grown to 1 / alpha, the doubt is refuted, however often we look (Ville's inequality):
a wrong decision has at most chance alpha, whenever we stop. So has one on the bad side.

`Bets` are exact: for a mean of numbers with known bounds (Waudby-Smith and Ramdas 2020, 2024).
`NormalBets` are for any smooth value of summed counts, such as BLEU, and hold for many units
(Waudby-Smith et al. 2021; Robbins 1970).
"""

import math
from collections.abc import Iterator

import numpy as np

from litmus.arrays import Floats
from litmus.stats.averages import Value

FEWEST_UNITS = 30  # drawn before a sum is taken to be normal; docs/measured/sequential.md
_STAKES = np.geomspace(0.005, 0.95, 16)  # shares of the highest bet; each holds an equal purse
_NOISE = 1e-9
_STEP = 1e-4  # of a sum, for the slope of a value
FIRST_BATCH = 32
_GROWTH = 4  # a batch is a quarter of what is drawn already: few looks, little drawn in vain


def next_batch(drawn: int) -> int:
    """How many units are drawn before one looks again.

    >>> next_batch(0), next_batch(32), next_batch(400)
    (32, 8, 100)
    """
    return drawn // _GROWTH if drawn else FIRST_BATCH


def batch_ends(size: int) -> Iterator[int]:
    """After how many units of `size` one looks, if all are drawn.

    >>> list(batch_ends(100))
    [32, 40, 50, 62, 77, 96, 100]
    """
    drawn = 0
    while drawn < size:
        drawn = min(size, drawn + next_batch(drawn))
        yield drawn


class Bets:
    """Whether the sum of a population of `size` numbers from `low` to `high` is above or below 0.

    `decided` is True for above, False for below, None as long as it is open. At every draw the
    odds are fair if the sum is 0, and against us if it is on the other side.
    """

    kind = "exact"

    def __init__(self, size: int, low: float, high: float, *, alpha: float) -> None:
        self._size, self._low, self._high = size, low, high
        self._needed = -math.log(alpha)
        self._drawn, self._sum = 0, 0.0
        self._purses = np.zeros((2, len(_STAKES)))  # logs; of bets on above, and on below
        self.decided: bool | None = None

    def add(self, values: Floats) -> None:
        """The next numbers, in the order they were drawn."""
        if self.decided is not None or not len(values):
            return
        room = _NOISE * (self._high - self._low)
        assert self._low - room <= values.min() and values.max() <= self._high + room
        before = self._sum + np.concatenate([[0.0], np.cumsum(values)[:-1]])
        left = self._size - self._drawn - np.arange(len(values))
        fair = -before / left  # the mean of what is left, if all sum up to 0
        firsts = [
            self._first(0, values - fair, fair - self._low),
            self._first(1, fair - values, self._high - fair),
        ]
        self._drawn += len(values)
        self._sum += float(values.sum())
        if min(firsts) < math.inf:
            self.decided = firsts[0] <= firsts[1]
        else:
            self.decided = self._certain()

    def _certain(self) -> bool | None:
        """What the rest cannot change any more, though all of it were at its bound."""
        left = self._size - self._drawn
        reach = _NOISE * (self._high - self._low) * self._size
        if self._sum + left * self._low > reach:
            return True
        return False if self._sum + left * self._high < -reach else None

    @property
    def capital(self) -> tuple[float, float]:
        """What bets on above and on below have made of 1, by now."""
        above, below = np.exp(self._purses).mean(axis=1)
        return float(above), float(below)

    def _first(self, side: int, gains: Floats, most: Floats) -> float:
        """At which of the new numbers one side is refuted; `most` is what a bet can lose."""
        is_open = most > _NOISE * (self._high - self._low)
        shares = np.where(is_open, gains / np.where(is_open, most, 1.0), 0.0)
        logs = np.log1p(_STAKES[:, None] * np.maximum(shares, -1.0))
        purses = self._purses[side][:, None] + np.cumsum(logs, axis=1)
        self._purses[side] = purses[:, -1]
        top = purses.max(axis=0)
        capital = top + np.log(np.exp(purses - top).mean(axis=0))
        rich = np.flatnonzero(capital >= self._needed)
        return float(rich[0]) if len(rich) else math.inf


class Moments:
    """Sums and products of rows of counts: all that is needed to know how sure a value is."""

    def __init__(self, width: int) -> None:
        self.n = 0
        self.sums = np.zeros(width)
        self._products = np.zeros((width, width))

    def add(self, rows: Floats) -> None:
        """More rows."""
        self.n += len(rows)
        self.sums = self.sums + rows.sum(axis=0)
        self._products = self._products + rows.T @ rows

    def spread(self, value: Value) -> float:
        """The standard deviation of what one row contributes to a value of the sums, times `n`
        (the delta method): over sqrt(n), it is the standard error of the value."""
        moving = np.flatnonzero(self._products.diagonal())  # a count that is always 0 has no part
        steps = _STEP * np.maximum(np.abs(self.sums), 1.0)[moving]
        shifts = np.zeros((len(moving), len(self.sums)))
        shifts[np.arange(len(moving)), moving] = steps
        slopes = (value(self.sums + shifts) - value(self.sums - shifts)) / (2 * steps)
        products = (self._products - np.outer(self.sums, self.sums) / self.n)[moving][:, moving]
        variance = slopes @ products @ slopes / max(1, self.n - 1)
        return self.n * math.sqrt(max(0.0, float(variance)))


class NormalBets:
    """Whether a value of the summed counts of `size` units is above or below 0, for many units.

    `errors` are for a test on the whole population: how many of its own standard errors there the
    value has to be above, and below how many it is not; a test that is corrected for others may
    leave a gap between the two.
    """

    kind = "asymptotic"

    def __init__(
        self,
        size: int,
        value: Value,
        width: int,
        *,
        alpha: float,
        errors: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        self._size, self._value, self._errors = size, value, errors
        self._needed = -math.log(alpha)
        # Sharpest where a quarter has been drawn.
        self._scale = math.sqrt((2 * self._needed + math.log(2 * self._needed + 1)) / (size / 3))
        self._moments = Moments(width)
        self.decided: bool | None = None

    def add(self, rows: Floats, *, look: bool = True) -> None:
        """Counts of the next units; if one may `look`, it is decided on all of them together."""
        if self.decided is not None:
            return
        moments = self._moments
        moments.add(rows)
        left = self._size - moments.n
        if not look or moments.n < FEWEST_UNITS or left <= 0:
            return
        spread = moments.spread(self._value)
        if not (spread > 0 and math.isfinite(spread)):
            return
        found = float(self._value(moments.sums)) / spread
        above, below = (found - errors / math.sqrt(self._size) for errors in self._errors)
        worth = self._size * moments.n / left  # draws with replacement that tell as much
        if above > 0 and self._log_capital(above, worth) >= self._needed:
            self.decided = True
        elif below < 0 and self._log_capital(-below, worth) >= self._needed:
            self.decided = False

    def _log_capital(self, distance: float, n: float) -> float:
        """Of a mixture of one-sided bets whose sizes are half normal, against independent draws of
        variance 1 whose mean is so far from what is doubted."""
        total, spread = distance * n * self._scale, math.sqrt(1 + self._scale**2 * n)
        above = 0.5 * math.erfc(-total / spread / math.sqrt(2))
        return math.log(2 * above / spread) + (total / spread) ** 2 / 2
