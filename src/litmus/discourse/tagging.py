"""Discourse tags of every target token, sentence by sentence through documents."""

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import groupby
from typing import NamedTuple

from litmus.alignment.aligners import learn, load_aligner
from litmus.alignment.links import Aligner
from litmus.corpus.tags import TaggedSentence
from litmus.discourse.antecedents.load import load_resolver
from litmus.discourse.antecedents.resolver import Antecedent
from litmus.discourse.gaps.detector import Gap, load_detector
from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.consistency import Consistency
from litmus.discourse.phenomena.ellipsis import Ellipsis
from litmus.discourse.phenomena.formality import Formality
from litmus.discourse.phenomena.lexical_cohesion import LexicalCohesion
from litmus.discourse.phenomena.pronouns import Pronouns
from litmus.discourse.phenomena.verb_form import VerbForm
from litmus.discourse.rules import PHENOMENA, Rules, load_rules
from litmus.errors import DataError, UnknownName, UsageError
from litmus.language.analysers import load_analyser
from litmus.language.analysis import Analyser, Sentence

_LOOK_BACK = 3  # sentences of a document that the resolver sees again with the next batch
_NO_TAGS: frozenset[str] = frozenset()
_ENGLISH = ("pronouns", "ellipsis")  # phenomena that are read off an English source


class Item(NamedTuple):
    """A sentence pair of a document."""

    document: str
    source: str
    target: str


class Known(NamedTuple):
    """What is known of a source sentence, whatever its translation."""

    sentence: Sentence
    antecedents: dict[int, Antecedent]
    gaps: tuple[Gap, ...]


class SourceSide:
    """The work on the source, done once for all systems that translate it.

    Systems are tagged in step, batch by batch: the last batch is remembered.
    """

    def __init__(
        self,
        language: str,
        phenomena: Sequence[str],
        *,
        analyser: str = "embedded",
        resolver: str = "embedded",
        detector: str = "embedded",
    ) -> None:
        self._analyser = load_analyser(analyser, language)
        self._resolver = load_resolver(resolver) if "pronouns" in phenomena else None
        self._detector = load_detector(detector) if "ellipsis" in phenomena else None
        self._document: str | None = None
        self._before: list[Sentence] = []
        self._last: tuple[tuple[int, list[tuple[str, str]]] | None, list[Known]] = (None, [])

    @property
    def signature(self) -> str:
        """Analyser, resolver and detector."""
        parts = (self._analyser, self._resolver, self._detector)
        return "+".join(part.signature for part in parts if part is not None)

    def read(self, items: Sequence[Item], start: int) -> list[Known]:
        """What is known of the sources of these pairs; `start` pairs have been read before them."""
        key = (start, [(item.document, item.source) for item in items])
        if key == self._last[0]:
            return self._last[1]
        sentences = analysed(self._analyser, [item.source for item in items])
        gaps = self._detector.find(sentences) if self._detector else [()] * len(items)
        antecedents: list[dict[int, Antecedent]] = []
        for document, group in groupby(range(len(items)), key=lambda n: items[n].document):
            if document != self._document:
                self._document, self._before = document, []
            antecedents += self._resolved([sentences[n] for n in group])
        found = [Known(*parts) for parts in zip(sentences, antecedents, gaps, strict=True)]
        self._last = (key, found)
        return found

    def _resolved(self, sources: list[Sentence]) -> list[dict[int, Antecedent]]:
        if self._resolver is None:
            return [{} for _ in sources]
        seen = [*self._before, *sources]
        found = self._resolver.resolve(seen)[len(self._before) :]
        self._before = seen[-_LOOK_BACK:]
        return found


