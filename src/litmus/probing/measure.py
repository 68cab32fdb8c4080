"""Probes: how a model translates idioms that its encoder reads in more or less context.

Paper: Baziotis et al., EACL 2023, section 4 and appendix D. The encoder states of an idiom come
from the full sentence, from the phrase alone or from each word alone; then (a) chrF of the
translation to the reference, (b) perplexity of the reference, (c) entropy of the decoder over each
reference word, for words linked to the idiom and others separately, (d) distance of the states,
(e) chrF between the translations. All numbers are kept as counts by segment and label.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Protocol

import numpy as np

from litmus.alignment.links import Aligner, Alignment
from litmus.alignment.tokens import tokens
from litmus.arrays import Floats
from litmus.corpus.numbering import Numbering
from litmus.corpus.segment import Segment, Span
from litmus.errors import DataError
from litmus.metrics.base import Batch, Outputs, Setup
from litmus.metrics.formulas import Ratio
from litmus.metrics.overall.surface import ChrF
from litmus.nmt.probing.marked import CONTEXTS, Context, Marked
from litmus.nmt.words import owners
from litmus.stages import Stage
from litmus.stats.tally import Tally
from litmus.wording import option

if TYPE_CHECKING:
    from litmus.nmt.probing.states import Distance
    from litmus.nmt.scoring.scorer import Scored

Value = Callable[[Floats], Floats]
PROBES = ("chrf", "perplexity", "entropy", "distance", "pairwise")
PAIRS: tuple[tuple[Context, Context], ...] = (
    ("full", "phrase"), ("full", "word"), ("phrase", "word"),
)  # fmt: skip
_CHUNK = 1024  # segments at a time


class Probed(Protocol):
    """What `litmus.nmt.probing.probed.ProbedModel` does."""

    @property
    def signature(self) -> str:
        """All that can change a translation or a score."""

    def check(self, request: Marked, name: str) -> None:
        """A DataError if nothing of an idiom reaches the model."""

    def translate(self, context: Context, requests: Sequence[Marked]) -> list[str]:
        """Translations with idioms read in a context."""

    def score(self, context: Context, requests: Sequence[Marked]) -> "Iterator[Scored]":
        """The requests' targets, scored with idioms read in a context."""

    def distances(
        self, one: Context, other: Context, requests: Sequence[Marked]
    ) -> "list[list[Distance]]":
        """How far apart the states of each idiom are in two contexts."""


@dataclass(frozen=True)
class Item:
    """A segment with idioms; for entropy, with `links` to its first reference."""

    segment: Segment
    request: Marked
    links: Alignment | None = None


