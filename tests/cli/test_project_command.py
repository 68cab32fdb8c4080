"""`litmus init` and `litmus run`, as a release engineer uses them."""

import json
import os
from pathlib import Path

import pytest
from commanding import FIXTURES, LITERAL, REFERENCE, SEGMENTS, Litmus, write_lines

here, litmus, tiny = FIXTURES

SOURCE = [str(segment["source"]) for segment in SEGMENTS]
BASE = 'metrics = ["bleu", "chrf"]\ntests.bootstrap = 20\n'
LOOSE = '[suites.news]\nlanguage-pair = "en-fr"\nsource = "src.en"\nreferences = "ref.fr"\n'
TWO_SYSTEMS = '[systems]\nold = "out/old.txt"\nnew = "out/new.txt"\n'


@pytest.fixture
def files(here: Path) -> Path:
    write_lines(here / "src.en", SOURCE)
    write_lines(here / "ref.fr", REFERENCE)
    write_lines(here / "out/old.txt", LITERAL)
    write_lines(here / "out/new.txt", REFERENCE)
    return here


def project(folder: Path, text: str) -> None:
    (folder / "litmus.toml").write_text(text, encoding="utf-8")


def measured(folder: Path) -> set[str]:
    """The counts that are kept, one file for each metric, system and batch."""
    cache = folder / ".litmus/cache"
    return {path.name for path in cache.rglob("*") if path.is_file()}


def test_from_files_to_scores_and_again(files: Path, litmus: Litmus) -> None:
    answer = litmus("init")
    assert (answer.code, answer.out) == (0, "litmus.toml is written. Run it: litmus run\n")
    assert answer.err == (
        "litmus: src.en: a source, 4 lines\n"
        "litmus: ref.fr: a reference\n"
        "litmus: out/new.txt: the output of new\n"
        "litmus: out/old.txt: the output of old\n"
    )
    first = litmus("run")
    assert first.code == 0
    assert "litmus: en-fr: not scored yet\n" in first.err
    assert "litmus: written: report.html, results.txt\n" in first.err
    assert (files / "results.txt").read_text("utf-8") == first.out
    assert "old" in first.out and "BLEU" in first.out
    before = measured(files)
    assert len(before) == 4  # two metrics, two systems, one batch

    again = litmus("run")
    assert (again.code, again.out) == (0, first.out)
    assert again.err == "litmus: nothing changed since the last run.\n"

    write_lines(files / "out/new.txt", [*REFERENCE[:-1], "Ils ont vendu ."])
    third = litmus("run")
    assert "litmus: en-fr/new: out/new.txt changed\n" in third.err
    assert third.out != first.out
    assert len(measured(files) - before) == 2  # the new system, by two metrics
    assert before <= measured(files)


def test_a_touched_file_is_no_change(files: Path, litmus: Litmus) -> None:
    project(files, BASE + LOOSE + TWO_SYSTEMS)
    litmus("run")
    os.utime(files / "out/new.txt", (1, 1))
    os.utime(files / "src.en")
    assert litmus("run").err == "litmus: nothing changed since the last run.\n"


def test_one_more_metric_and_system(files: Path, litmus: Litmus) -> None:
    project(files, BASE + LOOSE + TWO_SYSTEMS)
    litmus("run")
    before = measured(files)
    write_lines(files / "out/third.txt", SOURCE)
    more = BASE.replace('"chrf"', '"chrf", "ter"')
    project(files, more + LOOSE + TWO_SYSTEMS + 'third = "out/third.txt"\n')
    answer = litmus("run", "--dry-run")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == "news: ter is new\nnews/third: new\n"
    assert measured(files) == before
    answer = litmus("run")
    assert answer.err == (
        "litmus: news: ter is new\nlitmus: news/third: new\n"
        "litmus: news: measured third (bleu, chrf, ter); old, new (ter)\n"
    )
    assert len(measured(files) - before) == 5  # ter of three, bleu and chrf of one


def test_same_numbers_as_score(files: Path, litmus: Litmus) -> None:
    project(files, BASE + LOOSE + TWO_SYSTEMS)
    ran = json.loads(litmus("run", "-f", "json", "-q").out)
    scored = litmus(
        "score", "-l", "en-fr", "-s", "src.en", "-r", "ref.fr", "-i", "old=out/old.txt",
        "new=out/new.txt", "-m", "bleu", "chrf", "--bootstrap", "20", "-f", "json", "-q",
    )  # fmt: skip
    rows = json.loads(scored.out.replace("src.en", "news"))
    assert ran == rows


