"""Errors and scores in a real browser: marked by keys, by mouse, by touch; saved as they are seen."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.annotate.browser import test_judging_page
from tests.annotate.browser.test_judging_page import Look, Seen
from tests.annotate.campaigning import SOURCE, TARGET, Served, make_rated, serving

look = test_judging_page.look
Rated = Callable[..., tuple[Served, Seen, Any]]


@pytest.fixture
def rated(tmp_path: Path, look: Look) -> Iterator[Rated]:
    """`rated(texts, task, **settings)`: a campaign, its page as ana opens it, and in it."""
    with ExitStack() as stack:

        def opened(
            texts: Sequence[tuple[str, str]] = ((SOURCE, TARGET),), task: str = "esa", **more: Any
        ) -> tuple[Served, Seen, Any]:
            served = stack.enter_context(serving(*make_rated(tmp_path, texts, task)))
            seen = look(**more)
            return served, seen, seen.open(served.link())

        yield opened


def keys(page: Any, *pressed: str) -> None:
    for key in pressed:
        page.keyboard.press(key)


def span(text: str, part: str, severity: str, **more: str) -> dict[str, Any]:
    """Where a part stands in a text, as Python counts."""
    start = text.index(part)
    return {"start": start, "end": start + len(part), **more, "severity": severity}


def drag(page: Any, first: Any, last: Any) -> None:
    """From the left edge of one element to the right edge of another."""
    begin, end = first.bounding_box(), last.bounding_box()
    page.mouse.move(begin["x"] + 1, begin["y"] + begin["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] - 1, end["y"] + end["height"] / 2, steps=4)
    page.mouse.up()


def word(page: Any, text: str, side: str = "target") -> Any:
    """The first word that reads so."""
    return page.locator(f"#{side} .unit", has_text=text).first


def spans(served: Served) -> list[dict[str, Any]]:
    (row,) = served.standing()
    return list(row["spans"])


def score_and_save(seen: Seen, expected: str = "", key: str = "End") -> None:
    """End is the highest score."""
    page = seen.page
    page.keyboard.press("s")
    page.keyboard.press(key)
    page.keyboard.press("Enter")
    if expected:
        seen.position(expected)
    else:
        page.locator("#finished:not([hidden])").wait_for()


def test_everything_by_keys(rated: Rated) -> None:
    served, seen, page = rated()
    page.keyboard.press("m")
    for key in ("ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight", "2"):  # ließ die Katze
        page.keyboard.press(key)
    page.locator("#status", has_text="Error 1 marked: Major").wait_for()
    for key in ("End", "ArrowLeft", "1"):  # sprach, without the full stop
        page.keyboard.press(key)
    keys(page, "x", "2")
    assert page.locator("#error-list li").count() == 3
    page.keyboard.press("Enter")
    assert page.locator("#status").inner_text() == "Give a score first."
    assert served.standing() == []
    keys(page, "s", "Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.locator("#finished:not([hidden])").wait_for()
    (row,) = served.standing()
    assert row["score"] == 3
    assert row["spans"] == [
        span(TARGET, "ließ die Katze", "major"),
        span(TARGET, "sprach", "minor"),
        {"start": 0, "end": 0, "category": "omission", "severity": "major"},
    ]
    assert 0 < row["seconds"] < 30


def test_by_mouse_words_or_letters_of_one_word(rated: Rated) -> None:
    served, seen, page = rated()
    drag(page, word(page, "Katze"), word(page, "Sack"))
    page.locator('[data-key="major"]').click()
    box = word(page, "niemand").bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] + 2, middle, steps=3)  # its second half
    page.mouse.up()
    page.locator('[data-key="minor"]').click()
    score_and_save(seen)
    first, second = spans(served)
    assert first == span(TARGET, "Katze aus dem Sack", "major")
    start = TARGET.index("niemand")
    assert start < second["start"] < second["end"] == start + len("niemand")


def test_by_touch_the_first_and_the_last_word(rated: Rated) -> None:
    served, seen, page = rated(width=390, height=844, has_touch=True, is_mobile=True)
    page.locator("#hide-guideline").tap()
    word(page, "Katze").tap()
    word(page, "Sack").tap()
    page.locator('[data-key="major"]').tap()
    page.locator("#editor").wait_for(state="hidden")
    word(page, "sprach").tap()
    word(page, "sprach").tap()  # the second tap on the same word takes it back
    page.locator("#editor").wait_for(state="hidden")
    page.locator("#missing").tap()
    page.locator('[data-key="minor"]').tap()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    page.locator("#slider").tap()  # its middle: where the thumb waits unseen
    page.locator("#save").tap()
    page.locator("#finished:not([hidden])").wait_for()
    (row,) = served.standing()
    assert row["score"] == 50
    assert row["spans"] == [
        span(TARGET, "Katze aus dem Sack", "major"),
        {"start": 0, "end": 0, "category": "omission", "severity": "minor"},
    ]


def test_on_a_phone_the_text_stays_in_reach_of_the_typology(rated: Rated) -> None:
    texts = [(SOURCE * 4, TARGET * 4)]
    served, seen, page = rated(
        texts, task="mqm", width=360, height=640, has_touch=True, is_mobile=True
    )
    page.locator("#hide-guideline").tap()
    last = page.locator("#target .unit").last
    page.locator("#target .unit", has_text="niemand").last.tap()
    last.tap()
    page.locator('[data-key="Minor"]').tap()
    box, form = last.bounding_box(), page.locator("#editor").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= form["y"]
    page.locator(".option", has_text="Grammar").tap()
    page.locator("#save").tap()
    page.locator("#finished:not([hidden])").wait_for()
    (found,) = spans(served)
    assert found["end"] == len(TARGET * 4) and found["category"] == "Fluency/Grammar"


def test_errors_are_changed_moved_and_removed(rated: Rated) -> None:
    served, seen, page = rated()
    for text in ("ließ", "Katze", "Sack"):
        word(page, text).click()
        page.keyboard.press("1")
    page.locator("#error-list .open").nth(0).click()
    page.keyboard.press("2")  # now major
    page.get_by_label("End a letter earlier").click()
    page.locator("#close-editor").click()
    page.get_by_label("Remove error 2: Katze").click()
    word(page, "Sack").click()  # a marked word leads to its error
    assert page.locator("#editor-text").inner_text() == "“Sack”"
    page.locator("#remove").click()
    assert page.locator("#error-list li").count() == 1
    score_and_save(seen)
    assert spans(served) == [span(TARGET, "lie", "major")]


def test_errors_that_overlap_have_lines_of_their_own(rated: Rated) -> None:
    served, seen, page = rated()
    drag(page, word(page, "die"), word(page, "Sack"))
    page.keyboard.press("2")
    word(page, "Katze").click()  # its error
    word(page, "Katze").click()  # once more: a new one inside it
    page.keyboard.press("1")
    classes = word(page, "Katze").locator(".part").get_attribute("class").split()
    assert {"lane-0-bad", "lane-1-fair"} <= set(classes)
    assert (
        word(page, "Katze").get_attribute("aria-label") == "Katze, error 2, Minor, error 1, Major"
    )
    score_and_save(seen)
    assert spans(served) == [
        span(TARGET, "die Katze aus dem Sack", "major"), span(TARGET, "Katze", "minor"),
    ]  # fmt: skip


def test_a_typology_is_searched_by_keys(rated: Rated) -> None:
    served, seen, page = rated(task="mqm")
    keys(page, "m", "ArrowRight")
    page.keyboard.press("1")  # Major, of the word at the cursor
    page.keyboard.type("mistr")
    names = page.locator("#category-list .option .name").all_inner_texts()
    assert names == ["Mistranslation"]
    keys(page, "Enter", "o", "End", "2")
    page.keyboard.type("fluency")
    keys(page, "ArrowDown", "Enter")
    page.keyboard.press("Enter")  # of a marked word: its error
    assert page.locator("#editor-side").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Control+Enter")  # the source has the focus still
    page.locator("#finished:not([hidden])").wait_for()
    (row,) = served.standing()
    assert "score" not in row
    assert row["spans"] == [
        span(TARGET, "ließ", "Major", category="Accuracy/Mistranslation"),
        span(SOURCE, ".", "Minor", category="Fluency/Spelling") | {"in": "source"},
    ]


def test_a_kind_that_covers_everything_stands_alone(rated: Rated) -> None:
    served, seen, page = rated(task="mqm")
    for kind in ("Grammar", "Non-translation!"):
        word(page, "die" if kind == "Grammar" else "Sack").click()
        page.keyboard.press("2")
        page.locator(".option", has_text=kind).click()
    page.locator("#save").click()
    said = "Non-translation! stands alone: remove the other errors."
    page.locator("#status", has_text=said).wait_for()
    page.get_by_label("Remove error 1").click()
    page.locator("#save").click()
    page.locator("#finished:not([hidden])").wait_for()
    (found,) = spans(served)
    assert found == span(TARGET, TARGET, "Major", category="Non-translation!")


def test_a_draft_may_have_a_severity_that_is_gone(rated: Rated) -> None:
    served, seen, page = rated()
    for key in ("m", "1"):
        page.keyboard.press(key)
    page.locator("#error-list li").wait_for()
    page.evaluate(
        """() => {
          const key = Object.keys(localStorage).find((one) => one.startsWith("litmus-draft-"));
          localStorage.setItem(key, localStorage.getItem(key).replace("minor", "slight"));
        }"""
    )
    page.reload()
    page.locator("#error-list li", has_text="slight").wait_for()
    keys(page, "s", "End", "Enter")
    page.locator("#status", has_text="Error 1: this task has no slight any more.").wait_for()
    page.locator("#error-list li button").first.click()
    page.keyboard.press("2")
    score_and_save(seen)
    assert [one["severity"] for one in spans(served)] == ["major"]


def test_what_was_begun_survives_a_reload_and_a_look_elsewhere(rated: Rated) -> None:
    served, seen, page = rated([(SOURCE, TARGET), ("B", "Noch einer")])
    word(page, "Katze").click()
    page.keyboard.press("1")
    page.locator("#comment").fill("half done")
    page.reload()
    seen.position("Item 1")
    assert page.locator("#error-list li").count() == 1
    page.locator("#skip").click()
    seen.position("Item 2")
    assert page.locator("#error-list li").count() == 0
    assert page.locator("#slider.unset").count() == 1  # no score carried over
    page.locator("#back").click()
    seen.position("Item 1")
    assert page.locator("#comment").input_value() == "half done"
    assert page.locator("#status").inner_text() == "Not saved yet"
    assert served.standing() == []
    score_and_save(seen, "Item 2")
    (row,) = served.standing()
    assert (len(row["spans"]), row["comment"]) == (1, "half done")
    seen.press("u", "Item 1")
    assert served.standing() == [] and page.locator("#error-list li").count() == 0


def test_nothing_changes_while_an_answer_is_on_its_way(rated: Rated) -> None:
    served, seen, page = rated([(SOURCE, TARGET), ("B", "Noch einer")])
    page.route("**/api/judgements", lambda route: route.abort())
    word(page, "Katze").click()
    keys(page, "1", "s", "End", "Enter")
    page.locator("#message", has_text="Not saved yet").wait_for()
    keys(page, "x", "2")
    assert page.locator("#error-list li").count() == 1
    page.unroute("**/api/judgements")
    page.reload()
    seen.position("Item 2")
    assert [len(row["spans"]) for row in served.standing()] == [1]
    seen.press("ArrowLeft", "Item 1")
    assert page.locator("#status").inner_text() == ""  # saved, so nothing is begun
    seen.allow("ERR_FAILED")


def test_an_answer_is_shown_again_and_changed(rated: Rated) -> None:
    served, seen, page = rated()
    word(page, "Katze").click()
    page.keyboard.press("1")
    score_and_save(seen)
    page.locator("#review").click()
    seen.position("Item 1")
    assert page.locator("#score").input_value() == "100"
    page.locator("#score").fill("101")
    page.locator("#save").click()
    page.locator("#status", has_text="Give a score first.").wait_for()
    page.locator("#score").fill("40")
    page.locator("#save").click()
    page.locator("#finished:not([hidden])").wait_for()
    (row,) = served.standing()
    assert (row["score"], len(row["spans"])) == (40, 1)


def test_no_more_errors_than_the_task_allows(rated: Rated) -> None:
    served, seen, page = rated(task="mqm")
    for text in ("Sie", "ließ", "die", "Katze", "aus"):
        word(page, text).click()
        page.keyboard.press("1")
        page.locator(".option", has_text="Grammar").click()
    word(page, "Sack").click()
    assert page.locator("#status").inner_text() == "At most 5 errors can be marked."
    assert page.locator("#editor").is_hidden()


@pytest.mark.parametrize(("task", "scheme", "width"), [
    ("esa", "light", 1280), ("esa", "dark", 390), ("mqm", "dark", 1280), ("mqm", "light", 390),
])  # fmt: skip
def test_axe_finds_nothing_serious(rated: Rated, task: str, scheme: str, width: int) -> None:
    served, seen, page = rated(task=task, width=width, color_scheme=scheme)
    if page.locator("#guideline").is_visible():
        page.locator("#hide-guideline").click()
    for text in ("Katze", "Sack"):
        word(page, text).click()
        page.keyboard.press("1")
        if task == "mqm":
            page.locator(".option", has_text="Grammar").click()
    word(page, "niemand").click()
    if task == "mqm":
        page.keyboard.press("2")
    assert seen.barriers() == []
