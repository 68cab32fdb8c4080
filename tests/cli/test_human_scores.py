"""Human scores on the command line: `agree`, `import`, `score -f evalset`, `check`."""

from pathlib import Path

import pytest
from commanding import FIXTURES, Litmus, write_lines

here, litmus, tiny = FIXTURES


def test_an_evalset_is_compared(evalset: Path, here: Path, litmus: Litmus) -> None:
    answer = litmus("agree", str(evalset), "-l", "en-de", "-m", "chrf", "--draws", "100")
    assert answer.code == 0
    lines = answer.out.split("\n")
    assert lines[0] == "Human scores (mqm): 3 segments of 4 segments in 2 documents, 3 systems"
    people = lines.index("What people say")
    assert [line.split()[:2] for line in lines[people + 2 : people + 5]] == [
        ["good", "-0.33"], ["fair", "-2.00"], ["poor", "-5.33"],
    ]  # fmt: skip
    table = lines.index("Metrics and human scores, segments")
    ours = next(line for line in lines[table:] if line.strip().startswith("ours-refA"))
    assert ours.split()[1] == "0.889"
    assert answer.err == "litmus: 1 segment without a human score: left out.\n"


def test_an_evalset_brings_its_own_texts(evalset: Path, here: Path, litmus: Litmus) -> None:
    answer = litmus("agree", str(evalset), "-t", "demo-en-es")
    assert answer.code == 2 and "An EvalSet brings its own texts: leave out -t." in answer.err


def test_an_imported_evalset_is_compared(evalset: Path, here: Path, litmus: Litmus) -> None:
    answer = litmus("import", "evalset", str(evalset), "-l", "en-de", "-o", "suite")
    assert answer.out == "suite: 4 segments, en-de, 3 systems\n"
    answer = litmus("agree", "suite/human/mqm.jsonl", "-t", "suite", "-m", "chrf", "-f", "json")
    assert answer.code == 0
    (row,) = [row for row in answer.rows if row["measure"] == "acc_eq"]
    assert (row["metric"], row["n"]) == ("chrf", 3)
    answer = litmus(
        "agree", "suite/human/mqm.jsonl", "-t", "suite", "--segments", "suite/metrics.jsonl",
        "-f", "json",
    )  # fmt: skip
    (row,) = [row for row in answer.rows if row["measure"] == "acc_eq"]
    assert row["value"] == pytest.approx(8 / 9)


def test_scores_written_as_an_evalset_are_read_back(
    evalset: Path, here: Path, litmus: Litmus
) -> None:
    litmus("import", "evalset", str(evalset), "-l", "en-de", "-o", "suite")
    answer = litmus("score", "-t", "suite", "-m", "chrf", "ter", "-f", "evalset", "-o", "out")
    assert (answer.code, answer.out) == (0, "out: chrf-refA, ter-refA\n")
    lines = (here / "out/metric-scores/en-de/ter-refA.seg.score").read_text().splitlines()
    assert lines[4:6] == ["good\t0.0", "good\t0.0"]
    assert lines[8:10] == ["poor\t-50.0", "poor\t-50.0"]  # lower is better: the sign changes
    assert len(lines) == 12
    human = here / "out/human-scores"
    human.mkdir()
    (human / "en-de.mqm.seg.score").write_text(
        (evalset / "human-scores/en-de.mqm.seg.score").read_text()
    )
    direct = litmus("agree", str(evalset), "-m", "chrf", "-f", "json").rows
    read = litmus("agree", "out", "-f", "json").rows
    values = [
        [row["value"] for row in rows if row["metric"] == name and row["measure"] == "acc_eq"]
        for rows, name in ((direct, "chrf"), (read, "chrf-refA"))
    ]
    assert values[0] == values[1] != []


def test_score_does_not_replace_a_folder(evalset: Path, here: Path, litmus: Litmus) -> None:
    litmus("import", "evalset", str(evalset), "-l", "en-de", "-o", "suite")
    (here / "out").mkdir()
    write_lines(here / "out" / "mine", ["x"])
    answer = litmus("score", "-t", "suite", "-m", "chrf", "-f", "evalset", "-o", "out")
    assert answer.code == 1 and "out already exists." in answer.err
    assert [path.name for path in (here / "out").iterdir()] == ["mine"]
