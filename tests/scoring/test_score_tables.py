"""Tables from results made by hand: alignment, escapes, and the same numbers in every format."""

import json
import re

import pytest
from results_by_hand import result, row

from litmus.scoring.presentation.shown import Style
from litmus.scoring.presentation.tables import bare, render
from litmus.scoring.rows import FIELDS, TSV_FIELDS, Correlation
from litmus.tables import FORMATS


def test_text_aligns_wide_characters_by_their_cells() -> None:
    out = render(result("系统", "other"), "text", Style(1))
    assert out.split("\n")[2:6] == [
        "       Good ↑             Bad ↓",
        "系统   12.3 [11.3, 14.3]  12.3 [11.3, 14.3]",
        "other  12.3 [11.3, 14.3]  12.3 [11.3, 14.3]",
        "n      1,234              1,234",
    ]


def test_text_shows_different_supports() -> None:
    rows = tuple(row(s, m, n=n) for m in ("good", "bad") for s, n in (("a", 5), ("b", 6)))
    assert "\nn  5/6 " in render(result("a", "b", rows=rows), "text", Style())


@pytest.mark.parametrize(("p", "star"), [(None, False), (0.05, False), (0.0499, True)])
@pytest.mark.parametrize(("format", "mark"), [
    ("text", "14.3] *"), ("md", "14.3] \\*"), ("latex", "14.3]}$^{*}$"),
])  # fmt: skip
def test_star_stands_below_five_percent(
    p: float | None, star: bool, format: str, mark: str
) -> None:
    rows = (row("a", "good", p=p), row("a", "bad"))
    assert render(result("a", rows=rows, test="ar"), format, Style()).count(mark) == star


@pytest.mark.parametrize(("test", "name", "few"), [
    ("ar", "approximate randomisation", "30 cases"),
    ("bs", "bootstrap", "30 cases or resampled units"),
])  # fmt: skip
def test_footer_names_the_test(test: str, name: str, few: str) -> None:
    out = render(result("a", "b", test=test), "text", Style())
    assert (
        f"* differs from a (p < 0.05, {name}, 10,000 trials, seed 0, Holm-corrected over the "
        f"whole table); no star: not significantly different, or fewer than {few}.\n"
    ) in out
    assert "* differs" not in render(result("a", "b"), "text", Style())


def test_no_evidence_is_not_zero() -> None:
    rows = (row("a", "good", None, n=0), row("a", "bad", 0.0))
    made = result("a", rows=rows)
    assert bare(made, 1) == "a\tgood\tn/a\na\tbad\t0.0\n"
    assert json.loads(render(made, "json", Style()))[0]["value"] is None
    assert render(made, "tsv", Style()).split("\n")[1] == "a\tgood\t\t0\t\t\t\t\tgood|v:1\t\t\t"
    for format in ("text", "md", "latex"):
        assert "n/a: no evidence; no segment has what the metric looks at." in render(
            made, format, Style()
        )


def test_numbers_are_the_same_in_every_format() -> None:
    made = result("a", "b")
    for format in FORMATS:
        out = render(made, format, Style(2))
        assert out.endswith("\n") and not out.endswith("\n\n")
        shown = [float(number) for number in re.findall(r"\b1[1-4]\.\d+", out)]
        assert sorted(set(shown)) == pytest.approx([11.34, 12.34, 14.34])
        assert len(shown) == 12
        assert "good|v:1" in out and re.search(r"1,?234", out)


def test_json_has_the_fields_in_their_order() -> None:
    assert FIELDS == (
        "system", "metric", "tag", "n", "value", "low", "high", "p", "signature", "options",
        "family",
        "tests", "suite", "column", "bucket", "p_raw",
    )  # fmt: skip
    rows = json.loads(render(result("a"), "json", Style()))
    assert [tuple(found) for found in rows] == [FIELDS, FIELDS]


def test_tsv_survives_tabs_and_line_ends_in_labels() -> None:
    rows = (row("a", "good"), row("a", "bad"), row("a", "good", tag="two\nlines\tand tab"))
    lines = render(result("a", rows=rows), "tsv", Style())[:-1].split("\n")
    assert [len(line.split("\t")) for line in lines] == [len(TSV_FIELDS)] * 4
    assert lines[3].split("\t")[2] == "two lines and tab"


def test_latex_escapes_what_latex_reads() -> None:
    out = render(result(r"a\b&c%d$e#f_g{h}i~j^k[l"), "latex", Style())
    assert (
        "\na\\textbackslash{}b\\&c\\%d\\$e\\#f\\_g\\{h\\}i\\textasciitilde{}j\\textasciicircum{}k"
        "{[}l & 12.3 "
    ) in out


def test_markdown_escapes_what_markdown_reads() -> None:
    out = render(result("a|b*c_d`e<f\\g"), "md", Style())
    assert "\n| a\\|b\\*c\\_d\\`e\\<f\\\\g | 12.3 " in out


def test_labels_and_correlations_by_support() -> None:
    labelled = (row("a", "good", 50.0, "rare", n=1), row("a", "good", 75.0, "frequent", n=20))
    rows = (row("a", "good"), row("a", "bad"), *labelled)
    found = (Correlation("a", "good", 2, 1.0, None),)
    out = render(result("a", rows=rows, correlations=found), "text", Style(labels=True))
    assert out.split("\n\n")[2] == (
        "Good ↑\n"
        "               n  a\n"
        "frequent      20  75.0 [74.0, 77.0]\n"
        "rare           1  50.0 [49.0, 52.0]\n"
        "a: rate against frequency over 2 labels: Pearson 1.00, Spearman n/a"
    )
    assert render(result("a"), "text", Style(labels=True)) == render(result("a"), "text", Style())
