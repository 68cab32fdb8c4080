"""Pharaoh links: `0-1 2-3` sure, `4?5` or `4p5` possible; positions of tokens, from 0 or from 1."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from litmus.errors import DataError
from litmus.files.text import Complain, read_lines, refuse
from litmus.wording import option

Link = tuple[int, int]
_LINK = re.compile(r"([0-9]{1,9})([-?p])([0-9]{1,9})(?::[0-9.eE+-]+)?")


@dataclass(frozen=True, slots=True)
class Links:
    """The links of one sentence pair as sets of (source, target) token positions from 0."""

    sure: frozenset[Link]
    possible: frozenset[Link] = frozenset()


def read_pharaoh(path: Path, *, base: int = 0, complain: Complain = refuse) -> Iterator[Links]:
    """The links of every line; a blank line has none. `base` is what the file counts from."""
    lines = read_lines(path, any_line_end=True, complain=complain)
    for number, line in enumerate(lines, start=1):
        try:
            links = parse_links(f"{path}:{number}", line, base)
        except DataError as error:
            complain(error)
            links = Links(frozenset())
        yield links


def parse_links(where: str, line: str, base: int = 0) -> Links:
    """The links of one line."""
    sure: set[Link] = set()
    possible: set[Link] = set()
    for item in line.split():
        match = _LINK.fullmatch(item)
        if not match:
            raise DataError(
                f"{where}: {item!r} is not a link.\n"
                "Write i-j (sure) or i?j (possible), separated by spaces."
            )
        link = (int(match[1]) - base, int(match[3]) - base)
        if min(link) < 0:
            raise DataError(
                f"{where}: the link {item} counts from 0, but the file was said to "
                f"count from 1.\nLeave out {option('alignment_base', '1')}."
            )
        (sure if match[2] == "-" else possible).add(link)
    return Links(frozenset(sure), frozenset(possible))
