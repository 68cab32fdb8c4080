"""What an error costs: an MQM score from error spans."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources

from litmus.corpus.ratings import ErrorSpan, Rating
from litmus.errors import DataError
from litmus.files.toml_tables import read_table

_NONE = 0.0


@dataclass(frozen=True, slots=True)
class ErrorWeights:
    """Severity, or severity/category -> cost."""

    version: int
    weights: Mapping[str, float] = field(default_factory=dict)

    def cost(self, where: str, span: ErrorSpan) -> float:
        """Of one error; what its file says goes first."""
        if span.penalty is not None:
            return span.penalty
        parts = [span.severity.lower(), *span.category.lower().split("/")]
        while parts:
            if (found := self.weights.get("/".join(parts))) is not None:
                return found
            parts.pop()
        raise DataError(
            f"{where}: no weight is known for an error of severity {span.severity!r}.\n"
            f"Known: {', '.join(key for key in self.weights if '/' not in key)}"
        )

    def score(self, rating: Rating) -> float | None:
        """The rating's own score, or what its errors cost, below 0; higher is better.

        >>> spans = (ErrorSpan(0, 3, "Fluency/Grammar", "Minor"), ErrorSpan(5, 9, "", "major"))
        >>> mqm_weights().score(Rating("1", "mine", spans=spans))
        -6.0
        """
        if rating.score is not None or rating.spans is None:
            return rating.score
        return _NONE - sum(self.cost(rating.where, span) for span in rating.spans)


@cache
def mqm_weights() -> ErrorWeights:
    """WMT's."""
    with resources.as_file(resources.files("litmus.annotate") / "weights" / "mqm.toml") as path:
        return read_table(path, ErrorWeights)
