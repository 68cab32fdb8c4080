"""The page of the top words in a real browser."""

import re
from pathlib import Path
from typing import Any

from tests.context.test_cxmi_page import VIRUS, result_with

from litmus.context.presentation.page import page


def test_words_are_told_apart_and_nothing_runs_over(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(page(result_with(VIRUS), ("en", "zh")), encoding="utf-8")
    errors: list[str] = []
    for scheme in ("light", "dark"):
        tab = browser.new_page(color_scheme=scheme, viewport={"width": 360, "height": 800})
        tab.on("console", lambda message: errors.append(message.text))
        tab.on("pageerror", lambda error: errors.append(str(error)))
        tab.goto(path.as_uri())
        colours = tab.evaluate(
            "() => ['body', '.word', '.same'].map(s => { const c = getComputedStyle("
            "document.querySelector(s)); return [c.color, c.backgroundColor] })"
        )
        for ink, paper in colours:
            assert contrast(ink, paper) >= 4.5  # WCAG 2, level AA
        assert tab.evaluate("document.documentElement.scrollWidth") <= 360
        styled = "e => getComputedStyle(document.querySelector(e)).textDecorationLine"
        assert tab.evaluate(styled, ".word") == tab.evaluate(styled, ".same") == "underline"
        tab.close()
    assert errors == []


def contrast(one: str, two: str) -> float:
    lights = sorted(map(luminance, (one, two)), reverse=True)
    return (lights[0] + 0.05) / (lights[1] + 0.05)


def luminance(colour: str) -> float:
    channels = [int(n) / 255 for n in re.findall(r"\d+", colour)[:3]]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
