"""spaCy pipelines as analysers (`litmus-mt[spacy]`): installed ones by name, others by folder."""

import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

from litmus.errors import DataError, MissingExtra, UsageError
from litmus.files.text import TextWarning
from litmus.language.analysis import Sentence, Token, Word, joined, sorted_features

# By the name of the factory; what we never ask for, and what finds sentence ends.
_UNUSED = frozenset(
    ("ner", "entity_linker", "entity_ruler", "textcat", "textcat_multilabel", "spancat",
     "spancat_singlelabel", "span_finder", "span_ruler")
)  # fmt: skip
_PARSERS = frozenset(("parser", "beam_parser"))
_SPLITTERS = frozenset(("senter", "sentencizer"))
_SURROGATE = re.compile("[\ud800-\udfff]")


class SpacyAnalyser:
    """Words as the pipeline gives them: UPOS, features, lemma, head and relation.

    Relations are the pipeline's own, which need not be those of UD (`nsubjpass`, `dobj` and
    `pobj` of the English ones); only `ROOT` becomes `root`. spaCy has no multiword tokens: *du* is
    one word. Its tokens of white space are dropped, and what hung from them hangs from their head.
    """

    any_order = True

    def __init__(self, language: str, pipeline: str) -> None:
        self._name = pipeline
        self._nlp = nlp = load_pipeline(pipeline)
        factories = {name: nlp.get_pipe_meta(name).factory for name in nlp.component_names}
        self._unused = [name for name in factories if factories[name] in _UNUSED]
        self._parsers = [name for name in factories if factories[name] in _PARSERS]
        self._splitters = [name for name in factories if factories[name] in _SPLITTERS]
        # Pipelines come with a senter that sleeps as long as the parser does its work.
        self._spare = [name for name in self._splitters if name in nlp.disabled]
        for name in self._spare:
            nlp.enable_pipe(name)
        if nlp.lang not in (language, "xx"):
            warnings.warn(
                f"The pipeline {pipeline} is for {nlp.lang}, but the text is said to be "
                f"{language}.",
                TextWarning,
                stacklevel=3,
            )

    @cached_property
    def signature(self) -> str:
        """Name and version; of a folder also a digest, as its name need not say much."""
        meta = self._nlp.meta
        found = f"spacy:{meta['lang']}_{meta['name']}.{meta['version']}"
        folder = Path(self._name)
        return f"{found}#{_digest(folder)}" if folder.is_dir() else found

    def analyse(
        self, texts: Iterable[str], *, sentences: str = "given", parse: bool = True
    ) -> Iterator[tuple[Sentence, ...]]:
        """See `litmus.language.analysis.analyse`."""
        split = sentences == "split"
        disabled = self._disabled(split=split, parse=parse)
        pairs = ((self._readable(text, number), text) for number, text in enumerate(texts, 1))
        for doc, text in self._nlp.pipe(pairs, as_tuples=True, disable=disabled):
            parsed = parse and doc.has_annotation("DEP")
            if split and not doc.has_annotation("SENT_START"):
                raise UsageError(
                    f"The pipeline {self._name} has nothing that finds sentences (a parser, senter "
                    "or sentencizer).\nUse another, or give one sentence per line."
                )
            spans = doc.sents if split or parsed else [doc]
            found = tuple(filter(None, (_sentence(text, span, parsed) for span in spans)))
            yield found if split or not found else (joined(found),)

    def _disabled(self, *, split: bool, parse: bool) -> list[str]:
        """Components not to run; without anything else, a parser must find the sentences."""
        if not split:
            return self._unused + self._splitters + ([] if parse else self._parsers)
        if parse and self._parsers:
            return self._unused + self._spare
        return self._unused + (self._parsers if self._splitters else [])

    def _readable(self, text: str, number: int) -> str:
        """The text as spaCy takes it, every character in its place."""
        if len(text) > self._nlp.max_length:
            raise DataError(
                f"Text {number:,} has {len(text):,} characters; the pipeline {self._name} takes "
                f"{self._nlp.max_length:,}.\nSplit it: one sentence per line."
            )
        return _SURROGATE.sub("\ufffd", text)


def _sentence(text: str, span: Iterable[Any], parsed: bool) -> Sentence | None:
    """The tokens of a spaCy span (or document) as a sentence; None if there is only space."""
    kept = [token for token in span if not token.is_space]
    if not kept:
        return None
    heads = _heads(kept) if parsed else [None] * len(kept)
    root = heads.index(None)
    words, tokens = [], []
    for place, (token, head) in enumerate(zip(kept, heads, strict=True)):
        start, end = token.idx, token.idx + len(token.text)
        relation = ("dep" if token.dep_ in ("", "ROOT") else token.dep_) if parsed else ""
        if parsed and place == root:
            relation = "root"
        elif parsed and head is None:
            head = root
        words.append(
            Word(
                form=text[start:end],
                lemma=token.lemma_,
                upos=token.pos_,
                feats=sorted_features(token.morph),
                head=head,
                relation=relation,
                confidence=1.0,
                start=start,
                end=end,
            )
        )
        tokens.append(Token(start, end, place, place + 1))
    return Sentence(text, tokens[0].start, tokens[-1].end, tuple(tokens), tuple(words))


def _heads(kept: Sequence[Any]) -> list[int | None]:
    """Positions of the heads; None where there is none but white space above."""
    places = {token.i: place for place, token in enumerate(kept)}
    heads: list[int | None] = []
    for token in kept:
        head = token.head
        while head.is_space and head.head.i != head.i:
            head = head.head
        heads.append(None if head.i == token.i else places.get(head.i))
    return heads


def load_pipeline(pipeline: str) -> Any:
    """The pipeline of that name or in that folder; an error says how to get spaCy or it."""
    try:
        import spacy
    except ImportError as error:
        if error.name != "spacy":
            raise
        raise MissingExtra("The analyser spacy", "spacy") from error
    try:
        return spacy.load(pipeline)
    except (OSError, ImportError, ValueError) as error:
        if Path(pipeline).exists() or not pipeline.isidentifier():
            raise DataError(f"{pipeline} is not the folder of a spaCy pipeline: {error}") from error
        if not spacy.util.is_package(pipeline):
            raise UsageError(
                f"The spaCy pipeline {pipeline!r} is not installed.\n"
                f"Install it with: python -m spacy download {pipeline}"
            ) from error
        raise UsageError(f"The spaCy pipeline {pipeline!r} cannot be loaded: {error}") from error


def _digest(folder: Path) -> str:
    digest = blake2b(digest_size=4)
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode())
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()
