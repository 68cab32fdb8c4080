"""Suggestions in a real browser: marked, explained, confirmed by Enter, corrected by any label."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.annotate.browser import test_judging_page
from tests.annotate.browser.test_judging_page import Look
from tests.annotate.campaigning import Served, make, make_suite, serving
from tests.annotate.test_suggestions import SYSTEMS, TOY

look = test_judging_page.look


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """s0 of `left` comes first: a word of the idiom is left in it."""
    suite = make_suite(tmp_path / "suite", systems=SYSTEMS)
    with serving(*make(tmp_path, suite=suite, suggest=TOY, shuffle=False)) as found:
        yield found


def test_enter_confirms_and_another_label_corrects(served: Served, look: Look) -> None:
    seen = look()
    page = seen.open(served.link())
    assert page.locator("#suggested").inner_text() == "Suggested: Literal error, 84 % sure."
    assert page.locator("#because").inner_text() == "Because: left: beans"
    badge = page.locator(".label .suggested")
    assert badge.all_inner_texts() == ["suggested, 84 % sure"]
    assert badge.locator("xpath=..").get_attribute("data-key") == "literal"
    # a suggestion is no answer
    assert page.locator('[aria-pressed="true"]').count() == 0 and served.standing() == []
    seen.press("Enter", "Item 2")
    assert page.locator("#status").inner_text() == "Saved: Literal error"
    assert page.locator(".label:has(.suggested)").get_attribute("data-key") == "correct"
    seen.press("2", "Item 3")
    rows = {row["system"]: (row["label"], row["suggested"]) for row in served.standing()}
    assert rows == {"left": ("literal", "literal"), "right": ("understandable", "correct")}


def test_an_answer_is_not_replaced_by_enter(served: Served, look: Look) -> None:
    seen = look()
    page = seen.open(served.link())
    seen.press("1", "Item 2")
    seen.press("ArrowLeft", "Item 1")
    assert page.locator("#confirm").is_disabled()
    page.keyboard.press("Enter")
    page.locator("#skip").focus()
    seen.press("Enter", "Item 2")  # what the focused button says, not what is suggested
    assert [row["label"] for row in served.standing()] == ["correct"]


def test_single_keys_can_be_turned_off(served: Served, look: Look) -> None:
    seen = look()
    page = seen.open(served.link())
    page.locator("#show-help").click()
    assert "confirm the suggestion" in page.locator("#keys").inner_text()
    page.locator("#use-keys").uncheck()
    page.locator("#close-help").click()
    page.locator("#position").focus()
    page.keyboard.press("Enter")
    assert served.standing() == []
    page.locator("#confirm").click()
    seen.position("Item 2")
    assert [row["label"] for row in served.standing()] == ["literal"]


def test_on_a_phone_it_fits_and_is_confirmed_by_a_tap(served: Served, look: Look) -> None:
    seen = look(360, 740, has_touch=True, is_mobile=True)
    page = seen.open(served.link())
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#confirm").tap()
    seen.position("Item 2")
    assert [row["label"] for row in served.standing()] == ["literal"]


def test_a_screen_reader_hears_which_answer_is_suggested(served: Served, look: Look) -> None:
    seen = look()
    page = seen.open(served.link())
    assert page.get_by_role("region", name="Suggestion").is_visible()
    suggested = page.get_by_role("button", name="suggested, 84 % sure")
    assert suggested.get_attribute("data-key") == "literal"
    for theme in ("light", "dark"):
        page.evaluate(f'document.documentElement.dataset.theme = "{theme}"')
        assert seen.barriers("minor") == []
