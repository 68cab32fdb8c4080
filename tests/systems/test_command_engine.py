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


@pytest.mark.parametrize(("code", "lines", "found"), [
    ("sys.stdout.buffer.write(''.join(f'{x.upper()}\\n' for x in lines).encode())",
     ["un été", "二", "a\nb", ""], ["UN ÉTÉ", "二", "A B", ""]),
    ("print('A\\nB', end='')", ["a", "b"], ["A", "B"]),  # the last line may lack its end
    ("sys.stdout.buffer.write('a\\u2028b\\x0bc\\nd\\n'.encode())", ["a", "d"],
     ["a\u2028b\x0bc", "d"]),  # only a newline ends a line
])  # fmt: skip
def test_lines_go_in_and_come_out(code: str, lines: list[str], found: list[str]) -> None:
    assert _command(code).ask(lines) == found


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


@pytest.mark.parametrize(("code", "message"), [
    ("sys.stderr.write(''.join(f'e{n}\\n' for n in range(30))); sys.exit(3)",
     " ended with status 3.\nIt said:\n" + "\n".join(f"  e{n}" for n in range(20, 30))),
    ("sys.stderr.write('\\x1b[2J\\ta\\ue000b\\ue001'); sys.exit(3)",
     " ended with status 3.\nIt said:\n  \\x1b[2J    a\\ue000b\\ue001"),
    ("sys.exit(1)", " ended with status 1.\nIt said nothing on stderr."),
])  # fmt: skip
def test_a_failure_shows_the_end_of_stderr(code: str, message: str) -> None:
    with pytest.raises(DataError) as failed:
        _command(f"print('\\n'.join(lines)); {code}").ask(["a"])
    assert str(failed.value).endswith(message)


@pytest.mark.parametrize(("code", "settings", "message"), [
    ("sys.stdout.buffer.write(b'\\xe9\\n')", {}, "did not print UTF-8"),
    ("import threading; threading.Event().wait()", {"timeout": 0.01},
     "was not done with 1 lines after 0.01 s"),
])  # fmt: skip
def test_what_ends_a_command_is_said(code: str, settings: dict[str, float], message: str) -> None:
    with pytest.raises(DataError, match=message):
        _command(code, **settings).ask(["a"])


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


def _wait_until_gone(pid: int) -> None:
    for _ in range(1_000_000):
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat")
        if state.exists() and ") Z " in state.read_text(encoding="utf-8"):
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
        ("cat a\0b", UsageError, "\"cmd:cat 'a\\x00b'\" cannot be started: embedded null byte."),
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
    others.add(Command(f"python3 {'x' * 10_000}", PAIR).identity)  # too long for a path
    assert len(others | {same}) == 5
