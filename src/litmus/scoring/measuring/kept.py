"""Links and tags as bytes, for the cache."""

import json

from litmus.alignment.links import Alignment
from litmus.corpus.formats.tags import TaggedSentence


def pack_tags(sentences: list[TaggedSentence]) -> bytes:
    """Tokens, and the tags of those that have any."""
    rows = [
        [sentence.tokens, [[n, *sorted(tags)] for n, tags in enumerate(sentence.tags) if tags]]
        for sentence in sentences
    ]
    return json.dumps(rows, separators=(",", ":")).encode()


def unpack_tags(data: bytes) -> list[TaggedSentence]:
    """What `pack_tags` packed."""
    none: frozenset[str] = frozenset()
    found = []
    for tokens, tagged in json.loads(data):
        tags = [none] * len(tokens)
        for n, *names in tagged:
            tags[n] = frozenset(names)
        found.append(TaggedSentence(tuple(tokens), tuple(tags)))
    return found


def pack_links(alignments: list[Alignment]) -> bytes:
    """Spans, links with their confidence, and guesses."""
    rows = [
        [
            each.source,
            each.target,
            [[i, j, each.confidence.get((i, j))] for i, j in sorted(each.links)],
            sorted(each.guesses),
        ]
        for each in alignments
    ]
    return json.dumps(rows, separators=(",", ":")).encode()


def unpack_links(data: bytes) -> list[Alignment]:
    """What `pack_links` packed."""
    found = []
    for source, target, links, guesses in json.loads(data):
        found.append(
            Alignment(
                tuple((start, end) for start, end in source),
                tuple((start, end) for start, end in target),
                frozenset((i, j) for i, j, _ in links),
                {(i, j): sure for i, j, sure in links if sure is not None},
                frozenset((i, j) for i, j in guesses),
            )
        )
    return found
