"""Mining that was stopped: killed, torn and resumed, the same bytes come out."""

import gzip
import os
from pathlib import Path

import pytest
from mining_runs import (
    Stop,
    begun,
    corpus,
    expected,
    finder,
    left,
    small_blocks,
    stopped,
)
from tests.killing import killed_at, moments, steps

from litmus.errors import DataError, UsageError
from litmus.idioms.mining import resume as unfinished
from litmus.idioms.mining.mine import Summary, mine

# --- stopped and resumed ---------------------------------------------------------------------------


@pytest.mark.parametrize(("after", "sizes"), [(1, (500, 500)), (2, (500, 70)), (5, (70, 500))])
def test_resume_gives_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int, sizes: tuple[int, int]
) -> None:
    path, out = begun(tmp_path, monkeypatch, after, sizes[0])
    assert left(tmp_path) == ["corpus.en", "out.part", "out.state"]
    small_blocks(monkeypatch, sizes[1])
    summary = mine(finder(), path, out, workers=1, resume=True)
    assert out.read_bytes() == expected(path)
    assert summary.lines == 200
    assert summary.occurrences == out.read_bytes().count(b"\n")
    assert left(tmp_path) == ["corpus.en", "out"]


def test_resume_many_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, out = corpus(tmp_path), tmp_path / "out"
    small_blocks(monkeypatch, 400)
    for _ in range(6):
        stopped(monkeypatch, path, out, 2, resume=True)
    mine(finder(), path, out, workers=1, resume=True)
    assert out.read_bytes() == expected(path)


def test_resume_drops_rows_that_were_written_after_the_note(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, out = begun(tmp_path, monkeypatch, 3)
    part, state = tmp_path / "out.part", tmp_path / "out.state"
    whole = [part.read_bytes(), state.read_bytes()]
    for torn in (b"", b"{", b'{"line": 7, "idi', b'{"line": 7}\n{"li', b"\0" * 99):
        part.write_bytes(whole[0] + torn)
        state.write_bytes(whole[1])
        mine(finder(), path, out, workers=1, resume=True)
        assert out.read_bytes() == expected(path)
        out.unlink()


def test_resume_with_an_older_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, out = begun(tmp_path, monkeypatch, 1)
    old = (tmp_path / "out.state").read_bytes()
    stopped(monkeypatch, path, out, 3, resume=True)
    (tmp_path / "out.state").write_bytes(old)
    mine(finder(), path, out, workers=1, resume=True)
    assert out.read_bytes() == expected(path)


@pytest.mark.parametrize("kind", ["gz", "windows"])
def test_resume_of_other_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    path, out, other = corpus(tmp_path), tmp_path / "out", tmp_path / f"other.{kind}"
    text = path.read_bytes()
    other.write_bytes(gzip.compress(text) if kind == "gz" else text.replace(b"\n", b"\r\n"))
    small_blocks(monkeypatch, 500)
    stopped(monkeypatch, other, out, 3)
    mine(finder(), other, out, workers=1, resume=True)
    assert out.read_bytes() == expected(path)


@pytest.mark.parametrize("part", [None, b"rubbish" * 10_000])
def test_resume_without_the_note_of_an_earlier_run_starts_one(
    tmp_path: Path, part: bytes | None
) -> None:
    path, out = corpus(tmp_path), tmp_path / "out"
    if part:
        (tmp_path / "out.part").write_bytes(part)
    mine(finder(), path, out, workers=1, resume=True)
    assert out.read_bytes() == expected(path)


def test_resume_with_a_part_that_is_shorter_than_its_note(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a copy that was cut off leaves them, or a disk that lost the last bytes."""
    path, out = begun(tmp_path, monkeypatch, 3)
    part = tmp_path / "out.part"
    part.write_bytes(part.read_bytes()[:-100])
    try:
        mine(finder(), path, out, workers=1, resume=True)
    except DataError:
        return  # to refuse is right too
    assert out.read_bytes() == expected(path)


def test_overwrite_killed_in_its_first_block_then_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, out = begun(tmp_path, monkeypatch, 3)

    def killed(*_: object) -> None:
        raise Stop

    with monkeypatch.context() as patch:
        patch.setattr(unfinished.Stream, "write", killed)
        with pytest.raises(Stop):
            mine(finder(), path, out, workers=1, overwrite=True)
    mine(finder(), path, out, workers=1, resume=True)
    assert out.read_bytes() == expected(path)


@pytest.mark.parametrize("most", [4, pytest.param(1000, marks=pytest.mark.slow)])
def test_killed_at_counted_steps_and_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    path = corpus(tmp_path)
    small_blocks(monkeypatch, 1000)
    here = tmp_path / "here"
    here.mkdir()  # else the first run has a step more
    out, used, wanted = here / "out", finder(), expected(path)

    def run() -> None:
        mine(used, path, out, workers=1, resume=True)

    total = steps(here, run)
    assert out.read_bytes() == wanted
    for moment in moments(total, most):
        out.unlink()
        assert killed_at(moment, here, run)
        if out.exists():  # killed after all was done: the next run only tidies up
            with pytest.raises(UsageError, match="already exists"):
                run()
        else:
            run()
        assert out.read_bytes() == wanted
        assert left(here) == ["out"]


def test_two_runs_on_one_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, out = corpus(tmp_path), tmp_path / "out"
    small_blocks(monkeypatch, 1000)
    refused = 0

    def start_another(_: Summary) -> None:
        nonlocal refused
        with pytest.raises(UsageError) as caught:
            mine(finder(), path, out, workers=1, overwrite=True)
        assert str(caught.value) == (
            f"{out} is being written by another run (process {os.getpid()}).\n"
            "Wait until that has ended, or choose another name."
        )
        refused += 1

    mine(finder(), path, out, workers=1, progress=start_another)
    assert refused > 5
    assert out.read_bytes() == expected(path)
    assert left(tmp_path) == ["corpus.en", "out"]
