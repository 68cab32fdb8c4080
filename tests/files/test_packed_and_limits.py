"""Bombs and endless lines: refused before they are in memory, with a way out."""

import gzip
import lzma
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
import zstandard

from litmus.corpus.blocks import read_blocks
from litmus.corpus.formats.markup import read_events
from litmus.corpus.formats.sgm import read_sgm
from litmus.errors import DataError, UsageError
from litmus.files import packed
from litmus.files.text import read_chunks, read_lines, read_text

COMPRESS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "xz": lzma.compress,
    "zst": zstandard.ZstdCompressor(level=19).compress,
}
SHOW = {"gz": "zcat", "xz": "xzcat", "zst": "zstdcat"}
MIB = 1 << 20
LONG = pytest.mark.release


def refused(work: Callable[[], object]) -> str:
    with pytest.raises(DataError) as caught:
        work()
    return str(caught.value)


@pytest.fixture
def small_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LITMUS_MAX_LINE", "1000")


def too_long(where: str, what: str = "line") -> str:
    return (
        f"{where}: the {what} is longer than 1,000 bytes.\n"
        "Is this the right file? If it is, allow more in the environment: LITMUS_MAX_LINE=BYTES"
    )


@pytest.mark.parametrize("suffix", ["", ".gz", ".xz", ".zst"])
def test_line_that_is_too_long(tmp_path: Path, small_limit: None, suffix: str) -> None:
    path = tmp_path / f"a.txt{suffix}"
    data = b"short\n" + b"a" * 999 + b"\n" + b"b" * 1000 + b"\n"
    path.write_bytes(COMPRESS[suffix[1:]](data) if suffix else data)
    lines = read_lines(path)
    assert [next(lines), next(lines)] == ["short", "a" * 999]
    assert refused(lambda: next(lines)) == too_long(f"{path}:3")


def test_limit_is_64_mib_unless_said(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"a" * (64 * MIB + 1))
    assert "the line is longer than 67,108,864 bytes" in refused(lambda: list(read_lines(path)))
    path.write_bytes(b"a" * 64 * MIB)
    assert [len(line) for line in read_lines(path)] == [64 * MIB]


@pytest.mark.parametrize("given", ["0", "-1", "1 GB", "9" * 5000, "²"])
def test_limit_that_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("LITMUS_MAX_LINE", given)
    (tmp_path / "a").write_text("x\n")
    with pytest.raises(UsageError) as caught:
        list(read_lines(tmp_path / "a"))
    assert str(caught.value) == (
        f"The environment says LITMUS_MAX_LINE={given}; give a number of bytes."
    )


@pytest.mark.parametrize(("text", "read", "where", "what"), [
    ("one\n" + "a" * 3 * MIB, read_blocks, ":2", "line"), ("#" * 1001, read_text, "", "file"),
    ('<srcset><doc docid="d">\n<seg id="1">\n' + "word\n" * 1000, read_sgm, ":2", "segment"),
    *((f"<a>\n{inside.format('x' * MIB)}</a>", read_events, ":2", "text or tag that begins here")
      for inside in ("{}", "<b c='{}'/>", "<!--{}-->")),
])  # fmt: skip
def test_what_does_not_end(
    tmp_path: Path, small_limit: None, text: str, read: Any, where: str, what: str
) -> None:
    path = tmp_path / "a"
    path.write_text(text)
    assert refused(lambda: list(read(path))) == too_long(f"{path}{where}", what)


@pytest.mark.parametrize("suffix", COMPRESS)
def test_bomb_is_refused_by_lines_and_by_chunks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    monkeypatch.setattr(packed, "FREE", MIB)
    monkeypatch.setattr(packed, "RATIO", 100)
    path = tmp_path / f"a.{suffix}"
    path.write_bytes(COMPRESS[suffix]((b"a" * 1023 + b"\n") * 8 * 1024))
    message = (
        f"{path} grows more than 100 times when it is decompressed, which no text does.\n"
        f"If you trust it, decompress it yourself: {SHOW[suffix]} {path.name} > plain"
    )
    assert refused(lambda: [None for _ in read_lines(path)]) == message
    assert refused(lambda: [None for _ in read_chunks(path)]) == message


