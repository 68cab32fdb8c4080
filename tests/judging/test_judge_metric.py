"""The metric that reads a judge's rows: values by hand, intervals that hold, and its warnings."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.judging.judges import ToyJudge, errors, scores

import litmus
from litmus.errors import DataError, UsageError
from litmus.metrics.base import Setup
from litmus.metrics.registry import create
from litmus.stats.intervals import percentiles
from litmus.stats.resampling import bootstrap_weights

SOURCE, MINE = ["One.", "Two.", "Three.", "Four."], ["Eins.", "Zwei.", "Drei.", "Vier."]


def rows_of(folder: Path, judge: ToyJudge, task: str, **options: Any) -> Path:
    path = folder / f"{task}.jsonl"
    litmus.judge(
        languages="en-de", source=SOURCE, outputs={"mine": MINE}, judge=judge, task=task,
        output=path, **options,
    )  # fmt: skip
    return path


def score(spec: str, hypotheses: list[str] = MINE, **options: Any) -> Any:
    return litmus.evaluate(
        languages="en-de", source=SOURCE, outputs={"mine": hypotheses}, metrics=spec, **options
    )


def by_text(values: dict[str, list[Any]]) -> ToyJudge:
    """Scores by what is translated, and by draw."""

    def reply(query: Any) -> str:
        own = next(own for text, own in values.items() if text in query.turns[1].text)
        return json.dumps({"score": own[query.draw]})

    return ToyJudge(reply)


def test_the_value_and_the_spread_by_hand(tmp_path: Path) -> None:
    toy = by_text({"Eins": [10, 30], "Zwei": [50, 50], "Drei": [0, 100], "Vier": [80, 80]})
    path = rows_of(tmp_path, toy, "direct", repeats=2)
    result = score(f"judge:file={path}")
    # (20 + 50 + 50 + 80) / 4; SDs are sqrt(200), 0, sqrt(5000), 0
    row = result.overall("mine", "judge")
    assert (row.n, row.value) == (4, 50.0)
    spread = next(one for one in result.rows if one.metric.startswith("judge.spread"))
    assert spread.value == pytest.approx((200**0.5 + 5000**0.5) / 4)
    path = rows_of(tmp_path, ToyJudge(scores(40)), "direct", overwrite=True)
    spread = next(one for one in score(f"judge:file={path}").rows if "spread" in one.metric)
    assert spread.value is None  # of one draw


def test_errors_are_evidence(tmp_path: Path) -> None:
    toy = ToyJudge(errors({"text": "Eins", "severity": "major", "category": "style"},
                          {"text": "lost", "severity": "minor"}))  # fmt: skip
    path, out = rows_of(tmp_path, toy, "mqm"), tmp_path / "evidence.jsonl"
    result = score(f"judge:file={path}", segments=out)
    assert result.overall("mine", "judge").value == -6.0
    first = json.loads(out.read_text().split("\n")[0])["evidence"]
    assert first["spans"] == [{"start": 0, "end": 4, "category": "style", "severity": "major"}]
    assert first["unplaced"] == [{"text": "lost", "severity": "minor"}]
    assert (first["score"], first["judge"]) == (-6.0, "judge:toy/m1/mqm.v1")


def test_labels_are_shares_with_wilsons_interval(tmp_path: Path) -> None:
    toy, path = ToyJudge(lambda _: '{"label": "literal"}'), tmp_path / "idiom.jsonl"
    spans = [[(0, 3, "one")], [(0, 3, "two")], [], []]
    options: dict[str, Any] = {"languages": "en-de", "source": SOURCE, "spans": spans,
                               "outputs": {"mine": MINE}}  # fmt: skip
    litmus.judge(judge=toy, task="idiom", output=path, **options)
    row = litmus.evaluate(metrics=f"judge:file={path}", **options).overall("mine", "judge")
    assert (row.n, row.value, row.low) == (2, 0.0, 0.0)
    assert row.high == pytest.approx(65.76, abs=0.01)  # Wilson, 0 of 2


def test_a_row_without_a_verdict_is_left_out_and_said(tmp_path: Path) -> None:
    def reply(query: Any) -> str:
        return "never" if "Zwei" in query.turns[1].text else '{"score": 60}'

    path = rows_of(tmp_path, ToyJudge(reply), "direct")
    result = score(f"judge:file={path}")
    row = result.overall("mine", "judge")
    assert (row.n, row.value) == (3, 60.0)
    assert result.notes[1] == (
        "judge:toy/m1/direct.v2: 1 draw of a system without a verdict; they are left out."
    )
    # the signature says who judged what
    assert "|people:no|avg:micro|judge:(judge|by:(toy)|task:direct.v2#" in row.signature
    assert str(tmp_path) not in row.signature
    other = rows_of(tmp_path, ToyJudge(scores(50)), "direct", overwrite=True)
    assert score(f"judge:file={other}").overall("mine", "judge").signature != row.signature


def test_another_translation_is_not_scored_by_old_verdicts(tmp_path: Path) -> None:
    path = rows_of(tmp_path, ToyJudge(scores(40)), "direct")
    with pytest.raises(DataError) as error:
        score(f"judge:file={path}", ["Eins.", "Zwo.", "Drei.", "Vier."])
    assert str(error.value) == (
        f"{path}:2: the judge has seen another translation of segment '2' by 'mine' than the one "
        "that is scored.\nScore what was judged, or judge again: litmus judge ... --overwrite"
    )
    result = litmus.evaluate(
        languages="en-de", source=SOURCE, outputs={"mine": MINE, "new": MINE},
        metrics=f"judge:file={path}",
    )  # fmt: skip
    assert f"{path} has no verdicts on new; it has: mine" in result.notes
    assert not any("has no verdicts" in one for one in score(f"judge:file={path}").notes)


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as usage:
        score("judge")
    assert str(usage.value) == (
        "judge reads verdicts from a file. Make one with litmus judge, and name it: "
        "metrics=judge:file=ROWS.jsonl"
    )
    path = rows_of(tmp_path, ToyJudge(scores(40)), "direct")
    lines = path.read_text().splitlines(keepends=True)
    for text, said in [
        ("", "is empty."),
        ('{"id": "1", "system": "mine", "score": 3}\n', "the key 'annotator' is missing."),
        (lines[0] * 2, "draw 1 of '1' of 'mine' is there before. Remove one."),
        (lines[0] + lines[1].replace("repairs:1", "repairs:2"), "is of another judge"),
        (lines[0].replace('"value": 40.0', '"value": NaN'), "'value' must be a finite number"),
    ]:
        path.write_text(text)
        with pytest.raises(DataError, match=said.replace(".", r"\.")):
            create(f"judge:file={path}", Setup("en", "de"))


def rated(folder: Path, n: int, judge: list[float], people: list[float]) -> tuple[Path, Path]:
    """Rows of a judge and of a person on n translations."""
    path, ratings = folder / "rows.jsonl", folder / "people.jsonl"
    source = [f"Sentence {number}." for number in range(n)]
    hypotheses = [f"Satz {number}." for number in range(n)]

    def reply(query: Any) -> str:
        number = int(query.turns[1].text.split("<source>Sentence ")[1].split(".")[0])
        return json.dumps({"score": judge[number % len(judge)]})

    litmus.judge(
        languages="en-de", source=source, outputs={"mine": hypotheses}, judge=ToyJudge(reply),
        task="direct", output=path, overwrite=True,
    )  # fmt: skip
    given = [
        {"id": str(k + 1), "system": "mine", "annotator": "ana", "score": people[k % len(people)]}
        for k in range(n)
    ]
    ratings.write_text("".join(f"{json.dumps(row)}\n" for row in given))
    return path, ratings


def note(spec: str) -> str:
    metric = create(spec, Setup("en", "de"))
    return metric.notes(np.zeros(len(metric.columns)))[0]


def test_how_far_a_judge_can_be_trusted_is_said(tmp_path: Path) -> None:
    name = "judge:toy/m1/direct.v2"
    for n, judge, given, message in (
        (29, [1, 2, 3], [1, 2, 3], f"{name} was not tested: it and people have both judged 29 "
         "items, and 30 are needed."),
        (60, [10, 20, 30], [1, 2, 3], f"{name} agrees with people: rank correlation 1.00 "
         "[1.00, 1.00] on 60 items that both have judged."),
        (40, [50], [1, 2], f"WARNING: {name} says the same of everything, or people do: there is "
         "no rank correlation on 40 items that both have judged."),
    ):  # fmt: skip
        path, people = rated(tmp_path, n, judge, given)
        spec = f"judge:file={path},people={people}"
        assert note(spec) == message
        if n == 60:
            parts = create(spec, Setup("en", "de")).signature_parts()
            assert parts["people"] == "rank-correlation=1.00,n=60"
    assert note(f"judge:file={path}") == (
        f"{name} was not compared with people: nobody knows how far its verdicts "
        f"can be trusted. Give some of people's: metrics=judge:file={path},people=FILE"
    )
    path, people = rated(tmp_path, 60, [10, 20, 30], [3, 1, 2, 2])
    said = note(f"judge:file={path},people={people}")
    assert said.startswith(
        f"WARNING: {name} agrees too little with people to be trusted: rank correlation "
    )
    assert said.endswith(" on 60 items that both have judged, less than 0.3.")


@pytest.mark.release
@pytest.mark.parametrize(("segments", "judge"), [(3.0, 0.0), (1.0, 4.0), (0.0, 4.0)])
def test_intervals_hold_the_judges_own_spread(segments: float, judge: float) -> None:
    # The truth is 0: segments differ by one spread, draws of a segment by the judge's. Resampling
    # segments with the mean of their draws holds the truth in 95 % of the trials, wherever the
    # spread comes from (Davison and Hinkley 1997, section 3.8).
    rng, trials, n, draws = np.random.default_rng(7), 600, 60, 3
    held = 0
    for trial in range(trials):
        own = rng.normal(0, segments, (n, 1)) + rng.normal(0, judge, (n, draws))
        counts = np.stack([own.mean(axis=1), np.ones(n)], axis=1)
        weights = np.concatenate(list(bootstrap_weights(n, 400, trial)))
        top, bottom = (weights @ counts).T
        low, high = percentiles((top / bottom)[:, None])
        held += bool(low[0] <= 0 <= high[0])
    assert 0.92 <= held / trials <= 0.97  # nominal 95 %; SD of the share 0.9 %


def test_scoring_resamples_a_segment_with_its_draws(tmp_path: Path) -> None:
    # Segments do not differ at all: the interval is the judge's own spread and nothing else.
    rng = np.random.default_rng(3)
    n, draws = 50, 2
    given = rng.integers(20, 80, (n, draws))
    source, hypotheses = [f"S{k}." for k in range(n)], [f"T{k}." for k in range(n)]

    def reply(query: Any) -> str:
        number = int(query.turns[1].text.split("<source>S")[1].split(".")[0])
        return json.dumps({"score": int(given[number, query.draw])})

    path = tmp_path / "rows.jsonl"
    options: dict[str, Any] = {"languages": "en-de", "source": source,
                               "outputs": {"mine": hypotheses}}  # fmt: skip
    litmus.judge(judge=ToyJudge(reply), task="direct", repeats=2, output=path, **options)
    row = litmus.evaluate(metrics=f"judge:file={path}", **options).overall("mine", "judge")
    means = given.mean(axis=1)
    half = 1.96 * means.std() / n**0.5
    assert row.value == pytest.approx(means.mean())
    assert row.high - row.low == pytest.approx(2 * half, rel=0.1)
