"""The human judgements of TIDE as ours: how its codes are read, and that they fit the suite."""

from collections import Counter
from pathlib import Path

import pytest
from benchmarks.agreement_tide import SYSTEMS, prepare, read, verdict

from litmus.annotate.judgements import read_judgements
from litmus.corpus.suite import read_suite


@pytest.mark.parametrize(("use", "reads", "correctness", "text", "label"), [
    ("figurative", "f", "0", "x", "correct"),
    ("figurative", "l", "0", "x", "correct"),
    ("figurative", "l", "1", "x", "literal"),
    ("figurative", "l", "2", "x", "literal"),
    ("figurative", "f", "1", "x", "understandable"),
    ("figurative", "a", "1", "x", "understandable"),
    ("figurative", "f", "2", "x", "incorrect"),
    ("figurative", "x", "1", "x", "incorrect"),
    ("figurative", "x", "2", "", "omitted"),
    ("literal", "l", "1", "x", "understandable"),
    ("literal", "l", "2", "x", "incorrect"),
    ("literal", "f", "1", "x", "incorrect"),
])  # fmt: skip
def test_codes_are_read_as_the_page_says(
    use: str, reads: str, correctness: str, text: str, label: str
) -> None:
    assert verdict(use, reads, correctness, text) == label


@pytest.mark.parametrize(("language", "expected"), [
    # counted in the files by hand: readings l with correctness 1 or 2 of figurative sentences, ...
    ("zh", {"correct": 98, "literal": 73, "understandable": 7, "incorrect": 22}),
    ("ko", {"correct": 78, "literal": 65, "understandable": 6, "omitted": 49, "incorrect": 2}),
])  # fmt: skip
def test_every_figurative_sentence_has_a_verdict(
    shared: Path, tmp_path: Path, language: str, expected: dict[str, int]
) -> None:
    data = shared / "data" / "tide-idioms"
    suite_folder, path = prepare(data, language, "figurative", tmp_path)
    judgements = list(read_judgements(path))
    suite = read_suite(suite_folder)
    ids = {segment.id for segment in suite.segments()}
    assert len(ids) == 50 and set(suite.systems) == set(SYSTEMS)
    assert {(one.id, one.system) for one in judgements} == {(i, s) for i in ids for s in SYSTEMS}
    assert Counter(one.label for one in judgements) == expected
    assert len(list(read(data / f"human_evaluation.{language}.csv"))) == 400
