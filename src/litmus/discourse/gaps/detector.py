"""Where an English sentence leaves out a verb phrase or a noun.

A *verb phrase* is missing after its auxiliary ("I don't know if he will"; "so do I"; "I'd love
to"; "taller than you are"), a *noun phrase* after its determiner, numeral or possessive ("I'll
take two"; "mine is better than Mary's"; "the first was dull"). Tag questions ("isn't it?") are
set phrases, partitives ("two of them") name their noun, and what was moved is not missing ("I know
what it is"): none of these is a gap.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple, get_args

from litmus.discourse.gaps.candidates import candidates
from litmus.discourse.gaps.classifier import Classifier, read_classifiers
from litmus.discourse.gaps.gap import Gap, GapKind
from litmus.discourse.gaps.nouns import noun_features
from litmus.discourse.gaps.verbs import verb_features
from litmus.discourse.gaps.view import SentenceView
from litmus.language.analysis import Sentence
from litmus.plugins.registry import Entry, Makers

DETECTORS: "Makers[EllipsisDetector]" = Makers(
    "ellipsis detector",
    [Entry("embedded", "litmus.discourse.gaps.detector:embedded", "comes with litmus; English")],
    methods=("signature", "find"),
)
KINDS: tuple[GapKind, ...] = get_args(GapKind)
_FEATURES = {"verb phrase": verb_features, "noun phrase": noun_features}
_BATCH = 4096  # candidates scored at once


class _Candidate(NamedTuple):
    """A word of a sentence after which something may be missing."""

    sentence: int
    licensor: int
    features: list[str]


class EllipsisDetector:
    """Candidates by rule, decided by a classifier; each sentence is judged by itself."""

    def __init__(self, version: int, classifiers: Mapping[GapKind, Classifier]) -> None:
        self._version = version
        self._classifiers = classifiers

    @property
    def signature(self) -> str:
        """Name and version, for the signatures of metrics."""
        return f"ellipsis.v{self._version}"

    def find(self, sentences: Iterable[Sentence]) -> list[tuple[Gap, ...]]:
        """The gaps of each sentence, from left to right; none where nothing was parsed."""
        gaps: list[list[Gap]] = []
        waiting: dict[GapKind, list[_Candidate]] = {kind: [] for kind in KINDS}
        for number, sentence in enumerate(sentences):
            gaps.append([])
            view: SentenceView | None = None
            for index, kind in candidates(sentence.words):
                view = view or SentenceView(sentence.words)
                waiting[kind].append(_Candidate(number, index, _FEATURES[kind](view, index)))
                if len(waiting[kind]) == _BATCH:
                    self._decide(kind, waiting[kind], gaps)
                    waiting[kind].clear()
        for kind in KINDS:
            self._decide(kind, waiting[kind], gaps)
        return [tuple(sorted(of_sentence, key=attrgetter("licensor"))) for of_sentence in gaps]

    def _decide(self, kind: GapKind, waiting: Sequence[_Candidate], gaps: list[list[Gap]]) -> None:
        """Add the candidates that are gaps to those of their sentence."""
        classifier = self._classifiers[kind]
        scores = classifier.score([candidate.features for candidate in waiting])
        for candidate, score in zip(waiting, scores.tolist(), strict=True):
            if score >= classifier.threshold:
                gaps[candidate.sentence].append(Gap(kind, candidate.licensor, score))


def load_detector(name: str = "embedded") -> EllipsisDetector:
    """The detector of that name, ready to work; see `DETECTORS` for the names."""
    return DETECTORS.create(name)


@cache
def embedded() -> EllipsisDetector:
    """The one that comes with litmus."""
    file = resources.files("litmus.discourse") / "models" / "ellipsis.npz"
    with resources.as_file(file) as path:
        return EllipsisDetector(*read_classifiers(Path(path), KINDS))
