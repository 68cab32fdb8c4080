"""A folder is written whole or not at all, and an old one is lost only to a whole new one."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.killing import killed_at, moments, steps

import litmus.files.folders as folders
from litmus.errors import DataError, UsageError
from litmus.files.folders import heal, new_folder, replaced_folder


def content(parent: Path) -> dict[str, str]:
    """Every file below a folder, hidden ones too."""
    return {
        str(path.relative_to(parent)): path.read_text()
        for path in sorted(parent.rglob("*"))
        if path.is_file()
    }


def write(folder: Path, text: str, overwrite: bool = False) -> None:
    with new_folder(folder, overwrite=overwrite, sign="sign") as temporary:
        (temporary / "sign").write_text(text)


def test_the_folder_appears_at_the_end(tmp_path: Path) -> None:
    with new_folder(tmp_path / "deep" / "a.b") as temporary:
        (temporary / "file").write_text("new")
        assert not (tmp_path / "deep" / "a.b").exists()
        assert temporary.parent == tmp_path / "deep"
    assert content(tmp_path) == {"deep/a.b/file": "new"}
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["a.b"]
    (tmp_path / "empty").mkdir()
    write(tmp_path / "empty", "new")
    assert content(tmp_path / "empty") == {"sign": "new"}


@pytest.mark.parametrize(("private", "mode"), [(False, 0o755), (True, 0o700)])
def test_a_private_folder_is_its_owners(tmp_path: Path, private: bool, mode: int) -> None:
    with new_folder(tmp_path / "a", private=private):
        pass
    assert (tmp_path / "a").stat().st_mode & 0o777 == mode


def test_a_link_to_a_folder_stays_a_link(tmp_path: Path) -> None:
    write(tmp_path / "real", "old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write(tmp_path / "link", "new", overwrite=True)
    assert (tmp_path / "link").is_symlink()
    assert content(tmp_path / "real") == {"sign": "new"}


@pytest.mark.parametrize("crash", [ValueError, KeyboardInterrupt])
@pytest.mark.parametrize("before", [{}, {"a/sign": "old"}])
def test_a_failure_leaves_what_was_there(
    tmp_path: Path, crash: type[BaseException], before: dict[str, str]
) -> None:
    if before:
        write(tmp_path / "a", "old")
    with (
        pytest.raises(crash),
        new_folder(tmp_path / "a", overwrite=True, sign="sign") as temporary,
    ):
        (temporary / "sign").write_text("half")
        raise crash
    assert content(tmp_path) == before
    assert (tmp_path / "a").exists() == bool(before)


def test_the_old_folder_returns_if_the_new_one_cannot_take_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "a", "old")
    rename: Callable[[Path, Path], Path] = Path.rename

    def fails_for_the_new_one(path: Path, target: Path) -> Path:
        if target == tmp_path / "a" and path != tmp_path / ".a.old":
            raise OSError(5, "Input/output error")
        return rename(path, target)

    monkeypatch.setattr(folders, "_exchanged", lambda new, folder: False)
    monkeypatch.setattr(Path, "rename", fails_for_the_new_one)
    with pytest.raises(DataError) as caught:
        write(tmp_path / "a", "new", overwrite=True)
    assert str(caught.value) == (
        f"{tmp_path / 'a'} cannot be written: Input/output error. Nothing of it was kept.\n"
        "Make room, or choose another folder, and try again."
    )
    assert content(tmp_path) == {"a/sign": "old"}


def no_work(folder: Path, overwrite: bool, sign: str | None) -> str:
    """The refusal; the work is never begun."""
    before = content(folder.parent)
    with (
        pytest.raises(UsageError) as caught,
        new_folder(folder, overwrite=overwrite, sign=sign, error=UsageError),
    ):
        raise AssertionError("work was begun")
    assert content(folder.parent) == before
    return str(caught.value).replace(str(folder), "X")


def test_what_exists_is_refused_before_any_work(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "thesis.tex").write_text("years of work")
    (tmp_path / "file").write_text("mine")
    exists = "X already exists. Choose another name"
    not_ours = (
        "X was not written by litmus (it has no sign); overwrite=True would delete it.\n"
        "Choose another name, or remove it yourself."
    )
    for folder in (tmp_path / "a", tmp_path / "file"):
        assert no_work(folder, False, "sign") == f"{exists}, or add overwrite=True."
        assert no_work(folder, False, None) == f"{exists}."
        assert no_work(folder, True, None) == f"{exists}."
        assert no_work(folder, True, "sign") == not_ours


@pytest.mark.parametrize("parent", [
    "file", pytest.param("locked", marks=pytest.mark.skipif(os.geteuid() == 0, reason="root")),
])  # fmt: skip
def test_a_parent_that_is_not_writable(tmp_path: Path, parent: str) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "locked").mkdir(mode=0o555)
    with pytest.raises(DataError, match=re.escape(f"{tmp_path / parent / 'a'} cannot be written:")):
        write(tmp_path / parent / "a", "new")


def test_a_folder_is_replaced_again_and_again(tmp_path: Path) -> None:
    for text in ("one", "two"):
        with replaced_folder(tmp_path / "a") as new:
            (new / "below").mkdir()
            (new / "below" / "file").write_text(text)
    assert content(tmp_path) == {"a/below/file": "two"}


@pytest.mark.parametrize(("left", "healed"), [
    ({"a": "old", ".a.new": "half"}, {"a/file": "old"}),
    ({".a.old": "old", ".a.new": "whole"}, {"a/file": "old"}),
    ({"a": "whole", ".a.old": "old"}, {"a/file": "whole"}),
    ({".a.new": "half"}, {}),
])  # fmt: skip
def test_what_a_kill_leaves_is_healed(
    tmp_path: Path, left: dict[str, str], healed: dict[str, str]
) -> None:
    for name, text in left.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text(text)
    heal(tmp_path / "a")
    assert content(tmp_path) == healed


def test_a_new_folder_after_a_kill_finds_the_old_one(tmp_path: Path) -> None:
    _, old = folders.beside(tmp_path / "a")
    write(old, "old")
    with pytest.raises(DataError, match="already exists"):
        write(tmp_path / "a", "new")
    write(tmp_path / "a", "new", overwrite=True)
    assert content(tmp_path) == {"a/sign": "new"}


def in_one_stroke(tmp_path: Path) -> bool:
    """Whether the disk exchanges two names at once, as Linux does on its own."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    return folders._exchanged(tmp_path / "one", tmp_path / "two")


