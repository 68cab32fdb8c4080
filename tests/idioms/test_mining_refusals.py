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
    begun,
    corpus,
    expected,
    finder,
    left,
    small_blocks,
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
        assert str(caught.value) == (
            f"{out} already exists. Choose another name, or add overwrite=True."
        )
    assert out.read_bytes() == b"mine"
    mine(finder(), path, out, overwrite=True)
    assert out.read_bytes() == expected(path)


def test_unfinished_run_is_refused_without_resume(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, out = begun(tmp_path, monkeypatch)
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
    path, out = begun(tmp_path, monkeypatch)
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
    whole = path.read_bytes()
    for changed in (whole + b"more\n", b"".join(reversed(whole.splitlines(keepends=True)))):
        path.write_bytes(changed)
        with pytest.raises(UsageError, match="another list, corpus or setting"):
            mine(finder(), path, out, resume=True)
    path.write_bytes(whole)
    assert (tmp_path / "out.part").read_bytes() == before
    mine(finder(), path, out, workers=1, resume=True)
    assert out.read_bytes() == expected(path)


def test_damaged_note_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, out = begun(tmp_path, monkeypatch)
    for note in (b"", b"{", b"[]", b'{"offset": 3, "colour": 1}', b"null"):
        (tmp_path / "out.state").write_bytes(note)
        with pytest.raises(DataError) as caught:
            mine(finder(), path, out, resume=True)
        assert str(caught.value) == f"{out}.state is damaged. Start again with overwrite=True."


@pytest.mark.parametrize("size", [40, 1 << 20])
@pytest.mark.parametrize(
    ("number", "line", "message"),
    [
        *(
            (number, b"caf\xe9 noir",
             " is not UTF-8: byte 0xe9 at byte 4 of the line.\n"
             "Convert the file, for example: iconv -f latin1 -t utf-8 corpus.en > fixed.txt")
            for number in (1, 57, 200)
        ),
        (57, b"a\0b", " holds a NUL character"),
        (57, "a\u2028b".encode(), " holds U+2028"),
        (57, b"a\rb", " holds a carriage return inside the line"),
        (57, b"a\r", " ends in CRLF"),
        (101, None, " ends in \\n"),  # after a hundred that end in CRLF
    ],
)  # fmt: skip
def test_odd_line_is_named(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    number: int,
    line: bytes | None,
    message: str,
    size: int,
) -> None:
    path = corpus(tmp_path)
    lines = path.read_bytes().split(b"\n")
    if line is None:
        lines[: number - 1] = [each + b"\r" for each in lines[: number - 1]]
    else:
        lines[number - 1] = line
    path.write_bytes(b"\n".join(lines))
    small_blocks(monkeypatch, size)
    with pytest.raises(DataError) as caught:
        mine(finder(), path, tmp_path / "out", workers=1)
    assert str(caught.value).startswith(f"{path}:{number}{message}")
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


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("t", b"", "t is empty"),
        ("no", None, "no does not exist."),
        (".", None, " is a folder, not a file."),
        ("t.gz", gzip.compress(b"He kicked the bucket.\n" * 1_000, mtime=0)[:-20],
         "t.gz is not a whole .gz file"),
    ],
)  # fmt: skip
def test_corpus_that_is_none(
    tmp_path: Path, name: str, content: bytes | None, message: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(DataError) as caught:
        mine(finder(), tmp_path / name, tmp_path / "out")
    assert message in str(caught.value)
    assert left(tmp_path) == [name] * (content is not None)


@pytest.mark.parametrize(
    ("output", "message"),
    [
        *(
            (f"out.jsonl{suffix}",
             f"{{}}/out.jsonl{suffix} cannot be written compressed: a run that was stopped could "
             "not resume.\nWrite {}/out.jsonl and compress it afterwards.")
            for suffix in (".gz", ".xz", ".zst")
        ),
        ("/dev/null", "/dev/null is no file: a run that was stopped could not resume."),
        ("folder", "{}/folder is a folder; give the name of a file"),
        ("other", "{}/other.part cannot be written: Is a directory."),
    ],
)  # fmt: skip
def test_output_that_is_none(tmp_path: Path, output: str, message: str) -> None:
    before = ["corpus.en", "folder", "other.part"]
    for name in before[1:]:
        (tmp_path / name).mkdir()
    for overwrite in (False, True) if output != "other" else (True,):
        with pytest.raises((DataError, UsageError)) as caught:
            mine(finder(), corpus(tmp_path), tmp_path / output, overwrite=overwrite)
        assert str(caught.value).startswith(message.replace("{}", str(tmp_path)))
        assert left(tmp_path) == before


def test_folder_of_the_output_is_made(tmp_path: Path) -> None:
    path = corpus(tmp_path)
    mine(finder(), path, tmp_path / "new" / "er" / "out")
    assert (tmp_path / "new" / "er" / "out").read_bytes() == expected(path)


# --- a full disk -----------------------------------------------------------------------------------


def test_full_disk_says_how_far_it_came_and_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, out = begun(tmp_path, monkeypatch)
    lines = json.loads((tmp_path / "out.state").read_bytes())["lines"]

    def full(target: Path, content: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch, pytest.raises(DataError) as caught:
        patch.setattr(unfinished, "write_bytes", full)
        mine(finder(), path, out, workers=1, resume=True)
    first, second = str(caught.value).split("\n")
    assert first.startswith(f"{out} cannot be written further: No space left on device.")
    assert f"up to line {lines} are kept" in first
    assert second == "Make room, then resume: resume=True"
    assert not out.exists()
    assert json.loads((tmp_path / "out.state").read_bytes())["lines"] == lines
    mine(finder(), path, out, workers=1, resume=True)
    assert out.read_bytes() == expected(path)


LIMITED = """
import resource, sys
sys.dont_write_bytecode = True  # half a file of it would stay
resource.setrlimit(resource.RLIMIT_FSIZE, (3_000, 3_000))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit on the size of files")
def test_file_that_cannot_grow_is_an_error_and_whole_after_a_resume(tmp_path: Path) -> None:
    """The real thing: the operating system refuses to write more than 3,000 bytes."""
    path, out = corpus(tmp_path, 400), tmp_path / "out"
    (tmp_path / "list.txt").write_text("".join(f"{entry}\n" for entry in ENTRIES), "utf-8")
    rest = [str(tmp_path / "list.txt"), str(path), str(out), "1"]
    stopped, _ = (
        subprocess.run(
            [sys.executable, "-c", limit + SCRIPT, *rest],
            env=ENVIRONMENT, capture_output=True, text=True, check=False,
        )
        for limit in (LIMITED, "")
    )  # fmt: skip
    assert stopped.returncode != 0
    last = [line for line in stopped.stderr.splitlines() if not line.startswith(" ")][-2:]
    assert last[0].startswith("litmus.errors.DataError:")
    assert last[1] == "Make room, then resume: resume=True"
    assert out.read_bytes() == expected(path)


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
