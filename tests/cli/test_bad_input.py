"""What a user can get wrong: one message that names file, line and way out; no file left behind."""

from pathlib import Path

import pytest
from commanding import (
    FIXTURES,
    Litmus,
    write_lines,
)

here, litmus, tiny = FIXTURES


def test_file_of_a_suites_name_does_not_hide_the_suite(here: Path, litmus: Litmus) -> None:
    write_lines(here / "demo-en-es", ["an output, perhaps"])
    answer = litmus("score", "-t", "demo-en-es", "-i", "@apertium", "-m", "chrf", "-b")
    assert (answer.code, answer.err) == (0, "")


@pytest.mark.parametrize(("arguments", "message"), [
    (["socre"], "litmus: error: argument COMMAND: there is no 'socre'. Did you mean 'score'?\n"
     "Known: demo, score, init, run, tag, report, train, translate, cxmi, probe, annotate, judge, agree, reproduce, resegment, mine, build, analyse, align, import, export, check, "
     "dictionary, suite, ratings, merge, cache, completion, list\n"),
    (["score", "-f", "jsno"], "litmus score: error: argument -f/--format: there is no 'jsno'. "
     "Did you mean 'json'?\nKnown: text, json, tsv, latex, md, evalset\n"),
    (["score", "--seed", "x"], "litmus score: error: argument --seed: invalid int value: 'x'\n"),
    (["score", "-i", "-m", "bleu"], "litmus score: error: argument -i/--input: expected at least "
     "one argument\n"),
    (["score", "--paired-ar", "--paired-bs"], "litmus score: error: argument --paired-bs: not "
     "allowed with argument --paired-ar\n"),
    (["list", "metric"], "litmus list: error: argument KIND: there is no 'metric'. Did you mean "
     "'metrics'?\nKnown: metrics, suites, languages, aligners, analysers, systems, models, prompts, tasks, dictionaries, formats, exports, "
     "idioms\n"),
])  # fmt: skip
def test_words_that_argparse_refuses(
    here: Path, litmus: Litmus, arguments: list[str], message: str
) -> None:
    answer = litmus(*arguments)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("usage: litmus ")
    assert answer.err.endswith(f"\n{message}")


@pytest.mark.parametrize("arguments", [
    ["score", "demo-en-es"], ["score", "--zzz"], ["demo", "now"], ["list", "metrics", "litter"],
])  # fmt: skip
def test_words_left_over(here: Path, litmus: Litmus, arguments: list[str]) -> None:
    answer = litmus(*arguments)
    command, rest = arguments[0], arguments[-1]
    assert (answer.code, answer.out) == (2, "")
    assert (
        answer.err == f"litmus: {command} does not take '{rest}'.\nSee: litmus {command} --help\n"
    )


@pytest.mark.parametrize(("arguments", "command", "hint"), [
    (["annotate", "links", "idioms", "--port", "9000"], "annotate links", ""),
    (["annotate", "idioms", "--prot", "9000"], "annotate serve", " Did you mean '--port'?"),
    (["suite", "filter", "-o", "part", "--sampel", "9"], "suite filter", " Did you mean '--sample'?"),
])  # fmt: skip
def test_a_flag_of_another_verb_is_not_meant(
    litmus: Litmus, arguments: list[str], command: str, hint: str
) -> None:
    answer = litmus(*arguments)
    words = " ".join(map(repr, arguments[-2:]))
    assert answer.err.endswith(
        f"litmus: {command} does not take {words}.{hint}\nSee: litmus {command} --help\n"
    )


def test_a_gate_is_found(litmus: Litmus) -> None:
    answer = litmus("gate")
    assert (answer.code, answer.out) == (2, "")
    assert (
        "there is no 'gate'. A gate is litmus score --require, or litmus run.\nKnown: demo,"
        in answer.err
    )


@pytest.mark.parametrize(("flag", "meant"), [("--metric", "--metrics"), ("--titel=x", "--title")])
def test_a_misspelt_flag_is_told_which_was_meant(litmus: Litmus, flag: str, meant: str) -> None:
    answer = litmus("score", flag)
    assert answer.err == (
        f"litmus: score does not take '{flag}'. Did you mean '{meant}'?\nSee: litmus score --help\n"
    )
