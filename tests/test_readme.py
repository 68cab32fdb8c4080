"""The first pages tell the truth: the result is what the command prints, the commands exist."""

import re
import shlex
from pathlib import Path

import pytest

from litmus.cli import main
from litmus.cli.main import parser

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
HOME = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
OVERVIEW = (ROOT / "docs" / "overview.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", [README, HOME], ids=["README", "home"])
def test_first_screen_shows_what_the_command_prints(
    page: str, capsys: pytest.CaptureFixture[str]
) -> None:
    screen = page[: page.index("BLEU and chrF do not")]
    shown = [line[4:] for line in screen.split("\n") if line.startswith("    ")]
    command = next(line for line in shown if line.startswith("$ litmus score"))
    assert main(shlex.split(command)[2:]) == 0
    printed = capsys.readouterr().out.split("\n")
    table = shown[shown.index(command) + 1 :]
    expected = [line for line in table if line.strip() and not line.endswith("...)")]
    begin = printed.index(expected[0])  # the home leaves out the heading
    assert expected == [line for line in printed[begin:] if line.strip()][: len(expected)]


COMMANDS = [
    line.split("#")[0].strip()
    for line in OVERVIEW[OVERVIEW.index("## Commands") :].split("\n")
    if re.match(r" {4}litmus \w", line)
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_of_the_overview_parses(command: str) -> None:
    assert parser().parse_args(shlex.split(command)[1:]).run


def test_analysis_shown_is_what_the_command_prints(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = (ROOT / "docs" / "analysis.md").read_text(encoding="utf-8").split("\n")
    command = re.compile(r' {4}\$ echo "(.+)" \| litmus analyse - (.+)')
    (at,) = [number for number, line in enumerate(lines) if command.fullmatch(line)]
    found = command.fullmatch(lines[at])
    assert found
    (tmp_path / "text").write_text(found[1] + "\n", encoding="utf-8")
    assert main(["analyse", str(tmp_path / "text"), *shlex.split(found[2])]) == 0
    printed = capsys.readouterr().out.rstrip("\n").split("\n")
    shown = lines[at + 1 : at + 1 + len(printed)]  # with spaces for tabs
    assert [line.split() for line in shown] == [line.split() for line in printed]
