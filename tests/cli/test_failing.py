"""No command ends in a traceback: full disks, closed streams, odd files, faults of our own."""

import gzip
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commanding import ENVIRONMENT, FIXTURES, LITERAL, REFERENCE, SEGMENTS, Litmus, write_lines

from litmus.cli import output
from litmus.cli.files import list_
from litmus.cli.main import main

here, litmus, tiny = FIXTURES

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
SAYS_FULL = "litmus: {} cannot be written: No space left on device.\nMake room, or write to another place.\n"
LOOSE = ("-l", "en-fr", "-s", "s.en", "-r", "r.fr")
# What each writes goes to the name that stands for OUT.
COMMANDS: dict[str, tuple[str, ...]] = {
    "score": ("score", "-t", "tiny", "-m", "blacklist", "-q", "-o", "OUT"),
    "segments": ("score", "-t", "tiny", "-m", "blacklist", "-q", "--segments", "OUT"),
    "report": ("report", "-t", "tiny", "-m", "blacklist", "-q", "-o", "OUT"),
    "analyse": ("analyse", "s.en", "-l", "en", "-q", "-o", "OUT"),
    "align": ("align", *LOOSE, "-q", "-o", "OUT"),
    "dictionary": ("dictionary", "build", "d.tsv", "-l", "en-fr", "-o", "OUT"),
}


@pytest.fixture
def loose(tiny: Path) -> Path:
    write_lines(tiny / "s.en", [str(segment["source"]) for segment in SEGMENTS] * 10)
    write_lines(tiny / "r.fr", REFERENCE * 10)
    write_lines(tiny / "h.fr", LITERAL * 10)
    write_lines(tiny / "d.tsv", ["ice\tglace", "bean\tharicot"])
    return tiny


def command(
    *arguments: str, shell: str = "", **settings: Any
) -> "subprocess.CompletedProcess[str]":
    """litmus in a process of its own; `shell` is what follows it on the line."""
    # -B: on a disk that is full, half a compiled module would stay beside the source.
    words = [sys.executable, "-B", "-m", "litmus", *arguments]
    line = ["bash", "-c", f'"$@" {shell}', "bash", *words] if shell else words
    return subprocess.run(
        line, env=ENVIRONMENT, capture_output=True, text=True, timeout=120, check=False, **settings
    )


@needs_full
@pytest.mark.parametrize("name", COMMANDS)
def test_full_device(loose: Path, litmus: Litmus, name: str) -> None:
    answer = litmus(*(word.replace("OUT", str(FULL)) for word in COMMANDS[name]))
    assert (answer.code, answer.err) == (1, SAYS_FULL.format(FULL))


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("moment", ["write", "close"])
def test_full_disk(
    loose: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch, name: str, moment: str
) -> None:
    """The system refuses at a write, or only when the file is closed; nothing is left behind."""
    import litmus.files.text as module

    class Full(module._Output):
        def write(self, data: Any) -> int:
            return full() if moment == "write" else super().write(data)

        def close(self) -> None:
            closed = self.closed
            super().close()
            if moment == "close" and not closed:
                full()

    def full() -> int:
        with module.writing("OUT"):
            raise OSError(28, os.strerror(28))

    monkeypatch.setattr(module, "_Output", Full)
    before = sorted(loose.rglob("*"))
    answer = litmus(*COMMANDS[name])
    assert (answer.code, answer.err) == (1, SAYS_FULL.format("OUT"))
    assert sorted(loose.rglob("*")) == before


