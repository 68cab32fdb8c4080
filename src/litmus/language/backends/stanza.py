"""Stanza models as analysers (`litmus-mt[stanza]`): installed ones, or those in a folder."""

import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any

from litmus.errors import DataError, MissingExtra, UsageError
from litmus.files.text import TextWarning
from litmus.language.analysis import Sentence, Token, Word, joined, part_spans, sorted_features

BATCH = 50  # texts that are worked on together
# mwt is added by Stanza itself where a language has it.
_PROCESSORS = ("tokenize", "pos", "lemma", "depparse")
_NAME = re.compile(r"([a-z]{2,3}(?:-[a-z]+)?)(?::([\w.-]+))?")
_SURROGATE = re.compile("[\ud800-\udfff]")


class StanzaAnalyser:
    """`spec` is LANG[:PACKAGE], or the folder of a resources.json; "" is the language itself.

    Nothing is downloaded. A folder called like a language is written ./en.
    """

    def __init__(self, language: str, spec: str) -> None:
        name = _NAME.fullmatch(spec)
        self._folder = folder_of(spec)
        self._language, self._package = language, "default"
        if name:
            self._language, self._package = name[1], name[2] or "default"
        if self._language.split("-")[0] != language:
            warnings.warn(
                f"The models stanza:{spec} are for {self._language}, but the text is said to be "
                f"{language}.",
                TextWarning,
                stacklevel=3,
            )
        self._pipelines: dict[bool, Any] = {}
        self._pipeline(split=False)

    @cached_property
    def signature(self) -> str:
        """Names, Stanza's version, and a digest of the models, which change under their names."""
        import stanza

        digest = blake2b(digest_size=4)
        config: Mapping[str, Any] = self._pipeline(split=False).config
        for key in sorted(config):
            if key.endswith("_path") and isinstance(config[key], str):
                digest.update(Path(config[key]).read_bytes())
        found = f"stanza:{self._language}:{self._package}.{stanza.__version__}"
        return f"{found}#{digest.hexdigest()}"

    def analyse(
        self, texts: Iterable[str], *, sentences: str = "given", parse: bool = True
    ) -> Iterator[tuple[Sentence, ...]]:
        """See `litmus.language.analysis.analyse`."""
        split = sentences == "split"
        pipeline = self._pipeline(split=split)
        wanted = [name for name in pipeline.processors if parse or name != "depparse"]
        remaining = iter(texts)
        while batch := list(islice(remaining, BATCH)):
            # Stanza puts the texts of a batch together, with blank lines between: strip them.
            full = [text for text in batch if text.strip()]
            stripped = [_SURROGATE.sub("\ufffd", text.strip()) for text in full]
            documents = iter(pipeline.bulk_process(stripped, processors=wanted))
            for text in batch:
                if not text.strip():
                    yield ()
                    continue
                shift = len(text) - len(text.lstrip())
                found = document_sentences(next(documents), text, shift)
                yield found if split or not found else (joined(found),)

    def _pipeline(self, *, split: bool) -> Any:
        if split not in self._pipelines:
            self._pipelines[split] = _load(self._language, self._package, self._folder, split)
        return self._pipelines[split]


def folder_of(spec: str) -> Path | None:
    """The folder that a specification names, if it names one.

    >>> folder_of("en:ewt"), folder_of(""), str(folder_of("./en"))
    (None, None, 'en')
    """
    return None if _NAME.fullmatch(spec) or not spec else Path(spec).expanduser()


def document_sentences(document: Any, text: str, shift: int = 0) -> tuple[Sentence, ...]:
    """The sentences of a Stanza document, which is `text` from character `shift` on."""
    return tuple(_sentence(sentence, text, shift) for sentence in document.sentences)


def _sentence(sentence: Any, text: str, shift: int) -> Sentence:
    tokens: list[Token] = []
    words: list[Word] = []
    for token in sentence.tokens:
        start, end = token.start_char + shift, token.end_char + shift
        tokens.append(Token(start, end, len(words), len(words) + len(token.words)))
        if len(token.words) == 1:  # its text may be <UNK>, for very long ones
            words.append(_word(token.words[0], text[start:end], start, end))
            continue
        spans = part_spans(text, start, end, [word.text for word in token.words])
        for word, (begin, finish) in zip(token.words, spans, strict=True):
            words.append(_word(word, word.text, begin, finish))
    return Sentence(text, tokens[0].start, tokens[-1].end, tuple(tokens), tuple(words))


def _word(word: Any, form: str, start: int, end: int) -> Word:
    """Stanza says None for what it was not asked or does not know, and counts heads from 1."""
    return Word(
        form=form,
        lemma=word.lemma or "",
        upos=word.upos or "",
        feats=sorted_features(word.feats.split("|")) if word.feats else "",
        head=word.head - 1 if word.head else None,
        relation="root" if word.head == 0 else word.deprel or "",
        confidence=1.0,
        start=start,
        end=end,
    )


def _load(language: str, package: str, folder: Path | None, split: bool) -> Any:
    try:
        import stanza
        from stanza.resources.common import DEFAULT_MODEL_DIR
    except ImportError as error:
        if error.name != "stanza":
            raise
        raise MissingExtra("The analyser stanza", "stanza") from error
    place = str(folder or DEFAULT_MODEL_DIR)
    try:
        return stanza.Pipeline(
            language,
            dir=place,
            package=package,
            processors=",".join(_available(language, package, place)),
            download_method=None,
            tokenize_no_ssplit=not split,
            logging_level="ERROR",
        )
    except (OSError, ValueError, KeyError) as error:
        if folder is not None:
            raise DataError(
                f"{folder} is not a folder of Stanza models for {language}: {error}\n"
                "It needs a resources.json, and the models that are named there."
            ) from error
        named = "" if package == "default" else f", package={package!r}"
        raise UsageError(
            f"The Stanza models for {language}{named and f' ({package})'} are not installed.\n"
            f'Install them with: python -c "import stanza; '
            f'stanza.download({language!r}{named})"'
        ) from error


def _available(language: str, package: str, place: str) -> list[str]:
    """Those of our processors that there are: Stanza stops at one that it has no model for."""
    from stanza.resources.common import get_language_resources, load_resources_json

    known = get_language_resources(load_resources_json(place), language)
    if known is None:
        raise ValueError(f"the language {language} is not in its resources.json")
    packaged = known.get("packages", {}).get(package, {})
    return [name for name in _PROCESSORS if name in known or name in packaged]
