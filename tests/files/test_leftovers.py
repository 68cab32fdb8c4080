"""What dead runs leave beside an output is removed by the next; what live ones have is not."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from tests.killing import killed_at, moments, steps

from litmus.files import leftovers
from litmus.files.leftovers import remove_leftovers, temporary_file, temporary_folder
from litmus.files.text import write_bytes, write_text

Temporary = Callable[[Path], AbstractContextManager[Path]]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("temporary", [temporary_file, temporary_folder])
def test_live_ones_stay_and_dead_ones_go(tmp_path: Path, temporary: Temporary) -> None:
    output = tmp_path / "out (1).txt"
    dead = tmp_path / ".out (1).txt.abcdefgh.litmus"
    with temporary(output) as first, temporary(output) as second:
        dead.mkdir() if temporary is temporary_folder else dead.touch()
        remove_leftovers(output)
        assert names(tmp_path) == sorted([first.name, second.name])
    assert names(tmp_path) == []


def test_what_only_looks_alike_stays(tmp_path: Path) -> None:
    others = [".out.abcdefgh", ".out.abcdefghi.litmus", ".out2.abcdefgh.litmus", "out.litmus"]
    for name in others:
        (tmp_path / name).touch()
    (tmp_path / "elsewhere").touch()
    (tmp_path / ".out.link____.litmus").symlink_to(tmp_path / "elsewhere")
    remove_leftovers(tmp_path / "out")
    assert names(tmp_path) == sorted([*others, "elsewhere", ".out.link____.litmus"])
    remove_leftovers(tmp_path / "no such folder" / "out")


def test_one_that_another_run_removes_before_it_is_locked_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock, tried = leftovers.try_lock, []

    def removed_first(handle: int) -> bool:
        if not tried:
            next(tmp_path.iterdir()).unlink()
        tried.append(handle)
        return lock(handle)

    monkeypatch.setattr(leftovers, "try_lock", removed_first)
    with temporary_file(tmp_path / "out") as path:
        assert path.exists() and len(tried) == 2
    assert names(tmp_path) == []


def test_without_locks_in_the_file_system_nothing_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsupported(handle: int) -> bool:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(leftovers, "try_lock", unsupported)
    (tmp_path / ".out.abcdefgh.litmus").touch()
    write_bytes(tmp_path / "out", b"new")
    assert names(tmp_path) == [".out.abcdefgh.litmus", "out"]


def test_no_handle_stays_open(tmp_path: Path) -> None:
    before = len(list(Path("/dev/fd").iterdir()))
    for _ in range(3):
        write_bytes(tmp_path / "out", b"new")
        with temporary_folder(tmp_path / "folder"):
            pass
    assert len(list(Path("/dev/fd").iterdir())) == before


@pytest.mark.parametrize("name", ["out", "out.gz"])
@pytest.mark.slow
def test_a_file_killed_at_any_step_is_old_or_new_and_alone_after_the_next(
    tmp_path: Path, name: str
) -> None:
    output = tmp_path / name

    def write(text: str) -> None:
        with write_text(output) as out:
            out.write(text)

    write("old")
    old = output.read_bytes()
    total = steps(tmp_path, lambda: write("new"))
    new = output.read_bytes()
    for moment in moments(total, 50):
        write("old")
        assert killed_at(moment, tmp_path, lambda: write("new"))
        assert output.read_bytes() in (old, new)
        write("new")
        assert names(tmp_path) == [name]
        assert output.read_bytes() == new
    assert total >= 3  # created, opened, renamed at the least
