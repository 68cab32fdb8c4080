"""`-i -` and `-s -`: what comes down a pipe is scored as if it were in a file."""

import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from commanding import ENVIRONMENT, FIXTURES, LITERAL, Answer, Litmus

here, litmus, tiny = FIXTURES
TEXT = "".join(f"{line}\n" for line in LITERAL)
ASKED = ("score", "-t", "tiny", "-m", "blacklist", "bleu", "--bootstrap", "20")


Piped = Callable[..., Answer]


@pytest.fixture
def scratch(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files go."""
    (tiny / "scratch").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tiny / "scratch"))
    return tiny / "scratch"


@pytest.fixture
def piped(tiny: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch) -> Piped:
    """A command whose standard input is a text."""
    monkeypatch.setattr("sys.argv", ["litmus"])  # what a page says of the command

    def answer(*arguments: str, text: str = TEXT) -> Answer:
        (tiny / "pipe").write_text(text, encoding="utf-8")
        with (tiny / "pipe").open() as pipe, monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", pipe)
            return litmus(*arguments)

    return answer


@pytest.mark.parametrize(("item", "name"), [("-", "stdin"), ("mine=-", "mine")])
def test_score_of_a_pipe_is_that_of_a_file(
    tiny: Path, piped: Piped, scratch: Path, item: str, name: str
) -> None:
    found = piped(*ASKED, "-f", "json", "-i", item, "@right")
    (tiny / name).write_text(TEXT, encoding="utf-8")
    assert found.out == piped(*ASKED, "-f", "json", "-i", name, "@right", text="").out
    assert {row["system"] for row in found.rows} == {name, "@right"}
    assert list(scratch.iterdir()) == []  # nothing is left behind


def test_report_reads_a_pipe_as_often_as_it_needs(tiny: Path, piped: Piped, scratch: Path) -> None:
    asked = ("report", "-t", "tiny", "-m", "blacklist", "bleu", "-o", "r.html", "-i")
    found = piped(*asked, "it=-")
    (tiny / "file").write_text(TEXT, encoding="utf-8")
    assert found.code == 0
    assert found.out == piped(*asked, "it=file", text="").out


def test_source_from_a_pipe(tiny: Path, piped: Piped, scratch: Path) -> None:
    found = piped(
        "translate", "-l", "en-fr", "-s", "-", "--system", "cmd:cat", "-o", "out.fr",
        text="One.\nTwo.\n",
    )  # fmt: skip
    assert (found.code, (tiny / "out.fr").read_text()) == (0, "One.\nTwo.\n")


@pytest.mark.parametrize(
    ("arguments", "text", "code", "message"),
    [
        (
            ["-i", "-", "a=-"], TEXT, 2,
            "litmus: -i - and -i a=-: standard input can be read once only.\n"
            "Write the others to files.\n",
        ),
        (
            ["-i", "-", "--shard", "1/2", "-o", "part"], TEXT, 2,
            "litmus: -i - and --shard do not go together: every run, and litmus merge, needs the "
            "same text.\nWrite it to a file.\n",
        ),
        (
            ["-i", "-"], "", 1,
            "litmus: standard input is empty. One segment per line was expected; nothing was done.\n",
        ),
        (
            ["-i", "-"], "one\n", 1,
            "litmus: standard input has 1 line, but tiny has 4 segments.\nLine 2 is the first without a partner. "
            "Lines end at \\n only; nothing was done.\n",
        ),
    ],
)  # fmt: skip
def test_refused(
    tiny: Path,
    piped: Piped,
    scratch: Path,
    arguments: list[str],
    text: str,
    code: int,
    message: str,
) -> None:
    found = piped(*ASKED, *arguments, text=text)
    assert (found.code, found.err[-len(message) :]) == (code, message)
    assert list(scratch.iterdir()) == []


@pytest.mark.parametrize(("text", "name"), [
    ('<?xml version="1.0"?>\n<xliff/>\n', "XML.\nWrite it to a file with its suffix (.xlf)"),
    ("\ufeffWEBVTT\n\n00:01.000 --> 00:02.000\nHi\n", "WebVTT.\nWrite it to a file with its suffix (.vtt)"),
    ("1\n00:00:01,000 --> 00:00:02,000\nHi\n", "SubRip.\nWrite it to a file with its suffix (.srt)"),
    ('# German\n\nmsgid ""\nmsgstr ""\n', "a PO file.\nWrite it to a file with its suffix (.po)"),
])  # fmt: skip
def test_other_formats_are_refused(
    tiny: Path, piped: Piped, scratch: Path, text: str, name: str
) -> None:
    found = piped(*ASKED, "-i", "mine=-", text=text)
    assert (found.code, found.err) == (
        1,
        "litmus: -i mine=-: standard input is read as plain text, one segment per line, but this "
        f"is {name}, and give that.\n",
    )


@pytest.mark.slow
def test_terminal_is_told_what_is_waited_for(tiny: Path) -> None:
    terminal, end = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "litmus", *ASKED, "-b", "-i", "-"],
        stdin=end, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT, cwd=tiny,
    ) as process:  # fmt: skip
        os.close(end)
        os.write(terminal, TEXT.encode() + b"\x04")
        out, err = process.communicate(timeout=60)
    os.close(terminal)
    assert err.decode() == (
        "litmus: waiting for -i - on the terminal, one segment per line; end with Ctrl-D.\n"
    )
    assert out.decode().startswith("stdin\tblacklist\t")
