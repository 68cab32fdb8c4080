"""One file of a collection, from its first row to its receipt; this is what workers do."""

import os
import platform
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from hashlib import blake2b
from pathlib import Path
from time import perf_counter
from typing import IO

from litmus.corpus.blanks import Blanks
from litmus.corpus.collection.found import CorpusFile
from litmus.corpus.collection.rows import Rejected, Row, read_rows
from litmus.corpus.documents import documents_together, in_batches
from litmus.errors import DataError, LitmusError
from litmus.failures import NotWritten
from litmus.files.jsonl import line
from litmus.files.places import fetched, is_url, remove, stored, within
from litmus.files.text import write_text
from litmus.jobs.job import Job, Work, rejected_place
from litmus.jobs.journal import Journal
from litmus.jobs.receipts import Failed, Receipt, inputs_of, write_receipt

_ENOUGH = 4  # rows or documents that fail, all that there were, to take the work for broken


def journal_path(folder: str, file: CorpusFile) -> Path | None:
    """Where the journal of a file is kept."""
    return None if is_url(folder) else Path(within(folder, f".{file.name}.journal"))


class FileWorker:
    """Works through files, one at a time."""

    def __init__(self, job: Job, folder: str) -> None:
        self._job, self._folder = job, folder
        self._work = job.make()

    def __call__(self, file: CorpusFile) -> Receipt | Failed:
        journal = Journal(journal_path(self._folder, file))
        try:
            receipt = _OneFile(self._job, self._work, self._folder, file, journal).run()
        except NotWritten:
            raise
        except DataError as error:
            # Another file may be sound: this one is told of at the end.
            return Failed(file.name, error.message)
        finally:
            journal.close()  # of a worker that lives
        return receipt


