"""What the tests of systems that are asked while they are scored share: a suite, and a service that
is paid by the request.

A test module takes the fixtures over by `paid, set_up = PAYING`.
"""

from pathlib import Path
from random import Random

import pytest
from commanding import write_lines, write_suite
from tests.systems.answering import unhurried
from tests.systems.chat_server import KEY, Asked, ChatServer

SIZE = 400


@pytest.fixture(autouse=True)
def set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits are not waited; a key."""
    unhurried(monkeypatch)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.delenv("OPENAI_MODEL", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


def words(number: int) -> list[str]:
    return Random(number).choices(["mot", "table", "chat", "soir", "pain", "rue", "mer"], k=9)


def reference(number: int) -> str:
    return " ".join(words(number))


def good(number: int) -> str:
    """One word in nine is another; every tenth line has a bad one."""
    return " ".join(["autre", *words(number)[1:], *(["seau"] if number % 10 == 0 else [])])


def poor(number: int) -> str:
    return " ".join(["autre", "encore", "autre", *words(number)[3:]])


@pytest.fixture
def paid(here: Path) -> Path:
    """A suite of 400 segments in 80 documents, the old system's output, a place for the new."""
    segments = [
        {
            "id": f"s{number}",
            "doc": f"d{number // 5}",
            "source": f"sentence {number} .",
            "references": [reference(number)],
            "blacklist": ["seau"],
        }
        for number in range(SIZE)
    ]
    write_suite(here / "paid", segments, metrics=["blacklist", "bleu"])
    write_lines(here / "old.txt", [poor(number) for number in range(SIZE)])
    return here


def translated(asked: Asked) -> str:
    """The good translation of `sentence N .`"""
    return good(int(asked.text.rpartition("sentence ")[2].split()[0]))


def live(there: ChatServer) -> tuple[str, ...]:
    return "--system", "new=http:openai", "--model", "m-1", "--url", f"{there.url}/v1"


PAYING = paid, set_up
