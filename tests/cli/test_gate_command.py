"""`litmus score --require` as a release engineer uses it: from the command line, on real files.

Forty segments with one forbidden word each: what the blacklist finds can be counted by hand.
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from commanding import ENVIRONMENT, FIXTURES, Litmus, write_lines, write_suite

here, litmus, tiny = FIXTURES

N = 40
SUITE = [
    {"id": f"s{k}", "source": f"He kicked bucket {k} .", "references": [f"Il est mort {k} ."],
     "blacklist": ["seau"], "columns": {"domain": "news" if k < 35 else "chat"}}
    for k in range(N)
]  # fmt: skip


def output(n_bad: int) -> list[str]:
    """The first so many translations are literal."""
    return [f"Il a frappé le seau {k} ." if k < n_bad else f"Il est mort {k} ." for k in range(N)]


@pytest.fixture
def release(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A suite, the old system (4 of 40 wrong) and the new one (14 of 40)."""
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    write_suite(here / "suite", SUITE, metrics=["blacklist"])
    write_lines(here / "old.fr", output(4))
    write_lines(here / "new.fr", output(14))
    return here


SCORE = ("score", "-t", "suite", "-i", "old=old.fr", "new=new.fr", "-m", "blacklist")


def rows(err: str) -> list[list[str]]:
    """The cells of the first table of verdicts."""
    lines = err[err.index("requirement ") :].split("\n")
    return [[cell for cell in line.split("  ") if cell] for line in lines[1 : lines.index("")]]


def test_a_release_that_is_worse_is_stopped(release: Path, litmus: Litmus) -> None:
    answer = litmus(*SCORE, "--require", "blacklist<=20", "not worse than old")
    assert answer.code == 3
    assert answer.err == ""
    scores, _, verdicts = answer.out.partition("\nrequirements: ")
    assert scores.startswith("suite v3, en-fr, 40 segments")
    lines = verdicts.split("\n")
    assert lines[0] == "2 broken"
    (interval,) = re.findall(r"new +35.0 \[(\d+\.\d), (\d+\.\d)\]", scores)
    shown = ["new:blacklist", "broken", "35.0", f"[{interval[0]},", f"{interval[1]}]"]
    assert [line.split() for line in lines[3:5]] == [
        ["blacklist<=20", *shown, "20.0", "15.0", "40"],
        ["not", "worse", "than", "old", *shown, "10.0", "25.0", "40", "<0.001"],
    ]  # fmt: skip
    assert "new:blacklist (blacklist<=20): what cost most" in verdicts
    assert verdicts.count("Il a frappé le seau 4 .") == 1  # old has it right, and new lost it
    assert "a bound is compared" in verdicts.lower()
    assert "approximate randomisation, 10,000 trials)." in verdicts


def test_a_release_that_holds_passes(release: Path, litmus: Litmus) -> None:
    write_lines(release / "new.fr", output(4))
    answer = litmus(*SCORE, "--require", "blacklist<=20", "--require", "not worse than old by 5")
    assert answer.code == 0
    assert "requirements: 2 held" in answer.out
    assert "what cost most" not in answer.out
    assert "held where shown" in answer.out


def test_no_evidence_is_a_failure_unless_allowed(release: Path, litmus: Litmus) -> None:
    call = (*SCORE, "--by-column", "domain", "--require", "new:blacklist[domain:chat]<=50")
    answer = litmus(*call)
    assert answer.code == 3
    assert "no evidence" in answer.out
    assert (
        "new:blacklist[domain:chat] (new:blacklist[domain:chat]<=50): no evidence: new: only 5 "
        "cases (at least 30 are needed)." in answer.out
    )
    answer = litmus(*call, "--allow-no-evidence")
    assert answer.code == 0
    assert "no evidence, which is allowed: new: only 5 cases" in answer.out


@pytest.mark.parametrize("format", ["json", "tsv"])
def test_formats_for_programs_stay_as_they_are(release: Path, litmus: Litmus, format: str) -> None:
    plain = litmus(*SCORE, "-f", format)
    judged = litmus(*SCORE, "-f", format, "--require", "new:blacklist<=20")
    assert (judged.code, judged.out) == (3, plain.out)
    assert [cell.strip() for cell in rows(judged.err)[0]][:3] == [
        "new:blacklist<=20", "new:blacklist", "broken",
    ]  # fmt: skip
    bare = litmus(*SCORE, "-b", "--require", "new:blacklist<=20")
    assert bare.out == litmus(*SCORE, "-b").out
    assert "broken" in bare.err


def test_other_formats_have_the_table_below(release: Path, litmus: Litmus) -> None:
    answer = litmus(*SCORE, "-f", "md", "--require", "new:blacklist<=20")
    assert "| new:blacklist\\<=20 | new:blacklist | broken | 35.0 [" in answer.out
    answer = litmus(*SCORE, "-f", "latex", "--require", "new:blacklist<=20")
    assert "new:blacklist\\textless{}=20 & new:blacklist & broken & 35.0" in answer.out


