"""`litmus translate` with language models behind a service, as a user types it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from commanding import FIXTURES, Litmus, write_lines
from tests.systems import chat_server as chat
from tests.systems.answering import unhurried
from tests.systems.chat_server import KEY, Asked, Said, chat_server

from litmus import translate

here, litmus, tiny = FIXTURES
GERMAN = {
    "It rained all day.": "Es regnete den ganzen Tag.",
    "Nobody came to the party.": "Niemand kam zu dem Fest.",
    "Sure! I will call you.": "Klar! Ich rufe dich an.",
    "Anna": "Anna",
    "We went home.": "Wir gingen nach Hause.",
}
FILES = ("-l", "en-de", "-s", "talk.en", "--docids", "talk.docids", "-o", "out.de")


@pytest.fixture(autouse=True)
def set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits are not waited; a key; a text in one document."""
    unhurried(monkeypatch)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.delenv("OPENAI_MODEL", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


@pytest.fixture
def talk(here: Path) -> Path:
    write_lines(here / "talk.en", list(GERMAN))
    write_lines(here / "talk.docids", ["d"] * len(GERMAN))
    return here


def german(asked: Asked) -> str:
    """The translation of every sentence of the last line, with the marks between them."""
    text = asked.text.rpartition("Text:\n")[2]
    for english, translation in GERMAN.items():
        text = text.replace(english, translation)
    return text


def _openai(there: chat.ChatServer) -> tuple[str, ...]:
    return "--system", "http:openai", "--model", "m-1", "--url", f"{there.url}/v1"


@pytest.mark.parametrize(("level", "around", "n", "noted"), [
    ("sentence", "{}", 5, ""),
    ("sentence", chat.SURE, 5, "Of 5 answers: 5 cleaned (they held more than the translation)."),
    ("document", chat.SURE, 1, "Of 1 answer: 1 cleaned (they held more than the translation)."),
])  # fmt: skip
def test_a_language_model_translates(
    talk: Path, litmus: Litmus, level: str, around: str, n: int, noted: str
) -> None:
    with chat_server(chat.wrapped(around, german)) as there:
        answer = litmus("translate", *FILES, *_openai(there), "--level", level)
    assert answer.code == 0 and there.refused == []
    assert (talk / "out.de").read_text(encoding="utf-8") == "".join(
        f"{line}\n" for line in GERMAN.values()
    )
    assert answer.err == (f"litmus: {noted}\n" if noted else "")
    assert "|model:m-1|prompt:plain.v1#" in answer.out and "|read:v1|host:" in answer.out
    assert len(there.asked) == n


def test_what_was_remarkable_is_counted(talk: Path, litmus: Litmus) -> None:
    said = [
        Said("It rained all day."),
        Said("Il ne savait pas ce que nous voulions de lui."),
        chat.REFUSED_APART,
        Said("", finish="length"),
        Said("Translation: Wir gingen", finish="length"),
    ]
    with chat_server(chat.first(*said)) as there:
        answer = litmus("translate", *FILES, *_openai(there))
    assert answer.err == (
        "litmus: 2 sentences came back empty.\n"
        "litmus: Of 5 answers: 1 cleaned (they held more than the translation); 2 cut off; "
        "1 refused; 1 in another language; 1 equal to the source.\n"
    )


def test_counts_are_there_in_python(talk: Path) -> None:
    with chat_server(chat.first(Said("Translation: Ja.", finish="length"), then=german)) as there:
        found = translate(
            languages="en-de", source=list(GERMAN), system="http:openai", model="m",
            url=f"{there.url}/v1", settings={"temperature": 0.5}, prompt="turns",
        )  # fmt: skip
    assert found.counts == {"cleaned": 1, "cut off": 1}
    assert there.asked[0].body["temperature"] == 0.5


def test_no_example_is_from_the_text(talk: Path, litmus: Litmus) -> None:
    write_lines(
        talk / "shots.tsv", ["We went home.\tX.", "Good night.\tGute Nacht.", "One.\tEins."]
    )
    with chat_server(german) as there:
        command = (*FILES, *_openai(there), "--shots", "shots.tsv", "--shot-count", "2")
        whole = litmus("translate", *command)
        assert whole.code == 0
        part = litmus("translate", *command[:-2], "--shard", "1/2", "--overwrite")
    assert part.code == 0
    for asked in there.asked:  # of a part, too
        assert "English: Good night.\nGerman: Gute Nacht.\nEnglish: One." in asked.text
        assert "X." not in asked.text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--system", "http:openai", "--model", "m", "--set", "x"), "--set x is not a setting. Write NAME=VALUE, such as temperature=0.7; NAME=null takes a field out.\n"),
        (("--system", "http:openai", "--model", "m", "--set", "api_key=1"), "--set api_key looks like a key, which would show. Keys are read from the environment: write ${NAME_KEY} in the engine's file.\n"),
        (("--system", "http:libretranslate", "--prompt", "plain"), "libretranslate takes texts, not prompts: --prompt is for engines with {messages}, such as http:openai\n"),
        (("--system", "http:libretranslate", "--model", "m"), "libretranslate does not say where a model's name goes ({model}); leave out --model.\n"),
        (("--system", "cmd:cat", "--model", "m"), "--model is for language models behind a service, not for cmd:cat.\n"),
    ],
)  # fmt: skip
def test_options_that_would_do_nothing_are_refused(
    talk: Path, litmus: Litmus, options: tuple[str, ...], message: str
) -> None:
    answer = litmus("translate", *FILES, *options)
    assert (answer.code, answer.out, answer.err) == (2, "", f"litmus: {message}")
    assert not (talk / "out.de").exists()


