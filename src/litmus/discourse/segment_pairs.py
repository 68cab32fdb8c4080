"""The sentence pairs of a segment, each with what is known of its source."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from litmus.alignment.links import Alignment
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
    pairs = []
    offset = 0
    for here, there in sentence_pairs([one.sentence for one in sources], targets, links):
        own = sources[here.start : here.stop]
        target = whole(item.target, targets[there.start : there.stop])
        pairs.append(
            Pair(
                whole(item.source, [one.sentence for one in own]),
                target,
                links,
                *_known(own),
                item.segment,
                offset,
            )
        )
        offset += len(target.words)
    return pairs


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
