"""simplemma's longest lists without the second or more it takes to read one.

A list is one stream, each record written as its difference from the one before. simplemma reads
all of it once, to note where it can start again. We ship such places, `model/streams.json.xz` from
`experiments/analyser/choose_lemmas.py`, and read only stretches that are asked for.
"""

import json
import lzma
import zlib
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import accumulate
from os.path import commonprefix
from typing import Any

from simplemma.strategies.dictionaries import StreamDictionaryFactory
from simplemma.strategies.dictionaries.dictionary_factory import DATA_FOLDER

from litmus.language.embedded.lexicon import FOLDER

PLACES = FOLDER / "streams.json.xz"


class Stream(Mapping[str, str]):
    """A list of which only stretches that are asked for are read."""

    def __init__(
        self,
        data: bytes,
        reverse: bool,
        places: list[int],
        keys: list[bytes],
        records: Callable[..., Any],
    ) -> None:
        """`places`: where the first record of each stretch is, and `keys`: how its key begins, one
        byte more than it shares with the key before, so that it is greater."""
        self._data, self._reverse, self._records = data, reverse, records
        self._places, self._keys = places, keys

    def __getitem__(self, word: str) -> str:
        found: str | None = self.get(word)
        if found is None:
            raise KeyError(word)
        return found

    def get(self, word: str, default: Any = None) -> Any:  # Mapping's would ask by exception
        wanted = word.encode()
        if self._reverse:
            wanted = wanted[::-1]
        stretch = max(0, bisect_right(self._keys, wanted) - 1)
        for _, key, value in self._records(self._data, self._places[stretch], self._keys[stretch]):
            if key >= wanted:
                return self._text(value) if key == wanted else default
        return default

    def __iter__(self) -> Iterator[str]:
        return (self._text(key) for _, key, _ in self._records(self._data, self._places[0]))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _text(self, content: bytes) -> str:
        return (content[::-1] if self._reverse else content).decode()


class Lists(StreamDictionaryFactory):
    """Lists read in stretches, or by simplemma where our places are not for the one installed."""

    def get_dictionary(self, lang: str) -> Mapping[str, str]:
        found = _stream(lang)
        return super().get_dictionary(lang) if found is None else found


@cache
def _stream(language: str) -> Stream | None:
    if language not in _shipped():
        return None
    sums, steps, keys = _shipped()[language]
    packed = (DATA_FOLDER / f"{language}.plzma").read_bytes()
    if zlib.crc32(packed) != sums:
        return None
    try:
        from simplemma.strategies.dictionaries.frontcode import _iter_records, _read_header
    except ImportError:
        return None
    data = lzma.decompress(packed)
    reverse, _, _ = _read_header(data)
    starts = keys.encode("latin-1").split(b"\n")
    return Stream(data, reverse, list(accumulate(steps)), starts, _iter_records)


@cache
def _shipped() -> dict[str, tuple[int, list[int], str]]:
    """Language -> check sum of simplemma's file, the steps from one place to the next, and how keys
    begin there, in lines, bytes as if they were Latin-1."""
    if not PLACES.is_file():
        return {}
    return json.loads(lzma.decompress(PLACES.read_bytes()))  # type: ignore[no-any-return]


def places(language: str, stretch: int) -> tuple[int, list[int], str]:
    """What to ship for a language, a place about every so many records: reads the whole list.
    Only where the value is not that of the record before, which would have to ship too."""
    from simplemma.strategies.dictionaries.frontcode import _iter_records, _read_header

    packed = (DATA_FOLDER / f"{language}.plzma").read_bytes()
    data = lzma.decompress(packed)
    steps: list[int] = []
    keys: list[bytes] = []
    last, left, before, value = 0, 0, b"", b""
    for at, key, own in _iter_records(data, _read_header(data)[2]):
        if left <= 0 and own != value:
            steps.append(at - last)
            keys.append(key[: len(commonprefix([before, key])) + 1])
            last, left = at, stretch
        before, value, left = key, own, left - 1
    return zlib.crc32(packed), steps, b"\n".join(keys).decode("latin-1")
