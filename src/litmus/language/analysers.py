"""Analysers by name, and the one call."""

import warnings
from collections.abc import Iterable, Iterator
from itertools import islice

from litmus.errors import UnknownName
from litmus.files.text import TextWarning
from litmus.language.analysis import MODES, Analyser, Sentence
from litmus.language.knowledge import language_code
from litmus.plugins.registry import Entry, Makers

_FOLDER = "litmus.language.backends"
# Made from the language's code, and the argument of those that take one.
# fmt: off
ANALYSERS: Makers[Analyser] = Makers(
    "analyser",
    (
        Entry("embedded", "litmus.language.embedded:load",
              "comes with litmus; see: litmus list languages"),
        Entry("spacy", f"{_FOLDER}.spacy:SpacyAnalyser",
              "an installed pipeline or the folder of one", "PIPELINE"),
        Entry("stanza", f"{_FOLDER}.stanza:StanzaAnalyser",
              "installed models, or stanza:FOLDER", "[LANG[:PACKAGE]]"),
        Entry("conllu", f"{_FOLDER}.conllu_file:ConlluAnalyser",
              "what your own parser made of the same text", "FILE"),
        Entry("plain", f"{_FOLDER}.plain:PlainAnalyser",
              "words only, for languages that no analyser knows"),
    ),
    methods=("signature", "analyse"),
    group="litmus.analysers",
)
# fmt: on
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
    """The analyser of that name, ready to work; see `ANALYSERS` for the names."""
    return ANALYSERS.create(backend, language_code(language))


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
