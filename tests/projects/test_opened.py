"""What a project names, looked at: suites, outputs, files to write; and what is refused."""

from collections.abc import Sequence
from contextlib import chdir
from pathlib import Path

import pytest

from litmus.errors import LitmusError, UsageError
from litmus.projects.opened import OpenSuite, open_project, selected
from litmus.projects.project_file import parse_project
from litmus.projects.translating import check_names
from litmus.projects.written import check_files, common_files, suite_files

FILE = Path("litmus.toml")
LOOSE = '[suites.news]\nlanguage-pair = "en-fr"\nsource = "src.en"\nreferences = "ref.fr"\n'
TWO = '[systems]\nold = "out/old.txt"\nnew = "out/new.txt"\n'
TALKS = LOOSE.replace("news", "talks")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "out").mkdir()
    for name in ("src.en", "ref.fr", "out/old.txt", "out/new.txt"):
        (tmp_path / name).write_text(f"{name}\n" * 3, encoding="utf-8")
    return tmp_path


def opened(folder: Path, text: str) -> list[OpenSuite]:
    with chdir(folder):
        project = parse_project(FILE, text)
        found = open_project(project, Path("made"))
        check_names(found)
        check_files(project, found)
    return found


def test_a_suite_of_loose_files_with_its_outputs(folder: Path) -> None:
    (folder / "ids").write_text("a\na\nb\n")
    (folder / "idioms").write_text("see the light\n")
    text = 'metrics = "bleu"\n' + LOOSE + 'docids = "ids"\nidioms = "idioms"\n' + TWO
    (one,) = opened(folder, text)
    assert (one.name, one.metrics) == ("news", ("bleu",))
    assert one.systems == {"old": Path("out/old.txt"), "new": Path("out/new.txt")}
    assert {*one.files} == {Path("src.en"), Path("ids"), Path("ref.fr"), Path("idioms")}
    assert not any(output.is_translated for output in one.outputs.values())
    with chdir(folder):
        assert [segment.document for segment in one.suite.segments()] == ["a", "a", "b"]
    (own,) = opened(folder, 'metrics = "bleu"\n' + LOOSE + 'metrics = "ter"\n' + TWO)
    assert own.metrics == ("ter",)


def test_outputs_that_come_with_a_suite_or_are_translated(folder: Path) -> None:
    suites = 'suites = ["demo-en-es", "demo-is-en"]\n'
    english, icelandic = opened(folder, suites)
    assert (list(english.outputs), list(icelandic.outputs)) == (
        ["apertium", "nmt-europarl"], ["apertium"],
    )  # fmt: skip
    assert {path.name for path in english.files} >= {"suite.toml", "segments.jsonl"}
    assert not english.outputs["apertium"].is_translated
    english, icelandic = opened(
        folder,
        suites
        + '[systems]\nmine = { system = "cmd:cat", suites = "demo-en-es" }\napertium = "@apertium"\n'
        'other = { system = "cmd:cat", output = "o/{suite}.txt" }\n',
    )
    assert english.systems["mine"] == Path("made/mine/demo-en-es.txt")
    assert english.systems["other"] == Path("o/demo-en-es.txt")
    assert english.outputs["mine"].is_translated
    assert list(icelandic.systems) == ["apertium", "other"]
    assert icelandic.systems["apertium"].name == "apertium.txt"


def test_files_that_are_written(folder: Path) -> None:
    text = LOOSE + TWO + (
        '[outputs]\ntable = ["t.md", "t.tsv"]\nsegments = "s/{suite}.jsonl"\nreport = "r.html"\n'
        'junit = "j.xml"\n'
    )  # fmt: skip
    project = parse_project(FILE, text)
    assert list(suite_files(project, "news")) == [Path("s/news.jsonl"), Path("r.html")]
    assert common_files(project) == [Path("t.md"), Path("t.tsv"), Path("j.xml")]
    bare = parse_project(FILE, LOOSE)
    assert (list(suite_files(bare, "news")), common_files(bare)) == ([], [])
    assert opened(folder, 'require = "bleu >= 3"\n' + text)
    assert opened(folder, text.replace(TWO, 'require = "bleu >= 3"\n' + TWO))


