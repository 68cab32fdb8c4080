"""A language of one's own on the command line: rules, analysers, shards, and what is refused."""

from pathlib import Path

import pytest
from commanding import FIXTURES, Litmus, write_lines

here, litmus, _ = FIXTURES

RULES = 'code = "pl"\nversion = 1\n[formality]\ninformal = "cię twój"\nformal = "was"\n'
SOURCE = ["I know you.", "I see you.", "Good."] * 8
TARGET = ["Znam cię.", "Widzę cię.", "Dobrze."] * 8
OTHER = ["Znam cię.", "Widzę was.", "Dobrze."] * 8
FILES = ("-l", "en-pl", "-s", "src", "-r", "ref", "--docids", "ids", "-i", "ref", "other")
OWN = ("--rules", "pl.toml", "--target-analyser", "plain")
SCORE = ("score", *FILES, "-m", "word-f", "--bootstrap", "20", *OWN)


@pytest.fixture
def texts(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_lines(here / "src", SOURCE)
    write_lines(here / "ref", TARGET)
    write_lines(here / "other", OTHER)
    write_lines(here / "ids", [str(n // 3) for n in range(len(SOURCE))])
    (here / "pl.toml").write_text(RULES, encoding="utf-8")
    monkeypatch.setattr("litmus.corpus.documents.SIZE", 6)  # as if the text were long
    return here


@pytest.mark.usefixtures("texts")
def test_score_by_own_rules(litmus: Litmus) -> None:
    answer = litmus(*SCORE, "-b")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.split("\n")[:4:3] == ["ref\tword-f\t100.0", "other\tword-f\t0.0"]


@pytest.mark.usefixtures("texts")
def test_own_rules_go_through_shards(litmus: Litmus) -> None:
    whole = litmus(*SCORE).out
    for k in (1, 2):
        assert litmus(*SCORE, "--shard", f"{k}/2", "-o", f"part{k}").code == 0
    assert litmus("merge", "part1", "part2", "-o", "table.txt").code == 0
    assert Path("table.txt").read_text(encoding="utf-8") == whole


@pytest.mark.usefixtures("texts")
def test_what_a_language_without_rules_or_analyser_needs(litmus: Litmus) -> None:
    without = litmus("score", *FILES, "-m", "word-f", "--rules", "pl.toml")
    assert (without.code, without.err) == (
        2,
        "litmus: word-f reads tags, and no analyser for Polish comes with litmus.\n"
        "Give one: --target-analyser stanza:pl, spacy:PIPELINE, conllu:FILE, or plain (words as "
        "they are written)\n",
    )
    without = litmus("score", *FILES, "-m", "word-f", "--target-analyser", "plain")
    assert without.code == 2
    assert without.err.startswith("litmus: No language with discourse rules is called 'pl'.\n")
    assert without.err.endswith(
        "\nYour own, in score, report and tag: --rules F.toml (how: docs/add-a-language.md)\n"
    )


@pytest.mark.usefixtures("texts")
def test_analyser_of_examples_is_for_rules_alone(litmus: Litmus) -> None:
    answer = litmus("check", "src", "--target-analyser", "plain")
    assert (answer.code, answer.err) == (
        2,
        "litmus: --target-analyser is for the examples of discourse rules, and src is text.\n",
    )


LANGUAGE = 'code = "pl"\nname = "Polish"\nversion = 1\nreviewed = "no"\n'


@pytest.mark.parametrize(
    ("code", "analyser", "told"),
    [
        ("pl", "conllu:x", "'analyser' must be an analyser, such as"),
        ("pl", "mine.py:Mine", "'analyser' names code (mine.py:Mine). Make it a plug-in"),
        ("de", "plain", "names an analyser, but one for Polish comes with litmus.\n"),
    ],
)
def test_analyser_of_a_language_that_cannot_be(
    litmus: Litmus,
    texts: Path,
    monkeypatch: pytest.MonkeyPatch,
    code: str,
    analyser: str,
    told: str,
) -> None:
    monkeypatch.setenv("LITMUS_DATA", str(texts / f"my {code} {analyser.partition('.')[0]}"))
    path = Path(texts / f"my {code} {analyser.partition('.')[0]}", "languages", f"{code}.toml")
    path.parent.mkdir(parents=True)
    text = LANGUAGE.replace('"pl"', f'"{code}"') + f'analyser = "{analyser}"\n'
    path.write_text(text, encoding="utf-8")
    answer = litmus("analyse", "ref", "-l", code)
    assert answer.code == 1 and str(path) in answer.err and told in answer.err
