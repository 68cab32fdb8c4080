"""From numbers to a verdict: how likely each of the four is."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from litmus.arrays import Floats
from litmus.metrics.idiom.verdict.comparing import STANDS
from litmus.metrics.idiom.verdict.finding import Numbers

_LEAST = 0.05  # spread
_FAR = 4.0
_FILE = Path(__file__).parent / "data" / "model.json"
LEFT_OUT = 0.65  # chance from which on an idiom counts as left out (docs/metrics/omission.md)
VERDICTS = ("right", "literal", "omitted", "other")


def scaled(x: Floats, mean: Floats, scale: Floats) -> Floats:
    """Beside the mean in units of the spread; what is far out counts no more than 4."""
    clipped: Floats = np.clip((x - mean) / scale, -_FAR, _FAR)
    return clipped


@dataclass(frozen=True)
class Logistic:
    """Chances of several outcomes, from numbers that are scaled first."""

    names: tuple[str, ...]
    mean: Floats
    scale: Floats
    weights: Floats  # one row for each outcome but the first: a constant, then one per number

    @classmethod
    def of(cls, data: dict[str, Any]) -> "Logistic":
        """As it is stored."""
        mean, scale, weights = (np.array(data[key]) for key in ("mean", "scale", "weights"))
        return cls(tuple(data["names"]), mean, scale, weights)

    def chances(self, numbers: Numbers) -> Floats:
        """The first outcome's is what the others leave."""
        own = scaled(np.array([numbers[name] for name in self.names]), self.mean, self.scale)
        heights = np.exp(np.clip(self.weights @ np.concatenate(([1.0], own)), -30, 30))
        everything: Floats = np.concatenate(([1.0], heights))
        everything /= everything.sum()
        return everything


@dataclass(frozen=True)
class Model:
    """Two steps: is it right, and if not, what is wrong with it?

    Languages with verdicts of their own have weights of their own for the first step.
    """

    right: Logistic
    wrong: Logistic
    by_language: Mapping[str, Floats]  # target language -> weights

    @classmethod
    def of(cls, data: dict[str, Any]) -> "Model":
        """As it is stored."""
        own = {code: np.array(weights) for code, weights in data["by_language"].items()}
        return cls(Logistic.of(data["right"]), Logistic.of(data["wrong"]), own)

    def for_language(self, code: str) -> "Model":
        """The model for a target language."""
        weights = self.by_language.get(code)
        if weights is None:
            return self
        return replace(self, right=replace(self.right, weights=weights))

    def verdict(
        self, numbers: Numbers, taken_literally: float = 0.0, omitted: float = 0.0
    ) -> tuple[str, dict[str, float]]:
        """The likeliest verdict, and the chance of each; numbers are normalised.

        Right or wrong is decided first: a translation that is likely wrong is not called right
        because nobody knows how it is wrong. `taken_literally` is the chance that the words were
        no idiom, and translated as they stand; `omitted` that nothing stands for them, which counts
        only if it is high.
        """
        is_right = float(self.right.chances(numbers)[1])
        is_right += (1 - is_right) * taken_literally
        kinds = self.wrong.chances(numbers) * (1 - is_right)
        chances = dict(zip(VERDICTS, (is_right, *map(float, kinds)), strict=True))
        if omitted >= LEFT_OUT:
            chances = {name: chance * (1 - omitted) for name, chance in chances.items()}
            chances["omitted"] += omitted
            return "omitted", chances
        wrong = max(VERDICTS[1:], key=lambda name: chances[name])
        return (VERDICTS[0] if is_right >= 0.5 else wrong), chances


def normalised(numbers: Numbers, profile: Mapping[str, Sequence[float]]) -> Numbers:
    """The numbers as they are beside those of plain phrases in the same pair of languages.

    >>> normalised({"coverage": 0.5, "empty": 0.0}, {"coverage": [0.75, 0.25]})
    {'coverage': -1.0, 'empty': 0.0}
    """
    found = dict(numbers)
    for name, (mean, spread) in profile.items():
        if name in found:
            found[name] = (found[name] - mean) / max(_LEAST, spread)
    return found


@dataclass(frozen=True)
class Models:
    """For an output alone and for one beside others; and what is known of languages."""

    version: str
    alone: Model
    company: Model
    omission: Logistic
    often_literal: Mapping[str, float]  # by target language: see `Signs`
    profiles: Mapping[str, Mapping[str, Sequence[float]]]  # by pair: mean and spread of numbers

    def omitted(self, numbers: Numbers, pair: str) -> float:
        """The chance that an idiom was left out, for a pair such as en-fr.

        An equivalent whose words stand together is proof that it was not.
        """
        if numbers["equivalent_close"] >= STANDS:
            return 0.0
        return float(self.omission.chances(normalised(numbers, self.profiles.get(pair, {})))[1])


@lru_cache(maxsize=1)
def load_models() -> Models:
    """What ships."""
    data = json.loads(_FILE.read_text(encoding="utf-8"))
    alone, company = (Model.of(data[name]) for name in ("alone", "company"))
    omission = Logistic.of(data["omission"])
    return Models(
        data["version"], alone, company, omission, data["often_literal"], data["profiles"]
    )
