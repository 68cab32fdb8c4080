"""The sentence pairs of a segment, each with what is known of its source."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from litmus.alignment.links import Alignment, Link, Span
from litmus.discourse.antecedents.resolver import Antecedent
from litmus.discourse.gaps.gap import Gap
from litmus.discourse.pairs import Pair
from litmus.discourse.sentence_pairs import sentence_pairs
from litmus.discourse.sentences import whole
from litmus.discourse.source_side import Item, SourceSentence
from litmus.language.analysis import Sentence


def segment_pairs(
    item: Item, sources: Sequence[SourceSentence], targets: Sequence[Sentence], links: Alignment
) -> list[Pair]:
    """One pair for every sentence that is translated by itself; none if the segment is blank."""
    if len(sources) == len(targets) == 1:  # as nearly always
        ((sentence, antecedents, gaps),) = sources
        return [Pair(sentence, targets[0], links, antecedents, gaps, item.segment)]
    pairs = []
    offset = 0
    cut = _Links(links)
    for here, there in sentence_pairs([one.sentence for one in sources], targets, links):
        own = sources[here.start : here.stop]
        source = whole(item.source, [one.sentence for one in own])
        target = whole(item.target, targets[there.start : there.stop])
        alignment = cut.between(source, target)
        pairs.append(Pair(source, target, alignment, *_known(own), item.segment, offset))
        offset += len(target.words)
    return pairs


class _Links:
    """The links of a segment, to be cut into those of its pairs: a segment may be a book, and no
    pair should go through all of them."""

    def __init__(self, links: Alignment) -> None:
        self._links = links
        self._targets = _by_source(links.links)
        self._guesses = _by_source(links.guesses)

    def between(self, source: Sentence, target: Sentence) -> Alignment:
        """The links between tokens of these sentences, which are counted from 0."""
        here = _tokens_of(source, self._links.source)
        there = _tokens_of(target, self._links.target)
        confidence: dict[Link, float] = {}
        found: list[set[Link]] = [set(), set()]
        for own, targets in zip(found, (self._targets, self._guesses), strict=True):
            for i in here:
                for j in targets.get(i, ()):
                    if j in there:
                        link = i - here.start, j - there.start
                        own.add(link)
                        if (i, j) in self._links.confidence:
                            confidence[link] = self._links.confidence[i, j]
        return Alignment(
            self._links.source[here.start : here.stop],
            self._links.target[there.start : there.stop],
            frozenset(found[0]),
            confidence,
            frozenset(found[1]),
        )


def _by_source(links: Iterable[Link]) -> Mapping[int, list[int]]:
    targets: dict[int, list[int]] = {}
    for i, j in links:
        targets.setdefault(i, []).append(j)
    return targets


def _tokens_of(sentence: Sentence, spans: Sequence[Span]) -> range:
    """The tokens of an alignment, which are in order, that share a character with a sentence."""
    if not sentence.words:
        return range(0)
    first = bisect_right(spans, sentence.words[0].start, key=lambda span: span[1])
    stop = bisect_left(spans, sentence.words[-1].end, key=lambda span: span[0])
    return range(first, max(first, stop))


def _known(sources: Sequence[SourceSentence]) -> tuple[Mapping[int, Antecedent], Sequence[Gap]]:
    """Antecedents and gaps of several sentences by their words, which are counted through."""
    if len(sources) == 1:
        return sources[0].antecedents, sources[0].gaps
    antecedents: dict[int, Antecedent] = {}
    gaps: list[Gap] = []
    before = 0
    for sentence, found, missing in sources:
        for word, antecedent in found.items():
            span = antecedent.span and (antecedent.span[0] + before, antecedent.span[1] + before)
            antecedents[word + before] = replace(antecedent, span=span)
        gaps += (replace(gap, licensor=gap.licensor + before) for gap in missing)
        before += len(sentence.words)
    return antecedents, gaps
