"""`litmus score --system`, as a user types it, with a paid service."""

from pathlib import Path

from commanding import FIXTURES, Litmus
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