@pytest.mark.parametrize("exchange", [True, False])
@pytest.mark.slow
def test_a_folder_killed_at_any_step_is_old_or_new_and_alone_after_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, exchange: bool
) -> None:
    if exchange and not in_one_stroke(tmp_path):
        pytest.skip("two renames are all this disk has")
    if not exchange:
        monkeypatch.setattr(folders, "_exchanged", lambda new, folder: False)
    here = tmp_path / "here"
    old, new = {"a/sign": "old"}, {"a/sign": "new"}

    def again() -> None:
        write(here / "a", "new", overwrite=True)

    write(here / "a", "old")
    total, missing = steps(tmp_path, again), 0
    for moment in moments(total, 50):
        write(here / "a", "old", overwrite=True)
        assert killed_at(moment, tmp_path, again)
        if (here / "a").exists():
            assert content(here / "a") in ({"sign": "old"}, {"sign": "new"})
        else:
            missing += 1
        with pytest.raises(DataError, match="already exists"):  # and what was there is back
            write(here / "a", "third")
        assert content(here) in (old, new)
        again()
        assert content(here) == new
        assert [path.name for path in here.iterdir()] == ["a"]
    assert total > 8
    assert bool(missing) != exchange  # two renames have a gap, which the next run closes


def test_two_runs_never_write_one_folder(tmp_path: Path) -> None:
    message = rf"a is being written by another run \(process {os.getpid()}"
    with (
        new_folder(tmp_path / "a"),
        pytest.raises(UsageError, match=message),
        new_folder(tmp_path / "a"),
    ):
        raise AssertionError("two runs at once")
