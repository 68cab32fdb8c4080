"""What the system, a decoder or a parser says, in our words."""

import errno
import json
import lzma
import os
import tomllib
import zlib
from pathlib import Path

import pytest

from litmus.errors import DataError
from litmus.failures import NotWritten, ReaderGone, not_parsed, reading, writing


def said(path: str, error: Exception, form: str = "") -> str:
    with pytest.raises(DataError) as caught, reading(path, form):
        raise error
    assert caught.value.__cause__ is error
    return str(caught.value)


def system(number: int) -> OSError:
    return OSError(number, os.strerror(number))


def caught(parse: object, text: object) -> Exception:
    with pytest.raises((ValueError, RecursionError)) as found:
        parse(text)  # type: ignore[operator]
    return found.value


@pytest.mark.parametrize(
    ("path", "error", "form", "message"),
    [
        ("a", system(errno.ENOENT), "", "a does not exist."),
        ("a", system(errno.EISDIR), "", "a is a folder, not a file."),
        ("a", system(errno.EACCES), "TOML", "a cannot be read: Permission denied."),
        ("a", ValueError("odd"), "", "a cannot be read: odd."),
        ("a\0b", ValueError("embedded null byte"), "", "'a\\x00b' cannot be read: embedded null byte."),
        ("a", MemoryError(), "", "a does not fit into memory. Split it, or use a larger machine."),
        ("a", RecursionError(), "TOML", "a is not TOML that can be read: it is nested too deeply."),
        ("a.gz", zlib.error("bad"), "", "a.gz is not a whole .gz file: bad. Compress or download it again."),
        ("a.xz", lzma.LZMAError("bad"), "", "a.xz is not a whole .xz file: bad. Compress or download it again."),
        ("a.xz", lzma.LZMAError("Memory usage limit exceeded"), "", "a.xz needs more memory to be decompressed than litmus gives it (128 MiB).\nDecompress it yourself: xzcat a.xz > plain"),
    ],
)  # fmt: skip
def test_failures_to_read(path: str, error: Exception, form: str, message: str) -> None:
    assert said(path, error, form) == message


def test_text_that_is_not_utf8() -> None:
    assert said("f", caught(lambda raw: raw.decode(), b"ab\xff")) == (
        "f is not UTF-8: byte 0xff at byte 3.\n"
        "Convert the file, for example: iconv -f latin1 -t utf-8 f > fixed"
    )
    for raw in ("Öl".encode("utf-16"), b"\xfe\xff" + "Öl".encode("utf-16-be")):
        assert said("f", caught(lambda raw: raw.decode(), raw)).endswith(
            "iconv -f utf-16 -t utf-8 f > fixed"
        )


@pytest.mark.parametrize(
    ("form", "parse", "text", "message"),
    [
        ("TOML", tomllib.loads, "a = " + "1" * 4301, "f is not TOML that can be read: a number has too many digits."),
        ("TOML", tomllib.loads, "a = " + "[" * 20_000, "f is not TOML that can be read: it is nested too deeply."),
        ("TOML", tomllib.loads, "a", "f is not TOML: Expected '=' after a key in a key/value pair (at end of document)."),
        ("JSON", json.loads, "1" * 4301, "f is not JSON that can be read: a number has too many digits."),
        ("JSON", json.loads, "[" * 200_000, "f is not JSON that can be read: it is nested too deeply."),
        ("JSON", json.loads, '{"a": }', "f is not JSON: Expecting value at column 7."),
    ],
)  # fmt: skip
def test_texts_that_a_parser_refuses(form: str, parse: object, text: str, message: str) -> None:
    assert not_parsed("f", form, caught(parse, text)) == message


def test_other_errors_stay_what_they_are() -> None:
    with pytest.raises(KeyError), reading("a"):
        raise KeyError
    with pytest.raises(DataError, match="^said$"), reading("a"):
        raise DataError("said")


def test_failures_to_write() -> None:
    with pytest.raises(NotWritten) as full, writing("out"):
        raise system(errno.ENOSPC)
    assert str(full.value) == (
        "out cannot be written: No space left on device.\nMake room, or write to another place."
    )
    assert (full.value.path, full.value.strerror) == (Path("out"), "No space left on device")
    with pytest.raises(NotWritten) as denied, writing("out"):
        raise system(errno.EACCES)
    assert str(denied.value) == "out cannot be written: Permission denied."
    with pytest.raises(ReaderGone) as gone, writing("/dev/stdout"):
        raise BrokenPipeError
    assert (gone.value.exit_code, str(gone.value)) == (
        141, "/dev/stdout is no longer read; the rest was not written.",
    )  # fmt: skip
    with pytest.raises(NotWritten) as named, writing("a\0b"):
        raise ValueError("embedded null byte")
    assert str(named.value) == "'a\\x00b' cannot be written: embedded null byte."
