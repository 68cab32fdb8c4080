"""`litmus tag` as a user types it."""

from pathlib import Path

import pytest
from commanding import FIXTURES, Litmus, write_lines, written

here, litmus, tiny = FIXTURES

SOURCE = ["You are kind.", "You are late.", "You are right."]
TARGET = ["Tu es gentil.", "Tu es en retard.", "Vous avez raison."]
FILES = ("-l", "en-fr", "-s", "talks.en", "-r", "talks.fr", "--docids", "talks.docids")


@pytest.fixture
def talks(here: Path) -> Path:
    write_lines(here / "talks.en", SOURCE)
    write_lines(here / "talks.fr", TARGET)
    write_lines(here / "talks.docids", ["a", "a", "b"])
    return here


def test_tag_writes_a_row_a_sentence(talks: Path, litmus: Litmus) -> None:
    answer = litmus("tag", *FILES, "--phenomena", "formality", "-o", "tags.jsonl")
    assert (answer.code, answer.err) == (0, "")
    assert written(talks / "tags.jsonl") == [
        {"id": "1", "doc": "a", "tokens": ["Tu", "es", "gentil", "."], "tags": [[], [], [], []]},
        {"id": "2", "doc": "a", "tokens": ["Tu", "es", "en", "retard", "."],
         "tags": [["formality"], ["formality"], [], [], []]},
        {"id": "3", "doc": "b", "tokens": ["Vous", "avez", "raison", "."], "tags": [[], [], [], []]},
    ]  # fmt: skip
    lines = answer.out.split("\n")
    assert lines[:2] == ["3 lines, 13 tokens", "        2  formality"]
    assert lines[2].startswith("tags: litmus.fr.v")


def test_tag_to_the_terminal_is_what_goes_to_the_file(talks: Path, litmus: Litmus) -> None:
    shown = litmus("tag", *FILES)
    litmus("tag", *FILES, "-o", "tags.jsonl")
    assert shown.out == (talks / "tags.jsonl").read_text(encoding="utf-8")


def test_tag_counts_all_phenomena_of_the_language(talks: Path, litmus: Litmus) -> None:
    answer = litmus("tag", *FILES, "--counts")
    names = [line.split()[-1] for line in answer.out.split("\n")[1:-2]]
    assert names == ["lexical_cohesion", "formality", "pronouns", "verb_form", "ellipsis"]


def test_tag_needs_documents(talks: Path, litmus: Litmus) -> None:
    answer = litmus("tag", *FILES[:6])
    assert (answer.code, answer.out, answer.err) == (
        2,
        "",
        "litmus: Tags need documents. Give the document of every line: --docids FILE\n"
        "(a file with the same name on all lines makes it one document)\n",
    )
