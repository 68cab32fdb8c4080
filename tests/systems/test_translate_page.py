"""The page on translating: its file is one, its commands parse, and no key or form is missing."""

import re
import shlex
from pathlib import Path

import pytest

from litmus.cli.main import parser
from litmus.systems.command import Command
from litmus.systems.engine_files.engine_file import load_engine
from litmus.systems.prompts.prompting import load_prompt

PROMPTS = Path(__file__).resolve().parents[2] / "docs" / "prompts.md"
PAGE = (Path(__file__).resolve().parents[2] / "docs" / "translate.md").read_text(encoding="utf-8")
COMMANDS = [
    line.strip()
    for line in (PAGE + PROMPTS.read_text(encoding="utf-8")).replace("\\\n", " ").split("\n")
    if re.match(r" {4,}litmus (translate|score|list)", line)
]


def test_file_of_the_page_is_read(tmp_path: Path) -> None:
    block = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert block is not None
    path = tmp_path / "my-model.toml"
    path.write_text(block[1], encoding="utf-8")
    found = load_engine(str(path))
    assert (found.name, found.texts, found.variables) == ("my-model", 1, {"MY_MODEL_KEY": "none"})


def test_prompt_and_table_of_answers_are_read(tmp_path: Path) -> None:
    block = re.search(r"```toml\n(.*?)```", PROMPTS.read_text(encoding="utf-8"), re.DOTALL)
    table = re.search(r"```toml\n(\[answer\].*?)```", PAGE, re.DOTALL)
    assert block is not None and table is not None
    path = tmp_path / "mine.toml"
    path.write_text(block[1], encoding="utf-8")
    assert load_prompt(str(path)).places == {"glossary", "context", "register"}
    path.write_text(f'url = "http://h/t"\n[body]\nq = "{{text}}"\n{table[1]}', encoding="utf-8")
    assert load_engine(str(path)).reads.take == "last line"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_of_the_page_parses(command: str) -> None:
    assert parser().parse_args(shlex.split(command)[1:]).run


def test_blank_lines_keep_lines_apart() -> None:
    (line,) = [command for command in COMMANDS if "apertium" in command]
    system = parser().parse_args(shlex.split(line)[1:]).system
    # In Apertium's place: what it reads, with its end of line shown, on the same number of lines.
    command = system.removeprefix("cmd:").replace("apertium -u eng-spa", "cat -E")
    assert Command(command, ("en", "es")).ask(["a", "b", "c"]) == ["a$", "b$", "c$"]
