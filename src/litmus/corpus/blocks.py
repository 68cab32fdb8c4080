"""Large text files in blocks of whole lines, as fast as the disk gives them."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from litmus.files.limits import longest_line, too_long
from litmus.files.text import STRAY_LINE_ENDS, read_chunks, read_lines, uses_crlf

SIZE = 1 << 20


@dataclass(frozen=True, slots=True)
class Block:
    """Whole lines of a file: `first` is the number of the first line, from 1, `end` the byte
    after the last in the file as decompressed."""

    first: int
    data: bytes
    end: int

    @property
    def n_lines(self) -> int:
        """How many lines; the last of a file may lack its \\n."""
        return self.data.count(b"\n") + (not self.data.endswith(b"\n"))


def read_blocks(path: Path, *, skip: int = 0, first: int = 1) -> Iterator[Block]:
    """The blocks of a file, from byte `skip` on, which is where line `first` starts."""
    rest: list[bytes] = []
    at, end, held, longest = 0, skip, 0, longest_line()  # held: bytes of the rest
    for chunk in read_chunks(path, SIZE):
        at += len(chunk)
        if at <= skip:
            continue
        chunk = chunk[max(0, len(chunk) - (at - skip)) :]
        cut = chunk.rfind(b"\n") + 1
        if not cut:
            rest.append(chunk)
            held += len(chunk)
            if held > longest:
                raise too_long(f"{path}:{first}")
            continue
        data = b"".join((*rest, chunk[:cut]))
        rest, held = [chunk[cut:]], len(chunk) - cut
        end += len(data)
        block = Block(first, data, end)
        yield block
        first += block.n_lines
    last = b"".join(rest)
    if last:
        yield Block(first, last, end + len(last))
    elif not end:
        next(read_lines(path), None)  # an empty file is an error


def block_text(path: Path, block: Block) -> str:
    """The lines of a block, \\n between them, checked by the same rules as `read_lines`."""
    try:
        text = block.data.decode("utf-8")
    except UnicodeDecodeError:
        text = ""
    crlf = uses_crlf(path)  # then all lines must
    mixed = crlf and not (text.count("\r\n") == text.count("\n") == text.count("\r"))
    if crlf and not mixed:
        text = text.replace("\r\n", "\n")
    if block.first == 1:
        text = text.removeprefix("\ufeff")
    if not text or mixed or _is_odd(text):
        # Whatever is wrong, the strict reader says it best.
        for _ in islice(
            read_lines(path, any_line_end=True, drop_bom=True), block.first + block.n_lines
        ):
            pass
    return text.removesuffix("\n")


def _is_odd(text: str) -> bool:
    return "\0" in text or "\r" in text or any(character in text for character in STRAY_LINE_ENDS)
