"""Pages that are run: the commands of a tutorial, and what it says they print.

A page is Markdown. In its order:

- A fenced block with a title, ```text title="source.en", is written to that file.
- In a block ```console or ```bash, a line that begins with `$ ` is a command; it goes on in lines
  that begin with `> `. The lines below it are what it prints, stdout and stderr together. A command
  without such lines may print what it likes.
- `...` alone on a line stands for any number of lines, and within a line for any text.
- A command must end with 0, or as it says: `$ litmus score ...  # exit 3`.
- <!-- not run: REASON --> above a block: it is not run.

All commands of a page run in one bash, in one empty folder.
"""

import difflib
import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

BLOCK = re.compile(
    r"(?:^<!-- (?P<note>[^>]*?) -->\n+)?"
    r"^(?P<fence>`{3,})(?P<kind>\w*)(?P<rest>[^\n]*)\n(?P<body>.*?)^(?P=fence)$",
    re.DOTALL | re.MULTILINE,
)
TITLE = re.compile(r'title="([^"]+)"')
EXIT = re.compile(r"\s+# exit (\d+)\s*$")
END = "@@ end of a command:"
SECONDS = 500


@dataclass(frozen=True)
class Command:
    """A command of a page, and what the page says about it."""

    line: int
    text: str
    expected: tuple[str, ...] = ()
    code: int = 0


@dataclass(frozen=True)
class NewFile:
    """A file that the page shows."""

    line: int
    name: str
    text: str


def steps(page: str) -> Iterator[Command | NewFile]:
    """What a page does, in its order."""
    for block in BLOCK.finditer(page):
        line = page[: block.start("body")].count("\n") + 1
        note = block["note"] or ""
        title = TITLE.search(block["rest"])
        if note.startswith("not run:"):
            continue
        if title:
            yield NewFile(line, title[1], block["body"])
        elif block["kind"] in ("console", "bash"):
            yield from _commands(line, block["body"])


def _commands(line: int, body: str) -> Iterator[Command]:
    lines = body.split("\n")[:-1]
    starts = [index for index, text in enumerate(lines) if text.startswith("$ ")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        below = lines[start + 1 : end]
        more = next((n for n, text in enumerate(below) if not text.startswith("> ")), len(below))
        text = "\n".join([lines[start][2:], *(part[2:] for part in below[:more])])
        code = EXIT.search(text)
        expected = tuple(below[more:])
        while expected and not expected[-1].strip():
            expected = expected[:-1]
        yield Command(line + start, EXIT.sub("", text), expected, int(code[1]) if code else 0)


def run(page: str, folder: Path, environment: Mapping[str, str]) -> list[str]:
    """Every difference between what a page says and what its commands do."""
    script, commands = ["exec 2>&1"], []
    for number, step in enumerate(steps(page)):
        if isinstance(step, NewFile):
            kept = folder / f".step{number}"
            kept.write_text(step.text, encoding="utf-8")
            script.append(f"mkdir -p \"$(dirname '{step.name}')\" && cp '{kept}' '{step.name}'")
        else:
            commands.append(step)
            script += [step.text, f"printf '\\n{END}%s\\n' $?"]
    done = subprocess.run(
        ["bash", "-c", "\n".join(script)], cwd=folder, env=dict(environment), timeout=SECONDS,
        stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, encoding="utf-8",
    )  # fmt: skip
    parts = re.split(rf"\n{END}(\d+)\n", done.stdout)
    printed, codes = parts[::2], parts[1::2]
    if len(codes) != len(commands):
        return [f"line {commands[len(codes)].line}: the shell ended here: {parts[-1]}"]
    return [
        problem
        for command, text, code in zip(commands, printed[:-1], codes, strict=True)
        for problem in differences(command, text, int(code))
    ]


def differences(command: Command, printed: str, code: int) -> Iterator[str]:
    """What a command does otherwise than the page says."""
    where = f"line {command.line}: {command.text.split(chr(10))[0]}"
    if code != command.code:
        yield f"{where}\nended with {code}, not {command.code}:\n{printed}"
        return
    lines = [line.rstrip() for line in printed.rstrip("\n").split("\n")]
    expected = [line.rstrip() for line in command.expected]
    if expected and not _fits(expected, lines):
        diff = difflib.unified_diff(expected, lines, "the page", "the command", lineterm="")
        yield f"{where}\n" + "\n".join(diff)


def _fits(expected: list[str], lines: list[str]) -> bool:
    """Whether lines are as expected."""
    pattern = "".join(
        r"(?:.*\n)*" if line == "..." else ".*".join(map(re.escape, line.split("..."))) + r"\n"
        for line in expected
    )
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in lines)) is not None
