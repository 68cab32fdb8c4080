"""`litmus import`, `check`, `list` and `dictionary`: what they print and write."""

from pathlib import Path

import pytest
from commanding import FIXTURES, LITERAL, Litmus, write_lines, written

from litmus.language import embedded, knowledge
from litmus.language.dictionary import bilingual as dictionary
from litmus.metrics.registry import metrics

here, litmus, tiny = FIXTURES

PAIRS = ["He kicked the bucket .\tIl est mort .\tkick the bucket", "I sing .\tJe chante .\tsing"]


@pytest.fixture
def table(here: Path) -> Path:
    """`pairs.tsv`; the first label stands in its source in another form."""
    return write_lines(here / "pairs.tsv", PAIRS)


def test_import_makes_a_suite_once(table: Path, litmus: Litmus) -> None:
    table.rename(table.with_name("pairs.en-fr.tsv"))
    arguments = ("import", "tsv", "pairs.en-fr.tsv", "-o", "mine")  # the pair is in the name
    answer = litmus(*arguments)
    assert (answer.code, answer.out, answer.err) == (0, "mine: 2 segments, en-fr\n", "")
    assert [row["id"] for row in written(table.parent / "mine" / "segments.jsonl")] == ["1", "2"]
    again = litmus(*arguments)
    assert (again.code, again.out, again.err) == (
        1, "", "litmus: mine already exists. Choose another name, or add --overwrite.\n"
    )  # fmt: skip
    write_lines(table.parent / "pairs.en-fr.tsv", PAIRS[:1])
    assert litmus(*arguments, "--overwrite", "-q").out == "mine: 1 segment, en-fr\n"


def test_import_tsv_says_which_idioms_have_no_span(here: Path, litmus: Litmus) -> None:
    rows = [*PAIRS, "I dance .\tJe danse .\tkick the bucket", "No .\tNon .\t(((", "He .\tIl .\the"]
    write_lines(here / "odd.tsv", rows)
    answer = litmus("import", "tsv", "odd.tsv", "-l", "en-fr", "-o", "mine")
    assert answer.err == (
        "litmus: 2 idioms have no span, as the source does not hold them; metrics that read spans "
        "leave them out.\n"
    )
    assert "2 idioms have no span" in litmus("check", "odd.tsv", "-l", "en-fr").err


def test_import_names_the_options_of_a_format_as_flags(here: Path, litmus: Litmus) -> None:
    for part in ("dev", "test"):
        for name, text in ((f"{part}.en", "a"), (f"{part}.de", "b"), (f"{part}.docids", "d")):
            write_lines(here / "talks.en-de" / name, [text])
    answer = litmus("import", "muda", "talks.en-de", "-o", "mine")
    assert answer.code == 2
    assert "Choose one: --option part=NAME, for example --option part=dev\n" in answer.err
    assert litmus("import", "muda", "talks.en-de", "-o", "mine", "--option", "part=dev").code == 0


def test_check_of_a_good_suite(tiny: Path, litmus: Litmus) -> None:
    answer = litmus("check", "tiny")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == (
        "tiny: suite, 4 segments, 4 references, 3 idioms, 2 labels, 3 systems\nok\n"
    )


def test_check_lists_every_problem(tiny: Path, litmus: Litmus) -> None:
    rows = (tiny / "tiny" / "segments.jsonl").read_text(encoding="utf-8").split("\n")
    rows[1] = rows[1].replace("[3, 20]", "[3, 99]")
    write_lines(tiny / "tiny" / "segments.jsonl", [*rows[:3], "{"])
    write_lines(tiny / "tiny" / "systems" / "mixed.txt", LITERAL[:2])
    answer = litmus("check", "tiny")
    assert (answer.code, answer.err) == (1, "")
    assert (
        answer.out
        == """\
tiny: suite, 2 segments, 2 references, 1 idiom, 1 label, 3 systems
tiny/segments.jsonl:2: the span (3, 99) is outside its text of 22 characters, or empty.
Spans are half-open character offsets [start, end) counted from 0.
tiny/segments.jsonl:4 is not JSON: Expecting property name enclosed in double quotes at column 2.
Every line holds one object; blank lines are not allowed.
tiny/systems/mixed.txt has 2 lines, but tiny/segments.jsonl has 4.
Every segment needs exactly one output.
3 problems
"""
    )