BAD = [
    (LOOSE.replace("src.en", "scr.en") + TWO,
     "litmus.toml:3: 'suites.news.source' names scr.en, which does not exist."),
    (LOOSE.replace("ref.fr", "fer.fr") + TWO,
     "litmus.toml:4: 'suites.news.references' names fer.fr, which does not exist."),
    *((f'{LOOSE}{name} = "none"\n' + TWO,
       f"litmus.toml:5: 'suites.news.{name}' names none, which does not exist.")
      for name in ("docids", "spans", "columns", "terms", "rules")),
    (LOOSE + '[systems]\nold = "out/odl.txt"\n',
     "litmus.toml:6: 'systems.old' names out/odl.txt, which does not exist."),
    (LOOSE + TALKS + '[systems]\nold = "out/{suite}.txt"\n',
     "litmus.toml:10: 'systems.old' names out/news.txt, which does not exist.\nIf old does not "
     'translate news, say what it does translate: systems.old.suites = ["NAME"]'),
    (LOOSE + '[systems]\nold = "out"\n',
     "litmus.toml:6: 'systems.old' names out, which is a folder. Name a file."),
    (LOOSE + TALKS + TWO,
     "litmus.toml:10: 'systems.old' names out/old.txt for every suite, and there are several.\n"
     "Say where the name of the suite goes: out/old/{suite}.txt"),
    (LOOSE + TALKS + '[systems]\nold = { output = { news = "out/old.txt" } }\n',
     "litmus.toml:10: 'systems.old' has no output on talks.\nIf old does not translate talks, say "
     'what it does translate: systems.old.suites = ["NAME"]'),
    (LOOSE + '[systems]\nold = { output = { nwes = "out/old.txt" } }\n',
     "litmus.toml:6: 'systems.old.output' names 'nwes', which is no suite here. "
     "Did you mean 'news'?\nKnown: news"),
    (LOOSE + '[systems]\nold = { output = "out/old.txt", suites = "x" }\n',
     "litmus.toml:6: 'systems.old.suites' names 'x', which is no suite here.\nKnown: news"),
    (LOOSE, "litmus.toml: the file names no system, and no output comes with news. Add:\n"
     '[systems]\nmine = "out/news.txt"'),
    (LOOSE + TALKS, "litmus.toml: the file names no system, and no output comes with news. Add:\n"
     '[systems]\nmine = "out/{suite}.txt"'),
    (LOOSE + TALKS + '[systems]\nold = { output = "out/old.txt", suites = "news" }\n',
     "litmus.toml: no system translates talks."),
    (LOOSE + TWO + '[tests]\nbaseline = "odl"\n',
     "litmus.toml:9: 'tests.baseline' is 'odl', which is no system here. Did you mean 'old'?\n"
     "Known: old, new"),
    (LOOSE + TALKS + '[systems]\nold = { output = "out/old.txt", suites = "news" }\n'
     'new = { output = "out/new.txt", suites = "talks" }\n[tests]\nbaseline = "new"\n',
     "litmus.toml:13: 'tests.baseline' is 'new', which has no output on news. Name a system that "
     "every suite has."),
    (LOOSE + TALKS + '[systems]\nold = { output = "out/old.txt", suites = "news" }\n'
     'new = { output = "out/new.txt", suites = "talks" }\n[tests]\npaired = "ar"\n',
     "litmus.toml:12: 'tests.baseline' is 'old', which has no output on talks. Name a system that "
     "every suite has."),
    (LOOSE + 'target-analyser = { odl = "plain" }\n' + TWO,
     "litmus.toml:5: 'suites.news.target-analyser' names 'odl', which is no system of news. "
     "Did you mean 'old'?\nKnown: old, new"),
    ('suites = "demo-en-ex"\n', "litmus.toml:1: No suite is called 'demo-en-ex'. Did you mean "
     "'demo-en-es'?\n"),
    ('suites = ["demo-en-es", "demo-en-es"]\n',
     "litmus.toml:1: 'suites' has two suites that are called 'demo-en-es'."),
    ('[suites]\nmine = "demo-en-es"\n', "litmus.toml:2: 'suites.mine' is a suite that calls itself "
     "'demo-en-es'.\nWrite: [suites.\"demo-en-es\"]"),
    ('suites = "demo-en-es"\nsystems = ["@apertum"]\n',
     "litmus.toml:2: 'systems' is @apertum, but no such output comes with demo-en-es. "
     "Known: @apertium, @nmt-europarl"),
    (LOOSE + '[systems]\nold = "@old"\n', "litmus.toml:6: 'systems.old' is @old, but no such output "
     "comes with news. Known: none"),
    (LOOSE + TWO + '[outputs]\ntable = "out/old.txt"\n',
     "litmus.toml:8: 'outputs' has out/old.txt, which is an input and would be overwritten."),
    (LOOSE + TWO + '[outputs]\nsegments = "src.en"\n',
     "litmus.toml:8: 'outputs' has src.en, which is an input and would be overwritten."),
    (LOOSE + TWO + '[outputs]\nsegments = "litmus.toml"\n',
     "litmus.toml:8: 'outputs' has litmus.toml, which is an input and would be overwritten."),
    (LOOSE + TWO + '[outputs]\ntable = ["t.md", "t.md"]\n',
     "litmus.toml:8: 'outputs' has t.md twice. Give two names."),
    (LOOSE + TWO + '[outputs]\nsegments = "out"\n',
     "litmus.toml:8: 'outputs' has out, which is a folder. Name a file."),
    (LOOSE + TWO + '[outputs]\ntable = "t.docx"\n',
     "litmus.toml:9: 'outputs.table' names t.docx, whose suffix is none of a table. "
     "Known: .txt, .md, .tex, .tsv, .json"),
    (LOOSE + TALKS + TWO.replace("out/", "out/{suite}/") + '[outputs]\nreport = "r.html"\n',
     "litmus.toml:13: 'outputs.report' names r.html for every suite, and there are several.\n"
     "Say where the name of the suite goes: r/{suite}.html"),
    (LOOSE + TWO + '[outputs]\njunit = "j.xml"\n', "litmus.toml:9: 'outputs.junit' is for "
     'requirements. Add some: require = ["bleu >= 30"]'),
    (LOOSE + TWO + '[outputs]\nreport = "r.html.gz"\n', "litmus.toml:9: r.html.gz: a browser does "
     "not open it. Give a name such as litmus-report.html"),
    (LOOSE + '[systems]\na = { system = "cmd:cat", output = "o" }\n'
     'b = { system = "cmd:cat", output = "o" }\n', "a and b would both write o."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), BAD)
