"""Analysers by name, and the one call."""

import warnings
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path

from litmus.corpus.text import TextWarning
from litmus.errors import UnknownName, UsageError
from litmus.language.analysis import MODES, Analyser, Sentence
from litmus.language.knowledge import language_code
from litmus.language.knowledge import load as load_language

BACKENDS: Mapping[str, str] = {
    "embedded": "comes with litmus; see: litmus list languages",
    "spacy": "spacy:PIPELINE, an installed pipeline or the folder of one",
    "stanza": "stanza:LANG[:PACKAGE], installed models, or stanza:FOLDER",
    "conllu": "conllu:FILE, what your own parser made of the same text",
    "plain": "words only, for languages that nobody analyses",
}
DOUBTED = 200  # texts that are looked at for signs of another language


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
    from litmus.language.language_check import Doubt

    doubt = Doubt(language)
    rest = iter(texts)
    for text in islice(rest, DOUBTED):
        doubt.add(text)
        yield text
    message = doubt.warning()
    if message:
        warnings.warn(message, TextWarning, stacklevel=2)
    yield from rest
