"""Formulas: the value of summed counts, as a function here and as data for the report page.

The page computes a metric anew for the segments that its reader has filtered, so it needs the
formula itself. `frontend/src/numbers/values.ts` knows the same kinds.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np

from litmus.arrays import Floats


def signed_columns(expression: str) -> list[tuple[str, int]]:
    """The columns of a sum, each with its sign.

    >>> signed_columns("correct-extra"), signed_columns("idioms")
    ([('correct', 1), ('extra', -1)], [('idioms', 1)])
    """
    parts = expression.replace("-", "+-").split("+")
    return [(part.removeprefix("-"), -1 if part.startswith("-") else 1) for part in parts]


@dataclass(frozen=True)
class Formula(ABC):
    """A value of summed counts (..., columns) -> (...); nan is no evidence.

    A metric's class names columns only; `on` ties the formula to all columns of the metric, in
    order, which makes it callable.
    """

    columns: tuple[str, ...] = field(default=(), kw_only=True)

    def on(self, columns: Sequence[str]) -> Self:
        """The same formula, tied to the columns of a metric."""
        return replace(self, columns=tuple(columns))

    @abstractmethod
    def __call__(self, totals: Floats) -> Floats: ...

    @abstractmethod
    def as_data(self) -> dict[str, Any]:
        """The formula for the page; its `kind` says which."""


@dataclass(frozen=True)
class Ratio(Formula):
    """scale x one sum of columns / another; `a+b` adds columns, `a-b` subtracts them."""

    over: str
    under: str
    scale: float = 100.0

    def __call__(self, totals: Floats) -> Floats:
        """nan where there is nothing below."""
        top, bottom = self.parts(totals)
        undefined = np.full(top.shape, np.nan)
        value: Floats = np.divide(top, bottom, out=undefined, where=bottom > 0)
        return value

    def parts(self, totals: Floats) -> tuple[Floats, Floats]:
        """What is above, scale included, and what is below."""
        return self.scale * self._sum(self.over, totals), self._sum(self.under, totals)

    def _sum(self, expression: str, totals: Floats) -> Floats:
        terms = (
            sign * totals[..., self.columns.index(name)]
            for name, sign in signed_columns(expression)
        )
        return np.asarray(sum(terms))

    def as_data(self) -> dict[str, Any]:
        """Each sum as one weight per column."""
        over, under = self._weights(self.over), self._weights(self.under)
        return {"kind": "ratio", "scale": self.scale, "over": over, "under": under}

    def _weights(self, expression: str) -> list[int]:
        weights = dict.fromkeys(self.columns, 0) | dict(signed_columns(expression))
        return list(weights.values())


@dataclass(frozen=True)
class NGramPrecision(Formula):
    """BLEU: the mean of n-gram precisions with exponential smoothing, and a brevity penalty.

    Columns: length of the hypothesis and of the reference, correct n-grams by order, all n-grams
    by order, cases. `effective`: orders without any n-gram are left out, as for one sentence.
    """

    orders: int = 4
    effective: bool = False

    def __call__(self, totals: Floats) -> Floats:
        """For any number of sums at once."""
        correct = totals[..., 2 : 2 + self.orders]
        total = totals[..., 2 + self.orders : 2 + 2 * self.orders]
        empty = np.cumsum(total == 0, axis=-1) > 0
        missing = (correct == 0) & ~empty
        halvings = np.power(2.0, np.cumsum(missing, axis=-1))
        safe = np.where(total > 0, total, 1.0)
        precision = np.where(missing, 1.0 / (halvings * safe), correct / safe)
        with np.errstate(divide="ignore"):
            logs = np.where(empty, -np.inf, np.log(precision))
            length, reference = totals[..., 0], totals[..., 1]
            ratio = np.divide(
                reference, length, out=np.full(length.shape, np.inf), where=length > 0
            )
            brevity = np.where(length < reference, np.exp(1 - ratio), 1.0)
            mean = logs.mean(axis=-1)
            if self.effective:
                there = np.maximum((~empty).sum(axis=-1), 1)
                mean = np.where(empty, 0.0, logs).sum(axis=-1) / there
            score = 100 * brevity * np.exp(mean)
        score = np.where(correct.any(axis=-1), score, 0.0)
        return np.where(totals[..., -1] > 0, score, np.nan)

    def as_data(self) -> dict[str, Any]:
        """The number of orders."""
        return {"kind": "ngram-precision", "orders": self.orders}


@dataclass(frozen=True)
class NGramF(Formula):
    """chrF: the F-score of the mean precision and recall over the n-gram orders that occur.

    Columns: n-grams of the hypothesis, of the reference, and of both, order by order; cases.
    """

    beta: float = 2.0

    def __call__(self, totals: Floats) -> Floats:
        """For any number of sums at once."""
        statistics = totals[..., :-1].reshape(*totals.shape[:-1], -1, 3)
        hypothesis, reference, match = (statistics[..., i] for i in range(3))
        occurs = (hypothesis > 0) & (reference > 0)
        orders = np.maximum(occurs.sum(axis=-1), 1)

        def mean(below: Floats) -> Floats:
            share = np.divide(match, below, out=np.zeros(match.shape), where=occurs)
            return np.asarray(share.sum(axis=-1) / orders)

        precision, recall = mean(hypothesis), mean(reference)
        weight = self.beta**2
        bottom = weight * precision + recall
        score = np.divide(
            (1 + weight) * precision * recall, bottom, out=np.zeros(bottom.shape), where=bottom > 0
        )
        return np.where(totals[..., -1] > 0, 100 * score, np.nan)

    def as_data(self) -> dict[str, Any]:
        """The weight of recall."""
        return {"kind": "ngram-f", "beta": self.beta}


@dataclass(frozen=True)
class EditRate(Formula):
    """TER: edits per reference word, in percent; without reference words any edit is 100.

    Columns: edits, words of the reference, cases.
    """

    def __call__(self, totals: Floats) -> Floats:
        """For any number of sums at once."""
        edits, length = totals[..., 0], totals[..., 1]
        alone = np.where(edits > 0, 100.0, 0.0)
        score = np.divide(100 * edits, length, out=alone, where=length > 0)
        return np.where(totals[..., -1] > 0, score, np.nan)

    def as_data(self) -> dict[str, Any]:
        """Its kind says all."""
        return {"kind": "edit-rate"}
