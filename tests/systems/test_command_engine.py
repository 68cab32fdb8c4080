"""Commands as engines: real processes, and what can go wrong with them."""

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from litmus.errors import DataError, UsageError
from litmus.systems import command
from litmus.systems.command import Command

PAIR = ("en", "fr")
READ = "import sys; lines = sys.stdin.buffer.read().decode().split('\\n')[:-1]; "


def _command(code: str, **settings: float) -> Command:
    return Command(shlex.join([sys.executable, "-c", READ + code]), PAIR, **settings)  # type: ignore[arg-type]


def test_lines_go_in_and_come_out() -> None:
    command = _command(
        "sys.stdout.buffer.write(''.join(f'{x.upper()}\\n' for x in lines).encode())"
    )
    assert command.ask(["un été", "二", "a\nb", ""]) == ["UN ÉTÉ", "二", "A B", ""]


def test_the_last_line_may_lack_its_end() -> None:
    assert _command("print('A\\nB', end='')").ask(["a", "b"]) == ["A", "B"]


def test_only_a_newline_ends_a_line() -> None:
    code = "sys.stdout.buffer.write('a\\u2028b\\x0bc\\nd\\n'.encode())"
    assert _command(code).ask(["a", "d"]) == ["a\u2028b\x0bc", "d"]


@pytest.mark.parametrize(
    ("code", "printed"),
    [
        ("print('\\n'.join(lines[1:]))", 1),
        ("print('\\n'.join([*lines, 'x']))", 3),
        ("print('\\n\\n'.join(lines))", 3),  # a blank line between
        ("pass", 0),
    ],
)
def test_another_number_of_lines_is_an_error(code: str, printed: int) -> None:
    with pytest.raises(DataError) as failed:
        _command(f"print('loading', file=sys.stderr); {code}").ask(["eins", "zwei"])
    message = str(failed.value)
    assert f" printed {printed} lines for 2.\nIt said:\n  loading\n" in message
    assert "First line sent: 'eins'\nbatch=1 finds the line that goes wrong." in message


def test_a_failure_shows_the_end_of_stderr() -> None:
    code = "print('\\n'.join(lines)); sys.stderr.write(''.join(f'e{n}\\n' for n in range(30))); sys.exit(3)"
    with pytest.raises(DataError) as failed:
        _command(code).ask(["a"])
    message = str(failed.value)
    assert " ended with status 3.\nIt said:\n  e20\n" in message
    assert message.endswith("\n  e29") and "e19" not in message


def test_what_a_command_says_does_not_act_on_a_terminal() -> None:
    code = "sys.stderr.write('\\x1b[2J\\ta\\ue000b\\ue001'); sys.exit(3)"
    with pytest.raises(DataError) as failed:
        _command(code).ask(["a"])
    assert str(failed.value).endswith("It said:\n  \\x1b[2J    a\\ue000b\\ue001")


def test_a_silent_failure_says_so() -> None:
    with pytest.raises(DataError, match=r"status 1.\nIt said nothing on stderr.$"):
        _command("sys.exit(1)").ask(["a"])


def test_output_that_is_not_utf8_is_an_error() -> None:
    with pytest.raises(DataError, match="did not print UTF-8"):
        _command("sys.stdout.buffer.write(b'\\xe9\\n')").ask(["a"])


def test_a_command_that_never_ends_is_ended_with_all_it_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The child holds the pipes, so that ending the parent alone would wait for it forever.
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    wait = "import threading; threading.Event().wait()"
    code = (
        f"import subprocess, sys; one = subprocess.Popen([sys.executable, '-c', {wait!r}]); "
        "print('busy', file=sys.stderr, flush=True); "
        f"open({str(pipe)!r}, 'w').write(str(one.pid)); one.wait()"
    )
    children: list[int] = []
    real = subprocess.Popen.communicate

    def too_late(*_: object) -> None:
        monkeypatch.setattr(subprocess.Popen, "communicate", real)
        children.append(int(pipe.read_text(encoding="utf-8")))  # waits until there is a child
        raise subprocess.TimeoutExpired("x", 7)

    monkeypatch.setattr(subprocess.Popen, "communicate", too_late)
    with pytest.raises(DataError) as failed:
        Command(shlex.join([sys.executable, "-c", code]), PAIR, timeout=7).ask(["a"])
    assert str(failed.value).endswith(
        " was not done with 1 lines after 7 s.\nIt said:\n  busy\n"
        "Allow more time (timeout=SECONDS) or send fewer lines at a time (batch=LINES)."
    )
    with pytest.raises(ProcessLookupError):
        _wait_until_gone(children[0])


