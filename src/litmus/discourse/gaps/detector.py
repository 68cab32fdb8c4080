"""Where an English sentence leaves out a verb phrase or a noun.

A *verb phrase* is missing after its auxiliary ("I don't know if he will"; "so do I"; "I'd love
to"; "taller than you are"), a *noun phrase* after its determiner, numeral or possessive ("I'll
take two"; "mine is better than Mary's"; "the first was dull"). Tag questions ("isn't it?") are
set phrases, partitives ("two of them") name their noun, and what was moved is not missing ("I know
what it is"): none of these is a gap.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from litmus.discourse.gaps.candidates import Kind, candidates
from litmus.discourse.gaps.classifier import Classifier, read_classifiers
from litmus.discourse.gaps.nouns import noun_features
from litmus.discourse.gaps.verbs import verb_features
from litmus.discourse.gaps.view import View
from litmus.language.analysis import Sentence
from litmus.plugins.registry import Entry, Makers

DETECTORS: "Makers[EllipsisDetector]" = Makers(
    "ellipsis detector",
    [Entry("embedded", "litmus.discourse.gaps.detector:embedded", "comes with litmus; English")],
    methods=("signature", "find"),
)
KINDS: tuple[Kind, ...] = ("verb phrase", "noun phrase")
_FEATURES = {"verb phrase": verb_features, "noun phrase": noun_features}
_TOGETHER = 4096  # candidates scored in one go


@dataclass(frozen=True)
class Gap:
    """`licensor` is the position, in the sentence's words, of the word after which it is missing.

    It is the auxiliary, *to*, determiner, numeral, possessive ("'s" of "Mary's") or adjective.
    `confidence` is the classifier's probability.
    """

    kind: Kind
    licensor: int
    confidence: float


class EllipsisDetector:
    """Candidates by rule, decided by a classifier; each sentence is judged by itself."""

    def __init__(self, version: int, classifiers: Mapping[Kind, Classifier]) -> None:
        self._version = version
        self._classifiers = classifiers

    @property
    def signature(self) -> str:
        """Name and version, for the signatures of metrics."""
        return f"ellipsis.v{self._version}"

    def find(self, sentences: Iterable[Sentence]) -> list[tuple[Gap, ...]]:
        """The gaps of each sentence, from left to right; none where nothing was parsed."""
        found: list[list[Gap]] = []
        waiting: dict[Kind, list[tuple[int, int, list[str]]]] = {kind: [] for kind in KINDS}
        for number, sentence in enumerate(sentences):
            found.append([])
            view: View | None = None
            for place, kind in candidates(sentence.words):
                view = view or View(sentence.words)
                waiting[kind].append((number, place, _FEATURES[kind](view, place)))
                if len(waiting[kind]) == _TOGETHER:
                    self._decide(kind, waiting[kind], found)
        for kind in KINDS:
            self._decide(kind, waiting[kind], found)
        return [tuple(sorted(gaps, key=lambda gap: gap.licensor)) for gaps in found]

    def _decide(
        self, kind: Kind, waiting: list[tuple[int, int, list[str]]], found: list[list[Gap]]
    ) -> None:
        classifier = self._classifiers[kind]
        scores = classifier.score([features for _, _, features in waiting])
        for (number, place, _), score in zip(waiting, scores.tolist(), strict=True):
            if score >= classifier.threshold:
                found[number].append(Gap(kind, place, score))
        waiting.clear()


def load_detector(name: str = "embedded") -> EllipsisDetector:
    """The detector of that name, ready to work; see `DETECTORS` for the names."""
    return DETECTORS.create(name)


@cache
def embedded() -> EllipsisDetector:
    """The one that comes with litmus."""
    file = resources.files("litmus.discourse") / "models" / "ellipsis.npz"
    with resources.as_file(file) as path:
        return EllipsisDetector(*read_classifiers(Path(path), KINDS))
