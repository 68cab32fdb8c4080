"""One run at a time: the second is told who is there, and a dead one is in nobody's way."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from litmus.errors import DataError, UsageError
from litmus.files import locks
from litmus.files.locks import locked

HOLDS = """
import sys
from pathlib import Path
from litmus.files.locks import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def holder(output: Path) -> "subprocess.Popen[str]":
    """Another process that has the lock, until its input ends or it is killed."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    process = subprocess.Popen([sys.executable, "-c", HOLDS, str(output)], text=True, **pipes)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_the_second_run_is_told_who_the_first_is_and_nothing_stays(tmp_path: Path) -> None:
    output = tmp_path / "deep" / "out"
    with holder(output) as process:
        with pytest.raises(UsageError) as caught, locked(output):
            raise AssertionError("two runs at once")
        assert str(caught.value) == (
            f"{output} is being written by another run (process {process.pid}).\n"
            "Wait until that has ended, or choose another name."
        )
        with locked(tmp_path / "deep" / "other"):
            pass
        process.communicate("")
    assert list(tmp_path.iterdir()) == []
    with locked(output):
        assert [path.name for path in output.parent.iterdir()] == [".out.lock"]
        output.write_text("done")
    assert list(output.parent.iterdir()) == [output]


def test_a_killed_run_keeps_nobody_out_and_its_lock_goes_with_the_next(tmp_path: Path) -> None:
    output = tmp_path / "out"
    with holder(output) as process:
        process.kill()
        process.wait()
    assert [path.name for path in tmp_path.iterdir()] == [".out.lock"]
    with locked(output):
        assert (tmp_path / ".out.lock").read_text().split()[0] == str(os.getpid())
    assert list(tmp_path.iterdir()) == []


def test_two_threads_of_one_process_and_a_run_on_another_machine_are_other_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platform.node", lambda: "here")
    with locked(tmp_path / "out"):
        for content, message in (
            (None, rf"\(process {os.getpid()}\)"), ("7 there\n", r"\(process 7 on there\)"),
            ("", r"by another run\.\n"),
        ):  # fmt: skip
            if content is not None:
                (tmp_path / ".out.lock").write_text(content)
            with pytest.raises(UsageError, match=message), locked(tmp_path / "out"):
                raise AssertionError("two runs at once")


def test_a_lock_that_is_removed_while_it_is_opened_is_taken_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the run before us ends between our opening of its file and our locking it."""
    path, tried = tmp_path / ".out.lock", []

    def removed_first(handle: int) -> bool:
        if not tried:
            path.unlink()
        tried.append(handle)
        return True

    monkeypatch.setattr(locks, "try_lock", removed_first)
    with locked(tmp_path / "out"):
        assert path.exists() and len(tried) == 2


def test_without_locks_in_the_file_system_the_work_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsupported(handle: int) -> bool:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(locks, "try_lock", unsupported)
    with locked(tmp_path / "out"), locked(tmp_path / "out"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_hold_a_lock(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    output = tmp_path / "file" / "out"
    with pytest.raises(DataError) as caught, locked(output):
        raise AssertionError
    assert str(caught.value) == f"{output} cannot be written: a folder in its path is a file."
