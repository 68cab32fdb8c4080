"""The samples of experiments/judge: what people rated is what the judge sees."""

import json
from pathlib import Path

import pytest
from experiments.judge.data import PEOPLE, SETS, make

import litmus


@pytest.mark.parametrize("name", SETS)
def test_a_sample_is_made_by_its_seed(shared: Path, tmp_path: Path, name: str) -> None:
    data = shared / "data"
    for folder in ("a", "b"):
        assert make(data, name, tmp_path / folder, 12, 4, 7) == 12
    assert make(data, name, tmp_path / "c", 12, 4, 8) == 12
    texts = [(tmp_path / folder / "segments.jsonl").read_text() for folder in "abc"]
    assert texts[0] == texts[1] != texts[2]
    suite = litmus.load_suite(tmp_path / "a")
    people = [json.loads(line) for line in (tmp_path / "a" / PEOPLE).read_text().splitlines()]
    segments = list(suite.segments())
    judged = {(row["id"], row["system"]) for row in people}
    assert judged == {(segment.id, system) for segment in segments for system in suite.systems}
    for place, segment in enumerate(segments):
        for row in (row for row in people if row["id"] == segment.id):
            text = suite.systems[row["system"]].read_text().split("\n")[place]
            assert all(span["end"] <= len(text) for span in row.get("spans", ())
                       if span.get("in") != "source")  # fmt: skip
        for idiom in segment.idioms:
            assert idiom.text(segment.source).strip()
