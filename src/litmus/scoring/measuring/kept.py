"""Links and tags as data, for the cache and for parts."""

import json
from collections.abc import Sequence
from typing import Any

from litmus.alignment.links import Alignment
from litmus.corpus.formats.tags import Break, TaggedSentence


def pack_tags(sentences: list[TaggedSentence]) -> bytes:
    """As bytes."""
    return json.dumps(tags_to_json(sentences), separators=(",", ":")).encode()


def unpack_tags(data: bytes) -> list[TaggedSentence]:
    """What `pack_tags` packed."""
    return tags_from_json(json.loads(data))


def pack_links(alignments: list[Alignment]) -> bytes:
    """As bytes."""
    return json.dumps(links_to_json(alignments), separators=(",", ":")).encode()


def unpack_links(data: bytes) -> list[Alignment]:
    """What `pack_links` packed."""
    return links_from_json(json.loads(data))


def tags_to_json(sentences: Sequence[TaggedSentence]) -> list[Any]:
    """Tokens, the tags of those that have any, and what was broken."""
    return [
        [
            sentence.tokens,
            [[n, *sorted(tags)] for n, tags in enumerate(sentence.tags) if tags],
            sentence.breaks,
        ]
        for sentence in sentences
    ]


def tags_from_json(rows: list[Any]) -> list[TaggedSentence]:
    """What `tags_to_json` made data of."""
    none: frozenset[str] = frozenset()
    found = []
    for tokens, tagged, breaks in rows:
        tags = [none] * len(tokens)
        for n, *names in tagged:
            tags[n] = frozenset(names)
        broken = tuple(Break(*values) for values in breaks)
        found.append(TaggedSentence(tuple(tokens), tuple(tags), broken))
    return found


def links_to_json(alignments: Sequence[Alignment]) -> list[Any]:
    """Spans, links with their confidence, and guesses."""
    return [
        [
            each.source,
            each.target,
            [[i, j, each.confidence.get((i, j))] for i, j in sorted(each.links)],
            sorted(each.guesses),
        ]
        for each in alignments
    ]


def links_from_json(rows: list[Any]) -> list[Alignment]:
    """What `links_to_json` made data of."""
    found = []
    for source, target, links, guesses in rows:
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
