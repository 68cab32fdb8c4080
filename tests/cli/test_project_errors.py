"""Project files that are wrong: the line, what is wrong, and the way out, before any work."""

from pathlib import Path

import pytest
from commanding import LITERAL, REFERENCE, Litmus, write_lines
from projecting import BASE, LOOSE, PROJECT_FIXTURES, SOURCE, TWO_SYSTEMS, measured, project

files, here, litmus = PROJECT_FIXTURES

BAD = [
    ("suits = 1\n" + LOOSE + TWO_SYSTEMS,
     "litmus.toml:1: unknown key 'suits'. Did you mean 'suites'?\nKnown: aligner, "
     "allow-no-evidence, metrics, outputs, require, suites, systems, tests, workers"),
    (LOOSE.replace("source", "sorce") + TWO_SYSTEMS,
     "litmus.toml:3: unknown key 'suites.news.sorce'. Did you mean 'source'?\n"
     "Known: classes, columns, docids, figurative, idioms, language-pair, metrics, references, "
     "require, rules, source, source-analyser, spans, suite, target-analyser, terms"),
    (LOOSE + '[systems]\nnew = { output = "out/new.txt", modle = "x" }\n',
     "litmus.toml:6: unknown key 'systems.new.modle'. Did you mean 'model'?"),
    (LOOSE.replace("src.en", "scr.en") + TWO_SYSTEMS,
     "litmus.toml:3: 'suites.news.source' names scr.en, which does not exist."),
    (LOOSE + '[systems]\nold = "out/odl.txt"\n',
     "litmus.toml:6: 'systems.old' names out/odl.txt, which does not exist."),
    (LOOSE + LOOSE.replace("news", "talks") + TWO_SYSTEMS,
     "litmus.toml:10: 'systems.old' names out/old.txt for every suite, and there are several.\n"
     "Say where the name of the suite goes: out/old/{suite}.txt"),
    (LOOSE + LOOSE.replace("news", "talks") + '[systems]\nold = { output = { news = "out/old.txt" } }\n',
     "litmus.toml:10: 'systems.old' has no output on talks.\nIf old does not translate talks, say "
     'what it does translate: systems.old.suites = ["NAME"]'),
    (LOOSE + '[systems]\nnew = "out/new.txt"\nnew = "out/old.txt"\n', "Cannot overwrite a value"),
    (LOOSE + '[systems]\nnew = "http:openai"\n',
     "litmus.toml:6: 'systems.new' is an engine. Write it as a table: "
     "new = { system = 'http:openai' }"),
    (LOOSE + TWO_SYSTEMS + '[tests]\nbaseline = "odl"\n',
     "litmus.toml:9: 'tests.baseline' is 'odl', which is no system here. Did you mean 'old'?\n"
     "Known: old, new"),
    ('metrics = "blue"\n' + LOOSE + TWO_SYSTEMS,
     "litmus.toml:1: No metric is called 'blue'. Did you mean 'bleu'?"),
    ('require = "bleu >= 3"\nmetrics = "bleu"\naligner = "embeded"\n' + LOOSE + TWO_SYSTEMS,
     "litmus.toml:3: No aligner is called 'embeded'. Did you mean 'embedded'?"),
    (LOOSE + 'metrics = "blue"\n' + TWO_SYSTEMS,
     "litmus.toml:5: No metric is called 'blue'. Did you mean 'bleu'?"),
    ('require = "bleu >= 3"\n' + LOOSE + TWO_SYSTEMS + '[tests]\nby-column = "domain"\n',
     "litmus.toml:10: No column of this suite is called 'domain'."),
    (LOOSE + TWO_SYSTEMS + '[tests]\npaired = "ar"\ntested = "ter"\n',
     "litmus.toml:10: No metric of this table is called 'ter'."),
    (LOOSE + 'rules = "fr.toml"\n' + TWO_SYSTEMS,
     "litmus.toml:5: 'suites.news.rules' names fr.toml, which does not exist."),
    (LOOSE + 'target-analyser = { odl = "plain" }\n' + TWO_SYSTEMS,
     "litmus.toml:5: 'suites.news.target-analyser' names 'odl', which is no system of news. "
     "Did you mean 'old'?\nKnown: old, new"),
    (LOOSE + "target-analyser = 3\n" + TWO_SYSTEMS,
     "litmus.toml:5: 'suites.news.target-analyser' must be an analyser, or analysers by system, "
     "not 3."),
    (LOOSE + TWO_SYSTEMS + '[outputs]\ntable = "out/old.txt"\n',
     "litmus.toml:8: 'outputs' has out/old.txt, which is an input and would be overwritten."),
    (LOOSE + TWO_SYSTEMS + '[outputs]\ntable = "t.docx"\n',
     "litmus.toml:9: 'outputs.table' names t.docx, whose suffix is none of a table. "
     "Known: .txt, .md, .tex, .tsv, .json"),
    (LOOSE.replace('language-pair = "en-fr"\n', "") + TWO_SYSTEMS,
     "litmus.toml:1: 'suites.news' is of loose files, which do not say their languages.\n"
     'Add: language-pair = "en-de"'),
    ("suites = 3\n", "litmus.toml:1: 'suites' must be a text or a list of texts, not 3."),
    ('suites = "demo-en-ex"\n', "litmus.toml:1: No suite is called 'demo-en-ex'. Did you mean "),
    ('metrics = "bleu"\n', "litmus.toml: the key 'suites' is missing. Name one: suites = "),
    ('suites = ["demo-en-es", "demo-en-es"]\n',
     "litmus.toml:1: 'suites' has two suites that are called 'demo-en-es'."),
    ('suites = "demo-en-es"\nsystems = ["@apertium", "@apertium"]\n',
     "litmus.toml:2: 'systems' has '@apertium' twice. Two systems cannot have one name."),
    ('suites = "demo-en-es"\nsystems = ["@apertum"]\n',
     "litmus.toml:2: 'systems' is @apertum, but no such output comes with demo-en-es. "
     "Known: @apertium, @nmt-europarl"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), BAD)
def test_bad_project_files(files: Path, litmus: Litmus, text: str, message: str) -> None:
    project(files, text)
    answer = litmus("run")
    assert answer.code in (1, 2)
    assert answer.out == ""
    assert message in answer.err
    assert not (files / ".litmus/cache").exists()  # nothing was measured


def test_an_output_of_another_length_is_refused_before_any_work(
    files: Path, litmus: Litmus
) -> None:
    write_lines(files / "out/new.txt", REFERENCE[:-1])
    project(files, BASE + LOOSE + TWO_SYSTEMS)
    answer = litmus("run")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith("litmus: out/new.txt has 3 lines, but news has 4 segments.\n")
    assert not measured(files)


def test_without_a_project_file(here: Path, litmus: Litmus) -> None:
    answer = litmus("run")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == (
        "litmus: There is no project file litmus.toml. Write one with: litmus init\n"
    )


def test_init_never_overwrites(here: Path, litmus: Litmus) -> None:
    project(here, "mine")
    answer = litmus("init")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == (
        "litmus: litmus.toml exists and is left as it is. Run it: litmus run litmus.toml\n"
    )
    assert (here / "litmus.toml").read_text("utf-8") == "mine"


def test_init_asks_for_languages(here: Path, litmus: Litmus) -> None:
    write_lines(here / "src.txt", SOURCE)
    write_lines(here / "out/a.txt", LITERAL)
    answer = litmus("init")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == (
        "litmus: src.txt looks like a source, but no name says its languages or those of its "
        "translations.\nSay them: -l SRC-TGT\n"
    )
    assert litmus("init", "-l", "en-fr", "-q").code == 0
