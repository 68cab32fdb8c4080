"""The page in a real browser: quiet, self-contained, and every way through it."""

import re
from functools import partial
from pathlib import Path

import pytest
from tests.reports.browsing import (
    FIXTURES,
    MARKUP,
    SYSTEM,
    TWO_FRAMES,
    Look,
    odd_suite,
    reported,
    write_suite,
    write_tags,
)

import litmus.api.report
from litmus.api.report import write_page
from litmus.corpus.suite import read_suite
from litmus.metrics.base import Reading
from litmus.metrics.formulas import NGramF
from litmus.metrics.overall.surface import ChrF
from litmus.reports.examine import Examined
from litmus.reports.page import write_report
from litmus.reports.parts import Parts
from litmus.scoring.measuring import inputs
from litmus.scoring.options import ScoringOptions
from litmus.scoring.presentation.shown import Style
from litmus.scoring.presentation.tables import render

(look,) = FIXTURES
Report = tuple[Path, Examined]

METRICS = ["blacklist", "autoie", "litter:case=fold", "word-f", "chrf", "bleu", "ter"]
EXTRAS = [
    {"kind": "pcxmi", "model": "m", "by": "pos", "name": "PRON.2.Sing", "n": 9, "value": 0.4, "low": 0.1, "high": 0.7},
    {"kind": "pcxmi", "model": "m", "by": "token", "name": "vous", "n": 1, "value": 2.5, "low": None, "high": None,
     "text": f"Vous {MARKUP}", "context": MARKUP},
    *({"kind": "probe", "model": m, "probe": "chrf", "context": c, "n": 5, "value": 40.0, "low": None, "high": None}
      for m in ("zero", MARKUP) for c in ("full", "phrase", "word")),
]  # fmt: skip


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """A report with every kind of mark, and markup wherever text can stand."""
    folder = tmp_path_factory.mktemp("odd")
    suite = odd_suite(folder / "odd")
    tags = write_tags(folder / "tags", suite)
    found = reported(
        suite, folder / "odd.html", tags=tags, extras=EXTRAS, subsets=True, metrics=METRICS,
        by_column=("document",),
    )  # fmt: skip
    return folder / "odd.html", found


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """Sixty segments, three of them literal in the second system and thirty in the first."""
    folder = tmp_path_factory.mktemp("plain")
    segments = [
        {
            "id": f"s{k}", "doc": f"d{k // 10}", "source": f"He kicked the bucket {k} .",
            "references": [f"Il est mort {k} ."], "blacklist": ["seau"],
            "idioms": [{"label": "kick the bucket" if k % 2 else "kick it", "spans": [[3, 20]]}],
        }
        for k in range(60)
    ]  # fmt: skip
    literal, right = "Il a frappé le seau {} .", "Il est mort {} ."
    outputs = {
        "one": [(literal if k < 30 else right).format(k) for k in range(60)],
        "two": [(literal if k < 3 else right).format(k) for k in range(60)],
    }
    suite = write_suite(folder / "plain", segments, outputs, metrics=["blacklist", "chrf"])
    found = reported(suite, folder / "plain.html", n_trials=2000)
    return folder / "plain.html", found


@pytest.mark.parametrize("where", ["", "#view=segments", "#view=segments&q=unk&open=1"])
def test_page_opens_from_disk_without_complaint_or_request(
    odd: Report, look: Look, where: str
) -> None:
    shown = look()
    page = shown.go(odd[0], where)
    page.evaluate(TWO_FRAMES)
    assert shown.complaints == [] and shown.requests == [odd[0].as_uri()]
    if where:
        return
    # and nothing can be fetched from it
    tried = page.evaluate(
        "fetch('https://example.com/').then(() => 'fetched', (error) => String(error))"
    )
    assert tried.startswith("TypeError")
    assert any("Content Security Policy" in said for said in shown.complaints)