@dataclass(frozen=True)
class Measure:
    """How counts become a value, for each context or each pair of contexts.

    `words`: idiom or other (entropy), cosine or euclidean (distance). `after` is applied to the
    average over labels: perplexity is averaged as cross-entropy.
    """

    probe: str
    words: str | None
    columns: int
    value: Value
    after: Value = field(default=lambda values: values)
    pairs: bool = False
    higher_is_better: bool | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The contexts, or pairs of them."""
        return tuple(f"{a}, {b}" for a, b in PAIRS) if self.pairs else CONTEXTS


def items(
    segments: Iterable[Segment],
    language: str,
    *,
    references: bool = True,
    aligner: Aligner | None = None,
) -> Iterator[Item]:
    """The segments with idioms, each idiom split into the words of the language.

    An aligner gets all segments, in order: files of links have one line per segment.
    """
    remaining = iter(segments)
    while batch := list(islice(remaining, _CHUNK)):
        links: Sequence[Alignment | None] = [None] * len(batch)
        if aligner is not None:
            links = aligner.align([(s.source, first_reference(s)) for s in batch])
        for segment, alignment in zip(batch, links, strict=True):
            if segment.idioms:
                yield _item(segment, language, references, alignment)


def first_reference(segment: Segment) -> str:
    """The reference that is scored and linked; empty if there is none."""
    return segment.references[0] if segment.references else ""


def _item(segment: Segment, language: str, references: bool, links: Alignment | None) -> Item:
    if references and not segment.references:
        raise DataError(
            f"Segment {segment.id!r} has no reference, but these probes need one.\n"
            f"Add it ({option('references', 'FILE')}), or choose probes that need none "
            f"({option('probes')}): distance, pairwise"
        )
    words = tokens(segment.source, language)
    phrases = tuple(
        tuple(word for span in sorted(idiom.spans) for word in _words(span, words))
        for idiom in segment.idioms
    )
    target = first_reference(segment)
    return Item(segment, Marked(segment.source, target, phrases=phrases), links)


def _words(span: Span, words: Sequence[Span]) -> list[Span]:
    """The words in a span, cut off at its ends; the span itself if it has none."""
    inside = [(max(a, span[0]), min(b, span[1])) for a, b in words if a < span[1] and span[0] < b]
    return inside or [span]


class Probes:
    """The counts of one model: `add` segments in chunks of any size, read `tallies` by measure."""

    def __init__(
        self, model: Probed, languages: tuple[str, str], *, probes: Sequence[str] = PROBES
    ) -> None:
        self._model, self._probes = model, frozenset(probes)
        self._chrf = ChrF(Setup(*languages), {})
        self.measures = [measure for measure in self._measures() if measure.probe in self._probes]
        self.tallies: dict[tuple[str, str | None], list[Tally]] = {
            (measure.probe, measure.words): [Tally(measure.columns) for _ in measure.names]
            for measure in self.measures
        }
        self.labels: Numbering[str] = Numbering()
        self.segments = self.idioms = self.unlinked = 0

    def _measures(self) -> list[Measure]:
        mean = Ratio("sum", "cases", 1.0).on(("sum", "cases"))
        width = len(self._chrf.columns)
        return [
            Measure("chrf", None, width, self._chrf.value, higher_is_better=True),
            Measure("perplexity", None, 3, mean, np.exp, higher_is_better=False),
            Measure("entropy", "idiom", 3, mean, higher_is_better=False),
            Measure("entropy", "other", 3, mean, higher_is_better=False),
            Measure("distance", "cosine", 2, mean, pairs=True),
            Measure("distance", "euclidean", 2, mean, pairs=True),
            Measure("pairwise", None, width, self._chrf.value, pairs=True),
        ]

    def run(self, items: Iterable[Item], progress: Callable[[int], None] | None = None) -> None:
        """Measure all items, a chunk at a time."""
        remaining = iter(items)
        told = Stage("probing", "segments", len(items) if isinstance(items, Sequence) else None)
        while chunk := list(islice(remaining, _CHUNK)):
            for item in chunk:
                self._model.check(item.request, f"Segment {item.segment.id!r}")
            self.add(chunk)
            if progress:
                progress(self.segments)
            told.reach(self.segments)
        told.end()

    def add(self, chunk: Sequence[Item]) -> None:
        """Measure some items."""
        requests = [item.request for item in chunk]
        if self._probes & {"chrf", "pairwise"}:
            self._add_translations(chunk, {c: self._model.translate(c, requests) for c in CONTEXTS})
        if self._probes & {"perplexity", "entropy"}:
            self._add_scores(chunk, requests)
        if "distance" in self._probes:
            for pair, (wide, narrow) in enumerate(PAIRS):
                distances = self._model.distances(narrow, wide, requests)
                self._add_distances(pair, chunk, distances)
        self.segments += len(chunk)
        self.idioms += sum(len(item.segment.idioms) for item in chunk)

    def _add_translations(self, chunk: Sequence[Item], texts: dict[Context, list[str]]) -> None:
        if "chrf" in self._probes:
            references = [item.segment.references[0] for item in chunk]
            for k, context in enumerate(CONTEXTS):
                self._add_chrf("chrf", k, chunk, references, texts[context])
        if "pairwise" in self._probes:
            for k, (wide, narrow) in enumerate(PAIRS):
                self._add_chrf("pairwise", k, chunk, texts[wide], texts[narrow])

    def _add_chrf(
        self,
        probe: str,
        k: int,
        chunk: Sequence[Item],
        references: Sequence[str],
        hypotheses: Sequence[str],
    ) -> None:
        pairs = zip(chunk, references, strict=True)
        segments = [Segment(item.segment.id, item.segment.source, (text,)) for item, text in pairs]
        prepared = self._chrf.prepare(Batch(segments))
        for row in self._chrf.measure(prepared, Outputs("", hypotheses)):
            for label in chunk[row.segment].segment.labels:
                self._count(probe, None, k, row.segment, label, row.counts)

    def _add_scores(self, chunk: Sequence[Item], requests: Sequence[Marked]) -> None:
        if "entropy" in self._probes:
            self.unlinked += sum(
                not _links(item).linked_targets(idiom.spans)
                for item in chunk
                for idiom in item.segment.idioms
            )
        for k, context in enumerate(CONTEXTS):
            for number, scored in enumerate(self._model.score(context, requests)):
                segment = chunk[number].segment
                if "perplexity" in self._probes:
                    counts = (-scored.total, len(scored.log_probs) + 1.0, 1.0)
                    for label in segment.labels:
                        self._count("perplexity", None, k, number, label, counts)
                if "entropy" in self._probes:
                    self._add_entropies(k, number, segment, scored, _links(chunk[number]))

    def _add_entropies(
        self, k: int, number: int, segment: Segment, scored: "Scored", links: Alignment
    ) -> None:
        """Entropies of words: the mean of a word's subwords. The end of the sentence is no word."""
        if not links.target:
            return
        by_word: list[list[float]] = [[] for _ in links.target]
        for word, value in zip(owners(scored.spans, links.target), scored.entropies, strict=True):
            by_word[word].append(float(value))
        means = {word: sum(values) / len(values) for word, values in enumerate(by_word) if values}
        linked = [links.linked_targets(idiom.spans) for idiom in segment.idioms]
        others = set(means) - {word for words in linked for word in words}
        for idiom, words in zip(segment.idioms, linked, strict=True):
            own = [means[word] for word in words if word in means]
            if not own:  # no evidence, also on others: its translation may be among them
                continue
            for name, values in (("idiom", own), ("other", [means[w] for w in sorted(others)])):
                if values:
                    counts = (sum(values), float(len(values)), 1.0)
                    self._count("entropy", name, k, number, idiom.label, counts)

    def _add_distances(
        self, k: int, chunk: Sequence[Item], by_segment: "list[list[Distance]]"
    ) -> None:
        for number, (item, distances) in enumerate(zip(chunk, by_segment, strict=True)):
            for idiom, distance in zip(item.segment.idioms, distances, strict=True):
                for name in ("cosine", "euclidean"):
                    counts = (float(getattr(distance, name)), 1.0)
                    self._count("distance", name, k, number, idiom.label, counts)

    def _count(
        self,
        probe: str,
        words: str | None,
        k: int,
        number: int,
        label: str,
        counts: Sequence[float],
    ) -> None:
        """Add the counts of a segment to a measure in its k-th context, or pair of contexts."""
        tally = self.tallies[probe, words][k]
        tally.add([self.segments + number], [self.labels[label]], np.array([counts]))


def _links(item: Item) -> Alignment:
    assert item.links is not None, "entropy needs links"
    return item.links
