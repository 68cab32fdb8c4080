"""Lines in and out: what is read, what is refused, and with which words."""

import gzip
import lzma
import os
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from litmus.errors import DataError
from litmus.files.text import (
    TextWarning,
    one_line,
    read_columns,
    read_lines,
    read_parallel,
    write_bytes,
    write_text,
)

# any text that has no line end in it, for us (\n) or for others
LINE_ENDS = "\n\r\u2028\u2029\x85\0"
LINES = st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters=LINE_ENDS)))


def write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def error(path: Path, *, any_line_end: bool = False) -> str:
    with pytest.raises(DataError) as caught:
        list(read_lines(path, any_line_end=any_line_end))
    return str(caught.value)


@pytest.mark.parametrize("suffix", ["txt", "gz", "xz", "zst"])
@given(lines=LINES.filter(lambda lines: lines and not lines[0].startswith("\ufeff")))
def test_text_written_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, suffix: str, lines: list[str]
) -> None:
    path = tmp_path_factory.mktemp("text") / f"file.{suffix}"
    with write_text(path) as out:
        out.writelines(f"{line}\n" for line in lines)
    assert list(read_lines(path)) == lines


@pytest.mark.parametrize(("suffix", "decompress"), [
    ("txt", bytes), ("gz", gzip.decompress), ("xz", lzma.decompress),
    ("zst", lambda data: zstandard.ZstdDecompressor().decompressobj().decompress(data)),
])  # fmt: skip
def test_written_text_is_really_compressed_to_the_same_bytes(
    tmp_path: Path, suffix: str, decompress: Callable[[bytes], bytes]
) -> None:
    paths = [tmp_path / f"{name}.{suffix}" for name in ("first", "second")]
    for path in paths:
        with write_text(path) as out:
            out.write("héllo\n")
    assert decompress(paths[0].read_bytes()) == "héllo\n".encode()
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_last_line_without_line_end_counts_and_zst_of_several_frames(tmp_path: Path) -> None:
    assert list(read_lines(write(tmp_path / "a", b"one\n\n two "))) == ["one", "", " two "]
    frames = b"".join(zstandard.ZstdCompressor().compress(part) for part in (b"one\n", b"two\n"))
    assert list(read_lines(write(tmp_path / "a.zst", frames))) == ["one", "two"]


@pytest.mark.parametrize("old", [False, True])
def test_failed_write_leaves_nothing_or_the_old_file(tmp_path: Path, old: bool) -> None:
    for name in ("a.txt", "a.txt.gz", "a.txt.xz", "a.txt.zst"):
        before = {write(tmp_path / name, b"old\n")} if old else set()
        with pytest.raises(RuntimeError), write_text(tmp_path / name) as out:
            out.write("half")
            raise RuntimeError
        assert set(tmp_path.iterdir()) == before
        for path in before:
            assert path.read_bytes() == b"old\n"
            path.unlink()


def test_half_a_character_cannot_be_written(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    with pytest.raises(DataError) as caught, write_text(path) as out:
        out.write("\ud800")
        out.flush()
    assert str(caught.value) == (
        f"{path} cannot be written: the text holds half a character (U+D800).\n"
        "Correct the input; it was not valid Unicode."
    )
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()

    def text() -> None:
        with write_text(tmp_path / "a") as out:
            out.write("x")

    for work in (text, lambda: write_bytes(tmp_path / "a", b"x")):
        with pytest.raises(DataError) as caught:
            work()
        assert str(caught.value) == f"{tmp_path / 'a'} is a folder; give the name of a file."
        assert list(tmp_path.iterdir()) == [tmp_path / "a"]


def test_bytes_below_a_file_are_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "a", b"old") / "b"
    with pytest.raises(DataError) as caught:
        write_bytes(path, b"x")
    assert str(caught.value).startswith(f"{path} cannot be written: ")
    assert list(tmp_path.iterdir()) == [tmp_path / "a"]


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_bytes_where_one_may_not_write_are_refused(tmp_path: Path) -> None:
    (tmp_path / "locked").mkdir(mode=0o500)
    path = tmp_path / "locked" / "a"
    with pytest.raises(DataError) as caught:
        write_bytes(path, b"x")
    assert str(caught.value) == f"{path} cannot be written: Permission denied."


@pytest.mark.parametrize("content", [b"", b"\x00\xff\r\n", bytes(range(256)) * 4000])
def test_bytes_written_are_those_given(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "new" / "folder" / "a.gz"  # the suffix means nothing here
    write_bytes(path, content)
    assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]
    assert path.stat().st_mode & 0o777 == 0o644


def test_bytes_replace_the_old_file_if_they_can_be_written(tmp_path: Path) -> None:
    path = write(tmp_path / "a", b"old and longer")
    write_bytes(path, b"new")
    assert path.read_bytes() == b"new"
    with pytest.raises(TypeError):
        write_bytes(path, "text")  # type: ignore[arg-type]
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_bytes_to_a_pipe_leave_it_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_bytes(path, b"x")
        assert path.is_fifo()
        assert os.read(reader, 9) == b"x"
    finally:
        os.close(reader)


def test_missing_file_and_folder(tmp_path: Path) -> None:
    assert error(tmp_path / "no.txt") == f"{tmp_path / 'no.txt'} does not exist."
    assert error(tmp_path) == f"{tmp_path} is a folder, not a file."


OTHERS = "which other programs take for a line end.\nReplace it by a space; lines end at \\n only."