def test_the_table_is_in_the_file_and_on_stderr(release: Path, litmus: Litmus) -> None:
    answer = litmus(*SCORE, "-o", "scores.txt", "--require", "new:blacklist<=20")
    assert (answer.code, answer.out) == (3, "")
    assert "requirements: 1 broken" in answer.err
    assert "requirements: 1 broken" in (release / "scores.txt").read_text(encoding="utf-8")


def test_several_suites(release: Path, litmus: Litmus) -> None:
    write_suite(release / "other", SUITE, metrics=["blacklist"])
    for suite, n_bad in (("suite", 14), ("other", 2)):
        write_lines(release / "out" / f"{suite}.txt", output(n_bad))
    call = ("score", "-t", "suite", "-t", "other", "-i", "new=out/{suite}.txt", "-m", "blacklist")
    answer = litmus(*call, "--require", "blacklist<=20", "other/blacklist<=4")
    assert answer.code == 3
    table = answer.out[answer.out.index("requirement ") :].split("\n")
    assert [line.split()[:4] for line in table[1:4]] == [
        ["blacklist<=20", "suite", "new:blacklist", "broken"],
        ["blacklist<=20", "other", "new:blacklist", "held"],
        ["other/blacklist<=4", "other", "new:blacklist", "broken"],
    ]
    assert "\nnew:blacklist on other (other/blacklist<=4): what cost most\n" in answer.out


def test_junit(release: Path, litmus: Litmus) -> None:
    answer = litmus(
        *SCORE, "--junit", "out/verdicts.xml", "--require", "blacklist<=20", "old:blacklist<=20"
    )
    assert answer.code == 3
    root = ElementTree.parse(release / "out" / "verdicts.xml").getroot()
    assert (root.tag, root.attrib["tests"], root.attrib["failures"]) == ("testsuites", "3", "1")


def test_parts_are_judged_when_they_are_merged(release: Path, litmus: Litmus) -> None:
    require = ("--require", "blacklist<=20", "not worse than old")
    whole = litmus(*SCORE, *require)
    for k in (1, 2):
        part = litmus(*SCORE, *require, "--shard", f"{k}/2", "-o", f"part.{k}")
        assert part.code == 0, part.err
    answer = litmus("merge", "part.1", "part.2", "-o", "whole.txt")
    assert answer.code == 3
    assert (release / "whole.txt").read_text(encoding="utf-8") == whole.out


def test_github_shows_annotations_and_a_summary(
    release: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(release / "summary.md"))
    answer = litmus(*SCORE, "--require", "new:blacklist<=20")
    (line,) = [line for line in answer.err.split("\n") if line.startswith("::")]
    title, _, text = line.removeprefix("::error title=").partition("::")
    assert title == "new%3Ablacklist<=20 (suite%2C new%3Ablacklist)"
    assert text.startswith("35.00, required <= 20.00, off by 15.00%0A%0Asegment s0, costs")
    assert "| broken |" in (release / "summary.md").read_text(encoding="utf-8")


def test_a_summary_that_cannot_be_written_changes_no_verdict(
    release: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(release))
    answer = litmus(*SCORE, "--require", "new:blacklist<=40")
    assert answer.code == 0
    assert answer.err == "litmus: The summary of the step was not written: Is a directory.\n"


def test_quiet_is_quiet_where_all_holds(release: Path, litmus: Litmus) -> None:
    assert litmus(*SCORE, "-q", "-b", "--require", "new:blacklist<=40").err == ""
    assert "broken" in litmus(*SCORE, "-q", "-b", "--require", "new:blacklist<=20").err


@pytest.mark.slow
def test_the_action_runs_the_gate(release: Path) -> None:
    """The script of action.yml, with the variables that its inputs fill."""
    yaml = pytest.importorskip(
        "yaml", reason="PyYAML is not installed: pip install -e '.[test-all]'"
    )
    action = yaml.safe_load((Path(__file__).parents[2] / "action.yml").read_text(encoding="utf-8"))
    (step,) = [one for one in action["runs"]["steps"] if one.get("shell") == "python"]
    write_lines(release / "step.py", [step["run"]])
    variables = {
        "LITMUS_ARGUMENTS": '-t suite -i old=old.fr "new=new.fr" -m blacklist',
        "LITMUS_REQUIRE": "blacklist<=20\n\n  not worse than old\n",
        "LITMUS_REPORT": "true",
        "LITMUS_SEGMENTS": "true",
        "LITMUS_FOLDER": str(release / "kept"),
        "GITHUB_ACTIONS": "true",
        "GITHUB_STEP_SUMMARY": str(release / "summary.md"),
    }
    assert set(step["env"]) <= set(variables)
    done = subprocess.run(
        [sys.executable, "step.py"], env=ENVIRONMENT | variables, capture_output=True, text=True,
        encoding="utf-8", timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 3, done.stderr
    assert done.stderr.count("::error title=") == 2
    kept = sorted(path.name for path in (release / "kept").iterdir())
    assert kept == ["report.html", "segments.jsonl", "verdicts.xml"]
    first = (release / "kept" / "segments.jsonl").read_text(encoding="utf-8").split("\n")[0]
    assert json.loads(first)["id"] == "s0"
