"""simplemma's longest lists without the second or more it takes to read one.

A list is one stream, each record written as its difference from the one before. simplemma reads
all of it once, to note where it can start again. We ship such places, `model/streams.json.xz` from
`experiments/analyser/choose_lemmas.py`, and read only stretches that are asked for.
"""

import json
import lzma
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import accumulate
from typing import Any

from simplemma.strategies.dictionaries import StreamDictionaryFactory
from simplemma.strategies.dictionaries.dictionary_factory import DATA_FOLDER

from litmus.language.embedded.model import FOLDER

PLACES = FOLDER / "streams.json.xz"
_BLOCK = 32  # records that a word is looked for in
# Where a record starts, and the key before it. Its value is not that of the record before.
Place = tuple[int, bytes]
_SAME = 254  # says that the value is that of the record before


class Stream(Mapping[str, str]):
    """A list of which only stretches that are asked for are read."""

    def __init__(
        self, data: bytes, reverse: bool, places: list[Place], records: Callable[..., Any]
    ) -> None:
        self._data, self._reverse, self._records = data, reverse, records
        self._places = places
        self._before = [key for _, key in places]
        self._read: dict[int, tuple[list[bytes], list[Place]]] = {}

    def __getitem__(self, word: str) -> str:
        found: str | None = self.get(word)
        if found is None:
            raise KeyError(word)
        return found

    def get(self, word: str, default: Any = None) -> Any:  # Mapping's would ask by exception
        wanted = word.encode()
        if self._reverse:
            wanted = wanted[::-1]
        firsts, blocks = self._stretch(max(0, bisect_left(self._before, wanted) - 1))
        block = bisect_right(firsts, wanted) - 1
        if block < 0:
            return default
        for _, key, value in self._records(self._data, *blocks[block]):
            if key == wanted:
                return (value[::-1] if self._reverse else value).decode()
            if key > wanted:
                break
        return default

    def _stretch(self, number: int) -> tuple[list[bytes], list[Place]]:
        """The first key of each block of a stretch, and where it starts."""
        if number not in self._read:
            after = self._places[number + 1 : number + 2]
            end = after[0][0] if after else len(self._data)
            self._read[number] = _blocks(self._data, *self._places[number], end)
        return self._read[number]

    def __iter__(self) -> Iterator[str]:
        for _, key, _ in self._records(self._data, *self._places[0]):
            yield (key[::-1] if self._reverse else key).decode()

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _blocks(data: bytes, at: int, key: bytes, end: int) -> tuple[list[bytes], list[Place]]:
    """First keys and starts of blocks. Much of the time of an analysis can go here, so only keys
    are made: a block starts where the value is not that of the record before."""
    firsts: list[bytes] = []
    blocks: list[Place] = []
    left = 0
    while at < end:
        start, before = at, key
        shared, length, at = data[at], data[at + 1], at + 2
        if shared > 127 or length > 127:
            shared, at = _number(data, start)
            length, at = _number(data, at)
        key = before[:shared] + data[at : at + length]
        at += length + 1
        same = data[at - 1] == _SAME
        if left <= 0 and not same:
            firsts.append(key)
            blocks.append((start, before))
            left = _BLOCK
        if not same:
            length, at = data[at], at + 1
            if length > 127:
                length, at = _number(data, at - 1)
            at += length
        left -= 1
    return firsts, blocks


def _number(data: bytes, at: int) -> tuple[int, int]:
    """Seven bits a byte, the lowest first, and where it ends."""
    number = shift = 0
    while data[at] > 127:
        number |= (data[at] & 127) << shift
        shift, at = shift + 7, at + 1
    return number | data[at] << shift, at + 1


class Lists(StreamDictionaryFactory):
    """Lists read in stretches, or by simplemma where our places are not for the one installed."""

    def get_dictionary(self, lang: str) -> Mapping[str, str]:
        found = _stream(lang)
        return super().get_dictionary(lang) if found is None else found


@cache
def _stream(language: str) -> Stream | None:
    sums, steps, keys = _shipped().get(language, (None, [], ""))
    packed = (DATA_FOLDER / f"{language}.plzma").read_bytes()
    if zlib.crc32(packed) != sums:
        return None
    try:
        from simplemma.strategies.dictionaries.frontcode import _iter_records, _read_header
    except ImportError:
        return None
    data = lzma.decompress(packed)
    reverse, _, _ = _read_header(data)
    before = [key.encode("latin-1") for key in keys.split("\n")]
    places = list(zip(accumulate(steps), before, strict=True))
    return Stream(data, reverse, places, _iter_records)


@cache
def _shipped() -> dict[str, tuple[int, list[int], str]]:
    """Language -> check sum of simplemma's file, and of places the steps from one to the next and
    the keys in lines, bytes as if they were Latin-1."""
    if not PLACES.is_file():
        return {}
    return json.loads(lzma.decompress(PLACES.read_bytes()))  # type: ignore[no-any-return]


def places(language: str, stretch: int) -> tuple[int, list[int], str]:
    """What to ship for a language, a place every so many records: reads the whole list."""
    from simplemma.strategies.dictionaries.frontcode import _iter_records, _read_header

    packed = (DATA_FOLDER / f"{language}.plzma").read_bytes()
    data = lzma.decompress(packed)
    steps: list[int] = []
    keys: list[str] = []
    last, left, before, value = 0, 0, b"", b""
    for start, key, own in _iter_records(data, _read_header(data)[2]):
        if left <= 0 and own != value:
            steps.append(start - last)
            keys.append(before.decode("latin-1"))
            last, left = start, stretch
        before, value, left = key, own, left - 1
    return zlib.crc32(packed), steps, "\n".join(keys)
