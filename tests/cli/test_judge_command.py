"""`litmus judge` from the command line, asking a real HTTP service."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.systems.answering import Heard, Reply, Service, service

from litmus.cli.main import main

ENGINE = """
name = "chat"
url = "http://localhost/v1/chat/completions"
answer = "choices.0.message.content"
[headers]
Authorization = "Bearer ${CHAT_KEY}"
[body]
model = "small-1"
messages = "{messages}"
"""
KEY = "sk-never-to-be-seen"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CHAT_KEY", KEY)
    (tmp_path / "chat.toml").write_text(ENGINE)
    (tmp_path / "src.en").write_text("He kicked the bucket.\nHello.\n")
    (tmp_path / "a.de").write_text("Er trat den Eimer.\nHallo.\n")
    (tmp_path / "b.de").write_text("Er starb.\n\n")
    return tmp_path


def said(text: str, finish: str = "stop") -> Reply:
    return Reply({"choices": [{"message": {"content": text}, "finish_reason": finish}]})


def talk(request: Heard) -> Reply:
    """One error in what speaks of a bucket; the first answer to it is chatter."""
    turns: list[dict[str, Any]] = request.body["messages"]
    if "Eimer" not in turns[1]["content"]:
        return said('{"errors": []}')
    if len(turns) == 2:
        return said("Sure! I see one error.")
    error = {"text": "den Eimer", "category": "accuracy/mistranslation", "severity": "major"}
    return said(f"```json\n{json.dumps({'errors': [error]})}\n```")


@pytest.fixture
def chat() -> Iterator[Service]:
    with service(talk) as running:
        yield running


def command(files: Path, chat: Service, *more: str, task: str = "mqm") -> list[str]:
    return [
        "judge", "-l", "en-de", "-s", str(files / "src.en"), "-i", str(files / "a.de"),
        str(files / "b.de"), "--judge", f"http:{files / 'chat.toml'}", "--url", chat.url,
        "--task", task, "-o", str(files / "judge.jsonl"), *more,
    ]  # fmt: skip


def test_the_whole_way(files: Path, chat: Service, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command(files, chat)) == 0
    out, err = capsys.readouterr()
    lines = out.split("\n")
    assert lines[:4] == [
        f"4 verdicts: {files / 'judge.jsonl'}",
        "system  n  value",
        "a.de    2  -2.50",
        "b.de    2  -12.50",
    ]
    assert lines[4].startswith("4 requests, 4 texts, ")
    assert lines[5].startswith("judge|by:(http:chat.v1#") and "|task:mqm.v1#" in lines[5]
    assert err.split("\n")[:3] == [
        "litmus: 1 answer could be used after a second request.",
        "litmus: 1 verdict on empty translations, without asking.",
        "litmus: judge:chat/small-1/mqm.v1 was not compared with people: nobody knows how far its "
        "verdicts can be trusted. Give some of people's: --people FILE",
    ]
    written = (files / "judge.jsonl").read_text()
    rows = [json.loads(line) for line in written.splitlines()]
    assert rows[0]["spans"] == [
        {"start": 8, "end": 17, "category": "accuracy/mistranslation", "severity": "major"}
    ]
    assert rows[0]["annotator"] == "judge:chat/small-1/mqm.v1"
    assert KEY not in written + out + err
    assert len(chat.heard) == 4 and chat.heard[0].headers["Authorization"] == f"Bearer {KEY}"
    assert main(["check", str(files / "judge.jsonl")]) == 0
    capsys.readouterr()
    spec = f"judge:file={files / 'judge.jsonl'}"
    score = ["score", "-l", "en-de", "-s", str(files / "src.en"), "-i", str(files / "a.de")]
    assert main([*score, "-m", spec, "-f", "tsv"]) == 0
    assert "\t-2.5\t" in capsys.readouterr().out


def test_rows_without_a_verdict_are_not_counted_as_verdicts(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with service(lambda _: said("I would rather not.")) as silent:
        assert main(command(files, silent, task="direct")) == 0
    # The empty line of b.de is a verdict without asking.
    head = capsys.readouterr().out.split("\n")[0]
    assert head == f"4 rows, 1 with a verdict: {files / 'judge.jsonl'}"


def test_a_dry_run(files: Path, chat: Service, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command(files, chat, "--dry-run", "--repeats", "2")) == 0
    lines = capsys.readouterr().out.split("\n")
    assert lines[0] == "To ask:" and lines[1].startswith("6 requests, 6 texts, ")
    assert " tokens in and 720 out" in lines[1]
    assert not chat.heard


def test_people_are_asked_for_a_comparison(
    files: Path, chat: Service, capsys: pytest.CaptureFixture[str]
) -> None:
    people = files / "people.jsonl"
    people.write_text('{"id": "1", "system": "a.de", "annotator": "ana", "score": -5}\n')
    assert main(command(files, chat, "--people", str(people))) == 0
    assert (
        "was not tested: it and people have both judged 1 item, and 30 are needed."
        in capsys.readouterr().err
    )


@pytest.mark.slow
def test_a_killed_run_resumes(files: Path) -> None:
    (files / "src.en").write_text("".join(f"Sentence {k}.\n" for k in range(12)))
    for name in "ab":
        (files / f"{name}.de").write_text("".join(f"Satz {name} {k}.\n" for k in range(12)))
    kill_after: list[Any] = [7]
    running: list[subprocess.Popen[bytes]] = []

    def reply(request: Heard) -> Reply:
        if kill_after and len(chat.heard) == kill_after[0]:
            running[0].kill()
            running[0].wait()
        return said(json.dumps({"score": len(request.body["messages"][1]["content"]) % 100}))

    with service(reply) as chat:
        arguments = [sys.executable, "-m", "litmus", *command(files, chat, task="direct")]
        running.append(subprocess.Popen(arguments, stderr=subprocess.DEVNULL))
        running[0].wait(60)
        out = files / "judge.jsonl"
        assert not out.exists() and (files / "judge.jsonl.part").exists()
        kill_after.clear()
        subprocess.run(arguments, check=True, capture_output=True)
        assert len(chat.heard) == 24 + 1  # the one in flight was asked again
        resumed = out.read_bytes()
        subprocess.run([*arguments, "--overwrite"], check=True, capture_output=True)
        assert out.read_bytes() == resumed
