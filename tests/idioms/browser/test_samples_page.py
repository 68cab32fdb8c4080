"""The page to judge matches on, used in a browser as a person would."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.idioms.judging import row, write_corpus, write_rows

from litmus.idioms.mining.occurrences import JudgedOccurrence, read_occurrences
from litmus.idioms.mining.samples import write_samples

SENTENCES = [
    "They finally <b>let the cat out</b> of the bag 😀 & left.",
    "😀😀 She let the very big cat out of the bag.",
    "So much red tape!",
    "A \u202bstrange\u202c red tape: </script><script>document.title = 'taken'</script>",
    "سوف نفتح red tape صفحة جديدة",
]
CAT, TAPE = "let the cat out of the bag", 'red tape "quoted"\u2029'  # no list has such a label


def _row(line: int, idiom: str, pieces: list[str], flags: list[str]) -> dict[str, Any]:
    return row(line, idiom, SENTENCES[line - 1], *pieces, flags=flags)


ROWS = [
    _row(1, CAT, ["let the cat out", "of the bag"], ["inserted"]),
    _row(2, CAT, ["let the", "cat out of the bag"], ["far"]),
    _row(3, TAPE, ["red tape"], []),
    _row(4, TAPE, ["red tape"], []),
    _row(5, TAPE, ["red tape"], ["capitals"]),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """found.jsonl, corpus.txt and the page made of them."""
    made = tmp_path_factory.mktemp("samples")
    found = write_rows(made / "found.jsonl", ROWS)
    corpus = write_corpus(made / "corpus.txt", SENTENCES)
    write_samples(found, corpus, made / "page.html", language="en")
    return made


@pytest.fixture
def page(browser: Any, folder: Path) -> Iterator[Any]:
    """The page in a new profile; a request, an error or a breach of the policy fails the test."""
    context = browser.new_context(viewport={"width": 1200, "height": 800})
    opened = context.new_page()
    address = (folder / "page.html").as_uri()
    trouble: list[str] = []
    opened.on("console", lambda said: trouble.append(said.text))
    opened.on("pageerror", lambda error: trouble.append(str(error)))
    opened.on("request", lambda asked: asked.url == address or trouble.append(asked.url))
    opened.goto(address)
    yield opened
    context.close()
    assert trouble == []


def press(page: Any, keys: str) -> None:
    for key in keys.split():
        page.keyboard.press(key)


def lines_shown(page: Any) -> list[str]:
    """Where the matches on the screen stand in the corpus, in the order of the screen."""
    found: list[str] = page.locator("article .line").all_inner_texts()
    return [text.removeprefix("line ") for text in found]


def card(page: Any, line: int) -> Any:
    return page.locator(f"article[aria-label='line {line}']")


def verdict_on(page: Any, line: int) -> str | None:
    pressed = card(page, line).locator("button[aria-pressed=true] span").all_inner_texts()
    return pressed[0] if pressed else None


def exported(page: Any, folder: Path) -> Path:
    with page.expect_download() as waiting:
        page.click("#download")
    assert waiting.value.suggested_filename == "found.verdicts.jsonl"
    path = folder / "found.verdicts.jsonl"
    waiting.value.save_as(path)
    return path


def test_text_is_shown_as_it_stands_and_marked_where_it_was_found(page: Any) -> None:
    assert sorted(page.locator(".sentence").all_inner_texts()) == sorted(SENTENCES[2:])
    assert page.title() == "found.jsonl · litmus"
    assert set(page.locator("mark").all_inner_texts()) == {"red tape"}
    press(page, "n")
    assert card(page, 1).locator("mark").all_inner_texts() == ["let the cat out", "of the bag"]
    assert card(page, 1).locator(".inside").inner_text() == "</b> "
    assert card(page, 2).locator(".inside").inner_text().strip() == "very big"
    assert page.evaluate("getComputedStyle(document.querySelector('mark')).textDecorationLine") == "underline"  # fmt: skip
    sentence = card(page, 1).locator(".sentence")
    assert (sentence.get_attribute("lang"), sentence.get_attribute("dir")) == ("en", "auto")


def test_exported_verdicts_are_what_build_reads(page: Any, folder: Path) -> None:
    press(page, "n")
    first, second = (int(line) for line in lines_shown(page))
    press(page, "3 2")
    path = exported(page, folder)
    rows = [json.loads(line) for line in path.read_text("utf-8").removesuffix("\n").split("\n")]
    by_line = {one["line"]: one for one in ROWS}
    assert rows == [
        {key: by_line[line][key] for key in ("line", "idiom", "span")} | {"verdict": verdict}
        for line, verdict in sorted([(first, "wrong"), (second, "literal")])
    ]
    found = read_occurrences(folder / "found.jsonl", [path])
    assert sorted(found) == sorted({1, 2, 3, 4, 5} - {first})  # a wrong match is left out
    mined = by_line[second]
    pieces = tuple((start, end) for start, end in mined["pieces"])
    assert found[second] == (JudgedOccurrence(CAT, tuple(mined["span"]), pieces, "literal", False),)


def test_an_odd_label_survives_the_way_to_the_file_and_back(page: Any, folder: Path) -> None:
    press(page, "1 1 1")
    path = exported(page, folder)
    found = read_occurrences(folder / "found.jsonl", [path])
    verdicts = {line: (one.idiom, one.verdict) for line, (one,) in found.items()}
    assert [verdicts[line] for line in (3, 4, 5)] == [(TAPE, "idiom")] * 3
    press(page, "u u u")
    assert page.inner_text("#progress") == "0 of 5 judged"
    page.set_input_files("#file", path)
    page.wait_for_function("document.getElementById('progress').textContent.startsWith('3')")
    assert page.inner_text("#message p") == "Verdicts loaded from found.verdicts.jsonl: 3."


def test_keys_judge_move_and_undo(page: Any) -> None:
    one, two, three = (int(line) for line in lines_shown(page))
    assert page.inner_text("#idiom").startswith("red tape")
    press(page, "1 j 2")  # the second is passed over
    assert page.inner_text("#idiom") == CAT  # behind the last match comes the next idiom
    press(page, "k")
    assert [verdict_on(page, line) for line in (one, two, three)] == ["idiom", None, "literal"]
    press(page, "k 3")
    assert verdict_on(page, two) == "wrong"
    assert (
        page.inner_text("#summary") == "3 found · 1 of them flagged · 1 idiom, 1 literal, 1 wrong"
    )
    press(page, "u")
    assert verdict_on(page, two) is None
    press(page, "u u u")  # more often than there is something to take back
    assert page.inner_text("#progress") == "0 of 5 judged"
    press(page, "2 ArrowUp")
    assert page.inner_text("#progress") == "1 of 5 judged"
    press(page, "0")
    assert page.inner_text("#progress") == "0 of 5 judged"


def test_a_click_judges_and_another_takes_back(page: Any) -> None:
    button = card(page, 3).get_by_role("button", name="literal")
    button.click()
    assert verdict_on(page, 3) == "literal"
    button.click()
    assert verdict_on(page, 3) is None
    assert page.locator("#download").is_disabled()


def test_verdicts_are_there_when_the_page_is_opened_again(page: Any) -> None:
    lines = lines_shown(page)
    press(page, "3 1")
    page.reload()
    assert lines_shown(page) == lines
    assert [verdict_on(page, int(line)) for line in lines] == ["wrong", "idiom", None]
    press(page, "2 k")  # the keys act on the first without a verdict
    assert verdict_on(page, int(lines[2])) == "literal"


def test_filters_narrow_idioms_and_matches(page: Any) -> None:
    names = page.locator("#list li:not([hidden]) .name")
    page.fill("#filter", "CÁT")  # neither case nor accents matter
    assert names.all_inner_texts() == [CAT]
    assert page.inner_text("#idiom") == CAT
    page.fill("#filter", "no such idiom")
    assert page.inner_text("#nothing") == "No match passes the filters."
    page.fill("#filter", "")
    page.check("#flagged")
    assert names.count() == 2
    page.locator("#list button").first.click()
    assert lines_shown(page) == ["5"]
    press(page, "1")
    page.check("#unjudged")
    assert names.all_inner_texts() == [CAT]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{\n", "Line 1 is not JSON."),
        ('{"line": 3}\n', "Line 1 does not name a match by line, idiom and span."),
        (
            '\n{"line": 3, "idiom": "x", "span": [0, 1], "verdict": "maybe"}\n',
            "Line 2: the verdict must be idiom, literal, wrong.",
        ),
    ],
)
def test_a_file_without_verdicts_changes_nothing(page: Any, tmp_path: Path, text: str, message: str) -> None:  # fmt: skip
    press(page, "1")
    (tmp_path / "some.jsonl").write_text(text, "utf-8")
    page.set_input_files("#file", tmp_path / "some.jsonl")
    page.wait_for_selector("#message:not([hidden])")
    assert page.inner_text("#message p") == f"some.jsonl was not loaded. {message}"
    assert page.inner_text("#progress") == "1 of 5 judged"


def test_verdicts_on_other_matches_are_left_out(page: Any, tmp_path: Path) -> None:
    other = {"line": 77, "idiom": CAT, "span": [0, 3], "verdict": "wrong"}
    (tmp_path / "other.jsonl").write_text(json.dumps(other) + "\n", "utf-8")
    page.set_input_files("#file", tmp_path / "other.jsonl")
    page.wait_for_selector("#message:not([hidden])")
    assert page.inner_text("#message p") == (
        "Verdicts loaded from other.jsonl: 0. Left out, for their matches are not on this page: 1."
    )


def test_the_list_takes_the_place_of_the_matches_on_a_phone(page: Any) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    assert not page.locator("#list").is_visible()
    page.click("#open")
    page.locator("#list button").last.click()
    assert page.inner_text("#idiom") == CAT
    assert not page.locator("#list").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_a_browser_that_keeps_nothing_is_said_so(page: Any, folder: Path) -> None:
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('denied'); }")
    page.reload()
    press(page, "1")
    assert page.inner_text("#message p") == (
        "This browser keeps nothing here. Download the verdicts before you leave."
    )
    assert len(exported(page, folder).read_text("utf-8").split("\n")) == 2


def test_two_windows_show_the_same_verdicts(page: Any, folder: Path) -> None:
    other = page.context.new_page()
    other.goto((folder / "page.html").as_uri())
    press(page, "1")
    other.wait_for_function("document.getElementById('progress').textContent.startsWith('1')")
    assert other.inner_text("#summary").endswith("1 idiom")


def test_keys_work_on_keyboards_of_other_scripts(page: Any) -> None:
    # Russian j and u, and the digit 2 of a French keyboard
    lines = lines_shown(page)
    send = "(list) => list.forEach((key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true })))"
    page.evaluate(send, [{"key": "о", "code": "KeyJ"}, {"key": "é", "code": "Digit2"}])
    assert [verdict_on(page, int(line)) for line in lines] == [None, "literal", None]
    page.evaluate(send, [{"key": "г", "code": "KeyU"}])
    assert page.inner_text("#progress") == "0 of 5 judged"
