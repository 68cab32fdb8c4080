"""Bars: seen on a terminal only, with a total where there is one."""

import argparse
import io
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from pathlib import Path

import pytest

from litmus.cli.progress import counted, counting, lines_done, mining, pairs_done, watched
from litmus.idioms.mining.mine import Summary


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@contextmanager
def terminal() -> Iterator[Terminal]:
    """Somebody watches."""
    with redirect_stderr(Terminal()) as shown:
        yield shown


@pytest.fixture
def args(tmp_path: Path) -> argparse.Namespace:
    (tmp_path / "source").write_text("a\nb\nc\n")
    return argparse.Namespace(quiet=False, output=tmp_path / "out", source=tmp_path / "source")


def test_nobody_watches_a_file(
    args: argparse.Namespace, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not watched(args)
    with counting(args) as progress:
        assert progress is None
    assert list(counted(args, "abc")) == ["a", "b", "c"]
    assert capsys.readouterr().err == ""


def test_quiet_is_quiet(args: argparse.Namespace) -> None:
    args.quiet = True
    with terminal() as shown:
        assert list(counted(args, "abc")) == ["a", "b", "c"]
    assert shown.getvalue() == ""


def test_segments_of_a_file_are_counted_to_their_end(args: argparse.Namespace) -> None:
    with terminal() as shown, counting(args) as progress:
        assert progress is not None
        progress(3)
    assert "0/3 [" in shown.getvalue()
    assert "segments/s" in shown.getvalue()
    assert shown.getvalue().endswith("\r"), "it is wiped"


def test_without_a_total_there_is_a_rate(args: argparse.Namespace) -> None:
    args.source = None
    with terminal() as shown:
        assert list(counted(args, "abc", "pairs")) == ["a", "b", "c"]
    assert "0 pairs, ? pairs/s" in shown.getvalue()


def test_lines_add_up() -> None:
    with terminal() as shown:
        show = lines_done(5)
        show(2)
        show(3)
    assert "5/5 [" in shown.getvalue()


def test_mining_tells_of_occurrences_and_of_what_is_left() -> None:
    with terminal() as shown:
        show = mining()
        show(Summary(lines=500, newest=100, occurrences=7, fraction=0.5))
        show(Summary(lines=1000, newest=500, occurrences=9, fraction=1.0))
    assert "1000/1000 [" in shown.getvalue()
    assert "9 occurrences" in shown.getvalue()


def test_the_second_pass_of_build_knows_its_end() -> None:
    with terminal() as shown:
        show = pairs_done()
        show("cleaning", 2000)
        show("cleaning", 2500)
        show("writing", 2500)
    assert "writing" in shown.getvalue()
    assert "/2500 [" in shown.getvalue()