class _OneFile:
    def __init__(
        self, job: Job, work: Work, folder: str, file: CorpusFile, journal: Journal
    ) -> None:
        self._job, self._work, self._folder, self._file = job, work, folder, file
        self._journal = journal
        self._rows = self._rejected = self._last = 0
        self._first_reason = ""
        self._documents: list[str] = []
        self._texts = [name for name in job.fields.wanted if name != "document"]
        self._blanks = Blanks(f"the {name}" for name in self._texts)
        self._digest = blake2b(digest_size=16)
        self._seconds = {"read": 0.0, "work": 0.0, "write": 0.0}
        self._stack = ExitStack()
        self._rejections: IO[str] | None = None

    def run(self) -> Receipt:
        started = perf_counter()
        with self._stack:
            paths = [self._stack.enter_context(fetched(place)) for place in self._file.places]
            inputs = inputs_of(self._file, paths)
            self._seconds["read"] += perf_counter() - started
            remove(rejected_place(self._folder, self._file))  # of a run with other rows
            output = self._job.output(self._folder, self._file)
            out = self._stack.enter_context(write_text(self._stack.enter_context(stored(output))))
            for batch in self._timed(self._batches(paths)):
                self._write(out, self._done(batch))
            closing = perf_counter()
        self._seconds["write"] += perf_counter() - closing
        receipt = Receipt(
            name=self._file.name,
            signature=self._job.signature,
            input=inputs,
            output=self._digest.hexdigest(),
            rows=self._rows,
            rejected=self._rejected,
            last=self._last,
            first_reason=self._first_reason,
            documents=self._documents,
            seconds={stage: round(spent, 3) for stage, spent in self._seconds.items()},
            worker=f"{platform.node()}:{os.getpid()}",
            one_sided=self._blanks.one_sided,
        )
        write_receipt(self._folder, receipt)
        return receipt

    def _batches(self, paths: Sequence[Path]) -> Iterable[Sequence[Row | Rejected]]:
        """Cut where the text says, so that results do not depend on anything else."""
        rows = self._numbered(read_rows(self._file, paths, self._job.fields))
        if self._job.documents:
            return documents_together(self._sound(rows), lambda row: row.texts[-1])
        return in_batches(rows, self._job.batch)

    def _numbered(self, rows: Iterable[Row | Rejected]) -> Iterator[Row | Rejected]:
        for row in rows:
            self._last = row.number
            yield row

    def _sound(self, rows: Iterable[Row | Rejected]) -> Iterator[Row]:
        for row in rows:
            if isinstance(row, Rejected):
                self._reject(row)
            else:
                yield row

    def _timed(
        self, batches: Iterable[Sequence[Row | Rejected]]
    ) -> Iterator[Sequence[Row | Rejected]]:
        rest = iter(batches)
        while True:
            started = perf_counter()
            batch = next(rest, None)
            self._seconds["read"] += perf_counter() - started
            if batch is None:
                return
            yield batch

    def _done(self, batch: Sequence[Row | Rejected]) -> str:
        """What is written for a batch."""
        sound = [row for row in batch if isinstance(row, Row)]
        started = perf_counter()
        written = self._careful(sound) if self._is_suspect(sound) else self._at_once(sound)
        self._seconds["work"] += perf_counter() - started
        if self._job.documents and sound:
            first, last = sound[0].texts[-1], sound[-1].texts[-1]
            self._documents = [self._documents[0] if self._documents else first, last]
        for row in sound:
            if not isinstance(written[row.number], Rejected):
                self._blanks.add(row.number, row.texts[: len(self._texts)])
        return "".join(
            self._text(written[row.number] if isinstance(row, Row) else row) for row in batch
        )

    def _text(self, written: str | Rejected) -> str:
        if isinstance(written, Rejected):
            self._reject(written)
            return self._job.blank
        self._rows += 1
        return written

    def _is_suspect(self, rows: Sequence[Row]) -> bool:
        return bool(rows) and self._journal.suspects_any(rows[0].number, rows[-1].number)

    def _at_once(self, rows: Sequence[Row]) -> dict[int, str | Rejected]:
        if not rows:
            return {}
        self._begin(rows, alone=False)
        try:
            texts = self._work(rows)
        except NotWritten:
            raise
        except Exception as error:
            written = self._careful(rows)
            fails = all(isinstance(text, Rejected) for text in written.values())
            if fails and not self._rows and len(self._units(rows)) >= _ENOUGH:
                raise error  # not a row is at fault, but something that concerns all of them
            return written
        return {row.number: text for row, text in zip(rows, texts, strict=True)}

    def _careful(self, rows: Sequence[Row]) -> dict[int, str | Rejected]:
        """One by one, or document by document: one that fails is rejected, the others are done."""
        written: dict[int, str | Rejected] = {}
        for unit in self._units(rows):
            number = unit[0].number
            if self._journal.condemns(number):
                reason = "the process that worked on it died (out of memory?)"
            else:
                self._begin(unit, alone=True)
                try:
                    texts = self._work(unit)
                except NotWritten:
                    raise
                except Exception as error:
                    reason = _reason(error)
                else:
                    written |= {row.number: text for row, text in zip(unit, texts, strict=True)}
                    continue
            written |= {row.number: Rejected(row.number, reason) for row in unit}
        return written

    def _units(self, rows: Sequence[Row]) -> list[list[Row]]:
        if not self._job.documents:
            return [[row] for row in rows]
        units: list[list[Row]] = []
        for row in rows:
            if units and units[-1][-1].texts[-1] == row.texts[-1]:
                units[-1].append(row)
            else:
                units.append([row])
        return units

    def _begin(self, rows: Sequence[Row], *, alone: bool) -> None:
        done = self._rows + self._rejected
        self._journal.begin(rows[0].number, rows[-1].number, alone=alone, done=done)

    def _reject(self, row: Rejected) -> None:
        self._rejected += 1
        self._first_reason = self._first_reason or f"row {row.number}: {row.reason}"
        if self._rejections is None:
            place = rejected_place(self._folder, self._file)
            path = self._stack.enter_context(stored(place))
            self._rejections = self._stack.enter_context(write_text(path))
        self._rejections.write(line({"row": row.number, "reason": row.reason}) + "\n")

    def _write(self, out: IO[str], text: str) -> None:
        started = perf_counter()
        self._digest.update(text.encode("utf-8", "surrogatepass"))
        out.write(text)
        self._seconds["write"] += perf_counter() - started


def _reason(error: Exception) -> str:
    text = str(error).strip().partition("\n")[0]
    return text if isinstance(error, LitmusError) else f"{type(error).__name__}: {text}"
