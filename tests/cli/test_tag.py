"""`litmus tag` and what `litmus check` says of rules, as a user types them."""

from pathlib import Path

import pytest
from commanding import FIXTURES, Litmus, write_lines, write_suite, written

from litmus.discourse.phenomena.registry import PHENOMENA
from litmus.discourse.rules import codes

here, litmus, tiny = FIXTURES

SOURCE = ["You are kind.", "You are late.", "You are right."]
TARGET = ["Tu es gentil.", "Tu es en retard.", "Vous avez raison."]
FILES = ("-l", "en-fr", "-s", "talks.en", "-r", "talks.fr", "--docids", "talks.docids")
# Icelandic has an analyser, but no rules come with litmus.
ICELANDIC = """
code = "is"
version = 1
reviewed = "by nobody"
[formality]
informal = "þú þig þér þín"
formal = "yður yðar"
"""


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


def test_tag_without_context_tags_nothing(talks: Path, litmus: Litmus) -> None:
    answer = litmus("tag", *FILES, "--context", "0", "--counts")
    assert answer.out.startswith("3 lines, 13 tokens\n        0  lexical_cohesion\n        0  form")


def test_tag_of_a_suite(here: Path, litmus: Litmus) -> None:
    rows = [
        {"id": str(n), "source": source, "references": [target], "doc": "a"}
        for n, (source, target) in enumerate(zip(SOURCE, TARGET, strict=True))
    ]
    write_suite(here / "talks", rows)
    answer = litmus("tag", "-t", "talks", "--phenomena", "formality", "--counts")
    assert answer.out.startswith("3 lines, 13 tokens\n        2  formality\n")


def test_tag_files_and_score_agree_with_tags_made_while_scoring(
    talks: Path, litmus: Litmus
) -> None:
    litmus("tag", *FILES, "-o", "tags.jsonl")
    write_lines(talks / "sys.fr", ["Tu es gentil.", "Vous êtes en retard.", "Vous avez raison."])
    files = ("-l", "en-fr", "-s", "talks.en", "-r", "talks.fr", "--docids", "talks.docids",
             "-i", "sys=sys.fr", "-m", "word-f", "-f", "json", "-q")  # fmt: skip
    made = litmus("score", *files)
    read = litmus("score", *files, "--tags", "tags.jsonl")
    assert (made.code, read.code) == (0, 0)
    values = {(row["tag"], row["value"]) for row in made.rows}
    assert values == {(row["tag"], row["value"]) for row in read.rows}
    # Tu and es are tagged in the reference, and the system has neither.
    assert ("formality", 0.0) in values


REFUSED = [
    (["tag"], 2, "litmus: Give a suite (-t), or -l, -s, -r and --docids.\n"),
    (["tag", "-l", "en-fr", "-s", "talks.en", "-r", "talks.fr"], 2,
     "litmus: Tags need documents. Give the document of every line: --docids FILE\n"
     "(a file with the same name on all lines makes it one document)\n"),
    (["tag", *FILES, "--context", "-1"], 2, "litmus: --context must be at least 0, not -1.\n"),
    (["tag", *FILES, "--phenomena", "irony"], 2,
     "litmus: No phenomenon is called 'irony'.\n"
     f"Known: {', '.join(sorted(PHENOMENA))}\n"),
    (["tag", "-l", "en-is", *FILES[2:]], 2,
     f"litmus: No language with discourse rules is called 'is'.\nKnown: {', '.join(codes())}"
        "\nYour own, in score, report and tag: --rules F.toml (how: docs/add-a-language.md)\n"),
    (["tag", *FILES, "--rules", "is.toml"], 2,
     "litmus: is.toml has rules for 'is', but the target language is 'fr'.\n"),
    (["tag", *FILES, "-o", "."], 1, "litmus: . is a folder; give the name of a file.\n"),
    (["tag", *FILES, "--rules", "nowhere.toml"], 1, "litmus: nowhere.toml does not exist.\n"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "code", "message"), REFUSED)
def test_tag_refused(
    talks: Path, litmus: Litmus, words: list[str], code: int, message: str
) -> None:
    (talks / "is.toml").write_text(ICELANDIC, encoding="utf-8")
    answer = litmus(*words)
    assert (answer.code, answer.out, answer.err) == (code, "", message)


def test_tag_of_interleaved_documents_leaves_no_file(talks: Path, litmus: Litmus) -> None:
    write_lines(talks / "talks.docids", ["a", "b", "a"])
    answer = litmus("tag", *FILES, "-o", "tags.jsonl")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == (
        "litmus: Document 'a' continues at sentence 3, after another document.\n"
        "Put the sentences of a document together, in their order.\n"
    )
    assert not (talks / "tags.jsonl").exists()


def test_tag_with_rules_of_ones_own(talks: Path, litmus: Litmus) -> None:
    (talks / "is.toml").write_text(ICELANDIC, encoding="utf-8")
    write_lines(talks / "talks.is", ["Þú ert góður.", "Þú ert seinn.", "Þú hefur rétt fyrir þér."])
    answer = litmus(
        "tag", "-l", "en-is", "-s", "talks.en", "-r", "talks.is", "--docids", "talks.docids",
        "--rules", "is.toml", "--phenomena", "formality", "-o", "tags.jsonl",
    )  # fmt: skip
    assert (answer.code, answer.err) == (0, "")
    tagged = [
        [t for t, tags in zip(row["tokens"], row["tags"], strict=True) if tags]
        for row in written(talks / "tags.jsonl")
    ]
    assert tagged == [[], ["Þú"], []]


def test_check_of_rules_tells_what_is_missing(here: Path, litmus: Litmus) -> None:
    (here / "is.toml").write_text(ICELANDIC, encoding="utf-8")
    answer = litmus("check", "is.toml")
    assert (answer.code, answer.err) == (1, "")
    head, pronouns, verb_form, *_ = lines = answer.out.removesuffix("\n").split("\n")
    assert head.startswith(
        "is.toml: discourse rules, 6 words of address, 0 verb rules, 0 English pronouns, "
        "0 verb forms, "
    )
    assert head.endswith(", 0 examples")
    assert pronouns == "There are no rules for pronouns ([pronouns]): it will not be tagged."
    assert verb_form == "There are no rules for verb_form ([[verb_form]]): it will not be tagged."
    assert lines[-2:] == ["is.toml: formality has 0 examples; give at least 8.", "1 problem"]


def test_check_of_rules_with_a_slip(here: Path, litmus: Litmus) -> None:
    (here / "is.toml").write_text(ICELANDIC + 'colour = "red"\n', encoding="utf-8")
    answer = litmus("check", "is.toml")
    assert answer.code == 1
    first, second, *_, last = answer.out.removesuffix("\n").split("\n")
    assert first == "is.toml: discourse rules"
    assert second == "is.toml: unknown key 'formality.colour'."
    assert last == "1 problem"


def test_check_takes_rules_by_their_kind(here: Path, litmus: Litmus) -> None:
    (here / "rules").write_text(ICELANDIC, encoding="utf-8")
    answer = litmus("check", "rules", "--as", "discourse rules")
    assert answer.out.startswith("rules: discourse rules, 6 words of address")


def test_links_of_a_file_that_has_lines_left_over(talks: Path, litmus: Litmus) -> None:
    write_lines(talks / "links", ["0-0"] * 4)
    answer = litmus("tag", *FILES, "-a", "pharaoh:links", "-o", "tags.jsonl")
    assert (answer.code, answer.err) == (
        1,
        "litmus: links has 4 lines for 3 sentence pairs.\n",
    )
    assert not (talks / "tags.jsonl").exists()
