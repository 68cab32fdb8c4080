"""Requirements of a project: judged on the scores that there are, and never on others."""

from pathlib import Path

import pytest
from commanding import LITERAL, REFERENCE, Litmus, write_lines
from projecting import BASE, LOOSE, PROJECT_FIXTURES, TWO_SYSTEMS, many, measured, project

files, here, litmus = PROJECT_FIXTURES

RULE = 'require = ["new:bleu >= 90"]\n'


def test_verdicts_are_never_those_of_other_scores(files: Path, litmus: Litmus) -> None:
    """A run that ends between scores and files leaves no verdict that the next one takes over."""
    many(files)
    project(files, RULE + BASE + LOOSE + TWO_SYSTEMS + '[outputs]\ntable = "sub/r.txt"\n')
    assert litmus("run").code == 0
    write_lines(files / "out/new.txt", LITERAL * 10)
    (files / "sub/r.txt").unlink()
    (files / "sub").rmdir()
    (files / "sub").write_text("in the way", "utf-8")
    assert litmus("run").code == 1
    (files / "sub").unlink()
    answer = litmus("run")
    assert answer.code == 3
    assert "\nrequirements: 1 broken\n" in answer.out
    assert (files / "sub/r.txt").read_text("utf-8") == answer.out


def test_a_run_that_was_killed_before_it_judged(
    files: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch
) -> None:
    many(files)
    project(files, RULE + BASE + LOOSE + TWO_SYSTEMS)
    assert litmus("run").code == 0
    write_lines(files / "out/new.txt", LITERAL * 10)
    with monkeypatch.context() as patched:
        patched.setattr("litmus.projects.run.judged", _killed)
        with pytest.raises(KeyboardInterrupt):
            from litmus.projects.run import run_project

            run_project(files)
    answer = litmus("run")
    assert answer.code == 3
    assert answer.err.startswith("litmus: require: not judged on these scores yet\n")


def _killed(*arguments: object) -> None:
    raise KeyboardInterrupt


def test_a_suite_that_is_gone_takes_its_verdicts_along(files: Path, litmus: Litmus) -> None:
    many(files)
    outputs = '[outputs]\njunit = "j.xml"\n'
    systems = TWO_SYSTEMS.replace("out/", "out/{suite}-")
    for suite in ("news", "talks"):
        write_lines(files / f"out/{suite}-old.txt", LITERAL * 10)
        lines = REFERENCE if suite == "news" else LITERAL
        write_lines(files / f"out/{suite}-new.txt", [*lines] * 10)
    project(files, RULE + BASE + LOOSE + LOOSE.replace("news", "talks") + systems + outputs)
    assert litmus("run").code == 3
    project(files, RULE + BASE + LOOSE + systems + outputs)
    answer = litmus("run")
    assert answer.code == 0
    assert "talks" not in answer.out + (files / "j.xml").read_text("utf-8")


def test_two_project_files_in_one_folder(files: Path, litmus: Litmus) -> None:
    many(files)
    loud = LOOSE + '[systems]\nnew = "out/new.txt"\nloud = { system = "cmd:tr a-z A-Z" }\n'
    quiet = LOOSE + '[systems]\nnew = "out/old.txt"\nloud = { system = "cmd:cat" }\n'
    project(files, RULE + BASE + loud)
    project(files, RULE + BASE + quiet, "nightly.toml")
    assert litmus("run").code == 0
    assert litmus("run", "nightly.toml").code == 3
    for name, code in (("litmus.toml", 0), ("nightly.toml", 3)):
        answer = litmus("run", name)
        assert (answer.code, answer.err) == (code, "litmus: nothing changed since the last run.\n")


def test_broken_requirements_end_with_three(files: Path, litmus: Litmus) -> None:
    rules = 'require = ["new:chrf >= 101", "bleu >= old"]\nallow-no-evidence = true\n'
    outputs = '[outputs]\ntable = ["t.txt", "t.json"]\njunit = "j.xml"\n'
    many(files)
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
     "Add it: metrics = [\"bleu\", \"chrf\", \"ter\"]\nComputed: bleu, chrf\n"),
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
