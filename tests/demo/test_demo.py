"""The shipped suites: sound, large enough, consistent with the shipped dictionaries; the tour."""

import os
import subprocess
import sys
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


def labels_of(name: str) -> set[str]:
    return {label for segment in segments_of(name) for label in segment.labels}


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


# --- litmus demo -------------------------------------------------------------------------------


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


# --- the suites --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_suite_passes_its_check(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["check", str(shipped_suites()[name])])
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    assert out.endswith("\nok\n")


@pytest.mark.parametrize("name", NAMES)
def test_suite_has_metrics_origin_and_licence(name: str) -> None:
    info = suite_of(name).info
    assert info.name == name and info.licence.startswith("Apache-2.0")
    assert info.metrics and info.origin and info.description


@pytest.mark.parametrize("name", NAMES)
def test_description_counts_right(name: str) -> None:
    numbers = [int(word) for word in suite_of(name).info.description.split() if word.isdigit()]
    assert numbers == [len(labels_of(name)), len(segments_of(name))][: len(numbers)]


@pytest.mark.parametrize("name", NAMES)
def test_outputs_have_a_line_for_every_segment(name: str) -> None:
    n = len(segments_of(name))
    for path in suite_of(name).systems.values():
        lines = list(read_lines(path))
        assert len(lines) == n
        assert all(line.strip() for line in lines)


@pytest.mark.parametrize("target", ["de", "es", "fr"])
def test_english_suites_have_enough_idioms(target: str) -> None:
    assert len(labels_of(f"demo-en-{target}")) >= 150


def test_english_suites_share_their_sources() -> None:
    marked = [
        [(s.id, s.source, s.idioms) for s in segments_of(f"demo-en-{target}")]
        for target in ("de", "es", "fr")
    ]
    assert marked[0] == marked[1] == marked[2]


def test_chinese_suite_has_enough_idioms_and_blacklists() -> None:
    suite = suite_of("demo-zh-en")
    assert len(labels_of("demo-zh-en")) >= 25
    assert len(suite.facts) >= 50
    assert all(facts.blacklist for facts in suite.facts.values())
    assert all(segment.blacklist for segment in suite.segments())


def test_icelandic_suite_has_enough_idioms_that_their_references_pass() -> None:
    segments = segments_of("demo-is-en")
    assert len(labels_of("demo-is-en")) >= 40
    for segment in segments:
        reference = segment.references[0].lower()
        assert any(all(word.lower() in reference for word in words) for words in segment.required)


@pytest.mark.parametrize("name", NAMES)
def test_every_segment_marks_an_idiom_in_its_source(name: str) -> None:
    for segment in segments_of(name):
        assert segment.idioms and segment.references
        assert all(idiom.spans for idiom in segment.idioms)


@pytest.mark.parametrize("name", NAMES)
def test_reference_makes_no_mistake(name: str, tmp_path: Path) -> None:
    suite = suite_of(name)
    path = tmp_path / "reference.txt"
    references = [segment.references[0] for segment in suite.segments()]
    path.write_text("".join(f"{text}\n" for text in references), encoding="utf-8")
    result = evaluate(suite, {"reference": path}, n_bootstrap=2)
    values = {
        column.metric: result.overall("reference", column.metric) for column in result.columns
    }
    metrics = {metric.split(":")[0] for metric in values}
    assert {"litter", "bleu"} <= metrics
    assert "blacklist" in metrics or not any(s.blacklist for s in suite.segments())
    for metric, row in values.items():
        kind = metric.split(":")[0]
        if kind in ("litter", "blacklist"):
            assert (row.value, row.n) == (0.0, len(references))
        elif kind in ("autoie", "bleu", "chrf"):
            assert row.value == pytest.approx(100.0)


@pytest.mark.parametrize("name", NAMES)
def test_every_content_word_of_an_idiom_has_a_dictionary_entry(name: str) -> None:
    info = suite_of(name).info
    source = knowledge.load(info.source)
    found = dictionary.shipped(info.source, info.target)
    missing = set()
    for segment in segments_of(name):
        for idiom in segment.idioms:
            text = idiom.text(segment.source)
            parts = words(text) if source.writing == "spaces" else _uncovered(text, found)
            for word in parts:
                if word.lower() not in source.stopwords and not found.lookup(word):
                    missing.add((idiom.label, word))
    assert not missing


def _uncovered(text: str, found: dictionary.Dictionary) -> list[str]:
    """The characters that are in no part of the text, short of all of it, with an entry."""
    size = len(text)
    parts = [(i, j) for i in range(size) for j in range(i + 1, size + 1) if j - i < size]
    known = {k for i, j in parts if found.lookup(text[i:j]) for k in range(i, j)}
    return [text[k] for k in range(size) if k not in known]