def test_check_counts_what_it_does_not_show(here: Path, litmus: Litmus) -> None:
    write_lines(here / "broken.jsonl", ["{"] * 25)
    lines = litmus("check", "broken.jsonl").out.split("\n")
    assert lines[0] == "broken.jsonl: jsonl"
    assert lines[-3:] == ["... and 5 more.", "25 problems", ""]


def test_check_notes_what_is_no_problem_and_may_be_told_the_kind(
    here: Path, litmus: Litmus
) -> None:
    (here / "ids").write_bytes(b"d1\r\nd2\r\nd1\r\n")
    good, bad = litmus("check", "ids"), litmus("check", "ids", "--as", "docids")
    assert (good.code, good.out) == (0, "ids: text, 3 lines\nok\n")
    assert good.err == ("litmus: Lines end in CRLF (Windows); they are read as \\n.\n")
    assert bad.code == 1
    assert bad.out.startswith("ids: docids, 3 lines, 2 documents\n")
    assert bad.out.endswith("\n1 problem\n")


ROWS = [
    "# text = Je parle du chat",
    "1\tJe\tje\tPRON\t_\t_\t2\tnsubj\t_\t_",
    "2\tparle\tparler\tVERB\t_\t_\t0\troot\t_\t_",
    "3-4\tdu" + "\t_" * 8,
    "3\tde\tde\tADP\t_\t_\t5\tcase\t_\t_",
    "4\tle\tle\tDET\t_\t_\t5\tdet\t_\t_",
    "5\tchat\tchat\tNOUN\t_\t_\t2\tobl\t_\t_",
    "",
]


def test_check_of_conllu(here: Path, litmus: Litmus) -> None:
    write_lines(here / "fr.conllu", [*ROWS, "1\tOui" + "\t_" * 8, ""])
    answer = litmus("check", "fr.conllu")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == (
        "fr.conllu: conllu, 2 sentences, 6 words, 1 multiword token, "
        "1 sentence without a parse\nok\n"
    )


MINED = '{"line": 1, "idiom": "x", "span": [0, 1], "pieces": [[0, 1]], "text": "x", "flags": []}'
SAID = '{"line": 1, "idiom": "x", "span": [0, 1], "verdict": "wrong"}'
JUDGED = '{"id": "a", "system": "s", "annotator": "bo", "label": "literal"}'
SCORED = (
    '{"id": "a", "system": "s", "metric": "litter", "counts": {"triggered": 0, "idioms": 1}, '
    '"evidence": {}}'
)


@pytest.mark.parametrize(
    ("row", "counts", "wrong", "message"),
    [
        (MINED, "occurrences, 2 occurrences, 1 idiom, 1 line",
         ("span", "spam"), ": a span is [start, end], not None."),
        (SAID, "verdicts, 1 verdict, 1 wrong",
         ("span", "spam"), ": a span is [start, end], not None."),
        (JUDGED, "judgements, 2 judgements, 1 segment, 1 system, 1 annotator",
         ("label", "lable"), ": the key 'label' is missing. A judgement needs id and label."),
        (SCORED, "evidence, 2 rows, 1 metric, 1 system",
         ("counts", "count"), ": the key 'counts' is missing. A row of litmus score --segments has "
         '"id", "system", "metric", "counts" and "evidence".'),
    ],
)  # fmt: skip
def test_check_of_rows_that_commands_write(
    here: Path, litmus: Litmus, row: str, counts: str, wrong: tuple[str, str], message: str
) -> None:
    write_lines(here / "good.jsonl", [row, row])
    write_lines(here / "bad.jsonl", [row.replace(*wrong), row, "{"])
    good, bad = litmus("check", "good.jsonl"), litmus("check", "bad.jsonl")
    assert (good.code, good.out, good.err) == (0, f"good.jsonl: {counts}\nok\n", "")
    assert (bad.code, bad.err) == (1, "")
    assert bad.out.split("\n")[1] == f"bad.jsonl:1{message}"
    assert bad.out.endswith("\n2 problems\n")


