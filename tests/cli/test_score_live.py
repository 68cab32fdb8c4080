"""`litmus score --system`, as a user types it, with a paid service."""

from pathlib import Path

import pytest
from commanding import FIXTURES, Litmus, write_lines
from paying import PAYING, SIZE, good, live, translated
from tests.systems.chat_server import chat_server

here, litmus, tiny = FIXTURES
paid, set_up = PAYING


def test_a_system_is_translated_and_scored(paid: Path, litmus: Litmus) -> None:
    with chat_server(translated) as there:
        answer = litmus("score", "-t", "paid", "-i", "old.txt", *live(there), "-f", "json")
    assert answer.code == 0 and len(there.asked) == SIZE
    assert answer.row("new", "blacklist")["value"] == 10.0
    assert answer.row("new", "blacklist")["n"] == SIZE
    assert answer.row("old.txt", "blacklist")["value"] == 0.0
    assert "litmus: new: 400 requests, 400 texts, " in answer.err
    assert "litmus: new is http:openai.v1#" in answer.err


def test_nothing_is_paid_twice(paid: Path, litmus: Litmus) -> None:
    with chat_server(translated) as there:
        command = ("score", "-t", "paid", "-i", "old.txt", *live(there))
        first = litmus(*command)
        paid_for = len(there.asked)
        second = litmus(*command)
        assert len(there.asked) == paid_for == SIZE
        translate = litmus(
            "translate", "-t", "paid", "--system", "http:openai", *live(there)[2:],
            "--cache", "litmus.answers", "-o", "new.txt",
        )  # fmt: skip
        assert len(there.asked) == SIZE and translate.code == 0
    assert first.out == second.out
    assert (paid / "new.txt").read_text().splitlines() == [good(n) for n in range(SIZE)]


def test_without_outputs_the_system_is_scored_alone(tiny: Path, litmus: Litmus) -> None:
    answer = litmus("score", "-t", "tiny", "--system", "loud=cmd:tr a-z A-Z", "-f", "json")
    assert {row["system"] for row in answer.rows} == {"loud"}


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--system", "cmd:cat"),
         "The system cmd:cat has no name. Give it one: --system NAME=cmd:cat\n"),
        (("--system", "a=cmd:cat", "--system", "a=cmd:tac"),
         "Two systems are called 'a'. Name them: --system NAME=SPEC\n"),
        (("--system", "right=cmd:cat", "-i", "@right", "right=old.txt"),
         "An output and a system are both called 'right'. Rename one of them.\n"),
        (("--system", "a=cmd:cat", "--shard", "1/2", "-o", "p"),
         "--system and --shard do not go together.\n"
         "Translate first (litmus translate), then score the file.\n"),
        (("--system", "a=cmd:cat", "-f", "evalset", "-o", "p"),
         "--system and -f evalset do not go together.\n"
         "Translate first (litmus translate), then score the file.\n"),
        (("--system", "a=cmd:cat", "-t", "tiny"),
         "--system translates one suite at a time. Give one: -t SUITE\n"),
        (("--system", "a=file:old.txt"),
         "file:old.txt has its translations already. Give it as an output: -i a=FILE\n"),
        (("--system", "a=cmd:cat", "--model", "m"),
         "--model is for language models behind a service, not for cmd:cat.\n"),
        (("--model", "m"), "--model is for a system that translates. Name it: --system NAME=SPEC\n"),
        (("--answers", "x"),
         "--answers is for a system that translates. Name it: --system NAME=SPEC\n"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(
    tiny: Path, litmus: Litmus, flags: tuple[str, ...], message: str
) -> None:
    write_lines(tiny / "old.txt", ["x"] * 4)
    answer = litmus("score", "-t", "tiny", *flags)
    assert (answer.code, answer.out, answer.err) == (2, "", f"litmus: {message}")
