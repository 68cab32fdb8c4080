"""`litmus align`: links to stdout or a file, models of text, and what it refuses."""

import gzip
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from commanding import FIXTURES, Litmus, write_lines, written

from litmus.alignment.embedded.aligner import EmbeddedAligner
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


# --- links ---------------------------------------------------------------------------------------


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
    [(["-f", "jsonl"], "x.txt"), ([], "x.jsonl"), ([], "x.jsonl.gz"), (["-f", "jsonl"], None)],
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


@pytest.mark.parametrize(("tokens", "count"), [("words", 3), ("space", 2), ("moses", 3)])
def test_align_links_the_tokens_asked_for(
    text: Path, litmus: Litmus, tokens: str, count: int
) -> None:
    litmus(*ALIGN, "--tokens", tokens, "-o", "x.jsonl")
    assert len(written(text / "x.jsonl")[0]["source_tokens"]) == count


def test_align_of_text_that_is_tokenised(here: Path, litmus: Litmus) -> None:
    write_lines(here / "x.sv", ["2024 Nokia's Oslo"])
    write_lines(here / "x.fi", ["Oslo 2024 Nokia's"])
    assert litmus(*ALIGN, "--tokens", "space").out == "0-1 1-2 2-0\n"


def test_align_says_when_a_side_is_in_another_language(here: Path, litmus: Litmus) -> None:
    russian = "Каждый год мы работаем вместе над этим большим проектом."
    write_lines(here / "x.en", ["Every year we work together on this large project."] * 3)
    write_lines(here / "x.fr", [russian] * 3)
    arguments = ["align", "-l", "en-fr", "-s", "x.en", "-r", "x.fr"]
    answer = litmus(*arguments)
    assert answer.code == 0
    assert answer.out.count("\n") == 3
    letters = 3 * sum(map(str.isalpha, russian))
    assert "does not look French" in answer.err
    assert f"of {letters} letters {letters} are Cyrillic and 0 Latin" in answer.err  # the evidence
    assert answer.err.count("\n") == 1  # none about the English side
    quiet = litmus(*arguments, "-q")
    assert (quiet.out, quiet.err) == (answer.out, "")


def test_align_in_batches_is_the_same(
    text: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch
) -> None:
    from litmus.api import align

    monkeypatch.setattr(align, "SIZE", 2)
    assert litmus(*ALIGN).out == LINKS
    litmus(*ALIGN, "-o", "x.jsonl")
    assert [row["line"] for row in written(text / "x.jsonl")] == [1, 2, 3, 4, 5]


# --- models --------------------------------------------------------------------------------------


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


def test_align_train_replaces_a_model(text: Path, litmus: Litmus) -> None:
    write_lines(text / "m", ["old"])
    assert litmus(*ALIGN, "--train", "-o", "m").code == 0
    assert load(text / "m").languages == ("sv", "fi")


def test_align_model_is_that_of_the_library(text: Path, litmus: Litmus) -> None:
    litmus(*ALIGN, "--train", "-o", "m")
    pairs = list(zip(SWEDISH, FINNISH, strict=True))
    assert load(text / "m").signature == EmbeddedAligner(("sv", "fi")).learn(pairs).signature


# --- what it refuses -----------------------------------------------------------------------------


def refused(here: Path, litmus: Litmus, *arguments: object) -> tuple[int, str]:
    """Exit code and message; nothing was printed or written."""
    before = sorted(here.rglob("*"))
    answer = litmus(*arguments)
    assert answer.out == ""
    assert sorted(here.rglob("*")) == before
    return answer.code, answer.err.removeprefix("litmus: ").removesuffix("\n")


@pytest.mark.parametrize("options", [[], ["-o", "x.align"], ["--train", "-o", "m"]])
@pytest.mark.parametrize("shorter", ["x.sv", "x.fi"])
def test_align_refuses_files_of_unequal_length(
    text: Path, litmus: Litmus, options: list[str], shorter: str
) -> None:
    longer = {"x.sv": "x.fi", "x.fi": "x.sv"}[shorter]
    write_lines(text / shorter, ["Talo palaa."] * 3)
    code, message = refused(text, litmus, *ALIGN, *options)
    assert code == 1
    first, second, *_ = message.split("\n")
    assert first == f"{shorter} has 3 lines, but {longer} has 5."
    assert second.startswith("Line 4 is the first without a partner.")


