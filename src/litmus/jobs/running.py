"""A collection worked through: what is done already is left alone, the rest goes to workers.

Outputs have fixed names, appear when they are whole, and are followed by a receipt. So whatever is
killed, and whenever, the same command goes on where it stopped, and no row is done twice or lost.
"""

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from litmus.corpus.blanks import tell
from litmus.corpus.collection.found import CorpusFile, find_files
from litmus.engine.batches import check_engine, map_batches
from litmus.engine.processes import cores
from litmus.engine.shards import Shard
from litmus.errors import DataError, UsageError, at_least
from litmus.files.places import exists, is_url, make_folder, mark_of, remove, stored, within
from litmus.files.text import write_bytes
from litmus.jobs.job import PLAN, Job, receipt_place
from litmus.jobs.journal import rows_done
from litmus.jobs.outcome import Outcome
from litmus.jobs.receipts import Failed, Receipt, read_receipt, still_good
from litmus.jobs.working import FileWorker, journal_path
from litmus.wording import count, option

_DEATHS = 20  # of workers over one file: each may find a row that ends it
_PAUSE = 0.5  # seconds between two looks at the journals


class Sight(NamedTuple):
    """How far a run is: files and rows done, and the share of all bytes."""

    files: int
    of: int
    rows: int
    fraction: float


Progress = Callable[[Sight], None]


