"""All occurrences in a corpus of any size: filtered, on every core, and resumable."""

import json
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from pathlib import Path

from litmus.corpus.blocks import SIZE, Block, block_text, read_blocks
from litmus.engine.batches import map_batches
from litmus.engine.processes import WorkerDied
from litmus.errors import DataError
from litmus.failures import reading
from litmus.files.text import read_chunks, read_lines
from litmus.idioms.matching.matcher import Matcher
from litmus.idioms.matching.occurrence import Occurrence
from litmus.idioms.mining.resume import Done, Unfinished
from litmus.wording import option

_ENDS = 1 << 16  # bytes at both ends of a corpus that tell it from others


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
    newest: int = field(default=0, compare=False)  # lines of the block that was done last


Progress = Callable[[Summary], None]


def mine(
    matcher: Matcher,
    corpus: Path,
    output: Path,
    *,
    workers: int | None = None,
    engine: str = "local",
    resume: bool = False,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> Summary:
    """Writes the occurrences as JSONL; `resume` continues a run that was stopped.

    The file is the same, byte for byte, however often the work was stopped and whatever the
    engine and the number of workers.
    """
    unfinished = Unfinished(output, f"{matcher.row_signature}|{corpus.name}|{_fingerprint(corpus)}")
    summary = Summary(listed=len(matcher.idioms.idioms))
    with unfinished.open(resume=resume, overwrite=overwrite) as (stream, done):
        summary.lines, summary.idioms = done.lines, Counter(done.counts)
        summary.occurrences = summary.idioms.total()
        blocks = _Digested(corpus, done)
        for mined in find_all(matcher, corpus, workers=workers, engine=engine, blocks=blocks):
            summary.lines += mined.lines
            summary.newest = mined.lines
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
    engine: str = "local",
    blocks: Iterable[Block] | None = None,
) -> Iterator[Mined]:
    """The occurrences in each block of a corpus, in order; `blocks` limits them to some."""
    blocks = read_blocks(corpus) if blocks is None else blocks
    search = partial(Searcher, matcher, corpus)
    try:
        yield from map_batches(
            search, blocks, workers=1 if _size(corpus) < SIZE else workers, engine=engine
        )
    except WorkerDied as error:
        kept = f"What was found so far is kept: use {option('resume', 'True')}."
        raise DataError(f"{error.message.template}\n{kept}") from error


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


class Search:
    """Looks through text with one matcher and its filter; with `judge`, or where the matcher asks
    for it, occurrences have the probability that they are figurative."""

    def __init__(self, matcher: Matcher, *, judge: bool = True) -> None:
        self._matcher = matcher
        self._judge = judge or matcher.figurative is not None
        self._filter = matcher.prefilter()

    def __call__(self, text: str) -> Iterator[tuple[int, str, Occurrence]]:
        """Every occurrence, with its line and the number of that, from 0."""
        candidates = self._filter.candidates(text)
        lines = text.split("\n") if candidates else []
        found = [
            (number, occurrence)
            for number, patterns in candidates
            for occurrence in self._matcher.find_all(lines[number], patterns)
        ]
        if not self._judge:
            yield from ((number, lines[number], occurrence) for number, occurrence in found)
            return
        judged = self._matcher.judged([(lines[number], each) for number, each in found])
        for place, occurrence in judged:
            number, _ = found[place]
            yield number, lines[number], occurrence


class Searcher:
    """Looks through the blocks of a corpus."""

    def __init__(self, matcher: Matcher, corpus: Path) -> None:
        self._search, self._corpus = Search(matcher), corpus

    def __call__(self, block: Block) -> Mined:
        rows: list[str] = []
        counts: Counter[str] = Counter()
        for number, line, occurrence in self._search(block_text(self._corpus, block)):
            rows.append(written(occurrence, block.first + number, line))
            counts[occurrence.idiom] += 1
        return Mined("".join(rows), counts, block.n_lines, block.end)


def written(occurrence: Occurrence, number: int, line: str) -> str:
    """An occurrence in the line with this number, as a row of the output."""
    return json.dumps(occurrence.row(number, line), ensure_ascii=False) + "\n"


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
