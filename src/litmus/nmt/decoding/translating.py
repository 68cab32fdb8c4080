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

from litmus.engine.parts import content, is_part, write_part
from litmus.engine.shards import Shard, Stretch
from litmus.errors import DataError, UsageError
from litmus.files.text import one_line, read_chunks, write_text
from litmus.nmt.windows import ContextSize
from litmus.systems.run import part_of, refuse_files
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


@dataclass(frozen=True)
class Share:
    """What one of several runs has, made by what settings."""

    shard: Shard
    stretch: Stretch
    made_by: str


Group = Sequence[Sequence[Line]]
Translated = tuple[list[str], int]
Elsewhere = Callable[[Iterable[Group]], Iterable[Translated]]


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
    if not overwrite:
        _forget_finished(part_of(output), output)
    refuse_files(output, None, overwrite)


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
    share: Share | None = None,
    elsewhere: Elsewhere | None = None,
    progress: Progress | None = None,
) -> Summary:
    """Writes the translations of all lines; goes on where a run of the same kind was stopped.

    With `references`, the target context is taken from the references, not from translations.
    `weights` tells models of the same name apart. Every `chunk` lines are translated together and
    written to disk. The lines may be the `share` of one of several runs; the file is then a part.
    They may be translated `elsewhere`. `progress` is called with numbers of lines.
    """
    context = context or ContextSize()
    refuse_existing(output, overwrite)
    if not lines and share is None:
        raise DataError("There is no line to translate.")
    groups = list(groups_of(lines, context, references, chunk))
    mark = _fingerprint(translator.signature, weights, lines, context, references, share)
    part = part_of(output)
    try:
        if overwrite:
            part.unlink(missing_ok=True)
        lengths = [sum(map(len, group)) for group in groups]
        done = _kept(part, mark, lengths)
        kept, left_out = sum(lengths[:done]), 0
        if progress and kept:
            progress(kept)
        if elsewhere is not None:
            translated = _told(elsewhere(groups[done:]), progress)
        else:
            translated = (
                translate_group(translator, group, context, references, progress)
                for group in groups[done:]
            )
        with part.open("ab") as out:
            for texts, n in translated:
                out.write("".join(f"{one_line(text)}\n" for text in texts).encode("utf-8"))
                out.flush()
                os.fsync(out.fileno())
                left_out += n
        _finish(part, output, share)
    except OSError as error:
        raise DataError(f"{output} cannot be written: {error.strerror}.") from error
    return Summary(len(lines), kept, left_out)


def _forget_finished(part: Path, output: Path) -> None:
    """Removes a part that is all in the output: a kill came between the two."""
    if not (part.is_file() and output.is_file()):
        return
    with part.open("rb") as rows, suppress(DataError):  # an output that is damaged is not ours
        written: Iterable[bytes] = read_chunks(output)
        if is_part(output):
            written = (f"{line}\n".encode() for line in content(output))
        is_whole = rows.readline().startswith(_HEADER) and all(
            rows.read(len(chunk)) == chunk for chunk in written
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


def translate_group(
    translator: Translates,
    group: Group,
    context: ContextSize,
    references: bool,
    progress: Progress | None = None,
) -> Translated:
    """The texts of a group of documents, and how many sentences of context had no room."""
    before = translator.left_out
    given = [[line.reference or "" for line in document] for document in group]
    translated = translator.translate_documents(
        [[line.source for line in document] for document in group],
        source=context.source,
        target=context.target,
        references=given if references else None,
        progress=progress,
    )
    texts = [text for document in translated for text in document]
    return texts, translator.left_out - before


def _told(translated: Iterable[Translated], progress: Progress | None) -> Iterator[Translated]:
    for texts, left_out in translated:
        yield texts, left_out
        if progress:
            progress(len(texts))


def groups_of(
    lines: Sequence[Line], context: ContextSize, references: bool, chunk: int
) -> Iterator[Group]:
    """So many lines that are translated together, or more, in whole documents.

    The text alone decides where a group ends: numbers are rounded differently in other company.
    """
    group: list[Sequence[Line]] = []
    for document in _documents(lines, context, references):
        group.append(document)
        if sum(map(len, group)) >= chunk:
            yield group
            group = []
    if group:
        yield group


def text_of(line: Line, context: ContextSize, references: bool) -> str:
    """All that is translated of a line, and what it is translated with."""
    around = (line.document, line.reference if references else None)
    has_context = context != ContextSize() or references
    return repr((line.source, around if has_context else None))


def _fingerprint(
    signature: str,
    weights: str,
    lines: Sequence[Line],
    context: ContextSize,
    references: bool,
    share: Share | None = None,
) -> str:
    """A digest of all that decides the translations. Unfinished runs on disk depend on its form."""
    sizes = f"Reach(source={context.source}, target={context.target}, references={references})"
    digest = blake2b(f"({signature!r}, {weights!r}, {sizes})".encode(), digest_size=16)
    for line in lines:
        digest.update(text_of(line, context, references).encode())
    if share is not None:
        digest.update(repr(share).encode())
    return digest.hexdigest()


def _kept(part: Path, mark: str, lengths: Sequence[int]) -> int:
    """How many groups of an earlier run are good: those that are whole. Cuts off the rest."""
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
    kept = groups = 0
    for length in lengths:
        if kept + length > len(rows):
            break
        kept, groups = kept + length, groups + 1
    os.truncate(part, len(header) + sum(len(row) + 1 for row in rows[:kept]))
    return groups


def _finish(part: Path, output: Path, share: Share | None) -> None:
    with part.open("r", encoding="utf-8", newline="\n") as rows:
        next(rows)
        if share is not None:
            write_part(output, share.made_by, share.shard, share.stretch, rows)
        else:
            with write_text(output) as out:
                out.writelines(rows)
    part.unlink()
