"""`litmus translate` with files, commands and web services, as a user types it."""

import os
import shlex
import signal
import sys
from pathlib import Path

import pytest
from commanding import FIXTURES, LITERAL, SEGMENTS, Litmus, python, write_lines
from tests.systems.answering import MARK, Heard, Reply, libre, service, shout, unhurried

here, litmus, tiny = FIXTURES
LINES = [f"line {n}" for n in range(100)]
FILES = ("-l", "en-fr", "-s", "talk.en", "--docids", "talk.docids", "-o", "out.fr")
SHOUT = "import sys; sys.stdout.write(sys.stdin.read().upper())"
LIBRE = ("--system", "http:libretranslate")


@pytest.fixture(autouse=True)
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The waits, which are not waited."""
    monkeypatch.delenv("DEEPL_API_KEY", raising=False)
    return unhurried(monkeypatch)


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
    return {path.name for path in folder.iterdir()} - {"talk.en", "talk.docids"}


# --- file --------------------------------------------------------------------------------------


def test_a_file_is_checked_and_copied_into_place(tiny: Path, litmus: Litmus) -> None:
    write_lines(tiny / "mine.fr", LITERAL)
    command = ("translate", "-t", "tiny", "--system", "file:mine.fr", "-o", "out/mine.fr")
    answer = litmus(*command)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("4 lines: out/mine.fr\nfile:mine.fr#")
    assert (tiny / "out" / "mine.fr").read_bytes() == (tiny / "mine.fr").read_bytes()
    again = litmus(*command)
    assert (again.code, again.err) == (
        2, "litmus: out/mine.fr already exists. Choose another name, or add --overwrite.\n"
    )  # fmt: skip
    assert litmus(*command, "--overwrite", "--level", "sentence").code == 0


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (LITERAL[:3], "mine.fr has 3 lines, but there are 4 sentences.\n"
         "Every sentence needs one line. Lines end at \\n only; nothing was done.\n"),
        ([*LITERAL, "x"], "mine.fr has 5 lines, but there are 4 sentences.\n"
         "Every sentence needs one line. Lines end at \\n only; nothing was done.\n"),
        (["a\u2028b", *LITERAL[1:]], "mine.fr:1 holds U+2028, which other programs take for a line "
         "end.\nReplace it by a space; lines end at \\n only.\n"),
    ],
)  # fmt: skip
def test_a_file_that_does_not_fit_is_refused(
    tiny: Path, litmus: Litmus, lines: list[str], message: str
) -> None:
    write_lines(tiny / "mine.fr", lines)
    answer = litmus("translate", "-t", "tiny", "--system", "file:mine.fr", "-o", "out.fr")
    assert (answer.code, answer.out, answer.err) == (1, "", f"litmus: {message}")
    assert not (tiny / "out.fr").exists()


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


# --- commands ----------------------------------------------------------------------------------


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


def test_a_run_that_fails_at_once_leaves_nothing(talk: Path, litmus: Litmus) -> None:
    answer = litmus("translate", *FILES, "--system", "cmd:no-such-program")
    assert answer.code == 1
    assert answer.err == (
        "litmus: no-such-program cannot be started: No such file or directory.\n"
        "Give the program's name or path; for a line of shell: cmd:sh -c '...'\n"
    )
    assert _names(talk) == set()


def test_another_text_goes_on_with_what_fits(talk: Path, litmus: Litmus) -> None:
    failing = (
        "import sys; text = sys.stdin.read(); 'line 50' in text and sys.exit(1); "
        "sys.stdout.write(text.upper())"
    )
    assert litmus("translate", *FILES, *_cmd(failing), "--batch", 50).code == 1
    write_lines(talk / "talk.en", ["new", *LINES[1:50], *["more"] * 50])
    answer = litmus("translate", *FILES, *_cmd(failing), "--batch", 50)
    assert answer.out.startswith("100 lines, 49 of them from an earlier run: out.fr\n")
    assert _written(talk)[:2] == ["NEW", "LINE 1"] and _written(talk)[-1] == "MORE"


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


def test_a_run_with_overwrite_is_gone_on_with_by_the_same_command(
    talk: Path, litmus: Litmus
) -> None:
    write_lines(talk / "out.fr", ["old"])
    command = ("translate", *FILES, *_cmd(UNTIL_50), "--batch", 10, "--overwrite")
    stopped = litmus(*command)
    assert stopped.err.endswith("kept in out.fr.part.\nThe same command resumes from it.\n")
    assert _written(talk) == ["old"]
    (talk / "asked").unlink()
    write_lines(talk / "go", [])
    answer = litmus(*command)
    assert answer.out.startswith("100 lines, 50 of them from an earlier run: out.fr\n")
    assert (talk / "asked").read_text(encoding="utf-8").split("\n")[:-1] == LINES[50:]
    assert _written(talk) == [line.upper() for line in LINES]


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
    assert _names(talk) == {"asked", "go", "c", "out.fr"}


def test_the_part_of_another_output_can_be_the_cache(talk: Path, litmus: Litmus) -> None:
    command = ("translate", *FILES, *_cmd(UNTIL_50), "--batch", 10)
    assert litmus(*command).code == 1
    write_lines(talk / "go", [])
    answer = litmus(*command, "--cache", "out.fr.part", "-o", "other.fr")
    assert answer.out.startswith("100 lines, 50 of them from an earlier run: other.fr\n")
    refused = litmus(*command, "--overwrite")  # would remove it in the end
    assert (refused.code, refused.err) == (
        2,
        "litmus: out.fr.part is a cache of other runs; this run would keep its answers there.\n"
        "Give the cache another name; --answers NAME uses it.\n",
    )


@pytest.mark.parametrize("cache", ["out.fr", "out.fr.part", "./out.fr.part", "link"])
def test_a_cache_that_the_run_itself_writes_is_refused(
    talk: Path, litmus: Litmus, cache: str
) -> None:
    (talk / "link").symlink_to(talk / "out.fr.part")
    answer = litmus("translate", *FILES, "--system", "cmd:cat", "--cache", cache)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.endswith("is where this run writes out.fr. Give another name.\n")
    assert _names(talk) == {"link"}


def test_a_cache_serves_every_run(talk: Path, litmus: Litmus) -> None:
    code = "import sys; text = sys.stdin.read(); open('asked', 'a').write(text); sys.stdout.write(text.upper())"
    cache = ("--answers", "c.jsonl")
    assert litmus("translate", *FILES, *_cmd(code), *cache).code == 0
    (talk / "asked").unlink()
    write_lines(talk / "talk.en", ["new", *LINES[1:]])
    answer = litmus("translate", *FILES, *_cmd(code), *cache, "--overwrite")
    assert answer.out.startswith("100 lines, 99 of them from an earlier run: out.fr\n")
    assert (talk / "asked").read_text(encoding="utf-8") == "new\n"
    other = litmus("translate", *FILES, *_cmd(SHOUT), *cache, "--overwrite")  # another system
    assert other.out.startswith("100 lines: out.fr\n")


# --- web services ------------------------------------------------------------------------------


def test_a_service_that_fails_after_forty_is_gone_on_with(
    talk: Path, litmus: Litmus, waits: list[float]
) -> None:
    broken = True

    def reply(request: Heard) -> Reply:
        if broken and "line 40" in request.body["q"]:
            return Reply({"error": "out of order"}, 500)
        return libre(request)

    with service(reply) as there:
        command = ("translate", *FILES, *LIBRE, "--url", there.url, "--batch", 10)
        answer = litmus(*command)
        assert (answer.code, answer.out) == (1, "")
        assert answer.err == (
            f'litmus: {there.url} answered 500 Internal Server Error: {{"error": "out of order"}}.\n'
            "That was attempt 6. Try again later.\n"
            "What was translated so far is kept in out.fr.part.\nThe same command resumes from it.\n"
        )
        assert len(waits) == 5 and _names(talk) == {"out.fr.part"}
        broken = False
        there.heard.clear()
        answer = litmus(*command)
        asked = [text for request in there.heard for text in request.body["q"]]
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("100 lines, 40 of them from an earlier run: out.fr\n")
    assert asked == LINES[40:]
    assert _written(talk) == [line.upper() for line in LINES]
    assert _names(talk) == {"out.fr"}


def test_whole_documents_and_the_ablation(talk: Path, litmus: Litmus) -> None:
    def reply(request: Heard) -> Reply:  # cannot do documents with line 30
        found = [shout(text) for text in request.body["q"]]
        return Reply({"translatedText": [MARK.sub("", x) if "LINE 30" in x else x for x in found]})

    with service(reply) as there:
        command = ("translate", *FILES, *LIBRE, "--url", there.url, "--overwrite")
        answer = litmus(*command, "--level", "document")
        assert answer.code == 0
        assert answer.err == (
            "litmus: The markers of 1 of 10 documents did not come back right; these were sent "
            "again in pieces, 4 sentences alone.\n"
        )
        assert answer.out.startswith(
            "100 lines: out.fr\n3 requests, 17 texts, 1,453 characters\nhttp:libretranslate.v1#"
        )
        assert answer.out.endswith("|level:document|marker:<s{n}/>|alone:4\n")
        assert _written(talk) == [line.upper() for line in LINES]
        assert there.heard[0].body["format"] == "html"
        assert MARK.findall(there.heard[0].body["q"][0]) == [str(n) for n in range(1, 10)]
        answer = litmus(*command, "--level", "sentence")
        assert (answer.code, answer.err) == (0, "")
        assert there.heard[-1].body["format"] == "text"
    assert _written(talk) == [line.upper() for line in LINES]


def test_a_key_is_neither_printed_nor_written(
    talk: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEEPL_API_KEY", "very-secret-key")

    def reply(request: Heard) -> Reply:
        if "line 50" in request.body["text"]:
            return Reply({"message": f"bad: {request.headers['Authorization']}"}, 403)
        return Reply({"translations": [{"text": text} for text in request.body["text"]]})

    with service(reply) as there:
        answer = litmus("translate", *FILES, "--system", "http:deepl", "--url", there.url)
    assert answer.code == 1
    assert (
        'answered 403 Forbidden: {"message": "bad: DeepL-Auth-Key ${DEEPL_API_KEY}"}.\n'
        in answer.err
    )
    assert "very-secret-key" not in answer.err
    kept = (talk / "out.fr.part").read_text(encoding="utf-8")
    assert kept.count("\n") == 51 and "very-secret-key" not in kept


def test_an_engine_of_your_own_reads_one_text_at_a_time(tiny: Path, litmus: Litmus) -> None:
    def reply(request: Heard) -> Reply:
        (message,) = request.body["messages"]
        assert message["content"].startswith("From en to fr:\n")
        text = message["content"].partition("\n")[2].upper()
        return Reply({"choices": [{"message": {"content": f"{text}\n\n(a note)"}}]})

    with service(reply) as there:
        (tiny / "llm.toml").write_text(
            f'url = "{there.url}"\nanswer = "choices.0.message.content"\n[body]\nmodel = "m"\n'
            'messages = [{ role = "user", content = "From {source} to {target}:\\n{text}" }]\n',
            encoding="utf-8",
        )
        answer = litmus("translate", "-t", "tiny", "--system", "http:llm.toml", "-o", "out.fr")
    assert (answer.code, answer.err) == (0, "")
    assert _written(tiny)[0] == "I SING . (a note)"
    assert len(there.heard) == 4


# --- what is wrong with the flags --------------------------------------------------------------


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
        ((*LIBRE, "--timeout", "0"), 2, "--timeout must be more than 0, not 0.0.\n"),
        ((*LIBRE, "--timeout", "-1"), 2, "--timeout must be more than 0, not -1.0.\n"),
        ((*LIBRE, "--marker", "@{n}@"), 2, "Sentences on their own have no marker. Add --level document.\n"),
        ((*LIBRE, "--marker", "{n}", "--level", "document"), 2,
         "'{n}' is not a marker. Write a text that is in no sentence, with {n} once for the number, "
         "such as '<s{n}/>'; or 'newline'.\n"),
        ((*LIBRE, "--beam", "4"), 2, "--beam is for models; http:libretranslate has none.\n"),
        ((*LIBRE, "--break", "x"), 2, "--break is for models; http:libretranslate has none.\n"),
        (("--system", "cmd:cat", "--url", "http://x"), 2,
         "--url is the address of an engine: --system http:ENGINE\n"),
        (("--system", "cmd:cat", "--level", "document", "--marker", "newline"), 2,
         "A command reads one text per line; --marker newline cannot be used.\n"),
        (("--system", "file:x", "--cache", "c"), 2,
         "--answers is for web services and commands, not for file:x.\n"),
        (("--system", "file:nowhere"), 1, "nowhere does not exist.\n"),
        (("--system", "cmd:cat", "-o", "."), 1, ". is a folder; give the name of a file.\n"),
    ],
)  # fmt: skip
def test_what_is_wrong_shows_before_anything_is_asked(
    talk: Path, litmus: Litmus, flags: tuple[str, ...], code: int, message: str
) -> None:
    flags = (*flags, "--overwrite") if "-o" in flags else flags
    answer = litmus("translate", *FILES, *flags)
    assert (answer.code, answer.out, answer.err) == (code, "", f"litmus: {message}")
    assert _names(talk) == set()


def test_documents_need_ids_that_stand_together(talk: Path, litmus: Litmus) -> None:
    flags = ("--system", "cmd:cat", "--level", "document", "-o", "out.fr")
    answer = litmus("translate", "-l", "en-fr", "-s", "talk.en", *flags)
    assert (answer.code, answer.err) == (
        1,
        "litmus: Context needs documents. Give the document of every line: --docids FILE\n",
    )
    write_lines(talk / "talk.docids", [f"d{n % 2}" for n in range(100)])
    answer = litmus("translate", *FILES, "--system", "cmd:cat", "--level", "document")
    assert (answer.code, answer.err.split("\n")[0]) == (
        1,
        "litmus: Document 'd0' continues at line 3, after another document.",
    )
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


# --- many at a time ----------------------------------------------------------------------------


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


def test_ctrl_c_waits_for_what_is_under_way_and_keeps_it(talk: Path, litmus: Litmus) -> None:
    stopped: list[str] = []

    def reply(request: Heard) -> Reply:  # Ctrl-C comes while these are under way
        if request.body["q"] == ["line 50"] and not stopped:
            stopped.append("now")
            os.kill(os.getpid(), signal.SIGINT)
        return libre(request)

    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with service(reply) as there:
            command = ("translate", *FILES, *LIBRE, "--url", there.url, "--batch", 1)
            answer = litmus(*command, "--parallel", 8)
            assert answer.code == 130 and "is kept in out.fr.part" in answer.err
            first = [heard.body["q"][0] for heard in there.heard]
            assert litmus(*command, "--parallel", 3).code == 0
            second = [heard.body["q"][0] for heard in there.heard][len(first) :]
    finally:
        signal.signal(signal.SIGINT, before)
    assert sorted(first + second) == sorted(LINES)  # nothing is asked twice
    assert _written(talk) == [line.upper() for line in LINES]
