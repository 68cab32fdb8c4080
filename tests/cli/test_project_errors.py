"""Project files that are wrong: the line, what is wrong, and the way out, before any work."""

from pathlib import Path

import pytest
from commanding import LITERAL, REFERENCE, Litmus, write_lines
from projecting import BASE, LOOSE, PROJECT_FIXTURES, SOURCE, TWO_SYSTEMS, measured, project

files, here, litmus = PROJECT_FIXTURES

BAD = [
    ("suits = 1\n" + LOOSE + TWO_SYSTEMS, "litmus.toml:1: unknown key 'suits'. Did you mean"),
    (LOOSE.replace("src.en", "scr.en") + TWO_SYSTEMS,
     "litmus.toml:3: 'suites.news.source' names scr.en, which does not exist."),
    ('require = "bleu >= 3"\nmetrics = "bleu"\naligner = "embeded"\n' + LOOSE + TWO_SYSTEMS,
     "litmus.toml:3: No aligner is called 'embeded'. Did you mean 'embedded'?"),
    ('require = "bleu >= 3"\n' + LOOSE + TWO_SYSTEMS + '[tests]\nby-column = "domain"\n',
     "litmus.toml:10: No column of this suite is called 'domain'."),
    (LOOSE + TWO_SYSTEMS + '[tests]\npaired = "ar"\ntested = "ter"\n',
     "litmus.toml:10: No metric of this table is called 'ter'."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), BAD)
def test_bad_project_files_are_refused_before_any_work(
    files: Path, litmus: Litmus, text: str, message: str
) -> None:
    project(files, text)
    answer = litmus("run")
    assert (answer.code in (1, 2), answer.out) == (True, "")
    assert answer.err.startswith(f"litmus: {message}")
    assert not (files / ".litmus/cache").exists()


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
