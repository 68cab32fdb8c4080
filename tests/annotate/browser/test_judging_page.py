"""The page in a real browser: keys, text that stays text, undo, resume, accessibility."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from tests.annotate.campaigning import FIXTURES, NASTY, Served, make, make_suite, serving

from litmus.corpus.segment import Idiom, Segment
from litmus.corpus.suite import SuiteInfo, read_suite, write_suite

campaign, served = FIXTURES
AXE = Path(__file__).resolve().parents[3] / "frontend/node_modules/axe-core/axe.min.js"


@dataclass
class Seen:
    """A page, what it complained of, and where it sent requests."""

    page: Any
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def open(self, link: str) -> Any:
        """The page behind a link, with its first item."""
        self.page.goto(link)
        self.page.wait_for_selector(
            "#item:not([hidden]), #finished:not([hidden]), #message:not([hidden])"
        )
        return self.page

    def position(self, expected: str) -> None:
        """Wait until the item with this number is shown."""
        self.page.locator("#position", has_text=expected).wait_for()
        self.page.locator('main[aria-busy="false"]').wait_for()

    def press(self, key: str, expected: str) -> None:
        """A key, and the item that it should lead to."""
        self.page.keyboard.press(key)
        self.position(expected)

    def allow(self, part: str) -> None:
        """What the browser may say of what was done on purpose."""
        self.complaints = [said for said in self.complaints if part not in said]

    def barriers(self, *also: str) -> list[tuple[str, list[str]]]:
        """What axe finds, but for trifles, unless these are asked for."""
        if not AXE.is_file():
            pytest.skip("axe-core is not installed: cd frontend && npm ci")
        self.page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
        found = self.page.evaluate("() => axe.run()")
        assert found["passes"]
        self.allow("TrustedScript")  # axe tries eval
        return [
            (issue["id"], [node["html"] for node in issue["nodes"]])
            for issue in found["violations"]
            if issue["impact"] in ("serious", "critical", "moderate", *also)
        ]


Look = Callable[..., Seen]


@pytest.fixture
def look(browser: Any) -> Iterator[Look]:
    """`look(**settings)`: a fresh page; whatever it complains of fails the test."""
    contexts, everything = [], []

    def opened(width: int = 1280, height: int = 900, **settings: Any) -> Seen:
        context = browser.new_context(viewport={"width": width, "height": height}, **settings)
        context.set_default_timeout(10_000)
        contexts.append(context)
        seen = Seen(context.new_page())
        everything.append(seen)
        seen.page.on("console", lambda said: seen.complaints.append(f"{said.type}: {said.text}"))
        seen.page.on("pageerror", lambda error: seen.complaints.append(str(error)))
        seen.page.on("dialog", lambda dialog: seen.complaints.append(f"dialog: {dialog.message}"))
        seen.page.on("request", lambda asked: seen.requests.append(asked.url))
        return seen

    yield opened
    for context in contexts:
        context.close()
    assert [complaint for seen in everything for complaint in seen.complaints] == []


def test_everything_by_keyboard(served: Served, look: Look) -> None:
    seen = look()
    page = seen.open(served.link())
    seen.position("Item 1")
    seen.press("3", "Item 2")
    assert page.locator("#status").inner_text() == "Saved: Literal error"
    seen.press("1", "Item 3")
    page.keyboard.press("c")
    page.keyboard.type("3 c u g: just letters here")
    page.keyboard.press("Escape")
    seen.press("5", "Item 4")
    seen.press("ArrowLeft", "Item 3")
    assert page.locator("#comment").input_value() == "3 c u g: just letters here"
    assert page.locator('[data-key="incorrect"]').get_attribute("aria-pressed") == "true"
    seen.press("ArrowRight", "Item 4")
    labels = sorted((row["label"], row["comment"]) for row in served.standing())
    assert labels == [("correct", ""), ("incorrect", "3 c u g: just letters here"), ("literal", "")]
    assert page.locator("#count").inner_text() == "3 of 12 judged"
    assert page.locator("#progress").get_attribute("value") == "3"
    assert page.locator("#guideline").is_visible()  # beside the work it stays


def test_undo_and_change(served: Served, look: Look) -> None:
    seen = look()
    page = seen.open(served.link())
    seen.press("3", "Item 2")
    seen.press("1", "Item 3")
    seen.press("u", "Item 2")
    assert page.locator("#status").inner_text() == "Undone"
    assert page.locator('[aria-pressed="true"]').count() == 0
    seen.press("u", "Item 1")
    assert served.standing() == []
    page.keyboard.press("u")
    page.locator("#message", has_text="There is nothing to undo.").wait_for()
    seen.allow("409")  # Chromium logs the status
    seen.press("4", "Item 2")
    seen.press("ArrowLeft", "Item 1")
    seen.press("2", "Item 2")
    assert [row["label"] for row in served.standing()] == ["understandable"]
    page.locator("#undo").click()
    seen.position("Item 1")
    assert [row["label"] for row in served.standing()] == ["omitted"]


def test_a_changed_comment_is_saved_on_the_way_out(served: Served, look: Look) -> None:
    seen = look()
    page = seen.open(served.link())
    seen.press("1", "Item 2")
    seen.press("ArrowLeft", "Item 1")
    page.locator("#comment").fill("later")
    page.keyboard.press("Escape")
    seen.press("ArrowRight", "Item 2")
    assert [(row["label"], row["comment"]) for row in served.standing()] == [("correct", "later")]
    seen.press("ArrowLeft", "Item 1")
    page.locator("#comment").fill("again")
    page.keyboard.press("Control+Enter")
    page.locator("#status", has_text="Comment saved").wait_for()
    assert served.standing()[0]["comment"] == "again"


def test_it_goes_on_where_one_stopped(served: Served, look: Look) -> None:
    seen = look()
    seen.open(served.link())
    for k in range(2, 5):
        seen.press("1", f"Item {k}")
    again = look()
    again.open(served.link())
    again.position("Item 4")
    other = look()
    other.open(served.link("ben"))
    other.position("Item 1")
    seen.page.reload()
    seen.position("Item 4")


def test_to_the_end_and_back(served: Served, look: Look) -> None:
    seen = look()
    page = seen.open(served.link())
    for k in range(2, 13):
        seen.press("2", f"Item {k}")
    page.keyboard.press("2")
    page.locator("#finished-title").wait_for()
    assert page.locator("#finished-title").inner_text() == "All judged. Thank you."
    assert page.locator("#count").inner_text() == "12 of 12 judged"
    page.locator("#review").click()
    seen.position("Item 12")
    assert len(served.standing()) == 12


def test_secrets_leave_in_the_header_alone_and_wrong_links_are_told_so(
    served: Served, look: Look
) -> None:
    seen = look()
    seen.open(served.link())
    seen.press("1", "Item 2")
    asked = [url for url in seen.requests if "#" not in url]
    assert asked and all(served.secrets["ana"] not in url for url in asked)
    assert all(url.startswith(served.url) for url in seen.requests)  # nobody else is asked
    other = look()
    page = other.open(f"{served.url}#k=no-such-secret-is-known-here")
    assert page.locator("#message").inner_text() == "This link is not valid (any more)."
    assert page.locator("#item").is_hidden()
    other.allow("401")


def test_text_stays_text_everywhere(tmp_path: Path, look: Look) -> None:
    label = f"idiom {NASTY}"
    source = f"😀 {NASTY} kicked the bucket."
    start = source.index("kicked")
    span = (start, start + len("kicked the bucket"))
    odd = [
        Segment(f"{NASTY}{k}", source, (NASTY,), NASTY, (Idiom(label, (span,)),), context=(NASTY,))
        for k in range(3)
    ]
    about = SuiteInfo("odd", "en", "fr")
    write_suite(tmp_path / "suite", about, odd, systems={"<unk>": [NASTY, "<unk>", ""]})
    guideline = tmp_path / "guideline.md"
    guideline.write_text(f"# {NASTY}\n\n- **{NASTY}**\n", encoding="utf-8")
    plan = {"guideline": guideline, "name": NASTY, "annotators": (NASTY,), "overlap": 1,
            "blind": False, "reference": True, "shuffle": False}  # fmt: skip
    with serving(*make(tmp_path, suite=read_suite(tmp_path / "suite"), **plan)) as odd_one:
        seen = look()
        page = seen.open(odd_one.link(NASTY))
        for name in ("campaign", "who", "mark", "source", "target", "reference", "guideline-text"):
            assert NASTY in page.locator(f"#{name}").first.text_content(), name
        assert page.locator("#system").inner_text() == "<unk>"
        assert page.locator("mark").inner_text() == "kicked the bucket"  # despite the emoji before
        assert page.locator("script").count() == 1 and page.locator("#work b").count() == 0
        page.locator("#comment").fill(NASTY)
        page.keyboard.press("Escape")
        seen.press("3", "Item 2")
        assert page.locator("#target .sentence").inner_text() == "<unk>"
        seen.press("3", "Item 3")
        assert page.locator("#target .sentence").inner_text() == "(empty)"
        assert odd_one.standing()[0]["comment"] == NASTY


def test_right_to_left_and_languages(tmp_path: Path, look: Look) -> None:
    suite = make_suite(
        tmp_path / "suite", systems={"left": ["היא סיפרה את הסוד."] * 6}, target="he"
    )
    with serving(*make(tmp_path, suite=suite)) as hebrew:
        page = look().open(hebrew.link())
        target, source = page.locator("#target .sentence"), page.locator("#source .sentence")
        assert target.get_attribute("lang") == "he" and source.get_attribute("lang") == "en"
        direction = "node => getComputedStyle(node).direction"
        assert target.evaluate(direction) == "rtl" and source.evaluate(direction) == "ltr"


def test_context_is_shown_around_and_the_mark_is_not_colour_alone(
    served: Served, look: Look
) -> None:
    page = look(forced_colors="active").open(served.link())
    lines = page.locator("#source p").all_inner_texts()
    assert len(lines) == 3 and len(page.locator("#target p").all()) == 3  # three in a document
    assert page.locator("#source .context").count() == 2
    assert page.locator("#source mark").inner_text() == "spilled the beans"
    line = page.locator("mark").first.evaluate("node => getComputedStyle(node).textDecorationLine")
    assert line == "underline"


def test_panels_and_themes(served: Served, look: Look) -> None:
    page = look(color_scheme="dark").open(served.link())
    background = "() => getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(background)
    assert page.locator("#guideline").is_visible()
    page.keyboard.press("g")
    assert page.locator("#guideline").is_hidden()
    page.keyboard.press("t")
    assert page.locator("#theme").inner_text() == "Theme: light"
    assert page.evaluate(background) != dark
    page.keyboard.press("t")
    assert page.evaluate(background) == dark
    page.keyboard.press("h")
    assert page.locator("#help").is_visible()
    page.keyboard.press("1")  # not while the dialog is open
    page.locator("#use-keys").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("1")  # nor with single keys switched off
    page.locator("#use-keys").wait_for(state="hidden")
    assert served.standing() == []
    page.locator('[data-key="correct"]').click()
    page.locator("#position", has_text="Item 2").wait_for()


def test_on_a_phone_nothing_is_cut_off_and_the_guideline_folds_after_the_first_answer(
    served: Served, look: Look
) -> None:
    seen = look(360, 740, has_touch=True, is_mobile=True)
    page = seen.open(served.link())
    button, guideline = page.locator("#show-guideline"), page.locator("#guideline")
    assert guideline.is_visible() and button.get_attribute("aria-expanded") == "true"
    page.reload()
    seen.position("Item 1")
    assert guideline.is_visible(), "nobody has read it yet"
    page.locator('[data-key="omitted"]').tap()
    seen.position("Item 2")
    assert guideline.is_hidden() and button.get_attribute("aria-expanded") == "false"
    assert page.locator("#source").bounding_box()["y"] < 300, "the item is in sight"
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    box = page.locator('[data-key="omitted"]').bounding_box()
    assert box["height"] >= 44 and box["width"] > 300  # a thumb hits it
    button.tap()
    assert guideline.is_visible() and button.get_attribute("aria-expanded") == "true"
    page.locator('[data-key="omitted"]').tap()
    seen.position("Item 3")
    assert guideline.is_visible(), "who opens it by hand wants to see it"


def test_a_server_that_goes_away_loses_nothing(tmp_path: Path, look: Look) -> None:
    found, made = make(tmp_path)
    with serving(found, made) as first:
        seen = look()
        page = seen.open(first.link())
        seen.press("1", "Item 2")
    port = int(first.url.rsplit(":", 1)[1].rstrip("/"))
    page.keyboard.press("3")
    page.locator("#message", has_text="Not saved yet").wait_for()
    page.keyboard.press("4")  # waits for the one before, so it is not taken
    with serving(found, made, port) as second:
        seen.position("Item 3")
        assert page.locator("#message").is_hidden()
        assert sorted(row["label"] for row in second.standing()) == ["correct", "literal"]
    seen.allow("ERR_CONNECTION_REFUSED")


def test_an_unsaved_judgement_survives_a_reload(tmp_path: Path, look: Look) -> None:
    with serving(*make(tmp_path)) as served:
        seen = look()
        page = seen.open(served.link())
        page.route("**/api/judgements", lambda route: route.abort())
        page.keyboard.press("3")
        page.locator("#message", has_text="Not saved yet").wait_for()
        page.unroute("**/api/judgements")
        page.reload()
        seen.position("Item 2")
        assert [row["label"] for row in served.standing()] == ["literal"]
        seen.allow("ERR_FAILED")


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 390)])
def test_axe_finds_nothing_serious(served: Served, look: Look, scheme: str, width: int) -> None:
    seen = look(width, color_scheme=scheme)
    page = seen.open(served.link())
    seen.press("3", "Item 2")
    seen.press("ArrowLeft", "Item 1")  # with a label that is chosen
    assert seen.barriers() == []
    page.keyboard.press("h")
    assert seen.barriers() == []
