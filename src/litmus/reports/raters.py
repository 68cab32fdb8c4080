"""What raters say of the translations on the page: people, judges, and metrics that mark errors.

For every translation: who rated it and with what score, and the errors that they marked. For the
whole suite: how many of each kind, and the mean scores.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from litmus.corpus.numbering import Numbering
from litmus.corpus.rating_index import Rater, RatingIndex, names_of
from litmus.corpus.ratings import ErrorSpan, Rating, errors_of
from litmus.corpus.segment import Segment
from litmus.metrics.base import SPANS, Outputs, SegmentRow, evidence_spans
from litmus.reports.marks import Offsets


@dataclass(frozen=True)
class Ratings:
    """Ratings of the suite's segments, and the score of one; None where it has none."""

    index: RatingIndex
    score: Callable[[Rating], float | None]


@dataclass
class Said:
    """Of some consecutive segments, by system and segment; 0 where there is nothing.

    `errors` has rater, side (1: the source), start, length, kind of one error after the other;
    offsets count UTF-16 units. `rated` has rater, score (or None) of one rating after the other.
    """

    errors: list[list[list[int] | int]]
    rated: list[list[list[Any] | int]]

    @classmethod
    def of(cls, n_systems: int) -> "Said":
        """Nothing yet."""
        return cls([[] for _ in range(n_systems)], [[] for _ in range(n_systems)])

    def add_segments(self, n: int) -> None:
        """Of which nothing is said yet."""
        for lists in (self.errors, self.rated):
            for by_segment in lists:
                by_segment.extend([0] * n)

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return sum(
            len(numbers)
            for lists in (self.errors, self.rated)
            for by_segment in lists
            for numbers in by_segment
            if not isinstance(numbers, int)
        )


@dataclass
class _Sum:
    """Ratings of one system: how many, for how many errors were asked for, how many of these are
    without one, and their scores."""

    n: int = 0
    asked: int = 0
    clean: int = 0
    scored: int = 0
    total: float = 0.0

    def add(self, rating: Rating, score: float | None) -> None:
        self.n += 1
        self.asked += rating.spans is not None
        self.clean += rating.spans is not None and not rating.spans
        if score is not None:
            self.scored += 1
            self.total += score


@dataclass
class Raters:
    """Everybody who says something of a suite's translations, and what they say of it as a whole.

    Those of files come first, metrics when they first mark an error.
    """

    systems: Sequence[str]
    ratings: Ratings | None = None
    kinds: Numbering[tuple[str, str]] = field(default_factory=Numbering)  # severity, category
    errors: Counter[tuple[int, int, int]] = field(default_factory=Counter)  # rater, system, kind
    _metrics: Numbering[str] = field(default_factory=Numbering)
    _sums: dict[tuple[int, int], _Sum] = field(default_factory=dict)  # rater, system
    _means: dict[tuple[str, int], list[float]] = field(default_factory=dict)  # file, system

    @property
    def all(self) -> list[Rater]:
        """In the order of their numbers."""
        given = self.ratings.index.raters if self.ratings else []
        return [*given, *(Rater(name, "", True) for name in self._metrics)]

    def hear_files(
        self, said: Said, done: int, place: int, segments: Sequence[Segment],
        outputs: Sequence[Outputs],
    ) -> None:  # fmt: skip
        """What the files say of the next segments; `done` of the record, `place` of the suite."""
        if self.ratings is None:
            return
        numbers = {name.removeprefix("@"): k for k, name in enumerate(self.systems)}
        scores: dict[tuple[int, str, int], list[float]] = {}
        for at, rater, rating in self.ratings.index.of_segments(place, len(segments)):
            k, system = at - place, numbers[rating.system]
            score = self.ratings.score(rating)
            texts = segments[k].source, outputs[system].hypotheses[k]
            self._hear(said, done + k, rater, system, rating, score, texts)
            if score is not None:
                file = self.ratings.index.raters[rater].file
                scores.setdefault((k, file, system), []).append(score)
        for (_, file, system), own in scores.items():  # several people's are averaged
            mean = self._means.setdefault((file, system), [0.0, 0.0])
            mean[0] += 1
            mean[1] += sum(own) / len(own)

    def hear_metric(
        self, said: Said, done: int, metric: str, system: int, rows: Iterable[SegmentRow],
        segments: Sequence[Segment], outputs: Outputs,
    ) -> None:  # fmt: skip
        """The errors that a metric marks in the next segments."""
        marked: dict[int, list[ErrorSpan]] = {}
        for row in rows:
            if SPANS in row.evidence:
                marked.setdefault(row.segment, []).extend(evidence_spans(metric, row.evidence))
        for k, spans in marked.items():
            given = len(self.ratings.index.raters) if self.ratings else 0
            rater = given + self._metrics[metric]
            rating = Rating(segments[k].id, outputs.system, spans=tuple(spans), metric=metric)
            texts = segments[k].source, outputs.hypotheses[k]
            self._hear(said, done + k, rater, system, rating, None, texts)

    def _hear(
        self, said: Said, at: int, rater: int, system: int, rating: Rating, score: float | None,
        texts: tuple[str, str],
    ) -> None:  # fmt: skip
        self._sums.setdefault((rater, system), _Sum()).add(rating, score)
        shown = None if score is None else round(score, 3)
        _extend(said.rated[system], at, [rater, shown, int(rating.spans is not None)])
        offsets = [Offsets(text) for text in texts] if rating.spans else []
        for first, *_ in errors_of(rating.spans or ()):  # an error in several pieces is one
            self.errors[rater, system, self.kinds[first.severity, first.category]] += 1
        for span in rating.spans or ():
            kind = self.kinds[span.severity, span.category]
            to = offsets[0 if span.in_source else 1]
            start, end = to(span.start), to(span.end)
            _extend(said.errors[system], at, [rater, int(span.in_source), start, end - start, kind])

    def as_data(self) -> dict[str, Any] | None:
        """What the page says of the whole suite; None where nobody says anything."""
        if not self._sums:
            return None
        return {
            "names": names_of(self.all),
            "files": [rater.file for rater in self.all],
            "metrics": [int(rater.is_metric) for rater in self.all],
            "kinds": list(self.kinds),
            "errors": [[*key, n] for key, n in sorted(self.errors.items())],
            "rated": [
                [*key, one.n, one.clean, one.scored,
                 round(one.total / one.scored, 6) if one.scored else None,
                 one.asked]
                for key, one in sorted(self._sums.items())
            ],
            "means": [
                [file, system, int(n), round(total / n, 6)]
                for (file, system), (n, total) in self._means.items()
            ],
        }  # fmt: skip


def _extend(by_segment: list[Any], at: int, numbers: list[Any]) -> None:
    by_segment[at] = [*(by_segment[at] or ()), *numbers]