@pytest.mark.parametrize(("content", "message"), [
    (b"", " is empty. One segment per line was expected; nothing was done."),
    ("fine\nsch\xf6n\n".encode("latin1"), ":2 is not UTF-8: byte 0xf6 at byte 4 of the line.\n"
     "Convert the file, for example: iconv -f latin1 -t utf-8 a.txt > fixed.txt"),
    ("eins\n".encode("utf-16"), ":1 is not UTF-8: byte 0xff at byte 1 of the line.\n"
     "Convert the file, for example: iconv -f utf-16 -t utf-8 a.txt > fixed.txt"),
    (b"one\nt\0wo\n",
     ":2 holds a NUL character; this is not plain text (is it UTF-16?).\n"
     "Convert the file to UTF-8, or remove the character: tr -d '\\000'"),
    *((f"one\ntwo{x}three\n".encode(), f":2 holds U+{ord(x):04X}, {OTHERS}")
      for x in "\u2028\u2029\x85"),
    (b"one\rtwo\n", f":1 holds a carriage return inside the line, {OTHERS}"),
    (b"one\ntwo\r\n",
     ":2 ends in CRLF (Windows line ends), but the lines before it in \\n; the carriage "
     "return would become part of the last word.\nConvert the file: sed -i 's/\\r$//' a.txt"),
    (b"one\r\ntwo\n", ":2 ends in \\n, but the lines before it in CRLF (Windows).\n"
     "Convert the file: sed -i 's/\\r$//' a.txt"),
])  # fmt: skip
def test_text_that_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = write(tmp_path / "a.txt", content)
    assert error(path, any_line_end=b"\r\n" in content) == f"{path}{message}"


def test_the_way_out_for_a_compressed_file_is_another(tmp_path: Path) -> None:
    path = write(tmp_path / "a.gz", gzip.compress(b"one\ntwo\r\n"))
    assert error(path).endswith("Convert the file: zcat a.gz | sed 's/\\r$//' > fixed.txt")


def test_bom_is_left_out_with_a_warning(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", b"\xef\xbb\xbfone\ntwo\n")
    with pytest.warns(TextWarning) as caught:
        assert list(read_lines(path)) == ["one", "two"]
    assert [str(warning.message) for warning in caught] == [
        "Byte order mark (BOM) left out at the start of: a.txt"
    ]
    assert list(read_lines(path, drop_bom=True)) == ["one", "two"]


@pytest.mark.parametrize("content", [b"one\r\ntwo\r\n", b"one\r\ntwo"])
def test_windows_file_is_read_with_a_warning(tmp_path: Path, content: bytes) -> None:
    path = write(tmp_path / "a.txt", content)
    assert list(read_lines(path, any_line_end=True)) == ["one", "two"]
    with pytest.warns(TextWarning) as caught:
        assert list(read_lines(path)) == ["one", "two"]
    assert [str(warning.message) for warning in caught] == ["CRLF line ends read as \\n in: a.txt"]


@pytest.mark.parametrize("suffix", ["gz", "xz", "zst"])
def test_compressed_file_that_is_cut_off_or_none(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a.{suffix}"
    with write_text(path) as out:
        out.writelines(f"{number} {number**7}\n" for number in range(5_000))
    for content in (path.read_bytes()[:-4_000], b"plain text\n" * 10):
        message = error(write(path, content))
        assert message.startswith(f"{path} is not a whole .{suffix} file: ")
        assert message.endswith(". Compress or download it again.")


def test_damage_inside_a_gz_is_an_error(tmp_path: Path) -> None:
    data = bytearray(gzip.compress(bytes(range(256)) * 500))
    data[12:40] = b"\xff" * 28
    assert "is not a whole .gz file" in error(write(tmp_path / "a.gz", bytes(data)))


def test_parallel_reads_together_or_says_who_is_shorter(tmp_path: Path) -> None:
    paths = [write(tmp_path / "a", b"1\n2\n"), write(tmp_path / "b", b"x\ny\n")]
    assert list(read_parallel(paths)) == [("1", "x"), ("2", "y")]
    short, long = paths[0], write(tmp_path / "long", b"1\n2\n3\n4\n")
    for order in ([short, long], [long, short]):
        with pytest.raises(DataError) as caught:
            list(read_parallel(order))
        assert str(caught.value) == (
            f"{short} has 2 lines, but {long} has 4.\n"
            "Line 3 is the first without a partner. Lines end at \\n only; nothing was done."
        )


def test_parallel_windows_files_with_one_warning(tmp_path: Path) -> None:
    a, b = write(tmp_path / "a", b"1\n2\n"), write(tmp_path / "b", b"x\r\ny\r\n")
    c = write(tmp_path / "c", b"\xef\xbb\xbfX\r\nY\r\n")
    bom = "Byte order mark (BOM) left out at the start of: c"
    for paths, rows, said in (
        ([a, b, c], [("1", "x", "X"), ("2", "y", "Y")], ["b, c", bom]),
        ([b, c], [("x", "X"), ("y", "Y")], ["b, c", bom]),
    ):
        with pytest.warns(TextWarning) as caught:
            assert list(read_parallel(paths)) == rows
        said[0] = f"CRLF line ends read as \\n in: {said[0]}"
        assert [str(warning.message) for warning in caught] == said


def test_columns(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", b'one\t"quoted\nNA\t\nonly one\n')
    rows = read_columns(path, [2, 3], "source, reference, label")
    assert [next(rows), next(rows)] == [(1, ["one", '"quoted']), (2, ["NA", ""])]
    with pytest.raises(DataError) as caught:
        next(rows)
    assert str(caught.value) == (
        f"{path}:3 has 1 tab-separated columns; expected 2 or 3: source, reference, label."
    )


@given(st.text())
def test_one_line_has_no_line_end(text: str) -> None:
    assert len(one_line(text).splitlines()) <= 1
    assert "".join(one_line(text).split()) == "".join(text.split())