def test_three_lines_are_a_project(files: Path, litmus: Litmus) -> None:
    project(files, 'suites = "tiny"\nsystems.old = "out/old.txt"\nsystems.new = "out/new.txt"\n')
    suite = files / "tiny"
    suite.mkdir()
    (suite / "suite.toml").write_text('name = "tiny"\nsource = "en"\ntarget = "fr"\n', "utf-8")
    rows = "".join(json.dumps(segment) + "\n" for segment in SEGMENTS)
    (suite / "segments.jsonl").write_text(rows, "utf-8")
    answer = litmus("run", "-f", "tsv")
    assert answer.code == 0
    assert [line.split("\t")[:2] for line in answer.out.splitlines()[1:]] == [
        ["old", "bleu"], ["new", "bleu"], ["old", "chrf"], ["new", "chrf"]
    ]  # fmt: skip


def test_several_suites_in_one_table(files: Path, litmus: Litmus) -> None:
    for suite in ("news", "talks"):
        write_lines(files / f"out/old/{suite}.txt", LITERAL)
        write_lines(files / f"out/new/{suite}.txt", REFERENCE)
    systems = '[systems]\nold = "out/old/{suite}.txt"\nnew = "out/new/{suite}.txt"\n'
    outputs = (
        '[outputs]\ntable = ["t.md", "t.json"]\nreport = "page/{suite}.html"\n'
        'segments = "why/{suite}.jsonl"\n'
    )
    project(files, BASE + LOOSE + LOOSE.replace("news", "talks") + systems + outputs)
    answer = litmus("run")
    assert answer.code == 0
    assert "news   " in answer.out and "mean" in answer.out
    for name in ("page/news.html", "page/talks.html", "why/news.jsonl", "why/talks.jsonl", "t.md"):
        assert (files / name).stat().st_size
    assert {row["suite"] for row in json.loads((files / "t.json").read_text("utf-8"))} == {
        "news", "talks"
    }  # fmt: skip
    page = (files / "page/talks.html").stat().st_mtime_ns
    write_lines(files / "out/new/news.txt", LITERAL)
    answer = litmus("run")
    assert "litmus: news/new: out/new/news.txt changed\n" in answer.err
    assert "litmus: written: why/news.jsonl, page/news.html, t.md, t.json\n" in answer.err
    assert (files / "page/talks.html").stat().st_mtime_ns == page


def test_a_file_that_is_gone_is_written_again(files: Path, litmus: Litmus) -> None:
    project(files, BASE + LOOSE + TWO_SYSTEMS + '[outputs]\nreport = "r.html"\ntable = "t.md"\n')
    litmus("run")
    before, page = measured(files), (files / "r.html").read_text("utf-8")
    (files / "r.html").unlink()
    (files / "t.md").write_text("edited", "utf-8")
    answer = litmus("run")
    assert "litmus: news: r.html is not there\n" in answer.err
    assert (files / "r.html").read_text("utf-8") == page
    assert (files / "t.md").read_text("utf-8").startswith("**news")
    assert measured(files) == before


def test_only_scores_what_is_named_and_writes_nothing(files: Path, litmus: Litmus) -> None:
    project(files, BASE + LOOSE + TWO_SYSTEMS + '[outputs]\ntable = "t.md"\n')
    answer = litmus("run", "--only", "news/new", "-f", "tsv")
    assert answer.code == 0
    assert {line.split("\t")[0] for line in answer.out.splitlines()[1:]} == {"new"}
    assert not (files / "t.md").exists()
    assert len(measured(files)) == 2
    litmus("run")
    assert len(measured(files)) == 4
    answer = litmus("run", "--only", "news/nwe")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == (
        "litmus: Nothing here is 'news/nwe', which --only names.\nKnown: news/old, news/new\n"
    )


def test_force_does_all_again(files: Path, litmus: Litmus) -> None:
    project(files, BASE + LOOSE + TWO_SYSTEMS)
    first = litmus("run")
    answer = litmus("run", "--force")
    assert answer.out == first.out
    assert answer.err == "litmus: news: forced\nlitmus: news: measured old, new (bleu, chrf)\n"


