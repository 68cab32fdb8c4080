"""A text translated into a file, line by line, that a stopped run can be gone on with.

`OUT.part` holds what is there so far: a first line that says of which model, settings and text,
then a translation a line. `OUT` appears when all is done.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from typing import Protocol

from litmus.errors import DataError, UsageError
from litmus.files.text import one_line, read_chunks, write_text
from litmus.nmt.windows import ContextSize
from litmus.systems.run import part_of
from litmus.wording import option

# Lines between two writes: sorted by length together, lost together by a kill.
CHUNK, CHUNK_ON_GPU = 256, 4096
_HEADER = b'{"litmus": "translate"'  # how the first line of a part begins
Progress = Callable[[int], None]


@dataclass(frozen=True)
class Line:
    """A line to translate. A line without a document is one by itself."""

    source: str
    document: str | None = None
    reference: str | None = None


@dataclass(frozen=True)
class Summary:
    """How many lines there are, how many an earlier run had made, what context had no room."""

    lines: int
    kept: int
    left_out: int


class Translates(Protocol):
    """What `litmus.nmt.decoding.translator.Translator` does."""

    left_out: int

    @property
    def signature(self) -> str:
        """All that can change a translation."""

    def translate_documents(
        self,
        documents: Sequence[Sequence[str]],
        *,
        source: int = 0,
        target: int = 0,
        references: Sequence[Sequence[str]] | None = None,
        progress: Progress | None = None,
    ) -> list[list[str]]:
        """See there."""


def refuse_existing(output: Path, overwrite: bool) -> None:
    """A UsageError where work would be lost."""
    if output.exists() and not overwrite:
        _forget_finished(part_of(output), output)
        raise UsageError(
            f"{output} already exists. Choose another name, or add {option('overwrite', 'True')}."
        )


def translate_file(
    translator: Translates,
    lines: Sequence[Line],
    output: Path,
    *,
    context: ContextSize | None = None,
    references: bool = False,
    weights: str = "",
    chunk: int = CHUNK,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> Summary:
    """Writes the translations of all lines; goes on where a run of the same kind was stopped.

    With `references`, the target context is taken from the references, not from translations.
    `weights` tells models of the same name apart. Every `chunk` lines are written to disk.
    `progress` is called with numbers of lines.
    """
    context = context or ContextSize()
    refuse_existing(output, overwrite)
    if not lines:
        raise DataError("There is no line to translate.")
    documents = _documents(lines, context, references)
    mark = _fingerprint(translator.signature, weights, lines, context, references)
    part = part_of(output)
    try:
        if overwrite:
            part.unlink(missing_ok=True)
        kept = _kept(part, mark, [len(document) for document in documents])
        if progress and kept:
            progress(kept)
        with part.open("ab") as out:
            groups = _groups(documents, kept, chunk)
            for texts in _translated(translator, groups, context, references, progress):
                out.write("".join(f"{one_line(text)}\n" for text in texts).encode("utf-8"))
                out.flush()
                os.fsync(out.fileno())
        _finish(part, output)
    except OSError as error:
        raise DataError(f"{output} cannot be written: {error.strerror}.") from error
    return Summary(len(lines), kept, translator.left_out)


def _forget_finished(part: Path, output: Path) -> None:
    """Removes a part that is all in the output: a kill came between the two."""
    if not (part.is_file() and output.is_file()):
        return
    with part.open("rb") as rows, suppress(DataError):  # an output that is damaged is not ours
        is_whole = rows.readline().startswith(_HEADER) and all(
            rows.read(len(chunk)) == chunk for chunk in read_chunks(output)
        )
        if is_whole and not rows.read(1):
            part.unlink()


def _documents(lines: Sequence[Line], context: ContextSize, references: bool) -> list[list[Line]]:
    """Neighbours of the same document; without context every line by itself."""
    if not (context.source or context.target):
        return [[line] for line in lines]
    if any(line.document is None for line in lines):
        raise DataError(
            f"Context needs documents. Give the document of every line: {option('docids', 'FILE')}"
        )
    if references and any(line.reference is None for line in lines):
        raise DataError(
            f"Reference context needs a reference for every line: {option('references', 'FILE')}"
        )
    return [list(group) for _, group in groupby(lines, lambda line: line.document)]


def _translated(
    translator: Translates,
    groups: Iterable[Sequence[Sequence[Line]]],
    context: ContextSize,
    references: bool,
    progress: Progress | None,
) -> Iterator[list[str]]:
    """The texts of each group of documents."""
    for group in groups:
        given = [[line.reference or "" for line in document] for document in group]
        translated = translator.translate_documents(
            [[line.source for line in document] for document in group],
            source=context.source,
            target=context.target,
            references=given if references else None,
            progress=progress,
        )
        yield [text for document in translated for text in document]


def _groups(
    documents: Sequence[Sequence[Line]], kept: int, chunk: int
) -> Iterator[list[Sequence[Line]]]:
    """The documents behind the first `kept` lines, so many lines at a time."""
    group: list[Sequence[Line]] = []
    for document in documents:
        if kept > 0:
            kept -= len(document)
            continue
        group.append(document)
        if sum(map(len, group)) >= chunk:
            yield group
            group = []
    if group:
        yield group


def _fingerprint(
    signature: str, weights: str, lines: Sequence[Line], context: ContextSize, references: bool
) -> str:
    """A digest of all that decides the translations. Unfinished runs on disk depend on its form."""
    sizes = f"Reach(source={context.source}, target={context.target}, references={references})"
    digest = blake2b(f"({signature!r}, {weights!r}, {sizes})".encode(), digest_size=16)
    for line in lines:
        around = (line.document, line.reference if references else None)
        has_context = context != ContextSize() or references
        digest.update(repr((line.source, around if has_context else None)).encode())
    return digest.hexdigest()


def _kept(part: Path, mark: str, lengths: Sequence[int]) -> int:
    """How many lines of an earlier run are good: those of whole documents. Cuts off the rest."""
    header = json.dumps({"litmus": "translate", "of": mark}).encode() + b"\n"
    old = part.read_bytes() if part.exists() else b""
    if not old.startswith(header):
        # Ours, but with nothing behind its first line: a run that ended before its first result.
        nothing_done = old.startswith(_HEADER) and old.count(b"\n") <= 1
        if old and not nothing_done and not header.startswith(old):
            raise UsageError(
                f"{part} is of another model, other settings or another text.\n"
                "Resume with the command that began it, or start again with "
                f"{option('overwrite', 'True')}."
            )
        part.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(header)
        return 0
    rows = old[len(header) :].split(b"\n")[:-1]  # what follows the last line end is half a line
    kept = 0
    for length in lengths:
        if kept + length > len(rows):
            break
        kept += length
    os.truncate(part, len(header) + sum(len(row) + 1 for row in rows[:kept]))
    return kept


def _finish(part: Path, output: Path) -> None:
    with part.open("r", encoding="utf-8", newline="\n") as rows, write_text(output) as out:
        next(rows)
        out.writelines(rows)
    part.unlink()
