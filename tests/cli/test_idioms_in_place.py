"""Idioms scored where they stand: found by a list, or mined before."""

import json
from pathlib import Path

import pytest
from commanding import FIXTURES, Litmus, write_lines

from litmus.api.inputs import open_suite

here, litmus, tiny = FIXTURES

FILES = ("-l", "en-fr", "-s", "src", "-r", "ref", "-i", "out")
LIST = [
    "kick the bucket\t\tdie\tidiom\tfr:casser sa pipe;de:ins Gras beißen\town",
    "every cloud has a silver lining\t\tthere is some good in all\tproverb",
]


@pytest.fixture
def texts(here: Path) -> Path:
    write_lines(
        here / "src", ["He kicked the bucket.", "I sing.", "Every cloud has a silver lining."]
    )
    write_lines(here / "ref", ["Il est mort.", "Je chante.", "À quelque chose malheur est bon."])
    write_lines(
        here / "out",
        ["Il a frappé le seau.", "Je chante.", "Chaque nuage a une doublure argentée."],
    )
    write_lines(here / "list.tsv", LIST)
    return here


def test_a_list_is_found_and_scored_in_one_command(texts: Path, litmus: Litmus) -> None:
    done = litmus("score", *FILES, "--idioms", "list.tsv", "--bootstrap", "20")
    assert done.code == 0, done.err
    assert "3 segments, 2 labels" in done.out
    assert "LitTER" in done.out and "BLEU" in done.out  # as with --spans
    assert "|idioms:list.tsv." in done.out
    assert "2 occurrences of 2 idioms were found in the sources (list.tsv." in done.err


def test_classes_select(texts: Path, litmus: Litmus) -> None:
    command = ("score", *FILES, "--idioms", "list.tsv", "-m", "litter", "--bootstrap", "20")
    done = litmus(*command, "--classes", "proverb")
    assert "1 occurrence of 1 idiom" in done.err
    assert ".proverb.ordered" in done.out
    assert litmus(*command, "--classes", "phrasal").err == (
        "litmus: The list has no idioms of the class phrasal, only: idiom, proverb.\n"
    )
    assert "No class of idioms is called 'verb'" in litmus(*command, "--classes", "verb").err
    assert litmus("score", *FILES, "--classes", "idiom").err == (
        "litmus: --classes selects from a list: add --idioms LIST.\n"
    )
    mined = litmus("mine", "list.tsv", "src", "-l", "en", "--classes", "proverb")
    assert [json.loads(row)["line"] for row in mined.out.splitlines()] == [3]


def test_only_figurative_matches_are_scored_if_asked(texts: Path, litmus: Litmus) -> None:
    write_lines(texts / "src", ["Her joke broke the ice.", "The ship broke the ice.", "I sing."])
    write_lines(texts / "list.tsv", ["break the ice"])
    command = ("score", *FILES, "--idioms", "list.tsv", "-m", "litter", "--bootstrap", "20")
    assert "2 occurrences of 1 idiom were found" in litmus(*command).err
    done = litmus(*command, "--figurative", "0.5")
    assert "1 occurrence of 1 idiom was found" in done.err
    assert litmus("score", *FILES, "--figurative", "0.5").err == (
        "litmus: --figurative selects from what is found: add --idioms LIST.\n"
    )


def test_equivalents_of_the_list_are_those_in_the_target_language(texts: Path) -> None:
    files = {"source": texts / "src", "references": texts / "ref"}
    found = open_suite(None, languages="en-fr", **files, idioms=texts / "list.tsv")
    first, _, third = found.segments()
    assert [idiom.equivalents for idiom in first.idioms] == [("casser sa pipe",)]
    assert [idiom.label for idiom in third.idioms] == ["every cloud has a silver lining"]
    signature = found.info.idioms
    write_lines(texts / "list.tsv", [row.replace("casser", "briser") for row in LIST])
    again = open_suite(None, languages="en-fr", **files, idioms=texts / "list.tsv")
    assert again.info.idioms != signature


def test_marks_that_a_suite_has_stay(tiny: Path, litmus: Litmus) -> None:
    write_lines(tiny / "list", ["spill the beans", "sing"])
    command = ("score", "-t", "tiny", "-m", "litter", "--bootstrap", "20", "-b")
    before = litmus(*command).out
    done = litmus(*command, "--idioms", "list")
    assert "1 occurrence of 1 idiom was found" in done.err  # the beans are marked already
    assert before == "literal\tlitter\t100.0\nmixed\tlitter\t66.7\nright\tlitter\t0.0\n"
    assert done.out == "literal\tlitter\t75.0\nmixed\tlitter\t50.0\nright\tlitter\t0.0\n"


def test_what_was_mined_is_scored(texts: Path, litmus: Litmus) -> None:
    litmus("mine", "list.tsv", "src", "-l", "en", "-o", "found.jsonl")
    command = ("score", *FILES, "-m", "litter", "--bootstrap", "20", "-b")
    assert (
        litmus(*command, "--spans", "found.jsonl").out
        == litmus(*command, "--idioms", "list.tsv").out
    )


def test_a_bad_class_is_named(texts: Path, litmus: Litmus) -> None:
    write_lines(texts / "list.tsv", ["kick the bucket\t\tdie\tverb"])
    assert litmus("score", *FILES, "--idioms", "list.tsv").err == (
        "litmus: list.tsv:1: 'verb' is no class; known: idiom, proverb, phrasal, expression.\n"
    )


def test_build_in_place_keeps_every_line(texts: Path, litmus: Litmus) -> None:
    litmus("mine", "list.tsv", "src", "-l", "en", "-o", "found.jsonl")
    command = ("build", "found.jsonl", "-l", "en-fr", "-o", "set", "--in-place")
    done = litmus(*command, "-s", "src", "-r", "ref")
    assert (done.code, done.out) == (0, "set: 3 segments\n"), done.err
    score = ("-i", "out", "-m", "litter", "-b", "--bootstrap", "20")
    in_place = litmus("score", "-t", "set", *score).out
    assert in_place == litmus("score", *FILES[:6], "--idioms", "list.tsv", *score).out
