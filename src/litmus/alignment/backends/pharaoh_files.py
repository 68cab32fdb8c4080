"""An aligner that reads the user's own links from a Pharaoh file, line by line."""

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import islice
from pathlib import Path

from litmus.alignment.links import Alignment
from litmus.corpus.formats.pharaoh import Links, read_pharaoh
from litmus.errors import DataError
from litmus.language.words import token_offsets
from litmus.wording import count, option

_ENOUGH_LINES = 5  # so many lines without a link to any first word are no accident


class PharaohFile:
    """Links made elsewhere. `tokens` says which tokenisation they count: words, space or moses."""

    def __init__(
        self, path: Path, languages: tuple[str, str], *, tokens: str = "words", base: int = 0
    ) -> None:
        self._path, self._languages, self._tokens, self._base = path, languages, tokens, base
        self._stream: Iterator[Links] = read_pharaoh(path, base=base)
        self._number = 0
        self._linked = 0
        self._digest = blake2b(digest_size=4)
        self._saw_zero = False

    @property
    def signature(self) -> str:
        """The tokenisation, and a digest of the links read so far."""
        return f"pharaoh.{self._tokens}#{self._digest.hexdigest()}"

    def align(self, pairs: Sequence[tuple[str, str]]) -> list[Alignment]:
        """The next lines of the file, held against their sentence pairs."""
        lines = list(islice(self._stream, len(pairs)))
        if len(lines) < len(pairs):
            raise DataError(
                f"{self._path} has {count(self._number + len(lines), 'line')}, but there are more "
                "sentence pairs.\nEvery pair needs one line of links; a blank line has none."
            )
        return [self._align(pair, links) for pair, links in zip(pairs, lines, strict=True)]

    def finish(self) -> None:
        """Lines left over mean that the file belongs to another text."""
        extra = sum(1 for _ in self._stream)
        if extra:
            raise DataError(
                f"{self._path} has {count(self._number + extra, 'line')} for "
                f"{count(self._number, 'sentence pair')}."
            )
        if self._base == 0 and not self._saw_zero and self._linked >= _ENOUGH_LINES:
            raise DataError(
                f"{self._path}: none of its {self._linked} lines links a first word, so the links "
                f"seem to count from 1.\nAdd {option('base', '1')}."
            )

    def _align(self, pair: tuple[str, str], links: Links) -> Alignment:
        self._number += 1
        source, target = (
            token_offsets(text, self._tokens, code)
            for text, code in zip(pair, self._languages, strict=True)
        )
        both = links.sure | links.possible
        self._linked += bool(both)
        self._digest.update(repr(sorted(both)).encode())
        self._saw_zero = self._saw_zero or any(0 in link for link in both)
        for i, j in both:
            if i >= len(source) or j >= len(target):
                raise self._out_of_range((i, j), (len(source), len(target)), both)
        return Alignment(source, target, both)

    def _out_of_range(
        self, link: tuple[int, int], sizes: tuple[int, int], links: frozenset[tuple[int, int]]
    ) -> DataError:
        shown = f"{link[0] + self._base}-{link[1] + self._base}"
        no_zero = all(i > 0 and j > 0 for i, j in links)
        fits_from_one = all(i <= sizes[0] and j <= sizes[1] for i, j in links)
        if self._base == 0 and no_zero and fits_from_one:
            way_out = f"The links seem to count from 1: add {option('base', '1')}."
        else:
            way_out = (
                "Links belong to one tokenisation. Say which: "
                f"{option('tokens', 'words')}, space or moses."
            )
        return DataError(
            f"{self._path}:{self._number}: the link {shown} is outside the sentences, which have "
            f"{sizes[0]} and {sizes[1]} {self._tokens} tokens.\n{way_out}"
        )


def read_links(languages: tuple[str, str], tokens: str, file: str) -> PharaohFile:
    """The aligner `pharaoh:FILE`."""
    return PharaohFile(Path(file), languages, tokens=tokens)
