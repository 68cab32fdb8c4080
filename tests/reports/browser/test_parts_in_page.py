"""Pages of a report that is split: they say so, and lead to each other."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from tests.reports.browsing import FIXTURES, Shown, odd_suite

import litmus.api.report
from litmus.api.report import write_page
from litmus.corpus.suite import read_suite
from litmus.reports.parts import Parts
from litmus.scoring.measuring import inputs
from litmus.scoring.options import ScoringOptions

(look,) = FIXTURES


def test_a_part_says_what_it_lists_and_leads_to_the_others(
    tmp_path: Path, look: Callable[..., Shown], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inputs, "BATCH", 5)
    monkeypatch.setattr(litmus.api.report, "Parts", partial(Parts, most=15 * 2 * (2 + 18 + 3)))
    suite = read_suite(odd_suite(tmp_path / "odd"))
    options = ScoringOptions(metrics=("blacklist", "chrf"), n_bootstrap=20, n_trials=20)
    made = write_page(tmp_path / "a b.html", suite, suite.systems, options, links=False)
    shown = look()
    page = shown.go(made.parts[1], "#view=segments&differ=1")
    said = page.locator("nav.parts").inner_text()
    assert said.startswith("Segments 16 to 30 of 36: part 1 2 3. ")
    assert page.locator("nav.parts a[aria-current]").inner_text() == "2"
    assert "of 15 segments: numbers recomputed" in page.locator(".numbers h2").inner_text()
    page.locator("nav.parts a").nth(2).click()
    page.wait_for_selector("html[data-ready]")
    assert page.url.endswith("a%20b.3.html#view=segments&differ=1")
    assert page.locator("nav.parts").inner_text().startswith("Segments 31 to 36 of 36")
    page.evaluate("location.hash = '#view=segments'")
    page.wait_for_function("document.querySelector('.numbers h2').textContent.startsWith('All')")
    assert page.locator(".numbers h2").inner_text() == "All 36 segments"
    assert shown.complaints == []
