"""Mining that cannot be: what is refused, a disk that is full, and the way out."""

import errno
import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from finding import matcher
from mining_runs import (
    ENTRIES,
    ENVIRONMENT,
    SCRIPT,
    corpus,
    expected,
    finder,
    left,
    small_blocks,
    stopped,
)

from litmus.engine.processes import WorkerDied
from litmus.errors import DataError, UsageError
from litmus.idioms.mining import mine as mining
from litmus.idioms.mining import resume as unfinished
from litmus.idioms.mining.mine import mine
from litmus.wording import option

# --- what is refused -------------------------------------------------------------------------------


def test_existing_output_is_refused_and_left_alone(tmp_path: Path) -> None:
    path, out = corpus(tmp_path), tmp_path / "out"
    out.write_bytes(b"mine")
    for resume in (False, True):
        with pytest.raises(UsageError) as caught:
            mine(finder(), path, out, resume=resume)
        assert (
            str(caught.value)
            == f"{out} already exists. Choose another name, or add overwrite=True."
        )
    assert out.read_bytes() == b"mine"
    mine(finder(), path, out, overwrite=True)
    assert out.read_bytes() == expected(path)


def test_unfinished_run_is_refused_without_resume(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, out = corpus(tmp_path), tmp_path / "out"
    small_blocks(monkeypatch, 500)
    stopped(monkeypatch, path, out, 2)
    before = (tmp_path / "out.part").read_bytes()
    with pytest.raises(UsageError) as caught:
        mine(finder(), path, out)
    assert str(caught.value) == (
        f"{out}.part holds the beginning of a run that was stopped.\n"
        "Resume it with resume=True, or start again with overwrite=True."
    )
    assert (tmp_path / "out.part").read_bytes() == before
    mine(finder(), path, out, workers=1, overwrite=True)
    assert out.read_bytes() == expected(path)


def test_resume_with_another_list_or_setting_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, out = corpus(tmp_path), tmp_path / "out"
    small_blocks(monkeypatch, 500)
    stopped(monkeypatch, path, out, 2)
    before = (tmp_path / "out.part").read_bytes()
    note = json.loads((tmp_path / "out.state").read_bytes())
    print_of_it = note["signature"].rpartition("|")[2]  # what tells the corpus from others
    for other in (
        matcher("en", *ENTRIES, "red tape", backend=None),
        matcher("en", *ENTRIES, kind="free", backend=None),
        matcher("en", *ENTRIES),
    ):
        with pytest.raises(UsageError) as caught:
            mine(other, path, out, resume=True)
        assert str(caught.value) == (
            f"{out}.part was begun with another list, corpus or setting:\n"
            f"  then {finder().row_signature}|corpus.en|{print_of_it}\n"
            f"  now  {other.row_signature}|corpus.en|{print_of_it}\n"
            "Use the same ones as then, or start again with overwrite=True."
        )
    assert (tmp_path / "out.part").read_bytes() == before
    mine(finder(), path, out, workers=1, resume=True)
    assert out.read_bytes() == expected(path)


def test_resume_with_a_corpus_that_grew_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, out = corpus(tmp_path), tmp_path / "out"
    small_blocks(monkeypatch, 500)
    stopped(monkeypatch, path, out, 2)
    path.write_bytes(path.read_bytes() + b"more\n")
    with pytest.raises(UsageError, match="another list, corpus or setting"):
        mine(finder(), path, out, resume=True)


def test_resume_with_another_corpus_of_the_same_size_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, out = corpus(tmp_path), tmp_path / "out"
    small_blocks(monkeypatch, 500)
    stopped(monkeypatch, path, out, 2)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(reversed(lines)))
    with pytest.raises(UsageError, match="another list, corpus or setting"):
        mine(finder(), path, out, resume=True)


@pytest.mark.parametrize("note", [b"", b"{", b"[]", b'{"offset": 3, "colour": 1}', b"null"])
def test_damaged_note_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, note: bytes
) -> None:
    path, out = corpus(tmp_path), tmp_path / "out"
    small_blocks(monkeypatch, 500)
    stopped(monkeypatch, path, out, 2)
    (tmp_path / "out.state").write_bytes(note)
    with pytest.raises(DataError) as caught:
        mine(finder(), path, out, resume=True)
    assert str(caught.value) == f"{out}.state is damaged. Start again with overwrite=True."


