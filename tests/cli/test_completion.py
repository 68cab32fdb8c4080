"""Completion: what a shell is offered for the words typed so far."""

import io
import os
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import argcomplete
import pytest
from argcomplete.finders import CompletionFinder
from commanding import ENVIRONMENT, FIXTURES, Litmus, python

from litmus.cli.main import main

here, litmus, tiny = FIXTURES
HEAVY = ("numpy", "sacrebleu", "torch", "onnxruntime", "simplemma", "httpx", "tqdm")


def asked(line: str) -> dict[str, str]:
    """What the script of `litmus completion` sets."""
    return {
        "COMP_LINE": line, "COMP_POINT": str(len(line)), "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_IFS": "\n",
    }  # fmt: skip


def offered(line: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The words that complete a line."""
    finder, shown = CompletionFinder(), io.StringIO()
    monkeypatch.setattr(finder, "_init_debug_stream", lambda: None)  # a descriptor of the shell's
    answer = partial(finder, exit_method=sys.exit, output_stream=shown)
    monkeypatch.setattr(argcomplete, "autocomplete", answer)
    for name, value in asked(line).items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 0
    return [word.strip() for word in shown.getvalue().split("\n")]


@pytest.mark.parametrize(("line", "words"), [
    ("litmus sco", ["score"]),
    ("litmus score --paired", ["--paired-ar", "--paired-bs"]),
    ("litmus score -t demo-en", ["demo-en-de", "demo-en-es", "demo-en-fr"]),
    ("litmus score -t demo-en-es -m bl", ["blacklist", "bleu"]),
    ("litmus score -m bleu chr", ["chrf", "chrf++"]),
    ("litmus score -a mod", ["model:"]),
    ("litmus score -f js", ["json"]),
    ("litmus tag -l en-f", ["en-fr"]),
    ("litmus analyse text -l fr", ["fr"]),
    ("litmus annotate li", ["links"]),
    ("litmus annotate new folder --task pro", ["pronoun"]),
    ("litmus judge --task dir", ["direct"]),
    ("litmus import contra", ["contrapro"]),
    ("litmus export l", ["lm-eval"]),
    ("litmus export ts", [""]),  # tsv is read, not written
    ("litmus list met", ["metrics"]),
    ("litmus score -i mine", ["mine.es"]),
])  # fmt: skip
def test_what_is_offered(
    here: Path, monkeypatch: pytest.MonkeyPatch, line: str, words: list[str]
) -> None:
    (here / "mine.es").touch()
    assert offered(line, monkeypatch) == words


@pytest.mark.slow
@pytest.mark.parametrize("line", ["litmus ", "litmus score -t demo", "litmus score -m b"])
def test_completing_imports_nothing_heavy(tmp_path: Path, line: str) -> None:
    refuse = f"""
import sys
class Refuse:
    def find_spec(self, name, *_):
        if name.partition(".")[0] in {HEAVY!r}:
            sys.stderr.write(name); sys.stderr.flush()
sys.meta_path.insert(0, Refuse())
"""
    answer = tmp_path / "answer"
    variables = {**asked(line), "_ARGCOMPLETE_STDOUT_FILENAME": str(answer)}
    done = python("-c", f"{refuse}\nimport litmus.cli; litmus.cli.main()", variables=variables)
    assert (done.returncode, done.stderr) == (0, "")
    assert answer.read_text(encoding="utf-8")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_for_every_shell(litmus: Litmus, shell: str) -> None:
    answer = litmus("completion", shell)
    assert (answer.code, answer.err) == (0, "")
    assert "_ARGCOMPLETE" in answer.out and "litmus" in answer.out


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_with_the_script(tmp_path: Path) -> None:
    """The script is loaded as the help says, and its function called as bash does on Tab."""
    command = tmp_path / "litmus"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m litmus "$@"\n')
    command.chmod(0o755)
    line = "litmus score --paired-a"
    script = f"""eval "$(litmus completion bash)"
        function=$(complete -p litmus | sed 's/.*-F \\([^ ]*\\).*/\\1/')
        COMP_LINE='{line}' COMP_POINT={len(line)} COMP_TYPE=9
        COMP_WORDS=(litmus score --paired-a) COMP_CWORD=2
        $function litmus --paired-a score
        echo "${{COMPREPLY[@]}}" """
    done = subprocess.run(
        ["bash", "-c", script],
        env=ENVIRONMENT | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.strip() == "--paired-ar"


def test_an_unknown_shell_is_refused(litmus: Litmus) -> None:
    answer = litmus("completion", "csh")
    assert answer.code == 2
    assert answer.err.endswith("there is no 'csh'. Did you mean 'zsh'?\nKnown: bash, zsh, fish\n")
