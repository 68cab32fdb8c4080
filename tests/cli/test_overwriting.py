"""No command writes over a file that it reads."""

from pathlib import Path

import pytest
from commanding import FIXTURES, LITERAL, REFERENCE, Litmus, write_lines

here, litmus, tiny = FIXTURES

LOOSE = ("-l", "en-fr", "-s", "s.en", "-r", "r.fr")


@pytest.fixture
def loose(here: Path) -> Path:
    write_lines(here / "s.en", ["I sing .", "He kicked the bucket ."])
    write_lines(here / "r.fr", REFERENCE[:2])
    write_lines(here / "h.fr", LITERAL[:2])
    write_lines(here / "s.spans", ["[]", "kick the bucket\t[(3, 20)]"])
    return here


def refused(litmus: Litmus, flag: str, path: str, *arguments: object) -> None:
    before = Path(path).read_bytes()
    answer = litmus(*arguments, flag, path)
    assert (answer.code, answer.out, answer.err) == (
        2,
        "",
        f"litmus: {flag} {path} is also an input and would be overwritten.\n"
        "Give another name; nothing was done.\n",
    )
    assert Path(path).read_bytes() == before


@pytest.mark.parametrize("flag", ["-o", "--segments"])
@pytest.mark.parametrize("path", ["s.en", "./r.fr", "h.fr", "s.spans"])
def test_score_spares_its_inputs(loose: Path, litmus: Litmus, flag: str, path: str) -> None:
    inputs = (*LOOSE, "--spans", "s.spans", "-i", "mine=h.fr")
    refused(litmus, flag, str(Path(path)), "score", *inputs)


def test_report_spares_its_inputs(loose: Path, litmus: Litmus) -> None:
    refused(litmus, "-o", "h.fr", "report", *LOOSE, "-i", "h.fr")


@pytest.mark.parametrize("name", ["segments.jsonl", "suite.toml", "systems/mixed.txt"])
def test_score_spares_its_suite(tiny: Path, litmus: Litmus, name: str) -> None:
    refused(litmus, "-o", f"tiny/{name}", "score", "-t", "tiny")


def test_score_spares_its_dictionary(tiny: Path, litmus: Litmus) -> None:
    metric = "litter:case=fold,dictionary=tiny.tsv"
    refused(litmus, "-o", "tiny.tsv", "score", "-t", "tiny", "-m", metric)


def test_signs_in_a_name_do_not_hide_an_input(loose: Path, litmus: Litmus) -> None:
    (loose / "h.fr").rename(loose / "h+1,2:3=4.fr")
    refused(litmus, "-o", "h+1,2:3=4.fr", "score", *LOOSE, "-i", "mine=h+1,2:3=4.fr")


@pytest.mark.parametrize("name", ["campaign.db", "campaign.toml", "labels.toml"])
def test_export_spares_its_campaign(tiny: Path, litmus: Litmus, name: str) -> None:
    made = litmus("annotate", "new", "camp", "-t", "tiny", "--annotators", "ana")
    assert made.code == 0, made.err
    refused(litmus, "-o", str(Path("camp") / name), "annotate", "export", "camp")


def test_other_names_of_an_input_do_not_deceive(loose: Path, litmus: Litmus) -> None:
    (loose / "link").symlink_to("s.en")
    refused(litmus, "-o", "link", "score", *LOOSE, "-i", "h.fr")
    refused(litmus, "-o", str(loose / "s.en"), "score", *LOOSE, "-i", "h.fr")


def test_every_command_spares_its_inputs(loose: Path, litmus: Litmus) -> None:
    refused(litmus, "-o", "r.fr", "align", *LOOSE)
    refused(litmus, "-o", "s.en", "analyse", "s.en", "-l", "en")
    refused(litmus, "--samples", "s.en", "mine", "en", "s.en", "-l", "en")
    refused(litmus, "-o", "s.en", "dictionary", "build", "-l", "en-fr", "-s", "s.en", "-r", "r.fr")


def test_results_are_overwritten_as_before(loose: Path, litmus: Litmus) -> None:
    for _ in range(2):  # "json" and "score" are words of the command, not its inputs
        for name in ("json", "score", "why.jsonl"):
            answer = litmus("score", *LOOSE, "-i", "h.fr", "-f", "json", "-o", name)
            assert (answer.code, answer.err) == (0, "")


def test_words_that_cannot_be_files_are_no_inputs(loose: Path, litmus: Litmus) -> None:
    write_lines(loose / "out", ["old"])
    answer = litmus("score", *LOOSE, "-i", "h.fr", "-m", "x" * 5000, "-o", "out")
    assert answer.err.startswith("litmus: No metric is called 'xxx")


def test_device_may_be_both(loose: Path, litmus: Litmus) -> None:
    answer = litmus("score", *LOOSE, "-i", "h.fr", "-o", "/dev/null", "--segments", "why")
    assert answer.code == 0