def test_a_time_limit_is_kept() -> None:
    with pytest.raises(DataError, match=r"was not done with 1 lines after 0.01 s"):
        _command("import threading; threading.Event().wait()", timeout=0.01).ask(["a"])


def _wait_until_gone(pid: int) -> None:
    for _ in range(1_000_000):
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat")
        if (
            state.exists()
            and state.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z"
        ):
            raise ProcessLookupError  # ended; whoever adopted it has not looked yet
    raise AssertionError("the child is still there")


def test_ctrl_c_ends_the_command() -> None:
    code = (
        f"import os, signal, threading; os.kill({os.getpid()}, signal.SIGINT); "
        "threading.Event().wait()"
    )
    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            _command(code).ask(["a"])
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_command_that_was_stopped_starts_nothing_until_it_is_told(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    command = _command(f"open({str(trace)!r}, 'w'); print('A')")
    command.stop()
    with pytest.raises(DataError, match="The run ends: cmd:.* is not started any more."):
        command.ask(["a"])
    assert not trace.exists()
    command.start()
    assert command.ask(["a"]) == ["A"]


def test_there_is_no_shell(tmp_path: Path) -> None:
    made = tmp_path / "made"
    words = shlex.join([sys.executable, "-c", READ + "print(sys.argv[1:])"])
    command = Command(f"{words} $HOME '*' ; touch {made}", PAIR)
    assert command.ask(["a"]) == [f"['$HOME', '*', ';', 'touch', '{made}']"]
    assert not made.exists()


def test_a_backslash_of_windows_is_a_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    line = r"""C:\tools\mt.exe "C:\my models\en" --to='fr ca' #x"""
    assert command._words(r"a\ b 'c d' #x") == ["a b", "c d", "#x"]
    monkeypatch.setattr(command, "os", SimpleNamespace(name="nt"))
    assert command._words(line) == ["C:\\tools\\mt.exe", "C:\\my models\\en", "--to=fr ca", "#x"]
    assert Command(line, PAIR).signature.startswith(r"cmd:'C:\tools\mt.exe' ")


@pytest.mark.parametrize(
    ("command", "kind", "message"),
    [
        ("no-such-program x", DataError, "no-such-program cannot be started: No such file"),
        ("say 'it", UsageError, "The command say 'it cannot be read: No closing quotation."),
        (" ", UsageError, "There is no command."),
    ],
)
def test_a_command_that_cannot_be_is_refused(
    command: str, kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind) as failed:
        Command(command, PAIR).ask(["a"])
    assert str(failed.value).startswith(message)


def test_identity_is_of_command_languages_and_scripts(tmp_path: Path) -> None:
    script = tmp_path / "engine.py"
    script.write_text("print(1)", encoding="utf-8")
    line = f"python3 {script}"
    same = Command(line, PAIR).identity
    assert Command(f"python3  '{script}'", PAIR).identity == same
    others = {Command(f"{line} -x", PAIR).identity, Command(line, ("en", "de")).identity}
    script.write_text("print(2)", encoding="utf-8")
    others.add(Command(line, PAIR).identity)
    assert len(others | {same}) == 4


def test_a_command_with_a_nul_is_refused() -> None:
    with pytest.raises(UsageError) as caught:
        Command("cat a\0b", PAIR).ask(["x"])
    assert str(caught.value) == "\"cmd:cat 'a\\x00b'\" cannot be started: embedded null byte."


def test_a_word_too_long_for_a_path_is_no_script() -> None:
    long = "x" * 10_000
    assert Command(f"cat {long}", PAIR).identity != Command("cat", PAIR).identity
