"""`litmus probe`, as a user types it."""

import sys
from pathlib import Path

import pytest
from tests.cli.commanding import FIXTURES, Litmus, write_lines, written

from litmus.cli.models import probe

here, litmus, tiny = FIXTURES
QUICK = ("--device", "cpu", "--beam", "1", "--bootstrap", "20")


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules["litmus.cli.main"]
    monkeypatch.setattr(module, "COMMANDS", tuple(dict.fromkeys((*module.COMMANDS, probe))))


def test_two_models_are_probed_on_a_suite(
    tiny: Path, litmus: Litmus, ours: Path, marian: Path
) -> None:  # fmt: skip
    models = ("--model", ours, "--model", marian)
    flags = ("-f", "json", "--extras", "extras.jsonl", "--plots", "figure.svg")
    answer = litmus("probe", *models, "-t", "tiny", *QUICK, *flags)
    assert answer.code == 0
    rows = answer.rows
    assert {row["model"] for row in rows} == {"ours", "marian"}
    # 4 measures with three contexts and two steps, 3 with three pairs
    assert len(rows) == 2 * (4 * 5 + 3 * 3)
    assert {row["n"] for row in rows if row["probe"] == "chrf"} == {3}
    assert {row["idioms"] for row in rows if row["probe"] == "chrf"} == {2}
    assert {row["kind"] for row in written(tiny / "extras.jsonl")} == {"probe"}
    assert (tiny / "figure.svg").read_text(encoding="utf-8").startswith("<?xml")


def test_without_a_model_the_embedded_one_is_probed(tiny: Path, litmus: Litmus) -> None:
    answer = litmus("probe", "-t", "tiny", *QUICK, "-f", "json", "--probes", "chrf")
    assert answer.code == 0, answer.err
    assert {row["model"] for row in answer.rows} == {"embedded-en-fr"}


def test_a_file_of_links_serves_every_model(
    tiny: Path, litmus: Litmus, ours: Path, marian: Path
) -> None:  # fmt: skip
    # A line for every segment, also for the one without an idiom; segment c has no link.
    write_lines(tiny / "links", ["0-0 1-1", "0-0 1-2", "0-0", "2-3"])
    models = ("--model", ours, "--model", marian)
    flags = ("-f", "json", "--probes", "entropy", "-a", "pharaoh:links")
    answer = litmus("probe", *models, "-t", "tiny", *QUICK, *flags)
    assert answer.code == 0
    assert {(row["n"], row["idioms"]) for row in answer.rows} == {(2, 2)}
    assert answer.err == (
        "litmus: entropy: no reference word is aligned to 1 idiom (33.3 %); left out.\n"
    )
    write_lines(tiny / "links", ["0-0"])
    short = litmus("probe", *models, "-t", "tiny", *QUICK, *flags)
    assert short.code == 1 and "links" in short.err


def test_loose_files_and_a_text_table(here: Path, litmus: Litmus, ours: Path) -> None:
    write_lines(here / "s.en", ["He kicked the bucket .", "I sing ."])
    write_lines(here / "r.fr", ["Il est mort .", "Je chante ."])
    write_lines(here / "s.spans", ["kick the bucket\t[(3, 20)]", ""])
    files = ("-l", "en-fr", "-s", "s.en", "-r", "r.fr", "--spans", "s.spans")
    answer = litmus("probe", "--model", ours, *files, *QUICK, "--probes", "perplexity", "-o", "out")
    assert (answer.code, answer.out, answer.err) == (0, "", "")
    text = (here / "out").read_text(encoding="utf-8")
    assert text.startswith("s.en, en-fr, 1 idiom (1 different) in 1 segment\n")
    assert "Perplexity of the reference" in text and "chrF of" not in text
    body = text.split("\n\n")[1].split("\n")
    assert body[1].split("  ")[0] == "model" and "line above - this" in body[1]
    assert [line.split()[1] for line in body[2:5]] == ["full", "phrase", "word"]
    assert body[5].endswith("█ full ▓ phrase ░ word")
    assert all(len(line) <= 100 for line in body)


def test_text_without_idiom_spans_is_refused(here: Path, litmus: Litmus) -> None:
    write_lines(here / "s.en", ["I sing ."])
    write_lines(here / "r.fr", ["Je chante ."])
    answer = litmus("probe", "--model", "nowhere", "-l", "en-fr", "-s", "s.en", "-r", "r.fr")
    assert answer.code == 1
    assert answer.err == (
        "litmus: s.en does not mark its idioms.\n"
        "Give their spans (--spans FILE), or a suite that has them: litmus list suites\n"
    )


def test_a_model_without_encoder_is_refused(tiny: Path, litmus: Litmus, gpt2: Path) -> None:
    answer = litmus("probe", "--model", gpt2, "-t", "tiny", *QUICK)
    assert answer.code == 2
    assert answer.err == (
        f"litmus: {gpt2} has no encoder: an idiom's states cannot be put in place of others.\n"
        "Probes take encoder-decoders, such as Marian, mBART, T5 or ours.\n"
    )


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--probes", "chr"), "there is no 'chr'. Did you mean 'chrf'?"),
        (("--model", "x"), "The same --model was given twice."),
        (("--plots", "a.jpg"), "a.jpg: the file of a figure ends in .svg, .pdf, .png; or give a folder."),
        (("--beam", "0"), "--beam must be at least 1, not 0."),
    ],
)  # fmt: skip
def test_what_is_wrong_shows_before_any_work(
    tiny: Path, litmus: Litmus, flags: tuple[str, ...], message: str
) -> None:
    answer = litmus("probe", "--model", "x", "-t", "tiny", *flags)
    assert answer.code == 2 and message in answer.err
