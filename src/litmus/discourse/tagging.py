"""Discourse tags of every target token, sentence by sentence through documents.

A segment may be a paragraph: its sentences are tagged one by one, and their tags are put together
again, so that documents in paragraphs and in sentences have the same tags.
"""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import NamedTuple

from litmus.alignment.aligners import learn, load_aligner
from litmus.alignment.links import Aligner, Alignment
from litmus.corpus.documents import Documents
from litmus.corpus.formats.tags import Break, TaggedSentence
from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.registry import PHENOMENA, find_phenomenon
from litmus.discourse.rules import Rules, load_rules
from litmus.discourse.segment_pairs import segment_pairs
from litmus.discourse.sentences import sentences_of, whole
from litmus.discourse.source_side import Item, SourceSide
from litmus.errors import UsageError
from litmus.language.analysers import load_analyser
from litmus.language.analysis import Analyser, Sentence, finish, in_step
from litmus.language.knowledge import own_data

Tags = dict[str, set[int]]  # tag -> the target words that carry it
_NO_TAGS: frozenset[str] = frozenset()
_SENTENCES = "sentences:v2"  # how segments are cut into them


class TaggedText(NamedTuple):
    """The target of a segment with the tags of its words, and the pairs of sentences it is of."""

    target: Sentence
    tags: Tags
    breaks: list[Break]
    pairs: list[Pair]


class DocumentTagger:
    """Tags pairs in document order; batches may cut documents anywhere.

    `context` limits how many earlier sentences count (None: the whole document). Taggers of
    several systems can share the source side and the aligner. With `consistency` words also carry
    whether they keep to what the document began with, such as `register=kept`.
    """

    def __init__(
        self,
        languages: tuple[str, str],
        *,
        phenomena: Sequence[str] = (),
        context: int | None = None,
        aligner: str | Aligner = "embedded",
        analyser: str | Analyser = "embedded",
        source: SourceSide | None = None,
        rules: Rules | None = None,
        consistency: bool = False,
    ) -> None:
        self.languages = languages
        self.rules = rules or load_rules(languages[1])
        self.phenomena = chosen(self.rules, languages[0], phenomena)
        self._context = context
        self._aligner = load_aligner(aligner, languages) if isinstance(aligner, str) else aligner
        self._analyser = in_step(
            load_analyser(analyser, languages[1]) if isinstance(analyser, str) else analyser
        )
        self._source = source or SourceSide(languages[0], self.phenomena)
        tables = self.rules.tables
        self._taggers = [
            PHENOMENA[name](tables.get(name), languages, context) for name in self.phenomena
        ]
        self._judges = [
            judge
            for name in self.rules.phenomena
            if consistency
            for judge in PHENOMENA[name].consistency(tables.get(name), languages)
        ]
        self._document: str | None = None
        self._has_context = False
        self._documents = Documents()
        self._count = 0

    @property
    def any_order(self) -> bool:
        """Whether documents may be tagged in any order, by any process."""
        return self._source.any_order and all(
            getattr(part, "any_order", False) for part in (self._aligner, self._analyser)
        )

    @property
    def signature(self) -> str:
        """Rules, analysers, aligner and context: what decides the tags."""
        parts = (
            *self.phenomena,
            self._aligner.signature,
            self._analyser.signature,
            self._source.signature,
            f"context:{'all' if self._context is None else self._context}",
            _SENTENCES,
        )
        digest = blake2b("|".join(parts).encode(), digest_size=4).hexdigest()
        rules, own = self.rules, own_data(self.languages)
        data = f"{rules.mark}+{own}" if own else rules.mark
        return f"litmus.{rules.code}.v{rules.version}{data}#{digest}"

    def learn(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Lets the aligner see the text first."""
        self._aligner = learn(self._aligner, pairs)

    def tag(
        self, items: Sequence[Item], links: Sequence[Alignment] | None = None
    ) -> list[TaggedSentence]:
        """The target tokens of each segment with their tags."""
        return [tagged(text.target, text.tags, text.breaks) for text in self.texts(items, links)]

    def texts(
        self, items: Sequence[Item], links: Sequence[Alignment] | None = None
    ) -> list[TaggedText]:
        """Each segment by words. Aligns unless `links` are given."""
        sources = self._source.read(items, self._count)
        given = [item.target for item in items]
        targets = sentences_of(self._analyser, given, self.languages[1])
        if links is None:
            align = getattr(self._aligner, "align_surely", self._aligner.align)
            links = align([(item.source, item.target) for item in items])
        texts = []
        for item, source, target, link in zip(items, sources, targets, links, strict=True):
            self._enter(item.document)
            self._count += 1
            text = TaggedText(
                whole(item.target, target), {}, [], segment_pairs(item, source, target, link)
            )
            for pair in text.pairs:
                self._tag(pair, text)
            texts.append(text)
        return texts

    def skip(self, n: int) -> None:
        """So many pairs were not tagged, their tags being known: whole documents of them."""
        self._count += n

    def finish(self) -> None:
        """To be called after the last pair: a file of links or analyses may have some left over."""
        self._aligner.finish()
        finish(self._analyser)
        self._source.finish()

    def _enter(self, document: str) -> None:
        """Starts a document unless it goes on; one that comes back later is an error."""
        if document == self._document:
            return
        self._documents.start(document, self._count + 1)
        self._document = document
        self._has_context = False
        for tagger in self._taggers:
            tagger.start()
        for judge in self._judges:
            judge.start()

    def _tag(self, pair: Pair, text: TaggedText) -> None:
        """Adds the tags of a pair to those of its segment."""
        for tagger in self._taggers:
            words = tagger.tag(pair)
            if self._has_context:  # else no earlier sentence can have decided
                text.tags.setdefault(tagger.name, set()).update(n + pair.offset for n in words)
        for judge in self._judges:
            for word, kept, broken in judge.verdicts(pair):
                verdict = f"{judge.name}={'kept' if kept else 'broken'}"
                text.tags.setdefault(verdict, set()).add(word + pair.offset)
                if broken is not None:
                    text.breaks.append(broken)
        self._has_context = self._context != 0


def chosen(rules: Rules, source: str, names: Sequence[str]) -> tuple[str, ...]:
    """The phenomena named, or all that the language pair can have."""
    possible = [name for name in rules.phenomena if source == "en" or not PHENOMENA[name].needs]
    missing = [name for name in names if find_phenomenon(name).name not in possible]
    if missing:
        raise UsageError(
            f"{', '.join(missing)} cannot be tagged for {source}-{rules.code}.\n"
            f"It has: {', '.join(possible)}"
        )
    return tuple(name for name in PHENOMENA if name in (names or possible))


def tagged(
    sentence: Sentence, tags: Mapping[str, set[int]], breaks: Iterable[Break] = ()
) -> TaggedSentence:
    """Tags of words as tags of the tokens they are in."""
    text = sentence.text
    tokens = tuple(text[token.start : token.end] for token in sentence.tokens)
    of_word: dict[int, set[str]] = {}
    for name, words in tags.items():
        for word in words:
            of_word.setdefault(word, set()).add(name)
    of_token = [_NO_TAGS] * len(tokens)
    if of_word:
        for number, token in enumerate(sentence.tokens):
            for word in range(token.first, token.stop):
                if word in of_word:
                    of_token[number] |= of_word[word]
    return TaggedSentence(tokens, tuple(of_token), tuple(breaks))
