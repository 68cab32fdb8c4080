"""Large files in blocks of whole lines."""

import gzip
import lzma
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litmus.corpus import blocks
from litmus.corpus.blocks import Block, block_text, read_blocks
from litmus.errors import DataError
from litmus.files.text import read_lines


def write(folder: Path, content: bytes, name: str = "t") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(("content", "size", "expected"), [
    (b"a\nb\nc\n", 100, [Block(1, b"a\nb\nc\n", 6)]),
    (b"a\nb\nc", 100, [Block(1, b"a\nb\n", 4), Block(3, b"c", 5)]),
    (b"a\nb\nc\n", 4, [Block(1, b"a\nb\n", 4), Block(3, b"c\n", 6)]),
    (b"a\nb\nc\n", 3, [Block(1, b"a\n", 2), Block(2, b"b\nc\n", 6)]),
    (b"aaaaaaaa\nb\n", 2, [Block(1, b"aaaaaaaa\n", 9), Block(2, b"b\n", 11)]),
    (b"\n\n\n", 2, [Block(1, b"\n\n", 2), Block(3, b"\n", 3)]),
    (b"aaaa", 1, [Block(1, b"aaaa", 4)]),
])  # fmt: skip
def test_blocks_by_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, size: int, expected: Any
) -> None:
    monkeypatch.setattr(blocks, "SIZE", size)
    assert list(read_blocks(write(tmp_path, content))) == expected
    for data, n_lines in ((b"a\n", 1), (b"a", 1), (b"a\nb", 2), (b"\n\n", 2), (b"\na", 2)):
        assert Block(1, data, len(data)).n_lines == n_lines


@given(
    content=st.lists(st.sampled_from([b"a", b"bb", b"\n", b"\n"]), min_size=1, max_size=40).map(
        b"".join
    ),
    size=st.integers(1, 12),
    suffix=st.sampled_from(["", ".gz", ".xz"]),
)
def test_blocks_are_the_file_and_can_start_after_any_of_them(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, size: int, suffix: str
) -> None:
    packed = {"": content, ".gz": gzip.compress(content), ".xz": lzma.compress(content)}[suffix]
    path = write(tmp_path_factory.mktemp("b"), packed, f"t{suffix}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "SIZE", size)
        found = list(read_blocks(path))
        assert b"".join(block.data for block in found) == content
        assert [block.end for block in found] == [
            sum(len(other.data) for other in found[: n + 1]) for n in range(len(found))
        ]
        assert [block.first for block in found] == [
            1 + sum(other.n_lines for other in found[:n]) for n in range(len(found))
        ]
        assert all(block.data.endswith(b"\n") for block in found[:-1])
        for block in found:
            rest = list(read_blocks(path, skip=block.end, first=block.first + block.n_lines))
            assert b"".join(other.data for other in rest) == content[block.end :]
            assert not rest or rest[0].first == block.first + block.n_lines
            assert not rest or rest[-1].end == len(content)


def texts(path: Path) -> list[str]:
    return [block_text(path, block) for block in read_blocks(path)]


@pytest.mark.parametrize(("content", "size", "lines"), [
    ("é 雪\n\n😀\nlast".encode(), 8, ["é 雪", "", "😀", "last"]),
    (b"one\r\ntwo\r\nthree\r\n", 6, ["one", "two", "three"]),
    (b"\xef\xbb\xbfone\ntwo\n", 1 << 20, ["one", "two"]),
    (b"\xef\xbb\xbfone\r\ntwo\r\n", 1 << 20, ["one", "two"]),
])  # fmt: skip
def test_text_of_blocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, size: int, lines: list[str]
) -> None:
    monkeypatch.setattr(blocks, "SIZE", size)
    assert "\n".join(texts(write(tmp_path, content))).split("\n") == lines


@pytest.mark.parametrize("size", [4, 1 << 20])
@pytest.mark.parametrize(("content", "message"), [
    (b"a\nb\nc\xff\n", ":3 is not UTF-8: byte 0xff at byte 2 of the line."),
    (b"a\nb\n\xed\xa0\x80\nd\n", ":3 is not UTF-8: byte 0xed at byte 1 of the line."),
    (b"a\nb\nc\0\n", ":3 holds a NUL character"),
    ("a\nb\nc\u2029\n".encode(), ":3 holds U+2029"),
    ("a\nb\nc\x85\n".encode(), ":3 holds U+0085"),
    (b"a\nb\nc\r\n", ":3 ends in CRLF"),
    (b"", " is empty."),
])  # fmt: skip
def test_text_is_held_to_the_rules_of_all_readers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, message: str, size: int
) -> None:
    monkeypatch.setattr(blocks, "SIZE", size)
    path = write(tmp_path, content)
    with pytest.raises(DataError) as caught:
        texts(path)
    assert str(caught.value).startswith(f"{path}{message}")


def test_windows_text_is_read_a_fixed_number_of_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "SIZE", 100)
    path = write(tmp_path, b"one two\r\n" * 500)
    given_out = 0

    def counted(*arguments: object, **settings: object) -> object:
        nonlocal given_out
        for line in read_lines(*arguments, **settings):  # type: ignore[arg-type]
            given_out += 1
            yield line

    monkeypatch.setattr(blocks, "read_lines", counted)
    texts(path)
    assert given_out <= 3 * 500
