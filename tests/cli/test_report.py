"""`litmus report`: the same inputs and numbers as `litmus score`, in one file."""

import base64
import gzip
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from commanding import FIXTURES, REFERENCE, Litmus, python, write_lines

from litmus.alignment.embedded.aligner import EmbeddedAligner
from litmus.alignment.links import Alignment
from litmus.scoring.rows import TSV_FIELDS

here, litmus, tiny = FIXTURES

QUICK = ("--bootstrap", 50, "--trials", 50, "--no-links")


def data_of(path: Path) -> Any:
    """The data inside a page: numbers, and the segments it lists."""
    blocks = re.findall(r'id="(?:numbers|segments)">([^<]*)<', path.read_text(encoding="utf-8"))
    numbers, listed = (json.loads(gzip.decompress(base64.b64decode(block))) for block in blocks)
    return numbers | {"listed": listed}


def rows_of(data: Any, suite: int = 0) -> list[dict[str, Any]]:
    rows = data["suites"][suite]["rows"]
    names = rows["names"]
    return [
        {key: names[key][column[k]] if key in names else column[k] for key, column in rows.items() if key != "names"}
        for k in range(len(rows["n"]))
    ]  # fmt: skip


def test_report_has_the_numbers_of_score(litmus: Litmus, tiny: Path) -> None:
    inputs = ("-t", "tiny", "-m", "blacklist", "autoie", "bleu", "--subsets", *QUICK[:4])
    answer = litmus("report", *inputs, "--no-links")
    expected = litmus("score", *inputs, "--paired-ar", "-f", "json")
    assert (answer.code, answer.err) == (0, expected.err)
    keys = [key for key in TSV_FIELDS if key != "suite"]
    shown = [{key: row[key] for key in keys} for row in expected.rows]
    assert rows_of(data_of(tiny / "litmus-report.html")) == shown


def test_report_notes_a_test_of_one_system_if_it_was_asked_for(litmus: Litmus, tiny: Path) -> None:
    inputs = ("-t", "tiny", "-i", "@mixed", "-m", "blacklist", *QUICK[:4], "--no-links")
    note = "litmus: A paired test compares systems, and there is only one: nothing was tested.\n"
    assert litmus("report", *inputs).err == ""
    assert litmus("report", *inputs, "--paired-ar").err == note
    assert litmus("report", *inputs, "--paired-bs").err == note


def test_report_states_the_family_and_the_options(litmus: Litmus, tiny: Path) -> None:
    metrics = ("-m", "blacklist:compat=cibb", "bleu")
    litmus("report", "-t", "tiny", *metrics, *QUICK[:4], "--no-links", "--family", "metric")
    (suite,) = data_of(tiny / "litmus-report.html")["suites"]
    assert suite["over"] == "each metric by itself"
    assert suite["options"] == "† blacklist with compat=cibb."


def test_report_says_where_it_is(litmus: Litmus, tiny: Path) -> None:
    answer = litmus("report", "-t", "tiny", "-o", "a/b.html", *QUICK)
    size = (tiny / "a/b.html").stat().st_size / 1e6
    assert answer.out == f"a/b.html: tiny v3, en-fr, 4 segments, 2 labels, {size:.1f} MB\n"


@pytest.mark.parametrize(
    "command", [["report", "-o", "page.html", "--no-links"], ["score", "--report", "page.html"]]
)
def test_a_title_is_that_of_the_page(litmus: Litmus, tiny: Path, command: list[str]) -> None:
    title = " Release 4 <b>:\tnightly "
    assert litmus(*command, "-t", "tiny", "--title", title, *QUICK[:4], "-q").code == 0
    text = (tiny / "page.html").read_text(encoding="utf-8")
    assert "<title>Release 4 &lt;b&gt;: nightly · litmus</title>" in text
    assert "<noscript><pre>Release 4 &lt;b&gt;: nightly\n" in text
    assert data_of(tiny / "page.html")["title"] == "Release 4 <b>: nightly"


def test_a_title_without_words_is_refused(litmus: Litmus, tiny: Path) -> None:
    answer = litmus("report", "-t", "tiny", "--title", " ")
    assert (answer.code, answer.err) == (
        2, "litmus: --title is blank. Give one, or leave it out.\n"
    )  # fmt: skip


