"""Which segments a judge of address or of pronouns is asked about: those that the tagger marks."""

from collections.abc import Iterator, Mapping, Sequence

from litmus.api.tag import tag
from litmus.corpus.suite import Suite
from litmus.judging.task import Task
from litmus.scoring.measuring.inputs import Inputs, Output


def tagged_words(
    task: Task, suite: Suite, systems: Mapping[str, Output]
) -> tuple[dict[str, dict[str, tuple[str, ...]]], frozenset[str], str]:
    """Words of every system that carry the tag, and the segments whose reference has such words.

    Without references, the segments where some system has them.
    """
    segments = list(suite.segments())
    texts: dict[str, list[str]] = {system: [] for system in systems}
    for batch in Inputs(suite, systems).batches():
        for system, own in batch.texts.items():
            texts[system] += own
    if all(segment.references for segment in segments):
        texts[""] = [segment.references[0] for segment in segments]
    words: dict[str, dict[str, tuple[str, ...]]] = {}
    signed = ""
    for system, own in texts.items():
        there = [place for place, text in enumerate(own) if text.strip()]
        tagging = tag(
            languages=f"{suite.info.source}-{suite.info.target}",
            source=[segments[place].source for place in there],
            reference=[own[place] for place in there],
            docids=[_document(segments[place].document, place) for place in there],
            phenomena=[task.tag],
        )
        signed = tagging.signature
        words[system] = {
            segments[place].id: found
            for place, row in zip(there, tagging, strict=True)
            if (found := tuple(_with_tag(row.tokens, row.tags, task.tag)))
        }
    deciding = [words[""]] if "" in words else list(words.values())
    return words, frozenset(identity for own in deciding for identity in own), signed


def _document(document: str | None, place: int) -> str:
    """A segment without a document is one of its own."""
    return f"segment {place}" if document is None else f"document {document}"


def _with_tag(tokens: Sequence[str], tags: Sequence[Sequence[str]], wanted: str) -> Iterator[str]:
    return (token for token, own in zip(tokens, tags, strict=True) if wanted in own)
