"""From clusters of mentions, as coreference models give them, to where antecedents are."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from litmus.discourse.antecedents.mentions import may_be_empty, pronoun_words
from litmus.discourse.antecedents.resolver import Antecedent, Location
from litmus.language.analysis import Sentence

MOST_WORDS = 1500  # that a model gets at once: its memory grows with their square
CONTEXT = 12  # sentences before them that it gets again


class MentionSpan(NamedTuple):
    """The words `first` to `stop` of a sentence."""

    sentence: int
    first: int
    stop: int


Cluster = list[MentionSpan]


class CoreferenceModel(Protocol):
    """What finds clusters."""

    @property
    def signature(self) -> str:
        """Name and version."""
        ...

    def clusters(self, sentences: Sequence[Sentence]) -> list[Cluster]:
        """Mentions of the same thing, for all things mentioned more than once."""
        ...


class ClusterResolver:
    """Answers by the clusters of a model, which are taken as certain."""

    def __init__(self, model: CoreferenceModel) -> None:
        self._model = model

    @property
    def signature(self) -> str:
        """The model's."""
        return self._model.signature

    def resolve(self, document: Sequence[Sentence]) -> list[dict[int, Antecedent]]:
        """See `litmus.discourse.antecedents.resolver.Resolver`."""
        answers: list[dict[int, Antecedent]] = []
        for start, new, stop in _passages(document):
            sentences = document[start:stop]
            clusters = self._model.clusters(sentences)
            answers += antecedents(sentences, clusters)[new - start :]
        return answers


def _passages(document: Sequence[Sentence]) -> Iterator[tuple[int, int, int]]:
    """Where each passage starts, where its new sentences start, and where it stops."""
    new = 0
    while new < len(document):
        stop, words = new, 0
        while stop < len(document) and (stop == new or words < MOST_WORDS):
            words += len(document[stop].words)
            stop += 1
        yield max(0, new - CONTEXT), new, stop
        new = stop


def antecedents(
    sentences: Sequence[Sentence], clusters: Sequence[Cluster]
) -> list[dict[int, Antecedent]]:
    """The answer for every pronoun; one in no cluster is empty (*it*) or points further back."""
    cluster_of = {mention: cluster for cluster in clusters for mention in cluster}
    answers: list[dict[int, Antecedent]] = []
    for number, sentence in enumerate(sentences):
        answers.append({})
        for index in pronoun_words(sentence):
            cluster = cluster_of.get(MentionSpan(number, index, index + 1))
            if cluster is not None:
                answers[-1][index] = _antecedent(number, index, cluster)
            else:
                empty = may_be_empty(sentence, index)
                location = Location.NONE if empty else Location.EARLIER
                answers[-1][index] = Antecedent(location, 1.0, None)
    return answers


def _antecedent(number: int, index: int, cluster: Cluster) -> Antecedent:
    """The nearest mention before a pronoun in its sentence; else an earlier one, or one after."""
    in_sentence = [mention for mention in cluster if mention.sentence == number]
    before = [mention for mention in in_sentence if mention.stop <= index]
    if before:
        nearest = max(before, key=lambda mention: mention.stop)
        return Antecedent(Location.HERE, 1.0, (nearest.first, nearest.stop))
    has_earlier = any(mention.sentence < number for mention in cluster)
    after = [mention for mention in in_sentence if mention.first > index]
    if has_earlier or not after:
        return Antecedent(Location.EARLIER, 1.0, None)
    first = min(after, key=lambda mention: mention.first)
    return Antecedent(Location.HERE, 1.0, (first.first, first.stop))


def joined(sentences: Sequence[Sentence]) -> tuple[str, list[int]]:
    """The sentences as one text, and where in it each of them starts."""
    texts = [sentence.text[sentence.start : sentence.end] for sentence in sentences]
    starts, at = [], 0
    for text in texts:
        starts.append(at)
        at += len(text) + 1
    return " ".join(texts), starts


def by_words(
    sentences: Sequence[Sentence], starts: Sequence[int], spans: Sequence[tuple[int, int]]
) -> Cluster:
    """Spans in characters of the joined text as mentions; what fits no word is left out."""
    cluster = []
    for start, end in spans:
        number = bisect_right(starts, start) - 1
        sentence = sentences[number]
        shift = sentence.start - starts[number]
        first = bisect_right([word.end for word in sentence.words], start + shift)
        stop = bisect_left([word.start for word in sentence.words], end + shift)
        if first < stop:
            cluster.append(MentionSpan(number, first, stop))
    return cluster
