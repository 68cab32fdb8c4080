"""`litmus score --sequential`, as a user types it, with a paid service."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest
from commanding import ENVIRONMENT, FIXTURES, Litmus
from paying import PAYING, SIZE, good, live, translated
from tests.systems.chat_server import KEY, Asked, Said, chat_server

here, litmus, tiny = FIXTURES
paid, set_up = PAYING


REQUIRE = ("--require", "blacklist<=25", "bleu not worse than old by 1")


def test_the_gate_stops_when_it_is_certain(paid: Path, litmus: Litmus) -> None:
    with chat_server(translated) as there:
        answer = litmus(
            "score", "-t", "paid", "-i", "old=old.txt", *live(there), *REQUIRE, "--sequential"
        )
    assert answer.code == 0
    assert 100 <= len(there.asked) < SIZE / 2
    drawn, saved = len(there.asked), round(100 * (1 - len(there.asked) / SIZE))
    assert f"{drawn} of 400 segments" in answer.out.split("\n")[0]
    assert f"Decided after {drawn} of 400 segments ({saved} % saved)" in answer.out
    assert f"|sequential:{drawn}of400.seed12345.level0.95|" in answer.out


def test_a_broken_gate_exits_with_3_and_agrees_with_the_whole(paid: Path, litmus: Litmus) -> None:
    require = ("--require", "new:blacklist<=2", "new:bleu>=old")
    with chat_server(translated) as there:
        command = ("score", "-t", "paid", "-i", "old=old.txt", *live(there), *require)
        part = litmus(*command, "--sequential")
        asked = len(there.asked)
        fast = litmus(*command, "--sequential", "--fail-fast")
        assert len(there.asked) == asked  # a part of what was paid
        whole = litmus(*command)
    assert part.code == fast.code == whole.code == 3
    assert asked < SIZE == len(there.asked)


def test_the_order_is_that_of_the_seed(paid: Path, litmus: Litmus) -> None:
    texts: list[list[str]] = []
    for seed in ("1", "1", "2"):
        with chat_server(translated) as there:
            litmus(
                "score", "-t", "paid", *live(there), "--require", "blacklist<=50", "--sequential",
                "--seed", seed, "--answers", f"{len(texts)}.answers", "--parallel", "1",
            )  # fmt: skip
            texts.append(there.texts)
    assert texts[0] == texts[1] != texts[2]


def test_documents_are_drawn_whole(paid: Path, litmus: Litmus) -> None:
    def reply(asked: Asked) -> str:
        text = asked.text.rpartition("Text:\n")[2]
        for number in range(SIZE):
            text = text.replace(f"sentence {number} .", good(number))
        return text

    with chat_server(reply) as there:
        answer = litmus(
            "score", "-t", "paid", *live(there), "--level", "document", "--sequential",
            "--require", "blacklist<=60",
        )  # fmt: skip
    assert answer.code == 0 and len(there.asked) < 80
    assert f"{5 * len(there.asked)} of 400 segments, {len(there.asked)} documents" in answer.out


def test_outputs_in_files_are_drawn_too(paid: Path, litmus: Litmus) -> None:
    answer = litmus(
        "score", "-t", "paid", "-i", "old.txt", "--require", "blacklist<=20", "--sequential"
    )
    assert answer.code == 0 and "of 400 segments" in answer.out.split("\n")[0]


@pytest.mark.slow
def test_a_killed_run_goes_on_where_it_was(paid: Path, litmus: Litmus) -> None:
    def slow(asked: Asked) -> Said:
        return Said(translated(asked), delay=0.01)

    with chat_server(slow) as there:
        command = [
            "score", "-t", "paid", "-i", "old=old.txt", *live(there), *REQUIRE, "--sequential",
            "--parallel", "1",
        ]  # fmt: skip
        code = "import sys; from litmus.cli import main; sys.exit(main(sys.argv[1:]))"
        variables = ENVIRONMENT | {"OPENAI_API_KEY": KEY, "no_proxy": "*"}
        run = subprocess.Popen(
            [sys.executable, "-c", code, *command], env=variables, cwd=paid,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        end = monotonic() + 60
        while len(there.asked) < 50 and monotonic() < end:
            sleep(0.01)
        os.kill(run.pid, signal.SIGINT)
        _, said = run.communicate(timeout=60)
        assert run.returncode == 130
        assert "kept in litmus.answers.\nThe same command resumes from it." in said
        answer = litmus(*command)
        total = len(there.asked)
    with chat_server(translated) as there:
        fresh = litmus(
            *command[: command.index("--url")], "--url", f"{there.url}/v1", *REQUIRE,
            "--sequential", "--answers", "fresh",
        )  # fmt: skip
        assert total == len(there.asked)  # nothing twice, and no other order
    assert answer.code == 0 and answer.out == fresh.out
