"""Scores of people and metrics as matrices (systems, segments); nan where there is none."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

import numpy as np

from litmus.annotate.error_weights import mqm_weights
from litmus.arrays import Floats, Ints
from litmus.corpus.formats.appraise import whole_documents
from litmus.corpus.ratings import Rating
from litmus.errors import DataError
from litmus.wording import count, did_you_mean, option

Resampled = Callable[[Floats], Floats]  # weights of documents (draws, documents) -> system scores


@dataclass(frozen=True)
class Segments:
    """The segments that may be scored: their ids, and the number of each one's document."""

    ids: tuple[str, ...]
    documents: Ints
    names: tuple[str, ...] = ()  # of documents, where they are known

    @property
    def n_documents(self) -> int:
        """How many documents there are."""
        return int(self.documents.max(initial=-1)) + 1

    def by_document(self, values: Floats) -> Floats:
        """Sums over the segments of each document, of values (segments, ...)."""
        sums = np.zeros((self.n_documents, *values.shape[1:]))
        np.add.at(sums, self.documents, values)
        return sums


@dataclass(frozen=True)
class HumanScores:
    """What people say: scores by segment and of whole systems, and every rating."""

    name: str
    systems: tuple[str, ...]
    segments: Segments
    scores: Floats
    totals: Floats
    ratings: tuple[Rating, ...] = ()
    digest: str = ""

    @property
    def n_rated(self) -> int:
        """Segments with a score for some system."""
        return int((~np.isnan(self.scores)).any(axis=0).sum())


@dataclass(frozen=True)
class MetricScores:
    """What a metric says, turned so that higher is better.

    `resampled` gives its scores of systems on a resample of documents; None where the score of a
    system cannot be had from those of segments.
    """

    name: str
    scores: Floats | None
    totals: Floats
    resampled: Resampled | None = None
    signature: str = ""


def make_segments(ids: Sequence[str], documents: Iterable[str | None]) -> Segments:
    """A segment without a document is one of its own."""
    numbers: dict[str, int] = {}
    places = []
    for identity, document in zip(ids, documents, strict=True):
        key = f"segment {identity}" if document is None else f"document {document}"
        places.append(numbers.setdefault(key, len(numbers)))
    names = tuple(key.partition(" ")[2] for key in numbers)
    return Segments(tuple(ids), np.array(places, np.int64), names)


def human_scores(
    ratings: Iterable[Rating],
    segments: Segments | None,
    name: str = "scores",
    *,
    only: Sequence[str] | None = None,
) -> tuple[HumanScores, list[str]]:
    """Ratings as a matrix; those of several people are averaged. `only` these systems, if given.

    `segments` are those of the suite; without one, those that were rated. Notes say what was left
    out.
    """
    rows = [rating for rating in ratings if rating.metric is None]
    notes: list[str] = []
    if any(not rating.id for rating in rows):
        rows, notes = _placed(rows, segments)
    if not rows:
        raise DataError("There is no human score in the input; nothing can be compared.")
    known = segments or _of_ratings(rows)
    systems = tuple(dict.fromkeys(rating.system for rating in rows))
    if only is not None:
        systems = tuple(system for system in systems if system in only)
        left = {rating.system for rating in rows} - set(systems)
        if left:
            notes.append(f"No output, so left out: {', '.join(sorted(left))}.")
        rows = [rating for rating in rows if rating.system in systems]
    scores, digest = _averaged(rows, systems, known)
    totals = nan_mean(scores)
    return HumanScores(name, systems, known, scores, totals, tuple(rows), digest), notes


def _averaged(
    rows: Sequence[Rating], systems: Sequence[str], known: Segments
) -> tuple[Floats, str]:
    weights = mqm_weights()
    places = {identity: k for k, identity in enumerate(known.ids)}
    numbers = {system: k for k, system in enumerate(systems)}
    shape = len(systems), len(known.ids)
    sums, n = np.zeros(shape), np.zeros(shape)
    seen: dict[tuple[str, str, str], str] = {}
    digest = blake2b(digest_size=4)
    for rating in rows:
        key = rating.id, rating.system, rating.annotator
        if key in seen:
            raise DataError(
                f"{rating.where}: {rating.annotator or 'the annotator'} has scored {rating.id!r} "
                f"of {rating.system!r} before ({seen[key]}).\nGive one rating each."
            )
        seen[key] = rating.where
        if rating.id not in places:
            raise DataError(
                f"{rating.where}: the suite has no segment {rating.id!r}."
                f"{did_you_mean(rating.id, known.ids)}\n"
                f"Give the suite that was rated: {option('suite', 'SUITE')}"
            )
        score = weights.score(rating)
        if score is not None:
            place = numbers[rating.system], places[rating.id]
            sums[place] += score
            n[place] += 1
        digest.update(repr((key, score)).encode())
    scores: Floats = np.divide(sums, n, out=np.full(shape, np.nan), where=n > 0)
    return scores, digest.hexdigest()


def _of_ratings(rows: Sequence[Rating]) -> Segments:
    documents = {rating.id: rating.document for rating in rows}
    return make_segments(list(documents), documents.values())


def _placed(rows: Sequence[Rating], segments: Segments | None) -> tuple[list[Rating], list[str]]:
    """Ratings by document and position, by id."""
    if segments is None:
        raise DataError(
            f"{rows[0].where}: these ratings name documents, not segments.\n"
            f"Give the suite that was rated: {option('suite', 'SUITE')}"
        )
    first: dict[str, int] = {}
    sizes: dict[str, int] = {}
    for place, number in enumerate(segments.documents):
        document = segments.names[number]
        first.setdefault(document, place)
        sizes[document] = sizes.get(document, 0) + 1
    kept, left = whole_documents(rows, sizes)
    notes = []
    if left:
        notes.append(
            f"{count(left, 'rating')} of documents that are not in the suite, or were not rated "
            "whole, are left out: the file does not say which segments they are of."
        )
    placed = []
    for rating in kept:
        place = first[rating.document or ""] + (rating.position or 1) - 1
        placed.append(replace(rating, id=segments.ids[place]))
    return placed, notes


def nan_mean(scores: Floats) -> Floats:
    """The mean of each row, nan where there is nothing."""
    known = ~np.isnan(scores)
    n = known.sum(axis=-1)
    sums = np.where(known, scores, 0.0).sum(axis=-1)
    means: Floats = np.divide(sums, n, out=np.full(n.shape, np.nan), where=n > 0)
    return means


def matrix(
    found: Mapping[str, Mapping[str, float]], systems: Sequence[str], ids: Sequence[str]
) -> Floats:
    """Scores by system and id, in order."""
    return np.array(
        [[found.get(system, {}).get(identity, np.nan) for identity in ids] for system in systems]
    ).reshape(len(systems), len(ids))


def resampled_means(scores: Floats, segments: Segments) -> Resampled:
    """Means over the segments of the documents that are drawn."""
    known = ~np.isnan(scores)
    sums = segments.by_document(np.where(known, scores, 0.0).T)
    n = segments.by_document(known.T.astype(float))

    def means(weights: Floats) -> Floats:
        below = weights @ n
        drawn: Floats = np.divide(
            weights @ sums, below, out=np.full(below.shape, np.nan), where=below > 0
        )
        return drawn

    return means
