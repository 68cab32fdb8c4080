"""`litmus --help` and what loading the command line costs."""

import argparse
import re
import shlex
from collections.abc import Iterator

import pytest
from commanding import FIXTURES, Litmus, python

from litmus import __version__
from litmus.cli.grouping import grouped_commands
from litmus.cli.main import COMMANDS
from litmus.cli.main import parser as all_parsers

here, litmus, tiny = FIXTURES

LETTERS = {
    "-t": "--suite", "-l": "--language-pair", "-i": "--input", "-s": "--source",
    "-r": "--references", "-m": "--metrics", "-f": "--format", "-o": "--output",
    "-q": "--quiet", "-b": "--bare", "-w": "--width", "-a": "--aligner",
}  # fmt: skip


CHOICES = {
    "align --tokens": "words space moses",
    "analyse --sents": "given split",
    "annotate export --format": "jsonl tsv mqm esa pearmut",
    "build --mark": "none sentence span",
    "build --scheme": "halves sampled capped",
    "cache action": "show clear",
    "cxmi --base": "e 2",
    "mine --matcher": "ordered free",
    "ratings --protocol": "ESA MQM DA",
    "resegment --by": "source reference",
    "score --alignment-base": "0 1",
    "score --alignment-tokens": "words space moses",
    "score --by": "segment document",
    "score --family": "all metric",
    "translate --context": "none predicted reference",
    "translate --level": "sentence document",
    "translate --register": "formal informal",
}


def pages(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action._name_parser_map.values():
                yield below
                yield from pages(below)


def test_values_that_scripts_may_pass_are_these() -> None:
    there = {
        f"{parser.prog.removeprefix('litmus ')} {name}": " ".join(map(str, action.choices))
        for parser in pages(all_parsers())
        for action in parser._actions
        if action.choices and not isinstance(action, argparse._SubParsersAction)
        for name in (*action.option_strings, action.dest)
    }
    assert {name: there.get(name) for name in CHOICES} == CHOICES


def test_help_names_every_command(litmus: Litmus) -> None:
    answer = litmus("--help")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("usage: litmus [-h] [--debug] [--version] COMMAND ...\n")
    names = (
        "demo", "score", "init", "run", "report", "mine", "build", "tag", "annotate", "judge", "agree", "reproduce", "resegment", "analyse", "align",
        "import", "export", "check", "dictionary", "suite", "ratings", "merge", "cache", "completion", "list", "train", "translate", "cxmi", "probe",
    )  # fmt: skip
    for name in names:
        assert f"\n  {name} " in answer.out
    assert len(COMMANDS) == len(names)
    assert "\nStart with: litmus demo." in answer.out


def test_a_bare_litmus_prints_the_help(litmus: Litmus) -> None:
    assert litmus() == litmus("--help")


def test_commands_stand_under_what_they_are_for(litmus: Litmus) -> None:
    sections = litmus("--help").out.split("\n\n")
    (evaluate,) = [text for text in sections if text.startswith("evaluate:\n")]
    assert [line.split()[0] for line in evaluate.split("\n") if line[2:3].isalpha()][:4] == [
        "evaluate:", "demo", "score", "report",
    ]  # fmt: skip
    assert not any(text.startswith("other:") for text in sections), "see cli/grouping.py"


def test_a_command_without_a_heading_is_shown_all_the_same() -> None:
    actions = [argparse.Action([], dest=name) for name in ("new-one", "score")]
    found = {title: [a.dest for a in under] for title, under in grouped_commands(actions)}
    assert found == {"evaluate": ["score"], "other": ["new-one"]}


@pytest.mark.parametrize("command", ["score", "report"])
def test_flags_of_long_commands_stand_under_what_they_are_for(litmus: Litmus, command: str) -> None:
    answer = litmus(command, "--help").out
    headings = [line[:-1] for line in answer.split("\n") if line.endswith(":") and line[0] != " "]
    assert headings[:3] == ["what is read", "what is measured", "how sure the numbers are"]
    assert headings[-2:] == ["options", "examples"]
    assert answer.index("--suite") < answer.index("--metrics") < answer.index("--workers")
    for flag in ("--suite", "--paired-ar", "--no-cache"):
        assert answer.count(f"{flag} ") == 1


def test_usage_says_what_must_be_given(litmus: Litmus) -> None:
    assert litmus("score", "--help").out.startswith("usage: litmus score [-h] [flags below]\n")
    usage = "usage: litmus mine [-h] -l LANG [flags below] IDIOMS CORPUS\n"
    assert litmus("mine", "--help").out.startswith(usage)


def test_every_page_says_what_it_is_about() -> None:
    found = list(pages(all_parsers()))
    assert len(found) > 30
    for page in found:
        assert page.description, page.prog
        assert page.format_help().startswith(f"usage: {page.prog} [-h]")
        for action in page._actions:
            is_list = isinstance(action, argparse._SubParsersAction)
            assert action.help or is_list, f"{page.prog}: {action.dest}"
            # what the value is, not only what it is of, or would be otherwise
            assert not (action.help or "").startswith(("of ", "(")), f"{page.prog}: {action.dest}"


def test_help_of_score_has_the_letters_users_know(litmus: Litmus) -> None:
    answer = litmus("score", "--help")
    assert (answer.code, answer.err) == (0, "")
    for letter, flag in LETTERS.items():
        assert f"\n  {letter}" in answer.out and flag in answer.out
    for flag in ("--spans", "--docids", "--segments", "--paired-ar", "--paired-bs", "--seed"):
        assert f"\n  {flag}" in answer.out
    assert "\n  -t, --suite SUITE " in answer.out  # a value is named once
    assert "\nexamples:\n  litmus score -t demo-en-es\n" in answer.out


def test_examples_in_the_help_parse() -> None:
    lines = [line for one in COMMANDS for line in getattr(one, "EXAMPLE", "").split("\n")]
    # What stands behind two blanks explains it; behind > stands a place.
    typed = [re.split("  | >", line[2:])[0] for line in lines if line.startswith("  litmus ")]
    assert len(typed) > 50
    parser = all_parsers()
    for words in (shlex.split(line, comments=True)[1:] for line in typed):
        assert parser.parse_args(words).command == words[0]


def test_formats_in_the_help_are_those_there_are() -> None:
    from litmus import exporters, importers
    from litmus.cli.files import export, import_

    assert set(import_.FORMATS) == set(importers.FORMATS)
    assert set(export.FORMATS) == set(exporters.FORMATS)


def test_version(litmus: Litmus) -> None:
    answer = litmus("--version")
    assert (answer.code, answer.out, answer.err) == (0, f"litmus {__version__}\n", "")


HEAVY = (
    "numpy", "sacrebleu", "sacremoses", "snowballstemmer", "simplemma", "torch", "comet", "spacy",
    "stanza", "onnxruntime",
)  # fmt: skip


@pytest.mark.parametrize("code", [
    "import litmus.cli; litmus.cli.main(['list', 'formats'])",
    pytest.param("import litmus.cli\ntry: litmus.cli.main(['score', '--help'])\nexcept SystemExit: pass", marks=pytest.mark.slow),
])  # fmt: skip
def test_loading_the_command_line_loads_nothing_heavy(code: str) -> None:
    check = f"import sys; print([name for name in {HEAVY!r} if name in sys.modules])"
    done = python("-c", f"{code}\n{check}")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split("\n")[-2] == "[]"
