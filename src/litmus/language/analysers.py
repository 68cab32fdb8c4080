"""Analysers by name, and the one call."""

import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from typing import TypeVar

from litmus.corpus.documents import SIZE, in_batches
from litmus.engine.batches import check_engine, map_batches
from litmus.errors import DataError, UnknownName, at_least
from litmus.files.text import TextWarning
from litmus.language import embedded, knowledge
from litmus.language.analysis import MODES, Analyser, Sentence
from litmus.language.knowledge import language_code
from litmus.plugins.registry import Entry, Makers

EMBEDDED, PLAIN = "embedded", "plain"  # the default everywhere; words and nothing else
_FOLDER = "litmus.language.backends"
# Made from the language's code, and the argument of those that take one.
# fmt: off
ANALYSERS: Makers[Analyser] = Makers(
    "analyser",
    (
        Entry(EMBEDDED, "litmus.language.embedded:load",
              "comes with litmus; see: litmus list languages; or a model of your own", "[FOLDER]"),
        Entry("spacy", f"{_FOLDER}.spacy:SpacyAnalyser",
              "an installed pipeline or the folder of one", "PIPELINE"),
        Entry("stanza", f"{_FOLDER}.stanza:StanzaAnalyser",
              "installed models, or stanza:FOLDER", "[LANG[:PACKAGE]]"),
        Entry("conllu", f"{_FOLDER}.conllu_file:ConlluAnalyser",
              "what your own parser made of the same text", "FILE"),
        Entry(PLAIN, f"{_FOLDER}.plain:PlainAnalyser",
              "words only, for languages that no analyser knows"),
    ),
    methods=("signature", "analyse"),
    group="litmus.analysers",
)
# fmt: on
Sentences = tuple[Sentence, ...]  # of one text
Written = TypeVar("Written")
DOUBTED = 200  # texts that are looked at for signs of another language


def analyse(
    texts: Iterable[str],
    language: str,
    *,
    backend: str = EMBEDDED,
    sentences: str = "given",
    parse: bool = True,
    workers: int | None = 1,
    engine: str = "local",
) -> Iterator[Sentences]:
    """One tuple of sentences per text, in order; texts are read as the results are taken.

    `sentences="given"`: each text is one sentence (none if it is blank). `"split"`: the backend
    finds the sentences of each text. A backend is loaded anew by each call: to analyse several
    files with one, take it from `load_analyser`.
    """
    return analysed_as(
        _sentences, texts, language, backend=backend, sentences=sentences, parse=parse,
        workers=workers, engine=engine,
    )  # fmt: skip


def analysed_as(
    write: Callable[[int, Sentences], Written],
    texts: Iterable[str],
    language: str,
    *,
    backend: str,
    sentences: str,
    parse: bool,
    workers: int | None,
    engine: str = "local",
    first: int = 1,
) -> Iterator[Written]:
    """What `write` makes of the number (from `first`) and the sentences of every text.

    The process that analysed them does it too: it is less to send than sentences.
    """
    at_least(("workers", workers, 1))
    check_engine(engine)
    if sentences not in MODES:
        raise UnknownName("way to find sentences", sentences, MODES)
    analyser = load_analyser(backend, language)
    if backend == EMBEDDED:
        texts = _doubted(texts, language_code(language))
    alone = workers == 1 and engine == "local"
    if alone or not getattr(analyser, "any_order", False):
        analysed = analyser.analyse(texts, sentences=sentences, parse=parse)
        return (write(number, found) for number, found in enumerate(analysed, start=first))
    make = partial(_analysing, write, backend, language, sentences=sentences, parse=parse)
    batches = _batches(texts, first)
    return chain.from_iterable(map_batches(make, batches, workers=workers, engine=engine))


def _sentences(number: int, sentences: Sentences) -> Sentences:
    return sentences


def _analysing(
    write: Callable[[int, Sentences], Written],
    backend: str,
    language: str,
    *,
    sentences: str,
    parse: bool,
) -> Callable[[tuple[int, list[str]]], list[Written]]:
    """The work of a process."""
    analyser = load_analyser(backend, language)

    def work(batch: tuple[int, list[str]]) -> list[Written]:
        first, texts = batch
        analysed = analyser.analyse(texts, sentences=sentences, parse=parse)
        return [write(number, found) for number, found in enumerate(analysed, start=first)]

    return work


def _batches(texts: Iterable[str], first: int) -> Iterator[tuple[int, list[str]]]:
    """Texts, and the number of the first of them."""
    for batch in in_batches(texts, SIZE):
        yield first, batch
        first += len(batch)


def load_analyser(backend: str, language: str) -> Analyser:
    """The analyser of that name, ready to work; see `ANALYSERS` for the names.

    In a language that none comes with litmus for, "embedded" is what the language's file names.
    """
    code = language_code(language)
    return ANALYSERS.create(_named(code) if backend == EMBEDDED else backend, code)


def has_analyser(language: str) -> bool:
    """Whether a language has an analyser, of more than words, that nobody needs to choose."""
    return language in embedded.languages() or knowledge.load(language).analyser not in ("", PLAIN)


def _named(code: str) -> str:
    """The analyser of a language where none is chosen."""
    own = knowledge.load(code).analyser
    if own and code in embedded.languages():
        file, name = knowledge.language_files()[code].path, knowledge.load(code).name
        raise DataError(
            f"{file} names an analyser, but one for {name} comes with litmus.\n"
            "Leave the key out, and choose another where you need it."
        )
    return own or EMBEDDED


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