@pytest.mark.parametrize("suffix", [".gz", ".xz", ".zst"])
def test_compressed_output_is_refused(tmp_path: Path, suffix: str) -> None:
    out = tmp_path / f"out.jsonl{suffix}"
    with pytest.raises(UsageError) as caught:
        mine(finder(), corpus(tmp_path), out)
    assert str(caught.value) == (
        f"{out} cannot be written compressed: a run that was stopped could not resume.\n"
        f"Write {tmp_path / 'out.jsonl'} and compress it afterwards."
    )
    assert left(tmp_path) == ["corpus.en"]


@pytest.mark.parametrize("size", [40, 1 << 20])
@pytest.mark.parametrize("number", [1, 57, 200])
def test_line_that_is_not_utf8_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, size: int
) -> None:
    path = corpus(tmp_path)
    lines = path.read_bytes().split(b"\n")
    lines[number - 1] = b"caf\xe9 noir"
    path.write_bytes(b"\n".join(lines))
    small_blocks(monkeypatch, size)
    with pytest.raises(DataError) as caught:
        mine(finder(), path, tmp_path / "out", workers=1)
    assert str(caught.value) == (
        f"{path}:{number} is not UTF-8: byte 0xe9 at byte 4 of the line.\n"
        "Convert the file, for example: iconv -f latin1 -t utf-8 corpus.en > fixed.txt"
    )
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_line_that_is_not_utf8_is_named_by_a_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = corpus(tmp_path)
    path.write_bytes(path.read_bytes() + b"caf\xe9 noir\n")
    small_blocks(monkeypatch, 2_000)
    with pytest.raises(DataError, match=r"corpus\.en:201 is not UTF-8"):
        mine(finder(), path, tmp_path / "out", workers=2)


@pytest.mark.parametrize("size", [40, 1 << 20])
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("a\0b", "holds a NUL character"),
        ("a\u2028b", "holds U+2028"),
        ("a\rb", "holds a carriage return inside the line"),
        ("a\r", "ends in CRLF"),
    ],
)
def test_odd_line_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, message: str, size: int
) -> None:
    path = corpus(tmp_path)
    lines = path.read_bytes().split(b"\n")
    lines[56] = line.encode()
    path.write_bytes(b"\n".join(lines))
    small_blocks(monkeypatch, size)
    with pytest.raises(DataError) as caught:
        mine(finder(), path, tmp_path / "out", workers=1)
    assert str(caught.value).startswith(f"{path}:57 {message}")


@pytest.mark.parametrize("size", [40, 1 << 20])
def test_plain_line_among_windows_lines_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    path = corpus(tmp_path)
    lines = [line + b"\r" for line in path.read_bytes().splitlines()]
    path.write_bytes(
        b"\n".join(line.removesuffix(b"\r") if n >= 100 else line for n, line in enumerate(lines))
    )
    small_blocks(monkeypatch, size)
    with pytest.raises(DataError) as caught:
        mine(finder(), path, tmp_path / "out", workers=1)
    assert str(caught.value).startswith(f"{path}:101 ends in \\n")


def test_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    (tmp_path / "t").write_bytes(b"\xef\xbb\xbfHe kicked the bucket.\n")
    (tmp_path / "plain").write_bytes(b"He kicked the bucket.\n")
    for name in ("t", "plain"):
        mine(finder(), tmp_path / name, tmp_path / f"{name}.out")
    assert (tmp_path / "t.out").read_text() == (tmp_path / "plain.out").read_text() != ""


def test_empty_corpus_is_refused(tmp_path: Path) -> None:
    (tmp_path / "t").write_bytes(b"")
    with pytest.raises(DataError, match="is empty"):
        mine(finder(), tmp_path / "t", tmp_path / "out")


def test_corpus_that_is_not_there_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        mine(finder(), tmp_path / "no", tmp_path / "out")
    assert str(caught.value) == f"{tmp_path / 'no'} does not exist."
    assert left(tmp_path) == []


