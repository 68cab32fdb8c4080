"""Parts: what the runs of a sharded command have written, and how they become one file again.

A part begins with a line that says what it is (`#litmus-part` and JSON) and ends with one that says
that it is whole (`#litmus-end`); between them is what the command would have written.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from litmus.engine.shards import Shard, Stretch
from litmus.errors import DataError, UsageError
from litmus.failures import not_parsed
from litmus.files.text import read_lines, write_text
from litmus.wording import count

_HEAD, _END = "#litmus-part ", "#litmus-end "
_NAMED = 20  # missing parts that a message names


@dataclass(frozen=True)
class Part:
    """What a part says of itself: by what command and settings, which rows of which input."""

    made_by: str
    number: int
    of: int
    first: int
    stop: int
    total: int
    digest: str


class Written(NamedTuple):
    """What a run has written: which rows of the input, in how many lines."""

    shard: Shard
    stretch: Stretch
    lines: int


def write_part(
    path: Path, made_by: str, shard: Shard, stretch: Stretch, lines: Iterable[str]
) -> int:
    """Write a part, whole or not at all; how many lines there are. `lines` may hold several."""
    part = Part(made_by, **shard._asdict(), **stretch._asdict())
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
    _, lines = together(paths)
    n = 0
    with write_text(output) as out:
        for line in lines:
            out.write(f"{line}\n")
            n += 1
    return n


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
        all(type(value) is str for value in (part.made_by, part.digest))
        and all(type(value) is int for value in numbers)
        and 1 <= part.number <= part.of
        and 0 <= part.first <= part.stop <= part.total
    )


def _checked(parts: dict[Path, Part]) -> list[Path]:
    """The paths in order, if together they are the whole."""
    (leader, first), *others = parts.items()
    for path, part in others:
        for key, what in (("made_by", "settings"), ("digest", "input"), ("of", "number of parts")):
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