def run_job(
    job: Job,
    places: Sequence[str],
    folder: str,
    *,
    workers: int | None = None,
    engine: str = "local",
    shard: Shard | None = None,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> Outcome:
    """Every file of a collection, or of one run's share of it, with a receipt for each.

    `workers` are by default one per core (or per CPU of a cluster), or per file if those are fewer.
    """
    at_least(("workers", workers, 1))
    check_engine(engine)
    started = perf_counter()
    files = find_files(places)
    _refuse_same_folder(files, folder)
    make_folder(folder)
    _write_plan(folder, job, files)
    own = files[shard.number - 1 :: shard.of] if shard else files
    outcome = Outcome(folder)
    unfinished = []
    for file in own:
        if overwrite:  # all of them first: a run that is killed must not mix old and new
            remove(receipt_place(folder, file.name))
        receipt = read_receipt(folder, file.name)
        if receipt is None or not exists(job.output(folder, file)):
            unfinished.append(file)
        else:
            still_good(receipt, file, job.signature, folder)
            outcome.earlier.append(receipt)
    if workers is None and engine == "local":
        workers = cores()
    if workers is not None:
        workers = max(1, min(workers, len(unfinished)))
    for file in own:
        _forget(folder, file)
    work = partial(FileWorker, job, folder)
    neighbours = _Neighbours(files, outcome.earlier)
    with _seen(unfinished, folder, outcome, progress) as look:
        for done in map_batches(work, unfinished, workers=workers, engine=engine, deaths=_DEATHS):
            if isinstance(done, Failed):
                outcome.failed.append(done)
            else:
                outcome.receipts.append(done)
                neighbours.add(done)
            look()
    outcome.seconds = perf_counter() - started
    _refuse_nothing(outcome, whole=shard is None)
    for one_sided in outcome.one_sided:
        tell(*one_sided)
    return outcome


def _refuse_same_folder(files: Sequence[CorpusFile], folder: str) -> None:
    """Outputs among inputs would overwrite them, or be taken for some by the next run."""
    for file in files:
        for place in file.places:
            above = place.rpartition("/")[0]
            same = (
                above == folder.rstrip("/")
                if is_url(place) or is_url(folder)
                else Path(place).resolve().parent == Path(folder).resolve()
            )
            if same:
                raise UsageError(
                    f"{folder} is where the input is ({place}). Choose another folder for the "
                    "outputs."
                )


def _write_plan(folder: str, job: Job, files: Sequence[CorpusFile]) -> None:
    """What there should be in the end; `litmus merge` asks."""
    plan = {"outputs": {file.name: Path(job.output(folder, file)).name for file in files}}
    with stored(within(folder, PLAN)) as path:
        write_bytes(path, f"{json.dumps(plan, ensure_ascii=False, indent=1)}\n".encode())


def _forget(folder: str, file: CorpusFile) -> None:
    """What killed an earlier run says nothing of the rows it was at."""
    path = journal_path(folder, file)
    if path is not None:
        path.unlink(missing_ok=True)


class _Neighbours:
    """Files that follow each other: a document that ends one must not begin the next."""

    def __init__(self, files: Sequence[CorpusFile], known: Sequence[Receipt]) -> None:
        self._files = files
        self._places = {file.name: place for place, file in enumerate(files)}
        self._receipts = {receipt.name: receipt for receipt in known}

    def add(self, receipt: Receipt) -> None:
        """One more file is done."""
        self._receipts[receipt.name] = receipt
        place = self._places[receipt.name]
        for first in (place - 1, place):
            if 0 <= first < len(self._files) - 1:
                self._refuse_split(*self._files[first : first + 2])

    def _refuse_split(self, one: CorpusFile, other: CorpusFile) -> None:
        before, after = (self._receipts.get(file.name) for file in (one, other))
        if not before or not after or not before.documents or not after.documents:
            return
        if before.documents[1] == after.documents[0]:
            raise DataError(
                f"Document {after.documents[0]!r} is in two files, {one.places[0]} and "
                f"{other.places[0]}.\nPut all its rows into one of them, and start again with "
                f"{option('overwrite', 'True')}."
            )


def _refuse_nothing(outcome: Outcome, *, whole: bool) -> None:
    """A run that has done nothing is an error, and says why."""
    receipts: list[Receipt] = [*outcome.earlier, *outcome.receipts]
    if outcome.failed and not receipts:
        others = len(outcome.failed) - 1
        more = f"\nNor could {count(others, 'other file')}." if others else ""
        raise DataError(f"{outcome.failed[0].reason.template}{more}")
    if outcome.rejected and not outcome.rows:
        first = next(one for one in receipts if one.rejected)
        reason = f"{first.name}, {first.first_reason.rstrip('.')}."
        if outcome.rejected == 1:
            raise DataError(f"The only row was rejected: {reason}")
        raise DataError(
            f"All {outcome.rejected:,} rows were rejected. The first: {reason}\n"
            f"The others are in {outcome.folder}, *.rejected.jsonl."
        )
    if whole and not outcome.rows and not outcome.failed:
        raise DataError(f"No file has a row: {', '.join(outcome.empty[:5])}.")


@contextmanager
def _seen(
    files: Sequence[CorpusFile], folder: str, outcome: Outcome, progress: Progress | None
) -> Iterator[Callable[[], None]]:
    """Tells of progress while the block runs, more often than files are done."""
    if progress is None:
        yield lambda: None
        return
    sizes = {file.name: max(1, sum(mark_of(one).size for one in file.places)) for file in files}
    journals = [path for file in files if (path := journal_path(folder, file)) is not None]
    ended, lock = threading.Event(), threading.Lock()

    def look() -> None:
        with lock:
            done: list[Receipt | Failed] = [*outcome.receipts, *outcome.failed]
            rows = sum(one.rows + one.rejected for one in outcome.receipts)
            under_way = sum(map(rows_done, journals))
            bytes_done = sum(sizes[one.name] for one in done)
            # Files under way count by their rows, at the bytes per row of those that are done.
            share = bytes_done / sum(sizes.values()) if sizes else 1.0
            if rows and under_way:
                share = min(1.0, share * (rows + under_way) / rows)
            progress(Sight(len(done), len(files), rows + under_way, share))

    def watch() -> None:
        while not ended.wait(_PAUSE):
            look()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield look
    finally:
        ended.set()
        watcher.join()