def test_broken_archive_is_refused(tmp_path: Path) -> None:
    packed = tmp_path / "t.gz"
    packed.write_bytes(gzip.compress(b"He kicked the bucket.\n" * 1_000)[:-20])
    with pytest.raises(DataError, match=r"t\.gz is not a whole \.gz file"):
        mine(finder(), packed, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("overwrite", [False, True])
def test_output_that_is_a_folder_is_refused(tmp_path: Path, overwrite: bool) -> None:
    (tmp_path / "out").mkdir()
    with pytest.raises(DataError, match="out is a folder; give the name of a file"):
        mine(finder(), corpus(tmp_path), tmp_path / "out", overwrite=overwrite)
    assert not (tmp_path / "out.part").exists()


def test_folder_of_the_output_is_made(tmp_path: Path) -> None:
    path = corpus(tmp_path)
    mine(finder(), path, tmp_path / "new" / "er" / "out")
    assert (tmp_path / "new" / "er" / "out").read_bytes() == expected(path)


# --- a full disk -----------------------------------------------------------------------------------


def test_full_disk_says_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, out = corpus(tmp_path), tmp_path / "out"
    small_blocks(monkeypatch, 500)
    stopped(monkeypatch, path, out, 2)
    lines = json.loads((tmp_path / "out.state").read_bytes())["lines"]

    def full(target: Path, content: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch, pytest.raises(DataError) as caught:
        patch.setattr(unfinished, "write_bytes", full)
        mine(finder(), path, out, workers=1, resume=True)
    first, second = str(caught.value).split("\n")
    assert first.startswith(f"{out} cannot be written further: No space left on device.")
    assert second == "Make room, then resume: resume=True"
    assert not out.exists()
    assert json.loads((tmp_path / "out.state").read_bytes())["lines"] == lines
    mine(finder(), path, out, workers=1, resume=True)
    assert out.read_bytes() == expected(path)


def test_full_disk_tells_truly_how_far_it_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, out = corpus(tmp_path), tmp_path / "out"
    small_blocks(monkeypatch, 500)
    stopped(monkeypatch, path, out, 2)
    lines = json.loads((tmp_path / "out.state").read_bytes())["lines"]

    def full(target: Path, content: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(unfinished, "write_bytes", full)
    with pytest.raises(DataError, match=f"up to line {lines} are kept"):
        mine(finder(), path, out, workers=1, resume=True)


LIMITED = """
import resource, sys
sys.dont_write_bytecode = True  # half a file of it would stay
resource.setrlimit(resource.RLIMIT_FSIZE, (3_000, 3_000))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit on the size of files")
def test_file_that_cannot_grow_is_an_error_with_a_way_out(tmp_path: Path) -> None:
    """The real thing: the operating system refuses to write more than 3,000 bytes."""
    path, out = corpus(tmp_path, 400), tmp_path / "out"
    (tmp_path / "list.txt").write_text("".join(f"{entry}\n" for entry in ENTRIES), "utf-8")
    command = [
        sys.executable,
        "-c",
        LIMITED + SCRIPT,
        str(tmp_path / "list.txt"),
        str(path),
        str(out),
        "1",
    ]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    last = [line for line in done.stderr.splitlines() if not line.startswith(" ")][-2:]
    assert last[0].startswith("litmus.errors.DataError:")
    assert last[1] == "Make room, then resume: resume=True"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit on the size of files")
def test_file_that_could_not_grow_is_whole_after_a_resume(tmp_path: Path) -> None:
    path, out = corpus(tmp_path, 400), tmp_path / "out"
    (tmp_path / "list.txt").write_text("".join(f"{entry}\n" for entry in ENTRIES), "utf-8")
    rest = [str(tmp_path / "list.txt"), str(path), str(out), "1"]
    for limit in (LIMITED, ""):
        subprocess.run(
            [sys.executable, "-c", limit + SCRIPT, *rest],
            env=ENVIRONMENT, capture_output=True, check=False,
        )  # fmt: skip
        assert out.exists() == (not limit)
    assert out.read_bytes() == expected(path)


def test_corpus_that_is_a_folder(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        mine(finder(), tmp_path, tmp_path / "out")
    assert str(caught.value) == f"{tmp_path} is a folder, not a file."


def test_output_that_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        mine(finder(), corpus(tmp_path), Path("/dev/null"))
    assert str(caught.value) == ("/dev/null is no file: a run that was stopped could not resume.")


def test_part_that_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "out.part").mkdir()
    with pytest.raises(DataError) as caught:
        mine(finder(), corpus(tmp_path), tmp_path / "out", overwrite=True)
    assert str(caught.value) == f"{tmp_path / 'out.part'} cannot be written: Is a directory."


def test_worker_that_dies_leaves_what_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def died(*_: object, **__: object) -> None:
        raise WorkerDied(f"A worker died. Try fewer {option('workers')}.")

    small_blocks(monkeypatch, 500)
    monkeypatch.setattr(mining, "map_batches", died)
    with pytest.raises(DataError) as caught:
        mine(finder(), corpus(tmp_path), tmp_path / "out", workers=2)
    assert str(caught.value) == (
        "A worker died. Try fewer workers.\nWhat was found so far is kept: use resume=True."
    )