def test_a_command_translates_once(files: Path, litmus: Litmus) -> None:
    (files / "engine.sh").write_text("echo asked >> asked\ntr a-z A-Z\n", "utf-8")
    engine = '[systems]\nold = "out/old.txt"\nloud = { system = "cmd:sh engine.sh" }\n'
    project(files, BASE + LOOSE + engine)
    answer = litmus("run", "--dry-run")
    assert answer.out.startswith("news/loud: to translate: not translated yet\n")
    assert "news/loud: to ask: 1 request, 4 texts, " in answer.out
    assert not (files / ".litmus").exists() and not (files / "asked").exists()
    answer = litmus("run")
    assert "litmus: news/loud: translating: not translated yet\n" in answer.err
    translated = (files / ".litmus/translations/loud/news.txt").read_text("utf-8")
    assert translated.splitlines() == [text.upper() for text in SOURCE]
    assert litmus("run").err == "litmus: nothing changed since the last run.\n"
    assert (files / "asked").read_text("utf-8") == "asked\n"
    write_lines(files / "src.en", ["I dance .", *SOURCE[1:]])
    answer = litmus("run")
    assert "litmus: news/loud: translating: the text changed\n" in answer.err
    assert "litmus: news/loud: 4 lines, 3 of them from an earlier run\n" in answer.err
    (files / "engine.sh").write_text("echo asked >> asked\ntr a-z B-ZA\n", "utf-8")
    answer = litmus("run")
    assert "litmus: news/loud: translating: engine.sh changed\n" in answer.err


def test_an_output_that_somebody_else_wrote_is_not_replaced(files: Path, litmus: Litmus) -> None:
    project(files, BASE + LOOSE + '[systems]\nloud = { system = "cmd:cat", output = "out/old.txt" }\n')  # fmt: skip
    answer = litmus("run")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == (
        "litmus: litmus.toml:8: 'systems.loud' would write out/old.txt, which this project did not "
        "write.\nRemove the file; or leave out 'system' to score it as it is.\n"
    )


def test_run_from_elsewhere(files: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch) -> None:
    project(files, BASE + LOOSE + TWO_SYSTEMS + '[outputs]\ntable = "t.md"\n')
    (files / "sub").mkdir()
    monkeypatch.chdir(files / "sub")
    answer = litmus("run", "../litmus.toml")
    assert answer.code == 0
    assert answer.err == (
        "litmus: news: not scored yet\nlitmus: news: measured old, new (bleu, chrf)\n"
        "litmus: written: ../t.md\n"
    )
    assert (files / ".litmus").is_dir()


def test_two_runs_at_once(files: Path, litmus: Litmus) -> None:
    from litmus.files.locks import locked

    project(files, BASE + LOOSE + TWO_SYSTEMS)
    litmus("run")
    with locked(files / ".litmus", files / ".litmus/lock"):
        answer = litmus("run")
    assert answer.code == 2
    assert answer.err == (
        f"litmus: .litmus is being written by another run (process {os.getpid()}).\n"
        "Wait until that has ended, or choose another name.\n"
    )


def test_a_folder_that_cannot_be_written(files: Path, litmus: Litmus) -> None:
    project(files, BASE + LOOSE + TWO_SYSTEMS)
    (files / ".litmus").write_text("a file", "utf-8")
    answer = litmus("run")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith("litmus: .litmus cannot be written: ")
    assert answer.err.endswith("Name another folder: --keep DIR\n")
    answer = litmus("run", "--keep", "elsewhere")
    assert answer.code == 0
    assert (files / "elsewhere/cache").is_dir()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root writes anywhere")
def test_a_folder_that_is_read_only(files: Path, litmus: Litmus) -> None:
    project(files, BASE + LOOSE + TWO_SYSTEMS)
    files.chmod(0o500)
    try:
        answer = litmus("run")
    finally:
        files.chmod(0o700)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith("litmus: .litmus cannot be written: ")


def test_what_is_kept_may_be_lost_or_damaged(files: Path, litmus: Litmus) -> None:
    project(files, BASE + LOOSE + TWO_SYSTEMS)
    first = litmus("run")
    for name in ("last-run.json", "digests.json"):
        (files / ".litmus" / name).write_text('{"format": 1, "suites": 3}', "utf-8")
    answer = litmus("run")
    assert answer.out == first.out
    assert answer.err == "litmus: news: not scored yet\nlitmus: news: nothing to measure\n"


