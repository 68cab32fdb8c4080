"""The page "Add a language", followed to the letter: its files, its commands, what they print."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "add-a-language.md"
# A file follows the sentence that names it last, with a colon; "add to" continues one.
FILE = re.compile(
    r"(?P<how>[Aa]dd\s+to\s+)?`(?P<name>[\w./-]+)`(?: \([^)]*\))?:\n\n```\w+\n(?P<content>.*?)```",
    re.DOTALL,
)
COMMAND = re.compile(
    r"^    \$ (?P<words>.*)\n(?P<printed>(?:    (?!\$ ).*\n|\n(?=    ))*)", re.MULTILINE
)


class Step(NamedTuple):
    """A file to write, to add to, or a command with what it prints."""

    what: str
    name: str
    text: str


def steps(page: str) -> list[Step]:
    found = [
        (match.start(), Step("add" if match["how"] else "write", match["name"], match["content"]))
        for match in FILE.finditer(page)
    ]
    found += [
        (match.start(), Step("run", match["words"], unindented(match["printed"])))
        for match in COMMAND.finditer(page)
    ]
    return [step for _, step in sorted(found)]


def unindented(text: str) -> str:
    return "\n".join(line.removeprefix("    ") for line in text.split("\n"))


def pattern(printed: str) -> str:
    """… stands for anything in a line, a line of it for lines; blanks may be more or fewer."""
    lines = (
        r"(?:.*\n)*?" if line == "…" else re.escape(line).replace("…", ".*") + r"\n"
        for line in squeezed(printed).split("\n")
    )
    return "".join(lines)


def squeezed(text: str) -> str:
    return "\n".join(re.sub(r"[ \t]+", " ", line.strip()) for line in text.strip().split("\n"))


def follow(page: str, folder: Path) -> Iterator[tuple[Step, subprocess.CompletedProcess[str]]]:
    """Does what the page says, in the folder; every command, once it has run."""
    environment = {**os.environ, "LITMUS_CACHE": str(folder / "cache")}
    environment.pop("LITMUS_DATA", None)
    for step in steps(page):
        path = folder / step.name
        if step.what == "write":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.text, encoding="utf-8")
        elif step.what == "add":
            with path.open("a", encoding="utf-8") as file:
                file.write("\n" + step.text)
        else:
            done = run(shlex.split(step.name), folder, environment)
            if done is not None:
                yield step, done


def run(
    words: list[str], folder: Path, environment: dict[str, str]
) -> subprocess.CompletedProcess[str] | None:
    """A command of litmus is run as it is; the few of the shell are done here, on any system."""
    match words:
        case ["litmus", *_]:
            command = [sys.executable, "-m", "litmus", *words[1:]]
            return subprocess.run(
                command, cwd=folder, env=environment, encoding="utf-8", capture_output=True
            )
        case ["export", setting]:
            name, _, value = setting.partition("=")
            environment[name] = value
        case ["mkdir", "-p", *names]:
            for name in names:
                (folder / name).mkdir(parents=True, exist_ok=True)
        case ["cp", source, target]:
            shutil.copy(folder / source, folder / target)
        case _:
            raise AssertionError(f"the page has a command that is not expected: {words}")
    return None


@pytest.mark.slow
def test_the_page_does_what_it_says(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    done = []
    for step, result in follow(page, tmp_path):
        printed = squeezed(result.stdout) + "\n"
        assert re.fullmatch(pattern(step.text), printed), f"{step.name}\n{result.stdout}"
        has_problems = re.search(r"^\d+ problems?$", step.text, re.MULTILINE) is not None
        assert (result.returncode, result.stderr) == (int(has_problems), ""), step.name
        done.append(shlex.split(step.name)[1])
    assert done == ["check", "check", "score", "report", "check", "score", "list", "score"]
    html = (tmp_path / "talk.html").read_text(encoding="utf-8")
    assert html.startswith("<!doctype html>")
