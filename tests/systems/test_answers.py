"""Answers of engines: on disk as they come, found again, never lost to another run."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from litmus.errors import DataError, UsageError
from litmus.systems.answers import Answers
from litmus.systems.engine import Answer


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "out.part"


def test_what_was_put_is_found_by_the_next_run(path: Path) -> None:
    first = Answers(path, of="x")
    first.put("me", [("a", Answer("A\u2028\nB")), ("b", Answer(""))])
    assert not first.is_old("me", "a")
    second = Answers(path, of="x")
    assert (second.get("me", "a"), second.get("me", "b")) == (
        Answer("A\u2028\nB"),
        Answer(""),
    )
    assert second.get("you", "a") is None and second.get("me", "c") is None
    assert second.is_old("me", "b") and len(second) == 2


def test_answers_of_another_run_are_replaced_only_if_told(path: Path) -> None:
    Answers(path, of="x").put("me", [("a", Answer("A"))])
    before = path.read_bytes()
    with pytest.raises(UsageError, match=r"another system or other settings.\n.*overwrite=True"):
        Answers(path, of="y")
    assert path.read_bytes() == before
    assert Answers(path, of="x", replace=True).get("me", "a") == Answer("A")
    assert len(Answers(path, of="y", replace=True)) == 0
    assert len(Answers(path, of="x")) == 0


def test_a_rest_of_a_run_becomes_a_cache_that_no_run_drops(path: Path) -> None:
    Answers(path, of="x").put("me", [("a", Answer("A")), ("b", Answer("B"))])
    with path.open("ab") as out:
        out.write(b'{"half')
    cache = Answers(path)
    assert cache.is_old("me", "a") and len(cache) == 2
    cache.put("you", [("a", Answer("AA"))])
    assert Answers(path).get("you", "a") == Answer("AA")
    for replace in (False, True):
        with pytest.raises(UsageError, match=r"is a cache of other runs.*\n.*cache=NAME"):
            Answers(path, of="x", replace=replace)
    assert len(Answers(path)) == 3


def test_a_cache_takes_over_what_a_stopped_run_left(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Answers(path, of="x").put("me", [("a", Answer("A"))])
    cache = Answers(tmp_path / "cache")
    assert cache.take(path) == 1 and cache.is_old("me", "a") and not path.exists()
    assert Answers(tmp_path / "cache").get("me", "a") == Answer("A")
    assert cache.take(path) == 0
    for content in (b"my notes\n", b'{"litmus": "translate", "of": "x"}\nUn.\n'):
        path.write_bytes(content)
        assert cache.take(path) == 0 and path.read_bytes() == content

    def refused(_: Path) -> bytes:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "read_bytes", refused)  # root may read everything
    with pytest.raises(DataError, match=f"^{path} cannot be used: Permission denied.$"):
        cache.take(path)


CACHE = "holds no answers of engines. Give another name"


@pytest.mark.parametrize(("content", "settings", "message"), [
    (b"my notes\n", {}, CACHE), (b"my notes", {}, CACHE),
    (b'{"litmus": "translate"}\nUn.\n', {}, CACHE),
    (b"my notes\n", {"of": "x", "replace": True}, "but litmus did not write it. Move it"),
])  # fmt: skip
def test_a_file_of_somebody_else_is_not_touched(
    path: Path, content: bytes, settings: dict[str, Any], message: str
) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(UsageError, match=message):
        Answers(path, **settings)
    assert path.read_bytes() == content


def test_a_line_that_is_no_answer_is_named(path: Path) -> None:
    Answers(path).put("me", [("a", Answer("A"))])
    with path.open("ab") as out:
        out.write(b"oops\n")
    with pytest.raises(DataError, match=r"out.part:3 is not an engine"):
        Answers(path)


def test_half_a_line_of_a_full_disk_does_not_spoil_the_next(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(file: int) -> None:
        os.ftruncate(file, os.fstat(file).st_size - 5)  # as far as there was room
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    answers = Answers(path)
    answers.put("me", [("a", Answer("A"))])
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(DataError, match="cannot be written: No space left on device"):
            answers.put("me", [("b", Answer("B"))])
    answers.put("me", [("c", Answer("C"))])
    again = Answers(path)
    assert [again.get("me", one) for one in "abc"] == [Answer("A"), None, Answer("C")]
    path.unlink()
    path.mkdir()
    with pytest.raises(DataError, match=f"^{path} cannot be written: Is a directory.$"):
        answers.put("me", [("d", Answer("D"))])
    (path / "file").touch()
    with pytest.raises(DataError, match="cannot be used"):
        Answers(path / "file" / "below")
