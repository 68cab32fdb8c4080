"""LitTER's blocklists: what the dictionary makes of an idiom, less what the reference excuses."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from litmus.corpus.segment import Segment
from litmus.language.dictionary.bilingual import Dictionary
from litmus.language.knowledge import Language
from litmus.language.words import compose, words
from litmus.metrics.idiom.fuzzy import similar
from litmus.metrics.idiom.lookups import View

Spans = tuple[tuple[int, int], ...]
_MOST_SURFACES = 1 << 14


class Entry(NamedTuple):
    """What is blocked for one source word: its translations, and the same as compared."""

    word: str
    translations: list[str]
    single: frozenset[str]
    phrases: tuple[str, ...]


class Block(NamedTuple):
    """The words that must not occur: by source word as listed, and all together as compared."""

    lists: dict[str, list[str]]
    single: frozenset[str]
    phrases: tuple[str, ...]


class Surface(NamedTuple):
    """An idiom as it was written somewhere: its words' entries, and the blocks made of them.

    Idioms recur, so both are made once: `blocks` goes by which entries the reference leaves.
    """

    entries: tuple[Entry, ...]
    blocks: dict[tuple[bool, ...], Block]


class Blocked(NamedTuple):
    """An idiom label in a segment. `block` is None where the dictionary knows none of its words."""

    label: str
    spans: Spans
    block: Block | None
    candidates: tuple[Entry, ...] = ()
    reference: frozenset[str] = frozenset()

    @property
    def lists(self) -> dict[str, list[str]]:
        """Source word -> translations."""
        return self.block.lists if self.block else {}


class Blocklists:
    """Makes the blocklists of segments from a dictionary."""

    def __init__(
        self,
        dictionary: Dictionary,
        source: Language,
        *,
        match: str,
        stopwords: frozenset[str],
        drop_source_words: bool,
        fuzzy: bool,
        keep_reference: bool,
        view: Callable[[str], View],
        key: Callable[[str], str],
    ) -> None:
        self._dictionary, self._match, self._stopwords = dictionary, match, stopwords
        self._characters = source.writing == "characters"
        self._drop_source_words, self._fuzzy = drop_source_words, fuzzy
        self._keep_reference, self._view, self._key = keep_reference, view, key
        self._entries: dict[str, Entry] = {}
        self._surfaces: dict[tuple[str, ...], Surface] = {}
        self._met: dict[str, bool] = {}  # words of idioms that are evidence, and if they are known

    def block(self, segment: Segment) -> list[Blocked]:
        """One blocklist a label of the segment."""
        if not segment.idioms:
            return []
        references = [self._view(text) for text in segment.references]
        if len(segment.idioms) == 1:
            idiom = segment.idioms[0]
            return [self._block(segment, idiom.label, idiom.spans, references)]
        return [
            self._block(
                segment,
                label,
                tuple(s for idiom in segment.idioms if idiom.label == label for s in idiom.spans),
                references,
            )
            for label in segment.labels
        ]

    def _block(self, segment: Segment, label: str, spans: Spans, references: list[View]) -> Blocked:
        surface = self._surface(segment, spans)
        if not surface.entries:
            return Blocked(label, spans, None)
        kept = tuple([not self._excused(entry, references) for entry in surface.entries])
        block = surface.blocks.get(kept)
        if block is None:
            block = surface.blocks[kept] = _united(surface.entries, kept)
        if not self._keep_reference:
            return Blocked(label, spans, block)
        reference = frozenset(word for view in references for word in view.sequence)
        return Blocked(label, spans, block, surface.entries, reference)

    def _surface(self, segment: Segment, spans: Spans) -> Surface:
        source = segment.source
        pieces = tuple([compose(source[start:end]) for start, end in spans])
        if self._drop_source_words:
            return self._make_surface(pieces, self._elsewhere(source, spans, pieces))
        surface = self._surfaces.get(pieces)
        if surface is None:
            if len(self._surfaces) >= _MOST_SURFACES:
                self._surfaces.clear()
            surface = self._surfaces[pieces] = self._make_surface(pieces, frozenset())
        return surface

    def _elsewhere(self, source: str, spans: Spans, pieces: tuple[str, ...]) -> frozenset[str]:
        rest = _outside(source, spans)
        if self._characters:
            return frozenset(part for piece in pieces for part in _parts(piece) if part in rest)
        return frozenset(word.lower() for word in words(rest))

    def _make_surface(self, pieces: tuple[str, ...], elsewhere: frozenset[str]) -> Surface:
        split = _parts if self._characters else words
        found = dict.fromkeys(word for piece in pieces for word in split(piece))
        dropped = self._stopwords | elsewhere
        entries = [self._entry(word) for word in found if word.lower() not in dropped]
        known = tuple([entry for entry in entries if entry.translations])
        if known:
            self._met.update((entry.word.lower(), bool(entry.translations)) for entry in entries)
        return Surface(known, {})

    def _entry(self, word: str) -> Entry:
        found = self._entries.get(word)
        if found is None:
            translations = sorted(self._dictionary.lookup_forms(word, self._match))
            keys = {self._key(translation) for translation in translations} - {""}
            found = self._entries[word] = Entry(
                word,
                translations,
                frozenset(key for key in keys if " " not in key),
                tuple(sorted(key for key in keys if " " in key)),
            )
        return found

    def gaps(self, idle: frozenset[str]) -> tuple[int, int]:
        """Of the different words of the idioms met so far that have an entry for some of their
        words, function words aside: how many have none, and how many there are."""
        content = [known for word, known in self._met.items() if word not in idle]
        return content.count(False), len(content)

    def _excused(self, entry: Entry, references: Sequence[View]) -> bool:
        """Whether a reference holds one of the translations: then none of them is an error."""
        for view in references:
            if view.holds_any(entry.single) or (entry.phrases and view.phrases(entry.phrases)):
                return True
            if self._fuzzy and any(similar(k, w) for k in entry.single for w in view.sequence):
                return True
        return False


def _united(entries: tuple[Entry, ...], kept: tuple[bool, ...]) -> Block:
    left = [entry for entry, keep in zip(entries, kept, strict=True) if keep]
    return Block(
        {entry.word: entry.translations for entry in left},
        frozenset(key for entry in left for key in entry.single),
        tuple(phrase for entry in left for phrase in entry.phrases),
    )


def _outside(source: str, spans: Spans) -> str:
    """The source with blanks in place of the spans."""
    rest = (
        " " if any(start <= i < end for start, end in spans) else character
        for i, character in enumerate(source)
    )
    return compose("".join(rest))


def _parts(piece: str) -> list[str]:
    """Every run of characters inside a piece, the piece itself left out."""
    size = len(piece)
    return [
        piece[start : start + length]
        for length in range(1, size)
        for start in range(size - length + 1)
    ]
