"""The report of a metric that nothing in litmus knows of, in a real browser."""

from collections.abc import Callable
from pathlib import Path

from tests.reports import browsing, test_toy_metric
from tests.reports.browsing import Shown, reported

from litmus.corpus.suite import SuiteFolder

(look,) = browsing.FIXTURES
registered, suite = test_toy_metric.registered, test_toy_metric.suite
Look = Callable[..., Shown]


def test_page_filters_by_its_verdict(suite: SuiteFolder, look: Look, tmp_path: Path) -> None:
    reported(suite.folder, tmp_path / "toy.html")
    shown = look()
    page = shown.go(tmp_path / "toy.html", "#view=segments")
    verdicts = page.locator("select[name=verdict] option").all_inner_texts()
    assert verdicts == ["all", "word left", "one word left", "all translated", "no evidence"]
    page.locator("select[name=verdict]").select_option(label="word left")
    assert page.locator(".numbers h2").inner_text().startswith("9 of 30 segments")
    # recomputed for these nine: no word left by one, one in each by the other
    assert [row[1].split()[0] for row in shown.numbers()[:2]] == ["0.0", "100.0"]
    mark = page.locator(".card").first.locator(".m-trigger")
    assert (mark.inner_text(), mark.get_attribute("data-sign")) == ("bucket", "✗")
    page.locator("select[name=verdict]").select_option(label="one word left")
    assert page.locator(".card .id").all_inner_texts() == ["s12"]
    page.get_by_role("button", name="Evidence and context").click()
    assert "Words left" in page.locator(".evidence").inner_text()
    assert shown.complaints == []
