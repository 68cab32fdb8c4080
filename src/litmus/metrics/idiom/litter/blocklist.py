"""LitTER's blocklists: translations of an idiom's words, except what the reference excuses."""

from collections.abc import Callable, Collection, Sequence
from itertools import compress
from typing import NamedTuple

from litmus.corpus.segment import Segment
from litmus.language.dictionary.bilingual import Dictionary
from litmus.language.knowledge import Language
from litmus.language.words import compose, words
from litmus.metrics.idiom.fuzzy import similar
from litmus.metrics.idiom.lookups import Lookup

Spans = tuple[tuple[int, int], ...]
_MOST_SURFACES = 1 << 14


class Entry(NamedTuple):
    """What one source word blocks: its translations, as listed and as compared."""

    word: str
    translations: list[str]
    single: frozenset[str]
    phrases: tuple[str, ...]


class Block(NamedTuple):
    """The words that must not occur: listed by source word, and all of them as compared."""

    lists: dict[str, list[str]]
    single: frozenset[str]
    phrases: tuple[str, ...]


class Surface(NamedTuple):
    """An idiom as written in some segment: the entries of its words, and the blocks made of them.

    Idioms recur, so both are made once; `blocks` goes by which entries the reference leaves.
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
    equivalents: tuple[str, ...] = ()  # set phrases that the suite knows
    source: str = ""

    @property
    def outside(self) -> str:
        """The source without the idiom."""
        return _outside(self.source, self.spans)

    @property
    def lists(self) -> dict[str, list[str]]:
        """Source word -> translations."""
        return self.block.lists if self.block else {}


class Blocklists:
    """Builds the blocklists of segments from a dictionary."""

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
        lookup: Callable[[str], Lookup],
        keys: Callable[[str], Collection[str]],
    ) -> None:
        self._dictionary, self._match, self._stopwords = dictionary, match, stopwords
        self._characters = source.writing == "characters"
        self._drop_source_words, self._fuzzy = drop_source_words, fuzzy
        self._keep_reference, self._lookup, self._keys = keep_reference, lookup, keys
        self._entries: dict[str, Entry] = {}
        self._surfaces: dict[tuple[str, ...], Surface] = {}
        self._has_entry: dict[str, bool] = {}  # words of the idioms that are evidence

    def block(self, segment: Segment) -> list[Blocked]:
        """One blocklist per label of the segment."""
        if not segment.idioms:
            return []
        references = [self._lookup(text) for text in segment.references]
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

    def _block(
        self, segment: Segment, label: str, spans: Spans, references: list[Lookup]
    ) -> Blocked:
        surface = self._surface(segment, spans)
        if not surface.entries:
            return Blocked(label, spans, None)
        blocking = tuple([not self._excused(entry, references) for entry in surface.entries])
        block = surface.blocks.get(blocking)
        if block is None:
            block = surface.blocks[blocking] = _united(surface.entries, blocking)
        if not self._keep_reference:
            known = _equivalents(segment, label)
            return Blocked(label, spans, block, equivalents=known, source=segment.source)
        reference = frozenset(word for lookup in references for word in lookup.words)
        known = _equivalents(segment, label)
        return Blocked(label, spans, block, surface.entries, reference, known, segment.source)

    def _surface(self, segment: Segment, spans: Spans) -> Surface:
        source = segment.source
        texts = tuple([compose(source[start:end]) for start, end in spans])
        if self._drop_source_words:
            return self._make_surface(texts, self._elsewhere(source, spans, texts))
        surface = self._surfaces.get(texts)
        if surface is None:
            if len(self._surfaces) >= _MOST_SURFACES:
                self._surfaces.clear()
            surface = self._surfaces[texts] = self._make_surface(texts, frozenset())
        return surface

    def _elsewhere(self, source: str, spans: Spans, texts: tuple[str, ...]) -> frozenset[str]:
        outside = _outside(source, spans)
        if self._characters:
            return frozenset(part for text in texts for part in _parts(text) if part in outside)
        return frozenset(word.lower() for word in words(outside))

    def _make_surface(self, texts: tuple[str, ...], elsewhere: frozenset[str]) -> Surface:
        split = _parts if self._characters else words
        distinct = dict.fromkeys(word for text in texts for word in split(text))
        dropped = self._stopwords | elsewhere
        entries = [self._entry(word) for word in distinct if word.lower() not in dropped]
        with_translations = tuple([entry for entry in entries if entry.translations])
        if with_translations:
            self._has_entry.update((e.word.lower(), bool(e.translations)) for e in entries)
        return Surface(with_translations, {})

    def _entry(self, word: str) -> Entry:
        entry = self._entries.get(word)
        if entry is None:
            translations = sorted(self._dictionary.lookup_forms(word, self._match))
            keys = {key for text in translations for key in self._keys(text)} - {""}
            entry = self._entries[word] = Entry(
                word,
                translations,
                frozenset(key for key in keys if " " not in key),
                tuple(sorted(key for key in keys if " " in key)),
            )
        return entry

    def gaps(self, function_words: frozenset[str]) -> tuple[int, int]:
        """How many content words of the idioms have no entry, and how many there are in all.

        Idioms without an entry for any of their words are left out: they are no evidence.
        """
        content = [known for word, known in self._has_entry.items() if word not in function_words]
        return content.count(False), len(content)

    def _excused(self, entry: Entry, references: Sequence[Lookup]) -> bool:
        """Whether a reference has one of the translations: then none of them is an error."""
        for lookup in references:
            if lookup.any_present(entry.single):
                return True
            if entry.phrases and lookup.present_phrases(entry.phrases):
                return True
            if self._fuzzy and any(similar(k, w) for k in entry.single for w in lookup.words):
                return True
        return False


def _equivalents(segment: Segment, label: str) -> tuple[str, ...]:
    own = (idiom.equivalents for idiom in segment.idioms if idiom.label == label)
    return tuple(dict.fromkeys(text for equivalents in own for text in equivalents))


def _united(entries: tuple[Entry, ...], blocking: tuple[bool, ...]) -> Block:
    chosen = list(compress(entries, blocking))
    return Block(
        {entry.word: entry.translations for entry in chosen},
        frozenset(key for entry in chosen for key in entry.single),
        tuple(phrase for entry in chosen for phrase in entry.phrases),
    )


def _outside(source: str, spans: Spans) -> str:
    """The source with blanks in place of the spans."""
    for start, end in spans:
        source = source[:start] + " " * (end - start) + source[end:]
    return compose(source)


def _parts(text: str) -> list[str]:
    """Every run of characters inside a text, the text itself left out."""
    size = len(text)
    return [
        text[start : start + length]
        for length in range(1, size)
        for start in range(size - length + 1)
    ]