def test_check_of_evidence_that_decides_nothing(here: Path, litmus: Litmus) -> None:
    write_lines(here / "e.jsonl", [SCORED, SCORED.replace("litter", "bleu")])
    answer = litmus("check", "e.jsonl")
    assert (answer.code, answer.out) == (0, "e.jsonl: evidence, 2 rows, 2 metrics, 1 system\nok\n")
    assert answer.err == (
        "litmus: 1 rows are of bleu, which calls no single segment right or wrong: "
        "litmus agree does not take them.\n"
    )


def test_check_of_rules_explains_them(here: Path, litmus: Litmus) -> None:
    rules = (
        'code = "is"\nversion = 1\nreviewed = "no"\n[formality]\ninformal = "þú"\nformal = "yður"\n'
    )
    (here / "is.toml").write_text(rules, encoding="utf-8")
    answer = litmus("check", "is.toml")
    assert (answer.code, answer.err) == (1, "")
    head, pronouns, *_, last = answer.out[:-1].split("\n")
    assert head.startswith("is.toml: discourse rules, 2 words of address, 0 verb rules, ")
    assert pronouns == "There are no rules for pronouns ([pronouns]): it will not be tagged."
    assert last == "1 problem"


def test_check_of_an_idiom_list_without_its_language(here: Path, litmus: Litmus) -> None:
    write_lines(here / "list.txt", ["# my list", "kick the bucket", "spill the beans"])
    assert litmus("check", "list.txt").err.endswith("to have its entries checked: -l en\n")
    assert litmus("check", "list.txt", "--as", "text").err == ""


def test_list_metrics_shows_every_option_with_its_default(litmus: Litmus) -> None:
    blocks: dict[str, list[str]] = {}
    name = ""
    for line in litmus("list", "metrics").out[:-1].split("\n"):
        if line.startswith(" "):
            blocks[name].append(line.strip())
        else:
            name = line.split()[0]
            blocks[name] = []
            assert line.endswith(metrics()[name].summary)
    assert list(blocks) == list(metrics())
    for name, lines in blocks.items():
        shown = [line.split(": ")[0].split(" (")[0] for line in lines]
        assert shown == [
            f"{option.key}={option.default}" for option in metrics()[name].declared_options
        ]
        for line, option in zip(lines, metrics()[name].declared_options, strict=True):
            assert line.endswith(option.help) and "|".join(option.choices) in line


def listed(litmus: Litmus, kind: str) -> list[str]:
    return litmus("list", kind).out[:-1].split("\n")


def test_lists_name_everything_there_is(litmus: Litmus) -> None:
    from litmus.cli.files.import_ import FORMATS
    from litmus.corpus.shipped import shipped_suites
    from litmus.judging.task import shipped_tasks

    for kind, names, last in (
        ("suites", shipped_suites(), "sacrebleu:NAME/SRC-TGT    test sets of sacreBLEU, such as "
         "sacrebleu:wmt24/en-de"),
        ("languages", knowledge.codes(), "Any other ISO 639-1 code works with the metrics that "
         "need no such knowledge."),
        ("tasks", shipped_tasks(), "for litmus judge, which takes a TOML file of your own, too"),
    ):  # fmt: skip
        *lines, end = listed(litmus, kind)
        assert ([line.split()[0] for line in lines if line[0] != " "], end) == ([*names], last)
    pairs = [f"{source}-{target}" for source, target in dictionary.shipped_pairs()]
    for kind, names in (("formats", list(FORMATS)), ("dictionaries", pairs)):
        assert [line.split()[0] for line in listed(litmus, kind) if line[0] != " "] == names
    assert "  outputs: @apertium @nmt-europarl" in "\n".join(listed(litmus, "suites"))
    analysed = [line.split()[0] for line in listed(litmus, "languages") if "embedded ana" in line]
    assert analysed == list(embedded.languages())
    assert "    part: test, UNK or trainplus (default: test)" in listed(litmus, "formats")