def test_align_with_a_model_refuses_files_of_unequal_length(text: Path, litmus: Litmus) -> None:
    litmus(*ALIGN, "--train", "-o", "m")
    write_lines(text / "x.fi", FINNISH[:4])
    for options in ([], ["-o", "x.align"]):
        code, message = refused(text, litmus, *ALIGN, "-a", "model:m", *options)
        assert code == 1
        assert message.startswith("x.fi has 4 lines, but x.sv has 5.\n")


def test_align_train_needs_a_file(text: Path, litmus: Litmus) -> None:
    assert refused(text, litmus, *ALIGN, "--train") == (
        2,
        "--train needs a file to save the model in: -o MODEL",
    )


def fake_eflomal(monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = ModuleType("eflomal")
    monkeypatch.setitem(sys.modules, "eflomal", module)


@pytest.mark.parametrize("name", ["eflomal", "model:m"])
def test_align_trains_only_its_own_aligner(
    text: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    fake_eflomal(monkeypatch)
    litmus(*ALIGN, "--train", "-o", "m")
    assert refused(text, litmus, *ALIGN, "-a", name, "--train", "-o", "new") == (
        2,
        "Only the embedded aligner can be saved: leave -a out with --train.",
    )


def test_align_with_a_package_that_is_not_installed(
    text: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "eflomal", None)
    assert refused(text, litmus, *ALIGN, "-a", "eflomal") == (
        2,
        "The aligner eflomal needs a package that is not installed.\n"
        'Install it with: pip install "litmus-mt[eflomal]"',
    )


def test_align_with_an_unknown_aligner(text: Path, litmus: Litmus) -> None:
    code, message = refused(text, litmus, *ALIGN, "-a", "fastalign")
    assert code == 2
    assert message.startswith(
        "No aligner is called 'fastalign'. Did you mean 'fast_align'?\nKnown: awesome:MODEL, "
    )


def test_align_with_a_model_for_other_languages(text: Path, litmus: Litmus) -> None:
    litmus(*ALIGN, "--train", "-o", "m")
    reverse = ["align", "-l", "fi-sv", "-s", "x.fi", "-r", "x.sv", "-a", "model:m"]
    assert refused(text, litmus, *reverse) == (
        1,
        "m links sv-fi, not fi-sv.\n"
        "Give the texts the other way round, or train one for this pair.",
    )


def test_align_with_a_model_of_other_tokens(text: Path, litmus: Litmus) -> None:
    litmus(*ALIGN, "--train", "-o", "m")
    assert refused(text, litmus, *ALIGN, "-a", "model:m", "--tokens", "space") == (
        2,
        "m links tokens of the kind 'words', not 'space'.\n"
        "Say so (--tokens words), or train one for 'space'.",
    )


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["-s", "no.sv"], 1, "no.sv does not exist."),
        (["-a", "model:no"], 1, "no does not exist."),
        (["-l", "sv"], 2, None),
        (["-l", "sv-xx"], 2, None),
        (["--train", "-o", "."], 1, None),
        (["-o", "."], 1, ". is a folder; give the name of a file."),
    ],
)
def test_align_refuses_what_is_not_there(
    text: Path, litmus: Litmus, arguments: list[str], code: int, message: str | None
) -> None:
    found = refused(text, litmus, *ALIGN, *arguments)
    assert found[0] == code
    assert message is None or found[1] == message
    assert found[1]


def test_list_aligners_shows_all(litmus: Litmus) -> None:
    from litmus.alignment.aligners import ALIGNERS

    answer = litmus("list", "aligners")
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out[:-1].split("\n")
    assert [line.split()[0] for line in lines] == ALIGNERS.forms
    for line, entry in zip(lines, ALIGNERS.entries(), strict=True):
        assert line.endswith(f" {entry.summary}")