def test_what_cannot_be_opened(folder: Path, text: str, message: str) -> None:
    for suite in ("news", "talks"):
        (folder / "out" / suite).mkdir()
        for name in ("old", "new"):
            (folder / "out" / suite / f"{name}.txt").write_text("x\n" * 3)
    with pytest.raises(LitmusError) as caught:
        opened(folder, text)
    # what others say is told by its first line
    told = str(caught.value)
    assert told == message or (message.endswith((" ", "\n")) and told.startswith(message))


@pytest.mark.parametrize(("only", "found"), [
    ([], ["news/old", "news/new", "talks/old"]),
    (["news"], ["news/old", "news/new"]),
    (["*/old"], ["news/old", "talks/old"]),
    (["news/new", "talks"], ["news/new", "talks/old"]),
    (["n*/n*"], ["news/new"]),
])  # fmt: skip
def test_what_is_asked_for(folder: Path, only: Sequence[str], found: list[str]) -> None:
    text = LOOSE + TALKS + (
        '[systems]\nold = { output = { news = "out/old.txt", talks = "out/old.txt" } }\n'
        'new = { output = "out/new.txt", suites = "news" }\n'
    )  # fmt: skip
    suites = opened(folder, text)
    kept = selected(suites, only)
    assert [f"{one.name}/{system}" for one in kept for system in one.outputs] == found
    with pytest.raises(UsageError) as caught:
        selected(suites, [*only, "nwes/old"])
    assert str(caught.value) == (
        "Nothing here is 'nwes/old', which only names.\nKnown: news/old, news/new, talks/old"
    )
