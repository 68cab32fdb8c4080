"""Ratings as arrays, and the designs that say which outputs may be compared.

matched       same system, source of about the same length
same segment  same segment, same rater: another system's output
one more      same segment, same rater, and the same penalty for all errors of other kinds; an
              output may have other errors, if its partner has as many of them by weight
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from experiments.blind_spots.auc import Pairs, pairs_within
from experiments.blind_spots.evalset import EvalSet, Rating
from experiments.blind_spots.kinds import (
    CATEGORIES,
    IDIOM,
    KIND_OF,
    PRONOUN,
    Spans,
    idiom_test,
    pronoun_test,
)

from litmus.arrays import Bools, Floats, Ints

MATCHED, SAME_SEGMENT, ONE_MORE = "matched", "same segment", "one more"
DESIGNS = (MATCHED, SAME_SEGMENT, ONE_MORE)
_PARTS = 5  # of the lengths of sources
_EXACT = 100  # penalties have at most two decimals


@dataclass(frozen=True)
class Rows:
    """One row for each rating."""

    system: Ints
    segment: Ints
    document: Ints
    rater: Ints
    raters: tuple[str, ...]  # names, by number
    length: Ints  # the fifth that the source is in
    clean: Bools
    major: Bools  # has a major error
    only: Mapping[str, Bools]  # all errors are of the kind
    penalty: Floats  # MQM's, of all errors
    own_penalty: Mapping[str, Floats]  # of the errors of the kind

    @cached_property
    def halves(self) -> dict[str, Bools]:
        """Documents with odd and even numbers, from 0 in the order of the set: the halves of
        experiments/consistency, which develops on odd ones."""
        return {"odd": self.document % 2 == 1, "even": self.document % 2 == 0}

    def pairs(self, design: str, kind: str, chosen: Bools) -> Pairs:
        """Outputs with errors of a kind, each with the outputs that it is compared with."""
        if design == ONE_MORE:
            own = self.own_penalty[kind]
            others = np.rint((self.penalty - own) * _EXACT).astype(np.int64)
            stratum = _numbered(self.segment, self.rater, others)
            return pairs_within(stratum, (own > 0) & chosen, own == 0, nested=True)
        if design == SAME_SEGMENT:
            stratum = _numbered(self.segment, self.rater)
        else:
            stratum = _numbered(self.system, self.length)
        nested = design == SAME_SEGMENT
        return pairs_within(stratum, self.only[kind] & chosen, self.clean, nested=nested)

    def without(self, left_out: Bools) -> "Rows":
        """No such row is compared: it is neither clean nor of any kind."""
        kept = ~left_out
        return replace(
            self,
            clean=self.clean & kept,
            only={kind: rows & kept for kind, rows in self.only.items()},
        )


def read_rows(evalset: EvalSet, idioms: Spans) -> Rows:
    """The ratings of a language pair; `idioms` are the places of their translations."""
    ratings, documents = evalset.ratings, list(dict.fromkeys(evalset.documents))
    number = {document: place for place, document in enumerate(documents)}
    systems = list(evalset.outputs)
    raters = tuple(sorted({rating.rater for rating in ratings}))
    segment = np.array([rating.segment for rating in ratings])
    only, own = _kinds(evalset, ratings, idioms)
    return Rows(
        system=np.array([systems.index(rating.system) for rating in ratings]),
        segment=segment,
        document=np.array([number[evalset.documents[place]] for place in segment]),
        rater=np.array([raters.index(rating.rater) for rating in ratings]),
        raters=raters,
        length=_fifths(evalset.sources, segment)[segment],
        clean=np.array([not rating.errors for rating in ratings]),
        major=np.array([any(e.severity == "major" for e in rating.errors) for rating in ratings]),
        only=only,
        penalty=np.array([sum(e.weight for e in rating.errors) for rating in ratings], float),
        own_penalty=own,
    )


def scores_of(evalset: EvalSet, rows: Rows, tables: Mapping[str, Floats]) -> Floats:
    """(rows, scorers): tables are (systems, segments)."""
    return np.stack([table[rows.system, rows.segment] for table in tables.values()], axis=1)


def _kinds(
    evalset: EvalSet, ratings: Sequence[Rating], idioms: Spans
) -> tuple[dict[str, Bools], dict[str, Floats]]:
    """Which ratings have errors of a kind alone, and the penalty of those errors in each rating."""
    tests = {PRONOUN: pronoun_test(evalset), IDIOM: idiom_test(idioms)}
    names = (*CATEGORIES, *tests)
    counts = {kind: np.zeros(len(ratings)) for kind in names}
    own = {kind: np.zeros(len(ratings)) for kind in names}
    for row, rating in enumerate(ratings):
        for error in rating.errors:
            kinds = [kind for kind, test in tests.items() if test(rating, error)]
            if error.category in KIND_OF:
                kinds.append(KIND_OF[error.category])
            for kind in kinds:
                counts[kind][row] += 1
                own[kind][row] += error.weight
    n_errors = np.array([len(rating.errors) for rating in ratings])
    only = {kind: (found > 0) & (found == n_errors) for kind, found in counts.items()}
    return only, own


def _fifths(sources: Sequence[str], rated: Ints) -> Ints:
    """Which fifth of the rated segments each segment's source is in, by characters."""
    lengths = np.array([len(source) for source in sources])
    bounds = np.quantile(lengths[np.unique(rated)], np.arange(1, _PARTS) / _PARTS)
    return np.searchsorted(bounds, lengths, "right")


def _numbered(*columns: Ints) -> Ints:
    """A number for each distinct row of the columns."""
    return np.unique(np.stack(columns, axis=1), axis=0, return_inverse=True)[1].reshape(-1)
