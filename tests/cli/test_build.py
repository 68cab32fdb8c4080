"""`litmus build`: from a corpus to a score, whole outputs, and what it refuses."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from commanding import FIXTURES, Litmus, write_lines

here, litmus, tiny = FIXTURES

BUILD = ("build", "found.jsonl", "-l", "en-fr", "-s", "x.en", "-r", "x.fr", "-o", "out")


def corpus(folder: Path) -> None:
    """Thirty plain pairs, ten with one idiom, four with another, one with a third."""
    rng = Random(1)

    def words(count: int, start: str) -> str:
        return " ".join(f"{start}{rng.randrange(10**9)}" for _ in range(count))

    phrases = ["spilled the beans"] * 10 + ["kicked the bucket"] * 4 + ["cut corners"]
    source = [words(10, "w") for _ in range(30)]
    source += [f"{words(4, 'w')} {phrase} {words(4, 'w')}" for phrase in phrases]
    target = [words(len(line.split()), "v") for line in source]
    write_lines(folder / "x.en", source)
    write_lines(folder / "x.fr", target)
    write_lines(
        folder / "list.txt",
        ["spill the beans\tvendre la mèche", "kick the bucket\tcasser sa pipe", "cut corners"],
    )


@pytest.fixture
def mined(here: Path, litmus: Litmus) -> Path:
    """The corpus with what was found in it."""
    corpus(here)
    answer = litmus("mine", "list.txt", "x.en", "-l", "en", "-o", "found.jsonl")
    assert answer.out.startswith("15 occurrences of 3 idioms (of 3 listed) in 45 lines")
    return here


def card(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "out" / "card.json").read_text("utf-8"))
    return found


def test_build_summary(mined: Path, litmus: Litmus) -> None:
    answer = litmus(*BUILD, "--upsample", "3")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.split("\n")[1:] == [
        "regular             30 pairs",
        "idiom-train          7 pairs of 2 idioms",
        "idiom-test           7 pairs of 2 idioms",
        "conditions: zero, joint, upsample-3 (in out/train)",
        "Read out/card.md; score systems with: litmus score -t out/suite -i OUT",
        "",
    ]


def test_build_summary_accounts_for_every_pair(mined: Path, litmus: Litmus) -> None:
    answer = litmus(*BUILD)
    assert answer.out.split("\n")[0] == (
        "45 pairs, 0 removed by cleaning, 1 set aside, 0 removed as leaks"
    )


def test_build_then_score(mined: Path, litmus: Litmus) -> None:
    litmus(*BUILD)
    references = [
        json.loads(line)["references"][0]
        for line in (mined / "out/suite/segments.jsonl").read_text("utf-8").splitlines()
    ]
    write_lines(mined / "right.txt", references)
    assert litmus("check", "out/suite").code == 0
    answer = litmus(
        "score", "-t", "out/suite", "-i", "right.txt", "-m", "bleu", "chrf", "-f", "json"
    )
    assert answer.code == 0, answer.err
    assert [(row["metric"], row["value"], row["n"]) for row in answer.rows] == [
        ("bleu", pytest.approx(100), 7), ("chrf", pytest.approx(100), 7),
    ]  # fmt: skip


def test_build_takes_equivalents_from_the_list(mined: Path, litmus: Litmus) -> None:
    litmus(*BUILD, "--idioms", "list.txt")
    rows = map(json.loads, (mined / "out/suite/idioms.jsonl").read_text("utf-8").splitlines())
    assert {row["label"]: row["equivalents"] for row in rows} == {
        "kick the bucket": ["casser sa pipe"], "spill the beans": ["vendre la mèche"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--scheme", "sampled", "--size", "3"], {"idiom_test": 3, "idiom_train": 11}),
        (["--scheme", "capped", "--cap", "2"], {"idiom_test": 5, "idiom_train": 10}),
        (["--seed", "0"], {"seed": 0}),
        (["--mark", "span"], {"mark": "span"}),
        (["--min-context", "9"], {"set_aside": {"context": 15, "once": 0}}),
    ],
)
def test_build_options(
    mined: Path, litmus: Litmus, options: list[str], expected: dict[str, Any]
) -> None:
    answer = litmus(*BUILD, *options)
    if "9" in options:
        assert answer.err == (
            "litmus: No pair with an idiom is left after cleaning; nothing was built.\n"
            "Of 15 lines with a match, 15 have fewer than 9 other words (--min-context).\n"
        )
        return
    assert answer.code == 0
    assert {key: card(mined)[key] for key in expected} == expected


def test_build_unseen(mined: Path, litmus: Litmus) -> None:
    answer = litmus(*BUILD, "--unseen", "1")
    assert answer.code == 0
    facts = card(mined)
    assert facts["unseen_test"] == 1
    assert "unseen-test          1 pairs of 1 idioms\n" in answer.out
    assert (mined / "out" / "suite-unseen" / "suite.toml").exists()


def test_build_with_verdicts(mined: Path, litmus: Litmus) -> None:
    rows = [json.loads(line) for line in (mined / "found.jsonl").read_text("utf-8").splitlines()]
    verdicts = [rows[0] | {"verdict": "wrong"}, rows[1] | {"verdict": "literal"}]
    write_lines(mined / "said.jsonl", list(map(json.dumps, verdicts)))
    assert litmus(*BUILD, "--verdicts", "said.jsonl").code == 0
    facts = card(mined)
    # a wrong match is an ordinary sentence; a literal one is neither
    assert facts["regular"] == 31
    assert facts["set_aside"] == {"literal": 1, "once": 1}
    assert facts["idiom_train"] + facts["idiom_test"] == 12


def test_build_from_a_tmx_is_the_same(mined: Path, litmus: Litmus) -> None:
    litmus(*BUILD)
    units = "".join(
        f'<tu><tuv xml:lang="en"><seg>{one}</seg></tuv><tuv xml:lang="fr"><seg>{two}</seg></tuv></tu>\n'
        for one, two in zip(
            (mined / "x.en").read_text().splitlines(), (mined / "x.fr").read_text().splitlines(), strict=True
        )
    )  # fmt: skip
    (mined / "x.tmx").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4"><header srclang="en"/><body>\n'
        f"{units}</body></tmx>\n"
    )
    answer = litmus("build", "found.jsonl", "-l", "en-fr", "--corpus", "x.tmx", "-o", "tmx")
    assert answer.code == 0, answer.err
    for name in ("train/joint.en", "train/joint.fr", "suite/segments.jsonl"):
        assert (mined / "tmx" / name).read_bytes() == (mined / "out" / name).read_bytes()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--cap", "0"], "--cap must be at least 1, not 0."),
        (["--unseen", "-1"], "--unseen must be at least 0, not -1."),
        (["--min-context", "-1"], "--min-context must be at least 0, not -1."),
        (["--max-words", "0"], "--max-words must be at least 1, not 0."),
        (["--max-ratio", "0.9"], "--max-ratio must be at least 1, not 0.9."),
        (["--upsample", "1"], "--upsample must be at least 2, not 1."),
        (["--unseen", "3"], "--unseen 3 leaves no idiom for training; 3 idioms were found."),
        (["--scheme", "sampled", "--size", "1"], "--size 1 is too small: 2 idioms need one test pair each."),
        (["--corpus", "x.tmx"], "A corpus is either two files, -s and -r, or one, --corpus."),
    ],
)  # fmt: skip
def test_build_refuses_flags(mined: Path, litmus: Litmus, options: list[str], message: str) -> None:
    before = sorted(mined.rglob("*"))
    answer = litmus(*BUILD, *options)
    assert (answer.code, answer.out, answer.err) == (2, "", f"litmus: {message}\n")
    assert sorted(mined.rglob("*")) == before


def test_build_refuses_sides_of_unequal_length(mined: Path, litmus: Litmus) -> None:
    write_lines(mined / "x.fr", ["un"] * 44)
    answer = litmus(*BUILD)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith(
        "litmus: x.fr has 44 lines, but x.en has 45.\nLine 45 is the first without a partner."
    )
    assert not (mined / "out").exists()


def test_build_does_not_talk_of_scoring(mined: Path, litmus: Litmus) -> None:
    write_lines(mined / "x.fr", ["un"] * 44)
    assert "scored" not in litmus(*BUILD).err


def test_build_refuses_occurrences_of_a_longer_corpus(mined: Path, litmus: Litmus) -> None:
    for name in ("x.en", "x.fr"):
        write_lines(mined / name, (mined / name).read_text().splitlines()[:40])
    answer = litmus(*BUILD)
    assert (answer.code, answer.out, answer.err) == (
        1,
        "",
        "litmus: An occurrence names line 45, but the corpus ends at line 40.\n"
        "Build from the corpus that was mined.\n",
    )
    assert not (mined / "out").exists()


def test_build_refuses_occurrences_of_another_corpus(mined: Path, litmus: Litmus) -> None:
    lines = (mined / "x.en").read_text().splitlines()
    write_lines(mined / "x.en", [f"{lines[-1]} {lines[-2]}", *lines[:-1]])  # one line lower
    write_lines(mined / "x.fr", [f"v{n} " * 20 for n in range(45)])
    answer = litmus(*BUILD, "--max-ratio", "9")
    assert answer.code == 1
    assert "Build from the corpus that was mined" in answer.err


def test_build_refuses_a_folder_that_is_there(mined: Path, litmus: Litmus) -> None:
    litmus(*BUILD)
    answer = litmus(*BUILD, "--seed", "2")
    assert (answer.code, answer.out, answer.err) == (
        2, "", "litmus: out already exists. Choose another name, or add --overwrite.\n",
    )  # fmt: skip
    assert card(mined)["seed"] == 12345
    assert litmus(*BUILD, "--seed", "2", "--overwrite").code == 0
    assert card(mined)["seed"] == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["build", "no.jsonl", "-l", "en-fr", "-s", "x.en", "-r", "x.fr", "-o", "out"], "no.jsonl does not exist."),
        (["build", "found.jsonl", "-l", "en-fr", "-s", "no.en", "-r", "x.fr", "-o", "out"], "no.en does not exist."),
        (["build", "found.jsonl", "-l", "en-fr", "-s", "x.en", "-r", "no.fr", "-o", "out"], "no.fr does not exist."),
    ],
)  # fmt: skip
def test_build_names_files_that_are_not_there(
    mined: Path, litmus: Litmus, arguments: list[str], message: str
) -> None:
    answer = litmus(*arguments)
    assert (answer.code, answer.out, answer.err) == (1, "", f"litmus: {message}\n")
    assert not (mined / "out").exists()


def test_build_refuses_rows_that_are_no_occurrences(mined: Path, litmus: Litmus) -> None:
    write_lines(mined / "found.jsonl", ['{"line": 1, "idiom": "x", "span": [4, 2]}'])
    answer = litmus(*BUILD)
    assert (answer.code, answer.err) == (
        1, "litmus: found.jsonl:1: a span is [start, end], not [4, 2].\n",
    )  # fmt: skip


def test_build_wants_a_language_pair(mined: Path, litmus: Litmus) -> None:
    answer = litmus("build", "found.jsonl", "-l", "en", "-s", "x.en", "-r", "x.fr", "-o", "out")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("litmus: ")
