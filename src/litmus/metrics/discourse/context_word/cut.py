"""The part of a line that translates the segment, where the line may translate its context too."""

import math

from litmus.corpus.segment import Segment
from litmus.language.sentences import sentences

_SEPARATOR = "<eos>"  # CTXPro's own mark between sentences


def own_part(segment: Segment, line: str, source: str, target: str) -> str:
    """The end of the line that translates the segment, or the whole line.

    A line is the translation of context and segment if its length is nearer to theirs than to the
    segment's alone. Then the segment is its last sentences, as many as the source has.
    """
    if _SEPARATOR in line:
        return line.rpartition(_SEPARATOR)[2].strip()
    if not segment.context or not line.strip():
        return line
    own = len(segment.source)
    together = own + sum(len(sentence) + 1 for sentence in segment.context)
    size = len(line.strip())
    if abs(math.log(size / own)) <= abs(math.log(size / together)):
        return line
    n_own = max(1, len(sentences(segment.source, source)))
    return " ".join(sentences(line, target)[-n_own:])


def last_sentence(line: str, target: str) -> str:
    """The last sentence of a line, as the published scorer cuts it."""
    found = sentences(line, target, published=True)
    return found[-1] if found else line
