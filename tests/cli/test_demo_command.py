"""`litmus demo` writes a report beside its tables."""

from pathlib import Path

import pytest
from commanding import FIXTURES, Litmus
from test_report import data_of, rows_of

from litmus.corpus.shipped import shipped_suites
from litmus.demo import tour
from litmus.demo.tour import HOW_TO_READ
from litmus.reports.examine import Examined, examine
from litmus.reports.interning import Interned
from litmus.scoring.options import ScoringOptions

here, litmus, tiny = FIXTURES


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two suites, two metrics, few resamples: the whole tour is run in tests/demo."""
    chosen = {name: shipped_suites()[name] for name in ("demo-zh-en", "demo-is-en")}

    def few(*given: object, interned: Interned) -> Examined:
        options = ScoringOptions(
            metrics=("blacklist", "chrf"), n_bootstrap=20, n_trials=20, test="ar"
        )
        return examine(*given, options, interned=interned, links=False)  # type: ignore[arg-type]

    monkeypatch.setattr(tour, "shipped_suites", lambda: chosen)
    monkeypatch.setattr(tour, "examine", few)


def test_demo_writes_a_report_of_every_suite(litmus: Litmus, here: Path) -> None:
    answer = litmus("demo")
    assert (answer.code, answer.err) == (0, "")
    where = "litmus-report.html: the same with every sentence and why; open it in a browser."
    assert answer.out.endswith(f"\n{where}\n\n{HOW_TO_READ}")
    data = data_of(here / "litmus-report.html")
    assert [suite["name"] for suite in data["suites"]] == ["demo-zh-en", "demo-is-en"]
    assert data["command"] == ["litmus", "demo"]
    row = next(
        r
        for r in rows_of(data)
        if (r["system"], r["metric"], r["tag"]) == ("gloss-words", "blacklist", None)
    )
    assert f"{row['value']:.1f} [" in answer.out and row["n"] == 61


def test_demo_writes_where_it_is_told(litmus: Litmus, here: Path) -> None:
    assert litmus("demo", "-o", "there.html").code == 0
    assert [path.name for path in here.iterdir()] == ["there.html"]


def test_tables_are_shown_even_if_no_report_can_be_written(litmus: Litmus, here: Path) -> None:
    (here / "litmus-report.html").mkdir()
    answer = litmus("demo")
    assert answer.code == 0 and answer.out.startswith("demo-zh-en v1")
    assert "No report: litmus-report.html is a folder" in answer.out
    assert "Choose another place: litmus demo -o FILE.html" in answer.out


def test_place_asked_for_must_be_writable(litmus: Litmus, here: Path) -> None:
    (here / "x.html").mkdir()
    answer = litmus("demo", "-o", "x.html")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith("litmus: x.html is a folder; ")
    assert list((here / "x.html").iterdir()) == []
