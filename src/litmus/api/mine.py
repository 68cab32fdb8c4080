"""`litmus.mine`: occurrences of idioms in a corpus."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, overload

from litmus.api.collection import Place, text_fields
from litmus.api.inputs import open_idioms
from litmus.corpus.blocks import Block, read_blocks
from litmus.corpus.collection.rows import Row
from litmus.corpus.in_memory import Text, open_text
from litmus.engine.batches import check_engine
from litmus.engine.shards import Shard, Stretch, cut
from litmus.errors import UsageError, at_least
from litmus.idioms.matching.in_order import Limits
from litmus.idioms.matching.matcher import Matcher
from litmus.idioms.mining.mine import Progress, Search, Summary, find_all, written
from litmus.idioms.mining.mine import mine as mine_file
from litmus.idioms.mining.samples import write_samples
from litmus.jobs.job import Job, Work
from litmus.jobs.outcome import Outcome
from litmus.jobs.running import Progress as CollectionProgress
from litmus.jobs.running import run_job
from litmus.language.knowledge import language_code
from litmus.wording import option

_LINES = 10_000  # of a collection's file that are looked through at once


@overload
def mine(
    idioms: str | Path | Sequence[str],
    corpus: Text,
    language: str,
    *,
    matcher: str = "ordered",
    max_gap: int | None = None,
    max_inserted: int | None = None,
    analyser: str | None = "embedded",
    figurative: float | None = None,
    classes: Sequence[str] = (),
    workers: int | None = None,
    engine: str = "local",
    output: None = None,
) -> Iterator[dict[str, Any]]: ...


@overload
def mine(
    idioms: str | Path | Sequence[str],
    corpus: str | Path,
    language: str,
    *,
    matcher: str = "ordered",
    max_gap: int | None = None,
    max_inserted: int | None = None,
    analyser: str | None = "embedded",
    figurative: float | None = None,
    classes: Sequence[str] = (),
    workers: int | None = None,
    engine: str = "local",
    output: Path | str,
    resume: bool = False,
    overwrite: bool = False,
    samples: Path | str | None = None,
    progress: Progress | None = None,
) -> Summary: ...


def mine(
    idioms: str | Path | Sequence[str],
    corpus: Text,
    language: str,
    *,
    matcher: str = "ordered",
    max_gap: int | None = None,
    max_inserted: int | None = None,
    analyser: str | None = "embedded",
    figurative: float | None = None,
    classes: Sequence[str] = (),
    workers: int | None = None,
    engine: str = "local",
    output: Path | str | None = None,
    resume: bool = False,
    overwrite: bool = False,
    samples: Path | str | None = None,
    progress: Progress | None = None,
) -> Iterator[dict[str, Any]] | Summary:
    """Where the idioms of a list occur: rows as they are found, or a file of them and a summary.

    `idioms` is a list of strings, a file, or the code of a list that ships; `corpus` a file with
    one sentence per line, or a list of sentences; `classes` selects from the list, `figurative`
    is the least probability that a match is meant as the idiom, and not word by word. With `output`
    the rows go to that file, a run that was stopped can be resumed, and `samples` is a page to
    judge matches on. `workers` are processes, or with `engine="ray"` or `"ray://HOST:PORT"` actors
    of Ray.

    >>> rows = mine(["kick the bucket"], ["He has kicked the bucket.", "A red bucket."], "en")
    >>> [(row["line"], row["text"]) for row in rows]
    [(1, 'kicked the bucket')]
    """
    at_least(("workers", workers, 1))
    check_engine(engine)
    finder = _finder(
        idioms, language, matcher, max_gap, max_inserted, analyser, figurative, classes
    )
    text = open_text(corpus, "corpus")
    if output is None:
        if resume or samples:
            raise UsageError(
                f"{option('resume')} and {option('samples')} need {option('output', 'OUT')}."
            )
        if isinstance(text, Path):
            blocks = find_all(finder, text, workers=workers, engine=engine)
            return (json.loads(row) for block in blocks for row in block.rows.split("\n") if row)
        return (
            occurrence.row(number, line)
            for number, line in enumerate(text, start=1)
            for _, occurrence in finder.judged([(line, each) for each in finder.find_all(line)])
        )
    if not isinstance(text, Path):
        raise UsageError(f"With {option('output')} the corpus is a file, not a list.")
    _refuse_samples(samples, text, idioms)
    summary = mine_file(
        finder,
        text,
        Path(output),
        workers=workers,
        engine=engine,
        resume=resume,
        overwrite=overwrite,
        progress=progress,
    )
    if samples is not None:
        write_samples(Path(output), text, Path(samples), language=language_code(language))
    return summary


def mine_all(
    idioms: str | Path | Sequence[str],
    corpus: Place,
    language: str,
    output: Place,
    *,
    matcher: str = "ordered",
    max_gap: int | None = None,
    max_inserted: int | None = None,
    analyser: str | None = "embedded",
    figurative: float | None = None,
    classes: Sequence[str] = (),
    columns: Mapping[str, str] = MappingProxyType({}),
    workers: int | None = None,
    engine: str = "local",
    shard: Shard | None = None,
    overwrite: bool = False,
    progress: CollectionProgress | None = None,
) -> Outcome:
    """The occurrences in a collection of files, a file in the folder `output` for each.

    `corpus` is a folder, a pattern or a URL of text, TSV, JSONL or Parquet. A run that was stopped
    goes on when it is called again.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as name:
    ...     corpus, out = Path(name, "corpus"), Path(name, "out")
    ...     corpus.mkdir()
    ...     _ = (corpus / "a.jsonl").write_text('{"text": "He has kicked the bucket."}\\n')
    ...     outcome = mine_all(["kick the bucket"], corpus, "en", out, workers=1)
    ...     rows = (out / "a.jsonl").read_text().splitlines()
    >>> outcome.rows, json.loads(rows[0])["text"]
    (1, 'kicked the bucket')
    """
    finder = _finder(
        idioms, language, matcher, max_gap, max_inserted, analyser, figurative, classes
    )
    job = Job(
        partial(_mining, finder),
        f"mine|{finder.row_signature}",
        text_fields(language, columns),
        ".jsonl",
        batch=_LINES,
    )
    return run_job(
        job, [str(corpus)], str(output), workers=workers, engine=engine, shard=shard,
        overwrite=overwrite, progress=progress,
    )  # fmt: skip


def _mining(finder: Matcher) -> Work:
    search = Search(finder)

    def work(rows: Sequence[Row]) -> list[str]:
        texts = [""] * len(rows)
        for place, line, occurrence in search("\n".join(row.texts[0] for row in rows)):
            texts[place] += written(occurrence, rows[place].number, line)
        return texts

    return work


def mine_shard(
    idioms: str | Path | Sequence[str],
    corpus: Path,
    language: str,
    shard: Shard | None,
    *,
    matcher: str = "ordered",
    max_gap: int | None = None,
    max_inserted: int | None = None,
    analyser: str | None = "embedded",
    figurative: float | None = None,
    classes: Sequence[str] = (),
    workers: int | None = None,
    engine: str = "local",
) -> tuple[str, Stretch, Iterator[str]]:
    """One of several runs: the signature, which lines of the corpus it has, and rows of JSON."""
    at_least(("workers", workers, 1))
    check_engine(engine)
    finder = _finder(
        idioms, language, matcher, max_gap, max_inserted, analyser, figurative, classes
    )
    # A block stands for its lines: they are counted, its bytes are hashed at once.
    blocks, stretch = cut(partial(read_blocks, corpus), shard or Shard(1, 1), _block_rows)
    found = find_all(finder, corpus, workers=workers, engine=engine, blocks=blocks())
    return finder.row_signature, stretch or Stretch(0, 0, 0, ""), (block.rows for block in found)


def _block_rows(block: Block) -> list[str]:
    return block.data.decode("utf-8", "surrogateescape").split("\n")[: block.n_lines]


def _finder(
    idioms: str | Path | Sequence[str],
    language: str,
    kind: str,
    max_gap: int | None,
    max_inserted: int | None,
    analyser: str | None,
    figurative: float | None,
    classes: Sequence[str] = (),
) -> Matcher:
    code = language_code(language)
    at_least(("max_gap", max_gap, 0), ("max_inserted", max_inserted, 0))
    given = {"gap": max_gap, "inserted": max_inserted}
    limits = Limits(**{key: value for key, value in given.items() if value is not None})
    listed = open_idioms(idioms, code).of_classes(classes)
    return Matcher(listed, kind=kind, limits=limits, backend=analyser, figurative=figurative)


def _refuse_samples(
    samples: Path | str | None, corpus: Path, idioms: str | Path | Sequence[str]
) -> None:
    if samples is None:
        return
    read = [corpus.resolve()]
    if isinstance(idioms, str | Path):
        read.append(Path(idioms).resolve())
    if Path(samples).resolve() in read:
        raise UsageError(f"{option('samples')} would overwrite {samples}. Choose another name.")
