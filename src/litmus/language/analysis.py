"""Sentences as tokens and syntactic words, and what every analyser offers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

MODES = ("given", "split")


class Word(NamedTuple):
    """A syntactic word: one row of CoNLL-U.

    `head` is a position in the sentence's words, from 0; None for the root and where nothing was
    parsed, and then `relation` is "". `lemma`, `upos` and `feats` are "" where they are unknown.
    `confidence` (0-1) is the weakest of the decisions on this row, 1.0 from backends that cannot
    say. `start` and `end` are characters of the text given; a part of a multiword token whose
    letters cannot be told apart (du = de + le) has the span of its token.
    """

    form: str
    lemma: str
    upos: str
    feats: str
    head: int | None
    relation: str
    confidence: float
    start: int
    end: int

    def feature(self, name: str) -> str | None:
        """The value of one morphological feature.

        >>> Word("sie", "sie", "PRON", "Case=Nom|Person=3", None, "root", 1.0, 0, 3).feature("Case")
        'Nom'
        """
        return _features(self.feats).get(name)


class Token(NamedTuple):
    """A surface token, `text[start:end]`; its words are `sentence.words[first:stop]`."""

    start: int
    end: int
    first: int
    stop: int


class Sentence(NamedTuple):
    """`text` is the whole text that was given, untouched; the sentence is `text[start:end]`."""

    text: str
    start: int
    end: int
    tokens: tuple[Token, ...]
    words: tuple[Word, ...]


class Analyser(Protocol):
    """What every backend offers."""

    @property
    def signature(self) -> str:
        """Name and version, for the signatures of metrics: `spacy:en_core_web_sm.3.8.0`."""
        ...

    def analyse(
        self, texts: Iterable[str], *, sentences: str = "given", parse: bool = True
    ) -> Iterator[tuple[Sentence, ...]]:
        """See `litmus.language.analysers.analyse`."""
        ...


def in_step(analyser: Analyser) -> Analyser:
    """The analyser for texts that come batch by batch: one that reads a file begins it here, goes
    on where it stopped, and may `finish` with a complaint of what is left over."""
    begin = getattr(analyser, "in_step", None)
    begun: Analyser = begin() if begin else analyser
    return begun


def finish(analyser: Analyser | None) -> None:
    """After the last text."""
    end = getattr(analyser, "finish", None)
    if end:
        end()


@lru_cache(maxsize=1 << 14)
def _features(feats: str) -> Mapping[str, str]:
    return dict(pair.split("=", 1) for pair in feats.split("|")) if feats else {}


def sorted_features(feats: Iterable[str]) -> str:
    """`Name=Value` items as one string, in the order of UD: by name, whatever the case.

    >>> sorted_features(["Number=Sing", "case=x", "Abbr=Yes"])
    'Abbr=Yes|case=x|Number=Sing'
    """
    return "|".join(sorted(feats, key=lambda item: item.split("=", 1)[0].lower()))


def part_spans(text: str, start: int, end: int, forms: Sequence[str]) -> list[tuple[int, int]]:
    """Where the parts of the multiword token `text[start:end]` stand.

    Its letters are shared out if the forms spell it; else every part has the span of the token.

    >>> part_spans("don't", 0, 5, ["do", "n't"]), part_spans("du", 0, 2, ["de", "le"])
    ([(0, 2), (2, 5)], [(0, 2), (0, 2)])
    """
    if "".join(forms) != text[start:end]:
        return [(start, end)] * len(forms)
    spans = []
    for form in forms:
        spans.append((start, start + len(form)))
        start += len(form)
    return spans


def joined(sentences: Sequence[Sentence]) -> Sentence:
    """Neighbours in one text as one sentence; later roots hang from the first as `parataxis`."""
    if len(sentences) == 1:
        return sentences[0]
    tokens: list[Token] = []
    words: list[Word] = []
    root: int | None = None
    for sentence in sentences:
        before = len(words)
        for token in sentence.tokens:
            tokens.append(token._replace(first=token.first + before, stop=token.stop + before))
        for place, word in enumerate(sentence.words, start=before):
            if word.head is not None:
                word = word._replace(head=word.head + before)
            elif word.relation and root is None:
                root = place
            elif word.relation:
                word = word._replace(head=root, relation="parataxis")
            words.append(word)
    first, last = sentences[0], sentences[-1]
    return Sentence(first.text, first.start, last.end, tuple(tokens), tuple(words))
