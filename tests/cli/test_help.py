"""`litmus --help` and what loading the command line costs."""

import pytest
from commanding import FIXTURES, Litmus, python

from litmus import __version__
from litmus.cli.main import COMMANDS
from litmus.cli.main import parser as all_parsers

here, litmus, tiny = FIXTURES

LETTERS = {
    "-t": "--suite", "-l": "--language-pair", "-i": "--input", "-s": "--source",
    "-r": "--references", "-m": "--metrics", "-f": "--format", "-o": "--output",
    "-q": "--quiet", "-b": "--bare", "-w": "--width", "-a": "--aligner",
}  # fmt: skip


def test_help_names_every_command(litmus: Litmus) -> None:
    answer = litmus("--help")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("usage: litmus [-h] [--debug] [--version] COMMAND ...\n")
    names = (
        "demo", "score", "report", "mine", "build", "tag", "annotate", "judge", "agree", "reproduce", "resegment", "analyse", "align",
        "import", "export", "check", "dictionary", "suite", "ratings", "merge", "cache", "list", "train", "translate", "cxmi", "probe",
    )  # fmt: skip
    for name in names:
        assert f"\n    {name}" in answer.out
    assert len(COMMANDS) == len(names)
    assert answer.out.endswith("\nStart with: litmus demo\n")


def test_help_of_score_has_the_letters_users_know(litmus: Litmus) -> None:
    answer = litmus("score", "--help")
    assert (answer.code, answer.err) == (0, "")
    for letter, flag in LETTERS.items():
        assert f"\n  {letter}" in answer.out and flag in answer.out
    for flag in ("--spans", "--docids", "--segments", "--paired-ar", "--paired-bs", "--seed"):
        assert f"\n  {flag}" in answer.out
    assert "\nexamples:\n  litmus score -t demo-en-es\n" in answer.out


@pytest.mark.parametrize("command", [
    ["demo"], ["report"], ["mine"], ["build"], ["tag"], ["annotate"], ["judge"], ["agree"], ["reproduce"], ["resegment"], ["analyse"], ["align"], ["import"], ["export"], ["check"], ["list"], ["dictionary"], ["ratings"],
    ["train"], ["translate"], ["cxmi"], ["probe"],
    ["dictionary", "build"], ["dictionary", "show"],
])  # fmt: skip
def test_help_of_every_command(litmus: Litmus, command: list[str]) -> None:
    answer = litmus(*command, "--help")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(f"usage: litmus {' '.join(command)} [-h]")


def test_examples_in_the_help_parse() -> None:
    from litmus.cli.corpora import align, analyse, build, dictionary, mine, tag
    from litmus.cli.evaluation import agree, annotate, judge, reproduce, resegment, score
    from litmus.cli.files import export, import_
    from litmus.cli.models import cxmi, probe, train, translate

    commands = (
        score, mine, build, tag, annotate, judge, agree, reproduce, resegment, analyse, align, import_, export,
        dictionary, train, translate, cxmi, probe,
    )  # fmt: skip
    lines = [line for command in commands for line in command.EXAMPLE.split("\n")]
    examples = [line.split()[1:] for line in lines if line.startswith("  litmus ")]
    assert len(examples) > 17
    for words in examples:
        assert all_parsers().parse_args(words).command == words[0]


def test_formats_of_import_are_those_there_are() -> None:
    from litmus import importers
    from litmus.cli.files.import_ import FORMATS

    assert set(FORMATS) == set(importers.FORMATS)


def test_formats_of_export_are_those_there_are() -> None:
    from litmus import exporters
    from litmus.cli.files.export import FORMATS

    assert set(FORMATS) == set(exporters.FORMATS)


def test_version(litmus: Litmus) -> None:
    answer = litmus("--version")
    assert (answer.code, answer.out, answer.err) == (0, f"litmus {__version__}\n", "")


HEAVY = (
    "numpy",
    "sacrebleu",
    "sacremoses",
    "snowballstemmer",
    "simplemma",
    "torch",
    "comet",
    "spacy",
    "stanza",
    "onnxruntime",
)


@pytest.mark.parametrize("code", [
    "import litmus",
    "import litmus.cli",
    "import litmus.cli; litmus.cli.main(['list', 'formats'])",
    "import litmus.cli\ntry: litmus.cli.main(['score', '--help'])\nexcept SystemExit: pass",
])  # fmt: skip
def test_loading_the_command_line_loads_nothing_heavy(code: str) -> None:
    check = f"import sys; print([name for name in {HEAVY!r} if name in sys.modules])"
    done = python("-c", f"{code}\n{check}")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split("\n")[-2] == "[]"
