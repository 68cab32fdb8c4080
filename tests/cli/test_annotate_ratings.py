"""Errors and scores from the command line: a campaign from its making to what metrics make of it."""

import http.client
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from commanding import ENVIRONMENT, FIXTURES, LITERAL, MIXED, Litmus, write_lines, written

from litmus.corpus.ratings import ErrorSpan, read_ratings

here, litmus, tiny = FIXTURES


def make(litmus: Litmus, *more: str, task: str = "esa") -> dict[str, str]:
    """The campaign `c` on the suite `tiny`; the secret of everyone."""
    answer = litmus("annotate", "new", "c", "-t", "tiny", "--task", task, "--annotators",
                    "ana,ben", "--overlap", "2", "--in-order", *more)  # fmt: skip
    assert (answer.code, answer.err) == (0, "")
    return dict(re.findall(r"^(\w+)\t.*#k=([\w-]{32})$", answer.out, re.MULTILINE))


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """`litmus annotate c` as a process; host and port."""
    pytest.importorskip("uvicorn", reason="serving needs litmus-mt[annotate]")
    pytest.importorskip("starlette", reason="serving needs litmus-mt[annotate]")
    command = [sys.executable, "-m", "litmus", "annotate", "c", "--port", "0"]
    process = subprocess.Popen(
        command, cwd=folder, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr
    try:
        yield re.findall(r"http://(\S+?)/", process.stderr.readline())[0]
    finally:
        process.send_signal(signal.SIGINT)
        process.stderr.close()
        assert process.wait(timeout=20) == 0


def ask(host: str, secret: str, path: str, body: dict[str, Any] | None = None) -> Any:
    connection = http.client.HTTPConnection(host, timeout=10)
    headers = {"authorization": f"Bearer {secret}", "content-type": "application/json"}
    method = "GET" if body is None else "POST"
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    response = connection.getresponse()
    answer = json.loads(response.read())
    connection.close()
    assert response.status == 200, answer
    return answer


def mark(host: str, secret: str, *, severity: str) -> None:
    """Judge everything: literal words are an error, and cost the translation its score."""
    place = ask(host, secret, "/api/start")
    while (item := place["item"]) is not None:
        target = item["target"]
        bad = next((word for word in ("seau", "haricots") if word in target), None)
        spans = []
        if bad:
            start = target.index(bad)
            spans = [{"start": start, "end": start + len(bad), "severity": severity}]
        body = {"position": item["position"], "comment": "", "spans": spans, "seconds": 0,
                "score": 20 if bad else 95, "request": f"request-{item['position']}"}  # fmt: skip
        place = ask(host, secret, "/api/judgements", body)


def test_from_new_to_agree(tiny: Path, litmus: Litmus) -> None:
    secrets = make(litmus, "--attention", "1")
    with serving(tiny) as host:
        mark(host, secrets["ana"], severity="major")
        mark(host, secrets["ben"], severity="minor")
    status = litmus("annotate", "status", "c").out.split("\n")
    assert status[0].startswith("c: task esa, 12 items, ")
    # four segments of three systems; what two systems share is judged once, here 7 translations
    assert [line.split()[:2] for line in status[-3:-1]] == [["ana", "7"], ["ben", "7"]]
    assert "checks passed" in status[-4] and "mean score" in status[-4]

    assert litmus("annotate", "export", "c", "-o", "ratings.jsonl").code == 0
    rows = written(tiny / "ratings.jsonl")
    assert len(rows) == 24 and "check_of" not in rows[0] and rows[0]["seconds"] == 0
    ratings = {
        (one.annotator, one.system, one.id): one for one in read_ratings(tiny / "ratings.jsonl")
    }
    start = LITERAL[1].index("seau")
    found = ratings["ana", "literal", "b"]
    assert found.spans == (ErrorSpan(start, start + 4, "", "major"),)
    assert (found.score, ratings["ben", "mixed", "d"].score) == (20.0, 95.0)
    assert litmus("check", "ratings.jsonl").code == 0
    with_checks = litmus("annotate", "export", "c", "--checks").out.splitlines()
    assert len(with_checks) > 24

    for judgements in ("ratings.jsonl", "c"):
        answer = litmus(
            "agree", judgements, "-t", "tiny", "-m", "chrf", "-f", "json", "--draws", "20"
        )
        assert answer.code == 0, answer.err
        by_key = {
            (row["table"], row["measure"], row["verdict"]): row["value"] for row in answer.rows
        }
        # right above mixed above literal, for people and for chrF alike
        assert by_key["score-systems", "accuracy", None] == 1.0
        # all characters are marked by both, with another severity: half
        assert by_key["score-spans", "f1", "ana, ben"] == 0.5
    assert "95.0" in litmus("annotate", "export", "c", "-f", "tsv").out


def test_ratings_from_elsewhere(tiny: Path, litmus: Litmus) -> None:
    make(litmus)
    row = {"id": "b", "system": "literal", "annotator": "expert", "score": 30, "comment": "hm",
           "seconds": 9.5, "spans": [{"start": 0, "end": 2, "severity": "Wrong"}]}  # fmt: skip
    (tiny / "theirs.jsonl").write_text(json.dumps(row) + "\n")
    answer = litmus("annotate", "import", "c", "theirs.jsonl")
    assert (answer.code, answer.err) == (
        1,
        "litmus: theirs.jsonl:1: the severity 'Wrong' is not one of this campaign's: minor, major.\n"
        "Map it: --map Wrong=OURS\n",
    )
    for expected in ("1 judgement added, 0 already", "0 judgements added, 1 already"):
        answer = litmus("annotate", "import", "c", "theirs.jsonl", "--map", "Wrong=major")
        assert answer.out.startswith(expected), answer.err
    (out,) = (json.loads(line) for line in litmus("annotate", "export", "c").out.splitlines())
    assert (out["annotator"], out["score"], out["comment"], out["seconds"]) == (
        "expert",
        30,
        "hm",
        9.5,
    )
    assert out["spans"] == [{"start": 0, "end": 2, "severity": "major"}]


def test_wmts_tables_come_in(tiny: Path, litmus: Litmus) -> None:
    make(litmus, task="mqm")
    head = "system\tdoc\tseg_id\trater\tsource\ttarget\tcategory\tseverity"
    marked = LITERAL[1].replace("seau", "<v>seau</v>")
    write_lines(tiny / "wmt.tsv", [
        head,
        f"literal\tx\tb\trater1\tHe kicked the bucket .\t{marked}\tAccuracy/Mistranslation\tMajor",
        f"mixed\tx\td\trater1\tThey spilled the beans again .\t{MIXED[3]}\tNo-error\tNo-error",
    ])  # fmt: skip
    answer = litmus("annotate", "import", "c", "wmt.tsv")
    assert (answer.code, answer.out[:20]) == (0, "2 judgements added, "), answer.err
    rows = [json.loads(line) for line in litmus("annotate", "export", "c").out.splitlines()]
    by_system = {row["system"]: row["spans"] for row in rows}
    assert by_system["mixed"] == [] and "score" not in rows[0]
    assert by_system["literal"] == [
        {"start": 15, "end": 19, "category": "Accuracy/Mistranslation", "severity": "Major"}
    ]
    assert (
        f"\t{marked}\tAccuracy/Mistranslation\t"
        in litmus("annotate", "export", "c", "-f", "mqm").out
    )


@pytest.mark.parametrize(("row", "message"), [
    ({"spans": []}, "r.jsonl:1 has no 'score', but this campaign asks for it.\nAdd it, or import into a campaign"),
    ({"score": 5}, "r.jsonl:1 has no 'spans', but this campaign asks for it.\nAdd it: \"spans\": [] says"),
    ({"score": 5, "spans": [{"start": 0, "end": 2, "severity": "minor", "category": "Style"}]},
     "r.jsonl:1: the category 'Style' is not one of this campaign's: omission."),
    ({"score": 5, "spans": [], "id": "z"}, "r.jsonl:1: no item of this campaign has id 'z'"),
])  # fmt: skip
def test_ratings_that_do_not_fit(
    tiny: Path, litmus: Litmus, row: dict[str, Any], message: str
) -> None:
    make(litmus)
    whole = {"id": "b", "system": "literal", "annotator": "x"} | row
    (tiny / "r.jsonl").write_text(json.dumps(whole) + "\n")
    answer = litmus("annotate", "import", "c", "r.jsonl")
    assert answer.code == 1 and answer.err.startswith(f"litmus: {message}")
    assert litmus("annotate", "export", "c").out == ""