@pytest.mark.parametrize("suffix", COMPRESS)
def test_what_harms_no_machine_is_read_whatever_it_shrank_to(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a.{suffix}"
    path.write_bytes(COMPRESS[suffix](b"a\n" * 4 * MIB))
    assert sum(len(chunk) for chunk in read_chunks(path)) == 8 * MIB


@pytest.mark.parametrize(
    "suffix", ["gz", *(pytest.param(one, marks=LONG) for one in ("xz", "zst"))]
)
def test_long_line_in_a_small_file_is_never_in_memory(
    tmp_path: Path, small_limit: None, suffix: str
) -> None:
    path = tmp_path / f"a.{suffix}"
    path.write_bytes(COMPRESS[suffix](b"a" * 80 * MIB))
    list(read_lines(write(tmp_path / f"b.{suffix}", COMPRESS[suffix](b"a\n"))))  # loads libraries
    tracemalloc.start()
    try:
        refused(lambda: list(read_lines(path)))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 40 * MIB  # a piece of .zst is 32 at most


def write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def test_window_that_needs_too_much_memory(tmp_path: Path) -> None:
    settings = zstandard.ZstdCompressionParameters(window_log=30)
    stream = zstandard.ZstdCompressor(compression_params=settings).compressobj()
    zst = write(tmp_path / "a.zst", stream.compress(b"a\n" * 1000) + stream.flush())
    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 28}]
    xz = write(tmp_path / "a.xz", lzma.compress(b"a\n" * 1000, filters=filters))
    for path in (zst, xz):
        message = refused(lambda path=path: list(read_lines(path)))  # type: ignore[misc]
        assert message == (
            f"{path} needs more memory to be decompressed than litmus gives it (128 MiB).\n"
            f"Decompress it yourself: {SHOW[path.suffix[1:]]} {path.name} > plain"
        )


@pytest.mark.parametrize("suffix", COMPRESS)
def test_damaged_files(tmp_path: Path, suffix: str) -> None:
    whole = COMPRESS[suffix](bytes(range(10, 250)) * 3)
    ahead = [COMPRESS["zst"](b"\n" * 40 * MIB)[:-10]] * (
        suffix == "zst"
    )  # seen while looking ahead
    for data in (whole[:-3], b"no such thing", whole[: len(whole) // 2], *ahead):
        path = write(tmp_path / f"a.{suffix}", data)
        message = refused(lambda path=path: [None for _ in read_chunks(path)])  # type: ignore[misc]
        assert message.startswith(f"{path} is not a whole .{suffix} file: ")
        assert message.endswith(". Compress or download it again.")


def test_xz_of_several_streams_with_a_tail(tmp_path: Path) -> None:
    parts = lzma.compress(b"one\n") + lzma.compress(b"two\n")
    for tail in (b"", b"tail"):
        path = write(tmp_path / "a.xz", parts + tail)
        with lzma.open(path) as expected:  # the standard library's reader
            assert b"".join(read_chunks(path)) == expected.read()


def test_rest_of_a_piece_is_not_copied(tmp_path: Path) -> None:
    path = write(tmp_path / "a.zst", COMPRESS["zst"](b"a line\n" * 500_000))
    with packed._Unpacked(path, packed._zst) as stream:
        stream.readinto(bytearray(7))
        piece = stream._piece.obj
        for _ in range(100):
            stream.readinto(bytearray(7))
            assert stream._piece.obj is piece


@pytest.mark.parametrize("suffix", COMPRESS)
@pytest.mark.release
def test_bomb_is_refused_before_much_of_it_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    monkeypatch.setattr(packed, "RATIO", 900)  # .gz reaches 1,030, in the long run
    monkeypatch.setattr(packed, "FREE", 100 * MIB)
    path = write(tmp_path / f"a.{suffix}", COMPRESS[suffix](b"\n" * 130 * MIB))
    given = 0
    with pytest.raises(DataError, match="grows more than 900 times"):
        for chunk in read_chunks(path):
            given += len(chunk)
    assert given < 4 * MIB


@pytest.mark.parametrize("suffix", COMPRESS)
@pytest.mark.release
def test_growth_that_slows_down_is_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    monkeypatch.setattr(packed, "FREE", 4 * MIB)
    noise = [Random(n).randbytes(MIB // 32).hex().encode() for n in range(2)]
    data = b"\n" * 3 * MIB + noise[0] + b"\n" * 20 * MIB + noise[1]
    path = write(tmp_path / f"a.{suffix}", COMPRESS[suffix](data))
    assert b"".join(read_chunks(path)) == data


def test_nothing_is_decompressed_twice_unless_it_grows_fast(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "a.gz", COMPRESS["gz"](Random(1).randbytes(2 * MIB)))
    monkeypatch.setattr(packed._Unpacked, "_look_ahead", None)
    assert sum(len(chunk) for chunk in read_chunks(path)) == 2 * MIB
