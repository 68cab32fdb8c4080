"""All occurrences in a corpus of any size: filtered, on every core, and resumable."""

import json
import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from litmus.corpus.blocks import SIZE, Block, block_text, read_blocks
from litmus.errors import DataError
from litmus.failures import reading
from litmus.files.text import read_chunks, read_lines
from litmus.idioms.matching.matcher import Matcher
from litmus.idioms.mining.resume import Done, Unfinished
from litmus.wording import option

_ENDS = 1 << 16  # bytes at both ends of a corpus that tell it from others
_AHEAD = 3  # blocks in the works per process: enough to keep all busy, little enough to hold


@dataclass(frozen=True, slots=True)
class Mined:
    """What was found in one block: `rows` are lines of JSON."""

    rows: str
    counts: Counter[str]
    lines: int
    end: int


@dataclass
class Summary:
    """What a run has done so far; `fraction` of the corpus, where its size is known."""

    lines: int = 0
    occurrences: int = 0
    fraction: float = 0.0
    idioms: Counter[str] = field(default_factory=Counter)
    listed: int = 0  # idioms that were looked for


Progress = Callable[[Summary], None]


def mine(
    matcher: Matcher,
    corpus: Path,
    output: Path,
    *,
    workers: int | None = None,
    resume: bool = False,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> Summary:
    """Writes the occurrences as JSONL; `resume` continues a run that was stopped.

    The file is the same, byte for byte, however often the work was stopped and whatever the
    number of processes.
    """
    unfinished = Unfinished(output, f"{matcher.signature}|{corpus.name}|{_fingerprint(corpus)}")
    summary = Summary(listed=len(matcher.idioms.idioms))
    with unfinished.open(resume=resume, overwrite=overwrite) as (stream, done):
        summary.lines, summary.idioms = done.lines, Counter(done.counts)
        summary.occurrences = summary.idioms.total()
        blocks = _Digested(corpus, done)
        for mined in find_all(matcher, corpus, workers=workers, blocks=blocks):
            summary.lines += mined.lines
            summary.occurrences += mined.counts.total()
            summary.idioms.update(mined.counts)
            summary.fraction = _fraction(corpus, mined.end)
            stream.write(
                mined.rows, mined.end, summary.lines, summary.idioms, blocks.digests.popleft()
            )
            if progress is not None:
                progress(summary)
    return summary


def find_all(
    matcher: Matcher,
    corpus: Path,
    *,
    workers: int | None = None,
    blocks: Iterable[Block] | None = None,
) -> Iterator[Mined]:
    """The occurrences in each block of a corpus, in order; `blocks` limits them to some."""
    blocks = read_blocks(corpus) if blocks is None else blocks
    workers = workers or _cores()
    if workers == 1 or _size(corpus) < SIZE:
        yield from map(Searcher(matcher, corpus), blocks)
        return
    with ProcessPoolExecutor(
        workers,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_start,
        initargs=(matcher.idioms, matcher.kind, matcher.limits, matcher.backend, corpus),
    ) as pool:
        try:
            yield from _in_order(pool, blocks, workers * _AHEAD)
        except BrokenProcessPool as error:
            raise DataError(
                "A worker died while searching (out of memory?).\n"
                f"Its results so far are kept: use {option('resume', 'True')} with fewer "
                f"{option('workers')}."
            ) from error
        finally:
            pool.shutdown(cancel_futures=True)


def _in_order(pool: ProcessPoolExecutor, blocks: Iterable[Block], ahead: int) -> Iterator[Mined]:
    waiting: deque[Future[Mined]] = deque()
    for block in blocks:
        with _interrupts_held():
            waiting.append(pool.submit(_search, block))
        if len(waiting) >= ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C waits, and processes that are started inside never hear of it: it is for us alone."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Digested:
    """The blocks after those that an earlier run has done, with the digests of all text up to
    each: a run that resumes can tell whether the text it had read is still the same."""

    def __init__(self, corpus: Path, done: Done) -> None:
        self._corpus, self._done = corpus, done
        self.digests: deque[str] = deque()  # of blocks that were read and not yet written

    def __iter__(self) -> Iterator[Block]:
        done = self._done
        digest = blake2b(digest_size=16)
        unread = done.offset
        for chunk in read_chunks(self._corpus) if unread else ():
            digest.update(chunk[:unread])
            unread -= min(unread, len(chunk))
            if not unread:
                break
        if done.offset and digest.hexdigest() != done.digest:
            raise DataError(
                f"{self._corpus} has changed since the run that was stopped: its first "
                f"{done.lines:,} lines are different now.\n"
                f"Start again with {option('overwrite', 'True')}."
            )
        for block in read_blocks(self._corpus, skip=done.offset, first=done.lines + 1):
            digest.update(block.data)
            self.digests.append(digest.hexdigest())
            yield block


class Searcher:
    """Looks through blocks with one matcher and its filter."""

    def __init__(self, matcher: Matcher, corpus: Path) -> None:
        self._matcher = matcher
        self._filter = matcher.prefilter()
        self._corpus = corpus

    def __call__(self, block: Block) -> Mined:
        text = block_text(self._corpus, block)
        rows: list[str] = []
        counts: Counter[str] = Counter()
        candidates = self._filter.candidates(text)
        lines = text.split("\n") if candidates else []
        for number, patterns in candidates:
            line = lines[number]
            for occurrence in self._matcher.find(line, patterns):
                row = occurrence.row(block.first + number, line)
                rows.append(json.dumps(row, ensure_ascii=False) + "\n")
                counts[occurrence.idiom] += 1
        return Mined("".join(rows), counts, block.n_lines, block.end)


_searcher: Searcher | None = None


def _start(*settings: object) -> None:
    """In a new process: its own matcher. It ends when its parent does, and not at Ctrl-C."""
    global _searcher
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    idioms, kind, limits, backend, corpus = settings
    matcher = Matcher(idioms, kind=kind, limits=limits, backend=backend)  # type: ignore[arg-type]
    _searcher = Searcher(matcher, corpus)  # type: ignore[arg-type]


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _search(block: Block) -> Mined:
    assert _searcher is not None
    return _searcher(block)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _size(corpus: Path) -> int:
    return corpus.stat().st_size if corpus.is_file() else 0


def _fingerprint(corpus: Path) -> str:
    """Size, beginning and end of a file: a quick sign that it is another one.

    A change in the middle shows when the run resumes (`_Digested`), if it is in what was read; what
    was not read yet may change, as no occurrence so far depends on it.
    """
    if not corpus.exists():
        raise DataError(f"{corpus} does not exist.")
    if corpus.is_dir():
        raise DataError(f"{corpus} is a folder, not a file.")
    size = _size(corpus)
    if not size:
        next(read_lines(corpus))  # raises the error for an empty file
    digest = blake2b(str(size).encode(), digest_size=8)
    with reading(corpus), corpus.open("rb") as stream:
        digest.update(stream.read(_ENDS))
        stream.seek(max(0, size - _ENDS))
        digest.update(stream.read(_ENDS))
    return digest.hexdigest()


def _fraction(corpus: Path, end: int) -> float:
    """How much of a plain file is done; 0 for a compressed one, whose length is not known."""
    size = _size(corpus)
    return end / size if size and end <= size and corpus.suffix not in (".gz", ".xz", ".zst") else 0