@pytest.mark.parametrize("where", ["", "#view=segments"])
def test_markup_in_any_field_stays_text(odd: Report, look: Look, where: str) -> None:
    shown = look()
    dialogs: list[str] = []
    page = shown.go(odd[0], where)
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    if where:
        page.get_by_role("button", name="Evidence and context").first.click()
    page.evaluate(TWO_FRAMES)
    # our own: a script and two blocks of data, bold values and words
    assert page.locator("script").count() == 3 and page.locator("unk").count() == 0
    assert page.evaluate(
        "[...document.querySelectorAll('b')].every((b) => b.closest('td, .pairs'))"
    )
    assert dialogs == []
    text = page.locator("body").inner_text()
    assert SYSTEM in text and MARKUP in text
    assert page.title().startswith("odd")
    if where:
        text = page.locator(".card").first.inner_text()
        segment = next(iter(read_suite(odd[1].suite.folder).segments()))  # type: ignore[attr-defined]
        for expected in (segment.id, segment.source, *segment.references, *segment.context):
            assert expected in text
        assert f"to die {MARKUP}" in text and f"doc 0 {MARKUP}" in text


def test_extras_are_drawn(odd: Report, look: Look) -> None:
    page = look().go(odd[0])
    for heading in ("Use of context", "Probes", "Subsets"):
        assert page.get_by_role("heading", name=heading).count() == 1
    says = [chart.get_attribute("aria-label") for chart in page.locator(".chart").all()]
    assert any(said == "Part of speech, m: PRON.2.Sing 0.400" for said in says)
    assert any(
        said.startswith("chrF of the translation ↑: zero with full context 40.00") for said in says
    )
    assert page.locator(".chart svg").count() == len(says)


def test_without_scripts_the_numbers_are_there(odd: Report, look: Look) -> None:
    shown = look(java_script_enabled=False)
    shown.page.goto(odd[0].as_uri())
    text = shown.page.locator("body").inner_text()
    assert render(odd[1].result, "text", Style()).strip() in text


def test_copied_tables_are_those_of_score(plain: Report, look: Look) -> None:
    shown = look(permissions=["clipboard-read", "clipboard-write"])
    page = shown.go(plain[0])
    for name, form in (("LaTeX", "latex"), ("TSV", "tsv"), ("Markdown", "md")):
        page.get_by_role("button", name=name, exact=True).click()
        page.get_by_role("button", name="Copied").wait_for()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == render(plain[1].result, form, Style())
        page.get_by_role("button", name=name, exact=True).wait_for()


def test_copied_tables_of_the_odd_suite_are_those_of_score(odd: Report, look: Look) -> None:
    page = look().go(odd[0])
    for form in ("latex", "tsv", "markdown"):
        found = page.evaluate(f"litmus.{form}(litmus.suites[0], litmus.suites[0].systems[0])")
        assert found == render(odd[1].result, form.replace("markdown", "md"), Style())
    # the foot has signatures and the command
    shown = [code.inner_text() for code in page.locator(".signature").all()]
    assert shown == list(dict.fromkeys(r.signature for r in odd[1].result.rows if r.tag is None))
    quoted = MARKUP.replace("'", "'\"'\"'")
    assert page.locator(".command").inner_text() == f"litmus report '{quoted}'"


def test_parts_are_in_their_order_and_text_stays_text(odd: Report, look: Look) -> None:
    page = look().go(odd[0])
    section = page.locator("section", has=page.get_by_role("heading", name="Part by part"))
    section.get_by_label("Metric").select_option("chrf")
    names = section.locator("tbody th").all_inner_texts()
    assert names == [f"doc {k} {MARKUP}" for k in range(6)]
    (shown, *_) = section.locator("tbody tr").first.locator(".value").all_inner_texts()
    (row, *_) = [
        row for row in odd[1].result.rows if row.column == "document" and row.metric == "chrf"
    ]
    assert row.value is not None and shown.split()[0] == f"{row.value:.1f}"


def test_another_baseline_moves_the_stars(plain: Report, look: Look) -> None:
    page = look().go(plain[0])
    best = page.locator(".results-table b").all()
    chrf = plain[1].result.overall("two", "chrf").value
    # 3 of 60 against 30 of 60; and fewer wrong words are a higher chrF
    assert [b.inner_text().split() for b in best] == [["5.0", "best"], [f"{chrf:.1f}", "best"]]
    cells = page.locator(".results-table tbody tr")

    def stars() -> list[str]:
        each = [cells.nth(k).locator(".star").first for k in range(2)]
        return [star.inner_text().strip()[:1] for star in each]

    assert stars() == ["", "*"]
    page.get_by_label("Compared with").select_option("two")
    assert stars() == ["*", ""]
    assert "baseline=two" in page.url
    assert "* differs from two" in page.locator(".result .note").last.inner_text()


