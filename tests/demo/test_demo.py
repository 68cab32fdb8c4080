"""The shipped suites: sound, and consistent with the shipped dictionaries; the tour."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import litmus
from litmus import evaluate
from litmus.cli import main
from litmus.corpus.segment import Segment
from litmus.corpus.shipped import shipped_suites
from litmus.corpus.suite import SuiteFolder, read_suite
from litmus.demo.tour import HOW_TO_READ
from litmus.files.text import read_lines
from litmus.language import knowledge
from litmus.language.dictionary import bilingual as dictionary
from litmus.language.words import words

NAMES = sorted(shipped_suites())


def suite_of(name: str) -> SuiteFolder:
    return read_suite(shipped_suites()[name])


def segments_of(name: str) -> list[Segment]:
    return list(suite_of(name).segments())


@pytest.fixture(scope="module")
def tour() -> "subprocess.CompletedProcess[str]":
    """`litmus demo` in a Python of its own, which then names the heavy modules it has loaded."""
    code = (
        "import sys; from litmus.cli import main; code = main(['demo']); sys.stderr.write(' '.join("
        "name for name in ('torch', 'comet', 'transformers') if name in sys.modules)); "
        "sys.exit(code)"
    )
    environment = os.environ | {"PYTHONPATH": str(Path(litmus.__file__).resolve().parents[1])}
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, env=environment, text=True,
        encoding="utf-8", timeout=300, check=False,
    )  # fmt: skip


@pytest.mark.slow
def test_demo_runs_without_torch(tour: "subprocess.CompletedProcess[str]") -> None:
    assert (tour.returncode, tour.stderr) == (0, "")


@pytest.mark.slow
def test_demo_shows_every_suite_that_has_outputs(tour: "subprocess.CompletedProcess[str]") -> None:
    tables = tour.stdout.split("[low, high]: 95 % interval.")
    shown = [name for name in NAMES if suite_of(name).systems]
    assert len(tables) == len(shown) + 1
    for name, table in zip(shown, tables, strict=False):
        suite = suite_of(name)
        heading = f"{name} v{suite.info.version}, {suite.info.source}-{suite.info.target}, "
        assert heading in table
        for system in suite.systems:
            assert f"\n{system}  " in table


@pytest.mark.slow
def test_demo_says_how_to_read_it(tour: "subprocess.CompletedProcess[str]") -> None:
    assert tour.stdout.endswith(HOW_TO_READ)
    explained = {word for line in HOW_TO_READ.split("\n") for word in line[2:14].split()}
    heads = [line for line in tour.stdout.split("\n") if line.endswith(("↑", "↓"))]
    shown = {word for head in heads for word in head.replace("†", " † ").split()}
    assert {"LitTER", "macro", "AutoIE.pairs", "†", "↑", "↓"} <= shown
    for word in shown:
        title, _, reading = word.partition(".")
        assert title in {part.strip(",") for part in explained}
        assert not reading or f" .{reading}: " in HOW_TO_READ


def test_next_steps_of_the_tour_are_commands() -> None:
    from litmus.cli.main import parser

    commands = [
        line.strip().split("   ")[0].split()[1:]
        for line in HOW_TO_READ.split("\n")
        if line.startswith("  litmus ")
    ]
    assert [parser().parse_args(command).command for command in commands] == [
        "score", "score", "import", "list",
    ]  # fmt: skip


def complaints(name: str) -> Iterator[str]:
    """What is wrong with a shipped suite."""
    suite, segments = suite_of(name), segments_of(name)
    info, labels = suite.info, {label for segment in segments for label in segment.labels}
    if main(["check", str(shipped_suites()[name])]):
        yield f"{name} does not pass its check"
    if info.name != name or not info.licence.startswith("Apache-2.0"):
        yield f"{name} is called {info.name}, under {info.licence}"
    if not (info.metrics and info.origin and info.description):
        yield f"{name} lacks metrics, an origin or a description"
    numbers = [int(word) for word in info.description.split() if word.isdigit()]
    if numbers != [len(labels), len(segments)][: len(numbers)]:
        yield f"the description of {name} counts wrong: {numbers}"
    yield from (f"{path} has an empty line" for path in suite.systems.values()
                if not all(line.strip() for line in read_lines(path)))  # fmt: skip
    source, found = knowledge.load(info.source), dictionary.shipped(info.source, info.target)
    for segment in segments:
        if not (segment.idioms and segment.references and all(one.spans for one in segment.idioms)):
            yield f"{name}: {segment.id} has no idiom, span or reference"
        for text in (idiom.text(segment.source) for idiom in segment.idioms):
            parts = words(text) if source.writing == "spaces" else _uncovered(text, found)
            for word in parts:
                if word.lower() not in source.stopwords and not found.lookup(word):
                    yield f"{name}: {segment.id}: {word} of {text!r} is in no dictionary"


@pytest.mark.release
def test_shipped_suites_are_sound() -> None:
    assert [complaint for name in NAMES for complaint in complaints(name)] == []
    sources = [
        [(s.id, s.source, s.idioms) for s in segments_of(f"demo-en-{target}")]
        for target in ("de", "es", "fr")
    ]
    assert sources[0] == sources[1] == sources[2]
    assert all(segment.blacklist for segment in segments_of("demo-zh-en"))


def test_a_shipped_suite_passes_its_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(shipped_suites()["demo-en-es"])]) == 0
    assert capsys.readouterr().out.endswith("\nok\n")


@pytest.mark.release
@pytest.mark.parametrize("name", NAMES)
def test_reference_makes_no_mistake(name: str) -> None:
    references = [segment.references[0] for segment in segments_of(name)]
    result = evaluate(suite_of(name), {"reference": references}, n_bootstrap=2)
    found = {column.metric: result.overall("reference", column.metric) for column in result.columns}
    best = {"litter": 0.0, "blacklist": 0.0, "autoie": 100.0, "bleu": 100.0, "chrf": 100.0}
    values = {metric.split(":")[0]: row for metric, row in found.items()}
    assert {"litter", "bleu"} <= {*values}
    assert "blacklist" in values or not any(s.blacklist for s in segments_of(name))
    for metric in {*values} & {*best}:
        assert values[metric].value == pytest.approx(best[metric], abs=1e-9), metric
        assert metric not in ("litter", "blacklist") or values[metric].n == len(references)


def _uncovered(text: str, found: dictionary.Dictionary) -> list[str]:
    """The characters that are in no part of the text, short of all of it, with an entry."""
    size = len(text)
    parts = [(i, j) for i in range(size) for j in range(i + 1, size + 1) if j - i < size]
    known = {k for i, j in parts if found.lookup(text[i:j]) for k in range(i, j)}
    return [text[k] for k in range(size) if k not in known]
