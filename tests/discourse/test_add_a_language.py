"""The page "Add a language", followed to the letter: its files, its commands, what they print."""

import json
import re
import shlex
from pathlib import Path

import pytest

from litmus.cli import main

PAGE = Path(__file__).parents[2] / "docs" / "add-a-language.md"
FILE = re.compile(r"`([\w.]+)`:\n\n```\w+\n(.*?)```", re.DOTALL)
SESSION = re.compile(r"^    \$ .*\n(?:(?:    .*)?\n)*?(?=\S|\Z)", re.MULTILINE)


def commands(text: str) -> list[tuple[str, str]]:
    """The commands of the page's terminal sessions, each with what it prints."""
    found = []
    for session in SESSION.findall(re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
        lines = [line[4:] for line in session.splitlines()]
        starts = [n for n, line in enumerate(lines) if line.startswith("$ ")]
        for start, stop in zip(starts, [*starts[1:], len(lines)], strict=True):
            found.append((lines[start][2:], "\n".join(lines[start + 1 : stop]).strip()))
    return found


def pattern(printed: str) -> str:
    """… stands for anything; the number of blanks between two words does not matter."""
    return re.escape(squeezed(printed)).replace("…", ".*")


def squeezed(text: str) -> str:
    return "\n".join(re.sub(r" +", " ", line.strip()) for line in text.strip().split("\n"))


def test_the_page_does_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = PAGE.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name, content in FILE.findall(text):
        Path(name).write_text(content, encoding="utf-8")
    assert {path.name for path in tmp_path.iterdir()} == {
        "eo.toml", "talk.en", "talk.eo", "a.eo", "talk.docids",
    }  # fmt: skip
    steps = commands(text)
    assert [command.split()[:2] for command, _ in steps] == [
        ["litmus", "check"], ["litmus", "tag"], ["litmus", "tag"], ["litmus", "score"],
    ]  # fmt: skip
    for command, printed in steps:
        code = main(shlex.split(command)[1:])
        out, err = capsys.readouterr()
        assert (code, err) == (int("problems" in printed), ""), command
        assert re.fullmatch(pattern(printed), squeezed(out)), f"{command}\n{out}"
    rows = [json.loads(line) for line in Path("ref.jsonl").read_text("utf-8").splitlines()]
    assert [
        (token, *tags)
        for row in rows
        for token, tags in zip(row["tokens"], row["tags"], strict=True)
        if tags
    ] == [("vin", "formality"), ("Ĝi", "pronouns")]