@pytest.mark.slow
def test_import_on_a_full_disk(loose: Path) -> None:
    """A file may not grow beyond a kilobyte: the system says so at the write, as a full disk does."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    write_lines(loose / "x.tsv", ["source\treference", *(f"a{n}\tb{n}" for n in range(200))])
    before = sorted(loose.rglob("*"))
    done = command(
        "import", "tsv", "x.tsv", "-l", "en-fr", "-o", "suite", cwd=loose, preexec_fn=limited
    )
    assert (done.returncode, done.stderr) == (
        1,
        "litmus: suite cannot be written: File too large. Nothing of it was kept.\n"
        "Make room, or choose another folder, and try again.\n",
    )
    assert sorted(loose.rglob("*")) == before


@pytest.mark.slow
def test_stdout_that_is_closed(tiny: Path) -> None:
    done = command("list", "suites", shell=">&-", cwd=tiny)
    assert (done.returncode, done.stderr) == (
        1, "litmus: The result cannot be written: standard output is closed.\n",
    )  # fmt: skip


@pytest.mark.slow
def test_closed_stdout_matters_only_to_what_is_printed(tiny: Path) -> None:
    done = command(*COMMANDS["score"], shell="<&- >&- 2>&-", cwd=tiny)
    assert done.returncode == 0
    assert (tiny / "OUT").read_text().count("blacklist") > 0


@pytest.mark.slow
@needs_full
@pytest.mark.parametrize("arguments", [("list", "suites"), ("--help",), ("score", "--help")])
def test_stdout_that_is_full(tiny: Path, arguments: tuple[str, ...]) -> None:
    done = command(*arguments, shell="> /dev/full", cwd=tiny)
    assert (done.returncode, done.stderr) == (
        1, "litmus: The result cannot be written: No space left on device.\n",
    )  # fmt: skip


@pytest.mark.slow
@needs_full
def test_notes_that_nobody_can_read(tiny: Path) -> None:
    assert command("score", "-t", "nowhere", shell="2> /dev/full", cwd=tiny).returncode == 2


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="has no such pipes")
def test_reader_of_a_file_that_leaves_early(tiny: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "litmus", *COMMANDS["segments"][:-1], f"/dev/fd/{write}"],
        cwd=tiny, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True, pass_fds=[write],
        timeout=120, check=False,
    )  # fmt: skip
    os.close(write)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.slow
def test_stdout_by_its_name_is_written_to_and_not_replaced(tiny: Path) -> None:
    done = command(*COMMANDS["score"][:-1], "/dev/stdout", shell="> file", cwd=tiny)
    assert (done.returncode, done.stderr) == (0, "")
    assert "blacklist" in (tiny / "file").read_text()
    assert Path("/dev/stdout").is_symlink()


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], None]:
    """`litmus list` raises."""

    def make(error: BaseException) -> None:
        def run(_: object) -> None:
            raise error

        monkeypatch.setattr(list_, "run", run)

    return make


INTERNAL = (
    "litmus: internal error (KeyError: 'a'). This is a fault of litmus: please report it, with "
    "what the same command says under --debug.\n"
)


def test_internal_error(litmus: Litmus, broken: Callable[[BaseException], None]) -> None:
    broken(KeyError("a"))
    answer = litmus("list", "suites")
    assert (answer.code, answer.out, answer.err) == (70, "", INTERNAL)


@pytest.mark.parametrize("words", [("--debug", "list"), ("list", "--debug")])
def test_debug_shows_the_traceback(
    litmus: Litmus, broken: Callable[[BaseException], None], words: tuple[str, ...]
) -> None:
    broken(KeyError("a"))
    answer = litmus(*words)
    assert answer.code == 70
    assert answer.err.startswith("Traceback (most recent call last):\n")
    assert answer.err.endswith(f"\nKeyError: 'a'\n{INTERNAL}")


@pytest.mark.parametrize(("value", "shown"), [("1", True), ("0", False), ("", False)])
def test_debug_by_the_environment(
    litmus: Litmus,
    broken: Callable[[BaseException], None],
    monkeypatch: pytest.MonkeyPatch,
    value: str,
    shown: bool,
) -> None:
    broken(KeyError("a"))
    monkeypatch.setenv("LITMUS_DEBUG", value)
    assert litmus("list").err.startswith("Traceback") == shown


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (MemoryError(), 1, "There is not enough memory. Give less text at a time, or use more memory."),
        (
            RuntimeError("CUDA error: out of memory\nSearch for `cudaErrorMemoryAllocation'"),
            1,
            "The GPU has not enough free memory: other programs may hold it (nvidia-smi).",
        ),
        (
            RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory: 8 bytes"),
            1,
            "There is not enough memory. Give less text at a time, or use more memory.",
        ),
        (OSError(5, "Input/output error", "out of memory"), 1, "out of memory: Input/output error."),
        (OSError(5, "Input/output error", "some.file"), 1, "some.file: Input/output error."),
        (OSError(28, "No space left on device"), 1, "No space left on device."),
        (RecursionError("deep"), 70, "internal error (RecursionError: deep). This is a fault of litmus: please report it, with what the same command says under --debug."),
    ],
)  # fmt: skip
def test_what_is_not_an_error_of_ours(
    litmus: Litmus,
    broken: Callable[[BaseException], None],
    error: BaseException,
    code: int,
    message: str,
) -> None:
    broken(error)
    answer = litmus("list")
    assert (answer.code, answer.err) == (code, f"litmus: {message}\n")


def test_ctrl_c(litmus: Litmus, broken: Callable[[BaseException], None]) -> None:
    broken(KeyboardInterrupt())
    answer = litmus("list")
    assert (answer.code, answer.err) == (130, "litmus: stopped; no file was written.\n")


def test_toml_key_of_many_parts(tiny: Path, litmus: Litmus) -> None:
    (tiny / "tiny" / "suite.toml").write_text('name = "x"\n' + "a." * 100_000 + "a = 1\n")
    answer = litmus("score", "-t", "tiny")
    assert answer.err == "litmus: tiny/suite.toml:2 has a key of more than 100 parts.\n"


def test_dictionaries_that_are_damaged(here: Path, litmus: Litmus) -> None:
    (here / "x.dict.dz").write_bytes(gzip.compress(b"ice\nglace\n" * 50)[:-12])
    (here / "x.index").write_text("ice\tA\tK\n")
    answer = litmus("dictionary", "build", "x.dict.dz", "-l", "en-fr", "-o", "OUT")
    assert answer.code == 1
    assert answer.err.startswith("litmus: x.dict.dz is not a whole .dz file: ")
    (here / "x.dict.dz").write_bytes(gzip.compress(b"ice\nglace\n"))
    for line, said in (
        (f"ice\t{'B' * 11}\tK", "is not a line of a dictd index."),
        ("ice\tA\t//////", "names an entry of 68,719,476,735 bytes at byte 0"),
    ):
        (here / "x.index").write_text(f"{line}\n")
        answer = litmus("dictionary", "build", "x.dict.dz", "-l", "en-fr", "-o", "OUT")
        assert answer.code == 1
        assert answer.err.startswith(f"litmus: x.index:1 {said}")


def test_judgements_of_infinite_size(here: Path, litmus: Litmus) -> None:
    (here / "j.jsonl").write_text('{"id": "a", "label": "good", "size": Infinity}\n')
    answer = litmus("check", "j.jsonl")
    assert (
        "j.jsonl:1: 'size' must be a whole number above 0, but is inf." in answer.out + answer.err
    )


# In a process of its own: where a library has threads, the signal would go to one of them, and
# Ctrl-C could come at any moment after that.
HELD = """
import os, signal, subprocess, sys
from litmus.engine.processes import _interrupts_held

child = "import signal; print('held' if 2 in signal.pthread_sigmask(0, []) else 'heard', flush=True)"
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    with _interrupts_held():
        subprocess.run([sys.executable, "-c", child], check=True)
        os.kill(os.getpid(), signal.SIGINT)
        print("waits", flush=True)
except KeyboardInterrupt:
    print("stops")
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="has no signal masks")
def test_workers_never_hear_ctrl_c() -> None:
    run = subprocess.run([sys.executable, "-c", HELD], capture_output=True, check=True, text=True)
    assert run.stdout.split() == ["held", "waits", "stops"]


def test_main_leaves_the_flags_of_other_commands_alone() -> None:
    assert main(["list", "suites", "--debug"]) == 0
    assert output.flags.flag("overwrite", "True") == "--overwrite"


def test_what_a_message_quotes_cannot_act_on_the_terminal(here: Path, litmus: Litmus) -> None:
    answer = litmus("check", "\x1b[2J.txt")
    assert (answer.code, answer.err) == (1, "litmus: \\x1b[2J.txt does not exist.\n")
