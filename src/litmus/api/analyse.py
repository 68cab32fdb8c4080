"""`litmus.analyse`: tokens, lemmas, morphology and trees."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType

from litmus.api.collection import Place, text_fields
from litmus.corpus.collection.rows import Row
from litmus.engine.shards import Shard
from litmus.errors import UnknownName, UsageError
from litmus.files.text import read_parallel
from litmus.jobs.job import Job, Work
from litmus.jobs.outcome import Outcome
from litmus.jobs.running import Progress, run_job
from litmus.language.analysers import analyse as analyse_texts
from litmus.language.analysers import load_analyser
from litmus.language.analysis import MODES, Sentence
from litmus.language.conllu.writer import to_conllu


def analyse(
    texts: str | Path | Iterable[str],
    language: str,
    *,
    backend: str = "embedded",
    sentences: str = "given",
    parse: bool = True,
    workers: int | None = 1,
    engine: str = "local",
) -> Iterator[tuple[Sentence, ...]]:
    """One tuple of sentences per text, in order; texts are read as the results are taken.

    `texts` is a file with one text per line, or the texts themselves. `sentences="given"`: each
    text is one sentence (none if it is blank); `"split"`: the backend finds the sentences.
    `workers` are processes, None for one per core where there is much to do; `engine="ray"` or
    `"ray://HOST:PORT"` works on Ray instead. The analyses are always the same.

    >>> [[sentence]] = analyse(["Die Katzen schlafen."], "de")
    >>> [(word.form, word.lemma, word.upos) for word in sentence.words][:2]
    [('Die', 'der', 'DET'), ('Katzen', 'Katze', 'NOUN')]
    """
    if isinstance(texts, str | Path):
        texts = (line for (line,) in read_parallel([Path(texts)]))
    return analyse_texts(
        texts, language, backend=backend, sentences=sentences, parse=parse, workers=workers,
        engine=engine,
    )  # fmt: skip


def analyse_all(
    corpus: Place,
    language: str,
    output: Place,
    *,
    backend: str = "embedded",
    sentences: str = "given",
    parse: bool = True,
    columns: Mapping[str, str] = MappingProxyType({}),
    workers: int | None = 1,
    engine: str = "local",
    shard: Shard | None = None,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> Outcome:
    """A collection of files as CoNLL-U, a file in the folder `output` for each.

    `corpus` is a folder, a pattern or a URL of text, TSV, JSONL or Parquet. A run that was stopped
    goes on when it is called again.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as name:
    ...     corpus, out = Path(name, "corpus"), Path(name, "out")
    ...     corpus.mkdir()
    ...     _ = (corpus / "a.tsv").write_text("1\\tDie Katzen schlafen.\\n")
    ...     outcome = analyse_all(corpus, "de", out, columns={"text": "2"})
    ...     print((out / "a.conllu").read_text().splitlines()[1])
    # text = Die Katzen schlafen.
    """
    if sentences not in MODES:
        raise UnknownName("way to find sentences", sentences, MODES)
    analyser = load_analyser(backend, language)
    if not getattr(analyser, "any_order", False):
        raise UsageError(
            f"The analyser {backend!r} may depend on what it has seen before; the files of a "
            "collection are done in any order.\nAnalyse them one by one, or take the embedded one."
        )
    job = Job(
        partial(_analysing, backend, language, sentences=sentences, parse=parse),
        f"analyse|{analyser.signature}|{language}|{sentences}|parse:{parse}",
        text_fields(language, columns),
        ".conllu",
    )
    return run_job(
        job, [str(corpus)], str(output), workers=workers, engine=engine, shard=shard,
        overwrite=overwrite, progress=progress,
    )  # fmt: skip


def _analysing(backend: str, language: str, *, sentences: str, parse: bool) -> Work:
    analyser = load_analyser(backend, language)
    write = partial(as_conllu, split=sentences == "split")

    def work(rows: Sequence[Row]) -> list[str]:
        texts = [row.texts[0] for row in rows]
        analysed = analyser.analyse(texts, sentences=sentences, parse=parse)
        return [write(row.number, found) for row, found in zip(rows, analysed, strict=True)]

    return work


def as_conllu(number: int, sentences: tuple[Sentence, ...], *, split: bool) -> str:
    """The sentences of a text with this number as CoNLL-U; nothing for a blank one."""
    ids = [f"{number}-{k}" if split else str(number) for k in range(1, len(sentences) + 1)]
    return to_conllu(sentences, ids) if sentences else ""
