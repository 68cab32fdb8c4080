"""Mining stopped by the keyboard says what is left and how to go on; a changed corpus is noticed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mining_runs import ENTRIES, corpus, expected, finder, left, small_blocks, stopped

from litmus.cli import main
from litmus.errors import DataError
from litmus.idioms.mining import mine as mining
from litmus.idioms.mining import resume as unfinished
from litmus.idioms.mining import samples
from litmus.idioms.mining.mine import mine


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A corpus of many blocks and a list, in the current folder."""
    monkeypatch.chdir(tmp_path)
    corpus(tmp_path)
    (tmp_path / "list.txt").write_text("".join(f"{entry}\n" for entry in ENTRIES), "utf-8")
    small_blocks(monkeypatch, 500)
    return tmp_path


ENDS = 4_000  # bytes
COMMAND = ("mine", "list.txt", "corpus.en", "-l", "en", "--analyser", "none", "--workers", "1")


def interrupted_after(calls: int, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, until Ctrl-C is pressed at one of its calls."""
    left_over = calls

    def called(*given: Any, **settings: Any) -> Any:
        nonlocal left_over
        left_over -= 1
        if left_over < 0:
            raise KeyboardInterrupt
        return function(*given, **settings)

    return called


def test_interruption_says_how_to_go_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(unfinished.Stream, "write", interrupted_after(2, unfinished.Stream.write))
        assert main([*COMMAND, "-o", "out.jsonl"]) == 130
    assert capsys.readouterr() == (
        "",
        "litmus: stopped; what was found so far is kept in out.jsonl.part.\n"
        "Resume with the same command and --resume.\n",
    )
    assert main([*COMMAND, "-o", "out.jsonl", "--resume"]) == 0
    assert (folder / "out.jsonl").read_bytes() == expected(folder / "corpus.en")


def test_interruption_before_anything_was_found_or_of_the_page_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(unfinished.Stream, "write", interrupted_after(0, unfinished.Stream.write))
        assert main([*COMMAND, "-o", "out.jsonl"]) == 130
    assert capsys.readouterr() == ("", "litmus: stopped; no file was written.\n")
    assert left(folder) == ["corpus.en", "list.txt"]
    monkeypatch.setattr(
        "litmus.api.mine.write_samples", interrupted_after(0, samples.write_samples)
    )
    assert main([*COMMAND, "-o", "out.jsonl", "--samples", "look.html"]) == 130
    said = "litmus: stopped; out.jsonl is whole, look.html was not written.\n"
    assert capsys.readouterr() == ("", said)
    assert (folder / "out.jsonl").read_bytes() == expected(folder / "corpus.en")


def long_corpus(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A corpus longer than the ends that are compared, in blocks of 3,000 bytes."""
    monkeypatch.setattr(mining, "_ENDS", ENDS)
    small_blocks(monkeypatch, 3_000)
    return corpus(folder, 600)


def test_corpus_that_changed_where_it_was_read_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, out = long_corpus(folder, monkeypatch), folder / "out"
    stopped(monkeypatch, path, out, 3)
    text = bytearray(path.read_bytes())
    text[5_000:5_003] = b"???"
    path.write_bytes(text)
    with pytest.raises(DataError) as caught:
        mine(finder(), path, out, workers=1, resume=True)
    assert str(caught.value).startswith(
        f"{path} has changed since the run that was stopped: its first "
    )
    assert str(caught.value).endswith("Start again with overwrite=True.")


def test_corpus_that_changed_where_it_was_not_read_yet_goes_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, out = long_corpus(folder, monkeypatch), folder / "out"
    stopped(monkeypatch, path, out, 1)
    text = path.read_bytes()
    at = text.index(b"He kicked at", 9_000)
    assert at < len(text) - ENDS
    path.write_bytes(text[:at] + b"He kicked th" + text[at + 12 :])
    mine(finder(), path, out, workers=1, resume=True)
    assert out.read_bytes() == expected(path)
