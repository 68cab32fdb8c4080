"""An EvalSet as a suite, with the scores beside it."""

import json
from pathlib import Path

from litmus.corpus.segment import Segment
from litmus.corpus.suite import write_suite
from litmus.importers import import_suite
from litmus.importers.recognise import recognise


def test_evalset_as_a_suite(evalset: Path, tmp_path: Path) -> None:
    imported = import_suite("evalset", evalset, languages=("en", "de"))
    domain = {"domain": "chat"}
    assert list(imported.segments)[2] == Segment("3", "the day", ("der Tag",), "d2", columns=domain)
    assert {name: list(own)[1] for name, own in imported.systems.items()} == {
        "fair": "zwei Katze", "good": "zwei Katzen", "poor": "zwei",
    }  # fmt: skip
    assert imported.notes == ["References: refA.", "Human translations are no systems: refA."]
    assert recognise(evalset) == "evalset"
    assert next(iter(import_suite("evalset", evalset, ref="none").segments)).references == ()
    suite = tmp_path / "suite"
    write_suite(suite, imported.info, imported.segments, beside=imported.beside)
    rows = [json.loads(line) for line in (suite / "human/mqm.jsonl").read_text().splitlines()]
    assert len(rows) == 9  # three segments are rated, for three systems
    assert rows[1] == {"id": "2", "system": "good", "score": -1.0}
    ratings = (suite / "human/mqm.ratings.jsonl").read_text().splitlines()
    assert json.loads(ratings[1])["spans"] == [
        {"start": 0, "end": 4, "category": "fluency/grammar", "severity": "major", "score": 5.0}
    ]
    metrics = [json.loads(line) for line in (suite / "metrics.jsonl").read_text().splitlines()]
    assert metrics[0] == {"system": "good", "metric": "ours-refA", "score": 0.875}
    assert len(metrics) == 3 + 12