def test_title_is_the_heading_and_the_suite_stands_below(
    plain: Report, look: Look, tmp_path: Path
) -> None:
    write_report(tmp_path / "page.html", [plain[1]], command=[], title=MARKUP)
    page = look().go(tmp_path / "page.html")
    assert page.locator("h1").inner_text() == MARKUP
    assert page.title() == f"{MARKUP} · litmus"
    lead = page.locator(".masthead .lead").inner_text()
    assert lead.startswith(f"{plain[1].suite.info.name} · English to French")


def test_idiom_in_the_breakdown_leads_to_its_segments(plain: Report, look: Look) -> None:
    page = look().go(plain[0])
    page.locator(".bars").get_by_role("link", name="kick it").click()
    page.wait_for_selector(".card")
    assert page.locator(".numbers h2").inner_text().startswith("30 of 60 segments")
    assert page.locator("select[name=idiom]").input_value() == "kick it"
    # neighbours are those of the document
    page = look().go(plain[0], "#view=segments&id=s9&open=1")
    names = page.locator(".neighbours li .id").all_inner_texts()
    assert names == ["s6", "s7", "s8", "s9 ←"]  # s10 is in another document
    assert "In document d0" in page.locator(".neighbours").inner_text()


def test_filters_leave_the_right_segments_and_numbers(plain: Report, look: Look) -> None:
    shown = look()
    page = shown.go(plain[0], "#view=segments")
    assert page.locator(".numbers h2").inner_text() == "All 60 segments"
    page.locator("select[name=verdict]").select_option("bad")
    rows = shown.numbers()
    assert page.locator(".numbers h2").inner_text().startswith("30 of 60 segments")
    # all thirty are literal in the first system, three in the second; Wilson for 30 of 30
    assert rows[0][1].split() == ["100.0", "[88.6,", "100.0]", "all", "50.0"]
    assert rows[1][1].split()[0] == "10.0"
    page.locator("select[name=who]").select_option("every")
    assert shown.numbers()[1][1].split()[0] == "100.0"
    assert page.locator(".numbers h2").inner_text().startswith("3 of 60 segments")
    page.get_by_role("button", name="Clear filters").click()
    assert page.locator(".numbers h2").inner_text() == "All 60 segments"