def test_list_systems_shows_forms_models_and_engines(litmus: Litmus) -> None:
    from litmus.nmt.shipped import shipped_models
    from litmus.systems.engine_files.engine_file import engines
    from litmus.systems.load import SYSTEMS

    lines = listed(litmus, "systems")
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == SYSTEMS.forms
    inner = [line.split()[0] for line in lines if line.startswith(" ")]
    assert inner == ["model:embedded", *(f"http:{name}" for name in engines())]
    assert (
        f"    model:embedded        {', '.join(shipped_models())} (see: litmus list models)"
        in lines
    )
    assert any(line.endswith("; key in DEEPL_API_KEY") for line in lines)


@pytest.mark.slow
def test_list_without_a_name_lists_everything(litmus: Litmus) -> None:
    answer = litmus("list")
    heads = [line for line in answer.out.split("\n") if line and not line.startswith(" ")]
    named = ["metrics", "suites", "languages", "aligners", "analysers", "systems"]
    named += ["models", "prompts", "tasks", "dictionaries", "formats", "exports", "idioms"]
    named += ["data folder"]
    assert heads == named
    assert (answer.code, answer.err) == (0, "")


@pytest.fixture
def words(here: Path) -> Path:
    """A dictionary in each direction."""
    write_lines(here / "en-fr.tsv", ["dog\tchien", "bark up\taboyer"])
    write_lines(here / "fr-en.txt", ["chat cat", "chienne dog"])
    return here


BUILD = ("dictionary", "build", "en-fr.tsv", "fr-en.txt", "-l", "en-fr", "-o", "new/pets.tsv")


def test_dictionary_build_merges_both_directions(words: Path, litmus: Litmus) -> None:
    answer = litmus(*BUILD, "--version", 2, "--licence", "CC0")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == "new/pets.tsv: 2 words, 3 translations\n"
    *header, sources, cat, chien, chienne = (
        (words / "new" / "pets.tsv").read_text(encoding="utf-8")[:-1].split("\n")
    )
    assert header == [
        "# litmus dictionary",
        "# name: pets",
        "# version: 2",
        "# languages: en-fr",
        "# licence: CC0",
    ]
    assert sources.startswith("# sources: en-fr.tsv#")
    assert [cat, chien, chienne] == ["cat\tchat\t1", "dog\tchien\t1", "dog\tchienne\t1"]


def test_dictionary_show_finds(words: Path, litmus: Litmus) -> None:
    both = "en-fr.tsv+fr-en.txt"
    answer = litmus("dictionary", "show", "Dog", "-l", "en-fr", "-d", both)
    assert (answer.code, answer.out, answer.err) == (0, "chien\nchienne\n", "")


def test_dictionary_show_uses_the_shipped_one(litmus: Litmus) -> None:
    answer = litmus("dictionary", "show", "water", "-l", "en-es")
    assert answer.code == 0
    assert "agua" in answer.out.split("\n")


def test_dictionary_show_without_a_shipped_one(litmus: Litmus) -> None:
    answer = litmus("dictionary", "show", "cane", "-l", "it-de")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("litmus: No dictionary for it-de comes with litmus (there are: ")
    assert answer.err.endswith(
        ").\nGive one: -d FILE, in MUSE, TSV, FreeDict or CC-CEDICT format.\n"
    )
