"""`litmus.analyse`: tokens, lemmas, morphology and trees."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from litmus.files.text import read_parallel
from litmus.language.analysers import analyse as analyse_texts
from litmus.language.analysis import Sentence


def analyse(
    texts: str | Path | Iterable[str],
    language: str,
    *,
    backend: str = "embedded",
    sentences: str = "given",
    parse: bool = True,
    workers: int | None = 1,
) -> Iterator[tuple[Sentence, ...]]:
    """One tuple of sentences per text, in order; texts are read as the results are taken.

    `texts` is a file with one text per line, or the texts themselves. `sentences="given"`: each
    text is one sentence (none if it is blank); `"split"`: the backend finds the sentences.
    `workers` are processes, None for one per core where there is much to do; the analyses are
    always the same.

    >>> [[sentence]] = analyse(["Die Katzen schlafen."], "de")
    >>> [(word.form, word.lemma, word.upos) for word in sentence.words][:2]
    [('Die', 'der', 'DET'), ('Katzen', 'Katze', 'NOUN')]
    """
    if isinstance(texts, str | Path):
        texts = (line for (line,) in read_parallel([Path(texts)]))
    return analyse_texts(
        texts, language, backend=backend, sentences=sentences, parse=parse, workers=workers
    )