def test_metric_that_cannot_be_recomputed_says_so(
    plain: Report, look: Look, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    value = NGramF().__call__  # a function that is no formula
    monkeypatch.setattr(ChrF, "readings", (Reading("", value),))
    reported(plain[1].suite.folder, tmp_path / "less.html")  # type: ignore[attr-defined]
    shown = look()
    shown.go(tmp_path / "less.html", "#view=segments&q=seau")
    rows = shown.numbers()
    assert [row[2] for row in rows[:2]] == ["not recomputed"] * 2
    assert rows[0][1].split()[0] == "100.0"
    assert shown.complaints == []


def test_search_looks_in_source_reference_and_outputs(plain: Report, look: Look) -> None:
    page = look().go(plain[0], "#view=segments")
    for query, n in (("frappé", 30), ("MORT 59", 1), ("s17", 1), ("xyz", 0)):
        page.get_by_label("Text").fill(query)
        page.locator(".numbers h2", has_text=re.compile(f"^{n} of 60")).wait_for()
    assert page.locator(".nothing").is_visible()
    assert page.locator(".card").count() == 0


def test_segments_where_systems_differ_come_first(plain: Report, look: Look) -> None:
    page = look().go(plain[0], "#view=segments&sort=differ")
    first = page.locator(".card .id").first
    assert first.inner_text() == "s3"  # the first three are literal in both
    page.get_by_label("only where systems differ").check()
    assert page.locator(".numbers h2").inner_text().startswith("27 of 60 segments")
    page.locator("select[name=sort]").select_option("worst")
    page.get_by_label("only where systems differ").uncheck()
    assert first.inner_text() == "s0"
    # marks say what they are without colour
    card = page.locator(".card").first
    assert card.locator(".m-idiom").inner_text() == "kicked the bucket"
    trigger = card.locator(".m-trigger").first
    assert (trigger.inner_text(), trigger.get_attribute("data-sign")) == ("seau", "✗")
    assert card.locator(".verdict.bad").first.inner_text().startswith("✗ listed word")
    drawn = trigger.evaluate("(mark) => getComputedStyle(mark, '::after').content")
    assert drawn == '"✗"'


def test_deep_link_restores_the_view_and_back_leaves_it(plain: Report, look: Look) -> None:
    shown = look()
    where = "#view=segments&q=seau&on=blacklist&who=%3Dtwo&verdict=good&sort=worst&id=s20&open=1"
    page = shown.go(plain[0], where)
    assert page.locator(".numbers h2").inner_text().startswith("27 of 60 segments")
    card = page.locator(".card.current")
    assert card.locator(".id").first.inner_text() == "s20" and card.locator(".why").is_visible()
    assert page.get_by_label("Text").input_value() == "seau"
    assert page.locator("select[name=who]").input_value() == "=two"
    page.get_by_role("link", name="Overview").click()
    page.wait_for_selector(".results-table")
    page.go_back()
    page.wait_for_selector(".card.current")
    assert page.locator(".numbers h2").inner_text().startswith("27 of 60 segments")


def test_keys_do_what_the_mouse_does(plain: Report, look: Look) -> None:
    page = look().go(plain[0])
    page.keyboard.press("2")
    page.wait_for_selector(".card")
    for expected in ("s0", "s1", "s2"):
        page.keyboard.press("j")
        page.locator(".card.current .id", has_text=re.compile(f"^{expected}$")).wait_for()
    page.keyboard.press("k")
    page.locator(".card.current .id", has_text=re.compile("^s1$")).wait_for()
    page.wait_for_selector(".card.current:focus")
    page.keyboard.press("Enter")
    page.locator(".card.current .why").wait_for()
    page.keyboard.press("/")
    page.keyboard.type("mort 7")
    page.locator(".numbers h2", has_text=re.compile("^6 of 60")).wait_for()  # 7, 17, ... 57
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    assert page.get_by_role("dialog", name="Keys").is_visible()
    page.keyboard.press("Escape")
    assert not page.get_by_role("dialog", name="Keys").is_visible()
    page.keyboard.press("1")
    page.wait_for_selector(".results-table")


def test_keys_reach_a_segment_far_down_a_list_of_what_is_in_view(plain: Report, look: Look) -> None:
    page = look().go(plain[0], "#view=segments&id=s40")
    page.locator(".card.current").wait_for()
    for _ in range(12):
        page.keyboard.press("j")
    page.locator(".card.current .id", has_text=re.compile("^s52$")).wait_for()
    page.wait_for_selector(".card.current:focus")
    box = page.locator(".card.current").bounding_box()
    assert 0 <= box["y"] < 900
    assert 3 <= page.locator(".card").count() < 20
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.locator(".card .id", has_text=re.compile("^s59$")).wait_for()
    assert page.locator(".card").count() < 20


@pytest.mark.parametrize("where", ["", "#view=segments"])
def test_phone_needs_no_sideways_scrolling(odd: Report, look: Look, where: str) -> None:
    page = look(360, 740, is_mobile=True, has_touch=True).go(odd[0], where)
    if where:
        page.get_by_role("button", name="Evidence and context").first.click()
        lines = page.locator(".card").first.locator(".text")
        way = "(all) => all.map((p) => [p.lang, getComputedStyle(p).direction])"
        assert lines.evaluate_all(way)[:5] == [["en", "ltr"], *[["he", "rtl"]] * 4]
    page.evaluate(TWO_FRAMES)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_theme_follows_the_system_unless_chosen(plain: Report, look: Look) -> None:
    colour = "getComputedStyle(document.body).backgroundColor"
    light, dark = "rgb(251, 250, 247)", "rgb(23, 24, 27)"
    assert look(color_scheme="light").go(plain[0]).evaluate(colour) == light
    page = look(color_scheme="dark").go(plain[0])
    assert page.evaluate(colour) == dark
    page.get_by_role("button", name="Theme: auto").click()
    assert page.evaluate(colour) == light


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("where", ["", "#view=segments&on=blacklist&verdict=bad"])
def test_axe_finds_nothing_serious(odd: Report, look: Look, where: str, scheme: str) -> None:
    shown = look(color_scheme=scheme, bypass_csp=True)
    page = shown.go(odd[0], where)
    if where:
        page.get_by_role("button", name="Evidence and context").first.click()
        shown.numbers()
    assert shown.barriers() == []


def test_a_part_says_what_it_lists_and_leads_to_the_others(
    tmp_path: Path, look: Look, monkeypatch: pytest.MonkeyPatch
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
