"""Sentences as tokens and syntactic words, from whichever analyser is asked for by name."""

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple, Protocol

from litmus.corpus.text import TextWarning
from litmus.errors import UnknownName, UsageError
from litmus.language.knowledge import language_code
from litmus.language.knowledge import load as load_language

BACKENDS: Mapping[str, str] = {
    "embedded": "comes with litmus; see: litmus list languages",
    "spacy": "spacy:PIPELINE, an installed pipeline or the folder of one",
    "stanza": "stanza:LANG[:PACKAGE], installed models, or stanza:FOLDER",
    "conllu": "conllu:FILE, what your own parser made of the same text",
    "plain": "words only, for languages that nobody analyses",
}
MODES = ("given", "split")
DOUBTED = 200  # texts that are looked at for signs of another language


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
        """See the function `analyse`."""
        ...


def analyse(
    texts: Iterable[str],
    language: str,
    *,
    backend: str = "embedded",
    sentences: str = "given",
    parse: bool = True,
) -> Iterator[tuple[Sentence, ...]]:
    """One tuple of sentences per text, in order; texts are read as the results are taken.

    `sentences="given"`: each text is one sentence (none if it is blank). `"split"`: the backend
    finds the sentences of each text. A backend is loaded anew by each call: to analyse several
    files with one, take it from `load_analyser`.
    """
    if sentences not in MODES:
        raise UnknownName("way to find sentences", sentences, MODES)
    analyser = load_analyser(backend, language)
    if backend == "embedded":
        texts = _doubted(texts, language_code(language))
    return analyser.analyse(texts, sentences=sentences, parse=parse)


def load_analyser(backend: str, language: str) -> Analyser:
    """The analyser of that name, ready to work; see `BACKENDS` for the names."""
    kind, colon, rest = backend.partition(":")
    code = language_code(language)
    if kind not in BACKENDS:
        raise UnknownName("backend", kind, BACKENDS)
    if kind in ("embedded", "plain"):
        if colon:
            raise UsageError(f"The {kind} backend takes no argument, but {rest!r} was given.")
        return _embedded(code) if kind == "embedded" else _plain(code)
    if not rest and kind != "stanza":
        raise UsageError(f"The backend {kind} needs to know which: {BACKENDS[kind]}.")
    if kind == "spacy":
        from litmus.language.backends.spacy import SpacyAnalyser

        return SpacyAnalyser(rest, code)
    if kind == "stanza":
        from litmus.language.backends.stanza import StanzaAnalyser

        return StanzaAnalyser(rest, code)
    from litmus.language.backends.conllu_file import ConlluAnalyser

    return ConlluAnalyser(Path(rest))


def _plain(code: str) -> Analyser:
    from litmus.language.backends.plain import PlainAnalyser

    return PlainAnalyser(code)


def _embedded(code: str) -> Analyser:
    from litmus.language import embedded

    known = embedded.languages()
    if code not in known:
        raise UsageError(
            f"No analyser for {load_language(code).name} ({code}) comes with litmus (there are: "
            f"{', '.join(known)}).\nUse another backend: spacy:PIPELINE, stanza:{code} or "
            "conllu:FILE."
        )
    return embedded.load(code)


def _doubted(texts: Iterable[str], language: str) -> Iterator[str]:
    """The texts; after the first of them, one warning if they look like another language."""
    from litmus.language.doubt import Doubt

    doubt = Doubt(language)
    rest = iter(texts)
    for text in islice(rest, DOUBTED):
        doubt.add(text)
        yield text
    message = doubt.warning()
    if message:
        warnings.warn(message, TextWarning, stacklevel=2)
    yield from rest


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
