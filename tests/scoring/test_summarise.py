"""Numbers without the noise of floating point."""

import numpy as np
import pytest

from litmus.corpus.numbering import Numbering
from litmus.corpus.suite import SuiteInfo
from litmus.metrics.base import Setup
from litmus.metrics.registry import create
from litmus.scoring.measuring.collected import Collected, Counted
from litmus.scoring.naming import SummarySettings
from litmus.scoring.rows import ResultRow
from litmus.scoring.summarise import summarise
from litmus.stats.tally import Tally


def summarised(scores: list[float]) -> list[ResultRow]:
    """Rows of APT-Eval, every idiom with a label of its own and all five scores the same."""
    tally, n = Tally(7), len(scores)
    tally.add(np.arange(n), np.arange(n), np.array([[x] * 5 + [1.0, 0.0] for x in scores]))
    counted = [Counted(create("apt-eval", Setup("en", "fr")), "apt-eval", [tally])]
    labels = Numbering({f"l{i}": i for i in range(n)})
    collected = Collected(counted, labels=labels, n_segments=n, n_units=n, n_references={1})
    return summarise(collected, ["a"], SuiteInfo("x", "en", "fr"), SummarySettings())[0]


def test_a_label_with_one_case_has_no_interval() -> None:
    # k times 2/3 of k cases is not always 2/3 to the last digit
    rows = [row for row in summarised([2 / 3, 0.7, 1 / 3, 0.29]) if row.tag is not None]
    assert {(row.n, row.low, row.high) for row in rows} == {(1, None, None)}
    assert [row.value for row in rows[:4]] == pytest.approx([200 / 3, 70, 100 / 3, 29])


def test_only_cases_that_differ_have_an_interval() -> None:
    row = summarised([2 / 3] * 7)[0]
    assert (row.tag, row.low, row.high) == (None, None, None)
    row = summarised([2 / 3, 2 / 3, 0.5, 0.5])[0]
    assert row.low is not None and row.high is not None
    assert row.low < row.high
    assert {row.value for row in summarised([1.0000000000000004] * 5)} == {100.0}