BAD = [
    ("suits = 1\n" + LOOSE + TWO_SYSTEMS,
     "litmus.toml:1: unknown key 'suits'. Did you mean 'suites'?\nKnown: aligner, "
     "allow-no-evidence, metrics, outputs, require, suites, systems, tests, workers"),
    (LOOSE.replace("source", "sorce") + TWO_SYSTEMS,
     "litmus.toml:3: unknown key 'suites.news.sorce'. Did you mean 'source'?\n"
     "Known: classes, columns, docids, figurative, idioms, language-pair, metrics, references, "
     "require, source, spans, suite, terms"),
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


def test_broken_requirements_end_with_three(files: Path, litmus: Litmus) -> None:
    rules = 'require = ["new:chrf >= 101", "bleu >= old"]\nallow-no-evidence = true\n'
    outputs = '[outputs]\ntable = ["t.txt", "t.json"]\njunit = "j.xml"\n'
    many = [text for _ in range(10) for text in REFERENCE]  # 30 cases are the fewest
    for name, lines in (("src.en", SOURCE * 10), ("ref.fr", many), ("out/new.txt", many)):
        write_lines(files / name, lines)
    write_lines(files / "out/old.txt", LITERAL * 10)
    project(files, rules + BASE + LOOSE + TWO_SYSTEMS + outputs)
    first = litmus("run")
    assert first.code == 3
    assert "\nrequirements: 1 held, 1 broken\n" in first.out
    assert (files / "t.txt").read_text("utf-8") == first.out
    assert 'tests="2" failures="1"' in (files / "j.xml").read_text("utf-8")
    before = measured(files)
    again = litmus("run")
    assert (again.code, again.out) == (3, first.out)
    assert again.err == "litmus: nothing changed since the last run.\n"
    project(files, rules.replace("101", "90") + BASE + LOOSE + TWO_SYSTEMS + outputs)
    third = litmus("run")
    assert third.code == 0
    assert third.err.startswith("litmus: require: changed\n")
    assert "\nrequirements: 2 held\n" in third.out
    assert measured(files) == before


def test_requirements_of_one_suite(files: Path, litmus: Litmus) -> None:
    """The other suite would break it."""
    two = LOOSE + 'require = ["new:bleu >= 90"]\n' + LOOSE.replace("news", "talks")
    systems = (
        '[systems]\nold = { output = { news = "out/old.txt", talks = "out/new.txt" } }\n'
        'new = { output = { news = "out/new.txt", talks = "out/old.txt" } }\n'
    )
    project(files, "allow-no-evidence = true\n" + BASE + two + systems)
    answer = litmus("run")
    assert answer.code == 0
    assert "news/new:bleu >= 90" in answer.out


BAD_REQUIREMENTS = [
    ('require = "chfr >= 3"\n', "litmus.toml:1: The requirement 'chfr >= 3': No metric of this "
     "table is called 'chfr'. Did you mean 'chrf'?\nKnown: bleu, chrf\n"),
    ('require = "ter <= 3"\n', "litmus.toml:1: The requirement 'ter <= 3': ter was not computed. "
     "Add it: metrics = ter\nComputed: bleu, chrf\n"),
    ('require = "newer:chrf >= 3"\n', "litmus.toml:1: The requirement 'newer:chrf >= 3': No system "
     "is called 'newer'. Did you mean 'new'?\nKnown: new, old\n"),
    ('require = ["chrf >= 50", "chrf < 40"]\n', "litmus.toml:1: These requirements on chrf on news "
     "cannot hold together: "),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "message"), BAD_REQUIREMENTS)
def test_bad_requirements(files: Path, litmus: Litmus, rule: str, message: str) -> None:
    project(files, rule + BASE + LOOSE + TWO_SYSTEMS)
    answer = litmus("run")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"litmus: {message}")
    assert not measured(files)


def test_junit_without_requirements(files: Path, litmus: Litmus) -> None:
    project(files, BASE + LOOSE + TWO_SYSTEMS + '[outputs]\njunit = "j.xml"\n')
    answer = litmus("run")
    assert answer.code == 1
    assert answer.err == (
        "litmus: litmus.toml:11: 'outputs.junit' is for requirements. Add some: require = "
        '["bleu >= 30"]\n'
    )
