"""`litmus align`: links to stdout or a file, models of text."""

import gzip
import json
import sys
from pathlib import Path

import pytest
from commanding import FIXTURES, Litmus, write_lines, written

from litmus.alignment.embedded.model_files import load

here, litmus, tiny = FIXTURES

# Every word stands with every other, so that little text is enough to tell them apart.
SWEDISH = ["Huset brinner.", "Huset faller.", "Bilen brinner.", "", "Bilen faller."]
FINNISH = ["Talo palaa.", "Talo kaatuu.", "Auto palaa.", "", "Auto kaatuu."]
DIAGONAL = "0-0 1-1 2-2\n"
LINKS = DIAGONAL * 3 + "\n" + DIAGONAL
ALIGN = ("align", "-l", "sv-fi", "-s", "x.sv", "-r", "x.fi")


@pytest.fixture
def text(here: Path) -> Path:
    """`x.sv` and `x.fi`, five lines each, one of them blank."""
    write_lines(here / "x.sv", SWEDISH)
    write_lines(here / "x.fi", FINNISH)
    return here


def test_align_prints_pharaoh(text: Path, litmus: Litmus) -> None:
    answer = litmus(*ALIGN)
    assert (answer.code, answer.out, answer.err) == (0, LINKS, "")


def test_align_writes_a_file_and_prints_nothing(text: Path, litmus: Litmus) -> None:
    answer = litmus(*ALIGN, "-o", "new/x.align")
    assert (answer.code, answer.out, answer.err) == (0, "", "")
    assert (text / "new" / "x.align").read_text("utf-8") == LINKS
    answer = litmus(*ALIGN, "-o", "x.align.gz")
    assert gzip.decompress((text / "x.align.gz").read_bytes()).decode() == LINKS


@pytest.mark.parametrize(
    ("options", "name"),
    [(["-f", "jsonl"], "x.txt"), ([], "x.jsonl.gz"), (["-f", "jsonl"], None)],
)
def test_align_jsonl(text: Path, litmus: Litmus, options: list[str], name: str | None) -> None:
    answer = litmus(*ALIGN, *options, *(["-o", name] if name else []))
    assert answer.code == 0
    content = answer.out
    if name:
        assert answer.out == ""
        raw = (text / name).read_bytes()
        content = (gzip.decompress(raw) if name.endswith(".gz") else raw).decode()
    rows = [json.loads(line) for line in content.removesuffix("\n").split("\n")]
    assert [row["line"] for row in rows] == [1, 2, 3, 4, 5]
    for row in rows:
        assert list(row)[:6] == [
            "line", "source_tokens", "source_spans", "target_tokens", "target_spans", "links",
        ]  # fmt: skip
    first, blank = rows[0], rows[3]
    assert first["source_tokens"] == ["Huset", "brinner", "."]
    assert first["source_spans"] == [[0, 5], [6, 13], [13, 14]]
    assert first["target_tokens"] == ["Talo", "palaa", "."]
    assert first["target_spans"] == [[0, 4], [5, 10], [10, 11]]
    assert [link[:2] for link in first["links"]] == [[0, 0], [1, 1], [2, 2]]
    assert all(0 < sure <= 1 for _, _, sure in first["links"])
    assert [blank[key] for key in ("source_tokens", "target_spans", "links")] == [[], [], []]


def test_align_format_is_stronger_than_the_name(text: Path, litmus: Litmus) -> None:
    litmus(*ALIGN, "-f", "pharaoh", "-o", "x.jsonl")
    assert (text / "x.jsonl").read_text("utf-8") == LINKS


def test_align_links_given_elsewhere_are_as_good_as_sure(text: Path, litmus: Litmus) -> None:
    write_lines(text / "given.align", ["0-1", "", "2?2", "", "1-1"])
    answer = litmus(*ALIGN, "-a", "pharaoh:given.align", "-o", "x.jsonl")
    assert answer.code == 0
    links = [row["links"] for row in written(text / "x.jsonl")]
    assert links == [[[0, 1, 1.0]], [], [[2, 2, 1.0]], [], [[1, 1, 1.0]]]


def test_align_says_when_a_side_is_in_another_language(here: Path, litmus: Litmus) -> None:
    write_lines(here / "x.en", ["Every year we work together on this large project."] * 3)
    write_lines(here / "x.fr", ["Каждый год мы работаем вместе над этим большим проектом."] * 3)
    arguments = ["align", "-l", "en-fr", "-s", "x.en", "-r", "x.fr"]
    answer = litmus(*arguments)
    assert (answer.code, answer.out.count("\n")) == (0, 3)
    assert "does not look French" in answer.err
    assert answer.err.count("\n") == 1  # none about the English side
    quiet = litmus(*arguments, "-q")
    assert (quiet.out, quiet.err) == (answer.out, "")


def test_align_trains_and_links_with_the_model(text: Path, litmus: Litmus) -> None:
    answer = litmus(*ALIGN, "--train", "-o", "sv-fi.aligner")
    assert (answer.code, answer.err) == (0, "")
    model = load(text / "sv-fi.aligner")
    assert answer.out == (
        f"sv-fi.aligner: {model.signature}, {len(model.model.learned):,} word pairs\n"
    )
    # one line by itself says nothing of which word is which, but the model knows
    write_lines(text / "one.sv", ["brinner Bilen"])
    write_lines(text / "one.fi", ["Auto palaa"])
    one = ["align", "-l", "sv-fi", "-s", "one.sv", "-r", "one.fi"]
    answer = litmus(*one, "-a", "model:sv-fi.aligner")
    assert (answer.code, answer.out, answer.err) == (0, "0-1 1-0\n", "")


def test_align_with_a_package_that_is_not_installed(
    text: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "eflomal", None)
    answer = litmus(*ALIGN, "-a", "eflomal")
    assert (answer.code, answer.err) == (
        2,
        "litmus: The aligner eflomal needs a package that is not installed.\n"
        'Install it with: pip install "litmus-mt[eflomal]"\n',
    )


def test_list_aligners_shows_all(litmus: Litmus) -> None:
    from litmus.alignment.aligners import ALIGNERS

    answer = litmus("list", "aligners")
    lines = answer.out[:-1].split("\n")
    assert [line.split()[0] for line in lines] == ALIGNERS.forms
    for line, entry in zip(lines, ALIGNERS.entries(), strict=True):
        assert line.endswith(f" {entry.summary}")
