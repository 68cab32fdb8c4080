"""Written tables of inflection -> dictionary word and its forms.

A written file holds seven kinds of lines, cells parted by a tab:

    # a remark
    @past       . st en et           a set of endings; `.` is the empty one, `@other` takes in a set
    %weak       {}en    {}@pres ge~{}t   a class: lemma and forms, {} (or {0}, {1} ...) is filled in
    weak:       mach sag frag        members of a class; `pens/piens` fills {0} and {1}
    binden      band@past ge~bunden@adj    a lemma and its forms; `~` parts what a prefix puts off
    +binden     auf|zu ver           prefixed words: auf- with ge- and with -zu-, ver- without
    -know       no                   no form of this lemma, or far more often another word

Forms that end in `!` are too rare to be given for prefixed words. A digit after a lemma
(`+schaffen2`) tells two words of one spelling apart.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from litmus.errors import DataError
from litmus.files.text import read_lines

T = TypeVar("T")
Table = dict[str, set[str]]
DIGITS = "0123456789"
_SLOT = re.compile(r"\{(\d*)\}")


def read_written(path: Path) -> tuple[Table, Table]:
    """Forms by lemma, then what is struck out; both empty where there is no file."""
    written = _Written(path)
    return (written.table(), written.struck) if path.exists() else ({}, {})


class _Written:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.number = 0
        self.endings: dict[str, tuple[str, ...]] = {}
        self.classes: dict[str, tuple[str, list[str]]] = {}
        self.marked: Table = {}  # forms that still have their `~`
        self.struck: Table = {}

    def table(self) -> Table:
        """Forms by lemma, the lemma itself not among them."""
        for number, line in enumerate(read_lines(self.path), start=1):
            self.number = number
            if line and not line.startswith("#"):
                self._line(line)
        plain: Table = {}
        for name, forms in self.marked.items():
            lemma = name.rstrip(DIGITS)
            given = {form.replace("~", "").replace("!", "") for form in forms}
            plain[lemma] = plain.get(lemma, set()) | given - {lemma}
        return plain

    def _line(self, line: str) -> None:
        head, _, rest = line.partition("\t")
        cells = rest.split()
        if not cells:
            raise self._wrong("has no forms after a tab")
        if head.startswith("@"):
            self.endings[head[1:]] = tuple(self._ending_set(cells))
        elif head.startswith("%"):
            self.classes[head[1:]] = (cells[0], cells[1:])
        elif head.endswith(":"):
            for member in cells:
                self._member(head[:-1], member)
        elif head.startswith("+"):
            for prefix in cells:
                self._prefixed(head[1:], prefix)
        elif head.startswith("-"):
            self.struck.setdefault(head[1:], set()).update(cells)
        else:
            self._add(head, cells)

    def _ending_set(self, cells: list[str]) -> Iterator[str]:
        for cell in cells:
            if cell.startswith("@"):
                yield from self._known(self.endings, cell[1:], "set of endings")
            else:
                yield "" if cell == "." else cell

    def _member(self, name: str, member: str) -> None:
        lemma, patterns = self._known(self.classes, name, "class")
        stems = member.split("/")

        def fill(slot: re.Match[str]) -> str:
            # A slot that is not filled is like the last one that is.
            return stems[min(int(slot[1] or 0), len(stems) - 1)]

        self._add(_SLOT.sub(fill, lemma), [_SLOT.sub(fill, pattern) for pattern in patterns])

    def _add(self, lemma: str, cells: list[str]) -> None:
        forms = self.marked.setdefault(lemma, set())
        for cell in cells:
            stem, *names = cell.split("@")
            for name in names:
                forms.update(stem + end for end in self._known(self.endings, name, "set"))
            if not names:
                forms.add(stem)

    def _prefixed(self, base: str, prefix: str) -> None:
        forms = {form for form in self._known(self.marked, base, "lemma") if form[-1] != "!"}
        base = base.rstrip(DIGITS)
        prefix, separable, infix = prefix.partition("|")
        made = self.marked.setdefault(prefix + base, set())
        if separable:
            made.update({prefix + form for form in forms} | {prefix + infix + base})
        else:
            made.update(prefix + form.rpartition("~")[2] for form in forms)

    def _known(self, table: Mapping[str, T], name: str, kind: str) -> T:
        if name not in table:
            raise self._wrong(f"names the {kind} {name!r}, which no line above defines")
        return table[name]

    def _wrong(self, what: str) -> DataError:
        return DataError(f"{self.path}:{self.number} {what}.")
