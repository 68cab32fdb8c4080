"""`litmus translate` with a language model that is given the sentences before."""

from pathlib import Path

import pytest
from commanding import FIXTURES, Litmus, write_lines
from tests.systems.chat_server import KEY, Asked, chat_server

here, litmus, tiny = FIXTURES
LINES = [f"This is line {n}." for n in range(60)]
GERMAN = [f"Das ist Zeile {n}." for n in range(60)]


@pytest.fixture(autouse=True)
def set_up(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten documents, and a key."""
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    write_lines(here / "a.en", LINES)
    write_lines(here / "a.docids", [f"d{n // 6}" for n in range(60)])


def test_documents_go_side_by_side_and_sentences_in_order(here: Path, litmus: Litmus) -> None:
    heard: dict[str, list[tuple[str, str]]] = {}

    def reply(asked: Asked) -> str:
        text = asked.turns[-1][1]
        heard[text] = [(role, said) for role, said in asked.turns[:-1] if role != "system"]
        return GERMAN[LINES.index(text)]

    with chat_server(reply) as there:
        command = (
            "translate", "-l", "en-de", "-s", "a.en", "--docids", "a.docids", "--level", "document",
            "--system", "http:openai", "--model", "m", "--url", f"{there.url}/v1", "--prompt",
            "turns", "--source-context", 2, "--target-context", 2,
        )  # fmt: skip
        dry = litmus(*command, "--dry-run")
        assert (dry.code, heard) == (0, {}) and "\n60 requests, 60 texts, " in dry.out
        answer = litmus(*command, "--parallel", 8, "-o", "out.de")
    assert (answer.code, answer.err) == (0, "")
    assert "context:source2/predicted2" in answer.out and "tokens in" in answer.out
    assert (here / "out.de").read_text(encoding="utf-8").split("\n")[:-1] == GERMAN
    assert heard[LINES[6]] == []  # the first of a document
    assert heard[LINES[9]] == [
        ("user", LINES[7]), ("assistant", GERMAN[7]), ("user", LINES[8]), ("assistant", GERMAN[8]),
    ]  # fmt: skip
