"""What counts as an input that a command must not write over."""

from pathlib import Path

import pytest
from commanding import FIXTURES, LITERAL, REFERENCE, Litmus, write_lines

here, litmus, tiny = FIXTURES

SCORE = ("score", "-l", "en-fr", "-s", "s.en", "-r", "r.fr", "-i", "mine=h+1,2:3=4.fr")


@pytest.fixture
def loose(here: Path) -> Path:
    write_lines(here / "s.en", ["I sing .", "He kicked the bucket ."])
    write_lines(here / "r.fr", REFERENCE[:2])
    write_lines(here / "h+1,2:3=4.fr", LITERAL[:2])
    (here / "link").symlink_to("s.en")
    return here


def test_other_names_of_an_input_do_not_deceive(loose: Path, litmus: Litmus) -> None:
    for path in ("h+1,2:3=4.fr", "link", str(loose / "s.en")):
        before = Path(path).read_bytes()
        answer = litmus(*SCORE, "-o", path)
        assert (answer.code, answer.out) == (2, "")
        assert f"-o {path} is also an input and would be overwritten" in answer.err
        assert Path(path).read_bytes() == before


@pytest.mark.parametrize("name", ["campaign.db", "campaign.toml", "labels.toml"])
def test_export_spares_its_campaign(tiny: Path, litmus: Litmus, name: str) -> None:
    assert litmus("annotate", "new", "camp", "-t", "tiny", "--annotators", "ana").code == 0
    answer = litmus("annotate", "export", "camp", "-o", Path("camp") / name)
    assert answer.code == 2 and "is also an input and would be overwritten" in answer.err


def test_results_are_overwritten_as_before(loose: Path, litmus: Litmus) -> None:
    for _ in range(2):  # "json" and "score" are words of the command, not its inputs
        for name in ("json", "score", "why.jsonl"):
            answer = litmus(*SCORE, "-f", "json", "-o", name)
            assert (answer.code, answer.err) == (0, "")
    assert litmus(*SCORE, "-o", "/dev/null", "--segments", "why").code == 0


def test_words_that_cannot_be_files_are_no_inputs(loose: Path, litmus: Litmus) -> None:
    write_lines(loose / "out", ["old"])
    answer = litmus(*SCORE, "-m", "x" * 5000, "-o", "out")
    assert answer.err.startswith("litmus: No metric is called 'xxx")