def test_list_prompts_shows_both_kinds(litmus: Litmus) -> None:
    lines = litmus("list", "prompts").out.split("\n")
    assert lines[0] == "for language models behind a service:"
    assert "    plain         v1  one instruction, then the text; all in one turn" in lines
    takes = "context, target_context, examples, glossary, register, markers"
    assert f"{'':18}takes: {takes}" in lines
    assert lines[-2] == "for decoder-only models: chat, instruct, plain"


def test_a_broken_prompt_of_ones_own_is_a_note(
    here: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LITMUS_DATA", str(here / "data"))
    (here / "data" / "prompts").mkdir(parents=True)
    write_lines(here / "data" / "prompts" / "bad.toml", ['user = "Hello"'])
    write_lines(here / "data" / "prompts" / "fine.toml", ['user = "Put {text}"', 'about = "mine"'])
    answer = litmus("list", "prompts")
    path = here / "data" / "prompts"
    assert answer.err == (
        f"litmus: {path / 'bad.toml'}: 'user' must hold {{text}} once: the text to translate.\n"
    )
    assert f"    fine          v1  mine  [your data folder: {path / 'fine.toml'}]\n" in answer.out
    assert "takes: the text alone" in answer.out


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="needs a list of processes")
def test_no_key_is_in_any_file_message_or_list_of_processes(talk: Path) -> None:
    seen: list[bytes] = []

    def reply(asked: Asked) -> str | Said:
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                seen.append(path.read_bytes())
            except OSError:
                continue  # gone
        return chat.telling(status=403) if asked.number == 3 else german(asked)

    with chat_server(reply) as there:
        command = [sys.executable, "-m", "litmus", "translate", *FILES, *_openai(there)]
        found = subprocess.run(
            command, cwd=talk, capture_output=True, env={**os.environ, "OPENAI_API_KEY": KEY}
        )
    assert found.returncode == 1 and b"${OPENAI_API_KEY}" in found.stderr
    files = [path.read_bytes() for path in talk.rglob("*") if path.is_file()]
    assert (talk / "out.de.part").exists() and len(seen) > 4
    assert not any(KEY.encode() in text for text in (*files, *seen, found.stdout, found.stderr))
