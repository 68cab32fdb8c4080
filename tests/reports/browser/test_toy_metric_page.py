"""The report of a metric that nothing in litmus knows of, in a real browser."""

from pathlib import Path

import pytest
from tests.reports import browsing, test_toy_metric
from tests.reports.browsing import Look, reported, write_suite

from litmus.metrics.registry import METRICS
from litmus.plugins.registry import Entry

(look,) = browsing.FIXTURES
registered = test_toy_metric.registered


@pytest.fixture
def kinds_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Five segments, the last with two idioms. `lazy` leaves a word in s1 and s4, nothing in s3."""
    monkeypatch.setitem(METRICS._ours, "sorted", Entry("sorted", "tests.reports.toy_metric:Sorted"))
    idioms = [{"label": "kick the bucket", "spans": [[3, 20]]},
              {"label": "spill the beans", "spans": [[25, 38]]}]  # fmt: skip
    segments = [
        {"id": f"s{k}", "source": "He kicked the bucket and spilled beans .",
         "references": ["Il est mort ."], "idioms": idioms[: 1 + (k == 4)]} for k in range(5)
    ]  # fmt: skip
    lazy = ["Il est mort .", "Le bucket .", "Il est mort .", "", "Le bucket ."]
    systems = {"careful": ["Il est mort ."] * 5, "lazy": lazy}
    folder = write_suite(tmp_path / "kinds", segments, systems, metrics=["sorted", "copied"])
    reported(folder, tmp_path / "kinds.html")
    return tmp_path / "kinds.html"


def test_kinds_of_verdicts_are_shown_with_confidence_and_reasons(
    kinds_page: Path, look: Look
) -> None:
    shown = look()
    page = shown.go(kinds_page, "#view=segments&id=s1&open=1")
    card = page.locator(".card").nth(1)
    signs = [text.split("\n")[0] for text in card.locator(".verdict").all_inner_texts()]
    assert signs == ["✓ right 55\u00a0%", "✓ all translated", "✗ literal 84\u00a0%", "✗ word left"]
    assert card.locator(".m-trigger").all_inner_texts() == ["bucket"]
    rows = card.locator(".evidence .metric").first.locator("tr").all()
    assert [row.locator("th, td").all_inner_texts() for row in rows] == [
        ["system", "Verdict", "Confidence", "Because"],
        ["careful", "right", "55\u00a0%", "no word is left"],
        ["lazy", "literal", "84\u00a0%", "left: bucket"],
    ]
    # of two idioms each has its own verdict
    both = page.locator(".card").nth(4).locator(".verdicts").nth(1).locator(".verdict")
    assert [text.split("\n")[0] for text in both.all_inner_texts()] == [
        "✗ literal 84\u00a0% kick the bucket", "✓ right 55\u00a0% spill the beans", "◐ one word left",
    ]  # fmt: skip
    assert shown.complaints == []


def test_segments_are_found_by_the_kind_of_verdict(kinds_page: Path, look: Look) -> None:
    shown = look()
    page = shown.go(kinds_page, "#view=segments")
    choice = page.locator("select[name=verdict]")
    assert choice.locator("option").all_inner_texts() == [
        "all", "wrong", "literal", "omitted", "one wrong", "right", "no evidence",
    ]  # fmt: skip
    choice.select_option(label="literal")
    assert page.locator(".card .id").all_inner_texts() == ["s1", "s4"]
    choice.select_option(label="omitted")
    assert page.locator(".card .id").all_inner_texts() == ["s3"]
    page.locator("select[name=who]").select_option(label="every system")
    assert page.locator(".card").count() == 0
    # a metric without such a verdict is not asked for it
    page.locator("select[name=on]").select_option(label="copied")
    assert (choice.input_value(), page.locator(".card").count()) == ("", 5)
    assert choice.locator("option").all_inner_texts() == [
        "all", "word left", "one word left", "all translated", "no evidence",
    ]  # fmt: skip
    page.locator("select[name=who]").select_option(label="any system")
    choice.select_option(label="one word left")
    assert page.locator(".card .id").all_inner_texts() == ["s4"]
    # the number in the overview leads to what it counts
    page = shown.go(kinds_page)
    link = page.locator(".results-table tbody tr").nth(1).locator("td").nth(1).locator("a")
    link.click()
    page.wait_for_selector(".card")
    assert page.locator(".card .id").all_inner_texts() == ["s1", "s4"]
    assert page.locator("select[name=who]").input_value() == "=lazy"
