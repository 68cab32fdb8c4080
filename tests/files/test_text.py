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


@pytest.mark.parametrize(
    ("suffix", "decompress"),
    [
        ("gz", gzip.decompress),
        ("xz", lzma.decompress),
        ("zst", lambda data: zstandard.ZstdDecompressor().decompressobj().decompress(data)),
    ],
)
def test_written_text_is_really_compressed(
    tmp_path: Path, suffix: str, decompress: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / f"file.txt.{suffix}"
    with write_text(path) as out:
        out.write("héllo\n")
    assert decompress(path.read_bytes()) == "héllo\n".encode()


@pytest.mark.parametrize("suffix", ["txt", "gz", "xz", "zst"])
def test_same_text_gives_the_same_bytes(tmp_path: Path, suffix: str) -> None:
    contents = []
    for name in ("first", "second"):
        with write_text(tmp_path / f"{name}.{suffix}") as out:
            out.write("one\ntwo\n")
        contents.append((tmp_path / f"{name}.{suffix}").read_bytes())
    assert contents[0] == contents[1]


def test_last_line_without_line_end_counts(tmp_path: Path) -> None:
    assert list(read_lines(write(tmp_path / "a", b"one\n\n two "))) == ["one", "", " two "]


def test_zst_of_several_frames_is_read_whole(tmp_path: Path) -> None:
    frames = b"".join(zstandard.ZstdCompressor().compress(part) for part in (b"one\n", b"two\n"))
    assert list(read_lines(write(tmp_path / "a.zst", frames))) == ["one", "two"]


def test_failed_write_leaves_nothing(tmp_path: Path) -> None:
    for name in ("new.txt", "new.txt.gz", "new.txt.xz", "new.txt.zst"):
        with pytest.raises(RuntimeError), write_text(tmp_path / name) as out:
            out.write("half")
            raise RuntimeError
    assert list(tmp_path.iterdir()) == []


def test_failed_write_keeps_the_old_file(tmp_path: Path) -> None:
    path = write(tmp_path / "old.txt", b"old\n")
    with pytest.raises(RuntimeError), write_text(path) as out:
        out.write("new")
        raise RuntimeError
    assert path.read_bytes() == b"old\n"
    assert list(tmp_path.iterdir()) == [path]


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


def test_write_over_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(DataError) as caught, write_text(tmp_path / "a") as out:
        out.write("x")
    assert str(caught.value) == f"{tmp_path / 'a'} is a folder; give the name of a file."
    assert list(tmp_path.iterdir()) == [tmp_path / "a"]


@pytest.mark.parametrize("content", [b"", b"\x00\xff\r\n", bytes(range(256)) * 4000])
def test_bytes_written_are_those_given(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "new" / "folder" / "a.gz"  # the suffix means nothing here
    write_bytes(path, content)
    assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]
    assert path.stat().st_mode & 0o777 == 0o644


def test_bytes_replace_the_old_file(tmp_path: Path) -> None:
    path = write(tmp_path / "a", b"old and longer")
    write_bytes(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_bytes_that_cannot_be_written_leave_the_old_file(tmp_path: Path) -> None:
    path = write(tmp_path / "a", b"old")
    with pytest.raises(TypeError):
        write_bytes(path, "text")  # type: ignore[arg-type]
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_bytes_over_a_folder_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(DataError) as caught:
        write_bytes(tmp_path / "a", b"x")
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


def test_missing_file(tmp_path: Path) -> None:
    assert error(tmp_path / "no.txt") == f"{tmp_path / 'no.txt'} does not exist."


def test_folder_is_not_a_file(tmp_path: Path) -> None:
    assert error(tmp_path) == f"{tmp_path} is a folder, not a file."


def test_empty_file(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", b"")
    assert error(path) == f"{path} is empty. One segment per line was expected; nothing was done."


def test_invalid_utf8(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", "fine\nsch\xf6n\n".encode("latin1"))
    assert error(path) == (
        f"{path}:2 is not UTF-8: byte 0xf6 at byte 4 of the line.\n"
        "Convert the file, for example: iconv -f latin1 -t utf-8 a.txt > fixed.txt"
    )
    wide = write(tmp_path / "w.txt", "eins\nzwei\n".encode("utf-16"))
    assert error(wide).endswith("example: iconv -f utf-16 -t utf-8 w.txt > fixed.txt")


def test_bom_is_left_out_with_a_warning(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", b"\xef\xbb\xbfone\ntwo\n")
    with pytest.warns(TextWarning) as caught:
        assert list(read_lines(path)) == ["one", "two"]
    assert [str(warning.message) for warning in caught] == [
        "Byte order mark (BOM) left out at the start of: a.txt"
    ]
    assert list(read_lines(path, drop_bom=True)) == ["one", "two"]


def test_the_way_out_for_a_compressed_file_is_another(tmp_path: Path) -> None:
    path = write(tmp_path / "a.gz", gzip.compress(b"one\ntwo\r\n"))
    assert error(path).endswith("Convert the file: zcat a.gz | sed 's/\\r$//' > fixed.txt")


def test_nul(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", b"one\nt\0wo\n")
    assert error(path) == (
        f"{path}:2 holds a NUL character; this is not plain text (is it UTF-16?).\n"
        "Convert the file to UTF-8, or remove the character: tr -d '\\000'"
    )


@pytest.mark.parametrize(
    ("character", "name"), [("\u2028", "U+2028"), ("\u2029", "U+2029"), ("\x85", "U+0085")]
)
def test_line_ends_of_other_programs(tmp_path: Path, character: str, name: str) -> None:
    path = write(tmp_path / "a.txt", f"one\ntwo{character}three\n".encode())
    assert error(path) == (
        f"{path}:2 holds {name}, which other programs take for a line end.\n"
        "Replace it by a space; lines end at \\n only."
    )


def test_carriage_return_inside_a_line(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", b"one\rtwo\n")
    assert error(path) == (
        f"{path}:1 holds a carriage return inside the line, which other programs take for a line "
        "end.\nReplace it by a space; lines end at \\n only."
    )


@pytest.mark.parametrize("content", [b"one\r\ntwo\r\n", b"one\r\ntwo"])
def test_windows_file_is_read_with_a_warning(tmp_path: Path, content: bytes) -> None:
    path = write(tmp_path / "a.txt", content)
    assert list(read_lines(path, any_line_end=True)) == ["one", "two"]
    with pytest.warns(TextWarning) as caught:
        assert list(read_lines(path)) == ["one", "two"]
    assert [str(warning.message) for warning in caught] == ["CRLF line ends read as \\n in: a.txt"]


def test_windows_line_end_after_others(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", b"one\ntwo\r\n")
    assert error(path, any_line_end=True) == (
        f"{path}:2 ends in CRLF (Windows line ends), but the lines before it in \\n; the carriage "
        "return would become part of the last word.\n"
        "Convert the file: sed -i 's/\\r$//' a.txt"
    )


def test_windows_line_ends_on_some_lines(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", b"one\r\ntwo\n")
    assert error(path, any_line_end=True) == (
        f"{path}:2 ends in \\n, but the lines before it in CRLF (Windows).\n"
        "Convert the file: sed -i 's/\\r$//' a.txt"
    )


@pytest.mark.parametrize("suffix", ["gz", "xz", "zst"])
def test_compressed_file_that_is_cut_off(tmp_path: Path, suffix: str) -> None:
    whole = tmp_path / f"whole.{suffix}"
    with write_text(whole) as out:
        out.writelines(f"{number} {number**7}\n" for number in range(5_000))
    path = write(tmp_path / f"half.{suffix}", whole.read_bytes()[:-4_000])
    message = error(path)
    assert message.startswith(f"{path} is not a whole .{suffix} file: ")
    assert message.endswith(". Compress or download it again.")


@pytest.mark.parametrize("suffix", ["gz", "xz", "zst"])
def test_file_that_is_not_compressed_but_says_so(tmp_path: Path, suffix: str) -> None:
    path = write(tmp_path / f"plain.{suffix}", b"plain text\n" * 10)
    assert error(path).startswith(f"{path} is not a whole .{suffix} file: ")


def test_damage_inside_a_gz_is_an_error(tmp_path: Path) -> None:
    data = bytearray(gzip.compress(bytes(range(256)) * 500))
    data[12:40] = b"\xff" * 28
    assert "is not a whole .gz file" in error(write(tmp_path / "a.gz", bytes(data)))


def test_parallel_reads_together(tmp_path: Path) -> None:
    paths = [write(tmp_path / "a", b"1\n2\n"), write(tmp_path / "b", b"x\ny\n")]
    assert list(read_parallel(paths)) == [("1", "x"), ("2", "y")]


def test_parallel_unequal_lengths(tmp_path: Path) -> None:
    short = write(tmp_path / "new.de", b"1\n2\n")
    long = write(tmp_path / "ref.de", b"1\n2\n3\n4\n")
    for order in ([short, long], [long, short]):
        with pytest.raises(DataError) as caught:
            list(read_parallel(order))
        assert str(caught.value) == (
            f"{short} has 2 lines, but {long} has 4.\n"
            "Line 3 is the first without a partner. Lines end at \\n only; nothing was done."
        )


def test_parallel_one_windows_file_among_others(tmp_path: Path) -> None:
    paths = [
        write(tmp_path / "a", b"1\n2\n"),
        write(tmp_path / "b", b"x\r\ny\r\n"),
        write(tmp_path / "c", b"\xef\xbb\xbfX\r\nY\r\n"),
    ]
    with pytest.warns(TextWarning) as caught:
        assert list(read_parallel(paths)) == [("1", "x", "X"), ("2", "y", "Y")]
    assert [str(warning.message) for warning in caught] == [
        "CRLF line ends read as \\n in: b, c",
        "Byte order mark (BOM) left out at the start of: c",
    ]


def test_parallel_all_windows_files_with_one_warning(tmp_path: Path) -> None:
    paths = [write(tmp_path / "a", b"1\r\n2\r\n"), write(tmp_path / "b", b"x\r\ny\r\n")]
    with pytest.warns(TextWarning) as caught:
        rows = list(read_parallel(paths))
    assert rows == [("1", "x"), ("2", "y")]
    assert [str(warning.message) for warning in caught] == ["CRLF line ends read as \\n in: a, b"]


def test_columns(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", b'one\t"quoted\nNA\t\n')
    assert list(read_columns(path, [2], "source, reference")) == [
        (1, ["one", '"quoted']),
        (2, ["NA", ""]),
    ]


def test_columns_wrong_number(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", b"one\ttwo\nonly one\n")
    with pytest.raises(DataError) as caught:
        list(read_columns(path, [2, 3], "source, reference, label"))
    assert str(caught.value) == (
        f"{path}:2 has 1 tab-separated columns; expected 2 or 3: source, reference, label."
    )


@given(st.text())
def test_one_line_has_no_line_end(text: str) -> None:
    assert len(one_line(text).splitlines()) <= 1
    assert "".join(one_line(text).split()) == "".join(text.split())
