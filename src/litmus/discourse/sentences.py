"""The sentences of a segment: a line of a document may be a paragraph."""

from bisect import bisect_left
from collections.abc import Sequence

from litmus.language.analysis import Analyser, Sentence, joined
from litmus.language.sentences import sentences as by_marks


def sentences_of(
    analyser: Analyser, texts: Sequence[str], language: str
) -> list[tuple[Sentence, ...]]:
    """The sentences of every text, none of a blank one.

    One ends where the analyser and the marks (a full stop that abbreviates nothing, a capital after
    it) agree that it does: a wrong end makes an antecedent look as if it were in an earlier
    sentence, a missing one only hides it. A text without an agreed end is analysed whole.
    """
    cut = [tuple(found) for found in analyser.analyse(texts, sentences="split")]
    agreed = [_agreed(found, language) if len(found) > 1 else found for found in cut]
    torn = [n for n, found in enumerate(agreed) if len(found) == 1 < len(cut[n])]
    if torn and getattr(analyser, "any_order", False):  # others may read a file, once
        again = analyser.analyse([texts[n] for n in torn])
        for n, found in zip(torn, again, strict=True):
            agreed[n] = tuple(found)
    return agreed


def whole(text: str, sentences: Sequence[Sentence]) -> Sentence:
    """Sentences of a text as one; an empty one if there are none."""
    return joined(sentences) if sentences else Sentence(text, 0, len(text), (), ())


def _agreed(sentences: Sequence[Sentence], language: str) -> tuple[Sentence, ...]:
    """Neighbours are joined where the marks see no end between them."""
    text = sentences[0].text
    ends, at = [], 0
    for part in by_marks(text, language):
        at = text.index(part, at) + len(part)
        ends.append(at)
    groups: list[list[Sentence]] = [[sentences[0]]]
    for before, sentence in zip(sentences, sentences[1:], strict=False):
        last = bisect_left(ends, before.end)
        if last < len(ends) and ends[last] <= sentence.start:
            groups.append([])
        groups[-1].append(sentence)
    return tuple(joined(group) for group in groups)
