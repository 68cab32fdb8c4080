"""Ratings in the page: error spans in the texts, the list below, filters, and the overview."""

from pathlib import Path
from typing import Any

import pytest
from tests.reports import browsing
from tests.reports.browsing import MARKUP, Look
from tests.reports.rated_suite import RATINGS, rated_page, span

(look,) = browsing.FIXTURES
# What a cell shows, without what only screen readers say.
SEEN = """cell => {
  const seen = cell.cloneNode(true);
  seen.querySelectorAll(".hidden").forEach((one) => one.remove());
  const parts = [...seen.querySelectorAll(".value, .interval")].map((one) => one.textContent);
  return parts.length ? parts.join(" ") : seen.textContent;
}"""


@pytest.fixture
def page_file(tmp_path: Path) -> Path:
    return rated_page(tmp_path)


def cards(page: Any) -> list[str]:
    return list(page.locator(".card .id").all_inner_texts())


def test_errors_are_marked_and_listed(page_file: Path, look: Look) -> None:
    shown = look()
    page = shown.go(page_file, "#view=segments")
    card = page.locator(".card").first
    mine = card.locator(".line").nth(2)
    marks = [
        (mark.inner_text(), mark.get_attribute("class"), mark.get_attribute("data-no"))
        for mark in mine.locator("mark").all()
    ]
    # By rater and place: 1 omission, 2 the minor one over nearly all, 3 within it, 4; 5 and 6 of
    # the others. The graver style wins where they overlap.
    assert marks == [
        ("", "m-error m-gap e-minor", "1"),
        ("🙂", "m-error e-major", "7"),
        ("Er ", "m-error e-minor", "2"),
        ("trat", "m-error e-major m-several", "3"),
        (" den ", "m-error e-minor", None),
        ("Eimer", "m-error e-critical m-several", "4 6"),
        (".", "m-error e-minor", None),
    ]
    source = card.locator(".line").first.locator("mark")
    assert (source.inner_text(), source.get_attribute("data-no")) == ("bucket", "5")
    lines = [" ".join(line.split()) for line in mine.locator(".errors > li").all_inner_texts()]
    assert lines == [
        "ana (people.jsonl) 20: 1minor · Accuracy/Omission (nothing marked); "
        "2minor · Style/Awkward Er trat den Eimer.; 3major · Accuracy/Mistranslation trat; "
        "4critical · Non-translation! Eimer",
        "ben 30.5: 5minor · Accuracy/Omission bucket in the source; "
        "6Major · accuracy/mistranslation Eimer",
        "ana (judge.jsonl) -5: 7major 🙂",
    ]
    assert "no error marked" in card.locator(".line").nth(3).inner_text()
    assert shown.complaints == []


def test_markup_in_a_category_stays_text(page_file: Path, look: Look) -> None:
    shown = look()
    page = shown.go(page_file, "#view=segments&id=b")
    text = page.locator(".card").nth(1).locator(".errors").first.inner_text()
    assert MARKUP in " ".join(text.split())
    assert shown.complaints == []


def test_filters_by_rater_severity_category_and_system(page_file: Path, look: Look) -> None:
    shown = look()
    page = shown.go(page_file, "#view=segments")
    severity, category = (page.locator(f"select[name={name}]") for name in ("severity", "category"))
    assert severity.locator("option").all_inner_texts() == [
        "all", "critical", "major", "minor", "neutral", "no error marked",
    ]  # fmt: skip
    severity.select_option(label="critical")
    assert cards(page) == ["a", "c"]
    category.select_option(label="Accuracy/Omission")
    assert cards(page) == ["c"]
    assert page.locator(".numbers h2").inner_text().startswith("1 of 3 segments")
    page.locator("button[name=clear]").click()
    severity.select_option(label="minor")
    page.locator("select[name=whose]").select_option(label="yours")
    assert cards(page) == ["b"]
    page.locator("button[name=clear]").click()
    page.locator("select[name=rater]").select_option(label="ben")
    assert cards(page) == ["a", "c"]
    assert page.locator(".card").first.locator(".line").nth(2).locator("mark").count() == 1
    page.locator("select[name=rater]").select_option(label="all of people.jsonl")
    severity.select_option(label="no error marked")
    assert cards(page) == ["a"]  # of yours
    assert shown.complaints == []


def test_overview_counts_by_severity_and_category(page_file: Path, look: Look) -> None:
    shown = look()
    page = shown.go(page_file)

    def table(k: int) -> list[list[str]]:
        rows = page.locator(".ratings table").nth(k).locator("tr").all()
        return [[c.evaluate(SEEN).strip() for c in r.locator("th, td").all()] for r in rows]

    assert table(0) == [
        ["mean score", "all of people.jsonl", "ana (people.jsonl)", "ben", "ana (judge.jsonl)"],
        ["mine", "28.42 n = 3", "26.67 n = 3", "30.50 n = 1", "-5.00 n = 1"],
        ["yours", "86.67 n = 3", "85.00 n = 2", "90.00 n = 1", "–"],
    ]
    assert table(1)[0][1:] == [
        "rated for errors", "without error", "critical", "major", "minor", "neutral",
    ]  # fmt: skip
    assert table(1)[1] == ["mine", "5", "0 %", "40.0 2 in all", "60.0 3 in all", "60.0 3 in all",
                           "20.0 1 in all"]  # fmt: skip
    assert table(1)[2][:3] == ["yours", "2", "50 %"]  # of ben's, errors were not asked for
    by_category = {row[0]: row[1] for row in table(2)[1:]}
    assert by_category["Accuracy/Mistranslation"].startswith("40.0")  # alike but for their case
    page.locator(".ratings select[name=rater]").select_option(label="ben")
    assert table(1)[1][1:3] == ["1", "0 %"]
    page.locator(".ratings table").nth(1).locator("a").first.click()
    page.wait_for_selector(".explorer")
    assert cards(page) == ["a"]
    assert shown.complaints == []


def test_a_link_shows_what_its_number_counts(
    tmp_path: Path, look: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A metric's error is not among those of people, nor are its segments behind their number."""
    marked = [span(0, 1, "", "major")]
    monkeypatch.setitem(RATINGS, "metric.jsonl", [("c", "yours", "m", None, marked)])
    monkeypatch.setattr("tests.reports.rated_suite.METRICS", {"m"})
    shown = look()
    page = shown.go(rated_page(tmp_path))
    choice = page.locator(".ratings select[name=rater]")
    assert choice.locator("option").first.inner_text() == "all people"
    page.locator(".ratings table").nth(1).locator("a").filter(has_text="2 in all").first.click()
    page.wait_for_selector(".explorer")
    assert page.locator("select[name=rater]").input_value() == "people:"
    page.locator("button[name=clear]").click()
    page.locator("select[name=rater]").select_option(label="all people")
    page.locator("select[name=severity]").select_option(label="major")
    assert cards(page) == ["a"]
    page.locator("select[name=rater]").select_option(label="everybody")
    assert cards(page) == ["a", "c"]
    assert shown.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("where", ["", "#view=segments"])
def test_axe_finds_nothing_serious_in_ratings(
    page_file: Path, look: Look, where: str, scheme: str
) -> None:
    shown = look(color_scheme=scheme, bypass_csp=True)
    shown.go(page_file, where)
    assert shown.barriers() == []


def test_a_phone_shows_everything_without_scrolling_sideways(page_file: Path, look: Look) -> None:
    page = look(390, 844).go(page_file, "#view=segments")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    box = page.locator(".errors").first.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390
