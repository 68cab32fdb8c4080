"""The words of a target sentence with what is known of them: part of speech, lemma, tags."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Protocol

from litmus.context.joining import Span, token_spans
from litmus.context.passages import Passage
from litmus.corpus.formats.tags import TagFile, TaggedSentence
from litmus.discourse.source_side import Item
from litmus.discourse.tagging import DocumentTagger
from litmus.discourse.tagging import tagged as tagged_sentence
from litmus.language.analysis import Analyser, Sentence, Word
from litmus.language.knowledge import load as load_language
from litmus.language.words import token_offsets
from litmus.nmt.words import whitespace_words


@dataclass(frozen=True, slots=True)
class Marked:
    """A word of the text at `span`. `pos` and `lemma` are "" without an analysis.

    `groups` are the rows that it counts in when words are grouped by part of speech. A contraction
    has the parts of speech of all its words (`ADP+DET`) and counts in the rows of each.
    """

    span: Span
    lemma: str = ""
    pos: str = ""
    groups: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


Marks = tuple[Marked, ...]


class Annotator(Protocol):
    """Marks the words of the targets of passages, in order."""

    @property
    def signature(self) -> Mapping[str, str]:
        """What made the marks: `pos` and `tags`, each only if it is known."""

    def annotate(self, passages: Sequence[Passage]) -> list[Marks]:
        """The words of every target, without overlap, in order."""


def pos_groups(word: Word) -> list[str]:
    """The groups of a word: pronouns by person and number, verbs by tense.

    They are the rows of Table 9 in Fernandes et al. 2023, where a pronoun without person is split
    by number alone, too.

    >>> pos_groups(Word("tu", "tu", "PRON", "Number=Sing|Person=2", None, "", 1.0, 0, 2))
    ['PRON', 'PRON.2', 'PRON.2.Sing']
    >>> pos_groups(Word("era", "ser", "VERB", "Mood=Ind|Tense=Imp", None, "", 1.0, 0, 3))
    ['VERB', 'VERB.Imp']
    """
    if not word.upos:
        return []
    groups = [word.upos]
    splits = {"PRON": ("Person", "Number"), "VERB": ("Tense",)}.get(word.upos, ())
    for feature in splits:
        value = word.feature(feature)
        if value and "," not in value:  # 1,3: either, so neither
            groups.append(f"{groups[-1]}.{value}")
    return groups


def marks_of(sentence: Sentence, tags: TaggedSentence | None = None) -> Marks:
    """The tokens of an analysed sentence."""
    marks = []
    for number, token in enumerate(sentence.tokens):
        words = sentence.words[token.first : token.stop]
        groups = dict.fromkeys(group for word in words for group in pos_groups(word))
        marks.append(
            Marked(
                (token.start, token.end),
                "+".join(word.lemma for word in words if word.lemma),
                "+".join(word.upos for word in words if word.upos),
                tuple(groups),
                tuple(sorted(tags.tags[number])) if tags else (),
            )
        )
    return tuple(marks)


class PlainWords:
    """Words between spaces; single characters in a language that is written without spaces."""

    signature: Mapping[str, str] = {}

    def __init__(self, language: str) -> None:
        self._spaces = load_language(language).writing == "spaces"
        self._language = language

    def annotate(self, passages: Sequence[Passage]) -> list[Marks]:
        """See `Annotator`."""
        return [tuple(map(Marked, self._words(passage.target))) for passage in passages]

    def _words(self, text: str) -> Sequence[Span]:
        if self._spaces:
            return whitespace_words(text)
        return token_offsets(text, "words", self._language)


class AnalysedWords:
    """The tokens of an analyser with their parts of speech."""

    def __init__(self, analyser: Analyser) -> None:
        self._analyser = analyser

    @property
    def signature(self) -> Mapping[str, str]:
        """The analyser."""
        return {"pos": self._analyser.signature}

    def annotate(self, passages: Sequence[Passage]) -> list[Marks]:
        """See `Annotator`."""
        return self.marks([passage.target for passage in passages])

    def marks(self, texts: Sequence[str]) -> list[Marks]:
        """The words of any texts in the language."""
        analyses = self._analyser.analyse(texts, parse=False)
        return [
            tuple(mark for sentence in sentences for mark in marks_of(sentence))
            for sentences in analyses
        ]


class TaggedWords:
    """Tokens with parts of speech and the discourse tags that `litmus tag` would give them."""

    def __init__(self, tagger: DocumentTagger, analyser: Analyser) -> None:
        self._tagger, self._analyser = tagger, analyser

    @property
    def signature(self) -> Mapping[str, str]:
        """The analyser, and all that decides the tags."""
        return {"pos": self._analyser.signature, "tags": self._tagger.signature}

    def annotate(self, passages: Sequence[Passage]) -> list[Marks]:
        """See `Annotator`."""
        items = [Item(p.document, p.source, p.target) for p in passages]
        return [
            marks_of(text.target, tagged_sentence(text.target, text.tags))
            for text in self._tagger.texts(items)
        ]


class FiledTags:
    """The tags of a file on the words of another annotator, or on the file's own tokens."""

    def __init__(self, file: TagFile, words: Annotator | None = None) -> None:
        self._file, self._words = file, words
        self._number = 0

    @property
    def signature(self) -> Mapping[str, str]:
        """The file's digest, and what made the words."""
        return {**(self._words.signature if self._words else {}), "tags": self._file.signature}

    def annotate(self, passages: Sequence[Passage]) -> list[Marks]:
        """See `Annotator`."""
        rows = self._file.read([passage.target for passage in passages])
        words = self._words.annotate(passages) if self._words else [None] * len(passages)
        return [
            self._joined(passage.target, row, marks)
            for passage, row, marks in zip(passages, rows, words, strict=True)
        ]

    def _joined(self, text: str, row: TaggedSentence, marks: Marks | None) -> Marks:
        self._number += 1
        spans = token_spans(f"{self._file.path}:{self._number}", text, row.tokens)
        words = _apart(spans) if marks is None else marks
        return tuple(replace(mark, tags=_tags_at(mark.span, spans, row)) for mark in words)

    @property
    def whole(self) -> Mapping[str, str]:
        """The signature that there will be when all of the file is read."""
        file = TagFile(self._file.path)
        file.skip(sys.maxsize)
        return {**self.signature, "tags": file.signature}

    def skip(self, n: int) -> None:
        """Leave out the next so many sentences, which another run marks."""
        self._file.skip(n)
        self._number += n

    def finish(self) -> None:
        """Refuse a file that has rows left after the last sentence."""
        self._file.finish()


def _apart(spans: Sequence[Span]) -> Marks:
    """Words without overlap: tokens that share letters (`de`, `le` for `du`) are one word."""
    words: list[Span] = []
    for start, end in spans:
        if start == end:
            continue
        if words and start < words[-1][1]:
            words[-1] = (words[-1][0], max(end, words[-1][1]))
        else:
            words.append((start, end))
    assert all(left[1] <= right[0] for left, right in pairwise(words))
    return tuple(map(Marked, words))


def _tags_at(span: Span, spans: Sequence[Span], row: TaggedSentence) -> tuple[str, ...]:
    overlapping = {
        tag
        for (start, end), tags in zip(spans, row.tags, strict=True)
        if start < span[1] and span[0] < end
        for tag in tags
    }
    return tuple(sorted(overlapping))