class DocumentTagger:
    """Tags pairs in document order; batches may cut documents anywhere.

    `context` limits how many earlier sentences count (None: the whole document). Taggers of
    several systems can share the source side and the aligner. With `consistency` words also carry
    whether they keep the register and the terms of the document.
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
        self._analyser = (
            load_analyser(analyser, languages[1]) if isinstance(analyser, str) else analyser
        )
        self._source = source or SourceSide(languages[0], self.phenomena)
        self._consistency = Consistency(self.rules, languages) if consistency else None
        self._make_taggers()
        self._document: str | None = None
        self._finished: set[bytes] = set()
        self._count = 0

    @property
    def signature(self) -> str:
        """Rules, analysers, aligner and context: what decides the tags."""
        parts = (
            *self.phenomena,
            self._aligner.signature,
            self._analyser.signature,
            self._source.signature,
            f"context:{'all' if self._context is None else self._context}",
        )
        digest = blake2b("|".join(parts).encode(), digest_size=4).hexdigest()
        return f"litmus.{self.rules.code}.v{self.rules.version}#{digest}"

    def learn(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Lets the aligner see the text first."""
        self._aligner = learn(self._aligner, pairs)

    def tag(self, items: Sequence[Item]) -> list[TaggedSentence]:
        """The target tokens of each pair with their tags."""
        return [tagged(pair.target, tags) for pair, tags in self.pairs(items)]

    def pairs(self, items: Sequence[Item]) -> list[tuple[Pair, dict[str, set[int]]]]:
        """Each pair, and tag -> the target words that carry it."""
        known = self._source.read(items, self._count)
        targets = analysed(self._analyser, [item.target for item in items])
        links = self._aligner.align([(item.source, item.target) for item in items])
        found = []
        for item, source, target, link in zip(items, known, targets, links, strict=True):
            self._enter(item.document)
            self._count += 1
            pair = Pair(source.sentence, target, link)
            found.append((pair, self._tags(pair, source)))
        return found

    def _make_taggers(self) -> None:
        wanted, reach, rules = self.phenomena, self._context, self.rules
        self._plain: list[LexicalCohesion | Formality | VerbForm] = []
        if "lexical_cohesion" in wanted:
            self._plain.append(LexicalCohesion(self.languages, reach))
        if "formality" in wanted and rules.formality is not None:
            self._plain.append(Formality(rules.formality, reach))
        if "verb_form" in wanted:
            self._plain.append(VerbForm(rules.verb_forms, reach))
        self._pronouns = Pronouns(rules.pronouns) if "pronouns" in wanted else None
        self._ellipsis = Ellipsis(self.languages[1], reach) if "ellipsis" in wanted else None
        self._first = True

    def _enter(self, document: str) -> None:
        """Starts a document unless it goes on; one that comes back later is an error."""
        if document == self._document:
            return
        digest = blake2b(document.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        if digest in self._finished:
            raise DataError(
                f"Document {document!r} goes on at sentence {self._count + 1:,}, after another "
                "document.\nPut the sentences of a document together, in their order."
            )
        self._finished.add(digest)
        self._document = document
        self._first = True
        for tagger in self._plain:
            tagger.start()
        for other in (self._ellipsis, self._consistency):
            if other is not None:
                other.start()

    def _tags(self, pair: Pair, source: Known) -> dict[str, set[int]]:
        found = {tagger.name: tagger.tag(pair) for tagger in self._plain}
        if self._ellipsis is not None:
            found["ellipsis"] = self._ellipsis.tag(pair, source.gaps)
        if self._pronouns is not None and not (self._first or self._context == 0):
            found["pronouns"] = self._pronouns.tag(pair, source.antecedents)
        if self._consistency is not None:
            found |= self._consistency.tag(pair)
        self._first = False
        return found


def chosen(rules: Rules, source: str, asked: Sequence[str]) -> tuple[str, ...]:
    """The phenomena asked for, or all that the pair can have."""
    for name in asked:
        if name not in PHENOMENA:
            raise UnknownName("phenomenon", name, PHENOMENA)
    able = [name for name in rules.phenomena if source == "en" or name not in _ENGLISH]
    missing = [name for name in asked if name not in able]
    if missing:
        raise UsageError(
            f"{', '.join(missing)} cannot be tagged for {source}-{rules.code}.\n"
            f"It has: {', '.join(able)}"
        )
    return tuple(name for name in PHENOMENA if name in (asked or able))


def analysed(analyser: Analyser, texts: Sequence[str]) -> list[Sentence]:
    """One sentence a text; an empty one for an empty text."""
    return [
        found[0] if found else Sentence(text, 0, len(text), (), ())
        for text, found in zip(texts, analyser.analyse(texts), strict=True)
    ]


def tagged(sentence: Sentence, tags: dict[str, set[int]]) -> TaggedSentence:
    """Tags of words as tags of the tokens they stand in."""
    text = sentence.text
    tokens = tuple(text[token.start : token.end] for token in sentence.tokens)
    of_word: dict[int, set[str]] = {}
    for name, words in tags.items():
        for place in words:
            of_word.setdefault(place, set()).add(name)
    found = [_NO_TAGS] * len(tokens)
    if of_word:
        for number, token in enumerate(sentence.tokens):
            for place in range(token.first, token.stop):
                if place in of_word:
                    found[number] |= of_word[place]
    return TaggedSentence(tokens, tuple(found))
