"""`litmus translate` with files, commands and web services, as a user types it."""

import os
import shlex
import signal
import sys
from pathlib import Path

import pytest
from commanding import FIXTURES, LITERAL, SEGMENTS, Litmus, python, write_lines
from tests.systems.answering import libre, service, unhurried

here, litmus, tiny = FIXTURES
LINES = [f"line {n}" for n in range(100)]
FILES = ("-l", "en-fr", "-s", "talk.en", "--docids", "talk.docids", "-o", "out.fr")
SHOUT = "import sys; sys.stdout.write(sys.stdin.read().upper())"
LIBRE = ("--system", "http:libretranslate")


@pytest.fixture(autouse=True)
def set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits are not waited; no key."""
    monkeypatch.delenv("DEEPL_API_KEY", raising=False)
    unhurried(monkeypatch)


@pytest.fixture
def talk(here: Path) -> Path:
    """A hundred lines in ten documents."""
    write_lines(here / "talk.en", LINES)
    write_lines(here / "talk.docids", [f"d{n // 10}" for n in range(100)])
    return here


def _cmd(code: str) -> tuple[str, str]:
    return "--system", f"cmd:{shlex.join([sys.executable, '-c', code])}"


def _written(folder: Path) -> list[str]:
    return (folder / "out.fr").read_text(encoding="utf-8").split("\n")[:-1]


def _names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} - {"talk.en", "talk.docids", "talk.short"}


def test_a_file_is_checked_and_copied_into_place(tiny: Path, litmus: Litmus) -> None:
    write_lines(tiny / "mine.fr", LITERAL)
    command = ("translate", "-t", "tiny", "--system", "file:mine.fr", "-o", "out/mine.fr")
    answer = litmus(*command)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("4 lines: out/mine.fr\nfile:mine.fr#")
    assert (tiny / "out" / "mine.fr").read_bytes() == (tiny / "mine.fr").read_bytes()
    assert litmus(*command).code == 2
    assert litmus(*command, "--overwrite", "--level", "sentence").code == 0


def test_empty_lines_of_a_file_are_noted(tiny: Path, litmus: Litmus) -> None:
    write_lines(tiny / "mine.fr", ["a", "", "b", ""])
    command = ("translate", "-t", "tiny", "--system", "file:mine.fr", "-o", "out.fr")
    assert litmus(*command).err == "litmus: 2 lines of mine.fr are empty.\n"
    assert litmus(*command, "--overwrite", "-q").err == ""


def test_a_file_leaves_the_answers_of_a_stopped_run_alone(talk: Path, litmus: Litmus) -> None:
    write_lines(talk / "mine.fr", LINES)
    (talk / "out.fr.part").write_text("paid for\n", encoding="utf-8")
    assert litmus("translate", *FILES, "--system", "file:mine.fr").code == 0
    assert (talk / "out.fr.part").read_text(encoding="utf-8") == "paid for\n"


def test_a_command_translates_a_suite(tiny: Path, litmus: Litmus) -> None:
    answer = litmus("translate", "-t", "tiny", *_cmd(SHOUT), "-o", "out.fr")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("4 lines: out.fr\ncmd:")
    assert answer.out.endswith("|level:sentence\n")
    assert _written(tiny) == [str(segment["source"]).upper() for segment in SEGMENTS]
    assert not (tiny / "out.fr.part").exists()


def test_ctrl_c_keeps_what_was_done_and_the_same_command_goes_on(
    talk: Path, litmus: Litmus
) -> None:
    # Sends Ctrl-C to this process in the batch with line 40, as long as there is no file "go".
    code = (
        "import os, signal, sys, threading; text = sys.stdin.read(); "
        "open('asked', 'a').write(text); "
        f"os.path.exists('go') or 'line 40' not in text or (os.kill({os.getpid()}, signal.SIGINT), "
        "threading.Event().wait()); sys.stdout.write(text.upper())"
    )
    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        stopped = litmus("translate", *FILES, *_cmd(code), "--batch", 10)
    finally:
        signal.signal(signal.SIGINT, before)
    assert (stopped.code, stopped.out) == (130, "")
    assert stopped.err == (
        "litmus: stopped; what was translated so far is kept in out.fr.part.\n"
        "The same command resumes from it.\n"
    )
    assert _names(talk) == {"asked", "out.fr.part"}
    (talk / "asked").unlink()
    write_lines(talk / "go", [])
    # Other sizes are no other run.
    answer = litmus("translate", *FILES, *_cmd(code), "--batch", 7, "--timeout", 50)
    assert answer.out.startswith("100 lines, 40 of them from an earlier run: out.fr\n")
    assert (talk / "asked").read_text(encoding="utf-8").split("\n")[:-1] == LINES[40:]
    assert _written(talk) == [line.upper() for line in LINES]
    assert _names(talk) == {"asked", "go", "out.fr"}


def test_a_command_that_loses_a_line_ends_the_run_with_its_words(
    talk: Path, litmus: Litmus
) -> None:
    code = (
        "import sys; lines = sys.stdin.read().split('\\n')[:-1]; print('short of memory', file=sys.stderr); "
        "[print(x) for x in lines if x != 'line 25']"
    )
    answer = litmus("translate", *FILES, *_cmd(code), "--batch", 10)
    assert (answer.code, answer.out) == (1, "")
    assert " printed 9 lines for 10.\nIt said:\n  short of memory\n" in answer.err
    assert answer.err.endswith(
        "First line sent: 'line 20'\n--batch 1 finds the line that goes wrong.\n"
        "What was translated so far is kept in out.fr.part.\nThe same command resumes from it.\n"
    )
    assert not (talk / "out.fr").exists()


def test_the_rest_of_another_system_is_not_lost(talk: Path, litmus: Litmus) -> None:
    failing = "import sys; text = sys.stdin.read(); 'line 50' in text and sys.exit(1); sys.stdout.write(text)"
    assert litmus("translate", *FILES, *_cmd(failing), "--batch", 50).code == 1
    before = (talk / "out.fr.part").read_bytes()
    answer = litmus("translate", *FILES, *_cmd(SHOUT))
    assert (answer.code, answer.err) == (
        2,
        "litmus: out.fr.part is of another system or other settings.\n"
        "Continue with the settings it was begun with, or start afresh with --overwrite.\n",
    )
    assert (talk / "out.fr.part").read_bytes() == before
    assert litmus("translate", *FILES, *_cmd(SHOUT), "--overwrite").code == 0
    assert _names(talk) == {"out.fr"}


# Says what it is asked, and fails at line 50 as long as there is no file "go".
UNTIL_50 = (
    "import os, sys; text = sys.stdin.read(); open('asked', 'a').write(text); "
    "'line 50' in text and not os.path.exists('go') and sys.exit(1); sys.stdout.write(text.upper())"
)


def test_a_missing_key_drops_nothing(talk: Path, litmus: Litmus) -> None:
    assert litmus("translate", *FILES, *_cmd(UNTIL_50), "--batch", 10).code == 1
    before = (talk / "out.fr.part").read_bytes()
    answer = litmus("translate", *FILES, "--system", "http:deepl", "--overwrite")
    assert answer.code == 2 and "needs a key that is not set" in answer.err
    assert (talk / "out.fr.part").read_bytes() == before


@pytest.mark.parametrize("flags", [(), ("--overwrite",)])
def test_a_cache_takes_over_what_a_stopped_run_left(
    talk: Path, litmus: Litmus, flags: tuple[str, ...]
) -> None:
    command = ("translate", *FILES, *_cmd(UNTIL_50), "--batch", 10)
    assert litmus(*command).code == 1
    write_lines(talk / "go", [])
    answer = litmus(*command, "--cache", "c", *flags)
    assert answer.err == (
        "litmus: 50 answers in out.fr.part, which a stopped run left, are now in c.\n"
    )
    assert answer.out.startswith("100 lines, 50 of them from an earlier run: out.fr\n")
    (talk / "c").rename(talk / "out.fr.part")
    refused = litmus(*command, "--overwrite")  # would remove it in the end
    assert (refused.code, refused.err) == (
        2,
        "litmus: out.fr.part is a cache of other runs; this run would keep its answers there.\n"
        "Give the cache another name; --answers NAME uses it.\n",
    )


@pytest.mark.parametrize(
    ("flags", "code", "message"),
    [
        (("--system", "deepl"), 2, "deepl is an engine. Did you mean --system http:deepl?\n"),
        (("--system", "cmd: "), 2,
         "The system cmd needs an argument: cmd:COMMAND (a program that reads one sentence per line "
         "and prints one line for each)\n"),
        (("--system", "comand:x"), 2,
         "No system is called 'comand:x'. Did you mean 'cmd:COMMAND'?\n"
         "Known: cmd:COMMAND, file:PATH, http:ENGINE, model:NAME\n"),
        (("--system", "http:libre"), 2,
         "No engine is called 'libre'.\nKnown: anthropic, deepl, gemini, google, libretranslate, llama-cpp, ollama, openai, vllm\n"),
        (("--system", "https://x.org/t"), 2,
         "An address alone does not say what its requests look like.\n"
         "Name an engine or its file, too: --system http:libretranslate --url https://x.org/t\n"),
        (("--system", "http:deepl"), 2,
         "deepl needs a key that is not set. Set it: export DEEPL_API_KEY=...\n"
         "Keys are read from the environment only, and never shown.\n"),
        ((*LIBRE, "--batch", "51"), 2, "libretranslate takes at most 50 texts per request: --batch 50\n"),
        ((*LIBRE, "--batch", "0"), 2, "--batch counts from 1; --timeout is a number of seconds.\n"),
        ((*LIBRE, "--timeout", "nan"), 2, "--timeout must be more than 0, not nan.\n"),
        ((*LIBRE, "--marker", "@{n}@"), 2, "Sentences on their own have no marker. Add --level document.\n"),
        ((*LIBRE, "--marker", "{n}", "--level", "document"), 2,
         "'{n}' is not a marker. Write a text that is in no sentence, with {n} once for the number, "
         "such as '<s{n}/>'; or 'newline'.\n"),
        ((*LIBRE, "--beam", "4"), 2, "--beam is for models; http:libretranslate has none.\n"),
        (("--system", "cmd:cat", "--url", "http://x"), 2,
         "--url is the address of an engine: --system http:ENGINE\n"),
        (("--system", "cmd:cat", "--level", "document", "--marker", "newline"), 2,
         "A command reads one text per line; --marker newline cannot be used.\n"),
        (("--system", "file:x", "--cache", "c"), 2,
         "--answers is for web services and commands, not for file:x.\n"),
        (("--system", "file:talk.short"), 1,
         "talk.short has 2 lines, but there are 100 sentences.\n"
         "Every sentence needs one line. Lines end at \\n only; nothing was done.\n"),
        (("--system", "cmd:no-such-program"), 1,
         "no-such-program cannot be started: No such file or directory.\n"
         "Give the program's name or path; for a line of shell: cmd:sh -c '...'\n"),
        (("--system", "cmd:cat", "--cache", "out.fr.part"), 2,
         "--answers out.fr.part is where this run writes out.fr. Give another name.\n"),
    ],
)  # fmt: skip
def test_what_is_wrong_shows_before_anything_is_asked(
    talk: Path, litmus: Litmus, flags: tuple[str, ...], code: int, message: str
) -> None:
    write_lines(talk / "talk.short", ["a", "b"])
    answer = litmus("translate", *FILES, *flags)
    assert (answer.code, answer.out, answer.err) == (code, "", f"litmus: {message}")
    assert _names(talk) == set()


@pytest.mark.slow
def test_engines_need_no_torch(talk: Path) -> None:
    code = (
        "import sys; from litmus.cli import main; "
        "done = main(['translate', '-l', 'en-fr', '-s', 'talk.en', '--system', 'cmd:cat', '-o', 'o']); "
        "print(done, [name for name in ('torch', 'transformers') if name in sys.modules])"
    )
    done = python("-c", code, cwd=talk)
    assert (done.stderr, done.stdout.split("\n")[-2]) == ("", "0 []")


def test_a_dry_run_says_what_would_be_asked(talk: Path, litmus: Litmus) -> None:
    before = _names(talk)
    with service(libre) as there:
        command = ("translate", *FILES[:-2], *LIBRE, "--url", there.url, "--batch", 10)
        answer = litmus(*command, "--dry-run")
        assert (answer.code, answer.err) == (0, "")
        said, signature = answer.out.split("\n")[:2], answer.out.split("\n")[2]
        assert said[0] == "To ask:"
        assert said[1].startswith("10 requests, 100 texts, 690 characters, about ")
        assert signature.startswith("http:libretranslate.v1#")
        assert (there.heard, _names(talk)) == ([], before)
        assert litmus(*command).err == "litmus: Say where the translations go: -o F\n"
        cached = litmus(*command, "--cache", "all", "-o", "out.fr", "--parallel", 4)
        assert cached.out.startswith("100 lines: out.fr\n10 requests, 100 texts, 690 characters\n")
        again = litmus(*command, "--cache", "all", "--dry-run", "--level", "sentence")
        assert again.out.startswith("100 lines are there already. To ask:\n0 requests, 0 texts, ")