@pytest.mark.slow
def test_command_at_the_foot_is_the_one_typed(tiny: Path) -> None:
    words = ["report", "-t", "tiny", "-m", "bleu", "--bootstrap", "9", "--no-test", "-o"]
    words.append("a b.html")
    done = python("-m", "litmus", *words, cwd=tiny)
    assert (done.returncode, done.stderr) == (0, "")
    assert data_of(tiny / "a b.html")["command"] == ["litmus", *words]


def test_links_mark_the_words_of_the_idiom(litmus: Litmus, tiny: Path) -> None:
    assert litmus("report", "-t", "tiny", "-m", "blacklist", *QUICK[:4]).code == 0
    linked = data_of(tiny / "litmus-report.html")["listed"]["suites"][0]["segments"]["marks"]
    assert linked[0] == 0 and linked[1]
    assert litmus("report", "-t", "tiny", "-m", "blacklist", *QUICK).code == 0
    listed = data_of(tiny / "litmus-report.html")["listed"]
    assert listed["suites"][0]["segments"]["marks"] == [0] * 4


def test_report_that_fails_leaves_the_old_one(litmus: Litmus, tiny: Path) -> None:
    (tiny / "litmus-report.html").write_text("old")
    write_lines(tiny / "short", REFERENCE[:2])
    assert litmus("report", "-t", "tiny", "-i", "short").code == 1
    assert (tiny / "litmus-report.html").read_text() == "old"


@pytest.mark.parametrize(("variables", "coloured"), [
    ({"TERM": "xterm"}, True), ({"TERM": "dumb"}, False), ({"TERM": "xterm", "NO_COLOR": "1"}, False),
    ({"TERM": "xterm", "NO_COLOR": ""}, True),
])  # fmt: skip
def test_score_is_coloured_on_a_terminal_alone(
    litmus: Litmus, tiny: Path, monkeypatch: pytest.MonkeyPatch,
    variables: dict[str, str], coloured: bool,
) -> None:  # fmt: skip
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    score = ("score", "-t", "tiny", "--bootstrap", 9)
    plain = litmus(*score).out
    assert "\x1b" not in plain
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    shown = litmus(*score).out
    assert ("\x1b[1m" in shown) is coloured
    assert "\x1b" not in litmus(*score, "-f", "tsv").out
    litmus(*score, "-o", "file")
    assert (tiny / "file").read_text(encoding="utf-8") == plain


@pytest.mark.slow
def test_score_draws_plots(litmus: Litmus, tiny: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: litmus-mt[plots]")
    answer = litmus(
        "score", "-t", "tiny", "-m", "blacklist", "bleu", "--bootstrap", 9, "--plots", "drawn"
    )
    assert answer.code == 0
    assert answer.err == "litmus: 3 plots are in drawn, each as SVG, PDF and PNG.\n"
    assert sorted(path.name for path in (tiny / "drawn").glob("*.svg")) == [
        "blacklist-against-bleu.svg", "blacklist-labels.svg", "metrics.svg",
    ]  # fmt: skip


def test_place_of_plots_is_tried_before_the_work(litmus: Litmus, tiny: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: litmus-mt[plots]")
    answer = litmus("score", "-t", "tiny", "--plots", "tiny.tsv")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == "litmus: tiny.tsv is a file, but --plots needs a folder.\n"


def test_only_segments_with_an_idiom_are_aligned_for_the_page(
    tiny: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch
) -> None:
    aligned: list[tuple[str, str]] = []
    align = EmbeddedAligner.align

    def noted(self: EmbeddedAligner, pairs: Sequence[tuple[str, str]]) -> list[Alignment]:
        aligned.extend(pairs)
        return align(self, pairs)

    monkeypatch.setattr(EmbeddedAligner, "align", noted)
    assert litmus("report", "-t", "tiny", "-m", "bleu", "--bootstrap", 5, "--no-test").code == 0
    assert len(aligned) == 3 * 4  # three segments; the reference and three systems
    assert "I sing ." not in dict(aligned)
