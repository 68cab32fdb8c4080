"""`litmus agree` as people type it."""

import json
from pathlib import Path

import pytest
from commanding import FIXTURES, Litmus, write_lines

here, litmus, tiny = FIXTURES

# Of the three idioms `literal` gets none right, `mixed` one, `right` all.
LABELS = {
    "literal": {"b": "literal", "c": "literal", "d": "omitted"},
    "mixed": {"b": "literal", "c": "correct", "d": "correct"},
    "right": {"b": "correct", "c": "correct", "d": "correct"},
}


@pytest.fixture
def judged(tiny: Path) -> Path:
    rows = [
        json.dumps({"id": id, "system": system, "annotator": "ana", "label": label})
        for system, labels in LABELS.items()
        for id, label in labels.items()
    ]
    write_lines(tiny / "judgements.jsonl", rows)
    return tiny


LITTER = "litter:dictionary=tiny.tsv"


def test_a_metric_against_people(judged: Path, litmus: Litmus) -> None:
    # LitTER triggers on all of `literal` and on b and c of `mixed`: 5. People found 3 literal
    # errors among them: precision 3/5, recall 3/3. Errors: 4 of 5, and 4 of 4.
    answer = litmus("agree", "judgements.jsonl", "-t", "tiny", "-m", LITTER, "--draws", "200")
    assert answer.code == 0
    lines = answer.out.split("\n")
    assert lines[0] == "9 judgements of 9 items by 1 annotator, 3 systems, task idiom"
    literal = lines[lines.index("Finding literal errors") + 2].split()
    assert [literal[0], literal[1], literal[4], literal[7]] == ["litter", "60.0", "100.0", "75.0"]
    error = lines[lines.index("Finding errors") + 2].split()
    assert [error[1], error[4]] == ["80.0", "100.0"]
    table = lines.index("What people say of what litter flags")
    assert [line.split() for line in lines[table + 2 : table + 5]] == [
        ["not", "flagged", "4", "0", "0", "4"],
        ["flagged", "1", "4", "3", "5"],
        ["total", "5", "4", "3", "9"],
    ]


def test_json_has_one_shape(judged: Path, litmus: Litmus) -> None:
    answer = litmus("agree", "judgements.jsonl", "-t", "tiny", "-m", LITTER, "-f", "json")
    rows = answer.rows
    assert all(
        list(row) == ["table", "system", "metric", "verdict", "measure", "n", "value", "low", "high", "signature"]
        for row in rows
    )  # fmt: skip
    (recall,) = [
        row for row in rows
        if (row["table"], row["system"], row["verdict"], row["measure"]) == ("metrics", None, "error", "recall")
    ]  # fmt: skip
    assert (recall["value"], recall["n"], recall["metric"]) == (100.0, 9, "litter")
    assert "metric:(LitTER|set:tiny.v3|" in recall["signature"]


def test_people_alone(judged: Path, litmus: Litmus) -> None:
    answer = litmus("agree", "judgements.jsonl")
    assert answer.code == 0 and "Finding" not in answer.out
    assert "\nWhat people say (%)\n" in answer.out and "  right    100.0 [" in answer.out


def test_a_campaign_is_read_where_it_is(tiny: Path, litmus: Litmus) -> None:
    litmus("annotate", "new", "c", "-t", "tiny", "--annotators", "ana", "--sample", "all")
    rows = ["id\tsystem\tlabel\tannotator"]
    rows += [
        f"{id}\t{s}\t{label}\t{who}"
        for s, labels in LABELS.items()
        for id, label in labels.items()
        for who in ("ana", "ben")
    ]
    write_lines(tiny / "theirs.tsv", rows)
    assert litmus("annotate", "import", "c", "theirs.tsv").code == 0
    answer = litmus("agree", "c", "-t", "tiny", "-m", LITTER, "-f", "md")
    assert answer.code == 0
    assert "**18 judgements of 9 items by 2 annotators, 3 systems, task idiom**" in answer.out
    assert "| ana - ben: Cohen's kappa | 1.00 [1.00, 1.00] | 9 |" in answer.out
    litmus("annotate", "export", "c", "-o", "out.jsonl")
    again = litmus("agree", "out.jsonl", "-t", "tiny", "-m", LITTER, "-f", "md")
    assert again.out == answer.out


def test_systems_of_the_suite_go_by_their_names(judged: Path, litmus: Litmus) -> None:
    answer = litmus("agree", "judgements.jsonl", "-t", "tiny", "-i", "@right", "@mixed", "@literal",
                    "-m", LITTER, "-q")  # fmt: skip
    assert (answer.code, answer.err) == (0, "")


def test_latex_and_tsv_go_into_a_file(judged: Path, litmus: Litmus) -> None:
    for format, start in (
        ("latex", "% needs \\usepackage{booktabs}"),
        ("tsv", "table\tsystem\tmetric"),
    ):
        answer = litmus("agree", "judgements.jsonl", "-f", format, "-o", "out")
        assert (answer.code, answer.out) == (0, "")
        assert (judged / "out").read_text().startswith(start)


@pytest.mark.parametrize(("arguments", "message"), [
    (["judgements.jsonl", "-t", "tiny"], "Which metrics? Give them: -m litter litter:case=fold"),
    (["judgements.jsonl", "-t", "tiny", "--segments", "x"],
     "Give either metrics (-t SUITE -m METRIC) or --segments, not both."),
    (["a.jsonl", "b.jsonl"], "The judgements are of several tasks: idiom, tag. Give one kind."),
])  # fmt: skip
def test_what_is_refused(judged: Path, litmus: Litmus, arguments: list[str], message: str) -> None:
    write_lines(judged / "a.jsonl", ['{"id": "b", "label": "correct", "task": "idiom"}'])
    write_lines(judged / "b.jsonl", ['{"id": "c", "label": "right", "task": "tag"}'])
    answer = litmus("agree", *arguments)
    assert (answer.code, answer.out, answer.err) == (2, "", f"litmus: {message}\n")
