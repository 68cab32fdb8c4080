"""A new metric is one class and one registry line, and is then first class everywhere.

`careful` never leaves a word of an idiom untranslated, `lazy` does so in every third segment. The
twelfth has two idioms; of one of them `lazy` leaves a word.
"""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.reports.browsing import write_suite

from litmus import evaluate
from litmus.annotate.agree.compare import Settings, compare, meanings_of
from litmus.annotate.agree.panel import make_panel
from litmus.annotate.campaigns.campaign import load_campaign
from litmus.annotate.campaigns.create import Plan, create_campaign
from litmus.annotate.judgements import Judgement
from litmus.annotate.label_sets import find_label_set, load_label_set
from litmus.annotate.verdicts import detectors, verdicts_by_metric
from litmus.corpus.suite import SuiteFolder, read_suite
from litmus.errors import UsageError
from litmus.metrics.registry import METRICS
from litmus.plugins.registry import Entry
from litmus.reports.plots import _figures as figures

LABEL, OTHER = "kick the bucket", "spill the beans"
N = 30
LAZY = frozenset(range(0, N, 3))  # where `lazy` leaves a word


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one line of the registry."""
    monkeypatch.setitem(METRICS._ours, "copied", Entry("copied", "tests.reports.toy_metric:Copied"))


@pytest.fixture
def suite(tmp_path: Path) -> SuiteFolder:
    segments, systems = [], {"careful": [], "lazy": []}  # type: ignore[var-annotated]
    for k in range(N):
        source = f"He kicked the bucket {k} and spilled beans ."
        right = f"Il est mort {k} et a tout dit ."
        idioms = [{"label": LABEL, "spans": [[3, 20]]}]
        if k == 12:
            start = source.index("spilled beans")
            idioms.append({"label": OTHER, "spans": [[start, start + len("spilled beans")]]})
        segments.append({"id": f"s{k}", "source": source, "idioms": idioms, "references": [right]})
        systems["careful"].append(right)
        wrong = right.replace("est mort", "a frappé le bucket")
        systems["lazy"].append(wrong if k in LAZY else right)
    return read_suite(write_suite(tmp_path / "toy", segments, systems, metrics=["copied", "bleu"]))


def scored(suite: SuiteFolder, **settings: Any) -> Any:
    return evaluate(suite, suite.systems, **{"n_bootstrap": 100, "n_trials": 100} | settings)


def test_its_value_has_an_interval_a_test_labels_and_a_signature(suite: SuiteFolder) -> None:
    result = scored(suite, test="ar")
    row = result.overall("lazy", "copied")
    # 31 idioms, ten of them with a word left
    assert (row.n, row.value) == (31, pytest.approx(100 * 10 / 31))
    assert row.low < row.value < row.high
    assert row.p is not None and row.p < 0.05
    assert row.signature.startswith("copied|set:toy.v1|lang:en-fr|nrefs:1|avg:micro|")
    by_label = {r.tag: r.value for r in result.rows if r.metric == "copied" and r.system == "lazy"}
    assert by_label[OTHER] == 0.0 and by_label[LABEL] == pytest.approx(100 / 3)


def test_subsets_and_plots_go_by_what_it_flags(suite: SuiteFolder) -> None:
    result = scored(suite, subsets=True)
    n = {(row.system, row.tag): row.n for row in result.rows
         if row.metric == "bleu" and row.value is not None}  # fmt: skip
    assert n["lazy", "subset:triggered"] == len(LAZY)
    assert n["lazy", "subset:not-triggered"] == N - len(LAZY)
    assert ("careful", "subset:triggered") not in n
    assert n["careful", "subset:not-triggered"] == N
    pytest.importorskip(
        "matplotlib", reason="matplotlib is not installed: pip install -e '.[test]'"
    )
    names = [name for name, _ in figures(result)]
    assert names == ["metrics", "copied-against-bleu", "copied-labels", "subsets"]


def test_campaign_takes_it_for_what_triggers(suite: SuiteFolder, tmp_path: Path) -> None:
    plan = Plan(labels=find_label_set("idiom"), annotators=("ana",), sample="triggered+5")
    create_campaign(tmp_path / "campaign", suite, suite.systems, plan)
    campaign = load_campaign(tmp_path / "campaign")
    assert campaign.settings.trigger == ("copied",)
    with closing(campaign.store().connection) as connection:
        query = "SELECT system, name, size, drawn FROM strata ORDER BY system, name"
        assert connection.execute(query).fetchall() == [
            ("careful", "rest", 31, 5), ("lazy", "rest", 21, 5), ("lazy", "triggered", 10, 10),
        ]  # fmt: skip


def test_its_verdicts_are_compared_with_those_of_people(suite: SuiteFolder, tmp_path: Path) -> None:
    assert list(detectors(["copied:average=macro"])) == ["copied", "copied:average=macro"]
    scored(suite, segments=tmp_path / "evidence.jsonl")
    judgements = []
    for k in range(N):
        # People miss a word in s0, and find another error in s1.
        wrong = (k in LAZY and k != 0) or k == 1
        judgements.append(
            Judgement(f"s{k}", "literal" if wrong else "correct", "lazy", "ana", mark=LABEL)
        )
    judgements.append(Judgement("s12", "correct", "lazy", "ana", mark=OTHER))
    panel = make_panel(judgements, load_label_set(find_label_set("idiom")))
    verdicts = verdicts_by_metric(tmp_path / "evidence.jsonl")
    assert list(verdicts) == ["copied"]  # BLEU calls nothing wrong
    found = compare(panel, verdicts, Settings(meanings_of(panel), 50))
    measures = {
        row.measure: row.value
        for row in found.rows
        if row.table == "metrics" and row.verdict == "literal error" and row.system is None
    }
    # ten flagged, nine of them rightly; of ten errors nine are found; the other idiom of s12 is not
    assert measures["precision"] == measures["recall"] == 90.0


def test_from_a_python_file_it_triggers_and_is_compared_too(
    suite: SuiteFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()  # the registry knows nothing of it
    spec = f"{Path(__file__).parent / 'toy_metric.py'}:Copied"
    plan = Plan(labels=find_label_set("idiom"), annotators=("ana",), sample="triggered+0",
                trigger=(spec,))  # fmt: skip
    assert create_campaign(tmp_path / "campaign", suite, suite.systems, plan).n_items == 10
    scored(suite, metrics=[spec, "bleu"], segments=tmp_path / "evidence.jsonl")
    (verdicts,) = verdicts_by_metric(tmp_path / "evidence.jsonl", [spec]).values()
    assert sum(verdict.flagged for verdict in verdicts.values()) == 10
    # the file of rows alone gives no leave to run code
    with pytest.raises(UsageError, match="copied calls no single segment right or wrong"):
        verdicts_by_metric(tmp_path / "evidence.jsonl")
