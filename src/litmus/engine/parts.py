"""Parts: what the runs of a sharded command have written, and how they become one file again.

A part begins with a line that says what it is (`#litmus-part` and JSON) and ends with one that says
that it is whole (`#litmus-end`). Between them is what the command would have written; or, where
that needs all parts together, what was found of each batch, a line of JSON each, and the first line
says with which command the parts become the whole.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple, TypeVar

from litmus.engine.shards import Shard, Stretch
from litmus.errors import DataError, UsageError
from litmus.failures import not_parsed
from litmus.files.text import read_lines, write_text
from litmus.stages import counted
from litmus.wording import count

Batch = TypeVar("Batch")
Result = TypeVar("Result")
_HEAD, _END = "#litmus-part ", "#litmus-end "
_ALIKE = {
    "made_by": "settings", "marks": "settings", "digest": "input", "of": "number of parts"
}  # fmt: skip
_NAMED = 20  # missing parts that a message names
# What reading a line raises that no shard wrote.
_NOT_A_RESULT = (ValueError, TypeError, LookupError, AttributeError, RecursionError, OverflowError)


@dataclass(frozen=True)
class Part:
    """What a part says of itself: by what command and settings, which rows of which input.

    Where parts hold results of batches, `command` makes the whole of them, and `marks` is what it
    need not find out again, such as what an aligner has learned from.
    """

    made_by: str
    number: int
    of: int
    first: int
    stop: int
    total: int
    digest: str
    command: Sequence[str] = ()
    marks: Mapping[str, str] = field(default_factory=dict)


class Sharded(NamedTuple):
    """The results of a shard, a line for each batch. `marks` is how they came about, by kind; the
    one of all is "signature"."""

    marks: Mapping[str, str]
    stretch: Stretch
    lines: Iterable[str]


class Written(NamedTuple):
    """What a run has written: which rows of the input, in how many lines."""

    shard: Shard
    stretch: Stretch
    lines: int


def write_part(
    path: Path,
    made_by: str,
    shard: Shard,
    stretch: Stretch,
    lines: Iterable[str],
    *,
    command: Sequence[str] = (),
    marks: Mapping[str, str] | None = None,
) -> int:
    """Write a part, whole or not at all; how many lines there are. `lines` may hold several."""
    part = Part(made_by, **shard._asdict(), **stretch._asdict(), command=command, marks=marks or {})
    digest, n = blake2b(digest_size=16), 0
    with write_text(path) as out:
        out.write(f"{_HEAD}{json.dumps(asdict(part), ensure_ascii=False)}\n")
        for text in lines:
            digest.update(text.encode("utf-8", "surrogatepass"))
            n += text.count("\n")
            out.write(text)
        out.write(f"{_last_line(n, digest.hexdigest())}\n")
    return n


def _last_line(n: int, digest: str) -> str:
    return f"{_END}{json.dumps({'lines': n, 'digest': digest})}"


def merge(paths: Sequence[Path], output: Path) -> int:
    """Parts in any order, put together; how many lines there are."""
    n = 0
    parts = Parts(paths)
    with write_text(output) as out:
        for line in counted(parts.lines(), "merging", "lines"):
            out.write(f"{line}\n")
            n += 1
    return n


class Parts:
    """Parts in any order that together are the whole, or they are refused."""

    def __init__(self, paths: Sequence[Path]) -> None:
        parts = {path: read_part(path) for path in paths}
        self._paths = _checked(parts)
        self.first = parts[self._paths[0]]

    def lines(self) -> Iterator[str]:
        """What is in them, in order."""
        for path in self._paths:
            yield from content(path)

    def check(self, signature: str, stretch: Stretch) -> None:
        """Refuses parts of another input than there is now, by other settings, or damaged."""
        for what, then, now in (
            ("from another input than there is now", self.first.digest, stretch.digest),
            ("with other settings than there are now", self.first.marks["signature"], signature),
        ):
            if then != now:
                raise DataError(
                    f"{self._paths[0]} was made {what}:\n  {then}\n  {now}\n"
                    "Merge where the same files are, or make the parts anew."
                )
        for _ in self.lines():
            pass

    def results(
        self, batches: Iterable[Batch], read: Callable[[Batch, str], Result]
    ) -> Iterator[tuple[Batch, Result]]:
        """Every batch with its result, which `read` makes of a line."""
        rest = iter(batches)
        for path in self._paths:
            for number, line in enumerate(content(path), start=2):
                batch = next(rest, None)
                if batch is None:
                    raise DataError(f"{path}:{number}: there are more results than batches.")
                try:
                    result = read(batch, line)
                except _NOT_A_RESULT as error:
                    what = "a result of this command"
                    raise DataError(not_parsed(f"{path}:{number}", what, error)) from error
                yield batch, result
        if next(rest, None) is not None:
            raise DataError(f"{self._paths[-1]} ends before the input does: results are missing.")


def together(paths: Sequence[Path]) -> tuple[Part, Iterator[str]]:
    """The first of the parts, given in any order, and the lines of all."""
    parts = {path: read_part(path) for path in paths}
    ordered = _checked(parts)
    return parts[ordered[0]], chain.from_iterable(map(content, ordered))


def read_part(path: Path) -> Part:
    """What a part says of itself."""
    first = next(read_lines(path), "")
    if not first.startswith(_HEAD):
        raise DataError(f"{path} is not a part: it was not written with a shard.")
    try:
        part = Part(**json.loads(first.removeprefix(_HEAD)))
        if not _is_sound(part):
            raise ValueError("its numbers cannot be")
    except (ValueError, TypeError, RecursionError) as error:
        raise DataError(not_parsed(f"{path}:1", "the beginning of a part", error)) from error
    return part


def is_part(path: Path) -> bool:
    """Whether a file begins like a part."""
    return next(read_lines(path), "").startswith(_HEAD)


def _is_sound(part: Part) -> bool:
    numbers = (part.number, part.of, part.first, part.stop, part.total)
    return (
        all(type(value) is str for value in (part.made_by, part.digest, *part.command))
        and isinstance(part.command, list | tuple)
        and type(part.marks) is dict
        and all(type(value) is str for value in part.marks.values())
        and ("signature" in part.marks) == bool(part.command)
        and all(type(value) is int for value in numbers)
        and 1 <= part.number <= part.of
        and 0 <= part.first <= part.stop <= part.total
    )


def _checked(parts: dict[Path, Part]) -> list[Path]:
    """The paths in order, if together they are the whole."""
    (leader, first), *others = parts.items()
    for path, part in others:
        for key, what in _ALIKE.items():
            one, other = getattr(first, key), getattr(part, key)
            if one != other:
                raise DataError(
                    f"{leader} and {path} differ in their {what}:\n  {one}\n  {other}\n"
                    "Make the parts anew, all in the same way."
                )
    by_number: dict[int, Path] = {}
    for path, part in parts.items():
        if part.number in by_number:
            raise UsageError(f"{by_number[part.number]} and {path} are both part {part.number}.")
        by_number[part.number] = path
    n_missing = first.of - len(by_number)
    if n_missing:
        unseen = (str(number) for number in range(1, first.of + 1) if number not in by_number)
        named = ", ".join(islice(unseen, _NAMED)) + (" ..." if n_missing > _NAMED else "")
        what, is_ = ("Part", "is") if n_missing == 1 else ("Parts", "are")
        raise UsageError(f"{what} {named} of {first.of} {is_} missing.")
    ordered = [by_number[number] for number in sorted(by_number)]
    end = 0
    for path in ordered:
        if parts[path].first != end:
            raise DataError(
                f"{path} begins after row {parts[path].first:,} of the input, but the parts before "
                f"it end with row {end:,}."
            )
        end = parts[path].stop
    if end != first.total:
        raise DataError(f"{ordered[-1]} ends with row {end:,} of {first.total:,}.")
    return ordered


def content(path: Path) -> Iterator[str]:
    """The lines between the first and the last, which are checked on the way."""
    digest, n, end = blake2b(digest_size=16), 0, ""
    lines = read_lines(path)
    next(lines)
    for line in lines:
        if end:
            raise DataError(f"{path}:{n + 3}: something follows the end of the part.")
        if line.startswith(_END):
            end = line
            continue
        digest.update(f"{line}\n".encode("utf-8", "surrogatepass"))
        n += 1
        yield line
    if not end:
        raise DataError(f"{path} is cut short after {count(n, 'line')}: its end is missing.")
    if end != _last_line(n, digest.hexdigest()):
        raise DataError(f"{path} has changed since it was written: its lines are not those it had.")
