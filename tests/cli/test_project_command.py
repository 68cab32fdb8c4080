"""`litmus init` and `litmus run`, as a release engineer uses them."""

import json
import os
from pathlib import Path

import pytest
from commanding import LITERAL, REFERENCE, SEGMENTS, Litmus, write_lines
from projecting import BASE, LOOSE, PROJECT_FIXTURES, SOURCE, TWO_SYSTEMS, measured, project

files, here, litmus = PROJECT_FIXTURES


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
    nothing = "nothing to do: nothing changed since the last run.\n"
    assert litmus("run", "--dry-run").out == nothing

    write_lines(files / "out/new.txt", [*REFERENCE[:-1], "Ils ont vendu ."])
    third = litmus("run")
    assert "litmus: en-fr/new: out/new.txt changed\n" in third.err
    assert third.out != first.out
    assert len(measured(files) - before) == 2  # the new system, by two metrics
    assert before <= measured(files)


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
    translated = (files / ".litmus/translations/litmus.toml/loud/news.txt").read_text("utf-8")
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
        "Wait until that has ended, or keep what this one measures elsewhere: --keep DIR.\n"
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


def test_what_is_kept_may_be_lost_or_damaged(files: Path, litmus: Litmus) -> None:
    project(files, BASE + LOOSE + TWO_SYSTEMS)
    first = litmus("run")
    for name in ("last-run/litmus.toml.json", "digests.json"):
        (files / ".litmus" / name).write_text('{"format": 1, "suites": 3}', "utf-8")
    answer = litmus("run")
    assert answer.out == first.out
    assert answer.err == "litmus: news: not scored yet\nlitmus: news: all counts were kept\n"
