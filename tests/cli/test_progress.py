"""Progress: bars on a terminal, a line now and then elsewhere, nothing for who asked for quiet."""

import io
import os
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr

import pytest
from commanding import ENVIRONMENT, FIXTURES, Litmus, write_lines

from litmus.cli import progress
from litmus.cli.output import write_note
from litmus.cli.progress import Lines, lines_done, mining, pairs_done, shown
from litmus.idioms.mining.mine import Summary
from litmus.stages import Stage, counted, stage, told_to

here, litmus, tiny = FIXTURES


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _aloud(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests of other things are not told of progress (conftest.py)."""
    monkeypatch.delenv(progress.OFF, raising=False)


@contextmanager
def terminal(*, quiet: bool = False) -> Iterator[Terminal]:
    """Somebody watches a command."""
    with redirect_stderr(Terminal()) as screen, shown(quiet=quiet):
        yield screen


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def said_at(seconds: range) -> list[tuple[int, str]]:
    """When a stage of 1,000 segments at 1 a second is told of, and how."""
    clock, said = Clock(), []
    lines = Lines(clock)
    with told_to(lines), stage("measuring", "segments", 1000) as measuring:
        for second in seconds:
            clock.now = 100.0 + second
            with redirect_stderr(io.StringIO()) as err:
                measuring.reach(second)
            if err.getvalue():
                said.append((second, err.getvalue()))
    return said


def test_a_bar_has_stage_count_rate_and_time_left() -> None:
    with terminal() as screen, stage("measuring", "segments", 3) as measuring:
        measuring.reach(3)
    assert "measuring   0% |" in screen.getvalue()
    assert "| 0/3 segments, ?/s, ? left" in screen.getvalue()
    assert screen.getvalue().endswith("\r"), "it is wiped"
    assert "\n" not in screen.getvalue()


def test_without_a_total_there_is_a_rate() -> None:
    with terminal() as screen:
        assert list(counted("abc", "reading", "pairs")) == ["a", "b", "c"]
    assert "reading 0 pairs, ?/s, 00:00" in screen.getvalue()


def test_a_total_that_proved_too_small_is_forgotten() -> None:
    with terminal() as screen, stage("reading", "lines", 2) as reading:
        reading.reach(2)
        reading.reach(3)
        write_note("")  # draws the bar anew
    assert "reading 3 lines, " in screen.getvalue() and "3/2" not in screen.getvalue()


def test_a_stage_within_another_says_both_names() -> None:
    with terminal() as screen, stage("recomputing", "cases", 4) as cases:
        cases.reach(1)
        with stage("learning links"):
            pass
    assert "recomputing 1/4 › learning links ..." in screen.getvalue()


def test_stages_may_end_in_any_order() -> None:
    with terminal() as screen:
        first, second = Stage("one", "lines"), Stage("two", "lines")
        first.end()
        second.reach(1)
        second.end()
        first.reach(5)  # nobody hears it
    assert "two 0 lines" in screen.getvalue() and "5 lines" not in screen.getvalue()


def test_a_name_that_a_file_brings_cannot_act_on_the_terminal() -> None:
    with terminal() as screen, stage("checking \x1b[2Jx", "lines"):
        pass
    assert "\x1b[2J" not in screen.getvalue() and "checking " in screen.getvalue()


def test_quiet_is_quiet() -> None:
    with terminal(quiet=True) as screen:
        assert list(counted("abc", "reading", "pairs")) == ["a", "b", "c"]
    assert screen.getvalue() == ""


def test_a_variable_is_quiet_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LITMUS_PROGRESS", "off")
    with terminal() as screen, stage("reading", "pairs") as reading:
        reading.reach(3)
    assert screen.getvalue() == ""


def test_a_note_stands_on_a_line_of_its_own() -> None:
    with terminal() as screen, stage("measuring", "segments", 3):
        write_note("litmus: the file is odd\n")
    before, _, after = screen.getvalue().partition("litmus: the file is odd\n")
    assert before.endswith("\r"), "the bar was wiped"
    assert "measuring" in after, "and drawn again"


def test_the_terminal_belongs_to_a_result_that_is_printed_as_it_is_made() -> None:
    with redirect_stderr(Terminal()) as screen, shown(quiet=False) as bars:
        assert bars is not None
        bars.hush()
        with stage("tagging", "segments", 3) as tagging:
            tagging.reach(1)
    assert screen.getvalue() == ""


def test_lines_come_after_ten_seconds_then_ever_more_seldom() -> None:
    said = said_at(range(1, 401))
    assert [second for second, _ in said] == [10, 40, 100, 220]
    assert said[0][1] == "litmus: measuring 10/1,000 segments, 1/s, 16:30 left\n"


def test_the_first_report_says_nothing_of_the_speed() -> None:
    clock = Clock()
    choosing = stage("choosing", "segments", 4252)
    with told_to(Lines(clock)), redirect_stderr(io.StringIO()) as err, choosing as begun:
        for seconds, done in ((12, 1), (30, 61)):  # a model wakes up, then it is quick
            clock.now += seconds
            begun.reach(done)
    assert err.getvalue().splitlines() == [
        "litmus: choosing 1/4,252 segments",
        "litmus: choosing 61/4,252 segments, 2/s, 34:56 left",
    ]


def test_a_quick_command_says_nothing() -> None:
    assert said_at(range(1, 10)) == []


def test_what_an_earlier_run_has_done_says_nothing_of_the_speed() -> None:
    clock = Clock()
    with told_to(Lines(clock)), redirect_stderr(io.StringIO()) as err:
        mine = mining()
        mine(Summary(lines=900, newest=0, occurrences=3, fraction=0.9))
        clock.now += 20
        mine(Summary(lines=950, newest=50, occurrences=7, fraction=0.95))
    assert err.getvalue() == "litmus: mining 950/1,000 lines, 2.5/s, 0:20 left, 7 occurrences\n"


def test_a_line_names_the_stage_that_it_is_within() -> None:
    clock = Clock()
    with told_to(Lines(clock)), redirect_stderr(io.StringIO()) as err, stage("demo-en-es"):
        clock.now += 11
        with stage("loading the model"):
            pass
    assert err.getvalue() == "litmus: demo-en-es › loading the model\n"


def test_lines_add_up_and_stay() -> None:
    with terminal() as screen:
        show = lines_done("translating")(5)
        show(2)
        show(3)
    assert "translating 100% |" in screen.getvalue() and "5/5 lines" in screen.getvalue()
    assert screen.getvalue().endswith("\n"), "it is kept"


def test_mining_tells_of_occurrences_and_of_what_is_left() -> None:
    with terminal() as screen:
        show = mining()
        show(Summary(lines=500, newest=100, occurrences=7, fraction=0.5))
        show(Summary(lines=1000, newest=500, occurrences=9, fraction=1.0))
    assert "1,000/1,000 lines" in screen.getvalue()
    assert "9 occurrences" in screen.getvalue()


def test_the_second_pass_of_build_knows_its_end() -> None:
    with terminal() as screen:
        show = pairs_done()
        show("cleaning", 2000)
        show("cleaning", 2500)
        show("writing", 2500)
    assert "cleaning 0 pairs" in screen.getvalue()
    assert "/2,500 pairs" in screen.getvalue()


def watched(*arguments: str) -> tuple[str, str]:
    """What a command shows on stderr, a terminal of 100 columns, and what it prints."""
    fcntl = pytest.importorskip("fcntl")
    import pty
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
    command = [sys.executable, "-m", "litmus", *arguments]
    environment = {k: v for k, v in ENVIRONMENT.items() if k != progress.OFF}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=theirs, env=environment, text=True, encoding="utf-8"
    ) as process:
        os.close(theirs)
        seen = b""
        while True:
            try:
                piece = os.read(ours, 4096)
            except OSError:  # Linux says so when the other end is closed
                break
            if not piece:
                break
            seen += piece
        assert process.stdout is not None
        printed = process.stdout.read()
        assert process.wait() == 0
    os.close(ours)
    return seen.decode(), printed


@pytest.mark.parametrize(("columns", "kind"), [(0, progress.Lines), (100, progress.Bars)])
def test_a_terminal_without_columns_gets_lines(
    monkeypatch: pytest.MonkeyPatch, columns: int, kind: type
) -> None:
    fcntl = pytest.importorskip("fcntl")
    import pty
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with os.fdopen(theirs, "w") as screen:
        monkeypatch.setattr(sys, "stderr", screen)
        with shown(quiet=False) as listener:
            assert isinstance(listener, kind)
    os.close(ours)


@pytest.mark.slow
def test_score_names_each_of_its_stages_on_a_terminal() -> None:
    screen, printed = watched(
        "score", "-t", "demo-en-es", "-m", "apt-eval", "--no-cache", "--paired-ar"
    )
    stages = [
        "learning links › reading",
        "learning links › counting",
        "aligning and measuring",
        "resampling",
    ]
    places = [screen.find(name) for name in stages]
    assert -1 not in places and places == sorted(places)
    assert "/231 segments" in screen
    assert "measuring" not in printed and "APT-Eval" in printed


@pytest.mark.parametrize("command", [
    ["tag", "-l", "en-de", "-s", "s", "-r", "r", "--docids", "d", "-o", "out"],
    ["align", "-l", "en-de", "-s", "s", "-r", "r", "-o", "out"],
    ["analyse", "s", "-l", "en", "-o", "out"],
    ["check", "s"],
    ["mine", "en", "s", "-l", "en", "-o", "out"],
    ["import", "tsv", "pairs.tsv", "-l", "en-de", "-o", "out"],
    ["dictionary", "build", "-s", "s", "-r", "r", "-l", "en-de", "-o", "out"],
    ["suite", "filter", "-t", "demo-en-es", "--sample", "5", "-o", "out"],
])  # fmt: skip
def test_every_long_command_has_a_stage(
    here: object, litmus: Litmus, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    from pathlib import Path

    write_lines(Path("s"), ["The cat sleeps.", "It is old."])
    write_lines(Path("r"), ["Die Katze schläft.", "Sie ist alt."])
    write_lines(Path("d"), ["a", "a"])
    write_lines(Path("pairs.tsv"), ["source\treference", "The cat sleeps.\tDie Katze schläft."])
    begun: list[str] = []
    monkeypatch.setattr(Lines, "begun", lambda self, stage: begun.append(stage.name))
    answer = litmus(*command)
    assert (answer.code, answer.err) == (0, "")
    assert begun


def test_a_command_that_was_told_to_be_quiet_has_no_listener(
    tiny: object, litmus: Litmus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Lines, "begun", lambda self, stage: pytest.fail(stage.name))
    assert litmus("score", "-t", "tiny", "-q").code == 0
