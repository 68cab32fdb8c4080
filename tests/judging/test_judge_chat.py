"""Judges behind servers like OpenAI's and Anthropic's: structured, slow, cut off, refusing."""

from pathlib import Path
from typing import Any

import pytest
from tests.systems.chat_server import KEY, Asked, Said, chat_server

import litmus

SOURCE, MINE = ["He died.", "Hello."], ["Er trat den Eimer.", "Hallo."]


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.setenv(name, KEY)


def judged(url: str, engine: str = "openai", **options: Any) -> Any:
    return litmus.judge(
        languages="en-de", source=SOURCE, outputs={"mine": MINE}, judge=f"http:{engine}", url=url,
        model="small-1", **{"task": "direct", **options},
    )  # fmt: skip


@pytest.mark.parametrize("engine", ["openai", "anthropic"])
def test_the_schema_goes_along_and_no_prompt_of_translates(engine: str, tmp_path: Path) -> None:
    with chat_server(lambda _: '```json\n{"reason": "so", "score": 30}\n```') as server:
        path = "/v1" if engine == "openai" else ""
        found = judged(f"{server.url}{path}", engine, output=tmp_path / "rows.jsonl")
    assert [row["score"] for row in found.rows] == [30.0, 30.0]
    assert found.name == f"judge:{engine}/small-1/direct.v2"
    assert "|prompt:" not in found.signature and "model:small-1" in found.signature
    assert "You grade translations" in server.asked[0].system
    if engine == "openai":
        sent = server.asked[0].body["response_format"]["json_schema"]["schema"]
        assert sent["required"] == ["reason", "score"]
    written = (tmp_path / "rows.jsonl").read_text()
    assert KEY not in written and KEY not in str(found.notes) + found.signature


def test_what_a_server_can_do() -> None:
    for said, why in (
        (Said('{"reason": "it', finish="length"), "was cut off (length)"),
        (Said("I cannot judge that."), "holds no JSON"),
        (Said("", finish="refusal"), "was refused"),
    ):
        with chat_server(lambda _, said=said: said) as server:
            found = judged(f"{server.url}/v1", repairs=0)
        assert all(why in row["unjudged"] for row in found.rows), why


def test_a_busy_server_is_asked_again_with_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    def reply(asked: Asked) -> Said:
        busy = {"Retry-After": "0"}
        return Said(status=429, headers=busy) if asked.number == 0 else Said('{"score": 9}')

    monkeypatch.setattr("litmus.systems.http.http_engine.FIRST_WAIT", 0.01)
    with chat_server(reply) as server:
        found = judged(f"{server.url}/v1", settings={"temperature": 0.7})
    assert [row["score"] for row in found.rows] == [9.0, 9.0]
    assert server.asked[0].body["temperature"] == 0.7
