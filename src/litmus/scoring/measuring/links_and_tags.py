"""Links and tags that go with the texts of a batch: made, or kept from an earlier run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from litmus.alignment.links import Aligner, Alignment
from litmus.corpus.formats.tags import TaggedSentence
from litmus.corpus.segment import Segment
from litmus.files.cache import Cache, cache_key
from litmus.metrics.base import Batch, Outputs
from litmus.scoring.measuring.inputs import BATCH, Read, Tags
from litmus.scoring.measuring.kept import pack_links, pack_tags, unpack_links, unpack_tags

_PIECE = 2 * BATCH  # segments whose analyses are in memory; a document may be longer


@dataclass(frozen=True)
class LinksAndTags:
    """What goes with the texts where metrics need it, by system name; "" is the reference's.

    With a `cache` nothing is made twice; files, which are read from top to bottom, are not kept.
    """

    aligners: Mapping[str, Aligner] = field(default_factory=dict)
    tags: Mapping[str, Tags] = field(default_factory=dict)
    cache: Cache | None = None

    def of(self, read: Read) -> tuple[Batch, list[Outputs]]:
        """The next segments with their links and tags."""
        first = [segment.references[0] if segment.references else "" for segment in read.segments]
        texts = {"": first, **read.texts}
        made = {name: _Made(self, name, read.segments, own) for name, own in texts.items()}
        for start in range(0, len(first), _PIECE):
            piece = slice(start, start + _PIECE)
            for each in made.values():
                each.expect(piece)
            for each in made.values():  # in step: what is known of the source is shared
                each.make(piece)
        for each in made.values():
            each.keep()
        outputs = [
            Outputs(name, own, made[name].links, made[name].tags)
            for name, own in read.texts.items()
        ]
        return Batch(read.segments, made[""].links, made[""].tags, outputs), outputs

    def finish(self) -> None:
        """After the last segment: complains of links or tags left over."""
        for aligner in self.aligners.values():
            aligner.finish()
        for tags in self.tags.values():
            tags.finish()


class _Made:
    """The links and the tags of one text, as far as they are asked for."""

    def __init__(
        self, sources: LinksAndTags, name: str, segments: Sequence[Segment], texts: list[str]
    ) -> None:
        self._segments, self._texts, self._cache = segments, texts, sources.cache
        self._aligner, self._tagger = sources.aligners.get(name), sources.tags.get(name)
        self.links: list[Alignment] | None = [] if self._aligner else None
        self.tags: list[TaggedSentence] | None = [] if self._tagger else None
        self._keys = {
            kind: self._key(kind, source)
            for kind, source in (("links", self._aligner), ("tags", self._tagger))
            if source is not None and in_any_order(source)
        }
        self._kept = self._look_up()

    def _key(self, kind: str, source: Aligner | Tags) -> str:
        if self._cache is None:
            return ""
        documents = [segment.document or "" for segment in self._segments]
        sources = [segment.source for segment in self._segments]
        mark = getattr(source, "cache_mark", source.signature)
        named = getattr(source, "names_segments", False)
        names = [segment.id for segment in self._segments] if named else []
        return cache_key(kind, mark, documents, sources, self._texts, names)

    def _look_up(self) -> set[str]:
        kept: set[str] = set()
        for kind, key in self._keys.items() if self._cache else ():
            data = self._cache.get(key) if self._cache else None
            if data is None:
                continue
            kept.add(kind)
            if kind == "links":
                self.links = unpack_links(data)
            else:
                self.tags = unpack_tags(data)
        return kept

    def expect(self, piece: slice) -> None:
        """Says what will be made, where that helps."""
        expect = getattr(self._tagger, "expect", None)
        if expect is not None and "tags" not in self._kept:
            expect(self._texts[piece])

    def make(self, piece: slice) -> None:
        """What was not kept, of some of the segments."""
        segments, texts = self._segments[piece], self._texts[piece]
        if self._aligner and self.links is not None and "links" not in self._kept:
            pairs = [(segment.source, text) for segment, text in zip(segments, texts, strict=True)]
            self.links += self._aligner.align(pairs)
        if self._tagger and self.tags is not None:
            if "tags" in self._kept:
                self._tagger.skip(len(segments))
                return
            links = None if self.links is None else self.links[piece]
            self.tags += self._tagger.read(texts, segments, links)

    def keep(self) -> None:
        """Put what was made into the cache."""
        if self._cache is None:
            return
        for kind, key in self._keys.items():
            if kind in self._kept:
                continue
            if kind == "links" and self.links is not None:
                self._cache.put(key, pack_links(self.links))
            elif kind == "tags" and self.tags is not None:
                self._cache.put(key, pack_tags(self.tags))


def in_any_order(source: object) -> bool:
    """Whether what it says of a text does not depend on the texts before."""
    return bool(getattr(source, "any_order", False))
