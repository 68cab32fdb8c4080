"""The work on source sentences, done once for all systems that translate them."""

from collections.abc import Mapping, Sequence
from itertools import groupby, repeat
from typing import NamedTuple

from litmus.discourse.antecedents.load import load_resolver
from litmus.discourse.antecedents.resolver import Antecedent
from litmus.discourse.gaps.detector import load_detector
from litmus.discourse.gaps.gap import Gap
from litmus.discourse.phenomena.phenomenon import Need
from litmus.discourse.phenomena.registry import find_phenomenon
from litmus.discourse.sentences import sentences_of
from litmus.language.analysers import load_analyser
from litmus.language.analysis import Sentence, finish, in_step

_LOOK_BACK = 3  # sentences of a document that the resolver sees again with the next batch


class Item(NamedTuple):
    """A segment of a document, one sentence or more, and what it is called."""

    document: str
    source: str
    target: str
    segment: str = ""


class SourceSentence(NamedTuple):
    """What is known of a source sentence, whatever its translation."""

    sentence: Sentence
    antecedents: Mapping[int, Antecedent]
    gaps: Sequence[Gap]


SourceSegment = tuple[SourceSentence, ...]  # none if it is blank


class SourceSide:
    """Source sentences with what the phenomena need to know of them.

    Systems are tagged in step, batch by batch: the last batch is remembered.
    """

    def __init__(
        self,
        language: str,
        phenomena: Sequence[str],
        *,
        analyser: str = "embedded",
        resolver: str = "embedded",
        detector: str = "embedded",
    ) -> None:
        needs = {need for name in phenomena for need in find_phenomenon(name).needs}
        self._language = language
        self._analyser = in_step(load_analyser(analyser, language))
        self._resolver = load_resolver(resolver) if Need.ANTECEDENTS in needs else None
        self._detector = load_detector(detector) if Need.GAPS in needs else None
        self._document: str | None = None
        self._context: list[Sentence] = []
        self._last_key: tuple[int, list[tuple[str, str]]] | None = None
        self._last: list[SourceSegment] = []

    @property
    def any_order(self) -> bool:
        """Whether documents may be read in any order, by any process."""
        parts = (self._analyser, self._resolver)
        return all(getattr(part, "any_order", False) for part in parts if part is not None)

    @property
    def signature(self) -> str:
        """Analyser, resolver and detector."""
        parts = (self._analyser, self._resolver, self._detector)
        return "+".join(part.signature for part in parts if part is not None)

    def read(self, items: Sequence[Item], start: int) -> list[SourceSegment]:
        """What is known of the sources of these pairs; `start` pairs have been read before them."""
        key = (start, [(item.document, item.source) for item in items])
        if key == self._last_key:
            return self._last
        segments = sentences_of(self._analyser, [item.source for item in items], self._language)
        sentences = [sentence for segment in segments for sentence in segment]
        gaps = iter(self._detector.find(sentences) if self._detector else repeat(()))
        found: list[SourceSegment] = []
        for document, group in groupby(range(len(items)), key=lambda n: items[n].document):
            if document != self._document:
                self._document, self._context = document, []
            own = [segments[n] for n in group]
            antecedents = iter(
                self._resolved([sentence for segment in own for sentence in segment])
            )
            found += (
                tuple(SourceSentence(one, next(antecedents), next(gaps)) for one in segment)
                for segment in own
            )
        self._last_key, self._last = key, found
        return found

    def finish(self) -> None:
        """After the last pair: a file of analyses may have sentences left over."""
        finish(self._analyser)

    def _resolved(self, sentences: list[Sentence]) -> list[dict[int, Antecedent]]:
        if self._resolver is None:
            return [{} for _ in sentences]
        passage = [*self._context, *sentences]
        antecedents = self._resolver.resolve(passage)[len(self._context) :]
        self._context = passage[-_LOOK_BACK:]
        return antecedents
