"""Empty lines of documents: they are kept as empty segments, so that every line has its place."""

import warnings
from collections.abc import Iterable, Sequence

from litmus.errors import DataError
from litmus.files.text import TextWarning
from litmus.wording import count


class Blanks:
    """Counts the lines that are empty on one side only, as segments are read.

    An empty line in all files parts paragraphs. One that has a partner with text may be a
    translator's choice or a mistake: it is kept, and told of once.
    """

    def __init__(self, names: Iterable[object], line: str = "line {}") -> None:
        """`names` are those of the source and of the references, `line` says where one is."""
        self._names = [str(name) for name in names]
        self._line = line
        self._lines = self._texts = 0
        self._found: dict[tuple[str, str], tuple[int, int]] = {}  # sides -> count, first line

    def add(self, number: int, texts: Sequence[str]) -> None:
        """The next line: its source and its references."""
        self._lines += 1
        filled = [bool(text.strip()) for text in texts]
        self._texts += any(filled)
        if all(filled) or not any(filled):
            return
        partner = self._names[filled.index(True)]
        for name, has_text in zip(self._names, filled, strict=True):
            if not has_text:
                n, first = self._found.get((name, partner), (0, number))
                self._found[name, partner] = n + 1, first

    @property
    def one_sided(self) -> list[tuple[str, str, int, int]]:
        """The side that is empty, the one that has text, how often, and the first line of them."""
        return [(*sides, n, first) for sides, (n, first) in self._found.items()]

    def finish(self) -> None:
        """After the last line: refuses files without any text, and tells of one-sided lines."""
        if self._lines and not self._texts:
            raise DataError(
                f"{self._names[0]} has {count(self._lines, 'line')}, all of them empty; nothing "
                "was done."
            )
        for empty, partner, n, first in self.one_sided:
            tell(empty, partner, n, self._line.format(first))


def tell(empty: str, partner: str, n: int, first: str) -> None:
    """The warning of lines that are empty on one side only; `first` says where the first is."""
    kept = "It is kept as an empty one" if n == 1 else "They are kept as empty ones"
    warnings.warn(
        f"{empty} has {count(n, 'empty line')} where {partner} has text (the first is {first}). "
        f"{kept}.",
        TextWarning,
        stacklevel=3,
    )
